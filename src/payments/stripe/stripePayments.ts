// Stripe, through its own package. The rules of Stripe:
//   * It stores an idempotency key with the first answer, even a 500, for 24 hours. So the first call of a charge is made
//     at once. Each later call first looks for the payment, by our key in its metadata, and requests it again only if
//     Stripe does not have it.
//   * A payment off session that needs confirmation is declined. It is then confirmed on session, which returns the
//     address of the bank's page.
//   * A reference to a card contains its customer and the card, `cus_...:pm_...`, because a payment needs both.
//   * A customer can be deleted at Stripe. It belongs to a test key or to a live key, and is unknown to the other.

import Stripe from 'stripe'
import { say } from '../../../languages/texts.ts'
import { earlier, hour, instant, second } from '../../base/clock.ts'
import type {
  BookEntry,
  ChargeOutcome,
  ChargeRequest,
  HostedCards,
  Payments,
  ProviderCard,
  RefundRequest,
} from '../payments.ts'
import { rateLimiter } from '../rateLimiter.ts'
import { messageOf } from './stripeMessages.ts'
import {
  accountField,
  disputeOf,
  type IntentOutcome,
  isMissing,
  isRefusal,
  keyField,
  notConfirmed,
  outcomeOfConfirmError,
  outcomeOfCreateError,
  outcomeOfIntent,
  outcomeOfRefund,
  outcomeOfRefundError,
  unanswered,
} from './stripeOutcomes.ts'
import { stripeStatements } from './stripeStatements.ts'

/** The newest version of the interface that the package has types for: an upgrade of the package fails to compile. */
export const apiVersion = '2026-10-28.endive'

/** Stripe takes amounts of at most eight digits. */
const maxChargeCents = 99_999_999

/** A call of the port makes up to four calls to Stripe, and returns within half a minute. */
const callTimeoutMs = 7 * second
const signatureToleranceSeconds = 300
const pageSize = 100
/** Stripe's clock may be behind ours. */
const clockSkewMs = hour
/** Movements between Stripe and the operator's bank, and Stripe's own fees: they concern no account. */
const operatorMovements =
  /^(payout|stripe_fee|stripe_fx_fee|tax_fee|topup|transfer|reserve|reserved_funds|application_fee)/

export type StripeSettings = {
  secretKey: string
  webhookSecret: string
  /** Null: Stripe's own address. */
  apiUrl: URL | null
  publicUrl: URL
  callsPerSecond: number
  timeoutMs?: number
}

