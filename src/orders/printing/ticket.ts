// The ticket of a print job: everything that a printer needs to make and send an order, from the customer's request and
// the catalogue. Made once, at the hand-over, so that a later change of the catalogue changes no job.

import { centsOf, dollarsText } from '../../base/money.ts'
import { type ManufacturingSku, pageCountProblem, weightGrams } from '../../catalog/catalog.ts'
import { coverSize, pageSize, spineInches } from '../../catalog/geometry.ts'
import type { BookFacts, Ticket, TicketItem } from '../../printer/printer.ts'
import { needsCustoms, resolveDestination } from '../../shipping/destination.ts'
import type { OperatorData } from '../operator.ts'
import type { Book, Order, OrderRequest } from '../order.ts'

/** `contactPhone` is the customer's, for a recipient who has none. */
export type TicketFor = (
  order: Pick<Order, 'customerOrderId' | 'request' | 'books'>,
  contactPhone?: string | undefined,
) => Ticket

export const ticketsOf =
  ({ catalog, shipping }: Pick<OperatorData, 'catalog' | 'shipping'>): TicketFor =>
  ({ customerOrderId, request, books }, contactPhone) => {
    const items = request.orderItems.map(({ sku, quantity, itemDescription, retailPrice }, i): TicketItem => {
      const book = books[i]!
      const made = catalog.get(book.manufacturingSku)
      return {
        sku,
        manufacturingSku: book.manufacturingSku,
        quantity,
        pageCount: book.pageCount,
        files: { cover: fileAt(book.coverUrl, book.coverSha256), guts: fileAt(book.gutsUrl, book.gutsSha256) },
        itemDescription: itemDescription ?? null,
        retailPrice: retailPrice ?? null,
        // An order may outlive its catalogue entry, or the page counts in it; its printer then uses the SKU alone.
        ...(made === undefined || pageCountProblem(made, book.pageCount) !== null
          ? {}
          : { book: bookFacts(made, book) }),
      }
    })
    const region = resolveDestination(request.destination)
    return {
      customerOrderId,
      destination: reachable(request.destination, contactPhone),
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
              weightGrams: items.reduce((sum, { book, quantity }) => sum + (book?.copyGrams ?? 0) * quantity, 0),
            },
    }
  }

const reachable = (to: OrderRequest['destination'], contactPhone: string | undefined): OrderRequest['destination'] =>
  contactPhone === undefined || (to.phone ?? '').trim() !== '' ? to : { ...to, phone: contactPhone }

/** The checked bytes count. An uploaded file has no address, only bytes that we store. */
function fileAt(url: string | null, sha256: string | null = null) {
  if (url === null && sha256 === null) return null
  return { url: url ?? `urn:sha256:${sha256}`, sha256 }
}

function bookFacts(sku: ManufacturingSku, { pageCount }: Book): BookFacts {
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
