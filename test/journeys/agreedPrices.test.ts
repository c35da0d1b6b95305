// Agreed prices of enterprise accounts: the printer still sets each price, and the agreement counts for what it does
// not name.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { day, hour, later } from '../../src/base/clock.ts'
import { minNoticeMs } from '../../src/features/shop/operatorVersions.ts'
import { program, support } from '../support/actors.ts'
import { databasesOfForm } from '../support/databases.ts'
import { openWorld, operatorDraft } from '../support/operatorDraft.ts'
import { tablesWith } from '../support/wholeDatabase.ts'
import { orderBody, startWorld, type World } from '../support/world.ts'

const schools = { code: 'SCHOOLS', name: 'Schools', allBooksOffBasisPoints: 1000, shippingOffBasisPoints: 5000 }
const parcel = { shipments: [{ masterTrackingNumber: '1Z', carrier: 'UPS', packages: [{ trackingNumber: '1Z' }] }] }
const round = (dollars: number) => Math.round(dollars * 100) / 100

function scene(world: World) {
  const { accountId, production } = world.enterprise
  const [staff, printer] = [world.demo.staff.authorization, world.demo.printer.authorization]
  const estimate = async (as: string) => {
    const { options } = (await world.call('/orders/shipping/estimate', { method: 'POST', as, body: orderBody() })).body
    return options.find((one: { shippingClassification: string }) => one.shippingClassification === 'standard')
  }
  const jobs = async () => (await world.call('/press/jobs?status=all', { as: printer })).body.jobs
  const jobOf = async (id: string) =>
    (await jobs()).find((job: { customerOrderId: string }) => job.customerOrderId === id)
  return {
    customer: program(world, world.enterprise, 'production'),
    /** What an account that the service charges pays by the same list. */
    async chargedPrice(priceList: string | null) {
      const path = `/staff/accounts/${world.charged.accountId}/price-list`
      assert.equal((await world.call(path, { method: 'PUT', as: staff, body: { priceList, reason: 'R' } })).status, 200)
      return (await estimate(world.charged.production.authorization)).pricing
    },
    estimate: () => estimate(production.authorization),
    agree: (priceList: string | null, agreedPrices?: boolean) =>
      world.call(`/staff/accounts/${accountId}/price-list`, {
        method: 'PUT',
        as: staff,
        body: { priceList, reason: 'Contract', ...(agreedPrices === undefined ? {} : { agreedPrices }) },
      }),
    async publishList(list: object) {
      const shop = operatorDraft(world)
      await shop.edit(content => {
        content.priceLists = { lists: [list] }
      })
      assert.equal((await shop.publish()).status, 201)
      await world.advance(minNoticeMs)
    },
    jobOf,
    async tell(id: string, what: string, body: object = {}) {
      const { jobId } = await jobOf(id)
      return world.call(`/press/jobs/${jobId}/${what}`, { method: 'POST', as: printer, body })
    },
    async acceptAll(ids: string[]) {
      const jobIds = await Promise.all(ids.map(async id => (await jobOf(id)).jobId))
      return (await world.call('/press/jobs/accept', { method: 'POST', as: printer, body: { jobIds } })).body.results
    },
    staffCall: async (path: string) => (await world.call(path, { as: staff })).body,
    eventsOf: async (id: string) =>
      (await world.call(`/orders/${id}/events`, { as: production.authorization })).body.events,
  }
}

