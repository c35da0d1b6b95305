// The staff's view of the orders of all accounts: an overview, orders that wait too long, and an order with its
// history. Each number is counted over an index and up to a bound.

import { sql } from 'kysely'
import { readWords, type Words } from '../../../languages/texts.ts'
import { needsReplacement } from '../../accounts/exemptions/expiringExemptions.ts'
import { day, earlier, hour, instant, minute, utcDay } from '../../base/clock.ts'
import { sortableBound } from '../../base/secrets/ids.ts'
import type { Db, Tx } from '../../db/db.ts'
import { hasNotMoved } from '../../db/movedAccounts.ts'
import { rowsOf, text, timestamp } from '../../db/rows.ts'
import { allStatuses, edgeOf, type Status, statuses } from '../../orders/lifecycle.ts'
import type { Order, OrderStep } from '../../orders/order.ts'
import { holdingBinMs } from '../../orders/schedule.ts'
import { listSteps } from '../../orders/view/readOrders.ts'
import { readOpenChargeStatus } from '../../payments/chargeQueries.ts'
import { type DisputeView, listDisputesOfOrder } from '../../payments/disputes/disputeStore.ts'
import { readPaidSales } from '../../payments/refundStore.ts'
import type { AlarmStep, JobStatus } from '../../printer/printer.ts'
import { readTaxWait } from '../money/taxWaits.ts'
import { isUnpaid, unpaid } from '../money/unpaidOrders.ts'
import { mayPrint } from '../printing/handOver.ts'
import { readSales } from './morning.ts'

const daysShown = 14
/** Jobs that come on a weekend or after the cut-off are planned for a later day. */
const daysAhead = 4
/** The accounts that ordered last. */
const maxAccounts = 1000
/** The orders counted over all accounts. */
const maxOrders = 100_000
const maxCounted = 10_000
const maxExamples = 5
const recentMs = 7 * day

/** How long an order may stay in a status before it is late, from its arrival there or from its daily charge. */
const maxWaitMs = {
  RECEIVED: 15 * minute,
  VALIDATING: 30 * minute,
  VALID_AWAITING_PAYMENT: 2 * hour,
  VALID_HOLDING_BIN: holdingBinMs + 30 * minute,
  PRINTING: 7 * day,
  CANCELLATION_REQUESTED: day,
  EXCEPTION: day,
} as const satisfies Partial<Record<Status, number>>
type WaitingStatus = keyof typeof maxWaitMs

export type StaffOverview = {
  now: Date
  /** The last days in UTC, oldest first: production orders by current status. */
  days: { day: string; counts: { status: Status; orders: number }[] }[]
  /** The jobs of printers by the day that they are planned for: the last days, and the next ones. */
  work: { day: string; jobs: number; copies: number }[]
  waiting: {
    status: Status
    lateAfterMinutes: number
    late: number
    oldestSince: Date | null
    examples: { accountId: string; customerOrderId: string; since: Date }[]
  }[]
  /** Each count stops at a bound. */
  counts: Counts
  sales: Awaited<ReturnType<typeof readSales>>
  capped: boolean
}

export type Counts = {
  stopped: number
  alarms: number
  returned: number
  quotes: number
  unknownCharges: number
  unconfirmedCharges: number
  unmadeRefunds: number
  refusedPayments: number
  openDisputes: number
  approvals: number
  exemptions: number
  expiringExemptions: number
  overdue: number
  untaxed: number
  heldPrinters: number
  failingPrinters: number
  contradictions: number
  unevenDays: number
  stuckMails: number
}

export async function readStaffOverview(db: Db, now: Date): Promise<StaffOverview> {
  const [byDay, waiting, counts, sales] = await Promise.all([
    countByDay(db, now),
    readWaiting(db, now),
    readCounts(db, now),
    readSales(db, now),
  ])
  const numbers = [...waiting.map(({ late }) => late), ...Object.values(counts)]
  return {
    now,
    days: byDay.days,
    work: byDay.work,
    waiting,
    counts,
    sales,
    capped: byDay.capped || numbers.some(number => number >= maxCounted),
  }
}

/**
 * Order ids begin with their time, so each day is a range of the index by status. The second query finds out whether an
 * order of the accounts that are left out is missing: a received order shows in the limit of its account, and FAILED
 * orders are searched in as many accounts again.
 */
