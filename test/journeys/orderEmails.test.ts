// Which people get emails about orders, and when. Most of the promises are of one account on one day.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { day, hour, minute } from '../../src/base/clock.ts'
import { member, parcel, press, program } from '../support/actors.ts'
import { mailsTo, tokenIn, visitor } from '../support/visitor.ts'
import { startWorld, type World } from '../support/world.ts'

const untilCharge = 14 * hour
const origin = { origin: 'http://127.0.0.1:3000' }

describe('emails about orders', () => {
  let world: World
  let customer: ReturnType<typeof program>
  let holder: string
  let colleague: string
  const email = 'colleague@lantern.example'
  before(async () => {
    world = await startWorld()
    customer = program(world, world.charged, 'production')
    holder = await world.signIn(world.charged.user)
    const owner = await member(world, world.charged)
    await owner.ask('POST', '/team/invitations', { email, role: 'viewer' })
    await world.settle()
    const token = tokenIn((await mailsTo(world, email)).at(-1))
    const password = 'a long lantern'
    const accepted = await visitor(world).ask('POST', '/auth/invitations/accept', { token, name: 'Cleo', password })
    assert.equal(accepted.status, 201)
    colleague = await world.signIn({ email, password })
  })
  after(() => world[Symbol.asyncDispose]())

  const settings = async (cookie: string) => (await world.call('/auth/email-settings', { cookie })).body
  const choose = (cookie: string, body: object) =>
    world.call('/auth/email-settings', { method: 'PATCH', cookie, headers: origin, body })
  const fail = (customerOrderId: string) =>
    customer.place(customerOrderId, { orderItems: [{ sku: 'NOVEL', quantity: 1 }] })
  const aboutOrders = async (recipient: string) =>
    (await mailsTo(world, recipient)).filter(({ subject }) => /order/i.test(subject) && !/Invoice/.test(subject))
  const digests = async () =>
    (await sql<{ count: number }>`select count(*)::int as count from order_digests`.execute(world.app.database.db)).rows

  it('the holder gets one email about an order that cannot be printed, with the finding and a link to it', async () => {
    assert.equal((await fail('A 1')).status, 'FAILED')
    await world.settle()
    assert.deepEqual(await aboutOrders(world.charged.user.email), [])
    await world.advance(10 * minute)
    const [mail, ...others] = await aboutOrders(world.charged.user.email)
    assert.equal(others.length, 0)
    assert.equal(mail!.subject, 'Order A 1 can’t be printed')
    assert.match(
      mail!.body,
      /\n\* Neither the item nor its product has coverUrl or gutsUrl\n[\s\S]*Fix the order:\n\S+\/dashboard\/production\/orders\/A%201\n/,
    )
    assert.deepEqual(await aboutOrders(email), [], 'others have not chosen it')
    const as = world.demo.staff.authorization
    const { mails } = (await world.call(`/staff/orders/${world.charged.accountId}/A%201/mails`, { as })).body
    assert.deepEqual(
      mails.map(({ subject }: { subject: string }) => subject),
      [mail!.subject],
    )
  })

  it('orders that fail within ten minutes are one email', async () => {
    for (const id of ['B-1', 'B-2']) await fail(id)
    await world.advance(5 * minute)
    await fail('B-3')
    await world.advance(5 * minute)
    const mail = (await aboutOrders(world.charged.user.email)).at(-1)!
    assert.equal(mail.subject, '3 orders can’t be printed')
    assert.match(mail.body, /\* B-1: .*\n\* B-2: .*\n\* B-3: [\s\S]*\/production\/orders\?status=FAILED\n/)
  })

  it('an order in the sandbox sends no email', async () => {
    const sandbox = program(world, world.charged, 'sandbox')
    assert.equal((await sandbox.place('S-1', { shippingClassification: 'rocket' })).status, 'FAILED')
    const before = (await aboutOrders(world.charged.user.email)).length
    await world.advance(hour)
    assert.equal((await aboutOrders(world.charged.user.email)).length, before)
  })

  it('a person chooses the kinds of emails and a time zone, and mistakes are named', async () => {
    const { timeZone, emails } = await settings(colleague)
    assert.equal(timeZone, null)
    assert.deepEqual(new Set(emails.map(({ frequency }: { frequency: string }) => frequency)), new Set(['never']))
    const chosen = { timeZone: 'America/New_York', frequencies: { order_shipped: 'now', order_failed: 'daily' } }
    const { status, body } = await choose(colleague, chosen)
    assert.equal(status, 200)
    assert.deepEqual(body, await settings(colleague))
    const frequencyOf = (kind: string) => body.emails.find((one: { kind: string }) => one.kind === kind).frequency
    assert.deepEqual(
      [body.timeZone, ...['order_shipped', 'order_failed', 'invoice'].map(frequencyOf)],
      ['America/New_York', 'now', 'daily', 'never'],
    )
    for (const [wrong, pointer] of [
      [{ timeZone: 'Mars/Olympus' }, '/timeZone'],
      [{ frequencies: { payment: 'daily' } }, '/frequencies/payment'],
      [{ frequencies: { gossip: 'now' } }, '/frequencies/gossip'],
    ] as const) {
      const refused = await choose(colleague, wrong)
      assert.deepEqual([refused.status, refused.body.errors[0].pointer], [400, pointer])
    }
    const staff = await world.signIn(world.demo.staff)
    assert.deepEqual((await settings(staff)).emails, [])
    assert.equal((await choose(staff, { timeZone: 'Europe/Berlin' })).status, 200)
    assert.equal((await choose(staff, { frequencies: { invoice: 'now' } })).status, 400)
  })

  it('a shipped order is told only to those who chose it, in their time zone, with its tracking number', async () => {
    const generated = 'web-00000000000000c1' // by the dashboard: people read its number and its book
    await customer.place(generated)
    await world.advance(untilCharge + 3 * hour)
    await press(world).tell(generated, 'ship', parcel)
    await world.advance(10 * minute)
    const [mail, ...others] = (await aboutOrders(email)).filter(({ subject }) => /on its way/.test(subject))
    assert.match(mail!.subject, /^Order \d+ · \S.* is on its way$/)
    assert.deepEqual(others, [])
    assert.match(mail!.body, /Parcel: UPS 1Z999\n {2}https:\/\/ups\.example\/1Z999\n/)
    const holderMails = await aboutOrders(world.charged.user.email)
    assert.ok(!holderMails.some(({ subject }) => /on its way/.test(subject)))
  })

  it('an order on hold is told to the holder', async () => {
    await customer.place('D-1')
    await world.advance(day)
    assert.equal((await press(world).tell('D-1', 'problem', { reason: 'The paper tore' })).status, 200)
    await world.advance(10 * minute)
    const mail = (await aboutOrders(world.charged.user.email)).at(-1)!
    assert.equal(mail.subject, 'Order D-1 is on hold')
    assert.doesNotMatch(mail.body, /tore/, 'only the staff read that')
  })

  it('a person who chose it gets one email a day', async () => {
    const before = (await aboutOrders(email)).length
    await fail('E-1')
    await world.advance(hour)
    await fail('E-2')
    await world.advance(hour)
    assert.equal((await aboutOrders(email)).length, before)
    await world.advance(day)
    const mails = await aboutOrders(email)
    assert.equal(mails.length, before + 1)
    assert.equal(mails.at(-1)!.subject, '2 orders can’t be printed')
  })

  it('the payment of a day comes with an invoice, and nobody gets an email who turned it off', async () => {
    const invoices = async () =>
      (await mailsTo(world, world.charged.user.email)).filter(({ subject }) => subject.startsWith('Invoice '))
    const sent = await invoices()
    assert.match(sent[0]!.subject, /^Invoice 1: \$\d+\.\d\d for 1 order$/)
    assert.match(sent[0]!.body, /\nAmount: \$\d+\.\d\d\n/)
    assert.equal((await choose(holder, { frequencies: { invoice: 'never', order_failed: 'never' } })).status, 200)
    const before = await aboutOrders(world.charged.user.email)
    await customer.place('F-1')
    await fail('F-2')
    await world.advance(2 * day)
    assert.equal(await customer.statusOf('F-1'), 'PRINTING')
    assert.deepEqual(await invoices(), sent)
    assert.deepEqual(await aboutOrders(world.charged.user.email), before)
  })

  it('emails about orders leave one row for each account, kind and frequency', async () => {
    assert.equal((await digests())[0]!.count, 4)
    await world.assertSound()
  })
})
