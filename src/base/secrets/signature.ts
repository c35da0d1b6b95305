// Signatures according to Standard Webhooks 1.0.0 over `id.timestamp.body`, once with each valid key, so that the
// receiver can switch to the new key at any time of a rotation: HMAC-SHA256 with a secret (v1), and Ed25519 with a
// private key (v1a), whose public key a receiver can have without being able to sign.

import {
  createHmac,
  createPrivateKey,
  createSecretKey,
  generateKeyPairSync,
  hash,
  type KeyObject,
  sign,
  timingSafeEqual,
} from 'node:crypto'
import { instant, second } from '../clock.ts'

const prefix = 'whsec_'
const privatePrefix = 'whsk_'
const publicPrefix = 'whpk_'
const ed25519Bytes = 32
const minSecretBytes = 24
const maxSecretBytes = 64
/** How far the two clocks may differ; an older message may be a replay. */
const toleranceMs = 300 * second

/** The key of `whsec_MfKQ...` or of a private key, made once and used for many signatures. */
export const signingKey = (secret: string): KeyObject =>
  secret.startsWith(privatePrefix) ? privateKey(secret) : createSecretKey(secret.slice(prefix.length), 'base64')

/** A new private key: `whsk_`, and 32 private and 32 public bytes in base64. */
export function newPrivateKey(): string {
  const { d, x } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  return `${privatePrefix}${Buffer.concat([fromUrl(d!), fromUrl(x!)]).toString('base64')}`
}

/** The public key, `whpk_...`, of a private key. */
export const publicKeyOf = (secret: string): string =>
  `${publicPrefix}${keyBytes(secret).subarray(ed25519Bytes).toString('base64')}`

function privateKey(secret: string): KeyObject {
  const bytes = keyBytes(secret)
  const d = bytes.subarray(0, ed25519Bytes).toString('base64url')
  const x = bytes.subarray(ed25519Bytes).toString('base64url')
  return createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', d, x }, format: 'jwk' })
}

const keyBytes = (secret: string) => Buffer.from(secret.slice(privatePrefix.length), 'base64')
const fromUrl = (text: string) => Buffer.from(text, 'base64url')

/** Whether a text is a signing secret: `whsec_` and 24 to 64 bytes in base64. */
export function isSigningSecret(text: string): boolean {
  if (!text.startsWith(prefix)) return false
  const bytes = Buffer.from(text.slice(prefix.length), 'base64')
  const isBase64 = bytes.toString('base64') === text.slice(prefix.length)
  return isBase64 && bytes.length >= minSecretBytes && bytes.length <= maxSecretBytes
}

/** The three headers of a message; `at` is the time of this attempt. */
export function signedHeaders(
  id: string,
  at: Date,
  body: string | Uint8Array,
  keys: KeyObject[],
): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1000)
  const head = `${id}.${timestamp}.`
  const signatures = keys.map(key =>
    key.type === 'secret'
      ? `v1,${createHmac('sha256', key).update(head).update(body).digest('base64')}`
      : `v1a,${sign(null, Buffer.concat([Buffer.from(head), Buffer.from(body)]), key).toString('base64')}`,
  )
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}

type SignedMessage = { headers: Readonly<Record<string, string | string[] | undefined>>; body: Buffer }
type VerifiedMessage = { id: string; at: Date } | { problem: string }

/** The id of a signed message and the sender's time, or a sentence that says what is wrong. */
export function verifySignature({ headers, body }: SignedMessage, keys: KeyObject[], now: Date): VerifiedMessage {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    name => headers[name],
  )
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') {
    return { problem: 'The headers webhook-id, webhook-timestamp and webhook-signature are required.' }
  }
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN
  if (!(Math.abs(seconds * second - now.getTime()) <= toleranceMs)) {
    return { problem: 'webhook-timestamp must be in seconds since 1970, and within five minutes of now.' }
  }
  const received = signatures
    .split(' ')
    .flatMap(text => (text.startsWith('v1,') ? [Buffer.from(text.slice(3), 'base64')] : []))
  const isSigned = keys.some(key => {
    const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
    return received.some(bytes => bytes.length === expected.length && timingSafeEqual(bytes, expected))
  })
  if (!isSigned) return { problem: 'No signature in webhook-signature matches this body and secret.' }
  return { id, at: instant(seconds * second) }
}

/** Compares two secrets in a time that does not reveal where or by how much they differ. */
export const isSameSecret = (candidate: string, secret: string): boolean =>
  timingSafeEqual(hash('sha256', candidate, 'buffer'), hash('sha256', secret, 'buffer'))
