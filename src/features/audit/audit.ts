// The auditor runs the rules of `auditRules.ts`. `audit` checks everything: by command, and at the end of every test of
// the whole service. The hourly `auditChanges` checks the orders that changed since the last run, and everything once a
// week, in portions.

import { sql } from 'kysely'
import { day, earlier, hour, latest, minute } from '../../base/clock.ts'
import type { Db } from '../../db/db.ts'
import type { Read } from '../../db/standby.ts'
import { between, endOfPortion, everything, type Position, rowsOfPortion, type Sql } from './auditPortions.ts'
import { type AuditRule, divisionOf, violationsIn } from './auditRule.ts'
import { auditRules } from './auditRules.ts'
import { noLateWork } from './rules/workRules.ts'

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

/** Every rule that is broken or could not be checked. */
export async function audit(db: Db, now: Date): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const rule of auditRules) {
    const finding = await check(rule.name, () => readViolations(db, violationsIn(rule, everything, now)))
    if (finding !== null) findings.push(finding)
  }
  return findings
}

/** Each rule checks everything this often. */
const fullCheckEveryMs = 7 * day
/**
 * The portion that one rule reads in one run, in rows of its table: tables of more than 150,000 rows have larger
 * portions, so the work of a week is spread over its hours.
 */
const minPortionRows = 1000
/** A run ends after this time, and the next begins with the rules that have waited longest. */
const maxRunMs = 10 * minute
/**
 * Steps are dated at the beginning of their work. The clocks of processes differ, a transaction takes time, and a
 * standby is behind.
 */
const overlapMs = hour
/** The period of the first run of a rule, and the longest: what changed before waits for the check of everything. */
const maxChangesMs = day

/** `wholeAt` is when the latest full check of a rule began, and `checkedTo` its position, until it is at the end. */
type Run = { rule: string; triedAt: Date; ranAt: Date | null; wholeAt: Date | null; checkedTo: Position }

type Databases = { db: Db; read: Read }

/**
 * The hourly audit: each rule about orders checks the orders with a step since its last run, and each rule whose last
 * full check began a week ago, or is not at its end, checks the next portion of everything. `read` may be on a standby,
 * whose findings are looked for again in the database itself; due rows are read there only.
 */
export async function auditChanges(
  databases: Databases,
  now: Date,
  { minRows = minPortionRows, maxMs = maxRunMs }: { minRows?: number; maxMs?: number } = {},
): Promise<{ findings: Finding[]; checked: number }> {
  const { db, read } = databases
  const { rows: runs } = await sql<Run>`
    select rule, tried_at as "triedAt", ran_at as "ranAt", whole_at as "wholeAt", checked_to as "checkedTo"
    from audit_runs`.execute(db)
  const lastRuns = new Map(runs.map(run => [run.rule, run]))
  const findings: Finding[] = []
  let checked = 0
  const triedMs = ({ name }: AuditRule) => lastRuns.get(name)?.triedAt.getTime() ?? 0
  const longAgo = earlier(now, maxChangesMs)
  const endMs = performance.now() + maxMs
  for (const rule of auditRules.toSorted((one, other) => triedMs(one) - triedMs(other))) {
    if (checked > 0 && performance.now() >= endMs) break
    const last = lastRuns.get(rule.name)
    const from = last?.checkedTo ?? null
    const isDue = from !== null || (last?.wholeAt?.getTime() ?? 0) <= now.getTime() - fullCheckEveryMs
    if (!isDue && rule.scope !== 'orders' && rule.scope !== 'due') continue
    checked++
    const finding = await check(rule.name, async () => {
      // First of all: a rule that fails, or whose process is killed, delays no other rule in the next run.
      await saveTry(db, rule.name, now)
      const rows: unknown[] = []
      let to: Position = null
      if (rule.scope === 'due') for (const row of await readViolations(db, rule.violations(now))) rows.push(row)
      if (rule.scope === 'orders') {
        const since = earlier(latest(last?.ranAt ?? longAgo, longAgo), overlapMs)
        for (const row of await readTwice(databases, rule.violations(ordersChangedSince(since), now))) rows.push(row)
      }
      const division = divisionOf(rule)
      if (division !== null && isDue) {
        const maxRows = await read(reader => rowsOfPortion(reader, division, minRows))
        to = await read(reader => endOfPortion(reader, division, { from, maxRows }))
        for (const row of await readTwice(databases, violationsIn(rule, between(from, to), now))) rows.push(row)
      }
      const wholeAt = isDue && from === null ? now : (last?.wholeAt ?? null)
      await saveRun(db, { rule: rule.name, now, wholeAt, checkedTo: to })
      return rows
    })
    if (finding !== null) findings.push(finding)
  }
  return { findings, checked }
}

/** A fault that a standby shows may have been mended since. */
async function readTwice({ db, read }: Databases, violations: Sql): Promise<unknown[]> {
  const found = await read(reader => readViolations(reader, violations))
  return found.length === 0 ? found : readViolations(db, violations)
}

const ordersChangedSince = (since: Date) => sql`(
        select o.*
        from (select distinct account_id, mode, order_id from order_events where at >= ${since}) changed
        join orders o using (account_id, mode, order_id)
      )`

async function saveTry(db: Db, rule: string, now: Date): Promise<void> {
  await sql`
    insert into audit_runs (rule, tried_at) values (${rule}, ${now})
    on conflict (rule) do update set tried_at = excluded.tried_at`.execute(db)
}

type SavedRun = { rule: string; now: Date; wholeAt: Date | null; checkedTo: Position }

async function saveRun(db: Db, { rule, now, wholeAt, checkedTo }: SavedRun): Promise<void> {
  await sql`
    update audit_runs set ran_at = ${now}, whole_at = ${wholeAt}, checked_to = ${checkedTo}
    where rule = ${rule}`.execute(db)
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

/** Planned to find all violations: a plan for a few of many would look for them in whole tables, and there is none. */
const readViolations = (db: Db, violations: Sql): Promise<unknown[]> =>
  db
    .transaction()
    .setAccessMode('read only')
    .execute(async tx => {
      await sql`select set_config('statement_timeout', ${String(maxRuleMs)}, true)`.execute(tx)
      const { rows } = await sql`
        with violations as materialized (${violations}) select * from violations limit ${maxRows}`.execute(tx)
      return rows
    })
