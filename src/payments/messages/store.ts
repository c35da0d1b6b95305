// Which of the provider's messages have been taken, so that each is taken once.

import { sql } from 'kysely'
import { day, earlier } from '../../base/clock.ts'
import type { Db, Tx } from '../../db/db.ts'

/** Providers send a message again for some days. */
const keptMs = 30 * day

export type TakenMessage = { accountId: string; provider: string; messageId: string; kind: string }

/** Writes a message down; false when it was taken before. */
export async function insertMessage(tx: Tx, message: TakenMessage, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into provider_messages (account_id, provider, message_id, kind, received_at)
    values (${message.accountId}, ${message.provider}, ${message.messageId}, ${message.kind}, ${now})
    on conflict (account_id, provider, message_id) do nothing`.execute(tx)
  return numAffectedRows === 1n
}

/** Forgets messages that no provider sends again. Answers how many. */
export async function sweepOldMessages(db: Db, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from provider_messages where received_at < ${earlier(now, keptMs)}`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
