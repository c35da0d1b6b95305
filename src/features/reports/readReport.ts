// A report: the sums of a period of whole UTC days, and of the period before it. Whole months are read as months, and
// the last hour, which is not counted yet, from the steps of orders. So the cost of a report does not grow with the
// orders of its period.

import { type RawBuilder, sql } from 'kysely'
import { earlier, hour, utcDay } from '../../base/clock.ts'
import type { Mode } from '../../base/mode.ts'
import { operatorAccount } from '../../base/operator.ts'
import type { Db } from '../../db/db.ts'
import { bool, date, rowsOf, text } from '../../db/rows.ts'
import { type Fact, facts, factsOf } from './facts.ts'

/** From the first day until before the second. */
export type Days = { from: Temporal.PlainDate; before: Temporal.PlainDate }

/** `accountId` null: of all accounts. `printers` null: of all printers, with facts that have no printer. */
export type ReportScope = { mode: Mode; accountId: string | null; printers: readonly string[] | null }

/** A longer period is shown by months. */
export const maxShownDays = 92
/** Counted while the report is read; normally an hour is left. */
const maxUncountedMs = 6 * hour
/** The books with the most copies. */
export const maxBooks = 200
/** The accounts with the highest prices. */
export const maxCustomers = 100

type Amounts = { orders: number; copies: number; cents: number; taxCents: number; ms: number; costCents: number }

/** The sum of a fact with a detail and a printer in one of the two periods. `detail` null: all other books. */
export type Sum = Amounts & { isBefore: boolean; fact: Fact; printer: string; detail: string | null }
/** The sum of a fact on a day or in a month of the period. */
export type StepSum = Amounts & { startsOn: string; fact: Fact; detail: string }

/** The sum of a fact of one account. */
export type CustomerSum = Amounts & { accountId: string; name: string; fact: Fact; detail: string }

export type ReportSums = {
  days: Days
  daysBefore: Days
  /** Of `steps`. */
  interval: 'day' | 'month'
  /** Later facts are missing: the background work is behind. Never after the time of the reading. */
  countedUntil: Date | null
  sums: Sum[]
  steps: StepSum[]
}

const allFacts = Object.keys(facts) as Fact[]
const bookFacts = allFacts.filter(fact => fact.startsWith('book_'))
const otherFacts = allFacts.filter(fact => !bookFacts.includes(fact))

export async function readReportSums(db: Db, scope: ReportScope, days: Days, now: Date): Promise<ReportSums> {
  const daysBefore = periodBefore(days)
  const interval = lengthOf(days) <= maxShownDays ? 'day' : 'month'
  const ranges = [
    ...rangesOf(days, { isBefore: false, facts: otherFacts, inDays: interval === 'day' }),
    ...rangesOf(days, { isBefore: false, facts: bookFacts, inDays: false }),
    ...rangesOf(daysBefore, { isBefore: true, facts: allFacts, inDays: false }),
  ]
  const rows = await readRows(db, scope, { days, daysBefore, ranges, interval, now })
  const [progress] = rows.filter(({ kind }) => kind === 'progress')
  return {
    days,
    daysBefore,
    interval,
    countedUntil: progress?.countedUntil ?? null,
    sums: rows.filter(({ kind }) => kind === 'sum'),
    steps: rows.filter(({ kind }) => kind === 'step'),
  }
}

/** As many whole months if the period is whole months, and otherwise as many days. */
export function periodBefore({ from, before }: Days): Days {
  const isMonths = from.day === 1 && before.day === 1
  const { months } = from.until(before, { largestUnit: 'months' })
  return {
    from: isMonths ? from.subtract({ months }) : from.subtract({ days: lengthOf({ from, before }) }),
    before: from,
  }
}

const lengthOf = ({ from, before }: Days): number => from.until(before, { largestUnit: 'days' }).days

type SumRange = { isBefore: boolean; fact: Fact; span: 'day' | 'month'; from: string; before: string }

