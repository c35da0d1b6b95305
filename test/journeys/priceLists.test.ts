// Price lists: published with the operator's data, given to customers by the staff, and kept by the orders that were
// accepted with them.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { day } from '../../src/base/clock.ts'
import { minNoticeMs } from '../../src/features/shop/operatorVersions.ts'
import { program, support } from '../support/actors.ts'
import { databasesOfForm } from '../support/databases.ts'
import { bookOf, openWorld, operatorDraft } from '../support/operatorDraft.ts'
import { readPdf } from '../support/pdf.ts'
import { orderBody, startWorld, type World } from '../support/world.ts'

const schools = {
  code: 'SCHOOLS',
  name: 'Schools',
  allBooksOffBasisPoints: 1000,
  fulfillmentOffBasisPoints: 10_000,
  shippingOffBasisPoints: 5000,
}
const cents = (dollars: number) => Math.round(dollars * 100)

function lists(world: World) {
  const as = world.demo.staff.authorization
  const staff = operatorDraft(world)
  return {
    ...staff,
    /** Publishes the lists, and waits until they are in effect. */
    async publishLists(...published: object[]) {
      await staff.edit(content => {
        content.priceLists = { lists: published }
      })
      const answer = await staff.publish()
      assert.equal(answer.status, 201, JSON.stringify(answer.body))
      await world.advance(minNoticeMs)
    },
    put: (account: World['charged'], priceList: string | null) =>
      world.call(`/staff/accounts/${account.accountId}/price-list`, {
        method: 'PUT',
        as,
        body: { priceList, reason: 'Contract' },
      }),
    overview: async () => (await world.call('/staff/price-lists', { as })).body.priceLists,
  }
}

for (const { name: kind } of databasesOfForm)
  describe(`price lists on ${kind}`, () => {
    it('an order keeps the price list that it was accepted with, from its quote through the queue to its invoice', async t => {
      const world = await openWorld(t, kind)
      const { publishLists, put, auditOf } = lists(world)
      const customer = program(world, world.charged, 'production')
      const { pricing: plain } = await customer.place('before')
      await publishLists(schools)
      assert.deepEqual((await customer.place('without-a-list')).pricing, plain)

      const { body: account } = await put(world.charged, 'SCHOOLS')
      assert.equal(account.priceList, 'SCHOOLS')
      assert.deepEqual((await auditOf('account_price_list_changed')).details, {
        reason: 'Contract',
        before: null,
        after: 'SCHOOLS',
      })
      const estimate = await world.call('/orders/shipping/estimate', {
        method: 'POST',
        as: customer.as,
        body: orderBody(),
      })
      const [{ pricing: estimated, shippingPrice }] = estimate.body.options.filter(
        (option: { shippingClassification: string }) => option.shippingClassification === 'standard',
      )
      const { pricing: listed } = await customer.place('listed')
      assert.deepEqual(listed, estimated)
      assert.equal(shippingPrice, listed.shippingTotal)
      assert.deepEqual(listed.priceList, { code: 'SCHOOLS', name: 'Schools' })
      assert.equal(cents(listed.itemsTotal), 2 * Math.round(cents(plain.itemsTotal) * 0.45))
      assert.deepEqual(
        [listed.fulfillmentTotal, listed.shippingTotal],
        [0, Math.round(cents(plain.shippingTotal) / 2) / 100],
      )

      await support(world).change(world.charged, { limits: { production: { ordersPer24Hours: 3, queueCeiling: 9 } } })
      const queued = await customer.place('queued')
      assert.deepEqual([queued.status, queued.pricing], ['QUEUED', listed])
      await put(world.charged, null)
      await publishLists({ ...schools, name: 'Schools and libraries', allBooksOffBasisPoints: 5000 })
      await world.advance(3 * day)

      assert.deepEqual((await customer.place('off-the-list')).pricing, plain)
      for (const id of ['listed', 'queued']) {
        const { status, pricing } = await customer.read(id)
        const { taxes: _taxes, ...price } = pricing
        assert.deepEqual([status, price], ['PRINTING', { ...listed, final: true }], id)
      }
      const cookie = await world.signIn(world.charged.user)
      const { charges } = (await world.call('/dashboard/api/charges', { cookie })).body
      const invoices = await Promise.all(
        charges.map(async ({ chargeId }: { chargeId: string }) => {
          const response = await world.app.server.inject({
            url: `/dashboard/api/billing/charges/${chargeId}/invoice.pdf`,
            headers: { cookie },
          })
          const pdf = await readPdf(response.rawPayload)
          const { text } = await pdf.page(1)
          await pdf.close()
          return text
        }),
      )
      const textOf = (id: string) => invoices.find(text => text.includes(`Order ${id}`))
      assert.match(textOf('listed'), /Order listed\s+Price list: Schools\s/)
      assert.match(textOf('queued'), /Order queued\s+Price list: Schools\s/)
      assert.doesNotMatch(textOf('before'), /Order before\s+Price list/)
      await world.assertSound()
    })

    it('a list that accounts are on cannot be removed, and an account cannot be put on a list that does not exist', async t => {
      const world = await openWorld(t, kind)
      const { publishLists, put, edit, publish, ask, overview } = lists(world)
      const early = await put(world.charged, 'SCHOOLS')
      assert.deepEqual([early.status, early.body.errors[0].pointer], [400, '/priceList'])
      assert.match(early.body.detail, /there are no price lists yet/)
      await publishLists(schools)
      assert.match((await put(world.charged, 'CLUB')).body.detail, /"CLUB"; expected SCHOOLS/)
      assert.equal((await put({ ...world.charged, accountId: 'acc_none' }, 'SCHOOLS')).status, 404)
      assert.equal((await put(world.charged, 'SCHOOLS')).status, 200)
      assert.equal((await overview())[0].accounts, 1)

      const { body: draft } = await edit(content => {
        content.priceLists = { lists: [] }
      })
      assert.match(draft.mistakes[0].text, /SCHOOLS is missing, and an account is on it/)
      assert.deepEqual([draft.mistakes[0].part, draft.mistakes[0].path], ['priceLists', '/lists'])
      assert.equal((await publish()).body.code, 'operator_data_invalid')
      assert.equal((await ask('POST', 'versions/1/publish', { basedOn: 2, reason: 'Back' })).status, 422)
      await put(world.charged, null)
      assert.equal((await publish()).status, 201)
      await world.assertSound()
    })
  })

