// A passkey device in software (WebAuthn level 3, ES256, attestation "none"). It answers the options of a server like a
// browser and its authenticator.

import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'

type CreationOptions = { challenge: string; rp: { id: string } }
type RequestOptions = { challenge: string; rpId: string }
export type Authenticator = ReturnType<typeof makeAuthenticator>

const userPresent = 0x01
const userVerified = 0x04
const attested = 0x40

/** A device with `verifies: false` asks for no fingerprint or PIN. */
export function makeAuthenticator({ origin, verifies = true }: { origin: string; verifies?: boolean }) {
  const credentialId = randomBytes(32)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const flags = userPresent | (verifies ? userVerified : 0)
  let counter = 0

  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const dataFor = (rpId: string, extraFlags: number) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter++)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags | extraFlags]), count])
  }
  const id = credentialId.toString('base64url')
  const credential = { id, rawId: id, type: 'public-key', clientExtensionResults: {} }

  return {
    create({ challenge, rp }: CreationOptions) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const attestedData = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey(publicKey)])
      const authData = Buffer.concat([dataFor(rp.id, attested), attestedData])
      const attestationObject = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(authData)],
      ])
      const response = {
        clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      }
      return { ...credential, response }
    },
    get({ challenge, rpId }: RequestOptions) {
      const data = clientData('webauthn.get', challenge)
      const authenticatorData = dataFor(rpId, 0)
      const signed = Buffer.concat([authenticatorData, createHash('sha256').update(data).digest()])
      const response = {
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: createSign('sha256').update(signed).sign(privateKey).toString('base64url'),
      }
      return { ...credential, response }
    },
  }
}

/** Key type EC2 (1: 2), algorithm ES256 (3: -7), curve P-256 (-1: 1), x (-2) and y (-3). */
function coseKey(key: KeyObject): Buffer {
  const { x, y } = key.export({ format: 'jwk' })
  const coordinate = (text: string | undefined) => cborBytes(Buffer.from(text!, 'base64url'))
  return cborMap([
    [cborNumber(1), cborNumber(2)],
    [cborNumber(3), cborNumber(-7)],
    [cborNumber(-1), cborNumber(1)],
    [cborNumber(-2), coordinate(x)],
    [cborNumber(-3), coordinate(y)],
  ])
}

const cborHead = (major: number, length: number): Buffer =>
  length < 24
    ? Buffer.from([(major << 5) | length])
    : length < 256
      ? Buffer.from([(major << 5) | 24, length])
      : Buffer.from([(major << 5) | 25, length >> 8, length & 255])
const cborNumber = (n: number) => (n < 0 ? cborHead(1, -1 - n) : cborHead(0, n))
const cborBytes = (bytes: Buffer) => Buffer.concat([cborHead(2, bytes.length), bytes])
const cborText = (text: string) => Buffer.concat([cborHead(3, text.length), Buffer.from(text)])
const cborMap = (entries: [Buffer, Buffer][]) => Buffer.concat([cborHead(5, entries.length), ...entries.flat()])
