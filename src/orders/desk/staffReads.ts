// What the support staff sees of the orders of all accounts: how the service performs, what waits too long, and one
// order with everything that happened to it. Each number is counted over an index and up to a bound; numbers that hit
// their bound are marked.

import { sql } from 'kysely'
import { day, earlier, hour, instant, minute, utcDay } from '../../base/clock.ts'
import { sortableBound } from '../../base/ids.ts'
import { modes } from '../../base/mode.ts'
import type { Db } from '../../db/db.ts'
import { openChargeOf } from '../../payments/read.ts'
import { paidSales } from '../../payments/refundStore.ts'
import type { AlarmStep, JobStatus } from '../../printer/printer.ts'
import { type Status, statuses } from '../lifecycle.ts'
import { readTaxWait } from '../money/taxWaits.ts'
import { isUnpaid, unpaid } from '../money/unpaidOrders.ts'
import type { Order, OrderStep } from '../order.ts'
import { mayPrint } from '../printing/print.ts'
import { orderSteps } from '../read.ts'
import { holdMs } from '../schedule.ts'
import { findOrders } from '../store.ts'

const daysShown = 14
/** Those that ordered last. */
const mostAccounts = 1000
/** Over all accounts; more than anybody can read off a bar. */
const mostOrders = 100_000
const mostCounted = 10_000
const mostExamples = 5
const recentlyMs = 7 * day

/**
 * How long an order may stay in a status before somebody should look, counted from its arrival there, or from the daily
 * charge that it waits for.
 */
const patience = {
  RECEIVED: 15 * minute,
  VALIDATING: 30 * minute,
  VALID_AWAITING_PAYMENT: 2 * hour,
  VALID_HOLDING_BIN: holdMs + 30 * minute,
  PRINTING: 7 * day,
  CANCELLATION_REQUESTED: day,
  EXCEPTION: day,
} as const satisfies Partial<Record<Status, number>>
type Patient = keyof typeof patience

export type StaffOverview = {
  now: Date
  /** The last days in UTC, oldest first: production orders by current status, and what printers were given. */
  days: { day: string; counts: { status: Status; orders: number }[]; jobs: number; copies: number }[]
  waiting: {
    status: Status
    lateAfterMinutes: number
    late: number
    oldestSince: Date | null
    examples: { accountId: string; customerOrderId: string; since: Date }[]
  }[]
  /** How many there are of each, up to a bound. */
  counts: Counts
  capped: boolean
}

type Counts = {
  stopped: number
  alarms: number
  unknownCharges: number
  unconfirmedCharges: number
  unmadeRefunds: number
  approvals: number
  exemptions: number
  overdue: number
  untaxed: number
  heldPrinters: number
  failingPrinters: number
  contradictions: number
  unevenDays: number
  stuckMails: number
}

export async function readStaffOverview(db: Db, now: Date): Promise<StaffOverview> {
  const [byDay, waiting, counts] = await Promise.all([countByDay(db, now), readWaiting(db, now), readCounts(db, now)])
  const numbers = [...waiting.map(({ late }) => late), ...Object.values(counts)]
  return {
    now,
    days: byDay.days,
    waiting,
    counts,
    capped: byDay.capped || numbers.some(number => number >= mostCounted),
  }
}

/**
 * Order ids begin with their time, so the days are ranges of the index by status, which alone is read. Of the accounts
 * that are left out it is only asked whether one of them has ordered in these days.
 */
async function countByDay(db: Db, now: Date): Promise<Pick<StaffOverview, 'days' | 'capped'>> {
  const today = utcDay(now)
  const days = Array.from({ length: daysShown }, (_, i) => today.subtract({ days: daysShown - 1 - i }).toString())
  const bounds = days.map(date => sortableBound('ord', instant(`${date}T00:00:00Z`)))
  const accounts = sql`
    select account_id from order_limits where mode = 'production' order by last_received_at desc nulls last, account_id`
  const [orders, others, printed] = await Promise.all([
    sql<{ status: Status; bucket: number; orders: number }>`
      select status, width_bucket(order_id, ${bounds}::text[]) as bucket, count(*)::int as orders
      from (
        select s.status, o.order_id
        from (${accounts} limit ${mostAccounts}) a
        cross join unnest(${Object.keys(statuses)}::text[]) as s (status)
        -- One look by the index for each, whatever the planner thinks of the tables.
        cross join lateral (
          select order_id
          from orders
          where account_id = a.account_id and mode = 'production' and status = s.status and order_id >= ${bounds[0]}
          limit ${mostOrders}
        ) o
        limit ${mostOrders}
      ) counted
      group by 1, 2`.execute(db),
    sql<{ ordered: boolean }>`
      select exists (
        select
        from (${accounts} offset ${mostAccounts}) a
        cross join lateral (
          select 1
          from orders
          where account_id = a.account_id and mode = 'production' and order_id >= ${bounds[0]}
          limit 1
        ) o
      ) as ordered`.execute(db),
    sql<{ day: string; jobs: number; copies: number }>`
      select day::text, sum(jobs)::int as jobs, sum(copies)::int as copies
      from printer_days
      where day >= ${days[0]}::date
      group by day`.execute(db),
  ])
  const counted = orders.rows.reduce((sum, { orders }) => sum + orders, 0)
  const shown = days.map((date, i) => {
    const { jobs = 0, copies = 0 } = printed.rows.find(row => row.day === date) ?? {}
    const counts = orders.rows.filter(row => row.bucket === i + 1).map(({ status, orders }) => ({ status, orders }))
    return { day: date, counts, jobs, copies }
  })
  return { days: shown, capped: counted >= mostOrders || others.rows[0]!.ordered }
}

