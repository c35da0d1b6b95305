// A job as an order of HP Site Flow: one item for each book, with a component for its cover and one for its text, and
// one shipment. Site Flow works in millimeters, and fetches the files itself.

import { barcodeOf, type PackingSlip, type PrintJob } from '../printer.ts'

/** A way to ship in Site Flow: a carrier's code and service, or an alias configured there. */
export type SiteFlowCarrier = { code: string; service: string } | { alias: string }

type ComponentCode = 'cover' | 'text'

export type OrderSettings = {
  /** The Site Flow account that prints. */
  destination: string
  /** By shipping class (`standard`), or by class and country (`standard-CA`), which comes first. */
  carriers: Record<string, SiteFlowCarrier>
  /** The names of preflight profiles of the Site Flow account. */
  preflightProfiles: { [code in ComponentCode]?: string }
  returnAddress: boolean
}

type Item = PrintJob['ticket']['items'][number]
type Customs = PrintJob['ticket']['customs']

export function siteFlowOrder({ jobId, dueDate, ticket }: PrintJob, settings: OrderSettings) {
  const { shipFrom, destination: to, shippingClassification, customs, packingSlip } = ticket
  const { destination, carriers, returnAddress } = settings
  const country = to.country.toUpperCase()
  const extraData = { ...(customs ? customsOf(customs) : {}), ...(packingSlip ? slipOf(packingSlip) : {}) }
  const sender = packingSlip?.returnAddress ?? (returnAddress ? shipFrom : undefined)
  return {
    destination: { name: destination },
    orderData: {
      // Site Flow refuses a second order with the same number, which makes a repeated submission safe.
      sourceOrderId: jobId,
      purchaseOrderNumber: ticket.customerOrderId,
      ...(Object.keys(extraData).length > 0 ? { extraData } : {}),
      items: ticket.items.map((item, i) => itemOf(jobId, item, i, customs, settings)),
      shipments: [
        {
          shipmentIndex: 0,
          shipTo: addressOf(to),
          // Site Flow puts the printer's name on the parcel unless it is told not to.
          ...(packingSlip?.blind ? { pspBranding: false } : {}),
          ...(sender === undefined ? {} : { returnAddress: addressOf(sender) }),
          ...(packingSlip?.url === undefined ? {} : { attachments: [insertOf(packingSlip.url)] }),
          carrier: carriers[`${shippingClassification}-${country}`] ??
            carriers[shippingClassification] ?? { alias: shippingClassification },
          canShipEarly: true,
          ...(dueDate === null ? {} : { shipByDate: dueDate }),
        },
      ],
    },
  }
}

const customsOf = ({ terms, contentType, originCountry, currency, value, weightGrams }: NonNullable<Customs>) => ({
  customsTerms: terms ?? '',
  customsContentType: contentType,
  customsCurrency: currency,
  customsValue: Number(value),
  customsWeightGrams: weightGrams,
  countryOfOrigin: originCountry,
})

/** Site Flow prints an insert for the parcel. */
const insertOf = (path: string) => ({ path, type: 'insert', contentType: 'application/pdf', fetch: true })

/** For printers that print their own slip. */
const slipOf = ({ blind, message, giftMessage }: PackingSlip) => ({
  blindShipping: blind,
  ...(message === null ? {} : { packingSlipMessage: message }),
  ...(giftMessage === null ? {} : { giftMessage }),
})

/** Site Flow has no word for a hard cover. */
const bindings: Partial<Record<Item['book']['binding'], string>> = { soft: 'perfect', stapled: 'saddle', coil: 'wiro' }

