// The record of printers' messages, in printer_messages. Writing here requires the lock of the message's job, so that
// the second copy of a message finds the first.

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { parseWithWords, readWords, type Words } from '../../languages/texts.ts'
import { day, earlier } from '../base/clock.ts'
import type { Mode } from '../base/mode.ts'
import { sortableBound } from '../base/secrets/ids.ts'
import { redacted } from '../base/text/redacted.ts'
import type { Db, Tx } from '../db/db.ts'
import { deleteBatch } from '../db/deleteBatch.ts'
import { json, rowsOf, text, timestamp, words } from '../db/rows.ts'
import { completeParcels, mergeParcels } from './parcels.ts'
import type { JobShipment, MessageContent, PrinterMessage, PrintJob } from './printer.ts'

/** The result of a message. `repeated` and `ignored` messages rightly changed nothing. */
export type MessageVerdict = 'applied' | 'repeated' | 'contradicts' | 'ignored'
export const messageVerdicts: readonly MessageVerdict[] = ['applied', 'repeated', 'contradicts', 'ignored']

/** A message about a job and its verdict; `why` is for people, and null for applied messages. */
export type MessageRecord = {
  job: PrintJob
  message: PrinterMessage
  verdict: MessageVerdict
  why: Words | null
  actor: string
  recordId: string
}

/**
 * `repeated`: the earlier verdict on the same message. `isIdReused`: an earlier message with the same id had different
 * content.
 */
export type EarlierMessage = { repeated: { verdict: MessageVerdict } | null; isIdReused: boolean }

type Key = { accountId: string; jobId: string; messageId: string }

/** The earlier messages with the same ids, in the order of the messages. */
export async function findEarlierMessages(
  tx: Tx,
  messages: { job: PrintJob; message: PrinterMessage }[],
): Promise<EarlierMessage[]> {
  if (messages.length === 0) return []
  const keys = rowsOf(messages, 'n', {
    accountId: text(({ job }) => job.accountId),
    jobId: text(({ job }) => job.jobId),
    messageId: text(({ message }) => message.messageId),
  })
  const { rows } = await sql<Key & { content: string; verdict: MessageVerdict }>`
    select
      m.account_id as "accountId", m.job_id as "jobId", m.message_id as "messageId", m.content_sha256 as content,
      m.verdict
    from ${keys.from}
    -- One lookup by key for each message, whatever the planner's statistics say.
    cross join lateral (
      select *
      from printer_messages
      where account_id = n.account_id and job_id = n.job_id and message_id = n.message_id
      offset 0
    ) m`.execute(tx)
  return messages.map(({ job, message }) => {
    const sameId = rows.filter(row => row.jobId === job.jobId && row.messageId === message.messageId)
    const repeated = sameId.find(row => row.content === contentDigest(message.content))
    return {
      repeated: repeated === undefined ? null : { verdict: repeated.verdict },
      isIdReused: repeated === undefined && sameId.length > 0,
    }
  })
}

/** Records each message once; repetitions are counted, and the latest verdict is stored. */
export async function recordMessages(tx: Tx, messages: MessageRecord[], now: Date): Promise<void> {
  if (messages.length === 0) return
  const records = rowsOf(messages, 'n', {
    accountId: text(({ job }) => job.accountId),
    jobId: text(({ job }) => job.jobId),
    messageId: text(({ message }) => message.messageId),
    contentSha256: text(({ message }) => contentDigest(message.content)),
    recordId: text(({ recordId }) => recordId),
    mode: text(({ job }) => job.mode),
    orderId: text(({ job }) => job.orderId),
    printer: text(({ job }) => job.printer),
    kind: text(({ message }) => message.content.kind),
    content: json(({ message }) => message.content),
    sentByPrinterAt: timestamp(({ message }) => message.sentAt),
    verdict: text(({ verdict }) => verdict),
    why: words(({ why }) => why),
    actor: text(({ actor }) => actor),
  })
  await sql`
    insert into printer_messages (${records.columns}, received_at)
    select ${records.columns}, ${now}::timestamptz
    from ${records.from}
    on conflict (account_id, job_id, message_id, content_sha256) do update
    set repetitions = printer_messages.repetitions + 1, repeated_at = excluded.received_at,
      verdict = case when excluded.verdict = 'repeated' then printer_messages.verdict else excluded.verdict end,
      why = case when excluded.verdict = 'repeated' then printer_messages.why else excluded.why end`.execute(tx)
}

/** Erases the reasons that people wrote in messages about these jobs. */
export async function redactMessages(tx: Tx, jobs: Pick<PrintJob, 'accountId' | 'jobId'>[]): Promise<void> {
  if (jobs.length === 0) return
  const keys = rowsOf(jobs, 'n', { accountId: text(job => job.accountId), jobId: text(job => job.jobId) })
  await sql`
    update printer_messages m
    set content = jsonb_set(m.content::jsonb - 'notTaken', '{reason}', to_jsonb(${redacted}::text), false)::json
    where (m.account_id, m.job_id) in (select * from ${keys.from})
      and m.content::jsonb ?| array['reason', 'notTaken']`.execute(tx)
}

export type StoredMessage = {
  recordId: string
  accountId: string
  mode: Mode
  orderId: string
  customerOrderId: string
  jobId: string
  printer: string
  messageId: string
  kind: MessageContent['kind']
  content: MessageContent
  sentByPrinterAt: Date | null
  receivedAt: Date
  repeatedAt: Date | null
  repetitions: number
  verdict: MessageVerdict
  why: Words | null
  actor: string
}

