// Orders as lines for people.

import type { Order } from '../typescript/index.ts'

export const orderLine = ({ customerOrderId, status, errors }: Order): string =>
  [`${customerOrderId}  ${status}`, ...errors.map(({ code, detail }) => `  ${code}: ${detail}`)].join('\n')

/** An order as a person reads it; `--json` has every field. */
export function orderText(order: Order): string {
  const {
    destination,
    orderItems,
    selectedShipping,
    pricing,
    paymentInfo,
    shipmentTracking,
    delivery = [],
    actions,
  } = order
  const { name, city, state, postal, country } = destination
  const rows: [string, string | null | undefined][] = [
    ['created', order.createdAt],
    ['to', [name, city, state, postal, country].filter(Boolean).join(', ')],
    ['items', orderItems.map(({ quantity, sku }) => `${quantity} × ${sku}`).join(', ')],
    ['shipping', [order.shippingClassification, priceText(selectedShipping.price)].filter(Boolean).join(', ')],
    ['total', priceText(pricing?.orderTotal)],
    ['payment', paymentInfo.status],
    [
      'parcels',
      shipmentTracking.map(({ carrier, masterTrackingNumber }) => `${carrier} ${masterTrackingNumber}`).join(', '),
    ],
    ['delivery', delivery.map(({ trackingNumber, status, at }) => `${trackingNumber} ${status} ${at}`).join(', ')],
    ['you may', actions.join(', ')],
  ]
  const shown = rows.filter(([, value]) => value)
  return [orderLine(order), ...shown.map(([label, value]) => `  ${label.padEnd(9)} ${value}`)].join('\n')
}

const priceText = (price: number | null | undefined) => (typeof price === 'number' ? `$${price.toFixed(2)}` : null)
