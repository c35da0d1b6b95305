// Compares the cover and the pages of a book at binding. Parts of different books are an alarm, and stop their jobs:
// none of them can be reported as printed or shipped before a person has decided.

import { say } from '../../../languages/texts.ts'
import { appendAudit } from '../../accounts/auditLog.ts'
import type { Log } from '../../base/log.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Db, Tx } from '../../db/db.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import {
  findBindingCodes,
  findCodedPart,
  findMismatch,
  findUnresolved,
  insertMismatch,
  listUnresolved,
  resolveMismatch,
  type ScannedPart,
} from '../../printer/bindingCodeStore.ts'
import { type BookPart, isBindingCode } from '../../printer/bindingCodes.ts'
import { findJobHere } from '../../printer/jobStore.ts'
import { barcodePattern, type MessageContent, type PrintJob } from '../../printer/printer.ts'
import type { PrinterRule } from '../../printer/routing.ts'
import { namedJobs, notifyStaff } from '../notify/staffEmails.ts'
import type { Fulfillment } from './fulfillment.ts'

/** `part` is null for the barcode of the book on its ticket, which stands for a part without a code. */
export type FoundPart = Omit<ScannedPart, 'part'> & { part: BookPart | null }

/**
 * `match`: parts of one book. `mismatch`: parts of different books. `same_part`: two covers, or two files of pages.
 * `has_code`: the barcode of the ticket was scanned for a part that has a code. `unknown`: a text that is no code of
 * this desk.
 */
export const bindingOutcomes = ['match', 'mismatch', 'same_part', 'has_code', 'unknown'] as const
type BindingOutcome = (typeof bindingOutcomes)[number]

type Deps = { transactor: Transactor; fulfillment: Fulfillment; log: Log }
type Check = { scanned: [string, string]; printers: readonly string[]; actor: string; now: Date }
type Checked = { outcome: BindingOutcome; parts: (FoundPart | null)[]; mismatchId: string | null }

export async function checkBinding(deps: Deps, { scanned, printers, actor, now }: Check): Promise<Checked> {
  const { db } = deps.transactor
  const parts = await Promise.all(scanned.map(text => findPart(db, text, printers)))
  const outcome = await compare(db, scanned, parts)
  if (outcome !== 'mismatch') return { outcome, parts, mismatchId: null }
  const jobs = parts.filter(part => part !== null)
  return { outcome, parts, mismatchId: await recordMismatch(deps, { jobs, scanned, actor, now }) }
}

async function findPart(db: Db, text: string, printers: readonly string[]): Promise<FoundPart | null> {
  if (isBindingCode(text)) return findCodedPart(db, text, printers)
  const [, jobId, number] = barcodePattern.exec(text) ?? []
  const job = jobId === undefined ? undefined : await findJobHere(db, jobId)
  const item = Number(number) - 1
  if (job === undefined || !printers.includes(job.printer) || job.ticket.items[item] === undefined) return null
  const { customerOrderId, orderTitle = null } = job.ticket
  return { ...job, customerOrderId, orderTitle, item, part: null }
}

async function compare(db: Db, scanned: string[], [first, second]: (FoundPart | null)[]): Promise<BindingOutcome> {
  // A code that this desk does not know belongs to another book, unless nothing is known at all.
  if (first == null || second == null) {
    const isForeign = scanned.every((text, i) => [first, second][i] != null || isBindingCode(text))
    return isForeign && (first ?? second) != null ? 'mismatch' : 'unknown'
  }
  if (first.part === second.part) return 'same_part'
  if (first.jobId !== second.jobId || first.item !== second.item) return 'mismatch'
  if (first.part !== null && second.part !== null) return 'match'
  const missing: BookPart = (first.part ?? second.part) === 'cover' ? 'guts' : 'cover'
  const [codes] = await findBindingCodes(db, [first])
  const hasCode = codes!.some(({ item, part, code }) => item === first.item && part === missing && code !== null)
  return hasCode ? 'has_code' : 'match'
}

type Found = { jobs: FoundPart[]; scanned: string[]; actor: string; now: Date }

