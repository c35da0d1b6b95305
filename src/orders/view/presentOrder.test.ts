import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { instant } from '../../base/clock.ts'
import { OrderObject } from '../../http/objects/order.ts'
import { orderJson } from '../../http/objects/orderJson.ts'
import { allStatuses } from '../lifecycle.ts'
import type { Billing, Order, OrderRequest, OrderState, PaymentStatus } from '../order.ts'
import { presentOrder, presentStored } from './presentOrder.ts'

const ajv = new Ajv({ strict: false })
addFormats.default(ajv)
const matchesSchema = ajv.compile(OrderObject)

// Texts that a customer may write, also texts that look like a part of the stored JSON.
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom(
    ...[
      '","shippingClassification":"rush',
      '\\',
      '\\"',
      '"',
      '{"shippingClassification":"rush"}',
      '\n\u0001\u2028',
      '}',
    ],
  ),
)
const cents = fc.oneof(fc.constantFrom(0, 1, 29, 1615, 1e11 + 1), fc.nat(1_000_000))
const day = fc.constantFrom('2026-03-01', '2028-02-29')
const problem = fc.record({ pointer: text, code: text, detail: text })
const parcel = fc.record({ trackingNumber: text, altTrackingNumber: text, trackingUrl: text })
const request: fc.Arbitrary<OrderRequest> = fc.record(
  {
    payload: text,
    webhookUrl: text,
    currency: fc.constant('USD'),
    shippingClassification: text,
    destination: fc.record(
      { name: text, address1: text, city: text, postal: text, country: text, company: text, phone: text },
      { requiredKeys: ['name', 'address1', 'city', 'postal', 'country'] },
    ),
    orderItems: fc.array(
      fc.record(
        { sku: text, quantity: fc.nat(), retailPrice: text, product: fc.record({ coverUrl: text }) },
        { requiredKeys: ['sku', 'quantity'] },
      ),
      { maxLength: 3 },
    ),
  },
  { requiredKeys: ['currency', 'shippingClassification', 'destination', 'orderItems'] },
)
const state: fc.Arbitrary<OrderState> = fc.record(
  {
    pricing: fc.option(
      fc.record(
        {
          itemsCents: cents,
          fulfillmentCents: fc.option(cents),
          shippingCents: fc.option(cents),
          taxesCents: cents,
          orderCents: fc.option(cents),
          final: fc.boolean(),
          taxes: fc.array(
            fc.record({ jurisdiction: text, kind: text, rate: fc.constantFrom(0.04, 0.09975), taxCents: cents }),
          ),
        },
        { requiredKeys: ['itemsCents', 'fulfillmentCents', 'shippingCents', 'taxesCents', 'orderCents', 'final'] },
      ),
    ),
    payment: fc.constantFrom<PaymentStatus>('NOT_DUE', 'PENDING', 'SUCCEEDED', 'FAILED', 'REFUNDED', 'NOT_CHARGED'),
    refundedCents: cents,
    shipmentTracking: fc.array(
      fc.record({
        masterTrackingNumber: text,
        carrier: text,
        shippedAt: fc.constant('2026-03-02T10:00:00.000Z'),
        packages: fc.array(parcel, { maxLength: 2 }),
      }),
      { maxLength: 2 },
    ),
    estimatedShipDate: fc.option(day),
    estimatedDelivery: fc.option(fc.record({ earliest: day, latest: day })),
    errors: fc.array(problem, { maxLength: 2 }),
    warnings: fc.array(problem, { maxLength: 2 }),
  },
  {
    requiredKeys: [
      'pricing',
      'payment',
      'shipmentTracking',
      'estimatedShipDate',
      'estimatedDelivery',
      'errors',
      'warnings',
    ],
  },
)
const order: fc.Arbitrary<Order> = fc.record({
  accountId: fc.constant('acc'),
  mode: fc.constantFrom('sandbox', 'production'),
  orderId: fc.constant('ord'),
  customerOrderId: text,
  orderNumber: fc.constant('1042'),
  status: fc.constantFrom(...allStatuses),
  billing: fc.constantFrom<Billing>('charged', 'enterprise', 'reprint'),
  request,
  books: fc.constant([]),
  webhookUrl: fc.constant(null),
  state,
  sequence: fc.constant(1),
  receivedNumber: fc.constant(null),
  receivedAt: fc.constant(null),
  dueAt: fc.constant(null),
  attempts: fc.constant(0),
  triesFrom: fc.constant(null),
  chargeCents: fc.constant(null),
  reprintOf: fc.option(text),
  operatorVersion: fc.constant(1),
  recipientErasedAt: fc.option(fc.constant(instant('2026-04-01T10:00:00Z'))),
  createdAt: fc.constant(instant('2026-03-01T10:00:00Z')),
  updatedAt: fc.constant(instant('2026-03-01T10:00:00.120Z')),
})

describe('the order object', () => {
  it('an order object is written from the stored texts, has all fields, and matches its schema', () => {
    fc.assert(
      fc.property(order, sample => {
        const texts = { request: JSON.stringify(sample.request), state: JSON.stringify(sample.state) }
        const json = orderJson(presentStored({ ...sample, ...texts }))
        assert.deepEqual(JSON.parse(json), JSON.parse(JSON.stringify(presentOrder(sample))))
        assert.ok(matchesSchema(JSON.parse(json)), JSON.stringify(matchesSchema.errors))
      }),
    )
  })
})
