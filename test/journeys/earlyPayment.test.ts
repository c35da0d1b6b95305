// Statements that are paid early, with the discount of their terms, credits of the staff, and late fees, on both
// databases.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { day, instant, utcDay } from '../../src/base/clock.ts'
import { databasesOfForm } from '../support/databases.ts'
import { openWorld } from '../support/operatorDraft.ts'
import { statementScene } from '../support/statementScene.ts'

const terms = { termsDays: 30, discountPercent: 2, discountDays: 10 }

for (const { name: kind } of databasesOfForm)
  describe(`a statement at 2/10 net 30, on ${kind}`, () => {
    it('a statement that is paid within the days of its discount is paid, and the discount is posted once', async t => {
      const world = await openWorld(t, kind)
      const { pay, simulate, ask, statement, balance, postings, assertSound } = await statementScene(world, terms)
      const shown = await statement()
      assert.deepEqual([shown.total, shown.discount, shown.discountOn], [120, 2.4, '2026-04-11'])
      await simulate((await pay(100)).body.paymentId, 'card')
      assert.deepEqual([(await statement()).state, await balance()], ['partly_paid', 20])
      const { paymentId } = (await pay(17.6)).body
      await simulate(paymentId, 'bank_debit')
      const { state, processing } = await statement()
      assert.deepEqual([state, processing], ['processing', 20], 'the discount is expected with the debit')
      await world.advance(5 * day)
      assert.deepEqual([(await statement()).state, await balance()], ['paid', 0])
      assert.deepEqual(await postings('refunds'), [240])
      const { payments } = (await ask('/payments')).body
      assert.deepEqual(
        payments.map(({ kind, amount, statement }: Record<string, unknown>) => [kind, amount, statement]),
        [
          ['discount', 2.4, 1],
          ['payment', 17.6, 1],
          ['payment', 100, 1],
        ],
      )
      await assertSound()
    })

    it('a discount reduces what is paid, and no tax: the figures of the example in docs/money.md', async t => {
      const page = await readFile(new URL('../../docs/money.md', import.meta.url), 'utf8')
      const [, ...example] =
        /\| total \| tax in it \|.*\n.*\n *\| (\S+) \| (\S+) \| (\S+) \| (\S+) \| (\S+) \| (\S+) \|/.exec(page)!
      const world = await openWorld(t, kind)
      const { ask, pay, simulate, statement, postings, assertSound } = await statementScene(world, terms)
      const { total, tax, discount } = await statement()
      const paid = total - discount
      await simulate((await pay(paid)).body.paymentId, 'card')
      const [refunds] = await postings('refunds')
      const inLedger = (await postings('tax')).reduce((sum, cents) => sum - cents, 0)
      const { documents } = (await ask('/documents?kind=invoice')).body
      const invoice = (await ask(`/documents/${documents[0].number}`)).body
      assert.deepEqual(
        [total, tax, discount, paid, refunds! / 100, inLedger / 100].map(amount => amount.toFixed(2)),
        example,
      )
      assert.deepEqual([invoice.tax, (await statement()).state], [tax, 'paid'])
      await assertSound()
    })

    it('the last day of a discount ends at midnight of the operator, and not of UTC', async t => {
      const world = await openWorld(t, kind)
      const { ask, pay, simulate, statement, balance, assertSound } = await statementScene(world, terms)
      const until = (at: string) => world.advance(instant(at).getTime() - world.now().getTime())
      await until('2026-04-12T02:00:00Z') // April 11, 10 PM at the operator
      const { paymentId } = (await pay(50)).body
      await until('2026-04-12T03:50:00Z')
      await simulate(paymentId, 'card')
      await simulate((await pay(67.6)).body.paymentId, 'card')
      assert.deepEqual([(await statement()).state, await balance()], ['paid', 0])
      assert.equal((await ask('/payments')).body.payments.at(-1).receivedOn, '2026-04-11')
      await assertSound()
    })

    it('a debit that is begun on the last day at the operator is processed with its discount, which has that day', async t => {
      const world = await openWorld(t, kind)
      const { ask, pay, simulate, statement, assertSound } = await statementScene(world, terms)
      assert.equal((await statement()).discountEndsAt, '2026-04-12T04:00:00.000Z')
      await world.advance(instant('2026-04-12T02:00:00Z').getTime() - world.now().getTime())
      await simulate((await pay(117.6)).body.paymentId, 'bank_debit')
      const { state, processing } = await statement()
      assert.deepEqual([state, processing], ['processing', 120])
      await world.advance(5 * day)
      const [discount] = (await ask('/payments')).body.payments
      assert.deepEqual([discount.kind, discount.receivedOn], ['discount', '2026-04-11'])
      await assertSound()
    })

    it('a discount ends with its day, and is taken back with the payment that earned it', async t => {
      const world = await openWorld(t, kind)
      const { accountId, staff, statement, balance, assertSound } = await statementScene(world, terms)
      const payment = (receivedOn: string, reference: string) =>
        staff(`/accounts/${accountId}/billing/payments`, { receivedOn, amount: 117.6, reference, statement: 1 })
      await world.advance(15 * day)
      const late = (await payment('2026-04-12', 'late')).body
      assert.deepEqual([(await statement()).due, await balance()], [2.4, 2.4])
      const reverse = (paymentId: string) =>
        staff(`/accounts/${accountId}/billing/payments/${paymentId}/reverse`, { reason: 'wrong day' })
      await reverse(late.paymentId)
      const early = (await payment('2026-04-11', 'early')).body
      assert.deepEqual([(await statement()).state, await balance()], ['paid', 0])
      await assertSound()
      await reverse(early.paymentId)
      assert.deepEqual([(await statement()).due, await balance()], [120, 120])
      await assertSound()
    })

    it('a credit of the staff pays a statement without money, with its reason', async t => {
      const world = await openWorld(t, kind)
      const { accountId, staff, ask, statement, balance, postings, assertSound } = await statementScene(world)
      const receivedOn = utcDay(world.now()).toString()
      const credit = {
        kind: 'credit',
        receivedOn,
        amount: 30,
        reference: 'CN-7',
        statement: 1,
        note: 'Damaged cartons',
      }
      const record = (body: object) => staff(`/accounts/${accountId}/billing/payments`, body)
      assert.equal((await record({ ...credit, note: null })).body.errors[0].pointer, '/note')
      assert.equal((await record({ ...credit, statement: null })).body.errors[0].pointer, '/statement')
      assert.match((await record({ ...credit, amount: 120.01 })).body.detail, /120\.00 is due now, not/)
      const { status, body } = await record(credit)
      assert.deepEqual([status, body.kind, (await record(credit)).body.code], [201, 'credit', 'already_exists'])
      assert.deepEqual([(await statement()).due, await balance(), await postings()], [90, 90, []])
      assert.deepEqual(await postings('refunds'), [3000])
      assert.equal((await ask('/payments')).body.payments[0].note, 'Damaged cartons')
      await assertSound()
    })

    it('a statement costs a late fee each month that it is overdue, once, as a line of the next statement', async t => {
      const world = await openWorld(t, kind)
      const lateTerms = { termsDays: 10, lateFeePercent: 1.5 }
      const { accountId, pay, simulate, ask, staff, statement, balance, postings, assertSound } = await statementScene(
        world,
        lateTerms,
      )
      const setTerms = (change: object) =>
        world.call(`/staff/accounts/${accountId}/billing/terms`, {
          ...{ method: 'PATCH', as: world.demo.staff.authorization, body: { ...change, reason: 'contract' } },
        })
      assert.equal(
        (await setTerms({ discountPercent: 20.01, discountDays: 5 })).body.errors[0].pointer,
        '/discountPercent',
      )
      assert.equal((await setTerms({ discountPercent: 2, discountDays: 11 })).body.errors[0].pointer, '/discountDays')
      assert.equal((await setTerms({ lateFeeAmount: 5 })).body.errors[0].pointer, '/lateFeeAmount')
      await simulate((await pay(20)).body.paymentId, 'card')
      await world.advance(11 * day)
      assert.equal((await statement()).lateFees, 0, 'money of the due day is recorded within three days')
      await world.advance(3 * day)
      assert.deepEqual(
        [(await statement()).lateFees, await balance(), (await postings('revenue')).sort()],
        [1, 101.5, [-11_200, -150]],
      )
      const [line] = (await ask('/statement-lines')).body.lines
      assert.deepEqual([line.kind, line.customerOrderId, line.lateStatement, line.amount], ['late_fee', null, 1, 1.5])
      await world.advance(31 * day)
      assert.deepEqual([(await statement()).lateFees, await balance()], [2, 103], 'the overdue fee costs none')
      const { statements } = (await ask('/statements')).body
      assert.deepEqual(
        statements.map(({ number, total, lines }: Record<string, number>) => [number, total, lines]),
        [
          [2, 1.5, 1],
          [1, 120, 1],
        ],
      )
      await simulate((await pay(100)).body.paymentId, 'bank_debit_fails')
      await assertSound()
      const receivedOn = utcDay(world.now()).toString()
      await world.advance(5 * day)
      const check = { receivedOn, amount: 101.5, reference: 'check 9', statement: 1 }
      const { status, body } = await staff(`/accounts/${accountId}/billing/payments`, check)
      assert.equal(status, 201)
      await world.advance(60 * day)
      assert.equal((await statement()).lateFees, 2, 'a paid statement costs no more')
      await staff(`/accounts/${accountId}/billing/payments/${body.paymentId}/reverse`, { reason: 'returned' })
      await world.advance(25 * day)
      assert.equal((await statement()).lateFees, 2, 'the months in which it was paid cost nothing')
      await world.advance(7 * day)
      assert.equal((await statement()).lateFees, 3)
      await assertSound()
    })
  })