/** The same two codes, scanned again, are the same mismatch until it is resolved. */
async function recordMismatch(
  { transactor, fulfillment, log }: Deps,
  { jobs: found, scanned, actor, now }: Found,
): Promise<string> {
  const jobs = [...new Map(found.map(job => [job.jobId, job])).values()]
  const { mismatchId, isNew } = await transact(transactor, { now, actor }, async work => {
    const known = (await findUnresolved(work.tx, jobs)).find(one => scanned.every(text => one.scanned.includes(text)))
    if (known !== undefined) return { mismatchId: known.mismatchId, isNew: false }
    const mismatchId = work.newId('bmm')
    await insertMismatch(work.tx, { jobs, mismatchId, scanned, by: actor, now })
    for (const { accountId, jobId, printer, customerOrderId, item } of jobs) {
      const details = { mismatchId, printer, customerOrderId, book: item + 1, scanned }
      await appendAudit(work.tx, work.newId, {
        ...{ at: now, actor, action: 'binding_mismatch_found', accountId, subject: jobId, details },
      })
    }
    const { staffEmail } = fulfillment.printerConfig
    const misbound = jobs.map(({ customerOrderId, orderTitle, accountId, jobId, printer, item }) => ({
      ...{ customerOrderId, orderTitle: orderTitle ?? undefined, accountId, jobId, printer, item },
    }))
    if (staffEmail !== null)
      await notifyStaff(work, [
        {
          recipient: staffEmail,
          kind: 'binding_mismatch',
          values: { jobs: await namedJobs(work.tx, misbound), at: now },
        },
      ])
    work.jobsChanged(jobs.map(({ printer }) => printer))
    return { mismatchId, isNew: true }
  })
  if (isNew)
    for (const { accountId, orderId, jobId, printer } of jobs)
      log.error({ accountId, orderId, jobId, printer, mismatchId }, 'a cover and pages of different books were scanned')
  return mismatchId
}

/** More than a desk leaves undecided. */
const maxUnresolved = 20

export type OpenMismatch = { mismatchId: string; foundAt: Date; parts: (FoundPart | null)[] }

/** The mismatches that wait for a decision at these printers, newest first. */
export async function openMismatches(db: Db, printers: readonly string[]): Promise<OpenMismatch[]> {
  const rows = await listUnresolved(db, printers, 2 * maxUnresolved)
  const each = new Map(rows.map(row => [row.mismatchId, row]))
  return Promise.all(
    Array.from(each.values(), async ({ mismatchId, foundAt, scanned }) => ({
      ...{ mismatchId, foundAt },
      parts: await Promise.all(scanned.map(text => findPart(db, text, printers))),
    })),
  )
}

type Decision = { mismatchId: string; printers: readonly string[]; actor: string; now: Date; note: string | null }

/** A person has put the parts right. Refuses with `not_found`, and with `wrong_state` when another person was first. */
export async function decideMismatch(
  transactor: Transactor,
  { mismatchId, printers, actor, now, note }: Decision,
): Promise<void> {
  await transact(transactor, { now, actor }, async work => {
    const rows = await findMismatch(work.tx, mismatchId, printers)
    if (rows.length === 0)
      throw new Refusal('not_found', say('There is no mismatch {mismatchId} at your desk.', { mismatchId }))
    if (!(await resolveMismatch(work.tx, { mismatchId, by: actor, now })))
      throw new Refusal('wrong_state', say('Another person has already decided about these parts.'))
    for (const { accountId, jobId, printer, customerOrderId } of rows) {
      const details = { mismatchId, printer, customerOrderId, note }
      await appendAudit(work.tx, work.newId, {
        ...{ at: now, actor, action: 'binding_mismatch_resolved', accountId, subject: jobId, details },
      })
    }
    work.jobsChanged(rows.map(({ printer }) => printer))
  })
}

/** The desks of these printers whose files have codes. */
export const codedPrinters = (rules: readonly PrinterRule[], printers: readonly string[]): string[] =>
  rules.filter(({ name, bindingCodes }) => bindingCodes === true && printers.includes(name)).map(({ name }) => name)

const stoppedKinds = new Set<MessageContent['kind']>(['printed', 'packages', 'shipped'])

export const stoppedText = say(
  'The cover and the pages that were scanned for this job belong to different books. Decide in Check binding first.',
)

/**
 * The jobs, of these locked ones, that cannot be reported as made or as sent before a person has decided about their
 * parts. A mismatch that is recorded at the same time waits for the lock.
 */
export async function findStopped(
  tx: Tx,
  reports: { job: PrintJob; message: { content: MessageContent } }[],
  rules: readonly PrinterRule[],
): Promise<Set<string>> {
  const printers = reports.map(({ job }) => job.printer)
  const coded = codedPrinters(rules, printers)
  const jobs = reports
    .filter(({ job, message }) => stoppedKinds.has(message.content.kind) && coded.includes(job.printer))
    .map(({ job }) => job)
  return new Set((await findUnresolved(tx, jobs)).map(({ jobId }) => jobId))
}
