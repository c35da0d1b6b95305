// Which of the provider's messages have been processed, so that each is processed once.

import { sql } from 'kysely'
import { day, earlier } from '../../base/clock.ts'
import type { Db, Tx } from '../../db/db.ts'

/** Providers repeat a message for some days. */
const keptMs = 30 * day

export type TakenMessage = { accountId: string; provider: string; messageId: string; kind: string }

/** Records a message; false when it was recorded before. */
export async function insertMessage(tx: Tx, message: TakenMessage, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into provider_messages (account_id, provider, message_id, kind, received_at)
    values (${message.accountId}, ${message.provider}, ${message.messageId}, ${message.kind}, ${now})
    on conflict (account_id, provider, message_id) do nothing`.execute(tx)
  return numAffectedRows === 1n
}

/** Deletes messages that no provider will repeat. Returns how many. */
export async function sweepOldMessages(db: Db, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from provider_messages where received_at < ${earlier(now, keptMs)}`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
