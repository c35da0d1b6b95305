// The adapter of Stripe against typed fixtures: the requests that it sends, and the answers and events that it handles.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import Stripe from 'stripe'
import { earlier, hour, instant, later } from '../../src/base/clock.ts'
import type { ChargeRequest } from '../../src/payments/payments.ts'
import { messageOf } from '../../src/payments/stripe/stripeMessages.ts'
import { disputeOf, outcomeOfIntent, outcomeOfRefund } from '../../src/payments/stripe/stripeOutcomes.ts'
import { apiVersion, stripePayments } from '../../src/payments/stripe/stripePayments.ts'
import { stateOf } from '../../src/payments/stripe/stripeStatements.ts'
import { stripeTaxes } from '../../src/tax/stripeTax.ts'
import { startProvider } from '../provider/provider.ts'
import { disputes, payments, refunds, statementPayments } from './answers.ts'
import { events } from './events.ts'
import { requests, statementRequests } from './requests.ts'

const root = join(import.meta.dirname, '..', '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const day = instant('2026-03-02T00:00:00Z')

/** The texts of a form, as Stripe reads them. */
const asText = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(asText)
    : value !== null && typeof value === 'object'
      ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, asText(part)]))
      : String(value)

it("the version of Stripe's interface is pinned to the newest that the installed package types", async () => {
  assert.equal(apiVersion, Stripe.API_VERSION)
  await using provider = await startProvider()
  const settings = { secretKey: 'sk_test_octavo', apiUrl: provider.url }
  await stripePayments({
    ...settings,
    webhookSecret: 'whsec_octavo',
    publicUrl: provider.url,
    callsPerSecond: 100,
  }).readBooks(day, later(day, hour))
  const { reporter } = stripeTaxes(settings)
  await reporter.reportSale({ calculationRef: 'taxcalc_1', orderId: 'ord_1' })
  const { versions } = await provider.ask('books', {})
  assert.deepEqual(versions, [Stripe.API_VERSION])
})

it('each request of the adapter is as its typed fixture has it, and each fixture is of a request', async () => {
  await using provider = await startProvider()
  const payments = stripePayments({
    secretKey: 'sk_test_octavo',
    webhookSecret: 'whsec_octavo',
    apiUrl: provider.url,
    publicUrl: new URL('https://octavo.example'),
    callsPerSecond: 10_000,
  })
  const { cards } = payments
  assert.ok(cards.kind === 'hosted')
  const account = { accountId: 'acc_1', name: 'Ada & Söhne', email: 'ada@example.com', lostRef: null }
  const customerRef = await cards.createCustomer(account)
  const setup = { accountId: 'acc_1', customerRef, returnUrl: 'https://octavo.example/dashboard/billing' }
  const url = (await cards.startCardSetup(setup))!
  const cardRef = await provider.ask('checkout', { url, does: 'asks_holder' })
  await cards.listCards(customerRef)
  const charge: ChargeRequest = {
    ...{ idempotencyKey: 'octavo-chg_1', accountId: 'acc_1', amountCents: 1234, cardRef, description: 'Books' },
    ...{ attempt: 1, firstRequestedAt: earlier(instant(1772413200_000), -hour), chargeRef: null },
  }
  const waiting = await payments.charge(charge)
  assert.ok(waiting.kind === 'requires_action', JSON.stringify(waiting))
  await payments.charge({ ...charge, attempt: 2 })
  await payments.charge({ ...charge, attempt: 3, chargeRef: waiting.ref })
  await payments.withdraw({ ...charge, chargeRef: waiting.ref })
  const refund = { idempotencyKey: 'octavo-ref_1', accountId: 'acc_1', chargeRef: waiting.ref, amountCents: 34 }
  await payments.refund({ ...refund, attempt: 1 })
  await payments.findRefund({ ...refund, attempt: 1 })
  await payments.readBooks(day, later(day, 24 * hour))
  await payments.findDispute('dp_1')
  await cards.removeCard(cardRef)
  const cardRequests = (await provider.ask('books', {})).calls.length
  const statement = {
    ...{ idempotencyKey: 'octavo-pay_1', accountId: 'acc_1', customerRef, amountCents: 1234 },
    ...{ description: 'Invoice 000001', createdAt: day, pageRef: null },
  }
  const { statements } = payments
  const returnUrl = 'https://octavo.example/dashboard/billing?tab=statements'
  const page = (await statements.openPage({ ...statement, returnUrl }))!
  assert.deepEqual(await statements.findPayment({ ...statement, pageRef: page.ref }), { status: 'open' })
  await statements.closePage({ ...statement, pageRef: page.ref })
  assert.deepEqual(await statements.findPayment({ ...statement, pageRef: page.ref }), { status: 'expired' })
  assert.deepEqual(await statements.readBankAccount(customerRef), {
    ...{ bank: 'US Test Bank', holder: 'Octavo Books', routingNumber: '999999999' },
    accountNumber: `1111${customerRef.length}`,
  })
  assert.equal(await statements.readBankAccount('cus_lost'), null)
  assert.deepEqual(await statements.listTransfers(customerRef, day), [])
  assert.equal((await statements.takeTransfer({ ...statement, idempotencyKey: 'octavo-pay_2' })).status, 'processing')

  const [, cardId] = cardRef.split(':')
  const known: Record<string, string> = { [customerRef]: 'cus_1', [cardId!]: 'pm_1', [waiting.ref]: 'pi_1' }
  const { calls, violations } = await provider.ask('books', {})
  const formsOf = (made: typeof calls) =>
    Object.fromEntries(
      made.map(({ method, path, form }) => {
        const name = `${method} ${path.replace(/\/(pi|pm|dp|cus|cs_test)_\w+/, '/:id')}`
        const text = JSON.stringify(form).replace(/"(cus|pm|pi)_\w+"/g, id =>
          JSON.stringify(known[JSON.parse(id)] ?? id),
        )
        return [name, JSON.parse(text)]
      }),
    )
  const ofCards = formsOf(calls.slice(0, cardRequests))
  const ofStatements = formsOf(calls.slice(cardRequests))
  assert.deepEqual({ ...ofStatements, ...ofCards }, asText(requests))
  for (const [name, request] of Object.entries(statementRequests)) assert.deepEqual(ofStatements[name], asText(request))
  assert.deepEqual(violations, [])
})

