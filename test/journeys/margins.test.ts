// Costs and margins: entered with the operator's data, kept by the orders that were accepted with them, and read by the
// staff alone.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { day } from '../../src/base/clock.ts'
import { minNoticeMs } from '../../src/features/shop/operatorVersions.ts'
import type { ShippingFile } from '../../src/shipping/loadShipping.ts'
import { member, parcel, press, program, support } from '../support/actors.ts'
import { databasesOfForm } from '../support/databases.ts'
import { bookOf, type Content, openWorld, operatorDraft } from '../support/operatorDraft.ts'
import { files, startWorld, type World } from '../support/world.ts'

/** An amount that occurs nowhere else. */
const baseCents = 123

function costs(world: World) {
  const as = world.demo.staff.authorization
  const staff = operatorDraft(world)
  const read = async (path: string) => {
    const answer = await world.call(path, { as })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body
  }
  return {
    ...staff,
    read,
    async publishCosts(change: (content: Content) => void) {
      await staff.edit(change)
      const answer = await staff.publish()
      assert.equal(answer.status, 201, JSON.stringify(answer.body))
      await world.advance(minNoticeMs)
    },
    marginOf: async (account: World['charged'], id: string) =>
      (await read(`/staff/orders/${account.accountId}/${id}`)).margin,
    /** A report on all that happened. */
    report: () => read('/staff/reports?period=this_year'),
  }
}

const costOfNovel = (world: World, amount: number) => (content: Content) => {
  bookOf(world, content, 'NOVEL').cost = { baseCents: amount, perPageMillicents: 0, breaks: [] }
}

async function ship(world: World, ids: string[], prices: { accept?: object; ship?: object } = {}) {
  const desk = press(world)
  for (const id of ids) {
    assert.equal((await desk.tell(id, 'accept', prices.accept)).status, 200)
    const shipped = await desk.tell(id, 'ship', { ...parcel, ...prices.ship })
    assert.equal(shipped.status, 200, JSON.stringify(shipped.body))
  }
}

