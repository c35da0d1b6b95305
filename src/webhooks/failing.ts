// Webhooks that do not arrive: a program cannot notice that they are missing, so a person is notified before they are
// given up.

import { sql } from 'kysely'
import { day, earlier } from '../base/clock.ts'
import type { Tx } from '../db/db.ts'
import { addressOf } from './deliveryStore.ts'

/** How often an account is notified. */
const alarmEveryMs = day

/** The failing webhooks of an account among which the oldest event and the newest attempt are searched. */
const maxSearched = 1000

export type FailingWebhooks = {
  accountId: string
  /** When the oldest of their events happened. */
  since: Date
  /** The attempt that failed last. */
  url: string
  at: Date
  responseStatus: number | null
  failure: string
}

/**
 * Production deliveries `d` that failed four times, so for more than half an hour, and are still tried. The index of
 * that name has only these deliveries.
 */
const isFailing = sql`d.status = 'pending' and d.attempts >= 4 and d.mode = 'production'`

/** Raises an alarm for each account whose webhooks failed since its last alarm, at most once a day. */
export async function claimFailingWebhooks(tx: Tx, now: Date): Promise<FailingWebhooks[]> {
  const accountIds = await accountsWithFailing(tx)
  if (accountIds.length === 0) return []
  const { rows } = await sql<FailingWebhooks>`
    with found as (
      select failing.account_id, last.*
      from unnest(${accountIds}::text[]) as failing (account_id)
      left join webhook_alarms alarm using (account_id)
      cross join lateral (
        select (min(d.created_at) over ()) as since, ${addressOf(sql`true`)} as url, a.at, a.response_status, a.failure
        from (
          select * from webhook_deliveries d where ${isFailing} and d.account_id = failing.account_id limit ${maxSearched}
        ) d
        join webhook_attempts a
          on a.account_id = d.account_id and a.mode = d.mode and a.order_id = d.order_id and a.sequence = d.sequence
            and a.endpoint_id = d.endpoint_id and a.attempt = d.attempts
        join orders o on o.account_id = d.account_id and o.mode = d.mode and o.order_id = d.order_id
        where a.at > coalesce(alarm.raised_at, '-infinity')
        order by a.at desc
        limit 1
      ) last
      where alarm.raised_at is null or alarm.raised_at <= ${earlier(now, alarmEveryMs)}
    ), raised as (
      insert into webhook_alarms as alarm (account_id, raised_at)
      select account_id, ${now} from found order by account_id
      on conflict (account_id) do update set raised_at = excluded.raised_at
      where alarm.raised_at <= ${earlier(now, alarmEveryMs)}
      returning account_id
    )
    select found.account_id as "accountId", since, url, at, response_status as "responseStatus", failure
    from found
    join raised using (account_id)`.execute(tx)
  return rows
}

/** Goes from account to account in the index, however many webhooks of each account fail. */
async function accountsWithFailing(tx: Tx): Promise<string[]> {
  const accountIds: string[] = []
  for (;;) {
    const { rows } = await sql<{ next: string | null }>`
      select min(account_id) as next
      from webhook_deliveries d
      where ${isFailing} and d.account_id > ${accountIds.at(-1) ?? ''}`.execute(tx)
    const { next } = rows[0]!
    if (next === null) return accountIds
    accountIds.push(next)
  }
}
