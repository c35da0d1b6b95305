// What the lab tries with Stripe, in order: each trial goes on from the state that the one before left.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { earlier, hour, minute, systemClock } from '../../src/base/clock.ts'
import type { StatementPayment } from '../../src/payments/payments.ts'
import type { Scene } from './stripeScene.ts'

export type Trial = { name: string; summary: string; run(scene: Scene): Promise<void> }

const statusOf = (scene: Scene, id: string) => scene.customer.statusOf(id)
const paymentOf = async (scene: Scene, id: string) => (await scene.customer.read(id)).paymentInfo.status

async function pay(scene: Scene, id: string): Promise<string> {
  await scene.customer.place(id)
  await scene.advanceToCharge()
  assert.equal((await scene.lastCharge()).status, 'succeeded')
  assert.equal(await statusOf(scene, id), 'VALID_HOLDING_BIN')
  return scene.chargeRef()
}

async function debitBank(scene: Scene, bankAccount: string) {
  const { id, status } = await scene.stripe.paymentIntents.create({
    ...{ amount: 1234, currency: 'usd', customer: await scene.customerRef(), payment_method: bankAccount },
    allowed_payment_method_types: ['us_bank_account'],
    mandate_data: { customer_acceptance: { type: 'offline' } },
    confirm: true,
  })
  assert.equal(status, 'processing')
  return scene.poll('the end of the debit', async () => {
    const intent = await scene.stripe.paymentIntents.retrieve(id)
    return intent.status === 'processing' ? null : intent
  })
}

/** A payment of no account of the service, so that its books leave it out. */
const statementPayment = async (scene: Scene, name: string, amountCents: number): Promise<StatementPayment> => ({
  ...{ accountId: 'acc_lab', customerRef: await scene.customerRef(), amountCents, pageRef: null },
  ...{ idempotencyKey: `octavo-lab-${name}-${randomUUID()}`, description: 'Invoice 000001', createdAt: systemClock() },
})