for (const { name: kind } of databasesOfForm)
  describe(`agreed prices on ${kind}`, () => {
    it('an enterprise account orders at list prices, bulk acceptance prices, shipping prices the rest, and the statement is right to the cent', async t => {
      const world = await openWorld(t, kind)
      const { customer, chargedPrice, estimate, agree, publishList, jobOf, tell, acceptAll, staffCall } = scene(world)
      await publishList(schools)
      assert.equal((await agree('SCHOOLS')).body.agreedPrices, false)
      assert.equal('agreedPricing' in (await estimate()), false, 'a list alone is no agreement')
      await customer.place('early')
      const { body: account } = await agree('SCHOOLS', true)
      assert.deepEqual([account.priceList, account.agreedPrices], ['SCHOOLS', true])
      const { entries } = await staffCall('/staff/audit')
      const { details } = entries.find(({ action }: { action: string }) => action === 'account_price_list_changed')
      assert.deepEqual(details, {
        ...{ reason: 'Contract', before: 'SCHOOLS', after: 'SCHOOLS', agreedBefore: false, agreedAfter: true },
      })

      const listed = await chargedPrice('SCHOOLS')
      const itemsTotal = round(listed.itemsTotal + listed.fulfillmentTotal)
      const { agreedPricing, ...option } = await estimate()
      assert.deepEqual([option.pricing, option.shippingPrice], [null, null], 'the printer sets the price')
      assert.deepEqual(agreedPricing, {
        ...{ itemsTotal, shippingTotal: listed.shippingTotal, taxesTotal: listed.taxesTotal },
        ...{ orderTotal: listed.orderTotal, currency: 'USD', final: false },
        priceList: { code: 'SCHOOLS', name: 'Schools' },
      })

      for (const id of ['first', 'second', 'third']) {
        const placed = await customer.place(id)
        assert.equal('pricing' in placed, false)
        assert.deepEqual([placed.selectedShipping.price, placed.paymentInfo.total], [null, null])
      }
      // The order keeps the terms that it was placed with.
      await publishList({ ...schools, allBooksOffBasisPoints: 6000 })
      await agree(null, false)
      await world.advance(3 * hour)
      const waiting = await customer.read('first')
      assert.deepEqual([waiting.status, 'pricing' in waiting, waiting.paymentInfo.total], ['PRINTING', false, null])
      const { agreedPrices } = await jobOf('first')
      const { taxesTotal, shippingTotal } = listed
      assert.deepEqual(agreedPrices, { itemsTotal, taxesTotal, shippingTotal })
      assert.equal((await jobOf('early')).agreedPrices, null)

      const results = await acceptAll(['early', 'first', 'second', 'third'])
      assert.deepEqual(
        results.map(({ accepted }: { accepted: boolean }) => accepted),
        [false, true, true, true],
      )
      const accepted = await customer.read('first')
      assert.deepEqual(accepted.pricing, {
        ...{ itemsTotal, shippingTotal: null, taxesTotal, orderTotal: null, currency: 'USD', final: false },
        priceList: { code: 'SCHOOLS', name: 'Schools' },
      })
      assert.deepEqual([accepted.selectedShipping.price, accepted.paymentInfo.total], [null, null])
      assert.equal((await tell('first', 'accept')).status, 200, 'a repetition changes nothing')

      assert.equal((await tell('first', 'ship', parcel)).status, 200)
      const shipped = await customer.read('first')
      assert.deepEqual(
        [shipped.pricing.shippingTotal, shipped.selectedShipping.price, shipped.paymentInfo.total],
        [shippingTotal, shippingTotal, listed.orderTotal],
      )
      const cheap = round(shippingTotal - 0.01)
      assert.equal((await tell('second', 'ship', { ...parcel, shippingTotal: cheap })).status, 200)
      const dear = await tell('third', 'ship', { ...parcel, shippingTotal: round(shippingTotal + 3) })
      assert.deepEqual([dear.status, dear.body.errors[0].pointer], [400, '/reason'])
      const why = { shippingTotal: round(shippingTotal + 3), reason: 'A second parcel' }
      assert.equal((await tell('third', 'ship', { ...parcel, ...why })).status, 200)
      assert.deepEqual((await customer.read('third')).pricing.aboveAgreement, [
        { part: 'shipping', agreed: shippingTotal, reason: 'A second parcel' },
      ])

      await world.advance(31 * day)
      const { statements } = await staffCall(`/staff/accounts/${world.enterprise.accountId}/billing/statements`)
      assert.equal(statements.at(-1).total, round(3 * listed.orderTotal - 0.01 + 3))
      await world.assertSound()
    })

    it('a sale at agreed prices to a customer with a certificate is exempt in the tax return, unless the printer takes tax', async t => {
      const world = await openWorld(t, kind)
      const { customer, agree, jobOf, tell, staffCall } = scene(world)
      await agree(null, true)
      await customer.place('taxed')
      await world.advance(3 * hour)
      const now = world.now()
      await sql`
        insert into exemptions (account_id, exemption_id, jurisdiction, status, media_type, size_bytes, uploaded_by,
          created_at, decided_by, decided_at, expires_at)
        values (${world.enterprise.accountId}, 'exm_test', 'US-NY', 'approved', 'application/pdf', 1, 'test', ${now},
          'test', ${now}, ${later(now, 100 * day)})`.execute(world.app.database.db)
      await customer.place('exempt')
      await customer.place('still taxed')
      await world.advance(3 * hour)
      const items = (await jobOf('still taxed')).agreedPrices.itemsTotal
      await tell('still taxed', 'accept', { itemsTotal: items, taxesTotal: 1, reason: 'Local tax' })
      const sold: Record<string, number> = {}
      for (const id of ['taxed', 'exempt', 'still taxed']) {
        if (id !== 'still taxed') await tell(id, 'accept')
        assert.equal((await tell(id, 'ship', parcel)).status, 200)
        const { itemsTotal, shippingTotal, taxesTotal } = (await customer.read(id)).pricing
        assert.equal(taxesTotal > 0, id !== 'exempt', id)
        sold[id] = itemsTotal + shippingTotal
      }
      const lastDay = world.now().toISOString().slice(0, 10)
      await world.advance(day)
      const { returns } = await staffCall(`/staff/tax-returns/open?lastDay=${lastDay}`)
      const [{ registration, gross, exempt, taxable }] = returns
      assert.deepEqual(
        [registration, gross, exempt, taxable],
        [
          'US-NY',
          round(sold.taxed! + sold.exempt! + sold['still taxed']!),
          round(sold.exempt!),
          round(sold.taxed! + sold['still taxed']!),
        ],
      )
      await world.assertSound()
    })

    it('accepted orders count in the credit limit at their agreed prices, and an order that ends makes room', async t => {
      const world = await openWorld(t, kind)
      const { customer, chargedPrice, agree, tell } = scene(world)
      const { orderTotal } = await chargedPrice(null)
      await agree(null, true)
      const setLimit = (creditLimit: number) =>
        world.call(`/staff/accounts/${world.enterprise.accountId}/billing/terms`, {
          method: 'PATCH',
          as: world.demo.staff.authorization,
          body: { creditLimit, reason: 'Contract' },
        })
      assert.equal((await setLimit(round(2 * orderTotal))).status, 200)
      const statusesOf = (ids: string[]) => Promise.all(ids.map(async id => (await customer.read(id)).status))
      // At once, so that they may be admitted together.
      const ids = ['a', 'b', 'c', 'd']
      await Promise.all(ids.map(id => customer.place(id)))
      const statuses = await statusesOf(ids)
      assert.equal(statuses.filter(status => status === 'QUEUED').length, 2, statuses.join())
      const [first, second] = ids.filter((_, i) => statuses[i] !== 'QUEUED')
      const [third, fourth] = ids.filter((_, i) => statuses[i] === 'QUEUED')
      const [warning] = (await customer.read(third!)).warnings
      assert.equal(warning.code, 'credit_limit_reached')
      assert.match(
        warning.detail,
        new RegExp(`owes \\$0\\.00, its accepted orders come to \\$${(2 * orderTotal).toFixed(2)},`),
      )

      await world.advance(3 * hour)
      await tell(first!, 'accept')
      await tell(first!, 'ship', parcel)
      await world.advance(2 * hour)
      assert.deepEqual(await statusesOf([third!, fourth!]), ['QUEUED', 'QUEUED'], 'a shipped order is owed instead')
      assert.equal((await tell(second!, 'accept')).status, 200)
      assert.equal((await tell(second!, 'problem', { reason: 'No paper' })).status, 200)
      await world.advance(2 * hour)
      assert.deepEqual(await statusesOf([third!, fourth!]), ['QUEUED', 'QUEUED'], 'the order may still be printed')
      assert.equal((await support(world).act(world.enterprise, second!, 'abandon')).status, 200)
      await world.advance(hour)
      const after = await statusesOf([third!, fourth!])
      assert.equal(after.filter(status => status === 'QUEUED').length, 1, 'there is room for one order')
      await setLimit(round(4 * orderTotal))
      await world.settle()
      assert.equal((await statusesOf([third!, fourth!])).includes('QUEUED'), false)
      await world.assertSound()
    })
  })