export function stripePayments(settings: StripeSettings): Payments {
  const { secretKey, webhookSecret, apiUrl, publicUrl, callsPerSecond, timeoutMs = callTimeoutMs } = settings
  const stripe = new Stripe(secretKey, {
    apiVersion,
    maxNetworkRetries: 0, // we have our own retries and keys
    timeout: timeoutMs,
    telemetry: false,
    httpClient: rateLimitedClient(callsPerSecond),
    ...(apiUrl === null ? {} : addressOf(apiUrl)),
  })
  const returnUrl = new URL('/dashboard/billing', publicUrl).href

  /** The payment of a charge; null when Stripe has none. */
  async function findIntent({ chargeRef, cardRef, idempotencyKey, firstRequestedAt }: ChargeRequest) {
    if (chargeRef !== null) return stripe.paymentIntents.retrieve(chargeRef)
    return findIntentOf(parseCardRef(cardRef).customer, idempotencyKey, firstRequestedAt)
  }

  async function findIntentOf(customer: string, idempotencyKey: string, since: Date) {
    const created = { gte: secondsOf(earlier(since, clockSkewMs)) }
    const listed = stripe.paymentIntents.list({ customer, created, limit: pageSize })
    for await (const intent of listed) if (intent.metadata[keyField] === idempotencyKey) return intent
    return null
  }

  async function findOutcome(
    request: ChargeRequest,
  ): Promise<{ intent: Stripe.PaymentIntent; outcome: IntentOutcome } | null> {
    const intent = await findIntent(request)
    if (intent === null) return null
    if (intent.amount !== request.amountCents || intent.metadata[keyField] !== request.idempotencyKey)
      throw new Error(`the key ${request.idempotencyKey} was used for another charge`)
    return { intent, outcome: outcomeOfIntent(intent) }
  }

  async function create(request: ChargeRequest): Promise<IntentOutcome> {
    const { customer, card } = parseCardRef(request.cardRef)
    try {
      const intent = await stripe.paymentIntents.create(
        {
          amount: request.amountCents,
          currency: 'usd',
          customer,
          payment_method: card,
          allowed_payment_method_types: ['card'],
          confirm: true,
          off_session: true,
          description: request.description,
          metadata: { [accountField]: request.accountId, [keyField]: request.idempotencyKey },
        },
        { idempotencyKey: request.idempotencyKey },
      )
      return outcomeOfIntent(intent)
    } catch (error) {
      return outcomeOfCreateError(error)
    }
  }

  /** Makes the bank ask the cardholder. */
  async function confirm(request: ChargeRequest, intentId: string): Promise<ChargeOutcome> {
    try {
      const intent = await stripe.paymentIntents.confirm(
        intentId,
        { payment_method: parseCardRef(request.cardRef).card, return_url: returnUrl },
        { idempotencyKey: `${request.idempotencyKey}-confirm` },
      )
      return final(outcomeOfIntent(intent))
    } catch (error) {
      if (!isRefusal(error)) return final(outcomeOfConfirmError(error))
      // The payment may have been confirmed or canceled at the same time.
      const current = await orUnknown(() => stripe.paymentIntents.retrieve(intentId))
      return 'kind' in current ? current : final(outcomeOfIntent(current))
    }
  }

  /** Runs a query; a failure of Stripe is an unknown outcome. */
  async function orUnknown<T>(query: () => Promise<T>): Promise<T | ChargeOutcome> {
    try {
      return await query()
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError)) throw error
      return unanswered(error)
    }
  }

  /**
   * Cancels a payment that was declined, since it could still be confirmed at Stripe. The outcome is unknown until the
   * payment is canceled.
   */
  async function cancelDeclined(outcome: ChargeOutcome): Promise<ChargeOutcome> {
    if (outcome.kind !== 'declined' || outcome.ref === null) return outcome
    const { ref } = outcome
    try {
      await stripe.paymentIntents.cancel(ref)
      return outcome
    } catch {
      const current = await orUnknown(() => stripe.paymentIntents.retrieve(ref))
      if ('kind' in current) return current
      if (current.status === 'canceled') return outcome
      const state = outcomeOfIntent(current)
      return state.kind === 'succeeded'
        ? state
        : { kind: 'unknown', cause: `the declined payment is ${current.status}` }
    }
  }

  return {
    name: 'stripe',
    maxChargeCents,

    async charge(request) {
      if (request.attempt > 1) {
        const found = await orUnknown(() => findOutcome(request))
        if (found !== null && 'kind' in found) return found
        if (found !== null)
          return cancelDeclined(
            found.outcome.kind === 'confirm' ? await confirm(request, found.intent.id) : found.outcome,
          )
      }
      const outcome = await create(request)
      if (outcome.kind === 'confirm' && outcome.ref !== null) return cancelDeclined(await confirm(request, outcome.ref))
      return cancelDeclined(final(outcome))
    },

    async withdraw(request) {
      // A customer or payment that is missing may be in another account of Stripe's, where it was charged.
      const found = await orUnknown(() => findOutcome(request))
      if (found === null) return notConfirmed(null)
      if ('kind' in found) return found
      if (found.outcome.kind === 'succeeded' || found.outcome.kind === 'declined') return cancelDeclined(found.outcome)
      try {
        return final(outcomeOfIntent(await stripe.paymentIntents.cancel(found.intent.id)))
      } catch {
        // The payment may have been confirmed at the same time.
        const current = await orUnknown(() => findOutcome(request))
        if (current === null) return { kind: 'unknown', cause: 'Stripe no longer finds the payment' }
        return 'kind' in current ? current : final(current.outcome)
      }
    },

    async refund(request) {
      try {
        if (request.attempt > 1) {
          const found = await findRefund(stripe, request)
          if (found !== null) return outcomeOfRefund(found)
        }
        return outcomeOfRefund(await createRefund(stripe, request))
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeError)) throw error
        return outcomeOfRefundError(error)
      }
    },

    async findRefund(request) {
      try {
        const found = await findRefund(stripe, request).catch(nullIfMissing)
        return found && outcomeOfRefund(found)
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeError)) throw error
        return unanswered(error)
      }
    },

    async findDispute(disputeRef) {
      const found = await stripe.disputes.retrieve(disputeRef, { expand: ['payment_intent'] }).catch(nullIfMissing)
      return found && disputeOf(found)
    },

    cards: hostedCards(stripe),

    statements: stripeStatements({
      stripe,
      nullIfMissing,
      findIntent: ({ customerRef, idempotencyKey, createdAt }) => findIntentOf(customerRef, idempotencyKey, createdAt),
    }),

    readMessage(raw, signature, now) {
      try {
        return messageOf(
          stripe.webhooks.constructEvent(
            raw,
            signature,
            webhookSecret,
            signatureToleranceSeconds,
            undefined,
            now.getTime(),
          ),
        )
      } catch {
        return null
      }
    },

    async readBooks(from, to) {
      const entries: BookEntry[] = []
      const created = { gte: secondsOf(from), lt: secondsOf(to) }
      const listed = stripe.balanceTransactions.list({ created, limit: pageSize, expand: ['data.source'] })
      for await (const movement of listed) if (!operatorMovements.test(movement.type)) entries.push(entryOf(movement))
      return entries
    },

    simulateHolder: null,
    simulateDispute: null,
    simulatedPayer: null,
  }
}

