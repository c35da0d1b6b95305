// A change of a paid order refunds what it costs less, by the terms of its sale and the rules of refunds.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { createPerson } from '../../src/accounts/accounts.ts'
import { day, later, nextUtcHour } from '../../src/base/clock.ts'
import { orderPath, program } from '../support/actors.ts'
import { ohio, untaxed } from '../support/changeScene.ts'
import { startWorld, type World } from '../support/world.ts'

async function placePaid(world: World, id: string) {
  await program(world, world.charged, 'production').place(id, { destination: ohio, shippingClassification: 'rush' })
  await world.settle()
  await world.advance(nextUtcHour(world.now(), 2).getTime() - world.now().getTime())
}

it('a change by the staff that refunds needs the permission to refund, and is refused where a second person is needed', async () => {
  await using world = await startWorld({ config: { secondPersonAboveCents: 1 } })
  const packer = { name: 'Pat Packer', email: 'pat@example.com', password: 'correct horse battery' }
  const deps = { ...world.app, db: world.app.database.db }
  await createPerson(deps, { kind: 'staff', role: 'production', ...packer }, 'test')
  await placePaid(world, 'paid')
  const asPacker = await world.signIn(packer)
  const asOwner = await world.signIn(world.demo.staff)
  const send = (cookie: string, body: object, query = '') =>
    world.call(`/staff/orders/${world.charged.accountId}/paid${query}`, { method: 'PATCH', cookie, body })
  const cheaper = { shippingClassification: 'standard' }
  for (const [cookie, reason] of [
    [asPacker, /needs the permission refunds, of the role/],
    [asOwner, /of order paid, which needs a second person: ask the customer to make the change\.$/],
  ] as const) {
    for (const query of ['?preview=true', '']) {
      const { status, body } = await send(cookie, cheaper, query)
      assert.deepEqual([status, body.code], [403, 'not_allowed'])
      assert.match(body.detail, reason)
    }
  }
  assert.equal((await send(asPacker, { destination: { ...ohio, address1: '2 Main Street' } })).status, 200)
  const { as, read } = program(world, world.charged, 'production')
  assert.equal((await world.call(orderPath('paid'), { method: 'PATCH', as, body: cheaper })).status, 200)
  await world.settle()
  assert.ok((await read('paid')).paymentInfo.refundedTotal > 0)
  await world.assertSound()
})

it('a paid order keeps the tax of its sale, though its account is exempt since, until it goes to another state', async () => {
  await using world = await startWorld()
  await placePaid(world, 'taxed')
  const { accountId } = world.charged
  const now = world.now()
  await sql`
    insert into exemptions (account_id, exemption_id, jurisdiction, status, media_type, size_bytes, uploaded_by,
      created_at, decided_by, decided_at, expires_at)
    values (${accountId}, 'exm_test', 'US-OH', 'approved', 'application/pdf', 1, 'test', ${now}, 'test', ${now},
      ${later(now, 100 * day)})`.execute(world.app.database.db)
  const { as, read } = program(world, world.charged, 'production')
  const change = (destination: object) => world.call(orderPath('taxed'), { method: 'PATCH', as, body: { destination } })
  const nearby = await change({ ...ohio, address1: '2 Main Street' })
  assert.equal(nearby.status, 200)
  await world.settle()
  assert.equal((await read('taxed')).paymentInfo.refundedTotal, undefined)
  assert.equal((await change(untaxed)).status, 200)
  await world.settle()
  const { paymentInfo, pricing } = await read('taxed')
  assert.ok(pricing.taxesTotal > 0)
  assert.ok(paymentInfo.refundedTotal >= pricing.taxesTotal)
})
