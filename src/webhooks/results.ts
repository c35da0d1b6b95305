// The results of webhooks about orders, for reports. A webhook arrived at the first attempt, arrived later, or failed,
// and a webhook that failed may still arrive when it is sent again. Attempts never change, so the changes of results in
// a period are always the same, for every reader at any time.

import { type RawBuilder, sql } from 'kysely'
import { deliveryTables } from './deliveryStore.ts'
import { isSameKey } from './outbox.ts'
import { endpointOff, maxAttempts } from './retry.ts'

/** All attempts before one that is counted must still be stored: they are deleted after thirty days. */
const countedDays = 28

const { primaryKey } = deliveryTables

/**
 * Rows of `account_id, mode, day, result, deliveries`: how the attempts of a period, until before its end, changed the
 * number of webhooks with a result. `day` is the day of the event.
 */
export const resultChanges = ({ from, until }: { from: Date; until: Date }): RawBuilder<unknown> => sql`
    select account_id, mode, ${eventDay} as day, 'first_try' as result, 1 as deliveries
    from webhook_deliveries as d
    where attempted_at >= ${from} and attempted_at < ${until}
    union all
    select a.account_id, a.mode, ${eventDay}, change.result, change.deliveries
    from webhook_attempts as a
    -- By key, whatever the planner's statistics say.
    cross join lateral (
      select created_at, attempted_at from webhook_deliveries as d where ${isSameKey(primaryKey, 'd', 'a')} offset 0
    ) as d
    cross join lateral (
      select coalesce(bool_or(e.failure is null), false) as has_arrived,
        coalesce(bool_or(${isGone('e')}), false) or count(*) >= ${maxAttempts} as has_failed,
        ${isGone('a')} or count(*) + 1 >= ${maxAttempts} as is_last
      from webhook_attempts as e
      where ${isSameKey(primaryKey, 'e', 'a')} and e.attempt < a.attempt
    ) as earlier
    cross join lateral (
      select 'later' as result, 1 as deliveries where a.failure is null
      union all
      select 'failed', -1 where a.failure is null and has_failed
      union all
      select 'failed', 1 where a.failure is not null and is_last and not has_failed
    ) as change
    where a.at >= ${from} and a.at < ${until} and a.at < d.created_at + ${countedDays}::int * interval '1 day'
      and d.attempted_at is null and not has_arrived`

const eventDay = sql`(d.created_at at time zone 'UTC')::date`

/** The receiver wants no more, or the endpoint is off (retry.ts). */
const isGone = (attempt: 'a' | 'e') =>
  sql`coalesce(${sql.ref(`${attempt}.response_status`)} = 410 or ${sql.ref(`${attempt}.failure`)} = ${endpointOff}, false)`