/** A payment that still needs confirmation after it was tried on session is declined. */
const final = (outcome: IntentOutcome): ChargeOutcome =>
  outcome.kind === 'confirm'
    ? {
        kind: 'declined',
        ref: outcome.ref,
        code: 'authentication_required',
        message: say('The bank requires a confirmation of the payment.'),
      }
    : outcome

/** Null for an object that Stripe does not find: a payment that can no longer be made, a customer without cards. */
function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}

async function findRefund(stripe: Stripe, { chargeRef, idempotencyKey }: RefundRequest): Promise<Stripe.Refund | null> {
  const listed = stripe.refunds.list({ payment_intent: chargeRef, limit: pageSize })
  for await (const refund of listed) if (refund.metadata?.[keyField] === idempotencyKey) return refund
  return null
}

const createRefund = (stripe: Stripe, { chargeRef, amountCents, accountId, idempotencyKey }: RefundRequest) =>
  stripe.refunds.create(
    {
      payment_intent: chargeRef,
      amount: amountCents,
      metadata: { [accountField]: accountId, [keyField]: idempotencyKey },
    },
    { idempotencyKey },
  )

function hostedCards(stripe: Stripe): HostedCards {
  return {
    kind: 'hosted',

    async createCustomer({ accountId, name, email, lostRef }) {
      const customer = { name, email, metadata: { [accountField]: accountId } }
      // With the key of the lost customer, Stripe would return the lost customer.
      const idempotencyKey = `octavo-customer-${accountId}${lostRef === null ? '' : `-after-${lostRef}`}`
      return (await stripe.customers.create(customer, { idempotencyKey })).id
    },

    async startCardSetup({ accountId, customerRef, returnUrl }) {
      try {
        const { url } = await stripe.checkout.sessions.create({
          mode: 'setup',
          customer: customerRef,
          client_reference_id: accountId,
          allowed_payment_method_types: ['card'],
          success_url: `${returnUrl}?card=added`,
          cancel_url: returnUrl,
        })
        if (url === null) throw new Error('Stripe made a Checkout session without an address')
        return url
      } catch (error) {
        return nullIfMissing(error)
      }
    },

    async listCards(customerRef) {
      const cards: ProviderCard[] = []
      const listed = stripe.paymentMethods.list({ customer: customerRef, type: 'card', limit: pageSize })
      try {
        for await (const { id, card } of listed)
          cards.push({
            ref: `${customerRef}:${id}`,
            brand: brandOf(card?.brand),
            last4: card?.last4 ?? '',
            expiresOn: card === undefined ? null : lastDayOf(card.exp_year, card.exp_month),
          })
      } catch (error) {
        nullIfMissing(error)
      }
      return cards
    },

    async removeCard(cardRef) {
      try {
        await stripe.paymentMethods.detach(parseCardRef(cardRef).card)
      } catch (error) {
        // The card was deleted, or detached from its customer, before.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
      }
    },
  }
}

