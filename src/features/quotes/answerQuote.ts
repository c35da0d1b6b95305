// The answers to quotes: the staff offer a price or decline, the customer withdraws, and an open quote expires.

import { say } from '../../../languages/texts.ts'
import { appendAudit } from '../../accounts/auditLog.ts'
import type { Log } from '../../base/log.ts'
import { Refusal } from '../../base/refusal.ts'
import { claimDue } from '../../jobs/claimDue.ts'
import type { QuoteTerms } from '../../orders/order.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import { notifyOfQuote } from '../notify/accountEmails.ts'
import { priceTerms, type QuoteDeps } from './askForQuote.ts'
import {
  endQuote,
  findQuote,
  lockQuote,
  type Quote,
  type QuoteKey,
  type QuoteRow,
  type QuoteStatus,
  quoteColumns,
  quoteOf,
  storeOffer,
} from './quoteStore.ts'

const maxExpired = 100

type By = { now: Date; actor: string }

/** Refuses with `not_found`, and with `wrong_state` if the quote does not wait for an answer. */
export async function offerQuote(
  { transactor, operatorVersions, publicUrl }: QuoteDeps,
  key: QuoteKey,
  { terms: amounts, validUntil, ...by }: By & { terms: Omit<QuoteTerms, 'quoteId'>; validUntil: Date },
): Promise<Quote> {
  const terms = { quoteId: key.quoteId, ...amounts }
  const found = await findQuote(transactor.db, key)
  if (found === undefined) throw quoteNotFound(key)
  requireStatus(found, ['requested'])
  const operator = operatorVersions.at(by.now)
  const pricing = await priceTerms({ db: transactor.db, operator }, found, terms, by.now)
  return actOn(transactor, key, ['requested'], by, async (work, quote) => {
    await storeOffer(work.tx, key, { terms, pricing, validUntil, by: by.actor })
    work.wake('expire_quotes', validUntil)
    await recordInAudit(work, quote, 'quote_offered', { ...amounts, validUntil: validUntil.toISOString() })
    const { accountId } = key
    const quoteUrl = new URL(pathOf(key), publicUrl).href
    await notifyOfQuote(work, { accountId, orderCents: pricing.orderCents!, validUntil, reason: null, quoteUrl })
  })
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
export async function withdrawQuote(transactor: Transactor, key: QuoteKey, by: By): Promise<Quote> {
  const found = await findQuote(transactor.db, key)
  if (found?.status === 'withdrawn') return found
  return actOn(transactor, key, ['requested', 'offered'], by, (work, quote) =>
    endQuote(work.tx, quote, { status: 'withdrawn', at: by.now }),
  )
}

/** Task `expire_quotes`. */
export const expireQuotes =
  ({ transactor, log }: { transactor: Transactor; log: Log }) =>
  (now: Date): Promise<number> =>
    transact(transactor, { now, actor: 'system' }, work =>
      claimDue<QuoteRow>(work, 'quote', {
        ...{ columns: quoteColumns, as: 'q', max: maxExpired, log },
        async act(rows) {
          for (const row of rows) await endQuote(work.tx, quoteOf(row), { status: 'expired', at: now })
        },
        keyOf: ({ accountId, quoteId }) => ({ accountId, quoteId }),
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
    const quote = await lockQuote(work.tx, key)
    if (quote === undefined) throw quoteNotFound(key)
    requireStatus(quote, from)
    await act(work, quote)
    return (await lockQuote(work.tx, key))!
  })
}

function requireStatus({ quoteId, status }: Quote, expected: QuoteStatus[]): void {
  if (!expected.includes(status))
    throw new Refusal('wrong_state', say('Quote {quoteId} is {status}.', { quoteId, status }))
}

const pathOf = ({ mode, quoteId }: QuoteKey) => `/dashboard/${mode}/quotes/${quoteId}`

const recordInAudit = (
  { tx, newId, now, actor }: UnitOfWork,
  { accountId, mode, quoteId }: Quote,
  action: 'quote_offered' | 'quote_declined',
  details: object,
): Promise<void> =>
  appendAudit(tx, newId, { at: now, actor, action, accountId, subject: quoteId, details: { mode, ...details } })