it('the catalog can be the agreement, and a higher price of the books needs a reason that the customer reads', async () => {
  await using world = await startWorld()
  const { customer, chargedPrice, agree, jobOf, tell, eventsOf } = scene(world)
  const plain = await chargedPrice(null)
  await agree(null, true)
  await customer.place('gold')
  await world.advance(3 * hour)
  const { agreedPrices } = await jobOf('gold')
  assert.equal(round(agreedPrices.itemsTotal + agreedPrices.taxesTotal + agreedPrices.shippingTotal), plain.orderTotal)
  const higher = { itemsTotal: round(agreedPrices.itemsTotal + 10), taxesTotal: agreedPrices.taxesTotal }
  const refused = await tell('gold', 'accept', higher)
  assert.deepEqual([refused.status, refused.body.errors[0].pointer], [400, '/reason'])
  assert.equal('pricing' in (await customer.read('gold')), false)
  assert.equal((await tell('gold', 'accept', { ...higher, reason: 'Gold edges' })).status, 200)
  const order = await customer.read('gold')
  assert.equal('priceList' in order.pricing, false)
  assert.deepEqual([order.pricing.itemsTotal, order.pricing.orderTotal], [higher.itemsTotal, null])
  const [above] = order.pricing.aboveAgreement
  assert.deepEqual([above.part, above.reason], ['items', 'Gold edges'])
  assert.equal(above.agreed, round(agreedPrices.itemsTotal + agreedPrices.taxesTotal))
  const event = (await eventsOf('gold')).find(({ type }: { type: string }) => type === 'OrderAcceptedByPrinter')
  assert.deepEqual(event.data.pricing.aboveAgreement, order.pricing.aboveAgreement)
  assert.equal((await tell('gold', 'ship', parcel)).status, 200)
  assert.equal((await support(world).act(world.enterprise, 'gold', 'forget')).status, 200)
  assert.deepEqual(await tablesWith(world.app.database.db, ['Gold edges']), [])
  assert.equal((await customer.read('gold')).pricing.aboveAgreement[0].reason, '[forgotten]')
  await world.assertSound()
})

