// Idempotency keys: a sender names a request, so that it can be sent again safely. The effect is stored with the key
// and a digest of the request. The same request again gets the same answer and is not done twice; a different request
// under the same key is refused.

import { createHash } from 'node:crypto'
import { Refusal } from './refusal.ts'

/** `digest` is the SHA-256 of the request, in hexadecimal. */
export type RequestKey = { key: string; digest: string }

/**
 * `asked` is plain data that says everything that is to be done, and nothing else. Null when the sender gave no key.
 */
export const requestKeyOf = (key: string | null, asked: unknown): RequestKey | null =>
  key === null ? null : { key, digest: createHash('sha256').update(JSON.stringify(asked)).digest('hex') }

/** Throws `request_key_reused` when the key was used for a different request. */
export function requireSameRequest(done: { digest: string }, requestKey: RequestKey): void {
  if (done.digest !== requestKey.digest) throw otherRequest(requestKey)
}

export const otherRequest = ({ key }: RequestKey): Refusal =>
  new Refusal(
    'request_key_reused',
    `Idempotency-Key ${key} was used for another request; use a new key for a new request.`,
  )
