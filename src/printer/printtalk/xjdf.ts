// A job as XJDF (CIP4): each book is a product that binds two products, its cover and its body; the address, the dates
// and the files are resources beside the products. Sizes are in points, as XJDF requires. Elements are in the order of
// the schema.

import { barcodeOf, type PackingSlip, type PrintJob } from '../printer.ts'
import { type Element, xmlText } from './xml.ts'

type Item = PrintJob['ticket']['items'][number]
type Paper = Item['book']['papers']['pages']
type Address = PrintJob['ticket']['destination']

const bindingTypes = { soft: 'SoftCover', hard: 'HardCover', stapled: 'SaddleStitch', coil: 'CoilBinding' } as const

/** XJDF's names for shipping classes; a printer may have names of its own. */
export type DeliveryMethods = Record<string, string>

/** `prefix` is the prefix of XJDF's namespace in the document. */
export function xjdfOf({ jobId, ticket, dueDate }: PrintJob, methods: DeliveryMethods, prefix = 'xjdf:'): Element {
  const { customerOrderId, destination, shippingClassification, items, packingSlip, customs = null } = ticket
  const end = dueDate === null ? null : `${dueDate}T23:59:59Z`
  return prefixed(prefix, {
    XJDF: {
      '@JobID': jobId,
      '@Types': 'Product',
      '@DescriptiveName': xmlText(customerOrderId),
      ...(customs === null
        ? {}
        : {
            GeneralID: [
              ...(customs.terms === null ? [] : [generalId('CustomsTerms', customs.terms)]),
              generalId('CustomsContentType', customs.contentType),
              generalId(`CustomsValue${customs.currency}`, customs.value),
              generalId('CustomsWeightGrams', String(customs.weightGrams)),
            ],
          }),
      ProductList: { Product: items.flatMap((item, i) => productsOf(item, i, jobId, customs)) },
      ResourceSet: [
        {
          '@Name': 'Contact',
          '@Usage': 'Input',
          Resource: [contactOf('Delivery', destination), ...sendersOf(ticket)],
        },
        resourceSet('CustomerInfo', { '@CustomerOrderID': xmlText(customerOrderId) }),
        deliverySet(packingSlip, {
          '@Method': methods[shippingClassification] ?? nmtoken(shippingClassification),
          ...(end === null ? {} : { '@Required': end }),
          DropItem: items.map(({ quantity, book }, i) => ({
            '@Amount': quantity,
            '@ItemRef': productId(i),
            '@TotalWeight': quantity * book.copyGrams,
          })),
          ...(packingSlip?.url === undefined
            ? {}
            : {
                FileSpec: {
                  '@MimeType': 'application/pdf',
                  '@ResourceUsage': 'PackingSlip',
                  '@URL': urlText(packingSlip.url),
                },
              }),
        }),
        ...(end === null ? [] : [resourceSet('NodeInfo', { '@End': end })]),
        ...runListOf(items),
      ],
    },
  })
}

/** A set of one resource. */
const resourceSet = (name: string, resource: Element): Element => ({
  '@Name': name,
  '@Usage': 'Input',
  Resource: { [name]: resource },
})

/** SenderAlias is the sender on the label. Sender is the place that ships, if that is another place. */
function sendersOf({ shipFrom, packingSlip }: PrintJob['ticket']): Element[] {
  const alias = packingSlip?.returnAddress ?? shipFrom
  const isHidden = packingSlip === undefined || packingSlip.returnAddress === null || packingSlip.blind
  return [
    ...(alias === undefined ? [] : [contactOf('SenderAlias', alias)]),
    ...(isHidden || shipFrom === undefined ? [] : [contactOf('Sender', shipFrom)]),
  ]
}

