// The answers to quotes: the staff offer a price or decline, the customer withdraws, and an open quote expires.

import { say, type Translatable } from '../../../languages/texts.ts'
import { appendAudit } from '../../accounts/auditLog.ts'
import { day, earlier, later } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import { dollarsText } from '../../base/money.ts'
import { malformedField, Refusal } from '../../base/refusal.ts'
import { claimDue } from '../../jobs/claimDue.ts'
import type { QuoteTerms } from '../../orders/order.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import { notifyOfExpiringQuote, notifyOfQuote } from '../notify/accountEmails.ts'
import { type CustomerContext, readCustomers } from '../placing/orderContext.ts'
import type { OperatorVersion } from '../shop/operatorData.ts'
import { type ApprovalOutcome, requestApproval, type SecondPersonRule } from '../staff/secondPerson.ts'
import { priceOf, type QuoteDeps } from './askForQuote.ts'
import { isOfferBeyond } from './lowOffers.ts'
import {
  endQuote,
  lockQuote,
  type Quote,
  type QuoteKey,
  type QuoteRow,
  type QuoteStatus,
  quoteColumns,
  quoteOf,
  setReminded,
  storeOffer,
} from './quoteStore.ts'

const maxExpired = 100
/** How long before its end the customer is reminded of an offer. */
const reminderMs = 3 * day
/** With its taxes: the payment provider charges no more at once. */
const maxOfferCents = 99_999_999

type By = { now: Date; actor: string }

type Offer = { terms: Omit<QuoteTerms, 'quoteId'>; validUntil: Date }

/**
 * Where a second person is needed, an offer that gives too much away waits for approval. Refuses with `not_found`, and
 * with `wrong_state` if the quote does not wait for an answer.
 */
export async function offerQuote(
  deps: QuoteDeps,
  key: QuoteKey,
  { terms: amounts, validUntil, ...by }: By & Offer,
  rule: SecondPersonRule,
): Promise<ApprovalOutcome<Quote>> {
  const terms = { quoteId: key.quoteId, ...amounts }
  return transact(deps.transactor, by, async work => {
    const { operator, quote, customer } = await readRequested(work, deps, key)
    const offered = { quote, customer, terms, now: by.now }
    if (rule !== null && key.mode === 'production' && isOfferBeyond(operator, offered, rule.aboveOffBasisPoints)) {
      const act = { kind: 'quote_offer' as const, ...terms, validUntil: validUntil.toISOString() }
      const request = { accountId: key.accountId, customerOrderId: null, act, amountCents: null, reason: null }
      return { done: null, approval: await requestApproval(work, { ...request, request: null }, rule) }
    }
    return { done: await makeOffer(work, deps, key, { terms, validUntil }), approval: null }
  })
}

/** Stores the offer and notifies the customer, also after approval. Refuses like offerQuote. */
export async function makeOffer(
  work: UnitOfWork,
  deps: Pick<QuoteDeps, 'operatorVersions' | 'publicUrl'>,
  key: QuoteKey,
  { terms, validUntil }: { terms: QuoteTerms; validUntil: Date },
): Promise<Quote> {
  const { tx, now, actor } = work
  if (validUntil <= now)
    throw new Refusal('wrong_state', say('The last day of this offer has passed: make a new offer.'))
  const { operator, quote, customer } = await readRequested(work, deps, key)
  const request = { ...quote.request, quote: terms }
  const pricing = priceOf(operator, customer, { request, books: quote.books, now })
  if (pricing.orderCents! > maxOfferCents) throw offerTooLarge(pricing.orderCents!)
  const dueAt = offerDueAt(key, validUntil, now)
  await storeOffer(tx, key, { terms, pricing, validUntil, dueAt, by: actor })
  work.wake('expire_quotes', dueAt)
  const { quoteId: _, ...amounts } = terms
  await recordInAudit(work, quote, 'quote_offered', { ...amounts, validUntil: validUntil.toISOString() })
  const { accountId } = key
  const quoteUrl = new URL(pathOf(key), deps.publicUrl).href
  await notifyOfQuote(work, { accountId, orderCents: pricing.orderCents!, validUntil, reason: null, quoteUrl })
  return (await lockQuote(tx, key))!
}

/** The time of the reminder; the end of an offer whose own email is the reminder, and in the sandbox. */
export function offerDueAt({ mode }: Pick<QuoteKey, 'mode'>, validUntil: Date, now: Date): Date {
  const remindAt = earlier(validUntil, reminderMs)
  return mode === 'production' && remindAt > later(now, day) ? remindAt : validUntil
}

/** Locks the quote. Its books are in the catalog. */
async function readRequested(
  work: UnitOfWork,
  { operatorVersions }: Pick<QuoteDeps, 'operatorVersions'>,
  key: QuoteKey,
): Promise<{ operator: OperatorVersion; quote: Quote; customer: CustomerContext }> {
  const operator = operatorVersions.at(work.now)
  const quote = await lockExisting(work, key, ['requested'])
  if (quote.books.some(({ manufacturingSku }) => operator.catalog.get(manufacturingSku) === undefined))
    throw new Refusal('wrong_state', say('A book of this quote is no longer in the catalog: decline the quote.'))
  const customer = (await readCustomers(work.tx, [quote], work.now)).get(key.accountId)!
  return { operator, quote, customer }
}