/** Cards work until the end of the month that is printed on them, which counts from 1. */
const lastDayOf = (year: number, month: number): string =>
  Temporal.PlainDate.from({ year, month, day: 31 }, { overflow: 'constrain' }).toString()

/** visa -> Visa, as people write it. */
const brandOf = (brand = 'card'): string => brand.slice(0, 1).toUpperCase() + brand.slice(1)

function entryOf({ type, source, amount, net, created, description, id }: Stripe.BalanceTransaction): BookEntry {
  const at = instant(created * second)
  const subject = source !== null && typeof source === 'object' ? source : null
  // A debit of a bank account is in the books from its beginning; when it fails, a further entry takes it back.
  if (/^(charge|payment|payment_failure_refund)$/.test(type) && subject?.object === 'charge') {
    const ref =
      typeof subject.payment_intent === 'string' ? subject.payment_intent : (subject.payment_intent?.id ?? subject.id)
    return {
      kind: 'charge',
      ref,
      ...ownerOf(subject.metadata),
      amountCents: Math.abs(amount),
      at,
      description: description ?? type,
    }
  }
  if ((type === 'refund' || type === 'payment_refund') && subject?.object === 'refund') {
    const owner = ownerOf(subject.metadata)
    return { kind: 'refund', ref: subject.id, ...owner, amountCents: -amount, at, description: description ?? type }
  }
  if (type === 'refund_failure' && subject?.object === 'refund') {
    const owner = ownerOf(subject.metadata)
    return { kind: 'return', ref: subject.id, ...owner, amountCents: amount, at, description: description ?? type }
  }
  const isDispute = subject?.object === 'dispute'
  return {
    kind: isDispute ? 'dispute' : 'other',
    ref: isDispute ? id : (subject?.id ?? id),
    accountId: null,
    idempotencyKey: null,
    amountCents: isDispute ? net : amount,
    at,
    description: `${type} ${description ?? ''}`.trim(),
  }
}

const ownerOf = (metadata: Stripe.Metadata | null) => ({
  accountId: metadata?.[accountField] ?? null,
  idempotencyKey: metadata?.[keyField] ?? null,
})

function parseCardRef(cardRef: string): { customer: string; card: string } {
  const [customer = '', card = ''] = cardRef.split(':')
  return { customer, card }
}

const secondsOf = (at: Date): number => Math.floor(at.getTime() / second)

function addressOf(url: URL) {
  const protocol = url.protocol === 'http:' ? ('http' as const) : ('https' as const)
  return { protocol, host: url.hostname, port: url.port === '' ? (protocol === 'http' ? '80' : '443') : url.port }
}

/** Stripe's own client, limited to a number of calls per second: Stripe answers more with 429. */
function rateLimitedClient(callsPerSecond: number): Stripe.HttpClient {
  const client = Stripe.createNodeHttpClient()
  const waitToCall = rateLimiter(callsPerSecond)
  return {
    getClientName: () => client.getClientName(),
    async makeRequest(...request) {
      await waitToCall()
      return client.makeRequest(...request)
    },
  }
}
