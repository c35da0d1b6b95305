// Orders on their way to the printer, for tests.

import { day, hour, later } from '../src/base/clock.ts'
import type { Mode } from '../src/base/mode.ts'
import type { Catalog } from '../src/catalog/catalog.ts'
import type { Billing, Order } from '../src/orders/order.ts'
import type { Press } from '../src/orders/printing/print.ts'
import { workingDays } from '../src/orders/printing/routes.ts'
import { ticketsOf } from '../src/orders/printing/ticket.ts'
import { type LockedOrder, lockOrders } from '../src/orders/store.ts'
import { open, transition } from '../src/orders/transition.ts'
import { inOneWork, type Shell } from '../src/orders/work.ts'
import { pressDesk } from '../src/printer/desk.ts'
import type { Printer, Printers } from '../src/printer/printer.ts'
import type { PrinterRule } from '../src/printer/routing.ts'
import type { Shop } from '../src/printer/shop.ts'
import { simulatedPrinter } from '../src/printer/simulator.ts'
import type { ShippingTables } from '../src/shipping/shipping.ts'
import { openingOf } from './opening.ts'

/** Four days of making, whatever the calendar says. */
export const whenShipped = (_order: Order, at: Date) => ({
  estimatedShipDate: later(at, 4 * day)
    .toISOString()
    .slice(0, 10),
  estimatedDelivery: null,
})

/** One desk that makes everything, as without printers.json. */
export const plainRule: PrinterRule = {
  name: 'desk',
  adapter: 'desk',
  makes: ['*'],
  shipsTo: ['*'],
  copiesPerDay: null,
  cutOff: { hour: 24, timeZone: 'UTC' },
  priority: 1,
  settings: {},
}

/** Printers as the service has them, with other desks or other rules where a test wants them. */
export const pressWith = (desk: Printer = pressDesk(), shop: Partial<Shop> = {}, others: Printers = {}): Press => ({
  printers: { ...others, desk, simulator: simulatedPrinter() },
  whenShipped,
  whenDelivered: (_order, shipDate) => ({ earliest: shipDate, latest: shipDate }),
  leavingDay: at => at.toISOString().slice(0, 10),
  ticketFor: ticketsOf({ catalog, shipping: { shipFrom } as ShippingTables }),
  days: workingDays(() => null),
  shop: {
    printers: [plainRule],
    agesMs: { submission: 2 * hour, acceptance: 2 * day, shipping: day, cancellation: 8 * hour },
    rerouteAfterMs: null,
    staffEmail: null,
    ...shop,
  },
})

const shipFrom = { name: 'Press', address1: '1 Row', city: 'Rochester', state: 'NY', postal: '14604', country: 'US' }
/** The books of these tests are in no catalogue. */
const catalog = { get: () => undefined } as unknown as Catalog

type Options = { customerOrderId?: string; mode?: Mode; billing?: Billing; paid?: boolean }

/** An order in the holding bin, by way of the steps before it: two copies of one book to Oregon. */
export async function heldOrder(
  { shell, accountId, now }: { shell: Shell; accountId: string; now: Date },
  { customerOrderId, mode = 'production', billing = 'charged', paid = true }: Options = {},
): Promise<Order> {
  const orderId = shell.newId('ord')
  return inOneWork(shell, { now, actor: 'test' }, async work => {
    const given: Parameters<typeof openingOf>[1] = {
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
      books: [{ manufacturingSku: 'PB-6X9', pageCount: 200, coverUrl: 'https://files.example/c.pdf', gutsUrl: null }],
      webhookUrl: 'https://hooks.example/o',
    }
    const { on, actor, order: opened } = openingOf(work, given)
    const state = { ...opened.state, payment: billing === 'charged' ? ('PENDING' as const) : ('NOT_CHARGED' as const) }
    await open(work, [{ on, actor, order: { ...opened, state } }])
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
