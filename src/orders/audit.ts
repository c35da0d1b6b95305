// The auditor runs the rules of `auditRules.ts`. `audit` checks everything: by command, and at the end of every test of
// the whole service. The hourly `auditChanges` checks the orders that changed since the last run, and everything once a
// week, in portions.

import { type RawBuilder, sql } from 'kysely'
import { day, earlier, hour } from '../base/clock.ts'
import type { Db } from '../db/db.ts'
import { type AuditRule, auditRules, noLateWork } from './auditRules.ts'

/** The rows of a violation that are shown. */
const maxRows = 5

/**
 * `audit` reads whole tables, so its time grows with the data (3.7 s in all for 200,000 orders), and the usual time-out
 * is too short for it. While a rule runs, the database cannot remove dead rows, so the time must be limited.
 */
const maxRuleMs = hour

/** A rule that is broken, with some of the rows that break it, or a rule that could not be checked. */
export type Finding = Violation | FailedCheck
type Violation = { rule: string; rows: unknown[] }
type FailedCheck = { rule: string; reason: string }

export const isViolation = (finding: Finding): finding is Violation => 'rows' in finding

export const isLateness = (finding: Finding): finding is Violation =>
  isViolation(finding) && finding.rule === noLateWork

const allOrders = sql`orders`

/** Every rule that is broken or could not be checked. */
export async function audit(db: Db, now: Date): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { name, violations } of auditRules) {
    const finding = await check(name, () => readViolations(db, violations(allOrders, now)))
    if (finding !== null) findings.push(finding)
  }
  return findings
}

/** Each rule checks everything this often, if the portions of a week are enough: 8 million orders. */
const fullCheckEveryMs = 7 * day
/** Of one rule in one run, so that no run reads a large table whole. An account with more orders is not divided. */
const maxPortionOrders = 50_000
/**
 * Steps are dated at the beginning of their work. The clocks of processes differ, a transaction takes time, and a
 * standby is behind.
 */
const overlapMs = hour
/** The period of the first run of a rule. */
const firstRunMs = day

/** A position in the key order: an order, or an account with all its orders. Null is the beginning, and the end. */
type Position = string[] | null

/** `wholeAt` is when the latest full check of a rule began, and `checkedTo` its position, until it is at the end. */
type Run = { rule: string; ranAt: Date; wholeAt: Date | null; checkedTo: string | null }

type Databases = { db: Db; reader: Db }

/**
 * The hourly audit: each rule about orders checks the orders with a step since its last run, and each rule whose last
 * full check began a week ago, or is not at its end, checks the next portion of everything. `reader` may be a standby;
 * due rows are read in the database itself.
 */
export async function auditChanges(
  databases: Databases,
  now: Date,
  maxOrders = maxPortionOrders,
): Promise<{ findings: Finding[]; checked: number }> {
  const { rows: runs } = await sql<Run>`
    select rule, ran_at as "ranAt", whole_at as "wholeAt", checked_to as "checkedTo"
    from audit_runs`.execute(databases.db)
  const lastRuns = new Map(runs.map(run => [run.rule, run]))
  const findings: Finding[] = []
  let checked = 0
  for (const rule of auditRules) {
    const last = lastRuns.get(rule.name)
    const after: Position = last?.checkedTo ? JSON.parse(last.checkedTo) : null
    const isDue = after !== null || (last?.wholeAt?.getTime() ?? 0) <= now.getTime() - fullCheckEveryMs
    if (!isDue && (rule.scope === 'accounts' || rule.scope === 'all')) continue
    checked++
    const finding = await check(rule.name, async () => {
      const changed = rule.scope === 'orders' ? await checkChanged(databases, rule, { last, now }) : []
      const hasPortion = isDue || rule.scope === 'due'
      const portion = hasPortion ? await checkPortion(databases, rule, { after, now, maxOrders }) : noPortion
      const wholeAt = isDue && after === null ? now : (last?.wholeAt ?? null)
      await saveRun(databases.db, { rule: rule.name, now, wholeAt, checkedTo: portion.to })
      return [...changed, ...portion.rows]
    })
    if (finding !== null) findings.push(finding)
  }
  return { findings, checked }
}

