// What is known about printers besides the operator's file: which are on hold, which respond, and how much each was
// given for a day. Unsubmitted jobs of a printer on hold have no next step; releasing the printer gives them one.

import { sql } from 'kysely'
import { earlier, minute } from '../base/clock.ts'
import type { Db, Tx } from '../db/db.ts'
import { openJobStatuses } from './printer.ts'
import type { Load } from './routing.ts'

/** When a printer was last heard of is recorded no more often, so that busy printers do not queue for their row. */
const heardEveryMs = minute

/** The most open jobs that are counted exactly. */
const mostCounted = 10_000

type PrinterState = {
  printer: string
  heldAt: Date | null
  heldBy: string | null
  holdReason: string | null
  heardAt: Date | null
  failingSince: Date | null
  lastFailure: string | null
}

/**
 * The load of printers from a day on. Two workers may both find the last place of a day, so a capacity can be exceeded
 * by the few orders that are handed over at the same moment. Nothing is locked: a printer that is put on hold at this
 * moment still gets its jobs, and parkHeld parks them.
 */
export async function readLoad(tx: Tx, fromDay: string): Promise<Load> {
  const { rows: held } = await sql<{ printer: string }>`
    select printer from printer_states where held_at is not null`.execute(tx)
  const { rows } = await sql<{ printer: string; day: string; copies: number }>`
    select printer, day, copies::double precision as copies from printer_days where day >= ${fromDay}`.execute(tx)
  const names = new Set(held.map(({ printer }) => printer))
  const copies = new Map(rows.map(row => [`${row.printer} ${row.day}`, row.copies]))
  return { isHeld: printer => names.has(printer), copiesOn: (printer, day) => copies.get(`${printer} ${day}`) ?? 0 }
}

/** Adds what printers were given. */
export async function addLoad(tx: Tx, given: { printer: string; day: string; copies: number }[]): Promise<void> {
  if (given.length === 0) return
  await sql`
    insert into printer_days (printer, day, jobs, copies)
    select printer, day, count(*), sum(copies)
    from unnest(
      ${given.map(one => one.printer)}::text[], ${given.map(one => one.day)}::date[],
      ${given.map(one => one.copies)}::bigint[]) as n (printer, day, copies)
    group by printer, day
    order by printer, day
    on conflict (printer, day) do update
    set jobs = printer_days.jobs + excluded.jobs, copies = printer_days.copies + excluded.copies`.execute(tx)
}

/**
 * Removes the due first steps of jobs whose printers are on hold, until these are released. The share lock prevents a
 * release in between, which would leave a job without a step. A transaction that holds a job never waits for a
 * printer's row, so there are no deadlocks.
 */
export async function parkHeld(tx: Tx, now: Date): Promise<void> {
  const { rows } = await sql<{ printer: string }>`
    select printer from printer_states where held_at is not null order by printer for share`.execute(tx)
  if (rows.length === 0) return
  await sql`
    update print_jobs set next_step_at = null
    where next_step_at <= ${now} and submitted_at is null and not cancellation_requested
      and printer = any (${rows.map(({ printer }) => printer)}::text[])`.execute(tx)
}

/** Puts a printer on hold. False when it already is. */
export async function holdPrinter(
  tx: Tx,
  { printer, reason, actor, now }: { printer: string; reason: string | null; actor: string; now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into printer_states as s (printer, held_at, held_by, hold_reason)
    values (${printer}, ${now}, ${actor}, ${reason})
    on conflict (printer) do update set held_at = excluded.held_at, held_by = excluded.held_by,
      hold_reason = excluded.hold_reason
    where s.held_at is null`.execute(tx)
  return numAffectedRows === 1n
}

/** Releases a printer, and makes its waiting jobs due. False when it is not on hold. */
export async function releasePrinter(tx: Tx, printer: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update printer_states set held_at = null, held_by = null, hold_reason = null
    where printer = ${printer} and held_at is not null`.execute(tx)
  if (numAffectedRows !== 1n) return false
  await sql`
    update print_jobs set next_step_at = ${now}
    where printer = ${printer} and status = any (${[...openJobStatuses]}::text[])
      and submitted_at is null and next_step_at is null`.execute(tx)
  return true
}

/**
 * Records the results of attempts to reach printers; null is success. Never in a transaction that holds jobs; see
 * parkHeld.
 */
export async function noteReach(db: Db, attempts: Map<string, string | null>, now: Date): Promise<void> {
  const failures = [...attempts].filter(([, failure]) => failure !== null)
  if (failures.length > 0) {
    await sql`
      insert into printer_states as s (printer, failing_since, last_failure)
      select printer, ${now}, failure
      from unnest(
        ${failures.map(([printer]) => printer)}::text[], ${failures.map(([, failure]) => failure)}::text[]
      ) as n (printer, failure)
      order by printer
      on conflict (printer) do update set failing_since = coalesce(s.failing_since, excluded.failing_since),
        last_failure = excluded.last_failure`.execute(db)
  }
  const successes = [...attempts].flatMap(([printer, failure]) => (failure === null ? [printer] : []))
  await noteHeard(db, successes, now)
}

/** Records that printers were heard of. Never in a transaction that holds jobs; see parkHeld. */
export async function noteHeard(db: Db, printers: string[], now: Date): Promise<void> {
  if (printers.length === 0) return
  await sql`
    insert into printer_states as s (printer, heard_at)
    select printer, ${now} from unnest(${printers}::text[]) as n (printer)
    where not exists (
      select from printer_states s
      where s.printer = n.printer and s.failing_since is null and s.heard_at > ${earlier(now, heardEveryMs)})
    order by printer
    on conflict (printer) do update set heard_at = excluded.heard_at, failing_since = null, last_failure = null`.execute(
    db,
  )
}

export type PrinterHealth = PrinterState & { openJobs: number; unsubmitted: number; alarms: number }

/** Printers as staff see them; counts stop at ten thousand. */
export async function readHealth(db: Db, printers: readonly string[]): Promise<PrinterHealth[]> {
  const { rows } = await sql<PrinterHealth>`
    select
      p.printer, s.held_at as "heldAt", s.held_by as "heldBy", s.hold_reason as "holdReason", s.heard_at as "heardAt",
      s.failing_since as "failingSince", s.last_failure as "lastFailure",
      open.jobs as "openJobs", open.unsubmitted, open.alarms
    from unnest(${[...printers]}::text[]) as p (printer)
    left join printer_states s on s.printer = p.printer
    cross join lateral (
      select count(*)::int as jobs, count(*) filter (where submitted_at is null)::int as unsubmitted,
        count(alarm)::int as alarms
      from (
        select submitted_at, alarm from print_jobs
        where printer = p.printer and status = any (${[...openJobStatuses]}::text[])
        limit ${mostCounted}
      ) jobs
    ) open`.execute(db)
  return rows
}

/** The names of all printers that ever had a job. Goes from name to name in the index, however many jobs there are. */
export async function readNames(db: Db): Promise<string[]> {
  const { rows } = await sql<{ printer: string }>`
    with recursive names as (
      select min(printer) as printer from print_jobs
      union all
      select (select min(printer) from print_jobs where printer > names.printer) from names where printer is not null
    )
    select printer from names where printer is not null`.execute(db)
  return rows.map(({ printer }) => printer)
}

export async function readLoadOn(db: Db, printer: string, day: string): Promise<{ jobs: number; copies: number }> {
  const { rows } = await sql<{ jobs: number; copies: number }>`
    select jobs, copies::double precision as copies from printer_days
    where printer = ${printer} and day = ${day}`.execute(db)
  return rows[0] ?? { jobs: 0, copies: 0 }
}
