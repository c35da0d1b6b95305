// Quotes: a customer asks the price of an order, the staff answer, and the order that is placed from the answer keeps
// its price and its days.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { day, later } from '../../src/base/clock.ts'
import { redacted } from '../../src/base/text/redacted.ts'
import { readConfig } from '../../src/config/config.ts'
import { deleteSandboxQuotes } from '../../src/features/quotes/quoteStore.ts'
import { minNoticeMs } from '../../src/features/shop/operatorVersions.ts'
import { exampleSku } from '../../src/http/objects/common.ts'
import { holderMails, program, support } from '../support/actors.ts'
import { databasesOfForm } from '../support/databases.ts'
import { startFileServer } from '../support/fileServer.ts'
import { openWorld, operatorDraft } from '../support/operatorDraft.ts'
import { storedEmails } from '../support/storedEmails.ts'
import { orderBody, type World } from '../support/world.ts'

const terms = { itemsTotal: 6200.5, shippingTotal: 480, manufacturingDays: 12 }

/** A day of an offer. */
const dayAfter = (world: World, days: number) =>
  later(world.now(), days * day)
    .toISOString()
    .slice(0, 10)

function scene(world: World, account = world.charged, mode: 'production' | 'sandbox' = 'production') {
  const as = account[mode].authorization
  const staff = world.demo.staff.authorization
  const bulk = (changes: object = {}) => {
    const { orderItems, ...rest } = orderBody() as { orderItems: object[] }
    return { ...rest, orderItems: orderItems.map(item => ({ ...item, quantity: 4000, pageCount: 120 })), ...changes }
  }
  const ask = (changes: object = {}, headers: Record<string, string> = {}) =>
    world.call('/quotes', { method: 'POST', as, body: bulk(changes), headers })
  const answer = (quoteId: string, what: 'offer' | 'decline', body: object) =>
    world.call(`/staff/accounts/${account.accountId}/${mode}/quotes/${quoteId}/${what}`, {
      ...{ method: 'POST', as: staff, body },
    })
  return {
    customer: program(world, account, mode),
    bulk,
    ask,
    answer,
    offer: (quoteId: string, changes: object = {}) =>
      answer(quoteId, 'offer', {
        ...terms,
        validUntil: later(world.now(), 10 * day)
          .toISOString()
          .slice(0, 10),
        ...changes,
      }),
    offered: async (changes: object = {}) => {
      const { status, body } = await ask(changes)
      assert.equal(status, 201, JSON.stringify(body))
      const { quoteId } = body
      const validUntil = later(world.now(), 10 * day)
        .toISOString()
        .slice(0, 10)
      const answered = await answer(quoteId, 'offer', { ...terms, validUntil })
      assert.equal(answered.status, 200, JSON.stringify(answered.body))
      return answered.body
    },
    accept: (quoteId: string, body: object = {}, headers: Record<string, string> = {}) =>
      world.call(`/quotes/${quoteId}/accept`, { method: 'POST', as, body, headers }),
    withdraw: (quoteId: string) => world.call(`/quotes/${quoteId}/withdraw`, { method: 'POST', as }),
    read: async (quoteId: string) => (await world.call(`/quotes/${quoteId}`, { as })).body,
  }
}

