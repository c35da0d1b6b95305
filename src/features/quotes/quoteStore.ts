// The rows of quotes. A quote changes only under its lock, and from an open status.

import { type RawBuilder, sql } from 'kysely'
import { parseWithWords, readWords, type Words } from '../../../languages/texts.ts'
import { day, earlier } from '../../base/clock.ts'
import type { Mode } from '../../base/mode.ts'
import type { Problem } from '../../base/refusal.ts'
import { sortableBound } from '../../base/secrets/ids.ts'
import type { RequestKey } from '../../base/secrets/requestKey.ts'
import { readJson, storableJson, storableText } from '../../base/text/storableText.ts'
import type { Db, Tx } from '../../db/db.ts'
import { deleteBatch } from '../../db/deleteBatch.ts'
import { storedWords } from '../../db/rows.ts'
import type { Book, Order, OrderRequest, Pricing, QuoteTerms } from '../../orders/order.ts'
import { redactedRequest } from '../privacy/recipient.ts'

const keptMs = 365 * day

export const quoteStatuses = ['requested', 'offered', 'declined', 'withdrawn', 'expired', 'accepted'] as const
export type QuoteStatus = (typeof quoteStatuses)[number]

export type QuoteKey = { accountId: string; mode: Mode; quoteId: string }

export type Quote = QuoteKey & {
  accountName: string
  status: QuoteStatus
  request: OrderRequest
  books: Book[]
  /** By the price list of the account, when it asked. */
  listed: Pricing
  /** About the wanted order, when the customer asked. */
  warnings: Problem[]
  message: string | null
  /** The wanted identifier of the order, then the order that was placed. */
  customerOrderId: string | null
  requestDigest: string | null
  createdAt: Date
  terms: QuoteTerms | null
  pricing: Pricing | null
  validUntil: Date | null
  reason: Words | null
  orderId: string | null
  endedAt: Date | null
}

type JsonColumn = 'request' | 'books' | 'listed' | 'warnings' | 'terms' | 'pricing' | 'reason'
export type QuoteRow = Omit<Quote, JsonColumn> & { [Column in JsonColumn]: string | null }

export const quoteColumns = sql`
  q.account_id as "accountId", q.mode, q.quote_id as "quoteId", q.status, q.request, q.books, q.listed, q.warnings, q.message,
  q.customer_order_id as "customerOrderId", q.request_digest as "requestDigest", q.created_at as "createdAt", q.terms, q.pricing,
  q.valid_until as "validUntil", q.reason, q.order_id as "orderId", q.ended_at as "endedAt",
  (select name from accounts a where a.account_id = q.account_id) as "accountName"`

export function quoteOf({ request, books, listed, warnings, terms, pricing, reason, ...row }: QuoteRow): Quote {
  const read = (json: string | null) => (json === null ? null : JSON.parse(readJson(json)))
  return {
    ...row,
    ...{ request: read(request), books: read(books), listed: read(listed), terms: read(terms), pricing: read(pricing) },
    ...{ warnings: parseWithWords(readJson(warnings!)), reason: readWords(reason) },
  }
}

const isQuote = ({ accountId, mode, quoteId }: QuoteKey) =>
  sql`q.account_id = ${accountId} and q.mode = ${mode} and q.quote_id = ${quoteId}`

async function select(db: Db | Tx, rest: RawBuilder<unknown>): Promise<Quote[]> {
  const { rows } = await sql<QuoteRow>`select ${quoteColumns} from quotes q where ${rest}`.execute(db)
  return rows.map(quoteOf)
}

export const findQuote = async (db: Db, key: QuoteKey): Promise<Quote | undefined> =>
  (await select(db, isQuote(key)))[0]

export const lockQuote = async (tx: Tx, key: QuoteKey): Promise<Quote | undefined> =>
  (await select(tx, sql`${isQuote(key)} for update`))[0]

export const findQuoteByRequest = async (
  tx: Db | Tx,
  { accountId, mode }: Omit<QuoteKey, 'quoteId'>,
  { key }: RequestKey,
): Promise<Quote | undefined> =>
  (await select(tx, sql`q.account_id = ${accountId} and q.mode = ${mode} and q.request_key = ${key}`))[0]

