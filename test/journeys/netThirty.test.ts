// A publisher on net 30 at list prices, as the tour of docs/money.md has it: ordered, billed at the end of the month,
// half paid by the debit of a bank account, reminded, the rest paid by bank transfer, and exported to the accountant.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { day, hour, instant, utcDay } from '../../src/base/clock.ts'
import { reconcileDay } from '../../src/payments/books/reconcile.ts'
import { program } from '../support/actors.ts'
import { openWorld } from '../support/operatorDraft.ts'

const start = instant('2026-03-02T12:00:00Z')
const cents = (text: string) => Math.round(Number(text) * 100)

for (const kind of ['PGlite', 'PostgreSQL'] as const)
  describe(`a publisher on net 30, on ${kind}`, () => {
    it('a publisher orders at list prices, is billed, pays half by bank debit, is reminded, pays the rest by transfer, and the export balances', async t => {
      const world = await openWorld(t, kind)
      const { accountId, user } = world.enterprise
      const [as, printer] = [world.demo.staff.authorization, world.demo.printer.authorization]
      const customer = program(world, world.enterprise, 'production')
      const cookie = await world.signIn(user)
      const ask = async (path: string, body?: object) => {
        const call = body === undefined ? { cookie } : { cookie, method: 'POST' as const, body }
        const answer = await world.call(`/dashboard/api/billing${path}`, call)
        assert.ok(answer.status < 300, `${path} ${JSON.stringify(answer.body)}`)
        return answer.body
      }
      const post = async (path: string, key: string, body: object) => {
        const answer = await world.call(path, { method: 'POST', as: key, body })
        assert.ok(answer.status < 300, `${path} ${JSON.stringify(answer.body)}`)
        return answer.body
      }
      const mails = (part: string) =>
        [...world.sentMails.values()].filter(({ subject }) => subject.includes(part)).length
      const until = (at: string) => world.advance(instant(at).getTime() - world.now().getTime())

      // The catalog as agreed prices; the terms are net 30 by default.
      const agreed = { priceList: null, agreedPrices: true, reason: 'Contract' }
      assert.equal(
        (await world.call(`/staff/accounts/${accountId}/price-list`, { method: 'PUT', as, body: agreed })).status,
        200,
      )
      for (const id of ['spring', 'summer']) assert.equal('pricing' in (await customer.place(id)), false)
      await world.advance(3 * hour)
      const { jobs } = (await world.call('/press/jobs?status=all', { as: printer })).body
      const jobIds = jobs.map(({ jobId }: { jobId: string }) => jobId)
      await post('/press/jobs/accept', printer, { jobIds })
      const parcel = { masterTrackingNumber: '1Z', carrier: 'UPS', packages: [{ trackingNumber: '1Z' }] }
      for (const jobId of jobIds) await post(`/press/jobs/${jobId}/ship`, printer, { shipments: [parcel] })

      await until('2026-04-01T05:00:00Z')
      const { statements } = await ask('/statements')
      const [billed] = statements
      const prices = await Promise.all(
        ['spring', 'summer'].map(async id => (await customer.read(id)).pricing.orderTotal as number),
      )
      assert.equal(cents(billed.total), cents(String(prices[0]! + prices[1]!)))
      assert.deepEqual(
        [statements.length, billed.state, billed.dueOn, mails('Statement 1')],
        [1, 'due', '2026-05-01', 1],
      )

      const half = Math.floor(cents(billed.total) / 2) / 100
      const { paymentId } = await ask('/statements/1/pay', { amount: half })
      await ask(`/online-payments/${paymentId}/simulate`, { by: 'bank_debit' })
      assert.deepEqual([(await ask('/statements/1')).processing, (await ask('/terms')).balance], [half, billed.total])
      await world.advance(5 * day)
      assert.deepEqual([(await ask('/statements/1')).state, (await ask('/statements/1')).paid], ['partly_paid', half])

      await until('2026-04-29T00:00:00Z')
      assert.equal(mails('is due on'), 1)
      await until('2026-05-02T20:00:00Z')
      assert.deepEqual([(await ask('/statements/1')).state, mails('is overdue')], ['overdue', 1])

      const rest = (await ask('/statements/1')).due
      await ask('/bank-account', {})
      await ask('/simulated-transfers', { amount: rest })
      await world.settle()
      assert.deepEqual([(await ask('/statements/1')).state, (await ask('/terms')).balance], ['paid', 0])
      await world.advance(20 * day)
      assert.equal(mails('is overdue'), 1)

      const made = await post('/staff/accounting/exports', as, {})
      const url = `/staff/accounting/exports/${made.number ?? 1}/journal?format=csv`
      const file = await world.app.server.inject({ url, headers: { authorization: as } })
      const rows = file.payload
        .trim()
        .split('\r\n')
        .slice(1)
        .map(line => line.split(','))
      const sums: Record<string, number> = {}
      for (const row of rows) sums[row[5]!] = (sums[row[5]!] ?? 0) + cents(row[7]!) - cents(row[8]!)
      assert.equal(
        Object.values(sums).reduce((sum, one) => sum + one, 0),
        0,
      )
      assert.deepEqual([sums.cash, sums.receivable], [cents(billed.total), 0], JSON.stringify(sums))
      const { db } = world.app.database
      for (let date = utcDay(start); date.toString() <= utcDay(world.now()).toString(); date = date.add({ days: 1 }))
        assert.deepEqual((await reconcileDay({ db, payments: world.app.payments }, date, world.now())).differences, [])
      await world.assertSound()
    })
  })