for (const { name: kind } of databasesOfForm)
  describe(`quotes on ${kind}`, () => {
    it('an order from a quote keeps its price and its days until it has shipped, whatever the operator publishes', async t => {
      const world = await openWorld(t, kind)
      const { ask, answer, bulk, accept, read, customer } = scene(world)
      const asked = await ask({ message: 'For a school district', customerOrderId: 'district' })
      assert.equal(asked.status, 201, JSON.stringify(asked.body))
      const { quoteId } = asked.body
      assert.deepEqual([asked.body.status, asked.body.offer], ['requested', null])
      assert.equal((await accept(quoteId)).body.code, 'quote_not_open', 'there is nothing to accept yet')
      const staff = world.demo.staff.authorization
      assert.equal((await world.call('/staff/overview', { as: staff })).body.counts.quotes, 1)
      const [listed] = (await world.call('/staff/quotes?status=requested', { as: staff })).body.quotes
      assert.deepEqual([listed.quoteId, listed.copies], [quoteId, 4000])
      assert.deepEqual(asked.body.bookTitles, ['Trade paperback'])
      const { body: validated } = await world.call('/orders/validate', {
        method: 'POST',
        as: customer.as,
        body: bulk(),
      })
      assert.equal(listed.listedTotal, validated.pricing.orderTotal, 'the staff read what the list says')

      const validUntil = later(world.now(), 10 * day)
        .toISOString()
        .slice(0, 10)
      const { body: offered } = await answer(quoteId, 'offer', { ...terms, validUntil })
      assert.equal(offered.status, 'offered')
      assert.equal((await answer(quoteId, 'offer', { ...terms, validUntil })).body.code, 'wrong_state')
      const { pricing } = (await read(quoteId)).offer
      assert.deepEqual([pricing.itemsTotal, pricing.shippingTotal], [terms.itemsTotal, terms.shippingTotal])
      assert.ok(pricing.orderTotal >= terms.itemsTotal + terms.shippingTotal)
      const mails = await holderMails(world, world.charged)
      assert.match(mails.at(-1)!.subject, /^Your quote is ready: \$[\d,.]+$/)
      assert.equal(offered.offer.validUntil, `${validUntil}T23:59:59.000Z`)
      const emails = await storedEmails(world.app.database.db)
      assert.ok(emails.some(({ subject }) => subject.endsWith('asks for a quote')))

      const shop = operatorDraft(world)
      await shop.edit(content => {
        for (const sku of content.catalog.skus) sku.price.baseCents += 500
      })
      assert.equal((await shop.publish()).status, 201)
      await world.advance(minNoticeMs)
      const order = await accept(quoteId)
      assert.equal(order.status, 201, JSON.stringify(order.body))
      assert.deepEqual(
        [order.body.customerOrderId, order.body.quoteId, order.body.pricing.orderTotal],
        ['district', quoteId, pricing.orderTotal],
      )
      assert.deepEqual(
        (await accept(quoteId)).body.customerOrderId,
        'district',
        'accepting again places no second order',
      )
      const ended = await read(quoteId)
      assert.deepEqual([ended.status, ended.customerOrderId], ['accepted', 'district'])
      assert.notEqual(ended.destination.name, order.body.destination.name, 'the order has the recipient')

      const other = await world.call('/orders/district', {
        ...{ method: 'PATCH', as: customer.as, body: { shippingClassification: 'rush' } },
      })
      assert.deepEqual([other.body.code, other.body.errors[0].code], ['change_not_possible', 'not_as_quoted'])
      const street = { ...order.body.destination, address1: '21 Main Street' }
      const mended = await world.call('/orders/district', {
        ...{ method: 'PATCH', as: customer.as, body: { destination: street } },
      })
      assert.equal(mended.status, 200, JSON.stringify(mended.body))
      await world.advance(2 * day)
      const paid = await customer.read('district')
      assert.deepEqual([paid.pricing.final, paid.pricing.orderTotal], [true, pricing.orderTotal])
      assert.equal(paid.paymentInfo.status, 'SUCCEEDED')
      await world.assertSound()
    })

    it('of many requests that accept a quote at once, one places the order and all get it', async t => {
      const world = await openWorld(t, kind)
      const { offered, accept, customer, withdraw } = scene(world)
      const { quoteId } = await offered()
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, i) => accept(quoteId, { customerOrderId: `o${i}` })),
      )
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
      assert.equal(new Set(answers.map(({ body }) => body.customerOrderId)).size, 1)
      const { orders } = (await world.call('/orders', { as: customer.as })).body
      assert.equal(orders.length, 1)
      assert.equal((await withdraw(quoteId)).body.code, 'wrong_state')

      const second = await offered()
      const [accepted, withdrawn] = await Promise.all([accept(second.quoteId), withdraw(second.quoteId)])
      const outcome = `${accepted.status} ${withdrawn.status}`
      assert.ok(['201 409', '409 200'].includes(outcome), outcome)
      await world.assertSound()
    })

    it('an offer that has expired, was withdrawn or was declined places no order', async t => {
      const world = await openWorld(t, kind)
      const { offered, accept, withdraw, answer, read, ask } = scene(world)
      const late = await offered()
      const gone = await offered()
      const refused = await offered()
      assert.equal((await withdraw(gone.quoteId)).body.status, 'withdrawn')
      assert.equal((await withdraw(gone.quoteId)).body.status, 'withdrawn')
      const declined = await answer(refused.quoteId, 'decline', { reason: 'The paper is sold out.' })
      assert.deepEqual([declined.body.status, declined.body.reason], ['declined', 'The paper is sold out.'])
      await world.advance(11 * day)
      const unanswered = (await ask()).body
      for (const [{ quoteId }, status] of [
        [late, 'expired'],
        [gone, 'withdrawn'],
        [refused, 'declined'],
      ] as const) {
        const answer = await accept(quoteId)
        assert.deepEqual([answer.status, answer.body.code], [409, 'quote_not_open'])
        assert.match(answer.body.detail, new RegExp(status))
        assert.equal((await read(quoteId)).status, status)
      }
      await world.advance(31 * day)
      assert.equal((await read(unanswered.quoteId)).status, 'expired')
      await world.advance(370 * day)
      const { rows } = await sql`select from quotes`.execute(world.app.database.db)
      assert.equal(rows.length, 0, 'a quote that ended a year ago is deleted')
    })

    it('an order that its limit rejects leaves its quote open', async t => {
      const world = await openWorld(t, kind)
      const { offered, accept, read } = scene(world)
      const { quoteId } = await offered({ customerOrderId: 'limited' })
      const limit = { limits: { production: { ordersPer24Hours: 0, queueCeiling: 0 } } }
      assert.equal((await support(world).change(world.charged, limit)).status, 200)
      assert.equal((await accept(quoteId)).body.status, 'REJECTED')
      assert.equal((await read(quoteId)).status, 'offered')
      const more = { limits: { production: { ordersPer24Hours: 10, queueCeiling: 10 } } }
      assert.equal((await support(world).change(world.charged, more)).status, 200)
      const again = (await accept(quoteId)).body
      assert.equal(again.status, 'RECEIVED', JSON.stringify(again))
      assert.notEqual(again.customerOrderId, 'limited', 'the rejected order has this identifier')
      await world.assertSound()
    })

    it('an order that fails the check of its files leaves its quote open, for one order with other files at the same price', async t => {
      const world = await openWorld(t, kind, { config: { files: readConfig([], {}).files } })
      await using server = await startFileServer()
      const serve = async (part: 'cover' | 'pages') => {
        const path = `/templates/published/${exampleSku}/${part}/sample?pageCount=120`
        server.files.set(`/${part}.pdf`, (await world.app.server.inject(path)).rawPayload)
        return server.at(`/${part}.pdf`)
      }
      server.files.set('/wrong.pdf', Buffer.from('<!doctype html><title>Sign in</title>'))
      const { offered, accept, read, customer } = scene(world)
      const { quoteId, offer, orderItems, destination } = await offered({ customerOrderId: 'first' })
      assert.equal((await accept(quoteId, { files: [{ item: 7 }] })).body.errors[0].pointer, '/files/0/item')
      const filesWith = (urls: object) => orderItems.map((_: object, item: number) => ({ item, ...urls }))
      const coverUrl = await serve('cover')
      const wrong = { coverUrl, gutsUrl: server.at('/wrong.pdf') }
      const { body: first } = await accept(quoteId, { files: filesWith(wrong) })
      assert.deepEqual(first.orderItems[0].product, wrong)
      await world.settle()
      assert.equal((await customer.read('first')).status, 'FAILED')
      const open = await read(quoteId)
      assert.deepEqual([open.status, open.customerOrderId, open.endedAt], ['offered', null, null])
      assert.deepEqual([open.destination, open.offer], [destination, offer])
      const right = filesWith({ coverUrl, gutsUrl: await serve('pages') })
      const again = await Promise.all([accept(quoteId, { files: right }), accept(quoteId, { files: right })])
      const [{ customerOrderId, pricing }, second] = again.map(({ body }) => body)
      assert.deepEqual([second.customerOrderId, pricing.orderTotal], [customerOrderId, offer.pricing.orderTotal])
      await world.settle()
      assert.equal((await customer.read(customerOrderId)).status, 'VALID_AWAITING_PAYMENT')
      const { status, customerOrderId: ordered } = await read(quoteId)
      assert.deepEqual([status, ordered], ['accepted', customerOrderId])
      await world.assertSound()
      await world.advance(11 * day)
      assert.equal((await read(quoteId)).status, 'accepted', 'an accepted quote does not expire')
    })

    it('an open quote is withdrawn when the recipient of its failed order is erased', async t => {
      const world = await openWorld(t, kind)
      const { offered, accept, read } = scene(world)
      const limit = { limits: { production: { ordersPer24Hours: 0, queueCeiling: 0 } } }
      const { quoteId } = await offered({ customerOrderId: 'erased' })
      assert.equal((await support(world).change(world.charged, limit)).status, 200)
      assert.equal((await accept(quoteId)).body.status, 'REJECTED')
      await support(world).act(world.charged, 'erased', 'forget', { reason: 'The reader asked' })
      const { status, destination } = await read(quoteId)
      assert.deepEqual([status, destination.name], ['withdrawn', redacted])
    })

    it('the rule that erases old recipients waits for the quote of a failed order to end', async t => {
      const world = await openWorld(t, kind, { config: { recipientRetentionDays: 30 } })
      const { ask, offer, accept, read, customer } = scene(world)
      const limit = { limits: { production: { ordersPer24Hours: 0, queueCeiling: 0 } } }
      const { quoteId, destination } = (await ask({ customerOrderId: 'kept' })).body
      await offer(quoteId, { validUntil: dayAfter(world, 40) })
      assert.equal((await support(world).change(world.charged, limit)).status, 200)
      assert.equal((await accept(quoteId)).body.status, 'REJECTED')
      await world.advance(35 * day)
      const open = await read(quoteId)
      assert.deepEqual([open.status, open.destination], ['offered', destination])
      assert.deepEqual((await customer.read('kept')).destination, destination)
      await world.advance(7 * day)
      assert.equal((await read(quoteId)).status, 'expired')
      assert.equal((await customer.read('kept')).destination.name, redacted)
    })

    it('of two requests for one quote, a refused one leaves it to the other', async t => {
      const world = await openWorld(t, kind)
      const { offered, accept, customer } = scene(world)
      const { quoteId } = await offered()
      await customer.place('used')
      const [, refused, placed] = await Promise.all([
        customer.place('before'),
        accept(quoteId, { customerOrderId: 'used' }),
        accept(quoteId, { customerOrderId: 'free' }),
      ])
      // The refused request gets the order of the other, if this was placed before.
      assert.equal(placed.body.customerOrderId, 'free')
      assert.equal(
        refused.body.code ?? refused.body.customerOrderId,
        refused.status === 400 ? 'duplicate_order_id' : 'free',
      )
      await world.assertSound()
    })

    it('the quote of an enterprise account fills in what its printer does not say', async t => {
      const world = await openWorld(t, kind)
      const { offered, accept, customer } = scene(world, world.enterprise)
      const { quoteId, offer } = await offered({ customerOrderId: 'net' })
      const { body: placed } = await accept(quoteId)
      assert.deepEqual([placed.status, placed.pricing, placed.quoteId], ['RECEIVED', undefined, quoteId])
      await world.settle()
      await world.advance(day)
      const printer = world.demo.printer.authorization
      const { jobs } = (await world.call('/press/jobs', { as: printer })).body
      const accepted = await world.call(`/press/jobs/${jobs[0].jobId}/accept`, {
        method: 'POST',
        as: printer,
        body: {},
      })
      assert.equal(accepted.status, 200, JSON.stringify(accepted.body))
      const { pricing } = await customer.read('net')
      assert.deepEqual([pricing.itemsTotal, pricing.shippingTotal], [offer.pricing.itemsTotal, null])
      await world.assertSound()
    })
  })

