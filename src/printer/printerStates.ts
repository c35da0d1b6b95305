// The state of printers, besides the operator's file: which printers are paused, which respond, and the load of each
// day. Unsubmitted jobs of a paused printer have no next step; resuming the printer makes their steps due.

import { sql } from 'kysely'
import { earlier, minute } from '../base/clock.ts'
import type { Db, Tx } from '../db/db.ts'
import { hasNotMoved } from '../db/movedAccounts.ts'
import { bigint, date, rowsOf, text } from '../db/rows.ts'
import { openJobStatuses } from './printer.ts'
import type { Load } from './routing.ts'

/** The last contact is recorded at most this often, so that busy printers do not queue for their row. */
const minContactIntervalMs = minute

/** Open jobs are counted up to this number. */
const maxCounted = 10_000

type PrinterState = {
  printer: string
  pausedAt: Date | null
  pausedBy: string | null
  pauseReason: string | null
  lastContactAt: Date | null
  failingSince: Date | null
  lastFailure: string | null
}

/**
 * The load of printers from a day on. Nothing is locked: two workers may both use the last capacity of a day, so a few
 * orders too many can be assigned to it. A printer that is being paused at this moment still gets jobs, and
 * parkPausedJobs parks them.
 */
export async function readLoad(tx: Tx, fromDay: string): Promise<Load> {
  const { rows: paused } = await sql<{ printer: string }>`
    select printer from printer_states where paused_at is not null`.execute(tx)
  const { rows } = await sql<{ printer: string; day: string; copies: number }>`
    select printer, day, copies::double precision as copies from printer_days where day >= ${fromDay}`.execute(tx)
  const pausedPrinters = new Set(paused.map(({ printer }) => printer))
  const copies = new Map(rows.map(row => [`${row.printer} ${row.day}`, row.copies]))
  return {
    isPaused: printer => pausedPrinters.has(printer),
    copiesOn: (printer, day) => copies.get(`${printer} ${day}`) ?? 0,
  }
}

/** Adds the copies of new assignments to the load of printers. */
export async function addLoad(tx: Tx, assignments: { printer: string; day: string; copies: number }[]): Promise<void> {
  if (assignments.length === 0) return
  const { from } = rowsOf(assignments, 'n', {
    printer: text(assignment => assignment.printer),
    day: date(assignment => assignment.day),
    copies: bigint(assignment => assignment.copies),
  })
  await sql`
    insert into printer_days (printer, day, jobs, copies)
    select printer, day, count(*), sum(copies)
    from ${from}
    group by printer, day
    order by printer, day
    on conflict (printer, day) do update
    set jobs = printer_days.jobs + excluded.jobs, copies = printer_days.copies + excluded.copies`.execute(tx)
}

/**
 * Removes the due first steps of jobs of paused printers. The share lock prevents that a printer is resumed in between,
 * which would leave a job without a step. A transaction that locks a job never waits for a printer's row, so there are
 * no deadlocks.
 */
export async function parkPausedJobs(tx: Tx, now: Date): Promise<void> {
  const { rows } = await sql<{ printer: string }>`
    select printer from printer_states where paused_at is not null order by printer for share`.execute(tx)
  if (rows.length === 0) return
  await sql`
    update print_jobs set next_step_at = null
    where next_step_at <= ${now} and submitted_at is null and not cancellation_requested
      and printer = any (${rows.map(({ printer }) => printer)}::text[])`.execute(tx)
}

