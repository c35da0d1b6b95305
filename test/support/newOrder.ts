// A new order for tests that skip the HTTP interface: admitted and charged, with default values for all other fields.

import type { Order } from '../../src/orders/order.ts'
import type { Opening, UnitOfWork } from '../../src/orders/transition.ts'

type Options = Pick<Order, 'accountId' | 'mode'> & Partial<Opening['order']>

export function openingOf({ newId, now }: Pick<UnitOfWork, 'newId' | 'now'>, options: Options): Opening {
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
      operatorVersion: 1,
      createdAt: now,
      ...options,
    },
  }
}
