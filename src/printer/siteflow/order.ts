// A job as an order of HP Site Flow: one item for each book, with a component for its cover and one for its text, and
// one shipment. Site Flow works in millimeters, and fetches the files itself.

import type { PrintJob } from '../printer.ts'

/** A way to ship in Site Flow: a carrier's code and service, or an alias configured there. */
export type SiteFlowCarrier = { code: string; service: string } | { alias: string }

export type OrderSettings = {
  /** The Site Flow account that prints. */
  destination: string
  carriers: Record<string, SiteFlowCarrier>
  returnAddress: boolean
}

type Item = PrintJob['ticket']['items'][number]

export function siteFlowOrder(
  { jobId, dueDate, ticket }: PrintJob,
  { destination, carriers, returnAddress }: OrderSettings,
) {
  const { shipFrom, destination: to, shippingClassification } = ticket
  return {
    destination: { name: destination },
    orderData: {
      // Site Flow refuses a second order with the same number, which makes a repeated submission safe.
      sourceOrderId: jobId,
      purchaseOrderNumber: ticket.customerOrderId,
      items: ticket.items.map((item, i) => itemOf(jobId, item, i)),
      shipments: [
        {
          shipmentIndex: 0,
          shipTo: addressOf(to),
          ...(returnAddress && shipFrom !== undefined ? { returnAddress: addressOf(shipFrom) } : {}),
          carrier: carriers[shippingClassification] ?? { alias: shippingClassification },
          canShipEarly: true,
          ...(dueDate === null ? {} : { shipByDate: dueDate }),
        },
      ],
    },
  }
}

function itemOf(jobId: string, item: Item, index: number) {
  const { files, book } = item
  return {
    sku: item.manufacturingSku,
    sourceItemId: `${jobId}-${index + 1}`,
    quantity: item.quantity,
    shipmentIndex: 0,
    ...(item.itemDescription === null ? {} : { productDescription: item.itemDescription }),
    ...(item.retailPrice === null ? {} : { unitPrice: Number(item.retailPrice) }),
    unitWeight: book.copyGrams,
    components: [
      ...(files.cover === null ? [] : [componentOf('cover', files.cover.url, 1, book.coverSheet)]),
      ...(files.guts === null ? [] : [componentOf('text', files.guts.url, item.pageCount, book.page)]),
    ].map(component => ({
      ...component,
      attributes: { size: book.size, cover: book.cover, colour: book.textColor, binding: book.binding },
    })),
  }
}

const componentOf = (
  code: 'cover' | 'text',
  path: string,
  pages: number,
  size: { widthInches: number; heightInches: number } | undefined,
) => ({
  code,
  path,
  fetch: true,
  pages,
  ...(size === undefined ? {} : { width: millimeters(size.widthInches), height: millimeters(size.heightInches) }),
})

const millimeters = (inches: number): number => Math.round(inches * 25.4 * 100) / 100

const addressOf = (address: PrintJob['ticket']['destination']) => ({
  name: address.name,
  companyName: address.company ?? '',
  address1: address.address1,
  address2: address.address2 ?? '',
  town: address.city,
  state: address.state ?? '',
  postcode: address.postal,
  isoCountry: address.country.toUpperCase(),
  phone: address.phone ?? '',
  email: address.email ?? '',
})