it('the sandbox answers a quote at once, and emptying the sandbox deletes it', async t => {
  const world = await openWorld(t, 'PGlite')
  const { ask, accept, bulk, read } = scene(world, world.charged, 'sandbox')
  const { body: quote } = await ask()
  assert.equal(quote.status, 'offered')
  const { body: order } = await accept(quote.quoteId)
  assert.deepEqual([order.mode, order.pricing.orderTotal], ['sandbox', quote.offer.pricing.orderTotal])
  // Ontario taxes handling by another rate than books.
  const destination = { ...orderBody().destination, city: 'Toronto', state: 'ON', postal: 'M5V 2T6', country: 'CA' }
  const orderItems = bulk().orderItems.map(item => ({ ...item, retailPrice: '19.99' }))
  const { body: taxed } = await ask({ destination, orderItems })
  assert.equal(taxed.status, 'offered', JSON.stringify(taxed))
  const { body: ordered } = await accept(taxed.quoteId)
  const { itemsTotal, fulfillmentTotal, taxesTotal, orderTotal } = ordered.pricing
  const offer = taxed.offer.pricing
  assert.ok(fulfillmentTotal > 0)
  assert.deepEqual(
    [itemsTotal + fulfillmentTotal, taxesTotal, orderTotal],
    [offer.itemsTotal, offer.taxesTotal, offer.orderTotal],
  )
  const { body: declined } = await ask({ message: 'SIM DECLINED' })
  assert.equal(declined.status, 'declined')
  const as = world.charged.production.authorization
  assert.equal((await world.call(`/quotes/${quote.quoteId}`, { as })).status, 404, 'a key sees its own mode')
  const { db } = world.app.database
  const until = { accountId: world.charged.accountId, until: world.now(), max: 10 }
  assert.equal(await db.transaction().execute(tx => deleteSandboxQuotes(tx, until)), 1)
  assert.equal((await read(declined.quoteId)).code, 'not_found')
  assert.equal((await read(quote.quoteId)).status, 'accepted', 'its order is still there')
  const emptied = await world.call('/sandbox/orders', { method: 'DELETE', as: world.charged.sandbox.authorization })
  assert.ok(emptied.status < 300, JSON.stringify(emptied.body))
  await world.settle()
  assert.equal((await read(quote.quoteId)).code, 'not_found')
})