for (const { name: kind } of databasesOfForm)
  describe(`margins on ${kind}`, () => {
    it('an order has the margin of the version that it was accepted with, and reports add up the margins of shipped orders', async t => {
      const world = await openWorld(t, kind)
      const { charged, enterprise } = world
      const { publishCosts, marginOf, report, read } = costs(world)
      const [ours, theirs] = [program(world, charged, 'production'), program(world, enterprise, 'production')]
      await ours.place('before')
      await publishCosts(costOfNovel(world, baseCents))
      assert.equal(await marginOf(charged, 'before'), null, 'its version has no cost')

      const item = { sku: 'NOVEL', quantity: 2, product: files }
      await ours.place('sent', { orderItems: [item, { ...item, sku: 'KEEPSAKE' }] })
      await theirs.place('priced')
      await world.settle()
      assert.equal(await marginOf(enterprise, 'priced'), null, 'its printer has not priced it')
      const margin = await marginOf(charged, 'sent')
      const { pricing } = await ours.read('sent')
      assert.equal(margin.lines[1], null)
      assert.deepEqual(margin.items, margin.lines[0])
      assert.deepEqual(margin.total, margin.items)
      assert.equal(margin.total.cost, 2.46)
      assert.ok(margin.total.price > 2.46 && margin.total.price < pricing.itemsTotal)

      await publishCosts(costOfNovel(world, 500))
      assert.deepEqual(await marginOf(charged, 'sent'), margin, 'an accepted order keeps its costs')
      await world.advance(day)
      assert.equal((await report()).totals.margin, null, 'nothing shipped')
      await ship(world, ['before', 'sent'])
      await ship(world, ['priced'], { accept: { itemsTotal: 10, taxesTotal: 1 }, ship: { shippingTotal: 4 } })
      const { body } = await support(world).act(charged, 'sent', 'reprint', { reason: 'For Ada', cause: 'misprint' })
      const reprint = body.customerOrderId
      assert.deepEqual((await marginOf(enterprise, 'priced')).total, { price: 10, cost: 2.46, margin: 7.54 })

      for (const isCounted of [false, true]) {
        if (isCounted) await world.advance(day)
        const { totals, totalsBefore, steps, books, customers, printers } = await report()
        const price = Math.round((margin.total.price + 10) * 100) / 100
        assert.deepEqual(
          [totals.costedSales, totals.costs, totals.margin],
          [price, 4.92, Math.round((price - 4.92) * 100) / 100],
        )
        assert.equal(totals.marginRate, Math.round(((price - 4.92) / price) * 10_000) / 10_000)
        assert.equal(totalsBefore.margin, null)
        const marginsOf = (rows: { margin: number | null }[]) =>
          Math.round(rows.reduce((sum, row) => sum + (row.margin ?? 0), 0) * 100) / 100
        for (const rows of [steps, books, customers, printers]) assert.equal(marginsOf(rows), totals.margin)
        assert.deepEqual(
          customers.map((one: { accountId: string; shipped: number }) => [one.accountId, one.shipped]),
          [
            [charged.accountId, 2],
            [enterprise.accountId, 1],
          ],
        )
        const own = await read(`/staff/reports?period=this_year&accountId=${charged.accountId}`)
        assert.deepEqual([own.totals.margin, own.customers], [margin.total.margin, []])
        const csv: string = await read('/staff/reports/export?period=this_year')
        assert.match(csv, new RegExp(`totals,,margin,${totals.margin},`))
        assert.match(csv, new RegExp(`customers,[^,]+\\(${enterprise.accountId}\\)[^,]*,margin,7.54,`))
      }

      assert.equal((await marginOf(charged, reprint)).total.price, 0, 'a reprint is given away')
      await ship(world, [reprint])
      const { totals } = await report()
      assert.equal(totals.costs, 7.38)
      await world.assertSound()
    })

    it('a change of costs is compared with the version in effect: the costs of copies, and the margins of sample and recent orders', async t => {
      const world = await openWorld(t, kind)
      const { publishCosts, edit, ask, draft, read } = costs(world)
      await program(world, world.charged, 'production').place('recent')
      await world.settle()
      const compare = async () => {
        const { revision } = await draft()
        return {
          difference: (await ask('GET', `difference?draft=${revision}`)).body,
          repricing: (await ask('GET', `repricing?draft=${revision}`)).body,
        }
      }
      await edit(content => {
        bookOf(world, content, 'NOVEL').price.baseCents += 100
      })
      const without = await compare()
      assert.deepEqual([without.repricing.marginBefore, without.repricing.marginAfter], [null, null])
      await publishCosts(costOfNovel(world, baseCents))
      await edit(content => {
        costOfNovel(world, 223)(content)
        content.catalog.fulfillment.cost = { perOrderCents: 10, perItemCents: 5 }
        const { zones } = content.shipping as ShippingFile
        zones[0]!.classes.standard!.cost = { baseCents: 100, extraCopyCents: 0, weightBands: [{ centsPerPound: 0 }] }
      })
      const { difference, repricing } = await compare()
      assert.deepEqual(difference.mistakes, [])
      const { name } = bookOf(world, (await draft()).content, 'NOVEL')
      assert.ok(name.length > 0)
      assert.ok(
        difference.changes.some(
          ({ field, before, after }: { field: string; before: string; after: string }) =>
            field === 'cost, base' && before === '$1.23' && after === '$2.23',
        ),
        JSON.stringify(difference.changes),
      )
      for (const price of difference.prices) {
        assert.equal(price.before, price.after)
        assert.deepEqual([price.costBefore, price.costAfter], [1.23, 2.23])
      }
      const { manufacturingSku } = bookOf(world, (await draft()).content, 'NOVEL')
      const basket = difference.baskets.find(
        (one: { manufacturingSku: string; copies: number }) =>
          one.manufacturingSku === manufacturingSku && one.copies === 1,
      )
      assert.equal(basket.marginBefore.cost, 1.23)
      assert.equal(basket.marginAfter.cost, 2.23 + 0.15 + 1)
      assert.equal(repricing.orders, 1)
      assert.equal(repricing.before, repricing.after)
      assert.equal(repricing.marginBefore.cost, 2.46)
      assert.equal(repricing.marginAfter.cost, 4.46 + 0.15 + 1)
      assert.equal(repricing.byBook[0].marginAfter.cost, 4.46)
      assert.equal(repricing.byCustomer[0].marginAfter.cost, repricing.marginAfter.cost)

      const book = bookOf(world, (await draft()).content, 'NOVEL')
      const prices = await world.call('/staff/operator-data/book-prices', {
        method: 'POST',
        as: world.demo.staff.authorization,
        body: { book },
      })
      assert.deepEqual(prices.body.points[0].costPerCopy[0], 2.23)
      assert.ok(prices.body.points[0].perCopy[0] > 0)
      const wrong = await world.call('/staff/operator-data/book-prices', {
        method: 'POST',
        as: world.demo.staff.authorization,
        body: { book: { ...book, cost: { baseCents: -1 } } },
      })
      assert.deepEqual([wrong.status, wrong.body], [200, null])
      const measures = (changed: object, pageCount: number) =>
        world.call('/staff/operator-data/book-measures', {
          method: 'POST',
          as: world.demo.staff.authorization,
          body: { book: { ...book, ...changed }, pageCount },
        })
      const { cover, pages } = (await measures({}, 199)).body
      const dimensions = (await world.call(`/templates/published/${book.manufacturingSku}/dimensions?pageCount=200`))
        .body
      assert.deepEqual({ cover, pages }, { cover: dimensions.in.cover, pages: dimensions.in.pages })
      assert.equal((await measures({ geometry: null }, 200)).body, null)
      assert.ok((await read('/staff/price-lists')).priceLists.length === 0)
    })
  })

