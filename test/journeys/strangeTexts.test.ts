// Whatever texts customers, staff and printers send, every order goes to its end, and everything that shows it answers
// and shows what was sent. STRANGE_SEED=1 STRANGE_ORDERS=60 searches on.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc, { type Arbitrary } from 'fast-check'
import { day, hour } from '../../src/base/clock.ts'
import { modes } from '../../src/base/mode.ts'
import { orderPath, press } from '../support/actors.ts'
import { recordErrors } from '../support/errors.ts'
import { seededRandom } from '../support/random.ts'
import { readEverything } from '../support/readEverything.ts'
import { strangeAddressLine, strangeLine, strangeName, strangeText } from '../support/strangeTexts.ts'
import { type Answer, files, orderBody, somewhere, startReceiver, startWorld, type World } from '../support/world.ts'

const seed = Number(process.env.STRANGE_SEED ?? Math.floor(performance.timeOrigin % 2 ** 31))
const orders = Number(process.env.STRANGE_ORDERS ?? 6)
const products = 3
/** No fault: nobody answers some of the jobs. */
const usual = 'printer updates are overdue'

const strangeOrder = fc.record({
  payload: strangeText(512),
  itemDescription: strangeText(1000),
  destination: fc.record({
    name: strangeAddressLine(200),
    company: strangeText(200),
    address1: strangeAddressLine(200),
    address2: strangeText(200),
    city: strangeAddressLine(100),
  }),
  reason: strangeLine(1000),
  carrier: strangeLine(100),
  trackingNumber: strangeLine(100),
})

/** The same choices for the same seed. */
function chance() {
  const dice = seededRandom(seed)
  let salt = 0
  return {
    happens: (probability: number): boolean => dice() < probability,
    oneOf: <T>(list: readonly T[]): T => list[Math.floor(dice() * list.length)]!,
    some: <T>(of: Arbitrary<T>, count: number): T[] => fc.sample(of, { numRuns: count, seed: seed + salt++ }),
  }
}
type Chance = ReturnType<typeof chance>

function expected(answer: Answer, ...statuses: number[]): Answer {
  assert.ok(statuses.includes(answer.status), `${answer.status} ${JSON.stringify(answer.body)}`)
  return answer
}

/** The same products for both accounts. Returns their SKUs. */
async function makeProducts({ call, charged }: World, cookies: string[], { some }: Chance): Promise<string[]> {
  const skus = [...new Set(some(strangeName(100), products))]
  const [names, descriptions] = [some(strangeLine(200), products), some(strangeLine(2000), products)]
  const { manufacturingSku } = charged.products[0]!
  for (const cookie of cookies)
    for (const [i, sku] of skus.entries()) {
      const body = { sku, name: names[i], description: descriptions[i], manufacturingSku, pageCount: 120 }
      expected(await call('/dashboard/api/products', { method: 'POST', cookie, body }), 201)
    }
  return skus
}

/** `sent` is what must be shown, and the rest what others say of the order later. */
type Placed = Awaited<ReturnType<typeof placeOrders>>[number]

async function placeOrders(
  { call, charged, enterprise }: World,
  { skus, webhookUrl }: { skus: string[]; webhookUrl: string },
  { some, oneOf, happens }: Chance,
) {
  const ids = [...new Set(some(strangeName(40), orders))]
  return Promise.all(
    some(strangeOrder, ids.length).map(async ({ payload, itemDescription, destination, ...said }, i) => {
      const owner = oneOf([charged, charged, enterprise])
      const { authorization: as, webhookSecret } = happens(0.8) ? owner.production : owner.sandbox
      const id = ids[i]!
      const sent = {
        payload,
        destination: { ...somewhere, ...destination },
        orderItems: skus.map(sku => ({ sku, quantity: 1, itemDescription, product: files })),
      }
      const isHeard = webhookSecret === charged.production.webhookSecret
      const body = orderBody({ customerOrderId: id, ...sent, ...(isHeard ? { webhookUrl } : {}) })
      const { body: made } = expected(await call('/orders/create', { method: 'POST', as, body }), 201)
      assert.deepEqual([made.status, made.errors], ['RECEIVED', []])
      return { id, accountId: owner.accountId, as, sent, ...said }
    }),
  )
}

