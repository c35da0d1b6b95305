// Signatures as Standard Webhooks 1.0.0 has them: HMAC-SHA256 over `id.timestamp.body`, with each secret that is valid, so
// that the other side can change over to a new secret whenever it likes while two are.

import { createHmac, createSecretKey, hash, type KeyObject, timingSafeEqual } from 'node:crypto'
import { instant, second } from './clock.ts'

const prefix = 'whsec_'
const leastSecretBytes = 24
const mostSecretBytes = 64
/** How far the clocks of the two sides may be apart; an older message may be a recorded one. */
const toleranceMs = 300 * second

/** The key of a secret such as `whsec_MfKQ...`, made once and used for many signatures. */
export const signingKey = (secret: string): KeyObject => createSecretKey(secret.slice(prefix.length), 'base64')

/** Whether a text is such a secret: `whsec_` and 24 to 64 bytes in base64. */
export function isSigningSecret(text: string): boolean {
  if (!text.startsWith(prefix)) return false
  const bytes = Buffer.from(text.slice(prefix.length), 'base64')
  const isBase64 = bytes.toString('base64') === text.slice(prefix.length)
  return isBase64 && bytes.length >= leastSecretBytes && bytes.length <= mostSecretBytes
}

/** What the three headers say, `at` being the moment of this attempt. */
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

/** Who signed a message: its id and the sender's time, or the sentence that says what is wrong with it. */
export function proofOf({ headers, body }: Signed, keys: KeyObject[], now: Date): Proof {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    name => headers[name],
  )
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') {
    return { problem: 'The headers webhook-id, webhook-timestamp and webhook-signature are required.' }
  }
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN
  if (!(Math.abs(seconds * second - now.getTime()) <= toleranceMs)) {
    return { problem: 'webhook-timestamp must be seconds since 1970, within five minutes of now.' }
  }
  const given = signatures
    .split(' ')
    .flatMap(one => (one.startsWith('v1,') ? [Buffer.from(one.slice(3), 'base64')] : []))
  const isSigned = keys.some(key => {
    const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
    return given.some(one => one.length === expected.length && timingSafeEqual(one, expected))
  })
  if (!isSigned) return { problem: 'No signature in webhook-signature is right for this body and secret.' }
  return { id, at: instant(seconds * second) }
}

/** Whether a secret is the one that was given, in a time that tells nothing of where, or how long, they differ. */
export const isSameSecret = (given: string, secret: string): boolean =>
  timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', secret, 'buffer'))