/**
 * How many quotes of an account are open, and were asked for within a day. Locks the account, so that requests at once
 * cannot exceed a maximum.
 */
export async function countQuotes(
  tx: Tx,
  { accountId, mode, now }: Omit<QuoteKey, 'quoteId'> & { now: Date },
): Promise<{ open: number; ofDay: number }> {
  await sql`select from accounts where account_id = ${accountId} for no key update`.execute(tx)
  const own = sql`from quotes where account_id = ${accountId} and mode = ${mode}`
  const { rows } = await sql<{ open: number; ofDay: number }>`
    select (select count(*)::int ${own} and ended_at is null) as open,
      (select count(*)::int ${own} and quote_id >= ${sortableBound('quo', earlier(now, day))}) as "ofDay"`.execute(tx)
  return rows[0]!
}

/** A quote as lists show it. */
export type ListedQuote = Pick<
  Quote,
  | 'quoteId'
  | 'accountId'
  | 'mode'
  | 'accountName'
  | 'status'
  | 'customerOrderId'
  | 'validUntil'
  | 'createdAt'
  | 'endedAt'
> & { copies: number; bookTitle: string | null; listedCents: number; orderCents: number | null }

/** Newest first. `accountId` is null for those of all accounts. */
export async function listQuotes(
  db: Db,
  {
    accountId,
    mode,
    status,
    before,
    limit,
  }: { accountId: string | null; mode: Mode; status: QuoteStatus | null; before: string | null; limit: number },
): Promise<ListedQuote[]> {
  const { rows } = await sql<ListedQuote>`
    select q.quote_id as "quoteId", q.account_id as "accountId", q.mode, q.status, q.copies,
      q.books -> 0 ->> 'title' as "bookTitle", q.customer_order_id as "customerOrderId", q.valid_until as "validUntil", q.created_at as "createdAt",
      q.ended_at as "endedAt", (q.listed ->> 'orderCents')::float8 as "listedCents",
      (q.pricing ->> 'orderCents')::float8 as "orderCents",
      (select name from accounts a where a.account_id = q.account_id) as "accountName"
    from quotes q
    where q.mode = ${mode}
      ${accountId === null ? sql`` : sql`and q.account_id = ${accountId}`}
      ${status === null ? sql`` : sql`and q.status = ${status}`}
      ${before === null ? sql`` : sql`and q.quote_id < ${before}`}
    order by q.quote_id desc
    limit ${limit}`.execute(db)
  return rows
}

export type NewQuote = QuoteKey &
  Pick<Quote, 'request' | 'books' | 'listed' | 'warnings' | 'message' | 'customerOrderId' | 'createdAt'> & {
    requestKey: RequestKey | null
    createdBy: string
    dueAt: Date
  }

export async function insertQuote(tx: Tx, quote: NewQuote): Promise<void> {
  await sql`
    insert into quotes (
      account_id, mode, quote_id, status, request, books, copies, listed, warnings, message, customer_order_id, request_key,
      request_digest, created_at, created_by, due_at)
    values (
      ${quote.accountId}, ${quote.mode}, ${quote.quoteId}, 'requested', ${storableJson(quote.request)}::json,
      ${storableJson(quote.books)}::json, ${copiesOf(quote.request)}, ${storableJson(quote.listed)}::json,
      ${storableJson(quote.warnings)}::json,
      ${quote.message === null ? null : storableText(quote.message)}, ${quote.customerOrderId},
      ${quote.requestKey?.key ?? null}, ${quote.requestKey?.digest ?? null}, ${quote.createdAt}, ${quote.createdBy},
      ${quote.dueAt})`.execute(tx)
}

export const copiesOf = ({ orderItems }: OrderRequest): number =>
  orderItems.reduce((sum, { quantity }) => sum + quantity, 0)

export type Offer = { terms: QuoteTerms; pricing: Pricing; validUntil: Date; dueAt: Date; by: string }

