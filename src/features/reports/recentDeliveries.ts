// How many recent orders to a state arrived by the promised dates, from the sums of reports: beside an estimate.

import { sql } from 'kysely'
import { utcDay } from '../../base/clock.ts'
import { operatorAccount } from '../../base/operator.ts'
import type { Db } from '../../db/db.ts'
import { placeOf, type Region } from '../../shipping/destination.ts'
import type { Fact } from './facts.ts'

/** Older deliveries say little about the carriers of today. */
const maxMonths = 6
/** A share of fewer orders would be chance. */
const minOrders = 20
const fact: Fact = 'delivered_to'

/** `inTimeShare`: from 0 to 1, by the last of the dates promised at the hand-over. */
export type RecentDeliveries = { orders: number; inTimeShare: number }

/** By shipping class, of all accounts; a class with few deliveries is missing. */
export async function readRecentDeliveries(
  db: Db,
  { region, classes, now }: { region: Region; classes: readonly string[]; now: Date },
): Promise<Map<string, RecentDeliveries>> {
  const place = placeOf(region)
  // Carriers name a territory as a country, or as a state.
  const places = place.includes('-') ? [place] : [place, `US-${place}`]
  const details = classes.flatMap(name =>
    places.flatMap(to => ['early', 'on_time', 'late'].map(result => `${name} ${to} ${result}`)),
  )
  const since = utcDay(now)
    .with({ day: 1 })
    .subtract({ months: maxMonths - 1 })
    .toString()
  const { rows } = await sql<{ name: string; orders: number; inTime: number }>`
    select split_part(detail, ' ', 1) as name, sum(orders)::int as orders,
      coalesce(sum(orders) filter (where detail not like '% late'), 0)::int as "inTime"
    from report_sums
    where account_id = ${operatorAccount} and mode = 'production' and span = 'month' and fact = ${fact}
      and starts_on >= ${since}::date and detail = any(${details}::text[])
    group by 1
    having sum(orders) >= ${minOrders}`.execute(db)
  return new Map(rows.map(({ name, orders, inTime }) => [name, { orders, inTimeShare: inTime / orders }]))
}
