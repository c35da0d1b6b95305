import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { pressWith } from '../../../test/printing.ts'
import {
  accountId,
  again,
  as,
  cancel,
  clock,
  database,
  endHoldsNow,
  held,
  jobOf,
  onBothDatabases,
  pass,
  printing,
  refusedAs,
  shell,
  stepNow,
  steps,
} from '../../../test/printingScene.ts'
import { day, hour, instant, later, minute } from '../../base/clock.ts'
import type { Order } from '../order.ts'
import { presentOrder } from '../present.ts'
import { holdMs } from '../schedule.ts'
import type { SimulatedOutcome } from '../simulations.ts'
import { fastForward, simulate } from './sandbox.ts'

onBothDatabases('the sandbox', () => {
  describe('the sandbox', () => {
    const forward = (byMs: number) => fastForward(shell, { accountId, byMs, ...as('user') })
    const simulated = (order: Order, outcome: SimulatedOutcome) =>
      simulate(
        { shell, press: pressWith() },
        { accountId, customerOrderId: order.customerOrderId, outcome, ...as('user') },
      )
    const settle = async () => {
      while ((await endHoldsNow()) + (await stepNow()) > 0);
    }

    it('an order is accepted at once and ships when it is due', async () => {
      const order = await printing({ mode: 'sandbox' })
      const job = await jobOf(order)
      assert.deepEqual([job.printer, job.status], ['simulator', 'ACCEPTED'])
      clock.set(instant(`${job.dueDate}T20:59:59Z`))
      await settle()
      assert.equal((await again(order)).status, 'PRINTING')
      clock.set(instant(`${job.dueDate}T21:00:00Z`))
      await settle()
      const done = await again(order)
      assert.equal(done.status, 'SHIPPED')
      assert.match(done.state.shipmentTracking[0]!.masterTrackingNumber, /^SIM/)
    })

    it('an order on hold goes on, or ends, as its owner plays support', async () => {
      const resumed = await printing({ mode: 'sandbox' })
      await simulated(resumed, 'problem')
      assert.equal((await again(resumed)).status, 'EXCEPTION')
      await simulated(resumed, 'resumed')
      assert.equal((await again(resumed)).status, 'PRINTING')
      await assert.rejects(simulated(resumed, 'resumed'), refusedAs('wrong_state'))

      const checked = await printing({ mode: 'sandbox' })
      await simulated(checked, 'problem')
      await simulated(checked, 'revalidated')
      assert.equal((await again(checked)).status, 'VALIDATING')

      const abandoned = await printing({ mode: 'sandbox' })
      await simulated(abandoned, 'problem')
      await simulated(abandoned, 'abandoned')
      assert.equal((await again(abandoned)).status, 'CANCELLED')
    })

    it('support is played for sandbox orders only', async () => {
      const real = await printing()
      await assert.rejects(simulated(real, 'abandoned'), refusedAs('order_not_found'))
      assert.equal((await again(real)).status, 'PRINTING')
    })

    it('an enterprise order is priced by the simulated printer', async () => {
      const order = await printing({ mode: 'sandbox', billing: 'enterprise' })
      await forward(30 * day)
      await settle()
      const { pricing } = presentOrder(await again(order))
      assert.equal(pricing?.final, true)
      assert.equal(
        pricing?.orderTotal,
        (pricing!.itemsTotal * 100 + pricing!.taxesTotal * 100 + pricing!.shippingTotal! * 100) / 100,
      )
    })

    it('fast-forward ends the hold, and then ships, however it is cut into pieces', async () => {
      const order = await held({ mode: 'sandbox' })
      for (let i = 0; i < 4; i++) {
        assert.equal((await again(order)).status, 'VALID_HOLDING_BIN')
        await forward(hour / 2)
        await settle()
      }
      assert.equal((await again(order)).status, 'PRINTING')
      for (let i = 0; i < 50; i++) await forward(2 * hour)
      await forward(30 * day)
      await settle()
      assert.equal((await again(order)).status, 'SHIPPED')
    })

    it('many small steps come to the same as one large one, whatever the printer says in between', async () => {
      const shippedAfter = async (steps: number) => {
        const order = await printing({ mode: 'sandbox' })
        const dueAt = instant(`${(await jobOf(order)).dueDate}T21:00:00Z`)
        const wholeMs = dueAt.getTime() - clock().getTime() - minute
        for (let i = 0; i < steps; i++) {
          await forward(wholeMs / steps)
          if (i === 0) await simulated(order, 'printed')
          await settle()
        }
        const before = (await again(order)).status
        await forward(minute)
        await settle()
        return [before, (await again(order)).status]
      }
      assert.deepEqual(await shippedAfter(1), ['PRINTING', 'SHIPPED'])
      assert.deepEqual(await shippedAfter(24), ['PRINTING', 'SHIPPED'])
    })

    it('a day that the printer names later is as far ahead as it says', async () => {
      const order = await printing({ mode: 'sandbox' })
      const due = order.state.estimatedShipDate!
      await forward(2 * day)
      await simulated(order, 'delayed')
      const delayed = (await again(order)).state.estimatedShipDate!
      assert.equal(Temporal.PlainDate.from(due).until(delayed).days, 5)
      await forward(instant(`${delayed}T21:00:00Z`).getTime() - clock().getTime() - 2 * day - minute)
      await settle()
      assert.equal((await again(order)).status, 'PRINTING')
      await forward(minute)
      await settle()
      assert.equal((await again(order)).status, 'SHIPPED')
    })

    it('fast-forward leaves production alone, and frees the places of the limit', async () => {
      const real = await held()
      await sql`update order_limits set last_received_at = ${clock()} where account_id = ${accountId}`.execute(
        database.db,
      )
      await forward(day)
      await settle()
      assert.equal((await again(real)).status, 'VALID_HOLDING_BIN')
      const { rows } = await sql<{ mode: string; at: Date }>`
    select mode, last_received_at as at from order_limits where account_id = ${accountId} order by mode`.execute(
        database.db,
      )
      assert.deepEqual(rows, [
        { mode: 'production', at: clock() },
        { mode: 'sandbox', at: later(clock(), -day) },
      ])
    })

    it('fast-forward goes back to 1970 and no further, however often it is asked for', async () => {
      await sql`
        update order_limits set last_received_at = '1970-01-10' where account_id = ${accountId} and mode = 'sandbox'`.execute(
        database.db,
      )
      for (let times = 0; times < 2; times++) await forward(100 * day)
      const { rows } = await sql<{ at: Date }>`
        select last_received_at as at from order_limits where account_id = ${accountId} and mode = 'sandbox'`.execute(
        database.db,
      )
      assert.deepEqual(rows, [{ at: instant(0) }])
    })

    it('a cancellation is granted after a while, or at once by hand', async () => {
      const waiting = await printing({ mode: 'sandbox' })
      await cancel(waiting)
      await settle()
      assert.equal((await again(waiting)).status, 'CANCELLATION_REQUESTED')
      await forward(15 * minute)
      await settle()
      const cancelled = await again(waiting)
      assert.deepEqual([cancelled.status, cancelled.state.payment], ['CANCELLED', 'REFUNDED'])

      const impatient = await printing({ mode: 'sandbox' })
      await cancel(impatient)
      assert.equal((await simulated(impatient, 'cancel_accepted')).status, 'CANCELLED')
    })

    it('a cancellation that is refused by hand leaves an order that ships', async () => {
      const order = await printing({ mode: 'sandbox' })
      await cancel(order)
      assert.equal((await simulated(order, 'cancel_refused')).status, 'PRINTING')
      await settle()
      assert.equal((await again(order)).status, 'PRINTING')
      await forward(30 * day)
      await settle()
      assert.equal((await again(order)).status, 'SHIPPED')
    })

    it('every outcome can be played by hand', async () => {
      const shipping = await printing({ mode: 'sandbox' })
      assert.equal((await simulated(shipping, 'accepted')).status, 'PRINTING')
      assert.equal((await simulated(shipping, 'shipped')).status, 'SHIPPED')
      assert.equal((await simulated(shipping, 'shipped')).status, 'SHIPPED')
      const torn = await printing({ mode: 'sandbox' })
      assert.equal((await simulated(torn, 'problem')).status, 'EXCEPTION')
      await settle()
      await assert.rejects(simulated(torn, 'shipped'), refusedAs('wrong_state'))
    })

    it('an enterprise order is shipped by hand before the printer was even told', async () => {
      const order = await held({ mode: 'sandbox', billing: 'enterprise' })
      await assert.rejects(simulated(order, 'shipped'), refusedAs('wrong_state'))
      pass(holdMs)
      await endHoldsNow()
      assert.equal((await simulated(order, 'shipped')).status, 'SHIPPED')
      await settle()
      assert.deepEqual((await steps(order)).slice(-2), ['accepted', 'shipped'])
    })

    it('a production order cannot be played with', async () => {
      const order = await printing()
      for (const outcome of ['shipped', 'payment_success'] as const) {
        await assert.rejects(simulated(order, outcome), refusedAs('order_not_found'))
      }
    })
  })
})