/** The caller holds the lock of the quote, which is requested. */
export async function storeOffer(tx: Tx, key: QuoteKey, offer: Offer): Promise<void> {
  const { terms, pricing, validUntil, dueAt, by } = offer
  await sql`
    update quotes q
    set status = 'offered', terms = ${JSON.stringify(terms)}::json, pricing = ${JSON.stringify(pricing)}::json,
      valid_until = ${validUntil}, due_at = ${dueAt}, answered_by = ${by}
    where ${isQuote(key)}`.execute(tx)
}

export type QuoteEnd = {
  status: Exclude<QuoteStatus, 'requested' | 'offered'>
  at: Date
  reason?: Words
  by?: string
  order?: { orderId: string; customerOrderId: string }
}

/** Erases the recipient: an order has its own. The caller holds the lock of the quote: open, or of a failed order. */
export async function endQuote(tx: Tx, quote: Quote, { status, at, reason, by, order }: QuoteEnd): Promise<void> {
  await sql`
    update quotes q
    set status = ${status}, ended_at = ${at}, due_at = null, message = null, warnings = '[]',
      request = ${storableJson(redactedRequest(quote.request))}::json,
      reason = ${storedWords(reason ?? null)}::json, answered_by = coalesce(${by ?? null}, answered_by),
      order_id = ${order?.orderId ?? null}, customer_order_id = coalesce(${order?.customerOrderId ?? null}, customer_order_id)
    where ${isQuote(quote)}`.execute(tx)
}

/** The customer was reminded of the offer, which is due again when it expires. The caller holds its lock. */
export async function setReminded(tx: Tx, key: QuoteKey): Promise<void> {
  await sql`update quotes q set due_at = valid_until where ${isQuote(key)}`.execute(tx)
}

/** The quote of an order that has failed is an offer again, with the order's request. The caller holds its lock. */
export async function reopenQuote(
  tx: Tx,
  key: QuoteKey,
  { request: { quote: _, ...request }, dueAt }: { request: OrderRequest; dueAt: Date },
): Promise<void> {
  await sql`
    update quotes q
    set status = 'offered', ended_at = null, due_at = ${dueAt}, order_id = null, customer_order_id = null,
      request = ${storableJson(request)}::json
    where ${isQuote(key)}`.execute(tx)
}

/** Quotes that are open again, or still, after their orders have failed: they have the same recipient. */
export async function withdrawQuotesOf(tx: Tx, orders: Order[], now: Date): Promise<void> {
  for (const { accountId, mode, request } of orders) {
    if (request.quote === undefined) continue
    const quote = await lockQuote(tx, { accountId, mode, quoteId: request.quote.quoteId })
    if (quote?.status === 'offered') await endQuote(tx, quote, { status: 'withdrawn', at: now })
  }
}

/** The quote stays open, and its next order needs another identifier. The caller holds its lock. */
export async function forgetUsedIdentifier(
  tx: Tx,
  quote: Quote,
  { customerOrderId }: { customerOrderId: string },
): Promise<void> {
  await sql`
    update quotes q set customer_order_id = null
    where ${isQuote(quote)} and customer_order_id = ${customerOrderId}`.execute(tx)
}

/** Deletes at most one batch of the quotes that ended a year ago; returns how many. */
export const deleteOldQuotes = (db: Db, now: Date): Promise<number> =>
  deleteBatch(db, 'quotes', sql`ended_at < ${earlier(now, keptMs)} order by ended_at`)

/**
 * Deletes at most `max` quotes of a sandbox, but for those of orders that are still there, and for what was asked or
 * accepted after a time; returns how many.
 */
export async function deleteSandboxQuotes(
  tx: Tx,
  { accountId, until, max }: { accountId: string; until: Date; max: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from quotes
    where ctid = any(array(
      select ctid from quotes
      where account_id = ${accountId} and mode = 'sandbox' and coalesce(ended_at, created_at) <= ${until}
        and not exists (
          select from orders o
          where o.account_id = quotes.account_id and o.mode = quotes.mode and o.order_id = quotes.order_id)
      limit ${max}
    ))`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