function itemOf(jobId: string, item: Item, index: number, customs: Customs, { preflightProfiles }: OrderSettings) {
  const { files, book } = item
  const { papers, colors, finishedCover, trim } = book
  const line = customs?.lines[index]
  const barcode = barcodeOf(jobId, index)
  const component = (code: ComponentCode, path: string, pages: number, size: Size) => {
    const profile = preflightProfiles[code]
    const [front = '', back = ''] = colors[code === 'cover' ? 'cover' : 'pages'].split('/')
    const finish = code === 'cover' ? book.lamination : null
    const paper = papers[code === 'cover' ? 'cover' : 'pages']
    return {
      code,
      path,
      fetch: true,
      barcode,
      ...(profile === undefined ? {} : { preflight: true, preflightProfile: profile }),
      ...(paper === null ? {} : { paper: paper.stock, weight: paper.weightGsm }),
      pages,
      colour: { side1: front, side2: back },
      ...(finish === null ? {} : { finish: { side1: finish, side2: 'none' } }),
      width: millimeters(size.widthInches),
      height: millimeters(size.heightInches),
    }
  }
  /** Nothing else in Site Flow's component says it. */
  const attributes = (code: ComponentCode) => {
    const [paper, finished, bleedInches] =
      code === 'cover'
        ? [papers.cover, finishedCover, book.wrapInches]
        : [papers.pages, trim, book.bleed ? book.bleedInches : 0]
    return {
      size: book.size,
      ...(book.binding in bindings ? {} : { binding: book.binding }),
      finishedWidth: millimeters(finished.widthInches),
      finishedHeight: millimeters(finished.heightInches),
      bleed: millimeters(bleedInches),
      spine: millimeters(book.spineInches),
      ...(book.bindingEdge === undefined ? {} : { bindingEdge: book.bindingEdge }),
      ...(book.punchInches === undefined ? {} : { punch: millimeters(book.punchInches) }),
      ...(paper === null ? {} : { coating: paper.coating }),
      ...(paper?.backCoating === undefined ? {} : { backCoating: paper.backCoating }),
      ...(paper?.color === undefined ? {} : { paperColor: paper.color }),
      ...(paper?.printStandard == null ? {} : { printStandard: paper.printStandard }),
      ...(code === 'text'
        ? {
            paperType: book.paperType,
            ...(book.bindingBleedInches === undefined ? {} : { bindingBleed: millimeters(book.bindingBleedInches) }),
          }
        : {
            cover: book.cover,
            ...(book.hingeInches === 0 ? {} : { hinge: millimeters(book.hingeInches) }),
            ...(book.flapInches === undefined ? {} : { flap: millimeters(book.flapInches) }),
            ...(book.flapFoldInches === undefined ? {} : { flapFold: millimeters(book.flapFoldInches) }),
            ...(book.endpapers === undefined ? {} : { endpapers: book.endpapers }),
            ...(book.spineShape === undefined ? {} : { spineShape: book.spineShape }),
            ...(book.board === null
              ? {}
              : {
                  boardWidth: millimeters(book.board.widthInches),
                  boardHeight: millimeters(book.board.heightInches),
                  ...(book.board.thicknessInches === null
                    ? {}
                    : { boardThickness: millimeters(book.board.thicknessInches) }),
                }),
          }),
    }
  }
  return {
    sku: item.manufacturingSku,
    sourceItemId: barcode,
    barcode,
    // Site Flow declares this description to customs, and the price below.
    description: line?.description ?? item.itemDescription ?? book.name,
    quantity: item.quantity,
    ...(book.binding in bindings ? { binding: bindings[book.binding] } : {}),
    shipmentIndex: 0,
    ...(item.retailPrice === null ? {} : { unitPrice: Number(item.retailPrice) }),
    unitWeight: book.copyGrams,
    extraData: { sku: item.sku, ...(line === undefined ? {} : { hsCode: line.hsCode }) },
    components: [
      ...(files.cover === null
        ? []
        : [{ ...component('cover', files.cover.url, 1, book.coverSheet), attributes: attributes('cover') }]),
      ...(files.guts === null
        ? []
        : [{ ...component('text', files.guts.url, item.pageCount, book.page), attributes: attributes('text') }]),
    ],
  }
}

type Size = { widthInches: number; heightInches: number }

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