/** XJDF has no packing slip, so its texts are comments on the delivery. */
const deliverySet = (slip: PackingSlip | undefined, params: Element): Element => {
  const comment = (type: string, text: string | null | undefined) =>
    text == null ? [] : [{ '@Type': type, '#text': xmlText(text) }]
  const comments = [...comment('PackingSlipMessage', slip?.message), ...comment('GiftMessage', slip?.giftMessage)]
  return {
    '@Name': 'DeliveryParams',
    '@Usage': 'Input',
    Resource: {
      ...(comments.length === 0 ? {} : { Comment: comments }),
      ...(slip === undefined ? {} : { GeneralID: generalId('BlindShipping', String(slip.blind)) }),
      DeliveryParams: params,
    },
  }
}

/** The book, its cover, its body, and the boards of a hard cover. */
function productsOf(item: Item, index: number, jobId: string, customs: PrintJob['ticket']['customs']): Element[] {
  const { sku, manufacturingSku, quantity, pageCount, book, retailPrice, itemDescription } = item
  const id = productId(index)
  const { binding, board, colors, papers, finishedCover } = book
  const barcode = barcodeOf(jobId, index)
  const line = customs?.lines[index]
  const comments = [
    ...(itemDescription === null ? [] : [{ '@Type': 'Description', '#text': xmlText(itemDescription) }]),
    { '@Type': 'Cover', '#text': xmlText(book.cover) },
  ]
  // As the closed book lies on a table, its spine to the left.
  const flaps = 2 * ((book.flapInches ?? 0) + (book.flapFoldInches ?? 0))
  const closed = {
    widthInches: (finishedCover.widthInches - book.spineInches - flaps) / 2,
    heightInches: finishedCover.heightInches,
  }
  return [
    {
      '@Amount': quantity,
      '@DescriptiveName': xmlText(book.name),
      '@ExternalID': barcode,
      '@ID': id,
      '@IsRoot': 'true',
      '@ProductType': 'Book',
      Comment: comments,
      GeneralID: [
        generalId('SKU', sku),
        generalId('ManufacturingSKU', manufacturingSku),
        generalId('Barcode', barcode),
        ...(retailPrice === null ? [] : [generalId('RetailPriceUSD', retailPrice)]),
        ...(book.bindingBleedInches === undefined
          ? []
          : [generalId('BindingBleedPoints', String(points(book.bindingBleedInches)))]),
        // XJDF describes a hinge only to the machine that makes the case.
        ...(book.hingeInches === 0 ? [] : [generalId('HingePoints', String(points(book.hingeInches)))]),
        ...(book.flapFoldInches === undefined
          ? []
          : [generalId('FlapFoldPoints', String(points(book.flapFoldInches)))]),
        ...(book.punchInches === undefined ? [] : [generalId('PunchPoints', String(points(book.punchInches)))]),
        ...(book.endpapers === undefined ? [] : [generalId('Endpapers', book.endpapers)]),
        ...(customs && line
          ? [generalId('HSCode', line.hsCode), generalId('OriginCountry', customs.originCountry)]
          : []),
      ],
      Intent: [
        {
          '@Name': 'BindingIntent',
          BindingIntent: {
            '@BindingOrder': binding === 'stapled' ? 'Collecting' : 'Gathering',
            '@BindingSide': book.bindingEdge === 'right' ? 'Right' : 'Left',
            '@BindingType': bindingTypes[binding],
            '@ChildRefs': `${id}-COVER ${id}-BODY${board === null ? '' : ` ${id}-BOARD`}`,
            ...hardCoverBinding(book),
          },
        },
        layoutIntent({ size: closed, depthInches: book.spineInches }),
      ],
    },
    {
      '@ID': `${id}-COVER`,
      '@IsRoot': 'false',
      '@ProductType': book.flapInches === undefined ? 'Cover' : 'Jacket',
      Intent: [
        colorIntent(colors.cover, papers.cover),
        layoutIntent({ size: finishedCover, pages: 1, bleedInches: book.wrapInches }),
        ...(book.lamination === null || book.lamination === 'none'
          ? []
          : [
              {
                '@Name': 'LaminatingIntent',
                LaminatingIntent: { '@Surface': 'Front', '@Texture': textures[book.lamination] },
              },
            ]),
        ...(papers.cover === null ? [] : [mediaIntent(papers.cover)]),
      ],
    },
    {
      '@ID': `${id}-BODY`,
      '@IsRoot': 'false',
      '@ProductType': 'Body',
      Intent: [
        colorIntent(colors.pages, papers.pages),
        layoutIntent({
          size: book.trim,
          depthInches: bodyInches(item),
          pages: pageCount,
          bleedInches: book.bleed ? book.bleedInches : 0,
        }),
        papers.pages === null ? namedMedia(book.paperType) : mediaIntent(papers.pages),
      ],
    },
    ...(board === null
      ? []
      : [
          {
            '@Amount': 2,
            '@ID': `${id}-BOARD`,
            '@IsRoot': 'false',
            '@ProductType': 'CoverBoard',
            Intent: layoutIntent({ size: board, depthInches: board.thicknessInches ?? 0 }),
          },
        ]),
  ]
}

