// Printers and orders before printing, for tests.

import { day, hour, instant, later, monthEnd } from '../../src/base/clock.ts'
import type { Mode } from '../../src/base/mode.ts'
import type { Catalog } from '../../src/catalog/catalog.ts'
import type { Fulfillment } from '../../src/features/printing/fulfillment.ts'
import { ticketMaker } from '../../src/features/printing/makeTicket.ts'
import { workingDays } from '../../src/features/printing/routeOrders.ts'
import type { Billing, Order } from '../../src/orders/order.ts'
import { type LockedOrder, lockOrders } from '../../src/orders/orderStore.ts'
import { type Transactor, transact } from '../../src/orders/transact.ts'
import { openOrders, transition } from '../../src/orders/transition.ts'
import { pressDesk } from '../../src/printer/pressDesk.ts'
import type { BookSpecification, Printer, Printers } from '../../src/printer/printer.ts'
import type { PrinterConfig } from '../../src/printer/printerConfig.ts'
import type { PrinterRule } from '../../src/printer/routing.ts'
import { simulatedPrinter } from '../../src/printer/simulator.ts'
import type { ShippingTables } from '../../src/shipping/shipping.ts'
import { openingOf } from './newOrder.ts'
import { onlyVersion, operator } from './orderRules.ts'

/** Every order takes four days, without a calendar. */
export const estimateDates = (_order: Order, at: Date) => ({
  estimatedShipDate: later(at, 4 * day)
    .toISOString()
    .slice(0, 10),
  estimatedDelivery: null,
})

/** A printer that makes everything, like the service's printer without printers.json. */
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

/** The service's printers, with a test's own desk, rules or more printers. */
export const fulfillmentWith = (
  desk: Printer = pressDesk(),
  changes: Partial<PrinterConfig> = {},
  morePrinters: Printers = {},
): Fulfillment => {
  const printerConfig = {
    printers: [plainRule],
    agesMs: { submission: 2 * hour, acceptance: 2 * day, shipping: day, cancellation: 8 * hour },
    rerouteAfterMs: null,
    staffEmail: null,
    ...changes,
  }
  return {
    printers: { ...morePrinters, desk, simulator: simulatedPrinter() },
    estimateDates,
    estimateDelivery: (_order, shipDate) => ({ earliest: shipDate, latest: shipDate }),
    shipByOf: (_order, shipDate) => `${shipDate}T23:59:59Z`,
    shipDayOf: (_order, at) => at.toISOString().slice(0, 10),
    marginOf: () => null,
    orderPageOf: ({ customerOrderId }) => `https://octavo.example/dashboard/production/orders/${customerOrderId}`,
    readerPageOf: ({ orderId }) => `https://octavo.example/track/${orderId}`,
    monthEnd: at => monthEnd(at, 'UTC'),
    makeTicket: ticketMaker(onlyVersion({ ...operator, catalog, shipping: { shipFrom } as ShippingTables })),
    days: workingDays(() => null),
    daysOf: () => workingDays(() => null),
    printerConfig,
    overdueRules: { ...printerConfig, dayEnd: date => later(instant(date), day) },
  }
}

const shipFrom = { name: 'Press', address1: '1 Row', city: 'Rochester', state: 'NY', postal: '14604', country: 'US' }
/** Every SKU of these tests is the first book of the sample. */
const catalog: Catalog = { ...operator.catalog, get: () => operator.catalog.list()[0] }
/** The specification of that book with 200 pages. */
export const printedBook: BookSpecification = {
  name: 'Pocket paperback',
  size: '4.25 x 6.875 in',
  cover: 'paperback',
  paperType: '60 lb uncoated cream',
  textColor: 'black and white',
  bleed: true,
  binding: 'soft',
  trim: { widthInches: 4.25, heightInches: 6.875 },
  page: { widthInches: 4.5, heightInches: 7.125 },
  coverSheet: { widthInches: 9.25, heightInches: 7.125 },
  finishedCover: { widthInches: 9, heightInches: 6.875 },
  bleedInches: 0.125,
  wrapInches: 0.125,
  hingeInches: 0,
  spineInches: 0.5,
  board: null,
  colors: { pages: '1/1', cover: '4/0' },
  papers: {
    pages: {
      stock: '60 lb uncoated cream',
      weightGsm: 89,
      thicknessInches: null,
      coating: 'none',
      color: 'cream',
      isoSubstrate: 'PS5',
      printStandard: null,
    },
    cover: {
      stock: '10 pt C1S',
      weightGsm: 236,
      thicknessInches: 0.01,
      coating: 'gloss',
      backCoating: 'none',
      isoSubstrate: 'PS1',
      printStandard: 'GRACoL2006_Coated1',
    },
  },
  lamination: 'gloss',
  sheets: 100,
  signatures: null,
  copyGrams: 180,
}

type Options = { customerOrderId?: string; mode?: Mode; billing?: Billing; paid?: boolean }

/** Brings an order of two copies of one book, to Oregon, through its first steps into the holding bin. */
export async function heldOrder(
  { transactor, accountId, now }: { transactor: Transactor; accountId: string; now: Date },
  { customerOrderId, mode = 'production', billing = 'charged', paid = true }: Options = {},
): Promise<Order> {
  const orderId = transactor.newId('ord')
  return transact(transactor, { now, actor: 'test' }, async work => {
    const fields: Parameters<typeof openingOf>[1] = {
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
    const { on, actor, order: opened } = openingOf(work, fields)
    const state = { ...opened.state, payment: billing === 'charged' ? ('PENDING' as const) : ('NOT_CHARGED' as const) }
    await openOrders(work, [{ on, actor, order: { ...opened, state } }])
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

/** Of a world in which no order is old. */
export const noArchive = { read: async () => undefined }
