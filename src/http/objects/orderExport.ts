// The columns of an export of a customer's orders.

import type { Order } from '../../orders/order.ts'
import { type PublicOrder, presentOrder } from '../../orders/view/presentOrder.ts'
import { type ExportColumns, fieldColumns } from '../lists/listExport.ts'

/** The order object of an export, with the titles of its books, each once. */
export const presentExported = (order: Order) => ({
  ...presentOrder(order),
  bookTitles: [...new Set(order.books.flatMap(({ title }) => title ?? []))],
})

export const orderExportColumns: ExportColumns<ReturnType<typeof presentExported>> = {
  ...fieldColumns('customerOrderId orderNumber status'),
  paymentStatus: order => order.paymentInfo.status,
  recipient: order => order.destination.name,
  city: order => order.destination.city,
  state: order => order.destination.state ?? null,
  country: order => order.destination.country,
  skus: order => [...new Set(order.orderItems.map(({ sku }) => sku))].join(' '),
  copies: order => order.orderItems.reduce((copies, { quantity }) => copies + quantity, 0),
  shippingClassification: order => order.shippingClassification,
  total: order => order.pricing?.orderTotal ?? null,
  trackingNumbers: order => trackingNumbersOf(order).join(' '),
  ...fieldColumns('estimatedShipDate promisedShipDate'),
  shippedAt: order => order.shipmentTracking[0]?.shippedAt ?? null,
  ...fieldColumns('createdAt updatedAt'),
  bookTitles: order => titlesText(order.bookTitles),
}

/** Titles have spaces and commas, unlike SKUs. */
export const titlesText = (titles: readonly string[]): string => titles.join('; ')

/** Each once: many shipments of one parcel have its number as their master number, and others have no master number. */
const trackingNumbersOf = ({ shipmentTracking }: PublicOrder): string[] => {
  const numbers = shipmentTracking.flatMap(({ masterTrackingNumber, packages }) => [
    masterTrackingNumber,
    ...packages.map(({ trackingNumber }) => trackingNumber),
  ])
  return [...new Set(numbers)].filter(number => number !== '')
}
