// The record of printers' messages, in printer_messages. Writing here requires the lock of the message's job, so that
// of two copies of a message the second finds the first.

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { forgotten } from '../base/forgotten.ts'
import type { Mode } from '../base/mode.ts'
import type { Db, Tx } from '../db/db.ts'
import { storedJson } from '../db/json.ts'
import { completed, joined } from './parcels.ts'
import type { JobShipment, Message, PrintJob, Told } from './printer.ts'

/** What became of a message. `repeated` and `ignored` rightly changed nothing. */
export type Verdict = 'applied' | 'repeated' | 'contradicts' | 'ignored'
export const verdicts: readonly Verdict[] = ['applied', 'repeated', 'contradicts', 'ignored']

/** A message about a job and its verdict; `why` is for people, and null for applied messages. */
export type Judged = {
  job: PrintJob
  told: Told
  verdict: Verdict
  why: string | null
  actor: string
  recordId: string
}

/** `same`: this very message came before, with that verdict. `otherwise`: its id was used for a different message. */
export type Known = { same: { verdict: Verdict; why: string | null } | null; otherwise: boolean }

type Key = { accountId: string; jobId: string; messageId: string }

/** What is known about messages that have just come, in order. */
export async function recall(tx: Tx, heard: { job: PrintJob; told: Told }[]): Promise<Known[]> {
  if (heard.length === 0) return []
  const { rows } = await sql<Key & { content: string; verdict: Verdict; why: string | null }>`
    select
      m.account_id as "accountId", m.job_id as "jobId", m.message_id as "messageId", m.content_sha256 as content,
      m.verdict, m.why
    from unnest(
      ${heard.map(({ job }) => job.accountId)}::text[], ${heard.map(({ job }) => job.jobId)}::text[],
      ${heard.map(({ told }) => told.messageId)}::text[]
    ) as n (account_id, job_id, message_id)
    -- One look by key for each, whatever the planner thinks of the table.
    cross join lateral (
      select *
      from printer_messages
      where account_id = n.account_id and job_id = n.job_id and message_id = n.message_id
      offset 0
    ) m`.execute(tx)
  return heard.map(({ job, told }) => {
    const found = rows.filter(row => row.jobId === job.jobId && row.messageId === told.messageId)
    const same = found.find(row => row.content === contentDigest(told.message))
    return {
      same: same === undefined ? null : { verdict: same.verdict, why: same.why },
      otherwise: same === undefined && found.length > 0,
    }
  })
}

/** Records each message once; repetitions are counted, and the latest verdict is kept. */
export async function remember(tx: Tx, judged: Judged[], now: Date): Promise<void> {
  if (judged.length === 0) return
  await sql`
    insert into printer_messages (
      account_id, job_id, message_id, content_sha256, record_id, mode, order_id, printer, kind, content, said_at,
      received_at, verdict, why, actor)
    select n.account_id, n.job_id, n.message_id, n.content_sha256, n.record_id, n.mode, n.order_id, n.printer, n.kind,
      n.content::json, n.said_at, ${now}, n.verdict, n.why, n.actor
    from unnest(
      ${judged.map(({ job }) => job.accountId)}::text[], ${judged.map(({ job }) => job.jobId)}::text[],
      ${judged.map(({ told }) => told.messageId)}::text[],
      ${judged.map(({ told }) => contentDigest(told.message))}::text[],
      ${judged.map(({ recordId }) => recordId)}::text[], ${judged.map(({ job }) => job.mode)}::text[],
      ${judged.map(({ job }) => job.orderId)}::text[], ${judged.map(({ job }) => job.printer)}::text[],
      ${judged.map(({ told }) => told.message.kind)}::text[],
      ${judged.map(({ told }) => storedJson(told.message))}::text[],
      ${judged.map(({ told }) => told.saidAt)}::timestamptz[], ${judged.map(({ verdict }) => verdict)}::text[],
      ${judged.map(({ why }) => why)}::text[], ${judged.map(({ actor }) => actor)}::text[]
    ) as n (
      account_id, job_id, message_id, content_sha256, record_id, mode, order_id, printer, kind, content, said_at,
      verdict, why, actor)
    on conflict (account_id, job_id, message_id, content_sha256) do update
    set repetitions = printer_messages.repetitions + 1, repeated_at = ${now},
      verdict = case when excluded.verdict = 'repeated' then printer_messages.verdict else excluded.verdict end,
      why = case when excluded.verdict = 'repeated' then printer_messages.why else excluded.why end`.execute(tx)
}

