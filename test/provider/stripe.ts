// A payment provider that speaks Stripe's HTTP for the calls that the service makes, and keeps its own books. Its
// answers start from Stripe's fixtures, every request is checked against Stripe's description, and each of its cards
// fails in one way that a real one can. It knows nothing about the service.

import { createHash, randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { funded, fundingInstructions } from '../stripe/answers.ts'
import { problemsOf, readForm } from '../stripe/conformity.ts'
import { eventEnvelope } from '../stripe/events.ts'
import { objects } from '../stripe/objects.ts'

export type Does =
  | 'succeeds'
  | 'declines'
  | 'insufficient_funds'
  /** Charges, and its first answer never comes. */
  | 'silent'
  /** Charges, and its first answer is a 500, which is also what the same key is answered from then on. */
  | 'failing'
  /** Takes the money at once and says so after 90 seconds; until then the payment is being processed. */
  | 'slow'
  /** Is processed until the test says how it ends. */
  | 'is_processed'
  | 'asks_holder'
  /** Succeeds, and its holder disputes the payment. */
  | 'disputes'
  /** Succeeds; a refund is pending when it is made, and has succeeded when it is read again. */
  | 'refunds_later'

/** Stripe's own test cards and bank accounts, by what they do. */
const testCards: Record<string, Does> = {
  pm_card_visa: 'succeeds',
  pm_card_chargeCustomerFail: 'declines',
  pm_card_authenticationRequired: 'asks_holder',
  pm_card_createDispute: 'disputes',
  pm_card_pendingRefund: 'refunds_later',
}
const testBankAccounts: Record<string, 'succeeds' | 'declines'> = {
  pm_usBankAccount_success: 'succeeds',
  pm_usBankAccount_insufficientFunds: 'declines',
}

type Card = { id: string; customer: string | null; does: Does; last4: string; created: number }
// biome-ignore lint/suspicious/noExplicitAny: Stripe's objects as they go over the wire
type Wire = Record<string, any>
type Answer = { status: number; body: Wire; lost?: boolean }

const slowSeconds = 90
const keySeconds = 24 * 3600
const disputeFee = 1500
const evidenceSeconds = 14 * 24 * 3600
const maxCents = 99_999_999
const like = (name: keyof typeof objects, changes: Wire): Wire => ({
  ...structuredClone<Wire>(objects[name]),
  ...changes,
})

export type Settings = {
  webhook: { url: string; secret: string } | null
  offsetMs: number
  isDown: boolean
  isKeyRefused: boolean
  /** What every new payment is answered. */
  refuses: { status: number; error: Wire } | null
}

export function createProvider() {
  const settings: Settings = { webhook: null, offsetMs: 0, isDown: false, isKeyRefused: false, refuses: null }
  const customers = new Map<string, Wire>()
  const cards = new Map<string, Card>()
  const sessions = new Map<string, Wire>()
  const intents = new Map<string, Wire>()
  const charges = new Map<string, Wire>()
  const refunds = new Map<string, Wire>()
  const disputes = new Map<string, Wire>()
  const movements: Wire[] = []
  const transfers: Wire[] = []
  /** Of each customer, the cents that its bank transfers brought and no payment took. */
  const cash = new Map<string, number>()
  const answered = new Map<string, { fingerprint: string; at: number; answer: Answer }>()
  const violations: string[] = []
  const requests: string[] = []
  const calls: { method: string; path: string; form: Wire }[] = []
  const versions = new Set<string>()
  const events: Wire[] = []
  let count = 0

  const id = (prefix: string) => `${prefix}_${String(++count).padStart(6, '0')}${randomUUID().slice(0, 8)}`
  const seconds = () => Math.floor((Date.now() + settings.offsetMs) / 1000)

  const refuse = (status: number, error: Wire): Answer => ({ status, body: { error } })
  const invalid = (code: string, message: string, param?: string): Answer =>
    refuse(code === 'resource_missing' ? 404 : 400, { type: 'invalid_request_error', code, message, param })
  /** Without a code, as Stripe says it. */
  const detached = refuse(400, {
    type: 'invalid_request_error',
    message:
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
  })
  const missing = (what: string, param?: string): Answer => invalid('resource_missing', `No such ${what}`, param)

  /** Answers one request. Keys are remembered with their first answer, whatever it was, for a day, as Stripe does. */
  async function answer(
    method: string,
    url: string,
    body: string,
    { key, version }: { key: string | undefined; version: string | undefined },
  ): Promise<Answer> {
    const { pathname, search } = new URL(url, 'http://provider')
    requests.push(`${method} ${pathname}`)
    if (version !== undefined) versions.add(version)
    if (settings.isKeyRefused)
      return refuse(401, { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_test_***' })
    if (settings.isDown) return refuse(503, { type: 'api_error', message: 'Please try again later.' })
    const form = readForm(method === 'GET' ? search.slice(1) : body)
    calls.push({ method, path: pathname, form })
    const problems = problemsOf(method, pathname, form)
    if (problems.length > 0) {
      violations.push(...problems)
      return invalid('parameter_unknown', problems.join('; '))
    }
    if (key === undefined) return handle(method, pathname, form)
    const fingerprint = createHash('sha256').update(`${method} ${pathname} ${body}`).digest('hex')
    const before = answered.get(key)
    if (before === undefined || before.at + keySeconds <= seconds()) {
      const made = handle(method, pathname, form)
      answered.set(key, { fingerprint, at: seconds(), answer: { ...made, lost: false } })
      return made
    }
    if (before.fingerprint !== fingerprint) {
      return refuse(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters: ${key}`,
      })
    }
    return before.answer
  }

  function handle(method: string, path: string, form: Wire): Answer {
    if (path.includes('/test_helpers/customers/')) return fundBalance(path.split('/')[4]!, form)
    const [, , noun, one, act, last] = path.split('/')
    if (noun === 'checkout' && act !== undefined) return pageRequest(act, last, form)
    switch (
      `${method} ${noun}${one === undefined ? '' : noun === 'checkout' ? '/sessions' : '/:id'}${act ? `/${act}` : ''}`
    ) {
      case 'POST customers': {
        const customer = like('customer', { ...form, id: id('cus'), created: seconds() })
        customers.set(customer.id, customer)
        return { status: 200, body: customer }
      }
      case 'POST checkout/sessions': {
        if (!customers.has(form.customer)) return missing(`customer: '${form.customer}'`)
        const session = like('checkout.session', {
          ...form,
          payment_intent: null,
          id: id('cs_test'),
          created: seconds(),
          status: 'open',
        })
        session.url = `https://checkout.stripe.example/c/pay/${session.id}`
        sessions.set(session.id, session)
        return { status: 200, body: session }
      }
      case 'POST customers/:id/funding_instructions': {
        if (!customers.has(one!)) return missing(`customer: '${one}'`)
        return { status: 200, body: fundingInstructions(one!) }
      }
      case 'GET customers/:id/cash_balance_transactions':
        return pageOf(
          transfers.filter(({ customer }) => customer === one),
          form,
          path,
        )
      case 'GET payment_methods': {
        if (!customers.has(form.customer)) return missing(`customer: '${form.customer}'`)
        const own = [...cards.values()].filter(card => card.customer === form.customer)
        return pageOf(own.map(wireCard), form, path)
      }
      case 'POST payment_methods/:id/attach': {
        const does = testCards[one!]
        if (does === undefined) return missing(`PaymentMethod: '${one}'`)
        const card = newCard(form.customer, does)
        tell('payment_method.attached', wireCard(card))
        return { status: 200, body: wireCard(card) }
      }
      case 'POST payment_methods/:id/detach': {
        const card = cards.get(one!)
        if (card === undefined) return missing(`PaymentMethod: '${one}'`)
        if (card.customer === null)
          return invalid('payment_method_unexpected_state', 'The payment method is not attached to a customer.')
        const customer = card.customer
        card.customer = null
        tell('payment_method.detached', wireCard(card), { customer })
        return { status: 200, body: wireCard(card) }
      }
      case 'POST payment_intents':
        return createIntent(form)
      case 'GET payment_intents': {
        if (form.customer !== undefined && !customers.has(form.customer))
          return missing(`customer: '${form.customer}'`, 'customer')
        const own = [...intents.values()].filter(
          intent =>
            (form.customer === undefined || intent.customer === form.customer) &&
            intent.created >= Number(form.created?.gte ?? 0),
        )
        return pageOf(own.map(seen), form, path)
      }
      case 'GET payment_intents/:id': {
        const intent = intents.get(one!)
        if (intent === undefined) return missing(`payment_intent: '${one}'`)
        endBankPayment(intent)
        return { status: 200, body: seen(intent) }
      }
      case 'POST payment_intents/:id/confirm':
        return confirmOnSession(one!, form)
      case 'POST payment_intents/:id/cancel':
        return cancel(one!)
      case 'POST refunds':
        return refund(form)
      case 'GET refunds': {
        const own = [...refunds.values()].filter(one => one.payment_intent === form.payment_intent)
        for (const pending of own.filter(one => one.status === 'pending')) {
          pending.status = 'succeeded'
          tell('refund.updated', pending)
        }
        return pageOf(own, form, path)
      }
      case 'GET balance_transactions': {
        const { gte = 0, lt = Number.MAX_SAFE_INTEGER } = form.created ?? {}
        const own = movements.filter(one => one.created >= Number(gte) && one.created < Number(lt))
        const expanded = form.expand?.includes('data.source') ?? false
        return pageOf(
          own.map(one =>
            expanded
              ? {
                  ...one,
                  source: charges.get(one.source) ?? refunds.get(one.source) ?? disputes.get(one.source) ?? one.source,
                }
              : one,
          ),
          form,
          path,
        )
      }
      case 'GET disputes/:id': {
        const dispute = disputes.get(one!)
        if (dispute === undefined) return missing(`dispute: '${one}'`)
        const intent = form.expand?.includes('payment_intent') ? intents.get(dispute.payment_intent) : undefined
        return { status: 200, body: intent === undefined ? dispute : { ...dispute, payment_intent: seen(intent) } }
      }
      case 'GET disputes':
        return pageOf(
          [...disputes.values()].filter(one => one.payment_intent === form.payment_intent),
          form,
          path,
        )
      case 'POST disputes/:id': {
        const dispute = disputes.get(one!)
        if (dispute === undefined) return missing(`dispute: '${one}'`)
        dispute.status = 'under_review'
        tell('charge.dispute.updated', dispute)
        const answer = structuredClone(dispute)
        // Stripe's test bank decides by this text.
        if (form.evidence?.uncategorized_text === 'winning_evidence') endDispute(dispute, 'won')
        return { status: 200, body: answer }
      }
      case 'GET events':
        return pageOf(
          events.filter(one => one.type === form.type && one.created >= Number(form.created?.gte ?? 0)),
          form,
          path,
        )
      default:
        return refuse(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${method}: ${path}).` })
    }
  }

  function createIntent(form: Wire): Answer {
    if (settings.refuses !== null) return refuse(settings.refuses.status, settings.refuses.error)
    if (!customers.has(form.customer)) return missing(`customer: '${form.customer}'`, 'customer')
    if (form.payment_method_data?.type === 'customer_balance') return takeFromBalance(form)
    const bankAccount = testBankAccounts[form.payment_method]
    if (bankAccount !== undefined) return createBankPayment(form, bankAccount)
    const card = cards.get(form.payment_method)
    if (card === undefined) return missing(`PaymentMethod: '${form.payment_method}'`, 'payment_method')
    if (card.customer !== form.customer) return detached
    const { amount, currency, customer, description, metadata } = form
    if (Number(amount) > maxCents) return invalid('amount_too_large', 'Amount must be no more than $999,999.99')
    const intent = like('payment_intent', {
      id: id('pi'),
      amount: Number(amount),
      currency,
      customer,
      description,
      metadata,
      payment_method: card.id,
      allowed_payment_method_types: ['card'],
      payment_method_types: ['card'],
      created: seconds(),
      status: 'requires_payment_method',
      next_action: null,
      last_payment_error: null,
      canceled_at: null,
    })
    intents.set(intent.id, intent)
    switch (card.does) {
      case 'declines':
        return decline(intent, 'card_declined', 'generic_decline', 'Your card was declined.')
      case 'insufficient_funds':
        return decline(intent, 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.')
      case 'asks_holder':
        return decline(
          intent,
          'authentication_required',
          'authentication_required',
          'Your card was declined. This transaction requires authentication.',
        )
      case 'slow':
        intent.says_at = seconds() + slowSeconds
        take(intent)
        return { status: 200, body: seen(intent), lost: true }
      case 'silent':
        take(intent)
        return { status: 200, body: seen(intent), lost: true }
      case 'failing':
        take(intent)
        return refuse(500, { type: 'api_error', message: 'An unknown error occurred.' })
      case 'is_processed':
        intent.status = 'processing'
        tell('payment_intent.processing', intent)
        return { status: 200, body: seen(intent) }
      case 'succeeds':
      case 'refunds_later':
        take(intent)
        return { status: 200, body: seen(intent) }
      case 'disputes':
        take(intent)
        openDispute(intent, intent.amount, false)
        return { status: 200, body: seen(intent) }
      default:
        return card.does satisfies never
    }
  }

  /** A debit of a bank account is processed for days; here, until it is read again. */
  function createBankPayment(form: Wire, ending: 'succeeds' | 'declines'): Answer {
    const { amount, currency, customer, description, metadata = {} } = form
    const intent = like('payment_intent', {
      ...{
        id: id('pi'),
        amount: Number(amount),
        currency,
        customer,
        description,
        metadata,
        ending,
        created: seconds(),
      },
      ...{ payment_method: id('pm'), status: 'processing', next_action: null, last_payment_error: null },
      allowed_payment_method_types: ['us_bank_account'],
      payment_method_types: ['us_bank_account'],
      canceled_at: null,
    })
    intents.set(intent.id, intent)
    tell('payment_intent.processing', seen(intent))
    return { status: 200, body: seen(intent) }
  }

  /** A Checkout session in the mode payment is read or expired. */
  function pageRequest(sessionId: string, act: string | undefined, form: Wire): Answer {
    const session = sessions.get(sessionId)
    if (session === undefined) return missing(`checkout.session: '${sessionId}'`)
    if (act === 'expire') {
      if (session.status !== 'open') return invalid('', 'Only Checkout Sessions with a status of open can be expired.')
      session.status = 'expired'
      tell('checkout.session.expired', session)
    }
    const intent = form.expand === undefined ? undefined : intents.get(session.payment_intent)
    const method = intent && {
      ...objects.payment_method,
      id: intent.payment_method,
      type: intent.payment_method_types[0],
    }
    const shown = intent && {
      ...seen(intent),
      payment_method: intent.status === 'requires_payment_method' ? null : method,
    }
    return { status: 200, body: { ...session, ...(shown && { payment_intent: shown }) } }
  }

  function newIntent(details: Wire, type: string): Wire {
    const intent = like('payment_intent', {
      ...{ id: id('pi'), currency: 'usd', created: seconds(), payment_method: id('pm'), ...details },
      ...{ next_action: null, last_payment_error: null, canceled_at: null },
      ...{ allowed_payment_method_types: [type], payment_method_types: [type] },
    })
    intents.set(intent.id, intent)
    return intent
  }

  /** A payment that takes what a bank transfer brought. */
  function takeFromBalance({ amount, customer, description, metadata }: Wire): Answer {
    if (Number(amount) < 50) return invalid('amount_too_small', 'Amount must be at least $0.50 usd', 'amount')
    const details = { amount: Number(amount), customer, description, metadata }
    const intent = newIntent({ ...details, status: 'requires_action' }, 'customer_balance')
    const balance = cash.get(customer) ?? 0
    if (balance >= intent.amount) {
      cash.set(customer, balance - intent.amount)
      take(intent)
    }
    return { status: 200, body: seen(intent) }
  }

  /** Stripe's own help for tests: a bank transfer arrives. */
  function fundBalance(customer: string, { amount }: Wire): Answer {
    if (!customers.has(customer)) return missing(`customer: '${customer}'`)
    return { status: 200, body: receiveTransfer(customer, Number(amount), false) }
  }

  function receiveTransfer(customer: string, cents: number, isSentBack: boolean): Wire {
    if (!isSentBack) cash.set(customer, (cash.get(customer) ?? 0) + cents)
    const transfer: Wire = { ...structuredClone<Wire>(funded), id: id('ccsbtxn'), customer, net_amount: cents }
    transfer.created = seconds()
    transfers.push(transfer)
    tell('customer_cash_balance_transaction.created', transfer)
    return transfer
  }

  function endBankPayment(intent: Wire): void {
    const { ending } = intent
    delete intent.ending
    if (ending === 'succeeds') take(intent)
    if (ending === 'declines')
      decline(intent, 'payment_method_provider_decline', 'insufficient_funds', 'The bank refused the debit.')
  }

  function decline(intent: Wire, code: string, declineCode: string, message: string, type = 'card_error'): Answer {
    const error = {
      type,
      code,
      decline_code: declineCode,
      message,
      payment_method: { id: intent.payment_method },
    }
    Object.assign(intent, { status: 'requires_payment_method', last_payment_error: error, next_action: null })
    if (isBooked(intent)) takeBack(intent)
    tell('payment_intent.payment_failed', intent)
    return refuse(402, { ...error, payment_intent: structuredClone(intent) })
  }

  /** The money is in the books at once, also that of a debit, which may still fail. */
  function book(intent: Wire): void {
    const { amount, currency, customer, metadata, description, payment_method } = intent
    const type = intent.payment_method_types[0] === 'us_bank_account' ? 'payment' : 'charge'
    const at = seconds()
    const txn = id('txn')
    const charge = like('charge', {
      ...{ id: id('ch'), amount, amount_captured: amount, captured: true, paid: true, created: at, currency, customer },
      ...{
        metadata: { ...metadata },
        description,
        payment_method,
        payment_intent: intent.id,
        balance_transaction: txn,
      },
    })
    charges.set(charge.id, charge)
    const movement = { amount, created: at, currency, description, source: charge.id, type, id: txn }
    movements.push(like('balance_transaction', { ...movement, fee: 0, net: amount, reporting_category: 'charge' }))
    intent.latest_charge = charge.id
  }

  const isBooked = (intent: Wire): boolean => charges.has(intent.latest_charge)

  /** A debit failed. */
  function takeBack({ amount, latest_charge: source }: Wire): void {
    const movement = { id: id('txn'), amount: -amount, net: -amount, fee: 0, created: seconds(), source }
    movements.push(like('balance_transaction', { ...movement, type: 'payment_failure_refund' }))
  }

  function take(intent: Wire): void {
    if (intent.payment_method_types[0] !== 'us_bank_account' || !isBooked(intent)) book(intent)
    Object.assign(intent, { status: 'succeeded', amount_received: intent.amount })
    Object.assign(intent, { next_action: null, last_payment_error: null })
    if (intent.says_at === undefined) tell('payment_intent.succeeded', intent)
  }

  /** A slow payment has been made, and is shown as being processed until its time has come. */
  const seen = ({ says_at, ending: _, ...intent }: Wire): Wire =>
    says_at !== undefined && seconds() < says_at ? { ...intent, status: 'processing' } : intent

  function confirmOnSession(intentId: string, form: Wire): Answer {
    const intent = intents.get(intentId)
    if (intent === undefined) return missing(`payment_intent: '${intentId}'`)
    if (cards.get(form.payment_method)?.customer !== intent.customer) return detached
    if (intent.status !== 'requires_payment_method' && intent.status !== 'requires_action')
      return invalid('payment_intent_unexpected_state', `This PaymentIntent is ${intent.status}.`)
    const url = `https://hooks.stripe.example/redirect/authenticate/${intent.id}`
    const action = { type: 'redirect_to_url', redirect_to_url: { url, return_url: form.return_url } }
    Object.assign(intent, { status: 'requires_action', last_payment_error: null, next_action: action })
    tell('payment_intent.requires_action', intent)
    return { status: 200, body: seen(intent) }
  }

  function cancel(intentId: string): Answer {
    const intent = intents.get(intentId)
    if (intent === undefined) return missing(`payment_intent: '${intentId}'`)
    if (intent.status === 'succeeded' || intent.status === 'canceled')
      return invalid('payment_intent_unexpected_state', `You cannot cancel this PaymentIntent: it is ${intent.status}.`)
    Object.assign(intent, { status: 'canceled', canceled_at: seconds(), next_action: null })
    tell('payment_intent.canceled', intent)
    return { status: 200, body: intent }
  }

  function refund({ payment_intent, amount, metadata }: Wire): Answer {
    const intent = intents.get(payment_intent)
    if (intent === undefined) return missing(`payment_intent: '${payment_intent}'`)
    if (intent.status !== 'succeeded') return invalid('payment_intent_unexpected_state', 'It has no successful charge.')
    // An inquiry has moved no money, and a won dispute has returned it.
    const disputed = [...disputes.values()].find(
      one => one.payment_intent === payment_intent && !/^(warning_|won)/.test(one.status),
    )
    if (disputed !== undefined)
      return invalid('charge_disputed', `Charge ${intent.latest_charge} has been charged back; cannot issue a refund.`)
    const cents = Number(amount)
    const given = [...refunds.values()]
      .filter(one => one.payment_intent === payment_intent && one.status !== 'failed')
      .reduce((sum, one) => sum + one.amount, 0)
    if (given === intent.amount) return invalid('charge_already_refunded', 'The charge has already been refunded.')
    if (given + cents > intent.amount)
      return invalid('amount_too_large', 'The refund is greater than the unrefunded amount of the charge.')
    const at = seconds()
    const txn = id('txn')
    const made = like('refund', {
      ...{ id: id('re'), amount: cents, charge: intent.latest_charge, created: at, currency: 'usd', metadata },
      ...{ payment_intent, status: isLater(intent) ? 'pending' : 'succeeded', balance_transaction: txn },
    })
    refunds.set(made.id, made)
    const movement = { amount: -cents, created: at, net: -cents, source: made.id, type: 'refund', id: txn }
    movements.push(like('balance_transaction', { ...movement, fee: 0, reporting_category: 'refund' }))
    tell('refund.created', made)
    return { status: 200, body: made }
  }

  const isLater = (intent: Wire) => cards.get(intent.payment_method)?.does === 'refunds_later'

  function openDispute(intent: Wire, amount: number, isInquiry: boolean): Wire {
    const at = seconds()
    const dispute = like('dispute', {
      ...{ id: id('dp'), amount, charge: intent.latest_charge, created: at, payment_intent: intent.id },
      ...{ reason: 'product_not_received', status: isInquiry ? 'warning_needs_response' : 'needs_response' },
      evidence_details: { ...objects.dispute.evidence_details, due_by: at + evidenceSeconds },
    })
    disputes.set(dispute.id, dispute)
    tell('charge.dispute.created', dispute)
    if (!isInquiry) moveFunds(dispute, -amount, disputeFee, 'charge.dispute.funds_withdrawn')
    return dispute
  }

  function endDispute(dispute: Wire, status: string): void {
    dispute.status = status
    tell('charge.dispute.closed', dispute)
    if (status === 'won') moveFunds(dispute, dispute.amount, 0, 'charge.dispute.funds_reinstated')
  }

  function newCard(customer: string, does: Does): Card {
    const card = { id: id('pm'), customer, does, last4: String(4000 + cards.size), created: seconds() }
    cards.set(card.id, card)
    return card
  }

  function moveFunds(dispute: Wire, amount: number, fee: number, type: string): void {
    const movement = like('balance_transaction', {
      ...{ id: id('txn'), amount, fee, net: amount - fee, created: seconds(), source: dispute.id, type: 'adjustment' },
      reporting_category: amount < 0 ? 'dispute' : 'dispute_reversal',
      description: `Chargeback ${amount < 0 ? 'withdrawal' : 'reversal'} for ${dispute.charge}`,
    })
    movements.push(movement)
    dispute.balance_transactions.push(movement)
    tell(type, dispute)
  }

  const wireCard = ({ id, customer, last4, created }: Card): Wire =>
    like('payment_method', { id, customer, created, card: { ...objects.payment_method.card, last4 } })

  /** Newest first, as Stripe lists, a page at a time. */
  function pageOf(all: Wire[], { limit = 10, starting_after }: Wire, url: string): Answer {
    const sorted = all.toReversed()
    const from = starting_after === undefined ? 0 : sorted.findIndex(one => one.id === starting_after) + 1
    const data = sorted.slice(from, from + Number(limit))
    return { status: 200, body: { object: 'list', url, has_more: from + data.length < sorted.length, data } }
  }

  const undelivered: Promise<unknown>[] = []

  /** Sends an event as Stripe does: signed, with the object as it is at that moment. */
  function tell(type: string, object: Wire, previous?: Wire): void {
    const data = {
      object: structuredClone(object),
      ...(previous === undefined ? {} : { previous_attributes: previous }),
    }
    const event: Wire = { ...eventEnvelope, id: id('evt'), type, created: seconds(), data }
    events.push(event)
    if (settings.webhook !== null) undelivered.push(deliver(event).catch(() => {}))
  }

  /** The headers and the body of an event's message. */
  function messageOf(event: Wire): { body: string; signature: string } {
    const body = JSON.stringify(event)
    const secret = settings.webhook?.secret ?? ''
    return {
      body,
      signature: Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp: seconds() }),
    }
  }

  async function deliver(event: Wire): Promise<void> {
    const { body, signature } = messageOf(event)
    const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature }
    await fetch(settings.webhook!.url, { method: 'POST', headers, body })
  }

  return {
    answer,
    settings,
    /** What a test asks for behind the provider's back, by name. */
    deeds: {
      set: (changes: Partial<Settings>) => void Object.assign(settings, changes),
      customer() {
        const customer = like('customer', { id: id('cus') })
        customers.set(customer.id, customer)
        return customer.id as string
      },
      card({ customer, does }: { customer: string; does: Does }) {
        return `${customer}:${newCard(customer, does).id}`
      },
      /** A payment that is processed ends. */
      finish({ ref, outcome }: { ref: string; outcome: 'succeeds' | 'fails' }) {
        const intent = intents.get(ref)!
        if (outcome === 'succeeds') take(intent)
        else decline(intent, 'card_declined', 'generic_decline', 'Your card was declined.')
      },
      /** The names of the payments, newest last. */
      payments: () => [...intents.keys()],
      /** The holder fills in the form of a Checkout session. */
      checkout({ url, does }: { url: string; does: Does }) {
        const session = sessions.get(url.split('/').at(-1)!)!
        const card = newCard(session.customer, does)
        session.status = 'complete'
        tell('payment_method.attached', wireCard(card))
        tell('checkout.session.completed', session)
        return `${session.customer}:${card.id}`
      },
      /** The payer pays on the page of a payment: by a bank account it is processed until `finish`. */
      payPage({ url, by }: { url: string; by: 'card' | 'us_bank_account' }) {
        const session = sessions.get(url.split('/').at(-1)!)!
        const [{ price_data }] = session.line_items
        const { description, metadata } = session.payment_intent_data
        const details = { amount: Number(price_data.unit_amount), customer: session.customer, description, metadata }
        const intent = newIntent({ ...details, status: 'processing' }, by)
        Object.assign(session, { status: 'complete', payment_intent: intent.id })
        if (by === 'card') take(intent)
        else {
          book(intent)
          tell('payment_intent.processing', intent)
        }
        tell('checkout.session.completed', session)
        return intent.id as string
      },
      /** A customer transfers money to its bank account. */
      transfer({ customer, cents, isSentBack = false }: { customer: string; cents: number; isSentBack?: boolean }) {
        receiveTransfer(customer, cents, isSentBack)
      },
      /** The operator deletes a customer in Stripe's own pages. */
      deleteCustomer({ ref }: { ref: string }) {
        tell('customer.deleted', customers.get(ref)!)
        customers.delete(ref)
      },
      /** Lets go of a card, and nobody hears of it. */
      loseCard({ ref }: { ref: string }) {
        cards.get(ref.split(':')[1]!)!.customer = null
      },
      holder({ ref, says }: { ref: string; says: 'confirmed' | 'refused' }) {
        const intent = intents.get(ref)!
        if (intent.status !== 'requires_action') return
        if (says === 'confirmed') take(intent)
        else {
          const message =
            'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.'
          decline(intent, 'payment_intent_authentication_failure', '', message, 'invalid_request_error')
        }
      },
      /** The operator gives money back in Stripe's own pages. Answers its name there. */
      refundByHand({ ref, cents }: { ref: string; cents: number }) {
        return refund({ payment_intent: ref, amount: cents, metadata: {} }).body.id as string
      },
      /** The bank of the card sends back what a refund gave. */
      returnRefund({ ref }: { ref: string }) {
        const made = refunds.get(ref)!
        const txn = id('txn')
        const failure = { failure_reason: 'expired_or_canceled_card', failure_balance_transaction: txn }
        Object.assign(made, { status: 'failed', ...failure })
        const { amount } = made
        const movement = { amount, created: seconds(), net: amount, source: ref, type: 'refund_failure', id: txn }
        movements.push(like('balance_transaction', { ...movement, fee: 0, reporting_category: 'refund_failure' }))
        tell('refund.failed', made)
      },
      /** Something happens that the service did not ask for. */
      adjust({ cents }: { cents: number }) {
        const movement = { id: id('txn'), amount: cents, net: cents, type: 'adjustment', source: null }
        movements.push(like('balance_transaction', { ...movement, description: 'Correction', created: seconds() }))
      },
      /** The bank of a cardholder disputes a payment: by default all of it. Answers the dispute's name. */
      dispute({ ref, cents, isInquiry = false }: { ref: string; cents?: number; isInquiry?: boolean }) {
        const intent = intents.get(ref)!
        return openDispute(intent, cents ?? intent.amount, isInquiry).id as string
      },
      /** The bank decides. */
      endDispute({ ref, status }: { ref: string; status: 'won' | 'lost' | 'warning_closed' }) {
        endDispute(disputes.get(ref)!, status)
      },
      /** Events again, in whatever order: `ids` absent is all of them. */
      async redeliver({ ids }: { ids?: string[] }) {
        const chosen = ids === undefined ? events : ids.map(one => events.find(event => event.id === one)!)
        for (const event of chosen) await deliver(event)
      },
      async books() {
        await Promise.all(undelivered)
        return {
          charges: [...charges.values()].map(({ payment_intent, amount, metadata }) => ({
            ref: payment_intent,
            cents: amount,
            key: metadata.octavo_key,
          })),
          refunds: [...refunds.values()].map(({ id, amount, metadata }) => ({
            ref: id,
            cents: amount,
            key: metadata.octavo_key,
          })),
          violations,
          requests,
          calls,
          versions: [...versions],
          events: events.map(({ id, type }) => ({ id, type })),
        }
      },
    },
  }
}