/**
 * What waits for people is in the index orders_waiting. What the service should have moved by itself is in orders_due,
 * whose first orders are looked at: one that waits for its tax, or that could not be moved on, becomes due again and
 * again, and is late all the same.
 */
async function readWaiting(db: Db, now: Date): Promise<StaffOverview['waiting']> {
  const waiting = Object.keys(patience) as Patient[]
  const befores = waiting.map(status => earlier(now, patience[status]).toISOString())
  const { rows } = await sql<{ status: Status; late: number; oldestSince: Date; examples: string }>`
    select
      status, count(*)::int as late, min(since) as "oldestSince",
      json_agg(
        json_build_object('accountId', account_id, 'customerOrderId', customer_order_id, 'since', since) order by place
      ) filter (where place <= ${mostExamples}) as examples
    from (
      select s.status, o.*, row_number() over (partition by s.status order by o.since) as place
      from unnest(${waiting}::text[], ${befores}::timestamptz[]) as s (status, before)
      cross join lateral (
        (
          select account_id, customer_order_id, updated_at as since
          from orders
          where status = s.status and status in ('PRINTING', 'CANCELLATION_REQUESTED', 'EXCEPTION')
            and updated_at <= s.before and mode = 'production'
          order by updated_at
          limit ${mostCounted}
        )
        union all
        (
          select account_id, customer_order_id, updated_at as since
          from (
            select account_id, customer_order_id, updated_at
            from orders
            where status = s.status and status in ('RECEIVED', 'VALIDATING', 'VALID_HOLDING_BIN')
              and due_at is not null and mode = 'production'
            order by due_at
            limit ${mostCounted}
          ) next
          where updated_at <= s.before
        )
        union all
        (
          select account_id, customer_order_id, due_at as since
          from orders
          where status = s.status and status = 'VALID_AWAITING_PAYMENT' and due_at <= s.before and mode = 'production'
          order by due_at
          limit ${mostCounted}
        )
      ) o
    ) late
    group by status`.execute(db)
  return waiting.map(status => {
    const found = rows.find(row => row.status === status)
    return {
      status,
      lateAfterMinutes: patience[status] / minute,
      late: found?.late ?? 0,
      oldestSince: found?.oldestSince ?? null,
      examples: examplesOf(found?.examples ?? '[]'),
    }
  })
}

type Example = StaffOverview['waiting'][number]['examples'][number]

const examplesOf = (json: string): Example[] =>
  (JSON.parse(json) as (Omit<Example, 'since'> & { since: string })[]).map(one => ({
    ...one,
    since: instant(one.since),
  }))

