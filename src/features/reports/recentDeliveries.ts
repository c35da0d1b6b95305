// How many recent orders to a state arrived by the promised dates, from the sums of reports: beside an estimate. The
// figures are coarse, and of several accounts, so that no account learns how much another one ships.

import { sql } from 'kysely'
import { utcDay } from '../../base/clock.ts'
import { operatorAccount } from '../../base/operator.ts'
import type { Db } from '../../db/db.ts'
import { placeOf, type Region } from '../../shipping/destination.ts'

/** Older deliveries say little about the carriers of today. */
const maxMonths = 6
/** A share of fewer orders would be chance. */
const minOrders = 20
/** And none has more than half of the orders. */
const minAccounts = 3

/** At least so many. `inTimeShare`: from 0 to 1, by the last of the dates promised at the hand-over. */
export type RecentDeliveries = { orders: number; inTimeShare: number }

/** By shipping class, of all accounts; a class with few deliveries is missing. */
export async function readRecentDeliveries(
  db: Db,
  { region, classes, now }: { region: Region; classes: readonly string[]; now: Date },
): Promise<Map<string, RecentDeliveries>> {
  const place = placeOf(region)
  // Carriers name a territory as a country, as a state, or as both.
  const places = place.includes('-') ? [place] : [place, `US-${place}`, `${place}-${place}`]
  const details = classes.flatMap(name =>
    places.flatMap(to => ['early', 'on_time', 'late'].map(result => `${name} ${to} ${result}`)),
  )
  const since = utcDay(now)
    .with({ day: 1 })
    .subtract({ months: maxMonths - 1 })
    .toString()
  const { rows } = await sql<{ name: string; orders: number; inTime: number }>`
    select name, sum(orders)::int as orders, sum(in_time)::int as "inTime"
    from (
      select split_part(detail, ' ', 1) as name, sum(orders) as orders,
        coalesce(sum(orders) filter (where detail not like '% late'), 0) as in_time
      from report_sums
      where mode = 'production' and span = 'month' and fact = 'delivered_to' and account_id <> ${operatorAccount}
        and starts_on >= ${since}::date and detail = any(${details}::text[])
      group by 1, account_id
    ) of_accounts
    group by name
    having sum(orders) >= ${minOrders} and count(*) >= ${minAccounts} and 2 * max(orders) <= sum(orders)`.execute(db)
  return new Map(rows.map(({ name, orders, inTime }) => [name, coarse(orders, inTime)]))
}

/** Rounded down to 20, 50, 100, 200 and so on, and the share to five hundredths. */
function coarse(orders: number, inTime: number): RecentDeliveries {
  const power = 10 ** Math.floor(Math.log10(orders))
  const step = [5, 2, 1].find(one => one * power <= orders)!
  return { orders: step * power, inTimeShare: Math.floor((20 * inTime) / orders) / 20 }
}