/** The days and whole months that a period consists of, for each fact. */
function rangesOf(
  { from, before }: Days,
  { isBefore, facts, inDays }: { isBefore: boolean; facts: readonly Fact[]; inDays: boolean },
): SumRange[] {
  const firstMonth = from.day === 1 ? from : from.add({ months: 1 }).with({ day: 1 })
  const endOfMonths = before.with({ day: 1 })
  const hasMonths = !inDays && Temporal.PlainDate.compare(firstMonth, endOfMonths) < 0
  const spans = hasMonths
    ? [
        { span: 'day' as const, from, before: firstMonth },
        { span: 'month' as const, from: firstMonth, before: endOfMonths },
        { span: 'day' as const, from: endOfMonths, before },
      ]
    : [{ span: 'day' as const, from, before }]
  return facts.flatMap(fact =>
    spans.map(({ span, from, before }) => ({
      isBefore,
      fact,
      span,
      from: from.toString(),
      before: before.toString(),
    })),
  )
}

/** The limit of an account at the end of each day, of its days until today. All accounts together have none. */
const limitsOf = (
  { accountId, mode }: { accountId: string; mode: Mode },
  { periods, now }: { periods: RawBuilder<unknown>; now: Date },
) => sql`
      select is_before, 'limit', days_from + n, '', '', l.orders_per_24h, 0, 0, 0, 0, 0
      from ${periods}
      cross join lateral generate_series(0, least(days_before, ${utcDay(now).toString()}::date + 1) - days_from - 1) n
      cross join lateral (
        select orders_per_24h
        from limit_changes
        where account_id = ${accountId} and mode = ${mode}
          and at < (days_from + n + 1)::timestamp at time zone 'UTC'
        order by at desc
        limit 1
      ) l`

type Row = Sum & StepSum & { kind: 'progress' | 'sum' | 'step'; countedUntil: Date | null }

/** In one statement, so that no step is counted twice or missed while it moves to the sums. */
async function readRows(
  db: Db,
  { mode, accountId, printers }: ReportScope,
  period: { days: Days; daysBefore: Days; ranges: SumRange[]; interval: 'day' | 'month'; now: Date },
): Promise<Row[]> {
  const { days, daysBefore, ranges, interval, now } = period
  const account = accountId ?? operatorAccount
  const periods = sql`(
        values
          (false, ${days.from.toString()}::date, ${days.before.toString()}::date),
          (true, ${daysBefore.from.toString()}::date, ${daysBefore.before.toString()}::date)
      ) as p (is_before, days_from, days_before)`
  const ofPrinter = printers === null ? sql`true` : sql`printer = any(${[...printers]}::text[])`
  const { from } = rowsOf(ranges, 'r', {
    isBefore: bool(r => r.isBefore),
    fact: text(r => r.fact),
    span: text(r => r.span),
    startsFrom: date(r => r.from),
    startsBefore: date(r => r.before),
  })
  const { rows } = await sql<Row>`
    with ${uncounted(mode, accountId, now)}, found as materialized (
      select r.is_before, s.fact, s.starts_on, s.printer, s.detail, s.orders, s.copies, s.cents, s.tax_cents, s.ms,
        s.cost_cents
      from ${from}
      cross join lateral (
        select *
        from report_sums
        where account_id = ${account} and mode = ${mode} and span = r.span and fact = r.fact
          and starts_on >= r.starts_from and starts_on < r.starts_before and ${ofPrinter}
        offset 0
      ) s
      union all
      select p.is_before, fact, day, printer, detail, orders, copies, cents, tax_cents, ms, cost_cents
      from uncounted
      join ${periods} on day >= days_from and day < days_before
      where account_id = ${account} and ${ofPrinter}
      ${accountId === null ? sql`` : sql`union all ${limitsOf({ accountId, mode }, { periods, now })}`}
    ), top_books as materialized (
      select detail
      from found
      where fact = ${printers === null ? 'book_ordered' : 'book_shipped'} and not is_before
      group by detail
      order by sum(copies) desc, detail
      limit ${maxBooks}
    ), listed as (
      select is_before, fact, printer, orders, copies, cents, tax_cents, ms, cost_cents,
        case when fact <> all(${bookFacts}::text[]) or detail in (select detail from top_books) then detail end as detail
      from found
    )
    select 'sum' as kind, null as "startsOn", is_before as "isBefore", fact, printer, detail, ${sums},
      null::timestamptz as "countedUntil"
    from listed
    group by is_before, fact, printer, detail
    union all
    select 'step', to_char(date_trunc(${interval}, starts_on), 'YYYY-MM-DD'), null, fact, null,
      case when fact in ('placed', 'promised', 'delivered', 'webhook') then detail else '' end, ${sums}, null
    from found
    where not is_before and fact <> all(${bookFacts}::text[])
    group by 2, 4, 6
    union all
    select 'progress', null, null, null, null, null, 0, 0, 0, 0, 0, 0,
      case when is_recent then ${now} else counted_at end
    from progress`.execute(db)
  return rows
}

