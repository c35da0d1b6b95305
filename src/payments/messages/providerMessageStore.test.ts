import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { freshPglite } from '../../../test/support/database.ts'
import { day, earlier, instant } from '../../base/clock.ts'
import { deleteOldMessages } from './providerMessageStore.ts'

it("a provider's old messages are deleted in batches, and recent messages are kept", async t => {
  const database = await freshPglite()
  t.after(() => database.close())
  const now = instant('2026-03-02T12:00:00Z')
  const received = async (messages: number, daysAgo: number) =>
    sql`
      insert into provider_messages (account_id, provider, message_id, kind, received_at)
      select 'acc_1', 'stripe', ${daysAgo} || '-' || n, 'charge', ${earlier(now, daysAgo * day)}
      from generate_series(1, ${messages}::int) n`.execute(database.db)
  await received(1200, 31)
  await received(10, 29)
  const sweep = () => deleteOldMessages(database.db, now)
  assert.deepEqual([await sweep(), await sweep(), await sweep()], [500, 500, 200])
})