/** Pauses a printer. False when it is paused already. */
export async function markPaused(
  tx: Tx,
  { printer, reason, actor, now }: { printer: string; reason: string | null; actor: string; now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into printer_states as s (printer, paused_at, paused_by, pause_reason)
    values (${printer}, ${now}, ${actor}, ${reason})
    on conflict (printer) do update set paused_at = excluded.paused_at, paused_by = excluded.paused_by,
      pause_reason = excluded.pause_reason
    where s.paused_at is null`.execute(tx)
  return numAffectedRows === 1n
}

/** Resumes a printer, and makes its waiting jobs due. False when it is not paused. */
export async function markResumed(tx: Tx, printer: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update printer_states set paused_at = null, paused_by = null, pause_reason = null
    where printer = ${printer} and paused_at is not null`.execute(tx)
  if (numAffectedRows !== 1n) return false
  await sql`
    update print_jobs set next_step_at = ${now}
    where printer = ${printer} and status = any (${[...openJobStatuses]}::text[])
      and submitted_at is null and next_step_at is null and ${hasNotMoved('print_jobs.account_id')}`.execute(tx)
  return true
}

/**
 * Records the results of attempts to reach printers; null is success. Not for transactions that lock jobs; see
 * parkPausedJobs.
 */
export async function recordReachability(db: Db, attempts: Map<string, string | null>, now: Date): Promise<void> {
  const failures = [...attempts].filter(([, failure]) => failure !== null)
  if (failures.length > 0) {
    await sql`
      insert into printer_states as s (printer, failing_since, last_failure)
      select printer, ${now}, failure
      from ${rowsOf(failures, 'n', { printer: text(([printer]) => printer), failure: text(([, failure]) => failure) }).from}
      order by printer
      on conflict (printer) do update set failing_since = coalesce(s.failing_since, excluded.failing_since),
        last_failure = excluded.last_failure`.execute(db)
  }
  const successes = [...attempts].flatMap(([printer, failure]) => (failure === null ? [printer] : []))
  await recordLastContact(db, successes, now)
}

/** Records contact with printers. Not for transactions that lock jobs; see parkPausedJobs. */
export async function recordLastContact(db: Db, printers: string[], now: Date): Promise<void> {
  if (printers.length === 0) return
  await sql`
    insert into printer_states as s (printer, last_contact_at)
    select printer, ${now} from unnest(${printers}::text[]) as n (printer)
    where not exists (
      select from printer_states s
      where s.printer = n.printer and s.failing_since is null and s.last_contact_at > ${earlier(now, minContactIntervalMs)})
    order by printer
    on conflict (printer) do update set last_contact_at = excluded.last_contact_at, failing_since = null, last_failure = null`.execute(
    db,
  )
}

export type PrinterHealth = PrinterState & { openJobs: number; unsubmitted: number; alarms: number }

/** Printers as staff see them; counts stop at ten thousand. */
export async function readHealth(db: Db | Tx, printers: readonly string[]): Promise<PrinterHealth[]> {
  const { rows } = await sql<PrinterHealth>`
    select
      p.printer, s.paused_at as "pausedAt", s.paused_by as "pausedBy", s.pause_reason as "pauseReason",
      s.last_contact_at as "lastContactAt", s.failing_since as "failingSince", s.last_failure as "lastFailure",
      open.jobs as "openJobs", open.unsubmitted, open.alarms
    from unnest(${[...printers]}::text[]) as p (printer)
    left join printer_states s on s.printer = p.printer
    cross join lateral (
      select count(*)::int as jobs, count(*) filter (where submitted_at is null)::int as unsubmitted,
        count(alarm)::int as alarms
      from (
        select submitted_at, alarm from print_jobs
        where printer = p.printer and status = any (${[...openJobStatuses]}::text[])
          and ${hasNotMoved('print_jobs.account_id')}
        limit ${maxCounted}
      ) jobs
    ) open`.execute(db)
  return rows
}

/** The names of all printers that ever had a job. */
export async function readPrinterNames(db: Db): Promise<string[]> {
  const { rows } = await sql<{ printer: string }>`select printer from printer_states order by printer`.execute(db)
  return rows.map(({ printer }) => printer)
}

export async function readLoadOn(db: Db, printer: string, day: string): Promise<{ jobs: number; copies: number }> {
  const { rows } = await sql<{ jobs: number; copies: number }>`
    select jobs, copies::double precision as copies from printer_days
    where printer = ${printer} and day = ${day}`.execute(db)
  return rows[0] ?? { jobs: 0, copies: 0 }
}