/** Where the thickness of the paper is not known, the spine says how thick the pages are. */
function bodyInches({ book, pageCount }: Item): number {
  const paperInches = book.papers.pages?.thicknessInches ?? null
  return paperInches === null ? book.spineInches : Math.ceil(pageCount / 2) * paperInches
}

const spineShapes = { flat: 'Flat', round: 'Round' } as const

/** End sheets join the block of every hard cover with its boards. */
function hardCoverBinding({ binding, board, flapInches, spineShape }: Item['book']): Element {
  const thickness = board?.thicknessInches ?? null
  const attributes = {
    ...(binding === 'hard' ? { '@EndSheets': 'true' } : {}),
    ...(flapInches === undefined ? {} : { '@Jacket': 'Loose', '@JacketFoldingWidth': points(flapInches) }),
    ...(thickness === null ? {} : { '@Thickness': points(thickness) }),
    ...(spineShape === undefined ? {} : { '@TightBacking': spineShapes[spineShape] }),
  }
  return Object.keys(attributes).length === 0 ? {} : { HardCoverBinding: attributes }
}

const productId = (index: number): string => `BOOK${index + 1}`
const generalId = (usage: string, value: string) => ({ '@IDUsage': usage, '@IDValue': xmlText(value) })

/** By the number of colors on a side of the sheet. */
const inks: Record<string, string> = { '1': 'Black', '4': 'Cyan Magenta Yellow Black' }

function colorIntent(colors: string, paper: Paper) {
  const [front = '', back = ''] = colors.split('/')
  const standard = paper?.printStandard == null ? {} : { '@PrintStandard': paper.printStandard }
  const surface = (name: string, count: string) =>
    inks[count] === undefined ? [] : [{ '@ColorsUsed': inks[count], ...standard, '@Surface': name }]
  return {
    '@Name': 'ColorIntent',
    ColorIntent: { SurfaceColor: [...surface('Front', front), ...surface('Back', back)] },
  }
}

type Layout = {
  size: { widthInches: number; heightInches: number }
  depthInches?: number
  /** Absent for parts without their own pages. */
  pages?: number
  bleedInches?: number
}

/** Finished dimensions are the dimensions after trimming, without bleed or wrap. */
const layoutIntent = ({ size, depthInches = 0, pages, bleedInches = 0 }: Layout) => ({
  '@Name': 'LayoutIntent',
  LayoutIntent: {
    ...(bleedInches > 0 ? { '@Bleed': points(bleedInches) } : {}),
    '@FinishedDimensions': `${points(size.widthInches)} ${points(size.heightInches)} ${points(depthInches)}`,
    ...(pages === undefined
      ? {}
      : {
          '@Pages': pages,
          '@Sides': pages === 1 ? 'OneSided' : 'TwoSidedHeadToHead',
          '@SpreadType': 'SinglePage',
        }),
  },
})

const coatings = { none: 'None', coated: 'Coated', gloss: 'Gloss', matte: 'Matte', satin: 'Satin' } as const
const textures = { gloss: 'Gloss', matte: 'Matte', 'soft touch': 'SoftTouch' } as const

