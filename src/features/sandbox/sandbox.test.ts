import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { fulfillmentWith } from '../../../test/support/printing.ts'
import {
  accountId,
  as,
  cancel,
  clock,
  database,
  endHoldsNow,
  jobOf,
  newHeldOrder,
  newPrintingOrder,
  onBothDatabases,
  passTime,
  readAgain,
  refusedAs,
  stepNow,
  steps,
  transactor,
} from '../../../test/support/printingScene.ts'
import { day, hour, instant, later, minute } from '../../base/clock.ts'
import { silentLog } from '../../base/log.ts'
import type { Mode } from '../../base/mode.ts'
import { readLimit } from '../../limits/limitStore.ts'
import type { Order } from '../../orders/order.ts'
import { holdingBinMs } from '../../orders/schedule.ts'
import type { OrderOutcome } from '../../orders/simulations.ts'
import { presentOrder } from '../../orders/view/presentOrder.ts'
import { fastForward, simulate } from './sandbox.ts'

onBothDatabases('the sandbox', () => {
  describe('the sandbox', () => {
    const forward = (byMs: number) =>
      fastForward({ transactor, fulfillment: fulfillmentWith(), log: silentLog }, { accountId, byMs, ...as('user') })
    const simulateOutcome = (order: Order, outcome: OrderOutcome) =>
      simulate(
        { transactor, fulfillment: fulfillmentWith() },
        { accountId, customerOrderId: order.customerOrderId, outcome, ...as('user') },
      )
    const settle = async () => {
      while ((await endHoldsNow()) + (await stepNow()) > 0);
    }

    it('a sandbox order is accepted at once and ships when it is due', async () => {
      const order = await newPrintingOrder({ mode: 'sandbox' })
      const job = await jobOf(order)
      assert.deepEqual([job.printer, job.status], ['simulator', 'ACCEPTED'])
      clock.set(instant(`${job.dueDate}T20:59:59Z`))
      await settle()
      assert.equal((await readAgain(order)).status, 'PRINTING')
      clock.set(instant(`${job.dueDate}T21:00:00Z`))
      await settle()
      const done = await readAgain(order)
      assert.equal(done.status, 'SHIPPED')
      assert.match(done.state.shipmentTracking[0]!.masterTrackingNumber, /^SIM/)
    })

    it('a sandbox order on hold is resumed, rechecked or canceled as its owner plays support', async () => {
      const resumed = await newPrintingOrder({ mode: 'sandbox' })
      await simulateOutcome(resumed, 'problem')
      assert.equal((await readAgain(resumed)).status, 'EXCEPTION')
      await simulateOutcome(resumed, 'resumed')
      assert.equal((await readAgain(resumed)).status, 'PRINTING')
      await assert.rejects(simulateOutcome(resumed, 'resumed'), refusedAs('wrong_state'))

      const checked = await newPrintingOrder({ mode: 'sandbox' })
      await simulateOutcome(checked, 'problem')
      await simulateOutcome(checked, 'revalidated')
      assert.equal((await readAgain(checked)).status, 'VALIDATING')

      const abandoned = await newPrintingOrder({ mode: 'sandbox' })
      await simulateOutcome(abandoned, 'problem')
      await simulateOutcome(abandoned, 'abandoned')
      assert.equal((await readAgain(abandoned)).status, 'CANCELLED')
    })

    it('support can be simulated only for sandbox orders', async () => {
      const real = await newPrintingOrder()
      await assert.rejects(simulateOutcome(real, 'abandoned'), refusedAs('order_not_found'))
      assert.equal((await readAgain(real)).status, 'PRINTING')
    })

    it('a sandbox order of an enterprise account is priced by the simulated printer', async () => {
      const order = await newPrintingOrder({ mode: 'sandbox', billing: 'enterprise' })
      await forward(30 * day)
      await settle()
      const { pricing } = presentOrder(await readAgain(order))
      assert.equal(pricing?.final, true)
      assert.equal(
        pricing?.orderTotal,
        (pricing!.itemsTotal * 100 + pricing!.taxesTotal * 100 + pricing!.shippingTotal! * 100) / 100,
      )
    })

    it('fast-forward ends the holding bin, and then ships, in any number of steps', async () => {
      const order = await newHeldOrder({ mode: 'sandbox' })
      for (let i = 0; i < 4; i++) {
        assert.equal((await readAgain(order)).status, 'VALID_HOLDING_BIN')
        await forward(hour / 2)
        await settle()
      }
      assert.equal((await readAgain(order)).status, 'PRINTING')
      for (let i = 0; i < 50; i++) await forward(2 * hour)
      await forward(30 * day)
      await settle()
      assert.equal((await readAgain(order)).status, 'SHIPPED')
    })

    it('two fast-forwards in a row pass the hold and the print, before any sweep has run or the printer has the job', async () => {
      const order = await newHeldOrder({ mode: 'sandbox' })
      await forward(2 * hour)
      assert.equal((await readAgain(order)).status, 'VALID_HOLDING_BIN')
      await forward(30 * day)
      assert.equal((await readAgain(order)).status, 'PRINTING')
      assert.equal((await jobOf(order)).status, 'NEW')
      await settle()
      assert.equal((await readAgain(order)).status, 'SHIPPED')
      assert.deepEqual((await steps(order)).slice(-5), ['hold_ended', 'handed_over', 'accepted', 'printed', 'shipped'])
    })

    it('a fast-forward that only ends the hold is not counted for the print', async () => {
      const order = await newHeldOrder({ mode: 'sandbox' })
      await forward(30 * day)
      await forward(hour)
      await settle()
      assert.equal((await readAgain(order)).status, 'PRINTING')
      assert.equal((await jobOf(order)).forwardedMs, hour)
    })

    it('many small fast-forwards have the same effect as a large fast-forward, for any printer messages in between', async () => {
      const shippedAfter = async (steps: number) => {
        const order = await newPrintingOrder({ mode: 'sandbox' })
        const dueAt = instant(`${(await jobOf(order)).dueDate}T21:00:00Z`)
        const wholeMs = dueAt.getTime() - clock().getTime() - minute
        for (let i = 0; i < steps; i++) {
          await forward(wholeMs / steps)
          if (i === 0) await simulateOutcome(order, 'printed')
          await settle()
        }
        const before = (await readAgain(order)).status
        await forward(minute)
        await settle()
        return [before, (await readAgain(order)).status]
      }
      assert.deepEqual(await shippedAfter(1), ['PRINTING', 'SHIPPED'])
      assert.deepEqual(await shippedAfter(24), ['PRINTING', 'SHIPPED'])
    })

    it('a later ship date that the simulated printer reports is not moved by earlier fast-forwards', async () => {
      const order = await newPrintingOrder({ mode: 'sandbox' })
      const due = order.state.estimatedShipDate!
      await forward(2 * day)
      await simulateOutcome(order, 'delayed')
      const delayed = (await readAgain(order)).state.estimatedShipDate!
      assert.equal(Temporal.PlainDate.from(due).until(delayed).days, 5)
      await forward(instant(`${delayed}T21:00:00Z`).getTime() - clock().getTime() - 2 * day - minute)
      await settle()
      assert.equal((await readAgain(order)).status, 'PRINTING')
      await forward(minute)
      await settle()
      assert.equal((await readAgain(order)).status, 'SHIPPED')
    })

    it('fast-forward leaves production alone, and frees the slots of the limit', async () => {
      const real = await newHeldOrder()
      await sql`update order_limits set last_received_at = ${clock()} where account_id = ${accountId}`.execute(
        database.db,
      )
      const lastReceivedIn = async (mode: Mode) =>
        (await readLimit(database.db, { accountId, mode }, clock())).lastReceivedAt!
      const before = await lastReceivedIn('sandbox')
      await forward(day)
      await settle()
      assert.equal((await readAgain(real)).status, 'VALID_HOLDING_BIN')
      assert.deepEqual(await lastReceivedIn('production'), clock())
      assert.deepEqual(await lastReceivedIn('sandbox'), later(before, -day))
    })

    it('fast-forward moves due times back to 1970 and no further', async () => {
      const order = await newHeldOrder({ mode: 'sandbox' })
      await forward(60 * 366 * day)
      assert.deepEqual((await readAgain(order)).dueAt, instant(0))
    })

    it('the simulated printer accepts a cancellation after a while, or at once on request', async () => {
      const waiting = await newPrintingOrder({ mode: 'sandbox' })
      await cancel(waiting)
      await settle()
      assert.equal((await readAgain(waiting)).status, 'CANCELLATION_REQUESTED')
      await forward(15 * minute)
      await settle()
      const cancelled = await readAgain(waiting)
      assert.deepEqual([cancelled.status, cancelled.state.payment], ['CANCELLED', 'REFUNDED'])

      const impatient = await newPrintingOrder({ mode: 'sandbox' })
      await cancel(impatient)
      assert.equal((await simulateOutcome(impatient, 'cancel_accepted')).status, 'CANCELLED')
    })

    it('a sandbox order ships after a simulated refusal of its cancellation', async () => {
      const order = await newPrintingOrder({ mode: 'sandbox' })
      await cancel(order)
      assert.equal((await simulateOutcome(order, 'cancel_refused')).status, 'PRINTING')
      await settle()
      assert.equal((await readAgain(order)).status, 'PRINTING')
      await forward(30 * day)
      await settle()
      assert.equal((await readAgain(order)).status, 'SHIPPED')
    })

    it('outcomes are simulated as far as the status of the order allows', async () => {
      const shipping = await newPrintingOrder({ mode: 'sandbox' })
      assert.equal((await simulateOutcome(shipping, 'accepted')).status, 'PRINTING')
      assert.equal((await simulateOutcome(shipping, 'shipped')).status, 'SHIPPED')
      for (const outcome of ['shipped', 'split_shipment'] as const)
        await assert.rejects(simulateOutcome(shipping, outcome), refusedAs('wrong_state'))
      const torn = await newPrintingOrder({ mode: 'sandbox' })
      assert.equal((await simulateOutcome(torn, 'problem')).status, 'EXCEPTION')
      await settle()
      await assert.rejects(simulateOutcome(torn, 'shipped'), refusedAs('wrong_state'))
    })

    it('a sandbox order of an enterprise account can be shipped before its printer got the job', async () => {
      const order = await newHeldOrder({ mode: 'sandbox', billing: 'enterprise' })
      await assert.rejects(simulateOutcome(order, 'shipped'), refusedAs('wrong_state'))
      passTime(holdingBinMs)
      await endHoldsNow()
      assert.equal((await simulateOutcome(order, 'shipped')).status, 'SHIPPED')
      await settle()
      assert.deepEqual((await steps(order)).slice(-2), ['accepted', 'shipped'])
    })

    it('no outcome can be simulated for a production order', async () => {
      const order = await newPrintingOrder()
      for (const outcome of ['shipped', 'payment_success'] as const) {
        await assert.rejects(simulateOutcome(order, outcome), refusedAs('order_not_found'))
      }
    })
  })
})
