import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { instant } from '../base/clock.ts'
import { OrderObject } from '../http/customers/orderSchemas.ts'
import { type Status, statuses } from './lifecycle.ts'
import type { Billing, Order, OrderRequest, OrderState, PaymentStatus } from './order.ts'
import { presentJson, presentOrder } from './present.ts'

const ajv = new Ajv({ strict: false })
addFormats.default(ajv)
const fits = ajv.compile(OrderObject)

// Texts as a customer may write them, also such as look like a part of the stored JSON.
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
  status: fc.constantFrom(...(Object.keys(statuses) as Status[])),
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
  recipientForgottenAt: fc.option(fc.constant(instant('2026-04-01T10:00:00Z'))),
  createdAt: fc.constant(instant('2026-03-01T10:00:00Z')),
  updatedAt: fc.constant(instant('2026-03-01T10:00:00.120Z')),
})

describe('the order object', () => {
  it('is the same made of the stored texts as made of their values, and fits its schema', () => {
    fc.assert(
      fc.property(order, one => {
        const json = presentJson({
          ...one,
          requestJson: JSON.stringify(one.request),
          stateJson: JSON.stringify(one.state),
          recipientForgottenAt: one.recipientForgottenAt?.toISOString() ?? null,
          createdAt: one.createdAt.toISOString(),
          updatedAt: one.updatedAt.toISOString(),
        })
        assert.deepEqual(JSON.parse(json), JSON.parse(JSON.stringify(presentOrder(one))))
        assert.ok(fits(JSON.parse(json)), JSON.stringify(fits.errors))
      }),
    )
  })
})
