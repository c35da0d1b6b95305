// Asking for a quote: an account describes an order as if it placed the order, and the staff answer. An order that
// cannot be printed or shipped is refused at once. In the sandbox the service answers by itself, at the list price.

import { say } from '../../../languages/texts.ts'
import { day, later } from '../../base/clock.ts'
import { type Problem, Refusal } from '../../base/refusal.ts'
import { requireSameRequest } from '../../base/secrets/requestKey.ts'
import type { Db, Tx } from '../../db/db.ts'
import type { Book, OrderRequest, Pricing, QuoteTerms } from '../../orders/order.ts'
import { usedIdentifiers } from '../../orders/orderStore.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import { notifyStaffOfQuote } from '../notify/staffEmails.ts'
import { duplicateRefusal } from '../placing/admissions.ts'
import { agreedPricing } from '../placing/agreedPricing.ts'
import { knownPageCount, shippingOf } from '../placing/books.ts'
import type { PlaceOrderRequest } from '../placing/drafts.ts'
import { examine } from '../placing/examine.ts'
import { priceListAt } from '../placing/listPrices.ts'
import { type CustomerContext, readCustomers } from '../placing/orderContext.ts'
import { withReturnAddress } from '../placing/packingSlip.ts'
import { priceOrders } from '../placing/price.ts'
import { purchaseOrderProblem } from '../placing/purchaseOrders.ts'
import type { OperatorVersion, OperatorVersions } from '../shop/operatorData.ts'
import {
  copiesOf,
  countQuotes,
  endQuote,
  findQuoteByRequest,
  insertQuote,
  lockQuote,
  type Quote,
  type QuoteKey,
  storeOffer,
} from './quoteStore.ts'

/** Each waits for a person. */
const maxOpenQuotes = 50
/** Asked within a day: each sends the staff an email, also one that is withdrawn at once. */
const maxQuotesPerDay = 100
/** How long a quote may wait for its answer. */
const answerMs = 30 * day
/** How long an offer of the sandbox is valid. */
const sandboxOfferMs = 14 * day
/** A message of a sandbox quote that begins with this text is declined. */
const simulatedRefusal = 'SIM DECLINED'

export type QuoteDeps = { transactor: Transactor; operatorVersions: OperatorVersions; publicUrl: URL }

type Ask = PlaceOrderRequest & {
  message: string | null
  now: Date
}

/**
 * Stores the request and returns the quote. Refuses with `malformed_request` and all problems of the order, with
 * `duplicate_order_id`, and with `too_many_quotes`.
 */
export async function askForQuote(deps: QuoteDeps, ask: Ask): Promise<Quote> {
  const { transactor, operatorVersions, publicUrl } = deps
  const { accountId, mode, now, actor } = ask
  const repeated = await findRepeated(transactor.db, ask)
  if (repeated !== undefined) return repeated
  const operator = operatorVersions.at(now)
  const customer = (await readCustomers(transactor.db, [ask], now)).get(accountId)!
  const { request, books, warnings } = prepare(operator, customer, ask)
  const listed = priceOf(operator, customer, { request, books, now })
  const quote = { ...ask, request, books, listed, warnings, quoteId: transactor.newId('quo') }
  return transact(transactor, { now, actor }, async work => {
    const { open, ofDay } = await countQuotes(work.tx, ask)
    const repeated = await findRepeated(work.tx, ask)
    if (repeated !== undefined) return repeated
    if (open >= maxOpenQuotes)
      throw new Refusal('too_many_quotes', say('{count} quotes are open: accept or withdraw one.', { count: open }))
    if (ofDay >= maxQuotesPerDay)
      throw new Refusal(
        'too_many_quotes',
        say('You asked for {count} quotes within a day: ask again later.', { count: ofDay }),
      )
    await requireUnusedIdentifier(work, ask)
    await insertQuote(work.tx, { ...quote, createdAt: now, createdBy: actor, dueAt: later(now, answerMs) })
    work.wake('expire_quotes', later(now, answerMs))
    const stored = (await lockQuote(work.tx, quote))!
    if (mode === 'sandbox') return answerInSandbox(work, operator, customer, stored)
    const quotesUrl = new URL(staffPathOf(quote), publicUrl).href
    await notifyStaffOfQuote(work, { accountName: customer.name, copies: copiesOf(request), quotesUrl })
    return stored
  })
}

