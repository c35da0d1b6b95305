// A code of an authenticator app works once (RFC 6238, 5.2). better-auth verifies codes but does not store them, so a
// stolen code could be used for a minute. The time step of the newest used code is stored for each person, and codes of
// this step and of earlier steps are refused.

import { createHmac } from 'node:crypto'
import { type SecretConfig, symmetricDecrypt } from 'better-auth/crypto'
import { sql } from 'kysely'
import type { Db } from '../../db/db.ts'

const stepMs = 30_000
/** One step back and one step ahead, as in better-auth, and one more step that may have passed since its check. */
const allowedOffsets = [1, 0, -1, -2]

type UsedCode = { userId: string; code: string; secretConfig: string | SecretConfig; now: Date }

/** False when the code was used before. better-auth must have verified the code. */
export async function useCode(db: Db, { userId, code, secretConfig, now }: UsedCode): Promise<boolean> {
  const { rows } = await sql<{ secret: string }>`
    select secret from two_factors where user_id = ${userId}`.execute(db)
  if (rows[0] === undefined) return false
  const secret = await symmetricDecrypt({ key: secretConfig, data: rows[0].secret })
  const current = Math.floor(now.getTime() / stepMs)
  const step = allowedOffsets.map(offset => current + offset).find(candidate => codeOf(secret, candidate) === code)
  if (step === undefined) return false
  const claimed = await sql`
    update two_factors
    set last_step = ${step}
    where user_id = ${userId} and (last_step is null or last_step < ${step})
    returning id`.execute(db)
  return claimed.rows.length > 0
}

/** RFC 4226: HMAC-SHA-1 of the counter, truncated to six digits. */
function codeOf(secret: string, counter: number): string {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(counter))
  const digest = createHmac('sha1', secret).update(bytes).digest()
  const offset = digest.at(-1)! & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
