// A reader follows an order by a signed address, under the name and logo of the publisher.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { hour, nextUtcHour } from '../../src/base/clock.ts'
import { member, orderPath, parcel, press, program, support } from '../support/actors.ts'
import { storedEmails } from '../support/storedEmails.ts'
import { somewhere, startWorld, type World } from '../support/world.ts'

const destination = { ...somewhere, name: 'Grace Reader', address1: '77 Hidden Lane', email: 'grace@example.com' }

describe('a reader', () => {
  let world: World
  before(async () => {
    world = await startWorld()
  })
  after(async () => {
    await world.assertSound()
    await world[Symbol.asyncDispose]()
  })

  const customer = () => program(world, world.charged, 'production')
  const setting = (readerTracking: string) =>
    member(world, world.charged).then(({ ask }) => ask('PATCH', '/account/reader-tracking', { readerTracking }))
  async function placePrinting(id: string) {
    await customer().place(id, { destination })
    await world.settle()
    await world.advance(nextUtcHour(world.now(), 2).getTime() - world.now().getTime())
    await world.advance(3 * hour)
    return customer().read(id)
  }
  async function open(address: string, language = 'en') {
    const answer = await world.app.server.inject({
      method: 'GET',
      url: new URL(address).pathname,
      headers: { accept: 'text/html', 'accept-language': language },
    })
    return { status: answer.statusCode, html: answer.body, headers: answer.headers }
  }
  const emailsTo = async (recipient: string) =>
    (await storedEmails(world.app.database.db)).filter(email => email.recipient === recipient)

  it('has no page and no email as long as the account has not turned them on', async () => {
    const order = await placePrinting('off')
    assert.equal(order.readerPage, undefined)
    await press(world).tell('off', 'ship', parcel)
    await world.settle()
    assert.deepEqual(await emailsTo(destination.email), [])
  })

  it('sees the publisher and the state of the parcels, and no address, price or script', async () => {
    assert.deepEqual((await setting('page')).body, { readerTracking: 'page' })
    const { readerPage } = await placePrinting('page')
    const early = await open(readerPage)
    assert.equal(early.status, 200)
    assert.match(early.html, /Your order is being made\./)
    assert.match(early.html, /Expected /)
    assert.equal(early.headers['x-robots-tag'], 'noindex, nofollow')
    await press(world).tell('page', 'ship', parcel)
    const shipped = await open(readerPage)
    assert.match(shipped.html, /Your order is on its way\./)
    assert.match(shipped.html, /<a href="https:\/\/ups\.example\/1Z999" rel="noreferrer nofollow">UPS 1Z999<\/a>/)
    assert.match(shipped.html, /<title>Your order from .+<\/title>/)
    for (const { html } of [early, shipped]) {
      assert.doesNotMatch(html, /Grace|Hidden Lane|Salem|\$|<script|acc_|ord_/)
    }
    assert.match((await open(readerPage, 'de')).html, /<html lang="de">[\s\S]*Ihre Bestellung ist unterwegs\./)
    await world.settle()
    assert.deepEqual(await emailsTo(destination.email), [])
  })

  it('gets an email when the order ships, and loses page and email when the recipient is erased', async () => {
    const staff = await world.call(`/staff/accounts/${world.charged.accountId}/reader-tracking`, {
      method: 'PATCH',
      as: world.demo.staff.authorization,
      body: { readerTracking: 'page_and_email' },
    })
    assert.deepEqual(staff.body, { readerTracking: 'page_and_email' })
    const { readerPage } = await placePrinting('email')
    await press(world).tell('email', 'ship', parcel)
    await world.settle()
    const [email, ...more] = await emailsTo(destination.email)
    assert.deepEqual(more, [])
    assert.match(email!.subject, /^Your order from .* is on its way$/)
    assert.ok(email!.body.includes(readerPage))
    assert.doesNotMatch(email!.body, /Hidden Lane/)
    await support(world).act(world.charged, 'email', 'forget', { reason: 'asked' })
    assert.deepEqual(await emailsTo(destination.email), [])
    assert.equal((await open(readerPage)).status, 404)
  })

  it('cannot guess an address, and has no page once the account has turned them off', async () => {
    const { readerPage } = await placePrinting('later off')
    assert.equal((await open(readerPage)).status, 200)
    const forged = readerPage.slice(0, -2) + (readerPage.endsWith('AA') ? 'BB' : 'AA')
    for (const address of [forged, readerPage.slice(0, -5), `${new URL('/track/nothing', readerPage)}`]) {
      const { status, html } = await open(address)
      assert.equal(status, 404)
      assert.match(html, /This page does not exist, or no longer\./)
    }
    await setting('off')
    assert.equal((await open(readerPage)).status, 404)
    assert.equal((await world.call(orderPath('later off'), { as: customer().as })).status, 200)
  })

  it('of a sandbox order has a page to try, which is told by the simulated carrier, and gets no email', async () => {
    await setting('page_and_email')
    const sandbox = program(world, world.charged, 'sandbox')
    await sandbox.place('toy', { destination, sandbox: { payments: 'automatic', pace: 'PT1S' } })
    await world.settle()
    await world.advance(hour)
    await world.settle()
    const { readerPage, status } = await sandbox.read('toy')
    assert.equal(status, 'SHIPPED')
    const { simulate } = await member(world, world.charged)
    for (const [outcome, text] of [
      ['delivery_problem', /The carrier reports a delay or a problem\.|will try again\./],
      ['delivered', /It was delivered\./],
    ] as const) {
      await world.advance(hour)
      await simulate('toy', outcome)
      assert.match((await open(readerPage)).html, text)
    }
    assert.deepEqual(await emailsTo(destination.email), [])
  })
})
