// Stripe, through its own package. What to know about it:
//   * It remembers an idempotency key for 24 hours, and with it the first answer, even a 500. So the first call of a
//     charge is made at once, and each later one first looks for the payment at Stripe, by our key in its metadata;
//     only a payment that Stripe does not have is requested again.
//   * A payment off session that the holder would have to confirm is declined. It is then confirmed on session, which
//     returns the address of the bank's page.
//   * The name of a card here combines its customer and itself, `cus_...:pm_...`: a payment needs both.
//   * A customer can be deleted there, and belongs to a test key or to a live one: the other does not know it.

import Stripe from 'stripe'
import { earlier, hour, instant, second } from '../../base/clock.ts'
import { paced } from '../pace.ts'
import type { BookEntry, ChargeOutcome, ChargeRequest, HostedCards, Payments, RefundRequest } from '../payments.ts'
import { messageOf } from './message.ts'
import {
  accountField,
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
} from './outcome.ts'

const stripeGateway = 'stripe'

/** One call of the port makes up to four of Stripe's, and answers within half a minute. */
const callTimeoutMs = 7 * second
const signatureToleranceSeconds = 300
const pageSize = 100
/** Stripe's clock may be behind ours. */
const clockSkewMs = hour
/** Movements between Stripe and the operator's bank, and Stripe's own fees: they concern no account. */
const ofTheOperator = /^(payout|stripe_fee|stripe_fx_fee|tax_fee|topup|transfer|reserve|reserved_funds|application_fee)/

export type StripeSettings = {
  secretKey: string
  webhookSecret: string
  /** Null: Stripe's own address. Tests name their provider. */
  apiUrl: URL | null
  publicUrl: URL
  callsPerSecond: number
  timeoutMs?: number
}

export function stripePayments(settings: StripeSettings): Payments {
  const { secretKey, webhookSecret, apiUrl, publicUrl, callsPerSecond, timeoutMs = callTimeoutMs } = settings
  const stripe = new Stripe(secretKey, {
    maxNetworkRetries: 0, // we do our own retries and keys
    timeout: timeoutMs,
    telemetry: false,
    httpClient: pacedClient(callsPerSecond),
    ...(apiUrl === null ? {} : addressOf(apiUrl)),
  })
  const returnUrl = new URL('/dashboard/billing', publicUrl).href

  /** The state of a payment, if Stripe has it. */
  async function findIntent({ chargeRef, cardRef, idempotencyKey, firstAskedAt }: ChargeRequest) {
    if (chargeRef !== null) return stripe.paymentIntents.retrieve(chargeRef)
    const created = { gte: secondsOf(earlier(firstAskedAt, clockSkewMs)) }
    const listed = stripe.paymentIntents.list({ customer: partsOf(cardRef).customer, created, limit: pageSize })
    for await (const intent of listed) if (intent.metadata[keyField] === idempotencyKey) return intent
    return null
  }

  async function look(
    request: ChargeRequest,
  ): Promise<{ intent: Stripe.PaymentIntent; outcome: IntentOutcome } | null> {
    const intent = await findIntent(request)
    if (intent === null) return null
    if (intent.amount !== request.amountCents || intent.metadata[keyField] !== request.idempotencyKey)
      throw new Error(`the key ${request.idempotencyKey} was used for another charge`)
    return { intent, outcome: outcomeOfIntent(intent) }
  }

  async function create(request: ChargeRequest): Promise<{ outcome: IntentOutcome; intentId: string | null }> {
    const { customer, card } = partsOf(request.cardRef)
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
      return { outcome: outcomeOfIntent(intent), intentId: intent.id }
    } catch (error) {
      const intentId = error instanceof Stripe.errors.StripeError ? (error.payment_intent?.id ?? null) : null
      return { outcome: outcomeOfCreateError(error), intentId }
    }
  }

  /** Makes the bank ask the cardholder. */
  async function confirm(request: ChargeRequest, intentId: string): Promise<ChargeOutcome> {
    try {
      const intent = await stripe.paymentIntents.confirm(
        intentId,
        { payment_method: partsOf(request.cardRef).card, return_url: returnUrl },
        { idempotencyKey: `${request.idempotencyKey}-confirm` },
      )
      return final(outcomeOfIntent(intent))
    } catch (error) {
      if (!isRefusal(error)) return final(outcomeOfConfirmError(error))
      // Somebody may have confirmed or cancelled it in this very moment.
      const now = await looked(() => stripe.paymentIntents.retrieve(intentId))
      return 'kind' in now ? now : final(outcomeOfIntent(now))
    }
  }

  async function looked<T>(act: () => Promise<T>): Promise<T | ChargeOutcome> {
    try {
      return await act()
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError)) throw error
      return { kind: 'unknown', cause: `Stripe did not say how it stands: ${error.type} ${error.message}` }
    }
  }

  return {
    name: stripeGateway,

    async charge(request) {
      if (request.attempt > 1) {
        const found = await looked(() => look(request))
        if (found !== null && 'kind' in found) return found
        if (found !== null)
          return found.outcome.kind === 'confirm' ? confirm(request, found.intent.id) : final(found.outcome)
      }
      const { outcome, intentId } = await create(request)
      return outcome.kind === 'confirm' && intentId !== null ? confirm(request, intentId) : final(outcome)
    },

    async withdraw(request) {
      const before = await looked(() => look(request).catch(nothingWhereMissing))
      if (before === null) return notConfirmed
      if ('kind' in before) return before
      if (before.outcome.kind === 'succeeded' || before.outcome.kind === 'declined') return before.outcome
      try {
        return final(outcomeOfIntent(await stripe.paymentIntents.cancel(before.intent.id)))
      } catch {
        // It may have been confirmed at this very moment.
        const now = await looked(() => look(request))
        if (now === null) return { kind: 'unknown', cause: 'Stripe no longer finds it' }
        return 'kind' in now ? now : final(now.outcome)
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
        const found = await findRefund(stripe, request).catch(nothingWhereMissing)
        return found && outcomeOfRefund(found)
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeError)) throw error
        return { kind: 'unknown', cause: `Stripe did not say how it stands: ${error.type} ${error.message}` }
      }
    },

    cards: hostedCards(stripe),

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

    async books(from, to) {
      const entries: BookEntry[] = []
      const created = { gte: secondsOf(from), lt: secondsOf(to) }
      const listed = stripe.balanceTransactions.list({ created, limit: pageSize, expand: ['data.source'] })
      for await (const movement of listed) if (!ofTheOperator.test(movement.type)) entries.push(entryOf(movement))
      return entries
    },

    playHolder: null,
  }
}