/** The quote that was asked for with the same idempotency key, also if its books have been retired since. */
async function findRepeated(db: Db | Tx, ask: Ask): Promise<Quote | undefined> {
  const { requestKey } = ask
  const earlier = requestKey === null ? undefined : await findQuoteByRequest(db, ask, requestKey)
  if (earlier !== undefined) requireSameRequest({ digest: earlier.requestDigest! }, requestKey!)
  return earlier
}

const staffPathOf = ({ accountId, mode, quoteId }: QuoteKey) => `/staff/quotes/${accountId}/${mode}/${quoteId}`

async function requireUnusedIdentifier({ tx }: UnitOfWork, { accountId, customerOrderId }: Ask): Promise<void> {
  if (customerOrderId === null) return
  const [used] = await usedIdentifiers(tx, [{ accountId, customerOrderId }])
  if (used !== undefined) throw duplicateRefusal({ accountId, customerOrderId })
}

/** The wanted order with the page counts that are priced: with files of other counts it would be another order. */
function prepare(
  operator: OperatorVersion,
  customer: CustomerContext,
  { request: wanted, warnings: unknown, now }: Ask,
): { request: OrderRequest; books: Book[]; warnings: Problem[] } {
  const request = withReturnAddress(wanted, customer.returnAddress)
  const withTerms = { ...request, quote: noTerms }
  // As in the sandbox: files may follow until the order is placed.
  const { errors, books, warnings } = examine(operator, customer, { mode: 'sandbox', request: withTerms, now })
  const problems = [purchaseOrderProblem(customer, request), ...errors, ...countsMissing(operator, customer, request)]
  const found = problems.filter(problem => problem !== null)
  if (found.length > 0) throw new Refusal('malformed_request', found[0]!.detail, found)
  const orderItems = request.orderItems.map((item, i) => ({ ...item, pageCount: books[i]!.pageCount }))
  return { request: { ...request, orderItems }, books, warnings: [...unknown, ...warnings] }
}

const noTerms: QuoteTerms = { quoteId: '', itemsCents: 0, shippingCents: 0, manufacturingDays: 0 }

const countsMissing = (operator: OperatorVersion, customer: CustomerContext, request: OrderRequest): Problem[] =>
  request.orderItems.flatMap((item, i) => {
    const product = customer.product(item.sku)
    const sku = product && operator.catalog.get(product.manufacturingSku)
    if (product === undefined || sku === undefined) return []
    const detail = say('a quote needs the number of pages, and neither the item nor its product has it')
    return knownPageCount(item, product, { sku, pageCountAt: customer.pageCountAt }) === null
      ? [{ pointer: `/orderItems/${i}/pageCount`, code: 'page_count_missing', detail }]
      : []
  })

type Priced = { request: OrderRequest; books: Book[]; now: Date }

/** The provisional price of the order, by its terms if it has them; one amount is for the books with their handling. */
export function priceOf(
  operator: OperatorVersion,
  customer: CustomerContext,
  { request, books, now }: Priced,
): Pricing {
  const { exemptions, priceListCode } = customer
  const priceList = priceListAt(operator, priceListCode, now)
  const order = { createdAt: now, billing: 'charged' as const, request, books, exemptions, priceList }
  return agreedPricing(priceOrders(operator, [order])[0]!)
}

async function answerInSandbox(
  work: UnitOfWork,
  operator: OperatorVersion,
  customer: CustomerContext,
  quote: Quote,
): Promise<Quote> {
  const { request, books, listed, quoteId, message } = quote
  const { itemsCents, shippingCents } = listed
  const { manufacturingDays } = shippingOf(operator, { request, books })
  const terms = { quoteId, itemsCents, shippingCents: shippingCents!, manufacturingDays }
  const validUntil = later(work.now, sandboxOfferMs)
  if (message?.startsWith(simulatedRefusal)) {
    const reason = say('The sandbox declines quotes with this message.')
    await endQuote(work.tx, quote, { status: 'declined', at: work.now, reason })
  } else {
    const pricing = priceOf(operator, customer, { request: { ...request, quote: terms }, books, now: work.now })
    await storeOffer(work.tx, quote, { terms, pricing, validUntil, dueAt: validUntil, by: 'system' })
    work.wake('expire_quotes', validUntil)
  }
  return (await lockQuote(work.tx, quote))!
}
