// One statement that is paid twice at the same time, on both databases: one payment settles it, and the rest is credit.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { utcDay } from '../../src/base/clock.ts'
import { openWorld } from '../support/operatorDraft.ts'
import { statementScene } from '../support/statementScene.ts'

for (const kind of ['PGlite', 'PostgreSQL'] as const)
  describe(`a statement that is paid twice at once, on ${kind}`, () => {
    it('two people who pay the same statement online share one page, and pay it once', async t => {
      const world = await openWorld(t, kind)
      const { pay, simulate, statement, balance, online, postings, assertSound } = await statementScene(world)
      const opened = await Promise.all([pay(120), pay(120), pay(120)])
      const ids = new Set(opened.filter(({ status }) => status === 200).map(({ body }) => body.paymentId))
      assert.equal(ids.size, 1)
      for (const { status, body } of opened) assert.ok(status === 200 || body.code === 'wrong_state', body.code)
      const [paymentId] = [...ids] as [string]
      const paid = await Promise.all([simulate(paymentId, 'card'), simulate(paymentId, 'card')])
      assert.deepEqual(paid.map(({ status }) => status).sort(), [200, 409])
      assert.deepEqual([(await statement()).state, await balance(), await postings()], ['paid', 0, [12_000]])
      assert.equal((await online()).filter(({ status }: { status: string }) => status === 'succeeded').length, 1)
      await assertSound()
    })

    it('two people who pay parts at once never pay more than is due online', async t => {
      const world = await openWorld(t, kind)
      const { pay, simulate, statement, balance, online, assertSound } = await statementScene(world)
      await Promise.all([pay(100), pay(80)])
      const open = (await online()).filter(({ status }: { status: string }) => status === 'open')
      assert.equal(open.length, 1, 'one page at a time')
      await simulate(open[0].paymentId, 'card')
      const rest = 120 - open[0].amount
      assert.equal((await pay(rest + 0.01)).body.code, 'amount_changed')
      await simulate((await pay(rest)).body.paymentId, 'card')
      assert.deepEqual([(await statement()).state, await balance()], ['paid', 0])
      await assertSound()
    })

    it('a card, a transfer and a check at the same time pay the statement once, and the rest is credit', async t => {
      const world = await openWorld(t, kind)
      const { accountId, ask, staff, pay, simulate, statement, balance, postings, assertSound } =
        await statementScene(world)
      await ask('/bank-account', {})
      const { paymentId } = (await pay(120)).body
      const check = { receivedOn: utcDay(world.now()).toString(), amount: 50, reference: 'check 1', statement: 1 }
      const [byCard] = await Promise.all([
        simulate(paymentId, 'card'),
        ask('/simulated-transfers', { amount: 120 }),
        staff(`/accounts/${accountId}/billing/payments`, check),
      ])
      await world.settle()
      const shown = await statement()
      const received = byCard.status === 200 ? 290 : 170
      assert.deepEqual([shown.state, shown.paid, await balance()], ['paid', 120, 120 - received])
      assert.equal(
        (await postings()).reduce((sum, cents) => sum + cents, 0),
        received * 100,
      )
      await assertSound()
    })
  })
