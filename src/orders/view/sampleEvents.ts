// Sample events for trying a receiver: the body of each kind of event, about an order that does not exist.

import { day, later, second, utcDay } from '../../base/clock.ts'
import type { Mode } from '../../base/mode.ts'
import { webhookBody } from '../../webhooks/request.ts'
import { lifecycle, type Status, type WebhookKind } from '../lifecycle.ts'
import { newOrderDefaults, type OrderState, type PaymentStatus } from '../order.ts'
import type { DeliveryStatus, ParcelDelivery } from '../parcelDelivery.ts'
import { waitingProof } from '../proofRules.ts'
import { present } from './presentOrder.ts'
import { invoiceKind } from './webhookBodies.ts'

const sampleOrderId = 'webhook-test'

/** The event of an invoice that does not exist. */
export function sampleInvoice({ at }: { at: Date }): string {
  const day = utcDay(at).toString()
  const about = { chargeId: 'webhook-test', refundId: null, statement: null, paymentId: null, invoiceNumber: null }
  const data = { kind: 'invoice', number: 1042, ...about, dueOn: day, issuedAt: at, amount: 24.15 }
  return webhookBody({ kind: invoiceKind, at, number: 0 }, JSON.stringify(data))
}

/** The event's sequence is 0, as in every test: no order has such a number. */
export function sampleEvent(kind: WebhookKind, { mode, at }: { mode: Mode; at: Date }): string {
  const order = present(
    {
      customerOrderId: sampleOrderId,
      orderNumber: '1042',
      mode,
      billing: 'charged',
      request: {
        payload: 'A test of your webhook address. This order does not exist.',
        currency: 'USD',
        ...sampleDelivery,
        orderItems: [{ sku: 'SAMPLE-BOOK', quantity: 1, retailPrice: '12.00' }],
      },
      reprintOf: null,
      ...newOrderDefaults,
      createdAt: later(at, -second),
    },
    { status: statusAfter(kind), state: stateAfter(kind, at), updatedAt: at },
  )
  return webhookBody({ kind, at, number: 0 }, JSON.stringify(order))
}

const sampleDelivery = {
  shippingClassification: 'standard',
  destination: {
    name: 'Ada Reader',
    address1: '1 Main Street',
    city: 'Rochester',
    state: 'NY',
    postal: '14604',
    country: 'US',
  },
}

const statusAfter = (kind: WebhookKind): Status => lifecycle.find(({ emits }) => emits === kind)!.to

function stateAfter(kind: WebhookKind, at: Date): OrderState {
  const status = statusAfter(kind)
  const isPlaced = status !== 'FAILED' && status !== 'REJECTED'
  const isDated = isPlaced && status !== 'AWAITING_PROOF'
  return {
    pricing: isPlaced
      ? { itemsCents: 565, fulfillmentCents: 100, shippingCents: 499, taxesCents: 93, orderCents: 1257, final: true }
      : null,
    payment: paymentAfter(kind, status),
    ...(kind === 'OrderRefunded' ? { refundedCents: 1257 } : {}),
    ...(kind === 'OrderChanged' ? { edited: { ...sampleDelivery, shippingClassification: 'expedited' } } : {}),
    shipmentTracking: status === 'SHIPPED' ? [sampleShipment(at)] : [],
    ...(deliveries[kind] === undefined ? {} : { delivery: [sampleParcel(deliveries[kind], at)] }),
    estimatedShipDate: isDated ? utcDay(at).toString() : null,
    estimatedDelivery: null,
    errors:
      status === 'FAILED'
        ? [{ pointer: '/orderItems/0/sku', code: 'unknown_sku', detail: 'You have no product SAMPLE-BOOK.' }]
        : [],
    warnings: kind === 'OrderFilesUnreachable' ? [missingCover] : [],
    ...(status === 'AWAITING_PROOF' ? { proof: waitingProof(sampleFiles, later(at, 30 * day)) } : {}),
  }
}

function paymentAfter(kind: WebhookKind, status: Status): PaymentStatus {
  if (kind === 'OrderPaymentFailed') return 'FAILED'
  if (kind === 'OrderRefunded') return 'REFUNDED'
  if (status === 'VALID_AWAITING_PAYMENT') return 'PENDING'
  return ['QUEUED', 'RECEIVED', 'VALIDATING', 'AWAITING_PROOF', 'FAILED', 'REJECTED', 'CANCELLED'].includes(status)
    ? 'NOT_DUE'
    : 'SUCCEEDED'
}

const missingCover = {
  pointer: '/orderItems/0/product/coverUrl',
  code: 'file_unreachable',
  detail: 'The file could not be fetched: HTTP status 403.',
  file: 'cover' as const,
  got: 'HTTP status 403',
}

/** The carrier's reports about the parcel. */
const deliveries: Partial<Record<WebhookKind, DeliveryStatus>> = {
  OrderDelivered: 'delivered',
  OrderDeliveryProblem: 'attempted',
  OrderReturned: 'returned',
}

const sampleParcel = (status: DeliveryStatus, at: Date): ParcelDelivery => ({
  ...{ trackingNumber: sampleNumber, carrier: 'USPS', status, at: at.toISOString(), description: '' },
  place: { city: 'Rochester', state: 'NY', country: 'US' },
  expectedOn: utcDay(at).toString(),
})

const sampleNumber = '9400100000000000000000'

const sampleFiles = [{ cover: 'a3'.repeat(32), guts: '5c'.repeat(32) }]

const sampleShipment = (at: Date) => ({
  masterTrackingNumber: sampleNumber,
  carrier: 'USPS',
  shippedAt: at.toISOString(),
  packages: [{ trackingNumber: sampleNumber, altTrackingNumber: '', trackingUrl: '' }],
})