it('an offer is announced again three days before it expires, and a refusal is in the language of the reader', async t => {
  const world = await openWorld(t, 'PGlite')
  const { offered, accept, offer, ask, read } = scene(world)
  const { quoteId } = await offered()
  const { body: short } = await ask()
  const validUntil = later(world.now(), 2 * day)
    .toISOString()
    .slice(0, 10)
  assert.equal((await offer(short.quoteId, { validUntil })).status, 200)
  const reminders = async () => {
    const mails = await holderMails(world, world.charged)
    return mails.filter(({ subject }) => /^Your quote of \$[\d,.]+ expires soon$/.test(subject)).length
  }
  await world.advance(7 * day)
  assert.equal(await reminders(), 0)
  await world.advance(day)
  assert.equal(await reminders(), 1)
  assert.equal((await read(quoteId)).status, 'offered')
  await world.advance(3 * day)
  assert.deepEqual([await reminders(), (await read(quoteId)).status], [1, 'expired'])
  assert.match((await accept(quoteId)).body.detail, /^Quote quo_\w+ has expired\. It cannot be accepted\.$/)
  const headers = { 'accept-language': 'de' }
  const german = await world.call(`/dashboard/api/production/quotes/${quoteId}/withdraw`, {
    ...{ method: 'POST', cookie: await world.signIn(world.charged.user), headers },
  })
  assert.match(german.body.detail, /^Das Angebot quo_\w+ ist abgelaufen\.$/)
})

