// Who an order was for is forgotten, by support or by the clock, wherever it was kept.

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { day, hour } from '../../src/base/clock.ts'
import { member, parcel, press, program, support } from '../support/actors.ts'
import { readPdf } from '../support/pdf.ts'
import { tablesWith } from '../support/wholeDatabase.ts'
import { startWorld, type World } from '../support/world.ts'

const recipient = {
  name: 'Zephyrine O’Hara',
  company: 'Quillfeather (Books)',
  address1: '77 Wolverine Crescent',
  address2: 'Unit Kestrel',
  phone: '+1 585 555 0177',
  email: 'zephyrine@quillfeather.example',
}
const place = { city: 'Rochester', state: 'NY', postal: '14604', country: 'US' }
const destination = { ...recipient, ...place }
const left = { name: '[forgotten]', address1: '[forgotten]', ...place }
const texts = Object.values(recipient)

const namesNobody = (answer: unknown) => {
  const text = JSON.stringify(answer)
  for (const one of texts) assert.ok(!text.includes(one), `${one} in ${text}`)
}
const tablesNaming = ({ app }: World) => tablesWith(app.database.db, texts)

/** A receiver that answers what it is sent. */
async function startEcho() {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      bodies.push(Buffer.concat(chunks).toString())
      response.end(bodies.at(-1))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    bodies,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

async function textOfTicket({ app, demo }: World, jobId: string): Promise<string> {
  const { rawPayload } = await app.server.inject({
    url: `/press/jobs/${jobId}/ticket.pdf`,
    headers: { authorization: demo.printer.authorization },
  })
  const pdf = await readPdf(rawPayload)
  const { text } = await pdf.page(1)
  await pdf.close()
  return text
}

describe('when support forgets who an order was for', () => {
  it('every recipient that a changed order has had is erased', async () => {
    await using world = await startWorld()
    const customer = program(world, world.charged, 'production')
    const change = (body: object) => world.call('/orders/c', { method: 'PATCH', as: customer.as, body })
    const long = `${recipient.company} ${'Long '.repeat(10)}`.trim()
    await customer.place('c', { destination: { ...destination, company: long } })
    await world.settle()
    assert.equal(
      (await change({ destination: { ...place, name: 'Between', address1: recipient.address1 } })).status,
      200,
    )
    assert.equal((await change({ destination })).status, 200)
    await customer.cancel('c')
    const tables = ['order_contents', 'order_events', 'order_search', 'orders']
    assert.deepEqual(await tablesNaming(world), tables)
    const { status, body } = await support(world).act(world.charged, 'c', 'forget')
    assert.deepEqual([status, body.destination], [200, left])
    assert.deepEqual(await tablesNaming(world), [])
    assert.deepEqual(await tablesWith(world.app.database.db, ['Between', long]), [])
    const { events } = (await world.call('/orders/c/events', { as: customer.as })).body
    for (const { data } of events) assert.deepEqual(data.destination, left)
    await world.assertSound()
  })

  it('the ticket of each job of a changed order keeps its own place', async () => {
    await using world = await startWorld()
    const { charged } = world
    const customer = program(world, charged, 'production')
    const printer = press(world)
    await customer.place('m', { destination })
    await world.advance(16 * hour)
    await printer.tell('m', 'problem', { reason: 'torn' })
    await support(world).act(charged, 'm', 'revalidate')
    await world.settle()
    const moved = { ...destination, city: 'Syracuse', postal: '13202' }
    const changed = await world.call('/orders/m', { method: 'PATCH', as: customer.as, body: { destination: moved } })
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
    await world.advance(3 * hour)
    await printer.tell('m', 'ship', parcel)
    await world.settle()
    assert.equal((await support(world).act(charged, 'm', 'forget')).status, 200)
    const jobs = (await printer.jobs('all')).map((job: { destination: object }) => job.destination)
    assert.deepEqual(jobs, [left, { ...left, city: 'Syracuse', postal: '13202' }])
  })

  it('a recipient that support erases is nowhere in the service, nor in later messages', async () => {
    await using world = await startWorld()
    await using echo = await startEcho()
    const { charged, demo, call } = world
    const customer = program(world, charged, 'production')
    const printer = press(world)
    const staff = support(world)
    const find = async (search: string) =>
      (await call(`/staff/orders/find?search=${encodeURIComponent(search)}`, { as: demo.staff.authorization })).body
        .orders.length
    const pageOf = async (id: string) =>
      (await call(`/staff/orders/${charged.accountId}/${id}`, { as: demo.staff.authorization })).body

    await customer.place('a', { destination, webhookUrl: echo.url, payload: 'mine' })
    await world.advance(16 * hour)
    const tooEarly = await staff.act(charged, 'a', 'forget', { reason: 'asked by letter' })
    assert.deepEqual([tooEarly.status, tooEarly.body.code], [409, 'wrong_state'])
    assert.match(tooEarly.body.detail, /PRINTING/)
    await customer.cancel('a')
    const reason = `${recipient.name} has telephoned`
    await printer.tell('a', 'cancellation', { decision: 'refuse', reason })
    await printer.tell('a', 'ship', parcel)
    await world.settle()
    const job = await printer.jobOf('a')
    assert.match(await textOfTicket(world, job.jobId), /Zephyrine/)
    assert.equal((await customer.read('a')).recipientForgottenAt, null)
    assert.deepEqual(await Promise.all([find(recipient.name), find(recipient.email)]), [1, 1])
    assert.deepEqual((await pageOf('a')).acts, ['reprint', 'refund', 'forget'])
    const kept = [
      'order_contents',
      'order_events',
      'order_search',
      'print_tickets',
      'printer_messages',
      'webhook_deliveries',
    ]
    assert.deepEqual(await tablesNaming(world), kept)

    const forgotten = await staff.act(charged, 'a', 'forget', { reason: 'asked by letter' })
    assert.equal(forgotten.status, 200, JSON.stringify(forgotten.body))
    assert.deepEqual(forgotten.body.destination, left)
    const at = world.now().toISOString()
    assert.equal(forgotten.body.recipientForgottenAt, at)
    assert.deepEqual(await tablesNaming(world), [])

    await world.advance(hour)
    const again = await staff.act(charged, 'a', 'forget', { reason: 'asked again' })
    assert.deepEqual([again.status, again.body.recipientForgottenAt], [200, at])
    const { entries } = (await call('/staff/audit', { as: demo.staff.authorization })).body
    const acts = entries.filter(({ action }: { action: string }) => action === 'recipient_forgotten')
    assert.deepEqual(
      acts.map(({ subject, details }: { subject: string; details: object }) => [subject, details]),
      [['a', { mode: 'production', reason: 'asked by letter' }]],
    )

    const order = await customer.read('a')
    assert.deepEqual([order.destination, order.payload, order.recipientForgottenAt], [left, 'mine', at])
    for (const path of ['/orders', '/orders/a/events', '/events']) {
      const { status, body } = await call(path, { as: customer.as })
      assert.equal(status, 200)
      namesNobody(body)
      assert.ok(JSON.stringify(body).includes(at))
    }
    namesNobody(await pageOf('a'))
    assert.deepEqual((await pageOf('a')).acts, ['refund'])
    assert.deepEqual((await printer.jobOf('a')).destination, left)
    assert.doesNotMatch(await textOfTicket(world, job.jobId), /Zephyrine|Wolverine/)
    assert.deepEqual(await Promise.all([find(recipient.name), find(recipient.email), find('[forgotten]')]), [0, 0, 0])

    const { ask } = await member(world, charged)
    const { deliveries } = (await ask('GET', '/production/deliveries')).body
    const sent = echo.bodies.length
    assert.equal((await ask('POST', `/production/deliveries/${deliveries[0].deliveryId}/redeliver`)).status, 202)
    await world.settle()
    assert.equal(echo.bodies.length, sent + 1)
    assert.deepEqual(JSON.parse(echo.bodies.at(-1)!).data.destination, left)

    const reprint = await staff.act(charged, 'a', 'reprint', { reason: 'torn' })
    assert.deepEqual([reprint.status, reprint.body.code], [409, 'recipient_forgotten'])
    assert.deepEqual(await tablesNaming(world), [])
    await world.assertSound()
  })

  it("erasing a recipient also erases the recipient's data in an error, and the rest of the error stays", async () => {
    await using world = await startWorld()
    const customer = program(world, world.charged, 'production')
    const phone = 'at Zephyrine O’Hara’s'
    const [error] = (await customer.place('a', { destination: { ...destination, phone } })).errors
    assert.match(error.detail, /^got "at Zephyrine/)
    await support(world).act(world.charged, 'a', 'forget')
    const { errors } = await customer.read('a')
    assert.deepEqual(errors, [{ ...error, detail: error.detail.replace(JSON.stringify(phone), '[forgotten]') }])
    assert.deepEqual(await tablesNaming(world), [])
    await world.assertSound()
  })

  it('after a recipient is erased, emails and credit notes have the reason of a refund without the name, which only the audit log keeps', async () => {
    await using world = await startWorld()
    const { charged, demo, call } = world
    await program(world, charged, 'production').place('a', { destination })
    await world.advance(16 * hour)
    await press(world).tell('a', 'ship', parcel)
    const refund = { amount: 1, reason: `a creased copy for ${recipient.name.toUpperCase()}, sorry` }
    const as = demo.staff.authorization
    await call(`/staff/orders/${charged.accountId}/a/refund`, { method: 'POST', as, body: refund })
    await world.settle()
    await support(world).act(charged, 'a', 'forget')
    assert.deepEqual(await tablesNaming(world), ['audit_log'])
    const { mails } = (await call(`/staff/orders/${charged.accountId}/a/mails`, { as })).body
    assert.match(mails[0].body, /Reason: a creased copy for \[forgotten\], sorry/)
    await world.assertSound()
  })

  it('after a recipient is erased, a refund that waits for approval has its reason without the name', async () => {
    await using world = await startWorld({ config: { secondPersonAboveCents: 0 } })
    const { charged, demo, call } = world
    await program(world, charged, 'production').place('a', { destination })
    await world.advance(16 * hour)
    await press(world).tell('a', 'ship', parcel)
    const asStaff = { method: 'POST', as: demo.staff.authorization } as const
    const body = { amount: 1, reason: `${recipient.name} got a creased copy` }
    const asked = await call(`/staff/orders/${charged.accountId}/a/refund`, { ...asStaff, body })
    assert.equal(asked.status, 202)
    const path = `/staff/approvals/${asked.body.approvalId}/decline`
    assert.equal((await call(path, { ...asStaff, body: { reason: `${recipient.name} is wrong` } })).status, 200)
    await support(world).act(charged, 'a', 'forget')
    assert.deepEqual(await tablesNaming(world), ['audit_log'])
    const { approvals } = (await call('/staff/approvals', { as: asStaff.as })).body
    assert.deepEqual(
      [approvals[0].reason, approvals[0].decisionReason],
      ['[forgotten] got a creased copy', '[forgotten] is wrong'],
    )
  })
})

describe('with RECIPIENT_DAYS', () => {
  it('with RECIPIENT_DAYS, recipients are erased that many days after their orders ended, in both modes, and not before', async () => {
    await using world = await startWorld({ config: { recipientRetentionDays: 30 } })
    const customer = program(world, world.charged, 'production')
    const sandbox = program(world, world.charged, 'sandbox')
    for (const id of ['shipped', 'printing', 'cancelled']) await customer.place(id, { destination })
    await customer.place('failed', { destination: { ...destination, phone: 'none' } })
    await sandbox.place('tried', { destination })
    await customer.cancel('cancelled')
    await sandbox.cancel('tried')
    await world.advance(16 * hour)
    await press(world).tell('shipped', 'ship', parcel)
    await world.advance(20 * day)
    // A step after the end does not put it off.
    const path = `/staff/orders/${world.charged.accountId}/shipped/refund`
    const body = { amount: 1, reason: 'late' }
    await world.call(path, { method: 'POST', as: world.demo.staff.authorization, body })

    await world.advance(9 * day)
    const names = async () => {
      const orders = [...(await world.call('/orders', { as: customer.as })).body.orders, await sandbox.read('tried')]
      return Object.fromEntries(orders.map(order => [order.customerOrderId, order.destination.name]))
    }
    assert.deepEqual([...new Set(Object.values(await names()))], [recipient.name])

    await world.advance(day)
    const { shipped, printing, ...early } = await names()
    assert.deepEqual([shipped, printing], [left.name, recipient.name])
    assert.deepEqual(early, { failed: left.name, cancelled: left.name, tried: left.name })
    await press(world).tell('printing', 'ship', parcel)
    await world.advance(30 * day)
    assert.equal((await names()).printing, left.name)
    assert.deepEqual(await tablesNaming(world), [])
    await world.assertSound()
  })
})
