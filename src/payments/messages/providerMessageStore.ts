// The provider's messages that have been processed. Each is processed once.

import { sql } from 'kysely'
import { day, earlier } from '../../base/clock.ts'
import type { Db, Tx } from '../../db/db.ts'
import { deleteBatch } from '../../db/deleteBatch.ts'

/** Providers repeat a message for some days. */
const retentionMs = 30 * day

export type NewProviderMessage = { accountId: string; provider: string; messageId: string; kind: string }

/** Records a message; false when it was recorded before. */
export async function insertMessage(tx: Tx, message: NewProviderMessage, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into provider_messages (account_id, provider, message_id, kind, received_at)
    values (${message.accountId}, ${message.provider}, ${message.messageId}, ${message.kind}, ${now})
    on conflict (account_id, provider, message_id) do nothing`.execute(tx)
  return numAffectedRows === 1n
}

/**
 * Deletes a batch of messages that no provider will repeat; returns how many. After a month with as many messages as
 * orders, a single statement would hold its locks for minutes.
 */
export const deleteOldMessages = (db: Db, now: Date): Promise<number> =>
  deleteBatch(db, 'provider_messages', sql`received_at < ${earlier(now, retentionMs)} order by received_at`)