/** XJDF's names of colors have no cream. */
const mediaColors = { white: 'White', cream: 'Ivory' } as const

/** Weight in grams per square meter, thickness in micrometers. */
const mediaIntent = ({ stock, color, coating, backCoating = coating, ...paper }: NonNullable<Paper>) => ({
  '@Name': 'MediaIntent',
  MediaIntent: {
    ...(backCoating === coating ? {} : { '@BackCoating': coatings[backCoating] }),
    '@Coating': coatings[coating],
    ...(paper.isoSubstrate === null ? {} : { '@ISOPaperSubstrate': paper.isoSubstrate }),
    ...(color === undefined ? {} : { '@MediaColor': mediaColors[color] }),
    '@MediaQuality': xmlText(stock),
    '@MediaType': 'Paper',
    ...(paper.thicknessInches === null ? {} : { '@Thickness': Math.round(paper.thicknessInches * 25_400) }),
    '@Weight': paper.weightGsm,
  },
})

/** Of a paper, only its name is known. */
const namedMedia = (name: string) => ({
  '@Name': 'MediaIntent',
  MediaIntent: { '@MediaQuality': xmlText(name), '@MediaType': 'Paper' },
})

const points = (inches: number): number => Math.round(inches * 72 * 1000) / 1000

function contactOf(type: 'Delivery' | 'SenderAlias' | 'Sender', address: Address): Element {
  const channel = (kind: string, locator: string | undefined) =>
    locator === undefined ? [] : [{ '@ChannelType': kind, '@Locator': xmlText(locator) }]
  const channels = [...channel('Email', address.email), ...channel('Phone', address.phone)]
  return {
    Part: { '@ContactType': type },
    Contact: {
      Address: {
        '@City': xmlText(address.city),
        '@CountryCode': address.country.toUpperCase(),
        ...(address.address2 === undefined ? {} : { '@ExtendedAddress': xmlText(address.address2) }),
        '@PostalCode': xmlText(address.postal),
        ...(address.state === undefined ? {} : { '@Region': xmlText(address.state) }),
        '@Street': xmlText(address.address1),
      },
      ...(channels.length > 0 ? { ComChannel: channels } : {}),
      ...(address.company === undefined ? {} : { Company: { '@OrganizationName': xmlText(address.company) } }),
      Person: { '@FamilyName': xmlText(address.name) },
    },
  }
}

function runListOf(items: Item[]): Element[] {
  const files = items.flatMap(({ files }, index) => [
    { file: files.cover, product: `${productId(index)}-COVER` },
    { file: files.guts, product: `${productId(index)}-BODY` },
  ])
  const resources = files.flatMap(({ file, product }) =>
    file === null
      ? []
      : [
          {
            ...(file.sha256 === null ? {} : { GeneralID: generalId('SHA-256', file.sha256) }),
            Part: { '@Product': product },
            RunList: { FileSpec: { '@MimeType': 'application/pdf', '@URL': urlText(file.url) } },
          },
        ],
  )
  return resources.length > 0 ? [{ '@Name': 'RunList', '@Usage': 'Input', Resource: resources }] : []
}

/** Percent-encoded: an address may have letters that XML does not allow. */
const urlText = (url: string): string => URL.parse(url)?.href ?? xmlText(url)

/** A valid XML token. */
const nmtoken = (text: string): string => text.replace(/[^\w.-]/g, '_') || '_'

/** Puts the prefix before the name of every element, at any depth. */
function prefixed(prefix: string, element: Element): Element {
  return Object.fromEntries(
    Object.entries(element).map(([name, value]) =>
      name.startsWith('@') || name.startsWith('#') ? [name, value] : [`${prefix}${name}`, prefixedValue(prefix, value)],
    ),
  )
}

function prefixedValue(prefix: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map(entry => prefixedValue(prefix, entry))
  return typeof value === 'object' && value !== null ? prefixed(prefix, value as Element) : value
}