export const trials: Trial[] = [
  {
    name: 'card',
    summary: "opens Stripe's page for a new card, attaches a test card to the customer, and lists it",
    async run(scene) {
      await scene.addCard('pm_card_visa')
      const [card] = (await scene.owner.ask('GET', '/cards')).body.cards
      assert.deepEqual([card.brand, card.last4, card.isDefault], ['Visa', card.last4, true])
    },
  },
  {
    name: 'charge',
    summary: 'moves the clock to 02:00, and charges the card for an order',
    run: async scene => void (await pay(scene, 'charge')),
  },
  {
    name: 'decline',
    summary: 'charges a card that the bank declines; the order keeps waiting',
    async run(scene) {
      await scene.addCard('pm_card_chargeCustomerFail')
      await scene.customer.place('decline')
      await scene.advanceToCharge()
      const { status, declineCode } = await scene.lastCharge()
      assert.deepEqual([status, declineCode], ['declined', 'generic_decline'])
      assert.equal(await statusOf(scene, 'decline'), 'VALID_AWAITING_PAYMENT')
    },
  },
  {
    name: '3-D Secure',
    summary: "charges a card whose bank wants a confirmation, gets the address of the bank's page, and withdraws",
    async run(scene) {
      await scene.addCard('pm_card_authenticationRequired')
      await scene.advanceToCharge()
      const waiting = await scene.lastCharge()
      assert.equal(waiting.status, 'requires_action')
      assert.ok(URL.canParse(waiting.confirmUrl))
      const { status } = await scene.owner.ask('POST', `/charges/${waiting.chargeId}/withdraw`)
      assert.equal(status, 200)
      await scene.world.settle()
      const withdrawn = await scene.lastCharge()
      assert.deepEqual([withdrawn.status, withdrawn.declineCode], ['declined', 'not_confirmed'])
    },
  },
  {
    name: 'refund',
    summary: 'charges two orders at once, and cancels one: a partial refund',
    async run(scene) {
      await scene.addCard('pm_card_visa')
      await pay(scene, 'refund')
      await scene.customer.cancel('refund')
      await scene.world.settle()
      assert.equal(await paymentOf(scene, 'refund'), 'REFUNDED')
      assert.equal(await statusOf(scene, 'decline'), 'VALID_HOLDING_BIN')
    },
  },
  {
    name: 'lost webhook',
    summary: 'gets a refund that is pending at first, and finds its end without any message from Stripe',
    async run(scene) {
      await scene.addCard('pm_card_pendingRefund')
      await pay(scene, 'lost')
      await scene.customer.cancel('lost')
      await scene.world.settle()
      for (const ms of [minute, 5 * minute, hour]) {
        await scene.pause()
        await scene.world.advance(ms)
        if ((await paymentOf(scene, 'lost')) === 'REFUNDED') return
      }
      assert.fail('the refund is still pending')
    },
  },
  {
    name: 'dispute',
    summary: 'charges a card whose holder disputes the payment, is refused a refund, answers with evidence, and wins',
    async run(scene) {
      await scene.addCard('pm_card_createDispute')
      const ref = await pay(scene, 'dispute')
      const { id, amount } = await scene.poll('the dispute', async () => {
        const { data } = await scene.stripe.disputes.list({ payment_intent: ref })
        return data[0]
      })
      await scene.deliver('charge.dispute.created', id)
      const [open] = (await scene.staff('/disputes')).body.disputes
      assert.deepEqual([open.providerRef, Math.round(open.withdrawn * 100)], [id, amount])
      const path = `/orders/${scene.world.charged.accountId}/dispute/refund`
      assert.equal((await scene.staff(path, { reason: 'it never arrived' })).status, 200)
      await scene.world.settle()
      const [refused] = (await scene.staff('/refunds')).body.refunds
      assert.match(refused.problem, /^charge_disputed/)
      await scene.stripe.disputes.update(id, { evidence: { uncategorized_text: 'winning_evidence' }, submit: true })
      await scene.deliver('charge.dispute.closed', id)
      await scene.deliver('charge.dispute.funds_reinstated', id)
      const [closed] = (await scene.staff('/disputes?state=closed')).body.disputes
      assert.deepEqual([closed.providerRef, closed.status, closed.withdrawn], [id, 'won', 0])
    },
  },
  {
    name: 'ACH',
    summary: 'debits a bank account twice: both are processed first, then one succeeds and one fails late',
    async run(scene) {
      assert.equal((await debitBank(scene, 'pm_usBankAccount_success')).status, 'succeeded')
      const failed = await debitBank(scene, 'pm_usBankAccount_insufficientFunds')
      assert.deepEqual([failed.status, failed.last_payment_error !== null], ['requires_payment_method', true])
    },
  },
  {
    name: 'page of a statement',
    summary: "opens Stripe's page for a payment of a statement by card or ACH, finds it open, and closes it",
    async run(scene) {
      const payment = await statementPayment(scene, 'page', 1500)
      const page = await scene.statements.openPage({ ...payment, returnUrl: 'https://octavo.example/billing' })
      assert.ok(URL.canParse(page!.url))
      const opened = { ...payment, pageRef: page!.ref }
      assert.deepEqual(await scene.statements.findPayment(opened), { status: 'open' })
      await scene.statements.closePage(opened)
      assert.deepEqual(await scene.statements.findPayment(opened), { status: 'expired' })
    },
  },
  {
    name: 'bank transfer',
    summary: 'reads the bank account of the customer, transfers money to it, takes it once, and is refused 30 cents',
    async run(scene) {
      const customer = await scene.customerRef()
      const account = await scene.statements.readBankAccount(customer)
      assert.match(account!.routingNumber, /^\d{9}$/)
      const before = earlier(systemClock(), minute)
      await scene.stripe.testHelpers.customers.fundCashBalance(customer, { amount: 2530, currency: 'usd' })
      await scene.poll('the transfer', async () => {
        const transfers = await scene.statements.listTransfers(customer, before)
        return transfers.find(({ amountCents }) => amountCents === 2530)
      })
      const payment = await statementPayment(scene, 'transfer', 2500)
      const taken = await scene.statements.takeTransfer(payment)
      assert.deepEqual([taken.status, 'method' in taken && taken.method], ['succeeded', 'bank_transfer'])
      assert.deepEqual(await scene.statements.takeTransfer(payment), taken)
      const small = await scene.statements.takeTransfer(await statementPayment(scene, 'small', 30))
      assert.deepEqual([small.status, 'code' in small && small.code], ['failed', 'amount_too_small'])
    },
  },
  {
    name: 'reconciliation',
    summary: "compares Stripe's books of this run with ours, to the cent, and runs the audit",
    async run(scene) {
      assert.deepEqual(await scene.differencesOfBooks(), [])
      await scene.world.assertSound()
    },
  },
]