async function readCounts(db: Db, now: Date): Promise<Counts> {
  const since = earlier(now, recentlyMs)
  const { rows } = await sql<Counts>`
    select
      (
        select count(*)::int from (
          select from orders where status = 'EXCEPTION' and mode = 'production' limit ${mostCounted}
        ) c
      ) as stopped,
      (select count(*)::int from (select from print_jobs where alarm is not null limit ${mostCounted}) c) as alarms,
      (select count(*)::int from (select from charges where status = 'unknown' limit ${mostCounted}) c) as "unknownCharges",
      (select count(*)::int from (select from charges where status = 'requires_action' limit ${mostCounted}) c)
        as "unconfirmedCharges",
      (
        select count(*)::int from (
          select from refunds where status = 'pending' and problem is not null limit ${mostCounted}
        ) c
      ) as "unmadeRefunds",
      (select count(*)::int from (select from approvals where status = 'open' limit ${mostCounted}) c) as approvals,
      (select count(*)::int from (select from exemptions where status = 'submitted' limit ${mostCounted}) c) as exemptions,
      (
        select count(*)::int from (
          select from orders o where ${unpaid} and o.due_at is null limit ${mostCounted}
        ) c
      ) as overdue,
      (
        select count(*)::int from (
          select from tax_waits where since <= ${earlier(now, patience.VALIDATING)} limit ${mostCounted}
        ) c
      ) as untaxed,
      (select count(*)::int from printer_states where held_at is not null) as "heldPrinters",
      (select count(*)::int from printer_states where failing_since is not null) as "failingPrinters",
      (
        select count(*)::int from (
          select from printer_messages
          where verdict = 'contradicts' and record_id >= ${sortableBound('pmg', since)}
          limit ${mostCounted}
        ) c
      ) as contradictions,
      (
        select count(*)::int from reconciliations
        where day >= ${since.toISOString().slice(0, 10)}::date and json_array_length(differences) > 0
      ) as "unevenDays",
      (
        select count(*)::int from (
          select from emails
          where next_attempt_at is not null and created_at <= ${earlier(now, hour)}
          limit ${mostCounted}
        ) c
      ) as "stuckMails"`.execute(db)
  return rows[0]!
}

export const orderActs = ['resume', 'revalidate', 'abandon', 'reprint', 'refund', 'forget'] as const
type Act = (typeof orderActs)[number]

type StaffJob = {
  jobId: string
  attempt: number
  printer: string
  status: JobStatus
  cancellationRequested: boolean
  problem: string | null
  enterprise: boolean
  alarm: AlarmStep | null
  dueDate: string | null
  createdAt: Date
  updatedAt: Date
}

export const unpaidReasons = ['unknown', 'requires_action', 'no_longer_charged'] as const
type UnpaidBy = (typeof unpaidReasons)[number]

/** `acts` is what the staff can do with it now. Money is null for an order without a payment. */
export type StaffOrder = {
  order: Order
  steps: OrderStep[]
  jobs: StaffJob[]
  acts: Act[]
  money: { chargeId: string; paidCents: number; refundedCents: number } | null
  /** It waits for a tax quote. */
  taxWait: { since: Date; cause: string } | null
  /** Why the next daily charge does not take an unpaid order. */
  unpaidBy: UnpaidBy | null
}

/** Identifiers are unique across both modes. */
export async function findInAnyMode(
  db: Db,
  { accountId, customerOrderId }: { accountId: string; customerOrderId: string },
): Promise<Order | undefined> {
  const anyMode = modes.map(mode => ({ accountId, mode, customerOrderId }))
  const [order] = await findOrders(db, anyMode)
  return order
}

/** An order of any mode; undefined when the account has none with that identifier. */
export async function readStaffOrder(
  db: Db,
  { accountId, customerOrderId }: { accountId: string; customerOrderId: string },
): Promise<StaffOrder | undefined> {
  const order = await findInAnyMode(db, { accountId, customerOrderId })
  if (order === undefined) return undefined
  const { mode, orderId } = order
  const [steps, { rows: jobs }, [sale], taxWait, openCharge] = await Promise.all([
    orderSteps(db, order),
    sql<StaffJob>`
      select
        job_id as "jobId", attempt, printer, status, cancellation_requested as "cancellationRequested", enterprise, problem,
        alarm, due_date::text as "dueDate", created_at as "createdAt", updated_at as "updatedAt"
      from print_jobs
      where account_id = ${accountId} and mode = ${mode} and order_id = ${orderId}
      order by attempt desc`.execute(db),
    mode === 'production' ? paidSales(db, [order]) : [],
    readTaxWait(db, order),
    mode === 'production' ? openChargeOf(db, order) : null,
  ])
  const money =
    sale === undefined
      ? null
      : { chargeId: sale.chargeId, paidCents: sale.amountCents, refundedCents: sale.refundedCents }
  const unpaidBy = isUnpaid(order) ? (openCharge ?? (order.dueAt === null ? 'no_longer_charged' : null)) : null
  return { order, steps, jobs, acts: actsOn(order, { hasJob: jobs.length > 0, money }), money, taxWait, unpaidBy }
}

function actsOn(order: Order, { hasJob, money }: { hasJob: boolean; money: StaffOrder['money'] }): Act[] {
  const acts: Act[] = []
  if (order.status === 'EXCEPTION') {
    if (hasJob && mayPrint(order)) acts.push('resume')
    acts.push('revalidate', 'abandon')
  }
  const isForgotten = order.recipientForgottenAt !== null
  if (order.status === 'SHIPPED' && !isForgotten) acts.push('reprint')
  if (money !== null && money.refundedCents < money.paidCents) acts.push('refund')
  if (statuses[order.status].final && !isForgotten) acts.push('forget')
  return acts
}