/** An offer may be declined too, until it is accepted. */
export const declineQuote = (
  { transactor, publicUrl }: Pick<QuoteDeps, 'transactor' | 'publicUrl'>,
  key: QuoteKey,
  { reason, ...by }: By & { reason: string },
): Promise<Quote> =>
  actOn(transactor, key, ['requested', 'offered'], by, async (work, quote) => {
    await endQuote(work.tx, quote, { status: 'declined', at: by.now, reason, by: by.actor })
    await recordInAudit(work, quote, 'quote_declined', { reason })
    const quoteUrl = new URL(pathOf(key), publicUrl).href
    await notifyOfQuote(work, { accountId: key.accountId, orderCents: 0, validUntil: by.now, reason, quoteUrl })
  })

/** By the customer. A quote that was withdrawn stays so. */
export const withdrawQuote = (transactor: Transactor, key: QuoteKey, by: By): Promise<Quote> =>
  actOn(transactor, key, ['requested', 'offered', 'withdrawn'], by, async (work, quote) => {
    if (quote.status !== 'withdrawn') await endQuote(work.tx, quote, { status: 'withdrawn', at: by.now })
  })

/** Task `expire_quotes`: also reminds of offers that soon expire. */
export const expireQuotes =
  ({ transactor, log, publicUrl }: Pick<QuoteDeps, 'transactor' | 'publicUrl'> & { log: Log }) =>
  (now: Date): Promise<number> =>
    transact(transactor, { now, actor: 'system' }, work =>
      claimDue<QuoteRow>(work, 'quote', {
        ...{ columns: quoteColumns, as: 'q', max: maxExpired, log },
        async act(rows) {
          for (const quote of rows.map(quoteOf))
            if (quote.validUntil !== null && quote.validUntil > now) await remind(work, quote, publicUrl)
            else await endQuote(work.tx, quote, { status: 'expired', at: now })
        },
        keyOf: ({ accountId, quoteId }) => ({ accountId, quoteId }),
      }),
    )

async function remind(work: UnitOfWork, quote: Quote, publicUrl: URL): Promise<void> {
  const { accountId, pricing, validUntil } = quote
  await setReminded(work.tx, quote)
  work.wake('expire_quotes', validUntil!)
  const quoteUrl = new URL(pathOf(quote), publicUrl).href
  await notifyOfExpiringQuote(work, { accountId, orderCents: pricing!.orderCents!, validUntil: validUntil!, quoteUrl })
}

const offerTooLarge = (cents: number): Refusal =>
  malformedField(
    '/itemsTotal',
    'invalid_amount',
    say('got {amount} with shipping and taxes; expected at most {max}', {
      amount: dollarsText(cents),
      max: dollarsText(maxOfferCents),
    }),
  )

export const quoteNotFound = ({ quoteId }: Pick<QuoteKey, 'quoteId'>): Refusal =>
  new Refusal('not_found', say('There is no quote {quoteId}.', { quoteId }))

function actOn(
  transactor: Transactor,
  key: QuoteKey,
  from: QuoteStatus[],
  by: By,
  act: (work: UnitOfWork, quote: Quote) => Promise<unknown>,
): Promise<Quote> {
  return transact(transactor, by, async work => {
    const quote = await lockExisting(work, key, from)
    await act(work, quote)
    return (await lockQuote(work.tx, key))!
  })
}

async function lockExisting({ tx }: UnitOfWork, key: QuoteKey, expected: QuoteStatus[]): Promise<Quote> {
  const quote = await lockQuote(tx, key)
  if (quote === undefined) throw quoteNotFound(key)
  if (!expected.includes(quote.status)) throw new Refusal('wrong_state', stateOf(quote))
  return quote
}

/** Says the status of the quote. */
export const stateOf = ({ quoteId, status }: Pick<Quote, 'quoteId' | 'status'>): Translatable => states[status](quoteId)

const states: Record<QuoteStatus, (quoteId: string) => Translatable> = {
  requested: quoteId => say('Quote {quoteId} waits for an answer.', { quoteId }),
  offered: quoteId => say('Quote {quoteId} is offered.', { quoteId }),
  accepted: quoteId => say('Quote {quoteId} is accepted.', { quoteId }),
  declined: quoteId => say('Quote {quoteId} was declined.', { quoteId }),
  withdrawn: quoteId => say('Quote {quoteId} was withdrawn.', { quoteId }),
  expired: quoteId => say('Quote {quoteId} has expired.', { quoteId }),
}

const pathOf = ({ mode, quoteId }: QuoteKey) => `/dashboard/${mode}/quotes/${quoteId}`

const recordInAudit = (
  { tx, newId, now, actor }: UnitOfWork,
  { accountId, mode, quoteId }: Quote,
  action: 'quote_offered' | 'quote_declined',
  details: object,
): Promise<void> =>
  appendAudit(tx, newId, { at: now, actor, action, accountId, subject: quoteId, details: { mode, ...details } })
