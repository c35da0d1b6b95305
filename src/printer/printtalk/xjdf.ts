// A job as XJDF (CIP4): each book is a product that binds two products, its cover and its body; the address, the dates
// and the files are resources beside the products. Sizes are in points, as XJDF requires. Elements are in the order of
// the schema.

import type { PrintJob } from '../printer.ts'
import { type Element, xmlText } from './xml.ts'

type Item = PrintJob['ticket']['items'][number]
type Address = PrintJob['ticket']['destination']

const bindingTypes = { soft: 'SoftCover', hard: 'HardCover', stapled: 'SaddleStitch' } as const

/** XJDF's names for shipping classes; a printer may have names of its own. */
export type DeliveryMethods = Record<string, string>

/** `prefix` is the prefix of XJDF's namespace in the document. */
export function xjdfOf({ jobId, ticket, dueDate }: PrintJob, methods: DeliveryMethods, prefix = 'xjdf:'): Element {
  const { customerOrderId, destination, shipFrom, shippingClassification, items } = ticket
  return prefixed(prefix, {
    XJDF: {
      '@JobID': jobId,
      '@Types': 'Product',
      '@DescriptiveName': xmlText(customerOrderId),
      ProductList: { Product: items.flatMap(productsOf) },
      ResourceSet: [
        {
          '@Name': 'Contact',
          '@Usage': 'Input',
          Resource: [
            contactOf('Delivery', destination),
            ...(shipFrom === undefined ? [] : [contactOf('SenderAlias', shipFrom)]),
          ],
        },
        {
          '@Name': 'DeliveryParams',
          '@Usage': 'Input',
          Resource: {
            DeliveryParams: { '@Method': methods[shippingClassification] ?? nmtoken(shippingClassification) },
          },
        },
        ...(dueDate === null
          ? []
          : [
              {
                '@Name': 'NodeInfo',
                '@Usage': 'Input',
                Resource: { NodeInfo: { '@End': `${dueDate}T23:59:59Z` } },
              },
            ]),
        ...runListOf(items),
      ],
    },
  })
}

/** The book, its cover and its body. */
function productsOf(item: Item, index: number): Element[] {
  const { sku, manufacturingSku, quantity, pageCount, book, retailPrice, itemDescription } = item
  const id = productId(index)
  const binding = book.binding
  const colors = /black/i.test(book.textColor) ? 'Black' : fourColors
  const comments = [
    ...(itemDescription === null ? [] : [{ '@Type': 'Description', '#text': xmlText(itemDescription) }]),
    { '@Type': 'Cover', '#text': xmlText(book.cover) },
  ]
  return [
    {
      '@ID': id,
      '@IsRoot': 'true',
      '@Amount': quantity,
      '@ProductType': 'Book',
      '@DescriptiveName': xmlText(book.name),
      Comment: comments,
      GeneralID: [
        generalId('SKU', sku),
        generalId('ManufacturingSKU', manufacturingSku),
        ...(retailPrice === null ? [] : [generalId('RetailPriceUSD', retailPrice)]),
      ],
      Intent: {
        '@Name': 'BindingIntent',
        BindingIntent: {
          '@BindingOrder': binding === 'stapled' ? 'Collecting' : 'Gathering',
          '@BindingSide': 'Left',
          '@BindingType': bindingTypes[binding],
          '@ChildRefs': `${id}-COVER ${id}-BODY`,
        },
      },
    },
    {
      '@ID': `${id}-COVER`,
      '@IsRoot': 'false',
      '@ProductType': 'Cover',
      Intent: [
        colorIntent(fourColors, ['Front']),
        layoutIntent({ size: book.coverSheet, pages: 1, bleedInches: book.bleedInches }),
        mediaIntent(book.cover),
      ],
    },
    {
      '@ID': `${id}-BODY`,
      '@IsRoot': 'false',
      '@ProductType': 'Body',
      Intent: [
        colorIntent(colors, ['Front', 'Back']),
        layoutIntent({ size: book.trim, pages: pageCount, bleedInches: book.bleed ? book.bleedInches : 0 }),
        mediaIntent(book.paperType),
      ],
    },
  ]
}

const fourColors = 'Cyan Magenta Yellow Black'
const productId = (index: number): string => `BOOK${index + 1}`
const generalId = (usage: string, value: string) => ({ '@IDUsage': usage, '@IDValue': xmlText(value) })

const colorIntent = (colors: string, surfaces: string[]) => ({
  '@Name': 'ColorIntent',
  ColorIntent: { SurfaceColor: surfaces.map(surface => ({ '@ColorsUsed': colors, '@Surface': surface })) },
})

const layoutIntent = ({
  size: { widthInches, heightInches },
  pages,
  bleedInches,
}: {
  size: { widthInches: number; heightInches: number }
  pages: number
  bleedInches: number
}) => ({
  '@Name': 'LayoutIntent',
  LayoutIntent: {
    ...(bleedInches > 0 ? { '@Bleed': points(bleedInches) } : {}),
    '@FinishedDimensions': `${points(widthInches)} ${points(heightInches)} 0`,
    '@Pages': pages,
    '@Sides': pages === 1 ? 'OneSided' : 'TwoSidedHeadToHead',
    '@SpreadType': 'SinglePage',
  },
})

const mediaIntent = (quality: string) => ({
  '@Name': 'MediaIntent',
  MediaIntent: { '@MediaQuality': xmlText(quality), '@MediaType': 'Paper' },
})

const points = (inches: number): number => Math.round(inches * 72 * 1000) / 1000

function contactOf(type: 'Delivery' | 'SenderAlias', address: Address): Element {
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
