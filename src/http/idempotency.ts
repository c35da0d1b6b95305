// The idempotency key of a request: a client that received no answer can send the request again, and nothing is done
// twice.

import type { FastifyRequest } from 'fastify'
import { malformed } from './problem.ts'

/** `Idempotency-Key`, or null if none was sent. Refuses one that cannot be stored. */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key === 'string' && /^[\x21-\x7e]{1,200}$/.test(key)) return key
  throw malformed('Idempotency-Key must be 1 to 200 visible ASCII characters.')
}

/** For the description of a route that accepts a key. */
export const saysIdempotencyKey =
  'Send a key of your own in `Idempotency-Key`: a repetition with the same key is not done twice and gets the same answer; a different request with the same key answers 422.'
