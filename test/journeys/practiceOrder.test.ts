// An owner tries the whole way with a practice order, from sample artwork to the shipped parcel, and nothing is sold.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { hour } from '../../src/base/clock.ts'
import { readConfig } from '../../src/config/config.ts'
import { placePracticeOrder } from '../../src/features/sandbox/practiceOrder.ts'
import { parcel, press } from '../support/actors.ts'
import { startWorld } from '../support/world.ts'

it('a practice order skips the hold, comes to the press desk with its mark, ships, and counts nowhere', {
  timeout: 120_000,
}, async () => {
  await using world = await startWorld({ config: { files: readConfig([], {}).files } })
  const { call, demo } = world
  const cookie = await world.signIn(demo.staff)
  const place = () => call('/staff/set-up/practice-order', { method: 'POST', cookie })
  const placed = await place()
  assert.deepEqual([placed.status, placed.body.customerOrderId], [201, 'PRACTICE-1'], JSON.stringify(placed.body))
  const { accountId, customerOrderId } = placed.body
  await world.settle()
  await world.settle()

  const path = `/staff/orders/${accountId}/${customerOrderId}`
  const read = async () => (await call(path, { cookie })).body.order
  const { status, mode, practice, errors } = await read()
  assert.deepEqual([status, mode, practice, errors], ['PRINTING', 'sandbox', true, []])
  const printer = press(world)
  const job = await printer.jobOf(customerOrderId)
  assert.deepEqual([job.practice, job.items[0].links.guts === null], [true, false])
  const ticket = await call(`/press/jobs/${job.jobId}/ticket.pdf`, { as: demo.printer.authorization })
  assert.equal(ticket.status, 200)
  const { rows: days } = await sql`select from print_jobs where printer_day is not null`.execute(world.app.database.db)
  assert.equal(days.length, 0)

  assert.equal((await printer.tell(customerOrderId, 'accept')).status, 200)
  const shipped = await printer.tell(customerOrderId, 'ship', parcel)
  assert.equal(shipped.status, 200, JSON.stringify(shipped.body))
  await world.settle()
  assert.equal((await read()).status, 'SHIPPED')
  assert.equal((await place()).body.customerOrderId, 'PRACTICE-2')
  await world.advance(48 * hour)
  const { rows: counted } = await sql`
    select account_id from charges where account_id = ${accountId}
    union all select account_id from sales where account_id = ${accountId}
    union all select account_id from ledger_postings where account_id = ${accountId}`.execute(world.app.database.db)
  assert.deepEqual(counted, [])
  await world.assertSound()
})

it('the two files of a practice order are read at the same time', { timeout: 60_000 }, async () => {
  await using world = await startWorld()
  const both = Promise.withResolvers<void>()
  const sizes: number[] = []
  const files = {
    async receive(_account: string, body: AsyncIterable<Buffer>) {
      sizes.push(Buffer.concat(await Array.fromAsync(body)).length)
      if (sizes.length === 2) both.resolve()
      await both.promise
      return { kind: 'unavailable', cause: 'the test' }
    },
  }
  const fileReview = { db: world.app.database.db, files, maxBytes: 2 ** 30, uploadQuotaBytes: 2 ** 30 }
  const deps = { ...world.app, db: world.app.database.db, fileReview: fileReview as never, place: () => assert.fail() }
  const owner = { email: world.demo.staff.email, actor: 'test' }
  await assert.rejects(placePracticeOrder(deps as never, owner), { code: 'overloaded' })
  assert.deepEqual([sizes.length, sizes.every(bytes => bytes > 10_000)], [2, true])
})

it('the audit finds another sandbox order at a printer that prints', async () => {
  await using world = await startWorld()
  const { call, charged } = world
  const as = charged.sandbox.authorization
  const orderItems = [{ sku: 'NOVEL', quantity: 1 }]
  const { name, address1, city, state, postal, country } = {
    ...{ name: 'Ada Reader', address1: '1 Main Street', city: 'Rochester', state: 'NY' },
    ...{ postal: '14604', country: 'US' },
  }
  const destination = { name, address1, city, state, postal, country }
  const sandbox = { payments: 'automatic', pace: 'PT0S' }
  const body = { shippingClassification: 'standard', destination, orderItems, sandbox, customerOrderId: 'plain' }
  assert.equal((await call('/orders/create', { method: 'POST', as, body })).status, 201)
  await world.settle()
  await sql`update print_jobs set printer = 'desk'`.execute(world.app.database.db)
  await assert.rejects(world.assertSound(), /sandbox jobs but those of practice orders/)
})