/** A payment that still needs confirmation after that was tried is declined. */
const final = (outcome: IntentOutcome): ChargeOutcome =>
  outcome.kind === 'confirm'
    ? { kind: 'declined', code: 'authentication_required', message: 'The bank requires a confirmation of the payment.' }
    : outcome

/** Stripe has nothing of what it does not know: no payment of ours that it could still make, no cards of a customer. */
function nothingWhereMissing(error: unknown): null {
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

    async customer({ accountId, name, email, lost }) {
      const customer = { name, email, metadata: { [accountField]: accountId } }
      // Under the key of the lost one Stripe would answer that one again.
      const idempotencyKey = `octavo-customer-${accountId}${lost === null ? '' : `-after-${lost}`}`
      return (await stripe.customers.create(customer, { idempotencyKey })).id
    },

    async begin({ accountId, customerRef, returnUrl }) {
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
        return nothingWhereMissing(error)
      }
    },

    async list(customerRef) {
      const cards: { ref: string; brand: string; last4: string }[] = []
      const listed = stripe.paymentMethods.list({ customer: customerRef, type: 'card', limit: pageSize })
      try {
        for await (const { id, card } of listed)
          cards.push({ ref: `${customerRef}:${id}`, brand: brandOf(card?.brand), last4: card?.last4 ?? '' })
      } catch (error) {
        nothingWhereMissing(error)
      }
      return cards
    },

    async remove(cardRef) {
      try {
        await stripe.paymentMethods.detach(partsOf(cardRef).card)
      } catch (error) {
        // Already gone: deleted, or detached from its customer.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
      }
    },
  }
}

/** visa -> Visa, as people write it. */
const brandOf = (brand = 'card'): string => brand.slice(0, 1).toUpperCase() + brand.slice(1)

function entryOf({ type, source, amount, created, description, id }: Stripe.BalanceTransaction): BookEntry {
  const at = instant(created * second)
  const of = source !== null && typeof source === 'object' ? source : null
  if ((type === 'charge' || type === 'payment') && of?.object === 'charge') {
    const ref = typeof of.payment_intent === 'string' ? of.payment_intent : (of.payment_intent?.id ?? of.id)
    return { kind: 'charge', ref, ...ownerOf(of.metadata), amountCents: amount, at, description: description ?? type }
  }
  if ((type === 'refund' || type === 'payment_refund') && of?.object === 'refund') {
    const owner = ownerOf(of.metadata)
    return { kind: 'refund', ref: of.id, ...owner, amountCents: -amount, at, description: description ?? type }
  }
  if (type === 'refund_failure' && of?.object === 'refund') {
    const owner = ownerOf(of.metadata)
    return { kind: 'return', ref: of.id, ...owner, amountCents: amount, at, description: description ?? type }
  }
  const words = `${type} ${description ?? ''}`.trim()
  return {
    kind: 'other',
    ref: of?.id ?? id,
    accountId: null,
    ownKey: null,
    amountCents: amount,
    at,
    description: words,
  }
}

const ownerOf = (metadata: Stripe.Metadata | null) => ({
  accountId: metadata?.[accountField] ?? null,
  ownKey: metadata?.[keyField] ?? null,
})

function partsOf(cardRef: string): { customer: string; card: string } {
  const [customer = '', card = ''] = cardRef.split(':')
  return { customer, card }
}

const secondsOf = (at: Date): number => Math.floor(at.getTime() / second)

function addressOf(url: URL) {
  const protocol = url.protocol === 'http:' ? ('http' as const) : ('https' as const)
  return { protocol, host: url.hostname, port: url.port === '' ? (protocol === 'http' ? '80' : '443') : url.port }
}

/** Stripe's own client, limited to a number of calls per second: Stripe answers more with 429. */
function pacedClient(callsPerSecond: number): Stripe.HttpClient {
  const client = Stripe.createNodeHttpClient()
  const turn = paced(callsPerSecond)
  return {
    getClientName: () => client.getClientName(),
    async makeRequest(...request) {
      await turn()
      return client.makeRequest(...request)
    },
  }
}