it('mistakes in costs are named at their place, like those in prices', async () => {
  await using world = await startWorld()
  const { edit } = costs(world)
  const { body } = await edit(content => {
    content.catalog.skus[0]!.cost = { baseCents: -1, perPageMillicents: 0, breaks: [] }
    content.catalog.skus[1]!.cost = {
      baseCents: 1,
      perPageMillicents: 0,
      breaks: [
        { fromCopies: 10, offBasisPoints: 500 },
        { fromCopies: 5, offBasisPoints: 600 },
      ],
    }
    const { zones } = content.shipping as ShippingFile
    zones[0]!.classes.standard!.cost = {
      baseCents: 1,
      extraCopyCents: 0,
      weightBands: [{ upToPounds: 3, centsPerPound: 0 }],
    }
  })
  assert.deepEqual(
    body.mistakes.map(({ part, path }: { part: string; path: string }) => [part, path]),
    [
      ['catalog', '/skus/0/cost/baseCents'],
      ['catalog', '/skus/1/cost/breaks/1/fromCopies'],
      ['shipping', '/zones/0/classes/standard/cost/weightBands'],
    ],
  )
})

it('no schema of an answer for customers or printers has a cost or a margin of the operator', async () => {
  await using world = await startWorld()
  const { paths } = world.app.server.swagger() as unknown as {
    paths: Record<string, Record<string, { description: string; responses: Record<string, unknown> }>>
  }
  const document = world.app.server.swagger() as unknown as Record<string, unknown>
  // What copies cost the customer.
  const ofCustomers = new Set(['cost', 'costPerCopy'])
  let answers = 0
  for (const [path, operations] of Object.entries(paths))
    for (const [method, { description, responses }] of Object.entries(operations)) {
      const callers = /Callers: ([\w, ]+)\./.exec(description)?.[1]?.split(', ') ?? []
      if (callers.every(caller => caller === 'staff' || caller === 'metrics')) continue
      answers++
      const names = propertiesOf(responses, document, new Set()).filter(
        name => /cost|margin/i.test(name) && !/^(safeM|m)argin.*(inch|)$/i.test(name) && !ofCustomers.has(name),
      )
      assert.deepEqual(names, [], `${method} ${path}`)
    }
  assert.ok(answers > 100)
})

function propertiesOf(node: unknown, document: Record<string, unknown>, seen: Set<unknown>): string[] {
  if (typeof node !== 'object' || node === null || seen.has(node)) return []
  seen.add(node)
  const { $ref, properties } = node as { $ref?: string; properties?: object }
  const target =
    $ref?.startsWith('#/') === true
      ? $ref
          .slice(2)
          .split('/')
          .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document)
      : undefined
  return [
    ...Object.keys(properties ?? {}),
    ...Object.values(node).flatMap(inner => propertiesOf(inner, document, seen)),
    ...propertiesOf(target, document, seen),
  ]
}

it('customers and printers read the catalog, its prices, orders and reports without costs', async () => {
  await using world = await startWorld()
  const { publishCosts } = costs(world)
  const customer = program(world, world.charged, 'production')
  await publishCosts(costOfNovel(world, baseCents))
  await customer.place('sent')
  await world.advance(day)
  await ship(world, ['sent'])
  const { ask } = await member(world, world.charged)
  const catalog = (await ask('GET', '/catalogue')).body
  const { manufacturingSku } = world.charged.products.find(({ sku }) => sku === 'NOVEL')!
  const answers = [
    catalog,
    (await ask('GET', `/catalogue/${manufacturingSku}/prices`)).body,
    (await ask('GET', '/production/orders/sent')).body,
    (await ask('GET', '/production/reports')).body,
    await customer.read('sent'),
    (await world.call('/reports', { as: customer.as })).body,
    (await world.call('/press/reports', { as: world.demo.printer.authorization })).body,
    await press(world).jobOf('sent'),
    (await world.call(`/templates/published/${manufacturingSku}`)).body,
  ]
  for (const answer of answers) {
    const text = JSON.stringify(answer)
    assert.doesNotMatch(text, /margin"|costs"|costedSales|baseC/i)
    assert.doesNotMatch(text, /\b(?:2\.46|1\.23|123|246)\b/)
  }
})
