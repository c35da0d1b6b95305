import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  accountId,
  ask,
  clock,
  member,
  onPressServer,
  printer,
  printing,
  settle,
  staff,
  statusOf,
  tracking,
  transactor,
} from '../../../test/support/pressServer.ts'
import { heldOrder } from '../../../test/support/printing.ts'
import { later } from '../../base/clock.ts'

onPressServer()

describe('the staff API', () => {
  it('the staff API changes limits and billing, and shows the account', async () => {
    const path = `/staff/accounts/${accountId}`
    const limits = { sandbox: { ordersPer24Hours: 7 }, production: { queueCeiling: 9 } }
    const { status, body } = await ask(staff, 'PATCH', path, { limits, enterprise: true, reason: 'asked for' })
    assert.equal(status, 200)
    assert.equal(body.enterprise, true)
    assert.deepEqual(body.limits, {
      sandbox: { ordersPer24Hours: 7, queueCeiling: 350, queued: 0 },
      production: { ordersPer24Hours: 50, queueCeiling: 9, queued: 0 },
    })
    assert.deepEqual((await ask(staff, 'GET', path)).body, body)
    assert.deepEqual((await ask(staff, 'GET', '/staff/accounts')).body, {
      accounts: [body],
      exact: true,
      nextCursor: null,
      warnings: [],
    })
    assert.equal((await ask(staff, 'PATCH', path, { enterprise: false })).body.enterprise, false)
    assert.equal((await ask(staff, 'PATCH', path, { enterprize: false })).status, 400)
    assert.equal((await ask(staff, 'PATCH', path, { limits: { sandbox: { ordersPer24Hours: -1 } } })).status, 400)
    assert.equal((await ask(staff, 'PATCH', '/staff/accounts/acc_none', {})).status, 404)
    const { body: log } = await ask(staff, 'GET', `/staff/audit?accountId=${accountId}&limit=2`)
    assert.deepEqual(log.entries[1].details, { reason: 'asked for', enterprise: true, limits })
    const next = await ask(staff, 'GET', `/staff/audit?accountId=${accountId}&limit=2&cursor=${log.nextCursor}`)
    assert.equal(next.body.entries.at(-1).action, 'account_created')
  })

  it('the staff API resumes, revalidates, abandons and reprints', async () => {
    const broken = async () => {
      const made = await printing()
      await ask(printer, 'POST', `${made.job}/problem`, { reason: 'torn' })
      return `/staff/orders/${accountId}/${made.order.customerOrderId}`
    }
    assert.equal((await ask(staff, 'POST', `${await broken()}/resume`)).body.status, 'PRINTING')
    assert.equal((await ask(staff, 'POST', `${await broken()}/revalidate`, {})).body.status, 'VALIDATING')
    assert.equal((await ask(staff, 'POST', `${await broken()}/abandon`, { reason: 'x' })).body.status, 'CANCELLED')
    const { order, job } = await printing()
    const path = `/staff/orders/${accountId}/${order.customerOrderId}/reprint`
    assert.equal((await ask(staff, 'POST', path)).status, 409)
    await ask(printer, 'POST', `${job}/ship`, tracking)
    const reprint = await ask(staff, 'POST', path)
    assert.deepEqual([reprint.status, reprint.body.reprintOf], [201, order.customerOrderId])
    assert.equal((await ask(staff, 'POST', `/staff/orders/${accountId}/none/resume`)).status, 404)
    assert.equal((await ask(printer, 'POST', path)).status, 403)
  })
})

