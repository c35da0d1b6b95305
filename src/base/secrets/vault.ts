// Small secrets that must be read again (a webhook secret, a sandbox key) are stored sealed, so that a copy of the
// database alone reveals none of them.
//
// A sealed secret is: version (1 byte), id of the key (4), nonce (12), tag (16), ciphertext. AES-256-GCM; the version
// and the id are authenticated with it.

import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

export type Vault = {
  seal(text: string): Buffer
  /** Throws when the secret was sealed with another key, or was not made by `seal`. */
  open(sealed: Uint8Array): string
}

/** A vault that seals files as well. */
export type ByteVault = Vault & {
  /** The first bytes of everything that this vault seals. They name its key. */
  header: Buffer
  /** The same for bytes. `context` names what they belong to, and must be passed again to open them. */
  sealBytes(bytes: Uint8Array, context: string): Buffer
  openBytes(sealed: Uint8Array, context: string): Buffer
}

/** Opens a secret that is not essential: null when the key that sealed it is gone. */
export function openOrNull<Opened>(open: () => Opened): Opened | null {
  try {
    return open()
  } catch {
    return null
  }
}

const version = 1
const keyBytes = 32
const headerBytes = 5
const nonceBytes = 12
const tagBytes = 16

/** `secondKey` opens what it has sealed, too, while one key is replaced by another. */
export function createVault(key: Buffer, secondKey: Buffer | null = null): ByteVault {
  const keys = secondKey === null ? [key] : [key, secondKey]
  for (const { length } of keys) {
    if (length !== keyBytes)
      throw new RangeError(`a vault needs a key of ${keyBytes} bytes, and this one has ${length}`)
  }
  const header = headerOf(key)

  const vault: ByteVault = {
    header,
    seal: text => vault.sealBytes(Buffer.from(text), ''),
    open: sealed => vault.openBytes(sealed, '').toString('utf8'),

    sealBytes(bytes, context) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.concat([header, Buffer.from(context)]))
      const ciphertext = Buffer.concat([cipher.update(bytes), cipher.final()])
      return Buffer.concat([header, nonce, cipher.getAuthTag(), ciphertext])
    },

    openBytes(sealed, context) {
      const bytes = Buffer.from(sealed)
      if (bytes.length < headerBytes + nonceBytes + tagBytes || bytes[0] !== version)
        throw new Error('not a sealed secret')
      const header = bytes.subarray(0, headerBytes)
      const key = keys.find(one => headerOf(one).equals(header))
      if (key === undefined)
        throw new Error(
          'the secret was sealed with another key: SECRET_KEY is not the one that this database was created with',
        )
      const nonce = bytes.subarray(headerBytes, headerBytes + nonceBytes)
      const tag = bytes.subarray(headerBytes + nonceBytes, headerBytes + nonceBytes + tagBytes)
      const ciphertext = bytes.subarray(headerBytes + nonceBytes + tagBytes)
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
        .setAAD(Buffer.concat([header, Buffer.from(context)]))
        .setAuthTag(tag)
      return Buffer.concat([decipher.update(ciphertext), decipher.final()])
    },
  }
  return vault
}

const headerOf = (key: Buffer): Buffer => Buffer.concat([Buffer.from([version]), keyId(key)])

/** Names an installation, because its processes have the same key. */
export const installationName = (key: Buffer): string => keyId(key).toString('hex')

/** Four bytes that name a key, and tell nothing about it. */
export function keyId(key: Buffer): Buffer {
  return createHash('sha256').update('octavo vault key id').update(key).digest().subarray(0, 4)
}
