// Orders on their way to the printer, for tests.

import { day, later } from '../src/base/clock.ts'
import type { Billing, Mode, Order } from '../src/orders/order.ts'
import type { Press } from '../src/orders/print.ts'
import { type LockedOrder, lockOrders } from '../src/orders/store.ts'
import { open, transition } from '../src/orders/transition.ts'
import { inOneWork, type Shell } from '../src/orders/work.ts'
import { pressDesk } from '../src/printer/desk.ts'
import type { Printer } from '../src/printer/printer.ts'
import { simulatedPrinter } from '../src/printer/simulator.ts'

/** Four days of making, whatever the calendar says. */
export const whenShipped = (_order: Order, at: Date) => ({
  estimatedShipDate: later(at, 4 * day)
    .toISOString()
    .slice(0, 10),
  estimatedDelivery: null,
})

/** The adapters of the service, with another desk where a test wants one. */
export const pressWith = (desk: Printer = pressDesk()): Press => ({
  printers: { desk, simulator: simulatedPrinter() },
  whenShipped,
  whenDelivered: (_order, shipDate) => ({ earliest: shipDate, latest: shipDate }),
})

type Options = { customerOrderId?: string; mode?: Mode; billing?: Billing; paid?: boolean }

/** An order in the holding bin, by way of the steps before it: two copies of one book to Oregon. */
export async function heldOrder(
  { shell, accountId, now }: { shell: Shell; accountId: string; now: Date },
  { customerOrderId, mode = 'production', billing = 'charged', paid = true }: Options = {},
): Promise<Order> {
  const orderId = shell.newId('ord')
  return inOneWork(shell, { now, actor: 'test' }, async work => {
    await open(work, [
      {
        on: 'admitted',
        actor: 'test',
        order: {
          accountId,
          mode,
          orderId,
          customerOrderId: customerOrderId ?? orderId,
          billing,
          request: {
            currency: 'USD',
            shippingClassification: 'standard',
            webhookUrl: 'https://hooks.example/o',
            destination: {
              name: 'Ann',
              address1: '1 Main St',
              city: 'Salem',
              state: 'OR',
              postal: '97301',
              country: 'US',
            },
            orderItems: [{ sku: 'NOVEL', quantity: 2, retailPrice: '19.99' }],
          },
          books: [
            { manufacturingSku: 'PB-6X9', pageCount: 200, coverUrl: 'https://files.example/c.pdf', gutsUrl: null },
          ],
          webhookUrl: 'https://hooks.example/o',
          state: {
            pricing: null,
            payment: billing === 'charged' ? 'PENDING' : 'NOT_CHARGED',
            shipmentTracking: [],
            estimatedShipDate: null,
            estimatedDelivery: null,
            errors: [],
            warnings: [],
          },
          receivedNumber: null,
          receivedAt: null,
          chargeCents: null,
          reprintOf: null,
          createdAt: now,
        },
      },
    ])
    const [received] = await lockOrders(work.tx, [{ accountId, mode, orderId }])
    const [checking] = await transition(work, [{ order: received!, on: 'validation_started' }])
    const [order] = await transition(work, [
      {
        order: checking as LockedOrder,
        on: 'validated_unbilled',
        changes: paid && billing === 'charged' ? { state: { payment: 'SUCCEEDED' } } : {},
      },
    ])
    return order!
  })
}
