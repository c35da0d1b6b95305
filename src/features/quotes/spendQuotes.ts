// Ends the quotes of orders that a group places. The group locks each quote and ends it in its own transaction, so a
// quote becomes one order. An order that is REJECTED or FAILED leaves the quote open.

import { say } from '../../../languages/texts.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Tx } from '../../db/db.ts'
import { statuses } from '../../orders/lifecycle.ts'
import type { Order } from '../../orders/order.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import type { QuoteUse } from '../placing/admissions.ts'
import type { OrderDraft } from '../placing/drafts.ts'
import { offerDueAt, quoteNotFound, stateOf } from './answerQuote.ts'
import { endQuote, forgetUsedIdentifier, lockQuote, type Quote, reopenQuote } from './quoteStore.ts'

/** The quotes of drafts, locked. */
type LockedQuotes = QuoteUse & {
  /** Ends the quotes of accepted orders. Another order has used its identifier, and leaves its quote open. */
  end(orders: Order[]): Promise<void>
}

/** The caller holds the locks of the limits of the accounts, which all their creates take. */
export async function lockQuotes(tx: Tx, drafts: OrderDraft[], now: Date): Promise<LockedQuotes> {
  const quotes = new Map<string, Quote | undefined>()
  const spent = new Set<string>()
  for (const draft of drafts) {
    const { accountId, mode, request } = draft
    if (request.quote === undefined || quotes.has(request.quote.quoteId)) continue
    const { quoteId } = request.quote
    quotes.set(quoteId, await lockQuote(tx, { accountId, mode, quoteId }))
  }
  return {
    refusalOf(draft) {
      const terms = draft.request.quote
      if (terms === undefined) return null
      const quote = quotes.get(terms.quoteId)
      if (quote === undefined) return quoteNotFound(terms)
      if (spent.has(terms.quoteId)) return notOpen({ ...quote, status: 'accepted' })
      if (quote.status !== 'offered' || quote.validUntil! <= now) return notOpen(quote)
      return hasOtherBooks(draft, quote) ? otherBooks(quote) : null
    },
    spend({ request: { quote } }) {
      if (quote !== undefined) spent.add(quote.quoteId)
    },
    async end(orders) {
      for (const order of orders) {
        const quote = order.request.quote && quotes.get(order.request.quote.quoteId)
        if (quote === undefined) continue
        if (statuses[order.status].final) await forgetUsedIdentifier(tx, quote, order)
        else await endQuote(tx, quote, { status: 'accepted', at: now, order })
      }
    },
  }
}

export const notOpen = ({ quoteId, status, validUntil }: Quote): Refusal =>
  new Refusal(
    'quote_not_open',
    status === 'offered'
      ? say('Quote {quoteId} was valid until {time}: ask for another quote.', {
          quoteId,
          time: validUntil!.toISOString(),
        })
      : say('{reason} It cannot be accepted.', { reason: stateOf({ quoteId, status }) }),
  )

/** Makes the quotes of orders that have failed their file check offers again; those whose days are over expire. */
export async function reopenQuotes({ tx, now, wake }: UnitOfWork, orders: Order[]): Promise<void> {
  for (const { accountId, mode, orderId, status, request } of orders) {
    if (status !== 'FAILED' || request.quote === undefined) continue
    const quote = await lockQuote(tx, { accountId, mode, quoteId: request.quote.quoteId })
    if (quote?.orderId !== orderId) continue
    if (quote.validUntil! <= now) {
      await endQuote(tx, quote, { status: 'expired', at: now })
      continue
    }
    const dueAt = offerDueAt(quote, quote.validUntil!, now)
    await reopenQuote(tx, quote, { request, dueAt })
    wake('expire_quotes', dueAt)
  }
}

/** Since the customer asked, a product was connected with another book. A draft with errors becomes FAILED. */
const hasOtherBooks = ({ examined: { books } }: OrderDraft, quote: Quote): boolean =>
  books.some(({ manufacturingSku }, i) => manufacturingSku !== quote.books[i]!.manufacturingSku)

const otherBooks = ({ quoteId }: Quote): Refusal =>
  new Refusal(
    'quote_not_open',
    say('Quote {quoteId} is for another book than its product has now: ask for another quote.', { quoteId }),
  )
