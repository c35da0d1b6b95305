// The rows of binding codes, and of covers and pages that did not match.

import { type RawBuilder, sql } from 'kysely'
import type { Mode } from '../base/mode.ts'
import type { Db, Tx } from '../db/db.ts'
import { hasNotMoved } from '../db/movedAccounts.ts'
import type { BindingCode, BookPart } from './bindingCodes.ts'
import { type JobKey, jobKeyRows } from './jobStore.ts'
import type { JobStatus, PrintJob } from './printer.ts'

const isOfJob = (table: string, { accountId, mode, orderId, attempt }: JobKey) => {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql`${column('account_id')} = ${accountId} and ${column('mode')} = ${mode}
      and ${column('order_id')} = ${orderId} and ${column('attempt')} = ${attempt}`
}

const columns = sql`c.item, c.part, c.code, c.bytes::float8 as bytes, c.sha256, c.missing`

/** The codes of jobs, in the order of the jobs; a job of a printer without codes has none. */
export async function findBindingCodes(db: Db | Tx, jobs: JobKey[]): Promise<BindingCode[][]> {
  if (jobs.length === 0) return []
  const { rows } = await sql<JobKey & BindingCode>`
    select c.account_id as "accountId", c.mode, c.order_id as "orderId", c.attempt, ${columns}
    from binding_codes c
    where (c.account_id, c.mode, c.order_id, c.attempt) in (select * from ${jobKeyRows(jobs)})
    order by c.item, c.part`.execute(db)
  const byJob = Map.groupBy(rows, nameOf)
  return jobs.map(job =>
    (byJob.get(nameOf(job)) ?? []).map(({ item, part, code, bytes, sha256, missing }) => {
      return { item, part, code, bytes, sha256, missing } as BindingCode
    }),
  )
}

/** The codes of jobs that were read, in their order. */
export async function findCodesOf(db: Db, jobs: PrintJob[]): Promise<BindingCode[][]> {
  const found = await findBindingCodes(
    db,
    jobs.filter(job => job.hasBindingCodes),
  )
  return jobs.map(job => (job.hasBindingCodes ? found.shift()! : []))
}

const nameOf = ({ accountId, mode, orderId, attempt }: JobKey): string => `${accountId} ${mode} ${orderId} ${attempt}`

/** The bytes that complete a file of a job; null if it has no code. */
export async function findCodedFile(
  db: Db,
  job: JobKey,
  { item, part }: { item: number; part: BookPart },
): Promise<{ update: Buffer; bytes: number; sha256: string } | null> {
  const { rows } = await sql<{ update: Buffer; bytes: number; sha256: string }>`
    select c.update_bytes as update, c.bytes::float8 as bytes, c.sha256
    from binding_codes c
    where ${isOfJob('c', job)} and c.item = ${item} and c.part = ${part} and c.code is not null`.execute(db)
  return rows[0] ?? null
}

/** A code that another process has recorded in the meantime stays. */
export async function insertBindingCode(
  db: Db,
  { accountId, mode, orderId, attempt }: JobKey,
  { item, part, code, bytes, sha256, missing }: BindingCode,
  update: Buffer | null,
): Promise<void> {
  await sql`
    insert into binding_codes (
      account_id, mode, order_id, attempt, item, part, code, missing, update_bytes, bytes, sha256)
    values (
      ${accountId}, ${mode}, ${orderId}, ${attempt}, ${item}, ${part}, ${code}, ${missing}, ${update}, ${bytes}, ${sha256})
    on conflict (account_id, mode, order_id, attempt, item, part) do nothing`.execute(db)
}

/** A part of a book that was scanned. */
export type ScannedPart = JobKey & {
  jobId: string
  printer: string
  status: JobStatus
  cancellationRequested: boolean
  customerOrderId: string
  orderTitle: string | null
  item: number
  part: BookPart
}

