// An enterprise account with a statement, for the tests of its payments.

import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { day, hour, utcDay } from '../../src/base/clock.ts'
import { requestDisputeCheck } from '../../src/features/money/disputes.ts'
import { transact } from '../../src/orders/transact.ts'
import { reconcileDay } from '../../src/payments/books/reconcile.ts'
import { press } from './actors.ts'
import { storedEmails } from './storedEmails.ts'
import { orderBody, type World } from './world.ts'

/** An enterprise account with a statement over $120, and what its people and the staff do. */
export async function statementScene(world: World, terms: Record<string, unknown> = {}) {
  const rows = async <Row>(query: string) => (await sql.raw<Row>(query).execute(world.app.database.db)).rows
  const { accountId, production, user } = world.enterprise
  const cookie = await world.signIn(user)
  const as = world.demo.staff.authorization
  const printer = world.demo.printer.authorization
  const ask = (path: string, body?: object) =>
    world.call(`/dashboard/api/billing${path}`, body === undefined ? { cookie } : { cookie, method: 'POST', body })
  const staff = (path: string, body?: object) =>
    world.call(`/staff${path}`, body === undefined ? { as } : { as, method: 'POST', body })
  if (Object.keys(terms).length > 0) {
    const body = { ...terms, reason: 'contract' }
    const path = `/staff/accounts/${accountId}/billing/terms`
    assert.equal((await world.call(path, { method: 'PATCH', as, body })).status, 200)
  }
  const order = orderBody({ customerOrderId: 'billed' })
  await world.call('/orders/create', { method: 'POST', as: production.authorization, body: order })
  await world.advance(3 * hour)
  const { jobId } = await press(world).jobOf('billed')
  const parcel = { masterTrackingNumber: '1Z', carrier: 'UPS', packages: [{ trackingNumber: '1Z' }] }
  for (const [act, body] of [
    ['accept', { itemsTotal: 100, taxesTotal: 8 }],
    ['ship', { shippingTotal: 12, shipments: [parcel] }],
  ] as const)
    assert.equal((await world.call(`/press/jobs/${jobId}/${act}`, { method: 'POST', as: printer, body })).status, 200)
  await world.advance(31 * day)
  const start = world.now()
  return {
    accountId,
    rows,
    ask,
    staff,
    statement: async () => (await ask('/statements/1')).body,
    balance: async () => (await ask('/terms')).body.balance,
    pay: (amount: number) => ask('/statements/1/pay', { amount }),
    simulate: (paymentId: string, by: string) => ask(`/online-payments/${paymentId}/simulate`, { by }),
    online: async () => (await ask('/online-payments')).body.payments,
    mails: (part: string) => [...world.sentMails.values()].filter(({ subject }) => subject.includes(part)).length,
    postings: async (account = 'cash') =>
      (
        await rows<{ cents: number }>(
          `select sum(amount_cents)::int as cents from ledger_entries where ledger_account = '${account}' group by posting_id order by posting_id`,
        )
      ).map(({ cents }) => cents),
    /** The path of the payment link in the newest email about the statement. */
    async payPath() {
      const emails = (await storedEmails(world.app.database.db)).filter(({ kind }) => kind.startsWith('statement'))
      const [url] = /https?:\/\/\S+\/pay\/[\w.-]+/.exec(emails.at(-1)!.body) ?? []
      return new URL(url!).pathname
    },
    async dispute(event: 'opened' | 'won') {
      const [received] = await rows<{ reference: string }>('select reference from received_payments')
      const ref = (await world.app.payments.simulateDispute!(received!.reference, event))!
      await transact(world.app.transactor, { now: world.now(), actor: 'simulated' }, work =>
        requestDisputeCheck(work, 'simulated', ref),
      )
      await world.settle()
    },
    async assertSound() {
      const { db } = world.app.database
      for (let date = utcDay(start); date.toString() <= utcDay(world.now()).toString(); date = date.add({ days: 1 })) {
        const { differences } = await reconcileDay({ db, payments: world.app.payments }, date, world.now())
        assert.deepEqual(differences, [], date.toString())
      }
      await world.assertSound()
    },
  }
}
