// A new order for tests that skip the HTTP interface: admitted, charged, with nothing known about it except what is
// given.

import type { Order } from '../src/orders/order.ts'
import type { Opening, Work } from '../src/orders/transition.ts'

type Given = Pick<Order, 'accountId' | 'mode'> & Partial<Opening['order']>

export function openingOf({ newId, now }: Pick<Work, 'newId' | 'now'>, given: Given): Opening {
  const orderId = newId('ord')
  return {
    on: 'admitted',
    actor: 'test',
    order: {
      orderId,
      customerOrderId: orderId,
      billing: 'charged',
      request: {
        currency: 'USD',
        shippingClassification: 'standard',
        destination: { name: 'A', address1: '1 Way', city: 'Austin', state: 'TX', postal: '73301', country: 'US' },
        orderItems: [
          { sku: 'book', quantity: 3 },
          { sku: 'other', quantity: 1 },
        ],
      },
      books: [],
      webhookUrl: 'https://receiver.example/hook',
      state: {
        pricing: null,
        payment: 'NOT_DUE',
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
      ...given,
    },
  }
}
