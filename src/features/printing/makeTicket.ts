// The ticket of a print job: everything that a printer needs to make and send an order, from the customer's request and
// the catalog. It is made once, at the hand-over, so that a later change of the catalog changes no job.

import type { ParcelSettings } from '../../accounts/settings/parcelSettings.ts'
import { fileUrlOf } from '../../artwork/fileUrl.ts'
import { centsOf, dollarsText } from '../../base/money.ts'
import { hasGeneratedName, orderTitle } from '../../base/text/orderTitle.ts'
import { type ManufacturingSku, weightGrams } from '../../catalog/catalog.ts'
import {
  bindingBleedInches,
  bindingEdgeOf,
  bindingOf,
  coverSize,
  finishedCoverSize,
  pageSize,
  panelSize,
  spineInches,
} from '../../catalog/geometry.ts'
import { type Book, isPractice, type Order, type OrderRequest } from '../../orders/order.ts'
import type { BookSpecification, Ticket, TicketItem } from '../../printer/printer.ts'
import { carrierAddress, needsCustoms, resolveDestination } from '../../shipping/destination.ts'
import type { OperatorVersions } from '../shop/operatorData.ts'
import { slipOf } from './ticketSlip.ts'

/** `account` has the settings of the customer's account for all its parcels. */
export type MakeTicket = (
  order: Pick<Order, 'customerOrderId' | 'orderNumber' | 'request' | 'books' | 'operatorVersion'>,
  account?: ParcelSettings | undefined,
) => Ticket

export const ticketMaker =
  (versions: OperatorVersions): MakeTicket =>
  ({ customerOrderId, orderNumber, request, books, operatorVersion }, account) => {
    const { catalog, shipping } = versions.byNumber(operatorVersion)
    const items = request.orderItems.map(({ sku, quantity, itemDescription, retailPrice }, i): TicketItem => {
      const book = books[i]!
      return {
        sku,
        ...(book.title === undefined ? {} : { title: book.title }),
        manufacturingSku: book.manufacturingSku,
        quantity,
        pageCount: book.pageCount,
        files: { cover: fileAt(book.coverUrl, book.coverSha256), guts: fileAt(book.gutsUrl, book.gutsSha256) },
        itemDescription: itemDescription ?? null,
        retailPrice: retailPrice ?? null,
        book: specificationOf(catalog.get(book.manufacturingSku)!, book),
      }
    })
    const name = { customerOrderId, orderNumber }
    const region = resolveDestination(request.destination)
    const packingSlip = slipOf(account?.packingSlip ?? null, request.packingSlip)
    return {
      ...(isPractice({ request }) ? { practice: true as const } : {}),
      customerOrderId,
      ...(hasGeneratedName(name) ? { orderTitle: orderTitle(name, books[0]?.title) } : {}),
      destination: withPhone(carrierAddress(request.destination), account?.contactPhone ?? null),
      shippingClassification: request.shippingClassification,
      items,
      // Every document shows this sender, so it is the only one of a blind parcel.
      shipFrom: (packingSlip?.blind && packingSlip.returnAddress) || shipping.shipFrom,
      ...(packingSlip === undefined ? {} : { packingSlip }),
      customs:
        region === null || !needsCustoms(region)
          ? null
          : {
              terms: region.country === 'CA' ? 'DAP' : null,
              originCountry: shipping.shipFrom.country,
              ...customsOf(
                items,
                items.map(({ manufacturingSku }) => catalog.get(manufacturingSku)!.hsCode),
              ),
            },
    }
  }

/** The customer's number serves a recipient without a number. */
const withPhone = (to: OrderRequest['destination'], contactPhone: string | null): OrderRequest['destination'] =>
  contactPhone === null || (to.phone ?? '').trim() !== '' ? to : { ...to, phone: contactPhone }

/** A file by its address and checked bytes. An uploaded file has no address, only stored bytes. */
function fileAt(url: string | null, sha256: string | null = null) {
  if (url !== null) return { url, sha256 }
  return sha256 === null ? null : { url: fileUrlOf(sha256), sha256 }
}