it('a change of the shipping class of an order changes its agreed prices, and shows none of them', async () => {
  await using world = await startWorld()
  const { customer, agree, jobOf } = scene(world)
  await agree(null, true)
  await customer.place('standard')
  await customer.place('faster')
  await world.advance(hour)
  const changed = await world.call('/orders/faster', {
    ...{ method: 'PATCH', as: customer.as, body: { shippingClassification: 'rush' } },
  })
  assert.deepEqual([changed.status, 'pricing' in changed.body], [200, false])
  await world.advance(2 * hour)
  const [standard, faster] = [await jobOf('standard'), await jobOf('faster')]
  assert.equal(faster.shippingClassification, 'rush')
  assert.equal(faster.agreedPrices.itemsTotal, standard.agreedPrices.itemsTotal)
  assert.ok(faster.agreedPrices.shippingTotal > standard.agreedPrices.shippingTotal)
  await world.assertSound()
})

it('a change of an order that came back from a printer changes its agreed prices, and the next printer sets the price', async () => {
  await using world = await startWorld()
  const { customer, agree, jobOf, tell } = scene(world)
  await agree(null, true)
  await customer.place('back')
  await world.advance(3 * hour)
  const before = await jobOf('back')
  assert.equal((await tell('back', 'accept')).status, 200)
  assert.equal((await tell('back', 'problem', { reason: 'the press broke' })).status, 200)
  assert.equal((await support(world).act(world.enterprise, 'back', 'revalidate')).status, 200)
  await world.settle()
  assert.equal((await customer.read('back')).status, 'VALID_HOLDING_BIN')
  const changed = await world.call('/orders/back', {
    ...{ method: 'PATCH', as: customer.as, body: { shippingClassification: 'rush' } },
  })
  assert.deepEqual([changed.status, 'pricing' in changed.body], [200, false])
  await world.advance(3 * hour)
  const { body } = await world.call('/press/jobs', { as: world.demo.printer.authorization })
  const [job] = body.jobs
  assert.equal(job.agreedPrices.itemsTotal, before.agreedPrices.itemsTotal)
  assert.ok(job.agreedPrices.shippingTotal > before.agreedPrices.shippingTotal)
  await world.assertSound()
})

it('the simulated printer of the sandbox leaves the prices to the agreement', async () => {
  await using world = await startWorld()
  const { chargedPrice, agree } = scene(world)
  const plain = await chargedPrice(null)
  await agree(null, true)
  const sandbox = program(world, world.enterprise, 'sandbox')
  await sandbox.place('play')
  await world.advance(3 * hour)
  const accepted = await sandbox.read('play')
  assert.equal(accepted.pricing.itemsTotal, round(plain.itemsTotal + plain.fulfillmentTotal))
  assert.equal(accepted.pricing.orderTotal, null)
  await world.advance(14 * day)
  const shipped = await sandbox.read('play')
  assert.deepEqual([shipped.status, shipped.paymentInfo.total], ['SHIPPED', plain.orderTotal])
  await world.assertSound()
})