it('an offer that is open again is announced before it expires, and a repeated acceptance places no second order', async t => {
  const world = await openWorld(t, 'PGlite', { config: { files: readConfig([], {}).files } })
  await using server = await startFileServer()
  server.files.set('/wrong.pdf', Buffer.from('<!doctype html><title>Sign in</title>'))
  const { offered, accept, read, customer } = scene(world)
  const { quoteId } = await offered()
  const files = [{ item: 0, coverUrl: server.at('/wrong.pdf'), gutsUrl: server.at('/wrong.pdf') }]
  const headers = { 'idempotency-key': 'a-1' }
  const { body: first } = await accept(quoteId, { files }, headers)
  await world.settle()
  assert.equal((await customer.read(first.customerOrderId)).status, 'FAILED')
  assert.equal((await accept(quoteId, { files }, headers)).body.customerOrderId, first.customerOrderId)
  assert.equal((await accept(quoteId, {}, headers)).body.code, 'request_key_reused')
  const other = await offered()
  assert.equal((await accept(other.quoteId, { files }, headers)).body.code, 'request_key_reused')
  assert.equal((await read(quoteId)).status, 'offered')
  await world.advance(8 * day)
  const reminders = (await holderMails(world, world.charged)).filter(({ subject }) => subject.endsWith('expires soon'))
  assert.equal(reminders.length, 2, 'one for each quote')
  await world.assertSound()
})

