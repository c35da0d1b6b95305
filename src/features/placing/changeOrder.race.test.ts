import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { orderPath, parcel, press, program } from '../../../test/support/actors.ts'
import { bothDatabases } from '../../../test/support/database.ts'
import { startWorld, type World } from '../../../test/support/world.ts'
import { hour, minute, nextUtcHour } from '../../base/clock.ts'

const count = 8
const ids = Array.from({ length: count }, (_, i) => `o${i}`)
const mended = {
  name: 'Grace Reader',
  address1: '21 Main Street',
  city: 'Rochester',
  state: 'NY',
  postal: '14604',
  country: 'US',
}

for (const { name, fresh } of bothDatabases) {
  describe(`changes of orders on ${name}`, () => {
    async function withOrders(act: (world: World) => Promise<void>) {
      const { database, drop } = await fresh()
      // `drop` closes the database.
      const world = await startWorld({ database: { ...database, close: async () => {} } })
      try {
        for (const id of ids) await customerOf(world).place(id)
        await world.settle()
        await act(world)
        await world.assertSound()
      } finally {
        await world[Symbol.asyncDispose]()
        await drop()
      }
    }
    const customerOf = (world: World) => program(world, world.charged, 'production')
    const change = (world: World, id: string, body: object) =>
      world.call(orderPath(id), { method: 'PATCH', as: customerOf(world).as, body })
    const toNextCharge = ({ now }: World) => nextUtcHour(now(), 2).getTime() - now().getTime()
    /** All changes, begun one after another while the act is under way. */
    async function during(world: World, act: Promise<unknown>, body: object) {
      const changes = ids.map(async (id, i) => {
        for (let turn = 0; turn < i * 3; turn++) await new Promise(resolve => setImmediate(resolve))
        return change(world, id, body)
      })
      await act
      return Promise.all(changes)
    }

    it('a change before the hand-over reaches the printer with the order, and one after it is a request', async () => {
      await withOrders(async world => {
        await world.advance(toNextCharge(world))
        await world.advance(2 * hour - minute)
        const answers = await during(world, world.advance(2 * minute), { destination: mended })
        await world.settle()
        for (const [i, { status, body }] of answers.entries()) {
          const order = await customerOf(world).read(ids[i]!)
          const job = await press(world).jobOf(ids[i]!)
          assert.equal(order.status, 'PRINTING')
          assert.equal(job.destination.name, order.destination.name)
          assert.equal(status, 200)
          const isRequest = body.changeRequest !== undefined
          assert.equal(order.destination.name, isRequest ? 'Ada Reader' : mended.name)
          assert.equal(job.changeRequest?.destination.name, isRequest ? mended.name : undefined)
        }
      })
    })

    it('an accepted change and the shipping have one winner, and the parcel has the address of the order', async () => {
      await withOrders(async world => {
        await world.advance(toNextCharge(world))
        await world.advance(3 * hour)
        for (const id of ids) assert.equal((await change(world, id, { destination: mended })).status, 200)
        const answers = await Promise.all(
          ids.flatMap(id => [
            press(world).tell(id, 'change', { decision: 'accept' }),
            press(world).tell(id, 'ship', parcel),
          ]),
        )
        for (const [i, id] of ids.entries()) {
          const [accepted, shipped] = answers.slice(2 * i)
          const order = await customerOf(world).read(id)
          const job = await press(world).jobOf(id)
          assert.deepEqual([shipped!.status, order.status], [200, 'SHIPPED'])
          const isChanged = accepted!.status === 200
          assert.equal(order.changeRequest.status, isChanged ? 'ACCEPTED' : 'REFUSED')
          assert.equal(order.destination.name, isChanged ? mended.name : 'Ada Reader')
          assert.equal(job.destination.name, order.destination.name)
        }
      })
    })

    it('a request of a change and the shipping have one winner, and no request waits after it', async () => {
      await withOrders(async world => {
        await world.advance(toNextCharge(world))
        await world.advance(3 * hour)
        const ships = Promise.all(ids.map(id => press(world).tell(id, 'ship', parcel)))
        const answers = await during(world, ships, { destination: mended })
        for (const [i, { status }] of answers.entries()) {
          const order = await customerOf(world).read(ids[i]!)
          assert.equal(order.destination.name, 'Ada Reader')
          assert.equal(order.changeRequest?.status, status === 200 ? 'REFUSED' : undefined)
        }
      })
    })

    it('a change and the daily charge have one winner, and the charge takes the price of the order', async () => {
      await withOrders(async world => {
        const before = (await customerOf(world).read(ids[0]!)).pricing.orderTotal
        const answers = await during(world, world.advance(toNextCharge(world)), { shippingClassification: 'rush' })
        await world.settle()
        for (const [i, { status, body }] of answers.entries()) {
          const order = await customerOf(world).read(ids[i]!)
          assert.deepEqual([order.status, order.paymentInfo.status], ['VALID_HOLDING_BIN', 'SUCCEEDED'])
          assert.equal(order.shippingClassification, status === 200 ? 'rush' : 'standard')
          assert.equal(order.pricing.orderTotal > before, status === 200)
          if (status !== 200) assert.match(`${status} ${body.code}`, /409 (order_not_changeable|price_would_rise)/)
        }
      })
    })

    it('a change and a cancellation at once leave a canceled order that owes nothing', async () => {
      await withOrders(async world => {
        const cancels = Promise.all(ids.map(id => customerOf(world).cancel(id)))
        const answers = await during(world, cancels, { shippingClassification: 'rush' })
        for (const { status } of await cancels) assert.equal(status, 200)
        for (const [i, { status, body }] of answers.entries()) {
          const order = await customerOf(world).read(ids[i]!)
          assert.deepEqual([order.status, order.paymentInfo.status], ['CANCELLED', 'NOT_CHARGED'])
          assert.equal(order.shippingClassification, status === 200 ? 'rush' : 'standard')
          if (status !== 200) assert.deepEqual([status, body.currentStatus], [409, 'CANCELLED'])
        }
      })
    })

    it('several changes at once follow each other, and the order has one of them whole', async () => {
      await withOrders(async world => {
        const bodies = [
          { destination: mended, shippingClassification: 'rush' },
          { shippingClassification: 'expedited' },
          { destination: { ...mended, name: 'Mina Reader' } },
        ]
        for (const id of ids.slice(0, 2)) {
          const answers = await Promise.all(bodies.map(body => change(world, id, body)))
          for (const { status } of answers) assert.equal(status, 200)
          const order = await customerOf(world).read(id)
          assert.ok(['Grace Reader', 'Mina Reader'].includes(order.destination.name))
          const { events } = (await world.call(`${orderPath(id)}/events`, { as: customerOf(world).as })).body
          assert.equal(events.filter(({ type }: { type: string }) => type === 'OrderChanged').length, 3)
        }
      })
    })

    it('an order that is changed while its files are checked is checked again, and gets the price of the change', async () => {
      await withOrders(async world => {
        const answers = await Promise.all(
          ids.map(async id => {
            await customerOf(world).place(`new ${id}`)
            return change(world, `new ${id}`, { shippingClassification: 'rush' })
          }),
        )
        await world.settle()
        await world.advance(2 * minute)
        for (const [i, { status, body }] of answers.entries()) {
          const order = await customerOf(world).read(`new ${ids[i]}`)
          assert.deepEqual([order.status, order.pricing.final], ['VALID_AWAITING_PAYMENT', true])
          assert.equal(order.shippingClassification, status === 200 ? 'rush' : 'standard')
          if (status !== 200) assert.deepEqual([status, body.currentStatus], [409, 'VALIDATING'])
        }
      })
    })
  })
}