/** The messages with a verdict that were recorded before the record `before`, newest first. */
export async function listMessages(
  db: Db,
  { verdict, before, limit }: { verdict: MessageVerdict; before: string | null; limit: number },
): Promise<StoredMessage[]> {
  const { rows } = await sql<Omit<StoredMessage, 'content' | 'why'> & { content: string; why: string | null }>`
    select
      m.record_id as "recordId", m.account_id as "accountId", m.mode, m.order_id as "orderId",
      o.customer_order_id as "customerOrderId", m.job_id as "jobId", m.printer, m.message_id as "messageId", m.kind,
      m.content, m.sent_by_printer_at as "sentByPrinterAt", m.received_at as "receivedAt", m.repeated_at as "repeatedAt", m.repetitions,
      m.verdict, m.why, m.actor
    from printer_messages m
    join orders o using (account_id, mode, order_id)
    where m.verdict = ${verdict}
      ${before === null ? sql`` : sql`and m.record_id < ${before}`}
    order by m.record_id desc
    limit ${limit}`.execute(db)
  return rows.map(row => ({ ...row, content: parseWithWords(row.content), why: readWords(row.why) }))
}

type JobPrices<Shipping = number> = { itemsCents: number; taxesCents: number; shippingCents: Shipping }

/** The agreed prices of the orders of jobs, by job id; of jobs whose prices are agreed. */
export async function findAgreedPrices(db: Db, jobs: PrintJob[]): Promise<Map<string, JobPrices>> {
  const agreed = jobs.filter(({ agreedPrices }) => agreedPrices)
  if (agreed.length === 0) return new Map()
  const keys = rowsOf(agreed, 'n', {
    accountId: text(job => job.accountId),
    mode: text(job => job.mode),
    orderId: text(job => job.orderId),
    jobId: text(job => job.jobId),
  })
  const { rows } = await sql<{ jobId: string; agreed: string }>`
    select n.job_id as "jobId", o.state -> 'agreed' as agreed
    from ${keys.from}
    join orders o using (account_id, mode, order_id)
    where o.state -> 'agreed' is not null`.execute(db)
  return new Map(rows.map(row => [row.jobId, JSON.parse(row.agreed)]))
}

/**
 * The prices that the printer of an enterprise job reported, and the agreed prices where it reported none; null until
 * it has accepted.
 */
export async function findReportedPrices(
  db: Db,
  { accountId, jobId, enterprise }: { accountId: string; jobId: string; enterprise: boolean },
  agreed: JobPrices | null,
): Promise<JobPrices<number | null> | null> {
  if (!enterprise) return null
  const { rows } = await sql<{ content: string }>`
    select content
    from printer_messages
    where account_id = ${accountId}
      and job_id = ${jobId}
      and kind in ('accepted', 'shipped')
      and verdict = 'applied'`.execute(db)
  const contents = rows.map(({ content }) => JSON.parse(content) as MessageContent)
  const accepted = contents.find(content => content.kind === 'accepted')
  const shipped = contents.find(content => content.kind === 'shipped')
  const itemsCents = accepted?.itemsCents ?? agreed?.itemsCents ?? null
  const taxesCents = accepted?.taxesCents ?? agreed?.taxesCents ?? null
  if (accepted === undefined || itemsCents === null || taxesCents === null) return null
  const shippingCents = shipped === undefined ? null : (shipped.shippingCents ?? agreed?.shippingCents ?? null)
  return { itemsCents, taxesCents, shippingCents }
}

/** The parcels of each job that have left, by job id: parcels reported before the whole order shipped come first. */
export async function findReportedParcels(db: Db, jobs: PrintJob[]): Promise<Map<string, JobShipment[]>> {
  const shipped = jobs.filter(({ status }) => status === 'SHIPPED')
  const parcels = new Map(jobs.map(({ jobId, collected }) => [jobId, collected]))
  if (shipped.length === 0) return parcels
  const keys = rowsOf(shipped, 'n', { accountId: text(job => job.accountId), jobId: text(job => job.jobId) })
  const { rows } = await sql<{ jobId: string; content: string }>`
    select n.job_id as "jobId", m.content
    from ${keys.from}
    -- One lookup by key for each job: nearly all of a printer's messages are applied.
    cross join lateral (
      select content, kind, verdict
      from printer_messages
      where account_id = n.account_id and job_id = n.job_id
      offset 0
    ) m
    where m.kind = 'shipped'
      and m.verdict = 'applied'`.execute(db)
  for (const { jobId, content } of rows) {
    const { shipments } = JSON.parse(content) as Extract<MessageContent, { kind: 'shipped' }>
    parcels.set(jobId, mergeParcels(parcels.get(jobId)!, completeParcels(shipments)))
  }
  return parcels
}

/** The order of fields does not matter. */
const contentDigest = (content: MessageContent): string =>
  createHash('sha256')
    .update(JSON.stringify(withSortedKeys(content)))
    .digest('hex')

function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, withSortedKeys(inner)]),
  )
}

/**
 * Deletes at most one batch of messages of each verdict that were received more than `days` ago; returns how many.
 * Messages about an open order stay, because its prices and parcels are read from them.
 */
export async function deleteOldPrinterMessages(db: Db, { days, now }: { days: number; now: Date }): Promise<number> {
  const bound = sortableBound('pmg', earlier(now, days * day))
  let deleted = 0
  for (const verdict of messageVerdicts)
    deleted += await deleteBatch(
      db,
      'printer_messages',
      sql`verdict = ${verdict} and record_id < ${bound} and exists (
        select from orders o
        where o.account_id = printer_messages.account_id and o.mode = printer_messages.mode
          and o.order_id = printer_messages.order_id and o.ended_at is not null
      )
      order by record_id`,
    )
  return deleted
}