it('the difference of a price list shows sample orders and the recent orders of its customers', async () => {
  await using world = await startWorld()
  const { publishLists, put, edit, ask } = lists(world)
  const customer = program(world, world.charged, 'production')
  await publishLists(schools)
  await put(world.charged, 'SCHOOLS')
  const { pricing } = await customer.place('recent')
  const book = bookOf(world, (await ask('GET', 'draft')).body.content, 'NOVEL')
  const own = { ...book.price, baseCents: book.price.baseCents + 300 }
  const { body: draft } = await edit(content => {
    content.priceLists = { lists: [{ ...schools, books: [{ manufacturingSku: book.manufacturingSku, price: own }] }] }
  })
  const { body: compared } = await ask('GET', `difference?draft=${draft.revision}`)
  assert.deepEqual([compared.changed, compared.changes[0].subject, compared.books], [1, 'SCHOOLS', []])
  const changed = compared.baskets.filter((basket: { before: number; after: number }) => basket.before !== basket.after)
  assert.ok(changed.length > 0)
  for (const basket of changed)
    assert.deepEqual([basket.priceList, basket.manufacturingSku], ['SCHOOLS', book.manufacturingSku])
  assert.ok(compared.prices.length > 0)
  for (const { priceList, before, after } of compared.prices) {
    assert.equal(priceList, 'SCHOOLS')
    assert.ok(after > before)
  }
  const { body: repriced } = await ask('GET', `repricing?draft=${draft.revision}`)
  assert.equal(repriced.before, pricing.orderTotal)
  assert.ok(repriced.after > repriced.before)
  assert.equal(repriced.byCustomer[0].after, repriced.after)

  const askQuote = { content: draft.content, manufacturingSku: book.manufacturingSku, pageCount: 120, copies: 1 }
  const { body: quote } = await ask('POST', 'quote', { ...askQuote, priceList: 'SCHOOLS' })
  assert.equal(cents(quote.listed.itemsTotal) - cents(quote.catalog.itemsTotal), 300)
  assert.deepEqual([quote.listed.fulfillmentTotal, quote.catalog.priceList], [0, undefined])
  assert.deepEqual((await ask('POST', 'quote', { ...askQuote, priceList: 'NONE' })).body, { ...quote, listed: null })
  const broken = { ...draft.content, priceLists: { lists: 'none' } }
  const { body: none } = await ask('POST', 'quote', { ...askQuote, content: broken, priceList: 'SCHOOLS' })
  assert.deepEqual(none, { catalog: null, listed: null, catalogMargin: null, listedMargin: null })
})

it('a price list applies on its days at the operator, to orders of both modes, and not to prices of the printer', async () => {
  await using world = await startWorld()
  const { publishLists, put, overview } = lists(world)
  const customer = program(world, world.charged, 'sandbox')
  // In New York, where the sample's operator is.
  const dayOf = (days: number) =>
    new Intl.DateTimeFormat('sv', { timeZone: 'America/New_York' }).format(world.now().getTime() + days * day)
  await publishLists({ ...schools, from: dayOf(1), until: dayOf(2) })
  await put(world.charged, 'SCHOOLS')
  await put(world.enterprise, 'SCHOOLS')
  const listOf = async (id: string) => (await customer.place(id)).pricing.priceList?.code ?? null
  const stateOf = async () => (await overview())[0].state
  assert.deepEqual([await listOf('early'), await stateOf()], [null, 'upcoming'])
  await world.advance(day)
  assert.deepEqual([await listOf('first'), await stateOf()], ['SCHOOLS', 'in_effect'])
  await world.advance(day)
  assert.equal(await listOf('last'), 'SCHOOLS')
  await world.advance(day)
  assert.deepEqual([await listOf('late'), await stateOf()], [null, 'ended'])
  const order = await program(world, world.enterprise, 'production').place('printer')
  assert.deepEqual([order.status, order.pricing], ['RECEIVED', undefined])
  await world.assertSound()
})