/** The part with a code, at one of these printers. */
export async function findCodedPart(db: Db, code: string, printers: readonly string[]): Promise<ScannedPart | null> {
  const { rows } = await sql<ScannedPart>`
    select
      c.account_id as "accountId", c.mode, c.order_id as "orderId", c.attempt, c.item, c.part, j.job_id as "jobId",
      j.printer, j.status, j.cancellation_requested as "cancellationRequested",
      j.customer_order_id as "customerOrderId", p.ticket ->> 'orderTitle' as "orderTitle"
    from binding_codes c
    join print_jobs j using (account_id, mode, order_id, attempt)
    join print_tickets p using (account_id, mode, order_id, attempt)
    where c.code = ${code} and j.printer = any (${[...printers]}::text[]) and ${hasNotMoved('c.account_id')}`.execute(
    db,
  )
  return rows[0] ?? null
}

/** A mismatch as one of its jobs has it. */
export type BindingMismatch = {
  mismatchId: string
  accountId: string
  mode: Mode
  jobId: string
  printer: string
  customerOrderId: string
  scanned: string[]
  foundAt: Date
  foundBy: string
  resolvedAt: Date | null
  resolvedBy: string | null
}

const mismatches = (condition: RawBuilder<unknown>, rest = sql``) => sql<BindingMismatch>`
    select
      m.mismatch_id as "mismatchId", m.account_id as "accountId", m.mode, j.job_id as "jobId", j.printer,
      j.customer_order_id as "customerOrderId", m.scanned, m.found_at as "foundAt", m.found_by as "foundBy",
      m.resolved_at as "resolvedAt", m.resolved_by as "resolvedBy"
    from binding_mismatches m
    join print_jobs j using (account_id, mode, order_id, attempt)
    where ${condition}
    order by m.mismatch_id desc, j.job_id
    ${rest}`

/** The unresolved mismatches of jobs. */
export async function findUnresolved(db: Db | Tx, jobs: JobKey[]): Promise<BindingMismatch[]> {
  if (jobs.length === 0) return []
  const isOpen = sql`m.resolved_at is null
      and (m.account_id, m.mode, m.order_id, m.attempt) in (select * from ${jobKeyRows(jobs)})`
  return (await mismatches(isOpen).execute(db)).rows
}

/** The unresolved mismatches of jobs at these printers, newest first. */
export const listUnresolved = async (db: Db, printers: readonly string[], limit: number): Promise<BindingMismatch[]> =>
  (
    await mismatches(
      sql`m.resolved_at is null and j.printer = any (${[...printers]}::text[])`,
      sql`limit ${limit}`,
    ).execute(db)
  ).rows

/** Of one mismatch, the rows of jobs at these printers. */
export const findMismatch = async (
  db: Db | Tx,
  mismatchId: string,
  printers: readonly string[],
): Promise<BindingMismatch[]> =>
  (await mismatches(sql`m.mismatch_id = ${mismatchId} and j.printer = any (${[...printers]}::text[])`).execute(db)).rows

/** For the staff, newest first; a mismatch of two orders has two rows, which are never separated. */
export async function listMismatches(
  db: Db,
  { before, limit }: { before: string | null; limit: number },
): Promise<BindingMismatch[]> {
  const isListed = sql`m.mismatch_id in (
      select distinct mismatch_id
      from binding_mismatches
      where ${before}::text is null or mismatch_id < ${before}
      order by mismatch_id desc
      limit ${limit})`
  return (await mismatches(isListed).execute(db)).rows
}

export async function insertMismatch(
  tx: Tx,
  {
    jobs,
    mismatchId,
    scanned,
    by,
    now,
  }: { jobs: JobKey[]; mismatchId: string; scanned: string[]; by: string; now: Date },
): Promise<void> {
  await sql`
    insert into binding_mismatches (account_id, mode, order_id, attempt, mismatch_id, scanned, found_at, found_by)
    select k.account_id, k.mode, k.order_id, k.attempt, ${mismatchId}, ${scanned}::text[], ${now}, ${by}
    from ${jobKeyRows(jobs)}`.execute(tx)
}

/** Returns whether it was unresolved. */
export async function resolveMismatch(
  tx: Tx,
  { mismatchId, by, now }: { mismatchId: string; by: string; now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update binding_mismatches
    set resolved_at = ${now}, resolved_by = ${by}
    where mismatch_id = ${mismatchId} and resolved_at is null`.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}