function specificationOf(sku: ManufacturingSku, { pageCount }: Book): BookSpecification {
  const { name, attributes, geometry, pages, materials } = sku
  const bindingBleed = bindingBleedInches(sku)
  const binding = bindingOf(sku)
  const { flapInches, flapFoldInches } = geometry.cover
  const { endpapers, spineShape } = materials ?? {}
  return {
    name,
    ...attributes,
    binding,
    trim: geometry.trim,
    page: pageSize(sku),
    coverSheet: coverSize(sku, pageCount),
    finishedCover: finishedCoverSize(sku, pageCount),
    bleedInches: geometry.pages.bleedInches,
    ...(bindingBleed === geometry.pages.bleedInches ? {} : { bindingBleedInches: bindingBleed }),
    wrapInches: geometry.cover.wrapInches,
    hingeInches: geometry.cover.hingeInches,
    spineInches: spineInches(sku, pageCount),
    ...(flapInches === undefined ? {} : { flapInches }),
    ...(flapFoldInches === undefined ? {} : { flapFoldInches }),
    ...(geometry.punchInches === undefined ? {} : { punchInches: geometry.punchInches }),
    ...(bindingEdgeOf(sku) === 'right' ? { bindingEdge: 'right' as const } : {}),
    board: binding === 'hard' ? { ...panelSize(sku), thicknessInches: materials?.boardThicknessInches ?? null } : null,
    colors: {
      pages: materials?.pages.colors ?? (/black/i.test(attributes.textColor) ? '1/1' : '4/4'),
      cover: materials?.cover.colors ?? '4/0',
    },
    papers: { pages: paperOf(materials?.pages), cover: paperOf(materials?.cover) },
    lamination: materials?.cover.lamination ?? null,
    ...(endpapers === undefined ? {} : { endpapers }),
    ...(spineShape === undefined ? {} : { spineShape }),
    sheets: Math.ceil(pageCount / (binding === 'stapled' ? 4 : 2)),
    signatures: pages.perSignature === undefined ? null : Math.ceil(pageCount / pages.perSignature),
    copyGrams: weightGrams(sku, pageCount, 1),
  }
}

const paperOf = (
  paper: NonNullable<ManufacturingSku['materials']>['pages'] | undefined,
): BookSpecification['papers']['pages'] =>
  paper === undefined
    ? null
    : {
        stock: paper.stock,
        weightGsm: paper.weightGsm,
        thicknessInches: paper.thicknessInches ?? null,
        coating: paper.coating,
        ...(paper.backCoating === undefined ? {} : { backCoating: paper.backCoating }),
        ...(paper.color === undefined ? {} : { color: paper.color }),
        isoSubstrate: paper.isoSubstrate ?? null,
        printStandard: paper.printStandard ?? null,
      }

/** Printed books, brochures and similar printed matter, other than single sheets. */
const usualHsCode = '4901.99'

/** The customs declaration of the items. Retail prices were checked when the order was placed. */
function customsOf(items: TicketItem[], hsCodes: (string | undefined)[]) {
  const prices = items.map(({ retailPrice }) => centsOf(Number(retailPrice ?? 0)) ?? 0)
  return {
    contentType: 'merchandise' as const,
    currency: 'USD' as const,
    value: dollarsText(items.reduce((sum, { quantity }, i) => sum + prices[i]! * quantity, 0)),
    weightGrams: items.reduce((sum, { book, quantity }) => sum + book.copyGrams * quantity, 0),
    lines: items.map(({ quantity, title, book }, i) => ({
      // Customs wants the goods, which the customer's own words may not name.
      description: `Printed book: ${title ?? book.name}`,
      hsCode: hsCodes[i] ?? usualHsCode,
      quantity,
      unitValue: dollarsText(prices[i]!),
      value: dollarsText(prices[i]! * quantity),
      weightGrams: book.copyGrams * quantity,
    })),
  }
}
