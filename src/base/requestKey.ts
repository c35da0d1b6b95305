// A request that its sender named, so that it may be sent again. What was done for it is kept with the name and a digest of
// what was asked: the same again is answered and not done again, and something else under the same name is refused.

import { createHash } from 'node:crypto'
import { Refusal } from './refusal.ts'

/** `digest` is SHA-256 in hexadecimal of what was asked for. */
export type RequestKey = { key: string; digest: string }

/** `asked` is plain data that says all of what is to be done, and nothing else. Null where the sender gave no name. */
export const requestKeyOf = (key: string | null, asked: unknown): RequestKey | null =>
  key === null ? null : { key, digest: createHash('sha256').update(JSON.stringify(asked)).digest('hex') }

/** Refuses with `request_key_reused` when what was done under that name is not what is asked for now. */
export function requireSameRequest(done: { digest: string }, { key, digest }: RequestKey): void {
  if (done.digest === digest) return
  throw new Refusal(
    'request_key_reused',
    `Idempotency-Key ${key} was used for another request; take a new one for a new request.`,
  )
}