describe('the answers of Stripe', () => {
  it('every state of a payment has one outcome', () => {
    const kinds = Object.entries(payments).map(([state, intent]) => [state, outcomeOfIntent(intent).kind])
    assert.deepEqual(Object.fromEntries(kinds), {
      succeeded: 'succeeded',
      processing: 'unknown',
      requires_action: 'requires_action',
      declined: 'declined',
      must_be_confirmed: 'confirm',
      not_tried: 'unknown',
      canceled: 'declined',
      canceled_after_decline: 'declined',
      requires_capture: 'unknown',
    })
  })

  it('every state of a payment of a statement has one state here', () => {
    const states = Object.entries(statementPayments).map(([state, intent]) => {
      const here = stateOf(intent)
      return [state, [here.status, 'method' in here ? here.method : null, here.status === 'failed' ? here.code : null]]
    })
    assert.deepEqual(Object.fromEntries(states), {
      succeeded: ['succeeded', 'bank_transfer', null],
      processing: ['processing', 'bank_debit', null],
      underfunded: ['processing', 'bank_transfer', null],
      failed: ['failed', 'bank_debit', 'insufficient_funds'],
      canceled: ['failed', 'card', 'payment_failed'],
    })
  })

  it('every state of a refund has one outcome', () => {
    const kinds = Object.entries(refunds).map(([state, refund]) => [state, outcomeOfRefund(refund).kind])
    assert.deepEqual(Object.fromEntries(kinds), {
      succeeded: 'succeeded',
      pending: 'unknown',
      requires_action: 'unknown',
      failed: 'refused',
      canceled: 'refused',
    })
  })

  it('every state of a dispute has a status, and its movements are the money that it moved', () => {
    const seen = Object.entries(disputes).map(([state, dispute]) => {
      const { status, movements, chargeKey } = disputeOf(dispute)
      assert.equal(chargeKey, 'octavo-chg_1')
      return [state, [status, ...movements.map(({ amountCents }) => amountCents)]]
    })
    assert.deepEqual(Object.fromEntries(seen), {
      warning_needs_response: ['needs_response'],
      warning_under_review: ['under_review'],
      warning_closed: ['closed'],
      needs_response: ['needs_response', -1234],
      under_review: ['under_review', -1234],
      won: ['won', -1234, 1234],
      lost: ['lost', -1234],
      prevented: ['closed'],
    })
  })
})

describe('the events of Stripe', () => {
  it('every event that the service handles has a typed fixture, which names its subject', () => {
    const handled = read('src/payments/stripe/stripeMessages.ts').matchAll(/case '([\w.]+)'/g)
    assert.deepEqual(Array.from(handled, ([, type]) => type).sort(), Object.keys(events).sort())
    const subjects = Object.values(events).map(event => JSON.stringify(messageOf(event).subject))
    assert.deepEqual([...new Set(subjects)].sort(), [
      '{"about":"cards","customerRef":"cus_1"}',
      '{"about":"charge","accountId":"acc_1","chargeKey":"octavo-chg_1"}',
      '{"about":"charge","accountId":"acc_1","chargeKey":"octavo-pay_1"}',
      '{"about":"dispute","disputeRef":"dp_1"}',
      '{"about":"refund","accountId":"acc_1","refundKey":"octavo-chg_1"}',
      '{"about":"transfers","customerRef":"cus_1"}',
    ])
  })

  it('the documentation tells operators to select these events, without the older name of one', () => {
    const [, list] = /Select these events:\s+(.*?)\. Octavo/s.exec(read('docs/payments.md'))!
    let prefix = ''
    const selected = Array.from(list!.matchAll(/`([\w.]+)`/g), ([, name]) => {
      if (!name!.startsWith('.')) prefix = name!.slice(0, name!.lastIndexOf('.'))
      return name!.startsWith('.') ? `${prefix}${name}` : name!
    })
    const { 'charge.refund.updated': _, ...current } = events
    assert.deepEqual(selected.sort(), Object.keys(current).sort())
  })
})