it('a quote whose order fails after the days of the offer expires', async t => {
  const world = await openWorld(t, 'PGlite', { config: { files: readConfig([], {}).files } })
  await using server = await startFileServer()
  server.files.set('/wrong.pdf', Buffer.from('<!doctype html><title>Sign in</title>'))
  const { offered, accept, read, customer } = scene(world)
  const limit = (ordersPer24Hours: number) =>
    support(world).change(world.charged, { limits: { production: { ordersPer24Hours, queueCeiling: 10 } } })
  const { quoteId } = await offered()
  assert.equal((await limit(0)).status, 200)
  const files = [{ item: 0, coverUrl: server.at('/wrong.pdf'), gutsUrl: server.at('/wrong.pdf') }]
  const { body: queued } = await accept(quoteId, { files })
  assert.equal(queued.status, 'QUEUED')
  await world.advance(11 * day)
  assert.equal((await read(quoteId)).status, 'accepted')
  assert.equal((await limit(10)).status, 200)
  await world.settle()
  assert.equal((await customer.read(queued.customerOrderId)).status, 'FAILED')
  assert.equal((await read(quoteId)).status, 'expired')
  assert.equal((await accept(quoteId)).body.code, 'quote_not_open')
  await world.assertSound()
})

it('the answer to a request for a quote has the warnings that its order would have', async t => {
  const world = await openWorld(t, 'PGlite')
  const { ask, bulk, read, withdraw, customer } = scene(world)
  const body = { colour: 'red', destination: { ...orderBody().destination, zip: '14604' } }
  const headers = { 'idempotency-key': 'q-2' }
  const { body: quote } = await ask(body, headers)
  const order = await world.call('/orders/validate', { method: 'POST', as: customer.as, body: bulk(body) })
  assert.deepEqual(quote.warnings, order.body.warnings)
  assert.deepEqual(
    quote.warnings.map(({ pointer }: { pointer: string }) => pointer),
    ['/destination/zip', '/colour'],
  )
  assert.deepEqual((await read(quote.quoteId)).warnings, quote.warnings)
  const shop = operatorDraft(world)
  await shop.edit(content => {
    for (const sku of content.catalog.skus) sku.retired = true
  })
  assert.equal((await shop.publish()).status, 201)
  await world.advance(minNoticeMs)
  assert.equal((await ask(body)).status, 400)
  assert.deepEqual((await ask(body, headers)).body, quote, 'a repeated request is not examined again')
  assert.deepEqual((await withdraw(quote.quoteId)).body.warnings, [])
})

