// Identifiers are made in the shell and passed in, never by the database. Sortable ids begin with the time, so that the
// rows of an account lie in the order of their creation, and "newest first" walks down the primary key.

import { randomBytes } from 'node:crypto'
import type { Clock } from '../clock.ts'

const crockford = '0123456789abcdefghjkmnpqrstvwxyz'
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export type NewId = (prefix: string) => string

/**
 * Makes ids such as `ord_0jv4m2c9qk5x3t8r1w7yd6`: 10 characters of milliseconds, then 12 random characters (60 bits).
 * Two ids that one process makes in the same millisecond sort in the order in which they were made.
 */
export function sortableIds(clock: Clock): NewId {
  let lastMs = 0
  let head = ''
  let high = 0
  let low = 0
  return prefix => {
    const ms = Math.max(clock().getTime(), lastMs)
    if (ms === lastMs) {
      low++
      if (low === 2 ** 30) {
        low = 0
        high++
      }
    } else {
      // A counter that starts in the lower half of the range has room to grow within the millisecond.
      const random = randomBytes(8)
      high = random.readUInt32BE(0) >>> 3
      low = random.readUInt32BE(4) >>> 2
      lastMs = ms
      head = timePart(ms)
    }
    return `${prefix}_${head}${encode(high, 6)}${encode(low, 6)}`
  }
}

/** 50 bits in two halves, since JavaScript shifts only 32-bit numbers. */
const timePart = (ms: number): string => encode(Math.floor(ms / 2 ** 25), 5) + encode(ms % 2 ** 25, 5)

function encode(value: number, length: number): string {
  let text = ''
  for (let rest = value, i = 0; i < length; i++, rest >>>= 5) text = crockford[rest & 31] + text
  return text
}

/** A secret of `length` base62 characters (5.95 bits each), without modulo bias. */
export function randomBase62(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) if (byte < 248 && text.length < length) text += base62[byte % 62]
  }
  return text
}

/** `value` in base62, padded with zeros to `length`. */
export function toBase62(value: number, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest = Math.floor(rest / 62)) text = base62[rest % 62] + text
  return text
}

/** The lowest id that `sortableIds` could make at `at`: ids below it were made earlier. No id is older than 1970. */
export const sortableBound = (prefix: string, at: Date): string => `${prefix}_${timePart(Math.max(at.getTime(), 0))}`

const webhookSecretBytes = 32 // Standard Webhooks asks for 24 to 64

/** A Standard Webhooks secret: `whsec_` and random bytes in base64. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(webhookSecretBytes).toString('base64')}`
