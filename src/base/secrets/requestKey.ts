// Idempotency keys: a sender names a request, so that it can be sent again safely. The effect is stored with the key
// and a digest of the request. The same request again gets the same answer and is not done twice; a different request
// under the same key is refused.

import { createHash } from 'node:crypto'
import { Refusal } from '../refusal.ts'

/** `digest` is the SHA-256 of the request, in hexadecimal. */
export type RequestKey = { key: string; digest: string }

/**
 * `request` is plain data: all that the request asks for, and nothing else. The order of its fields does not matter.
 * Null when the sender gave no key.
 */
export const requestKeyOf = (key: string | null, request: unknown): RequestKey | null =>
  key === null ? null : { key, digest: createHash('sha256').update(JSON.stringify(request, sortFields)).digest('hex') }

const sortFields = (_key: string, value: unknown): unknown =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))

/** Throws `request_key_reused` when the key was used for a different request. */
export function requireSameRequest(stored: { digest: string }, requestKey: RequestKey): void {
  if (stored.digest !== requestKey.digest) throw requestKeyReused(requestKey)
}

export const requestKeyReused = ({ key }: RequestKey): Refusal =>
  new Refusal(
    'request_key_reused',
    `Idempotency-Key ${key} was used for another request; use a new key for a new request.`,
  )
