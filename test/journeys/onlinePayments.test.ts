// Statements that are paid through the payment provider, with the simulated gateway: by card, by the debit of a bank
// account, and by bank transfer.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { day, utcDay } from '../../src/base/clock.ts'
import { statementScene } from '../support/statementScene.ts'
import { startWorld } from '../support/world.ts'

describe('payments of statements through the payment provider', () => {
  it('a card pays a part at once, and the same page is returned until it is paid', async () => {
    await using world = await startWorld()
    const { pay, simulate, statement, balance, online, postings, assertSound } = await statementScene(world)
    const { status, body: opened } = await pay(50)
    assert.deepEqual([status, opened.status, opened.amount, opened.method], [200, 'open', 50, null])
    assert.match(opened.url, /\/dashboard\/billing\?tab=statements&pay=/)
    assert.equal((await pay(50)).body.paymentId, opened.paymentId)
    const other = (await pay(60)).body
    assert.deepEqual(
      (await online()).map((one: Record<string, unknown>) => [one.amount, one.status, one.url === null]),
      [
        [60, 'open', false],
        [50, 'expired', true],
      ],
      'a page for another amount takes its place',
    )
    assert.equal((await simulate(opened.paymentId, 'card')).status, 409)
    assert.deepEqual((await simulate(other.paymentId, 'card')).body.status, 'succeeded')
    assert.equal((await simulate(other.paymentId, 'card')).status, 409)
    assert.deepEqual([(await statement()).paid, await balance(), await postings()], [60, 60, [6000]])
    for (const [amount, code] of [
      [60.01, 'amount_changed'],
      [0.4, 'malformed_request'],
    ] as const)
      assert.equal((await pay(amount)).body.code, code, String(amount))
    await assertSound()
  })

  it('a debit is shown as processing, nobody is reminded meanwhile, and what is on its way is not paid again', async () => {
    await using world = await startWorld()
    const { pay, simulate, statement, mails, postings, assertSound } = await statementScene(world)
    await world.advance(24 * day)
    assert.equal(mails('is due on'), 0)
    const { paymentId } = (await pay(120)).body
    assert.equal((await simulate(paymentId, 'bank_debit')).body.status, 'processing')
    const shown = await statement()
    assert.deepEqual([shown.state, shown.due, shown.processing, shown.paid], ['processing', 120, 120, 0])
    assert.equal((await pay(1)).body.code, 'amount_changed')
    await world.advance(3 * day)
    assert.deepEqual([mails('is due on'), mails('is overdue'), await postings()], [0, 0, []])
    await world.advance(2 * day)
    assert.deepEqual([(await statement()).state, await postings()], ['paid', [12_000]])
    await world.advance(20 * day)
    assert.deepEqual([mails('is due on'), mails('is overdue')], [0, 0])
    await assertSound()
  })

  it('a debit that fails late leaves the statement overdue, tells the account, and reminders go on', async () => {
    await using world = await startWorld()
    const { pay, simulate, statement, online, mails, postings, assertSound } = await statementScene(world)
    await world.advance(29 * day)
    const { paymentId } = (await pay(120)).body
    await simulate(paymentId, 'bank_debit_fails')
    await world.advance(3 * day)
    assert.deepEqual([(await statement()).state, mails('is overdue')], ['processing', 0])
    await world.advance(2 * day)
    const [failed] = await online()
    assert.deepEqual(
      [failed.status, failed.failureCode, failed.failureMessage],
      ['failed', 'insufficient_funds', 'The bank account has insufficient funds.'],
    )
    assert.deepEqual([(await statement()).state, mails('for statement 1 failed'), await postings()], ['overdue', 1, []])
    await world.advance(day)
    assert.equal(mails('is overdue'), 1)
    await assertSound()
  })

  it('a bank transfer pays a part of the oldest statement, and what is too much stays in the balance', async () => {
    await using world = await startWorld()
    const { ask, statement, balance, online, postings, assertSound } = await statementScene(world)
    assert.equal((await ask('/simulated-transfers', { amount: 1 })).status, 409)
    const { status, body: account } = await ask('/bank-account', {})
    assert.deepEqual([status, account.routingNumber], [200, '110000000'])
    assert.deepEqual((await ask('/bank-account', {})).body, account)
    for (const amount of [70, 80]) assert.equal((await ask('/simulated-transfers', { amount })).status, 202)
    await world.settle()
    assert.deepEqual([(await statement()).state, await balance(), (await postings()).length], ['paid', -30, 2])
    assert.deepEqual(
      (await online()).map(({ method, status }: Record<string, string>) => `${method} ${status}`),
      ['bank_transfer succeeded', 'bank_transfer succeeded'],
    )
    await world.advance(3 * day)
    assert.equal((await postings()).length, 2, 'a transfer is taken once, however often it is found')
    await assertSound()
  })

  it('a page is closed when another payment leaves less to pay than its amount', async () => {
    await using world = await startWorld()
    const { accountId, pay, simulate, balance, online, staff, assertSound } = await statementScene(world)
    const { paymentId } = (await pay(120)).body
    const receivedOn = utcDay(world.now()).toString()
    const check = { receivedOn, amount: 100, reference: 'check 7', statement: 1 }
    assert.equal((await staff(`/accounts/${accountId}/billing/payments`, check)).status, 201)
    assert.equal((await pay(120)).body.code, 'amount_changed')
    await world.settle()
    assert.equal((await online())[0].status, 'expired')
    assert.equal((await simulate(paymentId, 'card')).status, 409)
    assert.deepEqual([(await pay(20)).status, await balance()], [200, 20])
    await assertSound()
  })

  it('a debit is received although the staff recorded its reference by hand, and not the other way round', async () => {
    await using world = await startWorld()
    const { accountId, rows, pay, simulate, balance, online, staff, assertSound } = await statementScene(world)
    const { paymentId } = (await pay(100)).body
    await simulate(paymentId, 'bank_debit')
    const [{ reference }] = (await rows<{ reference: string }>(
      'select charge_ref as reference from simulated_gateway_charges',
    )) as [{ reference: string }]
    const payment = { receivedOn: utcDay(world.now()).toString(), amount: 100, reference }
    const record = () => staff(`/accounts/${accountId}/billing/payments`, payment)
    const { body } = await record()
    await staff(`/accounts/${accountId}/billing/payments/${body.paymentId}/reverse`, { reason: 'it is on its way' })
    assert.equal((await record()).status, 201)
    await world.advance(4 * day)
    assert.deepEqual([(await online())[0].status, await balance()], ['succeeded', -80])
    assert.equal((await record()).body.code, 'already_exists')
    await assertSound()
  })

  it('a part that is on its way is neither overdue nor asked for', async () => {
    await using world = await startWorld()
    const { ask, pay, simulate, staff, mails, assertSound } = await statementScene(world)
    await world.advance(29 * day)
    await simulate((await pay(50)).body.paymentId, 'bank_debit')
    await world.advance(3 * day)
    assert.deepEqual([mails('is overdue: $70.00 to pay'), (await ask('/terms')).body.overdue], [1, 70])
    await simulate((await pay(70)).body.paymentId, 'bank_debit')
    assert.equal((await ask('/terms')).body.overdue, 0)
    assert.deepEqual((await staff('/statements?state=overdue')).body.statements, [])
    await assertSound()
  })

  it('a statement that is unpaid again after a reversal has its reminder before the due day', async () => {
    await using world = await startWorld()
    const { accountId, pay, simulate, statement, staff, mails, assertSound } = await statementScene(world)
    const { paymentId } = (await pay(120)).body
    await simulate(paymentId, 'card')
    assert.equal((await statement()).state, 'paid')
    await staff(`/accounts/${accountId}/billing/payments/${paymentId}/reverse`, { reason: 'given back' })
    assert.deepEqual([(await statement()).state, mails('is due on')], ['due', 0])
    await world.advance(27 * day)
    assert.deepEqual([mails('is due on'), mails('is overdue')], [1, 0])
    await assertSound()
  })

  it('a dispute makes the statement due again, with the fee posted; when it is won, the statement is paid again', async () => {
    await using world = await startWorld()
    const { accountId, pay, simulate, statement, balance, staff, dispute, postings, assertSound } =
      await statementScene(world)
    const { paymentId } = (await pay(120)).body
    await simulate(paymentId, 'card')
    await dispute('opened')
    assert.deepEqual([(await statement()).due, await balance(), await postings('fees')], [120, 120, [1500]])
    const [listed] = (await staff('/disputes')).body.disputes
    assert.deepEqual([listed.paymentId, listed.chargeId, listed.withdrawn, listed.fees], [paymentId, null, 120, 15])
    const reverse = `/accounts/${accountId}/billing/payments/${paymentId}/reverse`
    assert.equal((await staff(reverse, { reason: 'twice' })).body.code, 'wrong_state')
    await assertSound()
    await dispute('won')
    assert.deepEqual([(await statement()).due, await balance(), await postings('disputes')], [0, 0, []])
    await assertSound()
  })

  it('a dispute that arrives after the staff reversed its payment takes the reversal back: the money is owed once', async () => {
    await using world = await startWorld()
    const { accountId, pay, simulate, statement, balance, staff, dispute, assertSound } = await statementScene(world)
    const { paymentId } = (await pay(120)).body
    await simulate(paymentId, 'card')
    const reverse = `/accounts/${accountId}/billing/payments/${paymentId}/reverse`
    assert.equal((await staff(reverse, { reason: 'the bank took it back' })).status, 200)
    await dispute('opened')
    assert.deepEqual([(await statement()).due, await balance()], [120, 120])
    await assertSound()
    await dispute('won')
    assert.deepEqual([(await statement()).due, await balance()], [0, 0])
    await assertSound()
  })

  it('a transfer that the provider refuses ends at once, and waits for the staff with the reason', async () => {
    await using world = await startWorld()
    const { accountId, ask, online, staff, balance, assertSound } = await statementScene(world)
    await ask('/bank-account', {})
    await world.app.payments.simulatedPayer!.transfer(accountId, 40)
    await world.advance(day)
    const listed = async () => (await staff('/online-payments')).body.payments
    const [failed] = await listed()
    assert.deepEqual(
      [failed.accountId, failed.amount, failed.status, failed.failureCode, failed.failureMessage],
      [accountId, 0.4, 'failed', 'amount_too_small', 'The amount is too small to be charged.'],
    )
    const count = async () => (await staff('/overview')).body.counts.refusedPayments
    assert.equal(await count(), 1)
    const settle = (decision: string) =>
      staff(`/accounts/${accountId}/billing/online-payments/${failed.paymentId}/settle`, { decision, reason: 'small' })
    assert.equal((await settle('retry')).body.status, 'processing')
    assert.equal(await count(), 0)
    await world.settle()
    assert.equal(await count(), 1, 'it is refused again')
    assert.equal((await settle('close')).status, 200)
    assert.equal((await settle('close')).body.code, 'wrong_state')
    await world.advance(30 * day)
    assert.deepEqual([await listed(), (await online()).length, await balance()], [[], 1, 120])
    await assertSound()
  })
})