/** What customers, the printer and the staff do of their own accord. */
function people(world: World, placed: Placed[], { happens, oneOf }: Chance) {
  const { call, demo } = world
  const post = (path: string, as: string, body: object) => call(path, { method: 'POST', as, body })

  async function cancelSome() {
    for (const { id, as } of placed)
      if (happens(0.1)) expected(await call(orderPath(id), { method: 'DELETE', as }), 200, 409)
  }

  async function printSome() {
    for (const { jobId, enterprise, customerOrderId, cancellationRequested } of await press(world).jobs()) {
      const { reason, carrier, trackingNumber } = placed.find(({ id }) => id === customerOrderId) ?? placed[0]!
      const tell = async (act: string, body: object) =>
        expected(await post(`/press/jobs/${jobId}/${act}`, demo.printer.authorization, body), 200, 409)
      if (cancellationRequested) await tell('cancellation', { decision: oneOf(['accept', 'refuse']), reason })
      const trackingUrl = `https://track.example/${'x'.repeat(2000)}`
      const packages = [{ trackingNumber, altTrackingNumber: trackingNumber, trackingUrl }]
      const shipments = [{ masterTrackingNumber: trackingNumber, carrier, packages }]
      await tell('accept', enterprise ? { itemsTotal: 12.34, taxesTotal: 1 } : {})
      await tell('delay', { until: '2026-06-01', reason })
      await tell('packages', { shipments })
      if (happens(0.3)) await tell('problem', { reason })
      else if (happens(0.8)) await tell('ship', { shipments, ...(enterprise ? { shippingTotal: 5 } : {}) })
    }
  }

  async function decideSome() {
    for (const { id, accountId, reason } of placed) {
      const path = `/staff/orders/${accountId}/${encodeURIComponent(id)}`
      const act = async (name: string, body: object) =>
        expected(await post(`${path}/${name}`, demo.staff.authorization, body), 200, 201, 404, 409)
      await act(oneOf(['resume', 'revalidate', 'abandon']), { reason })
      if (happens(0.5)) await act('refund', { reason, amount: 0.01 })
      if (happens(0.3)) await act('reprint', { reason })
    }
  }

  return { cancelSome, printSome, decideSome }
}

async function readAll(world: World, cookies: string[], { skus, placed }: { skus: string[]; placed: Placed[] }) {
  const { charged, enterprise, demo } = world
  const callers = {
    public: [{}],
    customer_key: [charged, enterprise].flatMap(one => modes.map(mode => ({ as: one[mode].authorization }))),
    member: cookies.map(cookie => ({ cookie })),
    staff: [{ as: demo.staff.authorization }],
    printer: [{ as: demo.printer.authorization }],
  }
  const ids = placed.map(({ id }) => id)
  const numbers = placed.map(({ trackingNumber }) => trackingNumber)
  return readEverything(world, callers, {
    customerOrderId: new Set(ids),
    search: new Set([...ids, ...numbers, ...placed.map(({ sent }) => sent.destination.name)]),
    trackingNumber: new Set(numbers),
    sku: new Set(skus),
    jobId: new Set((await press(world).jobs('all')).map(({ jobId }: { jobId: string }) => jobId)),
    item: new Set(['0']),
    page: new Set(['1']),
    n: new Set(['1']),
    pageCount: new Set(['120']),
    from: new Set(['2026-03-01']),
    to: new Set(['2026-03-31']),
  })
}

describe(`texts of any kind, with the seed ${seed},`, () => {
  it(`texts of any kind, with the seed ${seed}, go through the whole life of an order, and are shown as they were sent`, async () => {
    const { errors, log } = recordErrors()
    const rate = { perSecond: 1e6, burst: 1e6 }
    await using world = await startWorld({ log, config: { rateLimits: { key: rate, address: rate } } })
    await using receiver = await startReceiver(() => world.charged.production.webhookSecret)
    const cookies = [await world.signIn(world.charged.user), await world.signIn(world.enterprise.user)]
    const dice = chance()
    const skus = await makeProducts(world, cookies, dice)
    const placed = await placeOrders(world, { skus, webhookUrl: receiver.url }, dice)

    const { cancelSome, printSome, decideSome } = people(world, placed, dice)
    for (const pause of [0, 15 * hour, 2 * hour]) {
      await world.advance(pause)
      await cancelSome()
    }
    for (let round = 0; round < 3; round++) {
      await printSome()
      await cancelSome()
      await decideSome()
      await world.advance(2 * day)
    }

    const jobs: { customerOrderId: string; destination: object }[] = await press(world).jobs('all')
    for (const { id, as, sent } of placed) {
      const { body } = expected(await world.call(orderPath(id), { as }), 200)
      const events = receiver.received.map(({ data }) => data).filter(({ customerOrderId }) => customerOrderId === id)
      for (const { payload, destination, orderItems } of [body, ...events])
        assert.deepEqual({ payload, destination, orderItems }, sent)
      for (const { customerOrderId, destination } of jobs)
        if (customerOrderId === id) assert.deepEqual(destination, sent.destination)
    }
    assert.deepEqual(receiver.unverified, [])
    const count = await readAll(world, cookies, { skus, placed })
    assert.ok(count > 100, `only ${count} answers were read`)
    assert.deepEqual(
      errors.filter(({ message }) => message !== usual),
      [],
    )
    await world.assertSound()
  })
})