/** Takes out of what printers said about these jobs the words that people wrote. */
export async function forgetWords(tx: Tx, jobs: Pick<PrintJob, 'accountId' | 'jobId'>[]): Promise<void> {
  if (jobs.length === 0) return
  await sql`
    update printer_messages m
    set content = jsonb_set(m.content::jsonb - 'notTaken', '{reason}', to_jsonb(${forgotten}::text), false)::json
    where (m.account_id, m.job_id) in (
        select * from unnest(
          ${jobs.map(({ accountId }) => accountId)}::text[], ${jobs.map(({ jobId }) => jobId)}::text[]))
      and m.content::jsonb ?| array['reason', 'notTaken']`.execute(tx)
}

export type KeptMessage = {
  recordId: string
  accountId: string
  mode: Mode
  orderId: string
  customerOrderId: string
  jobId: string
  printer: string
  messageId: string
  kind: Message['kind']
  content: Message
  saidAt: Date | null
  receivedAt: Date
  repeatedAt: Date | null
  repetitions: number
  verdict: Verdict
  why: string | null
  actor: string
}

/** Newest first, of one verdict or of all; before the record `before`. */
export async function listMessages(
  db: Db,
  { verdict, before, limit }: { verdict: Verdict; before: string | null; limit: number },
): Promise<KeptMessage[]> {
  const { rows } = await sql<Omit<KeptMessage, 'content'> & { content: string }>`
    select
      m.record_id as "recordId", m.account_id as "accountId", m.mode, m.order_id as "orderId",
      o.customer_order_id as "customerOrderId", m.job_id as "jobId", m.printer, m.message_id as "messageId", m.kind,
      m.content, m.said_at as "saidAt", m.received_at as "receivedAt", m.repeated_at as "repeatedAt", m.repetitions,
      m.verdict, m.why, m.actor
    from printer_messages m
    join orders o using (account_id, mode, order_id)
    where m.verdict = ${verdict}
      ${before === null ? sql`` : sql`and m.record_id < ${before}`}
    order by m.record_id desc
    limit ${limit}`.execute(db)
  return rows.map(row => ({ ...row, content: JSON.parse(row.content) }))
}

/** The prices that the printer of a job has set, in its own message; null when it has set none. */
export async function pricesSaid(
  db: Db,
  { accountId, jobId, enterprise }: { accountId: string; jobId: string; enterprise: boolean },
): Promise<{ itemsCents: number; taxesCents: number; shippingCents: number | null } | null> {
  if (!enterprise) return null
  const { rows } = await sql<{ content: string }>`
    select content
    from printer_messages
    where account_id = ${accountId}
      and job_id = ${jobId}
      and kind in ('accepted', 'shipped')
      and verdict = 'applied'`.execute(db)
  const said = rows.map(({ content }) => JSON.parse(content) as Message)
  const accepted = said.find(message => message.kind === 'accepted')
  const shippingCents = said.find(message => message.kind === 'shipped')?.shippingCents ?? null
  if (accepted === undefined || accepted.itemsCents === null || accepted.taxesCents === null) return null
  return { itemsCents: accepted.itemsCents, taxesCents: accepted.taxesCents, shippingCents }
}

/**
 * The parcels that left of each job, by its id: those told before the whole order shipped, and then those that it
 * shipped in.
 */
export async function parcelsSaid(db: Db, jobs: PrintJob[]): Promise<Map<string, JobShipment[]>> {
  const shipped = jobs.filter(({ status }) => status === 'SHIPPED')
  const parcels = new Map(jobs.map(({ jobId, collected }) => [jobId, collected]))
  if (shipped.length === 0) return parcels
  const { rows } = await sql<{ jobId: string; content: string }>`
    select n.job_id as "jobId", m.content
    from unnest(
      ${shipped.map(({ accountId }) => accountId)}::text[], ${shipped.map(({ jobId }) => jobId)}::text[]
    ) as n (account_id, job_id)
    -- One look by key for each: a printer's applied messages are nearly all that there are.
    cross join lateral (
      select content, kind, verdict
      from printer_messages
      where account_id = n.account_id and job_id = n.job_id
      offset 0
    ) m
    where m.kind = 'shipped'
      and m.verdict = 'applied'`.execute(db)
  for (const { jobId, content } of rows) {
    const { shipments } = JSON.parse(content) as Extract<Message, { kind: 'shipped' }>
    parcels.set(jobId, joined(parcels.get(jobId)!, completed(shipments)))
  }
  return parcels
}

/** Two messages are equal when their fields are, in any order. */
function contentDigest(message: Message): string {
  return createHash('sha256')
    .update(JSON.stringify(inOrder(message)))
    .digest('hex')
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, inOrder(inner)]),
  )
}
