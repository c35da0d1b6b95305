// Signatures according to Standard Webhooks 1.0.0: HMAC-SHA256 over `id.timestamp.body`, once with each valid secret,
// so that during a rotation the receiver can switch to the new secret whenever it likes.

import { createHmac, createSecretKey, hash, type KeyObject, timingSafeEqual } from 'node:crypto'
import { instant, second } from './clock.ts'

const prefix = 'whsec_'
const leastSecretBytes = 24
const mostSecretBytes = 64
/** How far the two clocks may differ; an older message may be a replay. */
const toleranceMs = 300 * second

/** The key of a secret such as `whsec_MfKQ...`, made once and used for many signatures. */
export const signingKey = (secret: string): KeyObject => createSecretKey(secret.slice(prefix.length), 'base64')

/** Whether a text is a signing secret: `whsec_` and 24 to 64 bytes in base64. */
export function isSigningSecret(text: string): boolean {
  if (!text.startsWith(prefix)) return false
  const bytes = Buffer.from(text.slice(prefix.length), 'base64')
  const isBase64 = bytes.toString('base64') === text.slice(prefix.length)
  return isBase64 && bytes.length >= leastSecretBytes && bytes.length <= mostSecretBytes
}

/** The three headers of a message, `at` being the moment of this attempt. */
export function signedHeaders(
  id: string,
  at: Date,
  body: string | Uint8Array,
  keys: KeyObject[],
): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1000)
  const head = `${id}.${timestamp}.`
  const signatures = keys.map(key => `v1,${createHmac('sha256', key).update(head).update(body).digest('base64')}`)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}

type Signed = { headers: Readonly<Record<string, string | string[] | undefined>>; body: Buffer }
type Proof = { id: string; at: Date } | { problem: string }

/** Proves who signed a message: its id and the sender's time, or a sentence that says what is wrong. */
export function proofOf({ headers, body }: Signed, keys: KeyObject[], now: Date): Proof {
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
  const given = signatures
    .split(' ')
    .flatMap(one => (one.startsWith('v1,') ? [Buffer.from(one.slice(3), 'base64')] : []))
  const isSigned = keys.some(key => {
    const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
    return given.some(one => one.length === expected.length && timingSafeEqual(one, expected))
  })
  if (!isSigned) return { problem: 'No signature in webhook-signature matches this body and secret.' }
  return { id, at: instant(seconds * second) }
}

/** Whether a secret equals the given one, in a time that does not reveal where or by how much they differ. */
export const isSameSecret = (given: string, secret: string): boolean =>
  timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', secret, 'buffer'))