it('a quote is refused like its order, once for each key, and no more than 50 are open', async t => {
  const world = await openWorld(t, 'PGlite')
  const { ask, bulk, withdraw } = scene(world)
  const unknown = await ask({ orderItems: [{ sku: 'NOTHING', quantity: 4000 }] })
  assert.deepEqual([unknown.status, unknown.body.errors[0].code], [400, 'unknown_sku'])
  const headers = { 'idempotency-key': 'q-1' }
  const first = await ask({}, headers)
  assert.equal((await ask({}, headers)).body.quoteId, first.body.quoteId)
  assert.equal((await ask({ message: 'Another' }, headers)).body.code, 'request_key_reused')
  for (let open = 1; open < 50; open++) assert.equal((await ask()).status, 201)
  assert.equal((await ask()).body.code, 'too_many_quotes')
  await withdraw(first.body.quoteId)
  assert.equal((await ask()).status, 201)
  const as = world.charged.production.authorization
  const page = (await world.call('/quotes?limit=20', { as })).body
  assert.equal(page.quotes.length, 20)
  const next = (await world.call(`/quotes?limit=20&cursor=${page.nextCursor}`, { as })).body
  assert.ok(next.quotes[0].quoteId < page.quotes.at(-1).quoteId)
  assert.ok(bulk())
  // What is withdrawn at once counts, too.
  for (let asked = 51; asked < 100; asked++) {
    await withdraw((await world.call('/quotes?limit=1', { as })).body.quotes[0].quoteId)
    assert.equal((await ask()).status, 201)
  }
  await withdraw(first.body.quoteId)
  await withdraw((await world.call('/quotes?limit=1', { as })).body.quotes[0].quoteId)
  assert.match((await ask()).body.detail, /100 quotes within a day/)
  await world.advance(day + 1)
  assert.equal((await ask()).status, 201)
})

it('from the operator’s number of copies on, an estimate recommends a quote, and an order without a quote fails', async t => {
  const world = await openWorld(t, 'PGlite')
  const { bulk, customer, offered, accept } = scene(world)
  const shop = operatorDraft(world)
  await shop.edit(content => {
    Object.assign(content.shipping, { quotes: { fromCopies: 1000, requiredFromCopies: 3000 } })
  })
  assert.equal((await shop.publish()).status, 201)
  await world.advance(minNoticeMs)
  const estimate = await world.call('/orders/shipping/estimate', { method: 'POST', as: customer.as, body: bulk() })
  assert.ok(estimate.body.warnings.some(({ code }: { code: string }) => code === 'quote_required'))
  const failed = (await customer.create(bulk())).body
  assert.deepEqual([failed.status, failed.errors[0].code], ['FAILED', 'quote_required'])
  const items = (bulk().orderItems as { quantity: number }[]).map(item => ({ ...item, quantity: 1500 }))
  const warned = (await customer.create(bulk({ orderItems: items }))).body
  assert.deepEqual([warned.status, warned.warnings[0].code], ['RECEIVED', 'quote_recommended'])
  const { quoteId } = await offered()
  assert.equal((await accept(quoteId)).body.status, 'RECEIVED')
})
