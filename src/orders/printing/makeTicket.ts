// The ticket of a print job: everything that a printer needs to make and send an order, from the customer's request and
// the catalog. It is made once, at the hand-over, so that a later change of the catalog changes no job.

import { centsOf, dollarsText } from '../../base/money.ts'
import { type ManufacturingSku, weightGrams } from '../../catalog/catalog.ts'
import { coverSize, pageSize, spineInches } from '../../catalog/geometry.ts'
import type { BookSpecification, Ticket, TicketItem } from '../../printer/printer.ts'
import { needsCustoms, resolveDestination } from '../../shipping/destination.ts'
import type { OperatorVersions } from '../core/operatorData.ts'
import type { Book, Order, OrderRequest } from '../core/order.ts'

/** `contactPhone` is the customer's number, for a recipient without a number. */
export type MakeTicket = (
  order: Pick<Order, 'customerOrderId' | 'request' | 'books' | 'operatorVersion'>,
  contactPhone?: string | undefined,
) => Ticket

export const ticketMaker =
  (versions: OperatorVersions): MakeTicket =>
  ({ customerOrderId, request, books, operatorVersion }, contactPhone) => {
    const { catalog, shipping } = versions.byNumber(operatorVersion)
    const items = request.orderItems.map(({ sku, quantity, itemDescription, retailPrice }, i): TicketItem => {
      const book = books[i]!
      return {
        sku,
        manufacturingSku: book.manufacturingSku,
        quantity,
        pageCount: book.pageCount,
        files: { cover: fileAt(book.coverUrl, book.coverSha256), guts: fileAt(book.gutsUrl, book.gutsSha256) },
        itemDescription: itemDescription ?? null,
        retailPrice: retailPrice ?? null,
        book: specificationOf(catalog.get(book.manufacturingSku)!, book),
      }
    })
    const region = resolveDestination(request.destination)
    return {
      customerOrderId,
      destination: withPhone(request.destination, contactPhone),
      shippingClassification: request.shippingClassification,
      items,
      shipFrom: shipping.shipFrom,
      customs:
        region === null || !needsCustoms(region)
          ? null
          : {
              terms: region.country === 'CA' ? 'DAP' : null,
              originCountry: shipping.shipFrom.country,
              value: customsValue(items),
              weightGrams: items.reduce((sum, { book, quantity }) => sum + book.copyGrams * quantity, 0),
            },
    }
  }

const withPhone = (to: OrderRequest['destination'], contactPhone: string | undefined): OrderRequest['destination'] =>
  contactPhone === undefined || (to.phone ?? '').trim() !== '' ? to : { ...to, phone: contactPhone }

/** A file by its address and checked bytes. An uploaded file has no address, only stored bytes. */
function fileAt(url: string | null, sha256: string | null = null) {
  if (url === null && sha256 === null) return null
  return { url: url ?? `urn:sha256:${sha256}`, sha256 }
}

function specificationOf(sku: ManufacturingSku, { pageCount }: Book): BookSpecification {
  const { name, attributes, geometry, pages } = sku
  const binding = geometry.spine.kind === 'none' ? 'stapled' : geometry.cover.edge === 'folded' ? 'hard' : 'soft'
  return {
    name,
    ...attributes,
    binding,
    trim: geometry.trim,
    page: pageSize(sku),
    coverSheet: coverSize(sku, pageCount),
    bleedInches: geometry.pages.bleedInches,
    spineInches: spineInches(sku, pageCount),
    sheets: Math.ceil(pageCount / (binding === 'stapled' ? 4 : 2)),
    signatures: pages.perSignature === undefined ? null : Math.ceil(pageCount / pages.perSignature),
    copyGrams: weightGrams(sku, pageCount, 1),
  }
}

/** Dollars for all copies; retail prices were checked when the order was placed. */
function customsValue(items: TicketItem[]): string {
  const cents = items.reduce(
    (sum, { retailPrice, quantity }) => sum + (centsOf(Number(retailPrice ?? 0)) ?? 0) * quantity,
    0,
  )
  return dollarsText(cents)
}