const customerFacts: readonly Fact[] = ['charged', 'refunded', 'priced', 'shipped', 'margin']

/** The sums of the accounts with the highest prices in a period, these first. Each sum is an index lookup. */
export async function readCustomers(db: Db, { mode }: Pick<ReportScope, 'mode'>, days: Days, now: Date) {
  const ranges = rangesOf(days, { isBefore: false, facts: customerFacts, inDays: false })
  const { from } = rowsOf(ranges, 'r', {
    fact: text(r => r.fact),
    span: text(r => r.span),
    startsFrom: date(r => r.from),
    startsBefore: date(r => r.before),
  })
  const { rows } = await sql<CustomerSum>`
    with ${uncounted(mode, null, now)}, found as (
      select s.account_id, s.fact, s.orders, s.copies, s.cents, s.tax_cents, s.ms, s.cost_cents
      from accounts a
      cross join ${from}
      cross join lateral (
        select *
        from report_sums
        where account_id = a.account_id and mode = ${mode} and span = r.span and fact = r.fact
          and starts_on >= r.starts_from and starts_on < r.starts_before
        offset 0
      ) s
      union all
      select account_id, fact, orders, copies, cents, tax_cents, ms, cost_cents
      from uncounted
      where account_id <> ${operatorAccount} and fact = any(${customerFacts}::text[])
        and day >= ${days.from.toString()}::date and day < ${days.before.toString()}::date
    ), sums as materialized (
      select account_id, fact, ${sums} from found group by account_id, fact
    ), ranked as (
      select account_id, coalesce(sum(cents) filter (where fact = any(array['charged', 'priced'])), 0) as price
      from sums
      group by account_id
      order by price desc, account_id
      limit ${maxCustomers}
    )
    select s.account_id as "accountId", a.name, s.fact, '' as detail, s.orders, s.copies, s.cents, s."taxCents", s.ms,
      s."costCents"
    from ranked
    join sums s using (account_id)
    join accounts a using (account_id)
    order by ranked.price desc, s.account_id`.execute(db)
  return rows
}

const sums = sql`
    sum(orders)::bigint as orders, sum(copies)::bigint as copies, sum(cents)::bigint as cents,
    sum(tax_cents)::bigint as "taxCents", sum(ms)::bigint as ms, sum(cost_cents)::bigint as "costCents"`

/** `progress`, and the facts of the last hour, `uncounted`. */
const uncounted = (mode: Mode, accountId: string | null, now: Date) => sql`
    progress as materialized (
      select counted_below, counted_at, counted_at > ${earlier(now, maxUncountedMs)} as is_recent
      from report_progress
      where name = 'sums'
    ), uncounted as (
      ${factsOf({
        from: sql`(select counted_below from progress where is_recent)`,
        before: sql`${Number.MAX_SAFE_INTEGER}::bigint`,
        accounts: accountId === null ? sql`a.mode = ${mode}` : sql`a.account_id = ${accountId} and a.mode = ${mode}`,
      })}
    )`