describe('the sandbox in the dashboard', () => {
  const jump = (by: unknown) => ask(member(), 'POST', '/dashboard/api/sandbox/fast-forward', { by } as object)

  it('the sandbox in the dashboard takes an order from the hold to its parcel', async () => {
    const order = await heldOrder({ transactor, accountId, now: clock() }, { mode: 'sandbox' })
    assert.deepEqual(await jump('PT2H'), { status: 200, body: { by: 'PT2H', done: true } })
    await settle()
    assert.equal(await statusOf({ order }), 'PRINTING')
    await jump('P30D')
    await settle()
    assert.equal(await statusOf({ order }), 'SHIPPED')
  })

  for (const by of ['PT0S', '-PT2H', 'P401D', 'P1M', '2 hours', '', 5]) {
    it(`the sandbox in the dashboard does not fast-forward by ${JSON.stringify(by)}`, async () => {
      const { status, body } = await jump(by)
      assert.deepEqual([status, body.errors[0].pointer], [400, '/by'])
    })
  }

  it('the sandbox in the dashboard simulates outcomes', async () => {
    const { order } = await printing({ mode: 'sandbox' })
    const play = (outcome: string, id = order.customerOrderId) =>
      ask(member(), 'POST', `/dashboard/api/sandbox/orders/${id}/simulate`, { outcome })
    assert.equal((await play('printed')).body.status, 'PRINTING')
    const before = (await play('contradiction')).body
    const delayed = (await play('delayed')).body
    assert.ok(delayed.estimatedShipDate > before.estimatedShipDate)
    assert.equal(delayed.promisedShipDate, before.estimatedShipDate)
    assert.equal((await play('silent')).body.status, 'PRINTING')
    await jump('P100D')
    await settle()
    assert.equal(await statusOf({ order }), 'PRINTING')
    assert.equal((await play('problem')).body.status, 'EXCEPTION')
    const { order: split } = await printing({ mode: 'sandbox' })
    const shipped = (await play('split_shipment', split.customerOrderId)).body
    assert.deepEqual([shipped.status, shipped.shipmentTracking.length], ['SHIPPED', 2])
    const { order: refused } = await printing({ mode: 'sandbox' })
    assert.equal((await play('refused', refused.customerOrderId)).body.status, 'EXCEPTION')
    assert.equal((await play('shipped')).status, 409)
    assert.equal((await play('payment_success')).status, 409)
    assert.equal((await play('explode')).status, 400)
    assert.equal((await play('shipped', 'none')).status, 404)
  })
})

describe('webhooks in the dashboard', () => {
  it('webhooks in the dashboard lists deliveries, their attempts, and sends one again', async () => {
    const { order } = await printing()
    const path = '/dashboard/api/production/deliveries'
    const { body } = await ask(member(), 'GET', `${path}?customerOrderId=${order.customerOrderId}`)
    assert.deepEqual(
      body.deliveries.map((one: { type: string }) => one.type),
      ['OrderSentToPrinter', 'OrderEnteredHoldingBin', 'OrderReceived'],
    )
    const [first] = body.deliveries
    const { deliveries } = (await ask(member(), 'GET', `${path}?limit=1&cursor=${first.deliveryId}`)).body
    assert.equal(deliveries[0].deliveryId, body.deliveries[1].deliveryId)
    assert.deepEqual((await ask(member(), 'GET', `${path}/${first.deliveryId}/attempts`)).body, { attempts: [] })
    assert.equal((await ask(member(), 'POST', `${path}/${first.deliveryId}/redeliver`)).status, 202)
    assert.equal((await ask(member(), 'POST', `${path}/${order.orderId}.99/redeliver`)).status, 404)
    assert.equal((await ask(member(), 'GET', `${path}?customerOrderId=none`)).status, 404)
    const stranger = { cookie: 'session=acc_other' }
    assert.equal((await ask(stranger, 'POST', `${path}/${first.deliveryId}/redeliver`)).status, 404)
    assert.equal(
      (await ask(member(), 'POST', `/dashboard/api/sandbox/deliveries/${first.deliveryId}/redeliver`)).status,
      404,
    )
  })

  it('webhooks in the dashboard rotates the secret; the previous secret signs for another day', async () => {
    const path = '/dashboard/api/sandbox/webhook-secret'
    const old = (await ask(member(), 'GET', path)).body
    assert.match(old.secret, /^whsec_/)
    assert.equal(old.previous, null)
    const fresh = (await ask(member(), 'POST', `${path}/rotate`)).body
    assert.notEqual(fresh.secret, old.secret)
    assert.deepEqual(fresh.previous, { secret: old.secret, expiresAt: later(clock(), 24 * 3600_000).toISOString() })
    assert.deepEqual((await ask(member(), 'GET', path)).body, fresh)
  })
})