async function countByDay(db: Db, now: Date): Promise<Pick<StaffOverview, 'days' | 'work' | 'capped'>> {
  const today = utcDay(now)
  const daysFrom = (count: number) =>
    Array.from({ length: count }, (_, i) => today.add({ days: i + 1 - daysShown }).toString())
  const days = daysFrom(daysShown)
  const bounds = days.map(date => sortableBound('ord', instant(`${date}T00:00:00Z`)))
  const accounts = sql`
    select account_id from order_limits where mode = 'production' order by last_received_at desc nulls last, account_id`
  const [orders, missing, printed] = await Promise.all([
    sql<{ status: Status; bucket: number; orders: number }>`
      select status, width_bucket(order_id, ${bounds}::text[]) as bucket, count(*)::int as orders
      from (
        select s.status, o.order_id
        from (${accounts} limit ${maxAccounts}) a
        cross join unnest(${allStatuses}::text[]) as s (status)
        -- An index lookup for each row, whatever the statistics of the tables are.
        cross join lateral (
          select order_id
          from orders
          where account_id = a.account_id and mode = 'production' and status = s.status and order_id >= ${bounds[0]}
          limit ${maxOrders}
        ) o
        limit ${maxOrders}
      ) counted
      group by 1, 2`.execute(db),
    sql<{ ordered: boolean }>`
      select exists (
        select
        from (
          select last_received_at from order_limits where mode = 'production'
          order by last_received_at desc nulls last, account_id
          offset ${maxAccounts}
          limit 1
        ) a
        where last_received_at >= ${instant(`${days[0]}T00:00:00Z`)}
      ) or exists (
        select
        from (${accounts} offset ${maxAccounts} limit ${maxAccounts}) a
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
  const daysWithCounts = days.map((date, i) => {
    const counts = orders.rows.filter(row => row.bucket === i + 1).map(({ status, orders }) => ({ status, orders }))
    return { day: date, counts }
  })
  const work = daysFrom(daysShown + daysAhead).map(
    day => printed.rows.find(row => row.day === day) ?? { day, jobs: 0, copies: 0 },
  )
  return { days: daysWithCounts, work, capped: counted >= maxOrders || missing.rows[0]!.ordered }
}

/**
 * Orders that wait for people are in the index orders_waiting. Orders that the service moves by itself are in
 * orders_due: an order that waits for its tax, or that could not be moved, is due again and again, and still late.
 */
async function readWaiting(db: Db, now: Date): Promise<StaffOverview['waiting']> {
  const statuses = Object.keys(maxWaitMs) as WaitingStatus[]
  const waits = rowsOf(statuses, 's', {
    status: text(status => status),
    before: timestamp(status => earlier(now, maxWaitMs[status])),
  })
  const { rows } = await sql<{ status: Status; late: number; oldestSince: Date; examples: string }>`
    select
      status, count(*)::int as late, min(since) as "oldestSince",
      json_agg(
        json_build_object('accountId', account_id, 'customerOrderId', customer_order_id, 'since', since) order by place
      ) filter (where place <= ${maxExamples}) as examples
    from (
      select s.status, o.*, row_number() over (partition by s.status order by o.since) as place
      from ${waits.from}
      cross join lateral (
        (
          select account_id, customer_order_id, updated_at as since
          from orders
          where status = s.status and status in ('PRINTING', 'CANCELLATION_REQUESTED', 'EXCEPTION')
            and updated_at <= s.before and mode = 'production'
          order by updated_at
          limit ${maxCounted}
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
            limit ${maxCounted}
          ) next
          where updated_at <= s.before
        )
        union all
        (
          select account_id, customer_order_id, due_at as since
          from orders
          where status = s.status and status = 'VALID_AWAITING_PAYMENT' and due_at <= s.before and mode = 'production'
          order by due_at
          limit ${maxCounted}
        )
      ) o
    ) late
    group by status`.execute(db)
  return statuses.map(status => {
    const found = rows.find(row => row.status === status)
    return {
      status,
      lateAfterMinutes: maxWaitMs[status] / minute,
      late: found?.late ?? 0,
      oldestSince: found?.oldestSince ?? null,
      examples: examplesOf(found?.examples ?? '[]'),
    }
  })
}

type Example = StaffOverview['waiting'][number]['examples'][number]

const examplesOf = (json: string): Example[] =>
  (JSON.parse(json) as (Omit<Example, 'since'> & { since: string })[]).map(example => ({
    ...example,
    since: instant(example.since),
  }))

export async function readCounts(db: Db | Tx, now: Date): Promise<Counts> {
  const since = earlier(now, recentMs)
  const { rows } = await sql<Counts>`
    select
      (
        select count(*)::int from (
          select from orders where status = 'EXCEPTION' and mode = 'production' limit ${maxCounted}
        ) c
      ) as stopped,
      (
        select count(*)::int from (
          select from print_jobs where alarm is not null and ${hasNotMoved('print_jobs.account_id')} limit ${maxCounted}
        ) c
      ) as alarms,
      (
        select count(distinct order_id)::int from (
          select order_id from followed_parcels
          where mode = 'production' and status = 'returned' and return_decision is null
          limit ${maxCounted}
        ) c
      ) as returned,
      (
        select count(*)::int from (
          select from quotes where mode = 'production' and status = 'requested' limit ${maxCounted}
        ) c
      ) as quotes,
      (select count(*)::int from (select from charges where status = 'unknown' limit ${maxCounted}) c) as "unknownCharges",
      (select count(*)::int from (select from charges where status = 'requires_action' limit ${maxCounted}) c)
        as "unconfirmedCharges",
      (
        select count(*)::int from (
          select from refunds where status = 'pending' and problem is not null limit ${maxCounted}
        ) c
      ) as "unmadeRefunds",
      (select count(*)::int from (select from online_payments where needs_staff limit ${maxCounted}) c)
        as "refusedPayments",
      (select count(*)::int from (select from disputes where closed_at is null limit ${maxCounted}) c)
        as "openDisputes",
      (select count(*)::int from (select from approvals where status = 'open' limit ${maxCounted}) c) as approvals,
      (select count(*)::int from (select from exemptions where status = 'submitted' limit ${maxCounted}) c) as exemptions,
      (select count(*)::int from (select from exemptions e where ${needsReplacement(now)} limit ${maxCounted}) c)
        as "expiringExemptions",
      (
        select count(*)::int from (
          select from orders o where ${unpaid} and o.due_at is null limit ${maxCounted}
        ) c
      ) as overdue,
      (
        select count(*)::int from (
          select from tax_waits where since <= ${earlier(now, maxWaitMs.VALIDATING)} limit ${maxCounted}
        ) c
      ) as untaxed,
      (select count(*)::int from printer_states where paused_at is not null) as "heldPrinters",
      (select count(*)::int from printer_states where failing_since is not null) as "failingPrinters",
      (
        select count(*)::int from (
          select from printer_messages
          where verdict = 'contradicts' and record_id >= ${sortableBound('pmg', since)}
          limit ${maxCounted}
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
          limit ${maxCounted}
        ) c
      ) as "stuckMails"`.execute(db)
  return rows[0]!
}

export const orderActs = ['edit', 'resume', 'revalidate', 'abandon', 'cancel', 'reprint', 'refund', 'forget'] as const
type Act = (typeof orderActs)[number]

type StaffJob = {
  jobId: string
  attempt: number
  printer: string
  status: JobStatus
  cancellationRequested: boolean
  changeRequested: boolean
  problem: Words | null
  enterprise: boolean
  agreedPrices: boolean
  alarm: AlarmStep | null
  dueDate: string | null
  createdAt: Date
  updatedAt: Date
}

export const unpaidReasons = ['unknown', 'requires_action', 'no_longer_charged'] as const
type UnpaidReason = (typeof unpaidReasons)[number]

/** `acts` are the acts that are possible now. Money is null for an order without a payment. */
export type StaffOrder = {
  order: Order
  steps: OrderStep[]
  jobs: StaffJob[]
  acts: Act[]
  money: { chargeId: string; paidCents: number; refundedCents: number } | null
  /** Since when the order waits for a tax quote. */
  taxWait: { since: Date; cause: string } | null
  /** Why the next daily charge leaves an unpaid order out. */
  unpaidBy: UnpaidReason | null
  disputes: DisputeView[]
}

/** `archivedSteps`: of an archived order, whose steps are not stored; null for another order. */
export async function readStaffOrder(db: Db, order: Order, archivedSteps: OrderStep[] | null): Promise<StaffOrder> {
  const { accountId, mode, orderId } = order
  const [steps, { rows: jobs }, [sale], taxWait, openCharge, disputes] = await Promise.all([
    archivedSteps ?? listSteps(db, order),
    sql<Omit<StaffJob, 'problem'> & { problem: string | null }>`
      select
        job_id as "jobId", attempt, printer, status, cancellation_requested as "cancellationRequested",
        change_requested_at is not null as "changeRequested", enterprise, agreed_prices as "agreedPrices", problem,
        alarm, due_date::text as "dueDate", created_at as "createdAt", updated_at as "updatedAt"
      from print_jobs
      where account_id = ${accountId} and mode = ${mode} and order_id = ${orderId}
      order by attempt desc`.execute(db),
    mode === 'production' ? readPaidSales(db, [order]) : [],
    readTaxWait(db, order),
    mode === 'production' ? readOpenChargeStatus(db, order) : null,
    mode === 'production' ? listDisputesOfOrder(db, order) : [],
  ])
  const money =
    sale === undefined
      ? null
      : { chargeId: sale.chargeId, paidCents: sale.amountCents, refundedCents: sale.refundedCents }
  const unpaidBy = isUnpaid(order) ? (openCharge ?? (order.dueAt === null ? 'no_longer_charged' : null)) : null
  const acts = actsOn(order, { hasJob: jobs.length > 0, money })
  const shownJobs = jobs.map(job => ({ ...job, problem: readWords(job.problem) }))
  return { order, steps, jobs: shownJobs, acts, money, taxWait, unpaidBy, disputes }
}

function actsOn(order: Order, { hasJob, money }: { hasJob: boolean; money: StaffOrder['money'] }): Act[] {
  const acts: Act[] = edgeOf(order.status, 'changed') === undefined ? [] : ['edit']
  if (order.status === 'EXCEPTION') {
    if (hasJob && mayPrint(order)) acts.push('resume')
    acts.push('revalidate', 'abandon')
  }
  if (edgeOf(order.status, 'cancel') !== undefined) acts.push('cancel')
  const isErased = order.recipientErasedAt !== null
  if (order.status === 'SHIPPED' && !isErased) acts.push('reprint')
  if (money !== null && money.refundedCents < money.paidCents) acts.push('refund')
  if (statuses[order.status].final && !isErased) acts.push('forget')
  return acts
}
