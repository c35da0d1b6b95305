// Accepting a quote places its order. Two requests that accept a quote at once get the same order.

import { say } from '../../../languages/texts.ts'
import { malformedField, Refusal } from '../../base/refusal.ts'
import type { RequestKey } from '../../base/secrets/requestKey.ts'
import type { Order, OrderRequest } from '../../orders/order.ts'
import type { Archive } from '../archive/archive.ts'
import { readOrder } from '../archive/readOrder.ts'
import type { PlaceOrder } from '../placing/placeOrders.ts'
import { quoteNotFound } from './answerQuote.ts'
import type { QuoteDeps } from './askForQuote.ts'
import { findQuote, type Quote, type QuoteKey } from './quoteStore.ts'
import { notOpen } from './spendQuotes.ts'

type AcceptDeps = Pick<QuoteDeps, 'transactor'> & { place: PlaceOrder; archive: Pick<Archive, 'read'> }

/** Other print files of the item with this index. */
type QuoteFiles = { item: number; coverUrl?: string; gutsUrl?: string }

type Acceptance = {
  customerOrderId: string | null
  files: QuoteFiles[]
  actor: string
  requestKey: RequestKey | null
}

/**
 * Places the order of an offer and returns it. An accepted quote returns its order, and so does a repeated request with
 * a key whose order has failed. Refuses with `not_found`, with `quote_not_open`, and like the creation of an order.
 * `files` count before those that the quote was asked with.
 */
export async function acceptQuote(
  deps: AcceptDeps,
  key: QuoteKey,
  { customerOrderId, files, actor, requestKey }: Acceptance,
): Promise<Order> {
  const quote = await findQuote(deps.transactor.db, key)
  if (quote === undefined) throw quoteNotFound(key)
  if (quote.status === 'accepted') return orderOfQuote(deps, quote)
  if (quote.terms === null || quote.status !== 'offered') throw notOpen(quote)
  try {
    return await deps.place({
      ...{ accountId: key.accountId, mode: key.mode, actor, warnings: [], requestKey },
      customerOrderId: customerOrderId ?? quote.customerOrderId,
      request: { ...withFiles(quote.request, files), quote: quote.terms },
    })
  } catch (error) {
    // Of two requests that accept a quote at once, the second gets the order of the first.
    const now = await findQuote(deps.transactor.db, key)
    if (error instanceof Refusal && now?.status === 'accepted') return orderOfQuote(deps, now)
    throw error
  }
}

function withFiles(request: OrderRequest, files: QuoteFiles[]): OrderRequest {
  const orderItems = [...request.orderItems]
  for (const [i, { item, ...urls }] of files.entries()) {
    const wanted = orderItems[item]
    if (wanted === undefined)
      throw malformedField(`/files/${i}/item`, 'not_found', say('the quote has no item {item}', { item }))
    orderItems[item] = { ...wanted, product: { ...wanted.product, ...urls } }
  }
  return { ...request, orderItems }
}

async function orderOfQuote({ transactor: { db }, archive }: AcceptDeps, quote: Quote): Promise<Order> {
  const name = { accountId: quote.accountId, mode: quote.mode, customerOrderId: quote.customerOrderId! }
  const { stored, archived } = await readOrder({ db, archive }, name)
  const order = stored ?? archived?.order
  if (order === undefined) throw notOpen(quote)
  return order
}
