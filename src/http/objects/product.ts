// Products and the books of the catalog, as they are sent and returned.

import { type Static, Type } from 'typebox'
import { maxPages } from '../../artwork/files.ts'
import type { Mode } from '../../base/mode.ts'
import { dollars } from '../../base/money.ts'
import { Refusal } from '../../base/refusal.ts'
import { maxPriceCents, priceCurrencies } from '../../base/text/isbn.ts'
import { Closed, HttpUrl, Instant, LongText, nullable, oneOf, Text } from './common.ts'

const Attributes = Type.Object(
  {
    size: Type.String(),
    cover: Type.String(),
    paperType: Type.String(),
    textColor: Type.String(),
    bleed: Type.Boolean(),
  },
  { title: 'ProductAttributes' },
)

export const BarcodePrice = Closed(
  {
    currency: oneOf(priceCurrencies),
    amount: Type.String({
      pattern: '^\\d{1,2}\\.\\d{2}$',
      maxLength: 5,
      'x-expected': 'a price with two decimals, such as 19.99',
      description: `With two decimals, at most ${dollars(maxPriceCents)}.`,
    }),
  },
  { title: 'BarcodePrice' },
)

const fields = {
  name: Text(200),
  description: nullable(LongText(2000)),
  manufacturingSku: Text(64, { description: 'A manufacturing SKU of the catalog.' }),
  pageCount: nullable(Type.Integer({ minimum: 1, maximum: maxPages })),
  coverUrl: nullable(HttpUrl),
  gutsUrl: nullable(HttpUrl),
  proofRequired: Type.Boolean({
    description:
      'Whether every order of the product waits until its proof is approved before it is charged and printed.',
  }),
  isbn: nullable(
    Text(40, {
      description:
        'The ISBN, with 13 digits or 10, with or without hyphens. Its check digit must be right. Answers have the 13 ' +
        'digits without hyphens.',
    }),
  ),
  barcodePrice: nullable(BarcodePrice),
  barcode: oneOf(['none', 'draw'], {
    description: '`draw`: if the cover has no barcode of the ISBN, it is drawn in the barcode area of the cover.',
  }),
}

export const NewProduct = Closed(
  {
    sku: Text(100),
    name: fields.name,
    description: Type.Optional(fields.description),
    manufacturingSku: fields.manufacturingSku,
    pageCount: Type.Optional(fields.pageCount),
    coverUrl: Type.Optional(fields.coverUrl),
    gutsUrl: Type.Optional(fields.gutsUrl),
    proofRequired: Type.Optional(fields.proofRequired),
    isbn: Type.Optional(fields.isbn),
    barcodePrice: Type.Optional(fields.barcodePrice),
    barcode: Type.Optional(fields.barcode),
  },
  { title: 'NewProduct' },
)

export const ProductChanges = Type.Partial(Type.Object(fields), {
  additionalProperties: false,
  title: 'ProductChanges',
})

const isbnFields = {
  isbn: nullable(Type.String({ description: '13 digits.' })),
  barcodePrice: nullable(BarcodePrice),
  barcode: fields.barcode,
}

const UploadedFiles = Type.Array(oneOf(['cover', 'guts']), {
  description: 'The files that are stored for the product. They come before its URLs.',
})

export const PublicProduct = Type.Object(
  {
    sku: Type.String(),
    name: Type.String(),
    description: nullable(Type.String()),
    manufacturingSku: Type.String(),
    attributes: nullable(Attributes),
    pageCount: nullable(Type.Integer()),
    coverUrl: nullable(
      Type.String({ description: "Default file for the cover; an order item's own file takes precedence." }),
    ),
    gutsUrl: nullable(
      Type.String({ description: "Default file for the pages; an order item's own file takes precedence." }),
    ),
    uploadedFiles: UploadedFiles,
    proofRequired: fields.proofRequired,
    ...isbnFields,
    createdAt: Instant,
    updatedAt: Instant,
    archivedAt: nullable(Instant),
  },
  { title: 'ProductInDashboard' },
)

const Pages = Type.Object(
  { min: Type.Integer(), max: Type.Integer(), step: Type.Integer() },
  { description: 'The page counts that can be printed.' },
)

export const CatalogEntry = Type.Object(
  {
    manufacturingSku: Type.String(),
    name: Type.String(),
    attributes: Attributes,
    pages: Pages,
    bindingEdge: oneOf(['left', 'right'], { description: '`right` for books that are read from right to left.' }),
  },
  { title: 'CatalogEntry' },
)

/** A product, as a program needs it for ordering copies. */
export const OrderableProduct = Type.Object(
  {
    sku: Type.String({ description: 'The SKU for order items.' }),
    name: Type.String(),
    description: nullable(Type.String()),
    manufacturingSku: Type.String({ description: 'The SKU for template addresses.' }),
    /** Null, like the pages, when the product can no longer be made. */
    attributes: nullable(Attributes),
    pages: nullable(Pages),
    pageCount: nullable(Type.Integer({ description: "The product's own page count, if it has one." })),
    coverUrl: nullable(Type.String()),
    gutsUrl: nullable(Type.String()),
    uploadedFiles: UploadedFiles,
    proofRequired: fields.proofRequired,
    ...isbnFields,
  },
  { title: 'Product' },
)

/** For changes by key: products are shared by both modes, so one from the sandbox must say that it is meant. */
export const SharedChange = Closed({
  alsoInProduction: Type.Boolean({
    default: false,
    description: 'A sandbox key must send `true`, because the product changes in production, too.',
  }),
})

/** For keys. People, whose address names no mode, see in the dashboard that both modes share the product. */
export function refuseUnmeant(mode: Mode | null, { alsoInProduction }: Partial<Static<typeof SharedChange>>): void {
  if (mode !== 'sandbox' || alsoInProduction) return
  const detail = 'Both modes share the product, so it would change in production, too. Send ?alsoInProduction=true.'
  throw new Refusal('counts_in_production', detail, [{ pointer: '?alsoInProduction', code: 'missing', detail }])
}