function checkChanged({ reader }: Databases, rule: AuditRule, { last, now }: { last: Run | undefined; now: Date }) {
  const since = earlier(last?.ranAt ?? earlier(now, firstRunMs), overlapMs)
  return readViolations(reader, rule.violations(ordersChangedSince(since), now))
}

const ordersChangedSince = (since: Date) => sql`(
        select o.*
        from (select distinct account_id, mode, order_id from order_events where at >= ${since}) changed
        join orders o using (account_id, mode, order_id)
      )`

/** The violations in a portion, and the position at which the portion ended. */
type Portion = { rows: unknown[]; to: Position }
const noPortion: Portion = { rows: [], to: null }

async function checkPortion(
  { db, reader }: Databases,
  { scope, violations }: AuditRule,
  { after, now, maxOrders }: { after: Position; now: Date; maxOrders: number },
): Promise<Portion> {
  switch (scope) {
    case 'due':
      return { rows: await readViolations(db, violations(allOrders, now)), to: null }
    case 'all':
      return { rows: await readViolations(reader, violations(allOrders, now)), to: null }
    case 'orders': {
      const key = sql`account_id, mode, order_id`
      const to = await endOfPortion(reader, { key, after, maxOrders })
      const orders = sql`(select * from orders where ${isWithin(key, after, to)})`
      return { rows: await readViolations(reader, violations(orders, now)), to }
    }
    case 'accounts': {
      const key = sql`account_id`
      const order = await endOfPortion(reader, { key, after, maxOrders })
      const to = order === null ? null : order.slice(0, 1)
      const all = violations(allOrders, now)
      const query = sql`select * from (${all}) found where ${isWithin(key, after, to)}`
      return { rows: await readViolations(reader, query), to }
    }
    default:
      return scope satisfies never
  }
}

type Start = { key: RawBuilder<unknown>; after: Position; maxOrders: number }

/** The last of the next `maxOrders` orders; null when there are fewer. */
async function endOfPortion(reader: Db, { key, after, maxOrders }: Start): Promise<Position> {
  const { rows } = await sql<{ accountId: string; mode: string; orderId: string }>`
    select account_id as "accountId", mode, order_id as "orderId"
    from orders
    where ${isWithin(key, after, null)}
    order by account_id, mode, order_id
    offset ${maxOrders - 1}
    limit 1`.execute(reader)
  return rows.length === 0 ? null : [rows[0]!.accountId, rows[0]!.mode, rows[0]!.orderId]
}

function isWithin(key: RawBuilder<unknown>, after: Position, to: Position): RawBuilder<unknown> {
  const isAfter = after === null ? sql`true` : sql`(${key}) > (${sql.join(after)})`
  return to === null ? isAfter : sql`${isAfter} and (${key}) <= (${sql.join(to)})`
}

type SavedRun = { rule: string; now: Date; wholeAt: Date | null; checkedTo: Position }

async function saveRun(db: Db, { rule, now, wholeAt, checkedTo }: SavedRun): Promise<void> {
  const position = checkedTo === null ? null : JSON.stringify(checkedTo)
  await sql`
    insert into audit_runs (rule, ran_at, whole_at, checked_to) values (${rule}, ${now}, ${wholeAt}, ${position})
    on conflict (rule) do update
    set ran_at = excluded.ran_at, whole_at = excluded.whole_at, checked_to = excluded.checked_to`.execute(db)
}

/** An error in a rule does not hide the findings of other rules. */
async function check(rule: string, find: () => Promise<unknown[]>): Promise<Finding | null> {
  try {
    const rows = await find()
    return rows.length > 0 ? { rule, rows } : null
  } catch (error) {
    return { rule, reason: (error as Error).message }
  }
}

const readViolations = (db: Db, violations: RawBuilder<unknown>): Promise<unknown[]> =>
  db
    .transaction()
    .setAccessMode('read only')
    .execute(async tx => {
      await sql`select set_config('statement_timeout', ${String(maxRuleMs)}, true)`.execute(tx)
      const { rows } = await sql`select * from (${violations}) violations limit ${maxRows}`.execute(tx)
      return rows
    })
