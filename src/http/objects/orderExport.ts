// The columns of an export of a customer's orders.

import type { PublicOrder } from '../../orders/view/presentOrder.ts'
import type { ExportColumns } from '../lists/listExport.ts'

export const orderExportColumns: ExportColumns<PublicOrder> = {
  customerOrderId: order => order.customerOrderId,
  orderNumber: order => order.orderNumber,
  status: order => order.status,
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
  estimatedShipDate: order => order.estimatedShipDate,
  promisedShipDate: order => order.promisedShipDate,
  shippedAt: order => order.shipmentTracking[0]?.shippedAt ?? null,
  createdAt: order => order.createdAt,
  updatedAt: order => order.updatedAt,
}

/** Each once: many shipments of one parcel have its number as their master number, and others have no master number. */
const trackingNumbersOf = ({ shipmentTracking }: PublicOrder): string[] => {
  const numbers = shipmentTracking.flatMap(({ masterTrackingNumber, packages }) => [
    masterTrackingNumber,
    ...packages.map(({ trackingNumber }) => trackingNumber),
  ])
  return [...new Set(numbers)].filter(number => number !== '')
}
