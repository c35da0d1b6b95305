// What a client calls its request by, so that it may send it again after it got no answer and nothing is done twice.

import type { FastifyRequest } from 'fastify'
import { malformed } from './problem.ts'

/** `Idempotency-Key`, null where none was sent. Refuses one that cannot be kept. */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key === 'string' && /^[\x21-\x7e]{1,200}$/.test(key)) return key
  throw malformed('Idempotency-Key must be 1 to 200 visible ASCII characters.')
}

/** For the description of a route that takes one. */
export const saysIdempotencyKey =
  'Give it a name of your own in `Idempotency-Key`: sent again under that name it is done once and answered as before, and another request under the same name is 422.'
