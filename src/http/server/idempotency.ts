// The idempotency key of a request: a client that received no answer can repeat the request without a second effect.

import type { FastifyRequest } from 'fastify'
import { malformed } from './problem.ts'

/** `Idempotency-Key`, or null without the header. Refuses a key that cannot be stored. */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key === 'string' && /^[\x21-\x7e]{1,200}$/.test(key)) return key
  throw malformed('Idempotency-Key must be 1 to 200 visible ASCII characters.')
}

/** For the description of a route that accepts a key. */
export const idempotencyKeyHeader =
  'Send a unique key in `Idempotency-Key`: a repeated request with the same key has no further effect and gets the same answer. A different request with the same key answers 422.'
