// Templates for designers: the cover and pages of any book of the catalog as PDF, SVG, PNG and IDML, and the same
// measures as JSON; and sample artwork of the same size for trying orders. They contain nothing confidential, so they
// need no authentication and may be cached by anybody.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, type TSchema, Type } from 'typebox'
import { say } from '../../../languages/texts.ts'
import { magnificationIn } from '../../artwork/barcode/isbnBarcode.ts'
import type { TemplateRequest } from '../../artwork/templates/draw.ts'
import { idmlMediaType } from '../../artwork/templates/idml.ts'
import type { CoverPlan } from '../../artwork/templates/plan.ts'
import { pixelSize, pixelsPerInch } from '../../artwork/templates/svg.ts'
import { createTemplates, type Template } from '../../artwork/templates/templates.ts'
import { dollars } from '../../base/money.ts'
import { malformedField, Refusal } from '../../base/refusal.ts'
import { addOnOf, maxPriceCents, noPrice, parseIsbn, priceCurrencies } from '../../base/text/isbn.ts'
import { type Catalog, type ManufacturingSku, pageCountProblem } from '../../catalog/catalog.ts'
import { coverInches, inUnit, pageInches, type Unit } from '../../catalog/measures.ts'
import { coverPlan, pagesPlan, sampleCover, samplePages } from '../../features/sandbox/sampleArtwork.ts'
import { Closed, nullable, oneOf, Text } from '../objects/common.ts'
import { hasCopy } from '../server/ifNoneMatch.ts'
import { addressGroup } from '../server/rateLimits.ts'
import { type Route, route, tagged } from '../server/route.ts'
import { sendFile } from '../server/sendFile.ts'
import type { Services } from '../server/services.ts'

/** A week: an operator who changes the geometry of a SKU in use gives it a new name anyway. */
const cacheControl = 'public, max-age=604800'

const refuses = ['page_count_not_allowed'] as const
const params = Type.Object({ manufacturingSku: Type.String() })
const pageCount = Type.Integer({ description: 'A page count that the SKU allows.' })
const units = Type.Optional(oneOf(['in'], { description: 'The unit of the labels; millimeters are shown as well.' }))
const barcode = Type.Optional(Type.Boolean({ default: false, description: 'Whether to mark the barcode area.' }))
const isbnQuery = {
  isbn: Type.Optional(
    Text(40, { description: 'Draws the barcode of this ISBN into its area, on a layer that prints. In any spelling.' }),
  ),
  currency: Type.Optional(oneOf(priceCurrencies, { default: 'USD' })),
  price: Type.Optional(
    Type.String({
      pattern: '^\\d{1,2}\\.\\d{2}$',
      maxLength: 5,
      'x-expected': 'a price with two decimals, such as 19.99',
      description: `The price in the barcode, at most ${dollars(maxPriceCents)}. Without it, the barcode gives none.`,
    }),
  ),
}
const side = Type.Optional(
  oneOf(['recto', 'verso'], {
    default: 'recto',
    description: '`recto`: a right-hand page; `verso`: a left-hand page.',
  }),
)

const Pdf = Type.Unsafe<Buffer>({
  description:
    'A PDF with MediaBox, BleedBox and TrimBox. Each kind of guide is a layer of its own. Guides do not print.',
  content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
})

const Svg = Type.Unsafe<Buffer>({
  description: 'An SVG in the size of the file, with a named group for each kind of guide.',
  content: { 'image/svg+xml': { schema: { type: 'string' } } },
})

const Png = Type.Unsafe<Buffer>({
  description: `A PNG of ${pixelsPerInch} pixels per inch, transparent where nothing is drawn.`,
  content: { 'image/png': { schema: { type: 'string', format: 'binary' } } },
})

const Idml = Type.Unsafe<Buffer>({
  description:
    'An IDML package for InDesign CS6 and later. Each kind of guide is a layer of its own that does not print; what the file has beyond the trim is the bleed of the document.',
  content: { [idmlMediaType]: { schema: { type: 'string', format: 'binary' } } },
})

const SamplePdf = Type.Unsafe<Buffer>({
  description: 'A PDF of an invented book that fits the product and passes its file check.',
  content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
})

const length = Type.Number()
const Area = Type.Object(
  { x: length, y: length, width: length, height: length },
  { description: 'Measured from the lower left corner of the file.' },
)
const PageSide = Type.Object({ trim: Area, safe: Area, gutter: nullable(Area), punch: nullable(Area) })
export const BookMeasures = Type.Object({
  cover: Type.Object({
    width: length,
    height: length,
    wrap: length,
    hinge: length,
    spine: length,
    safe: length,
    trim: Area,
    back: Area,
    hingeBack: nullable(Area),
    spineArea: nullable(Area),
    hingeFront: nullable(Area),
    front: Area,
    safeBack: Area,
    safeSpine: nullable(Area),
    safeFront: Area,
    barcode: Area,
    flap: Type.Number({ description: 'Of a dust jacket; 0 for other covers.' }),
    flapBack: nullable(Area),
    flapFront: nullable(Area),
    safeFlapBack: nullable(Area),
    safeFlapFront: nullable(Area),
    punch: Type.Number({ description: 'Of a coil-bound book: the strip in which the holes are; 0 for others.' }),
    punchBack: nullable(Area),
    punchFront: nullable(Area),
  }),
  pages: Type.Object({
    bindingEdge: oneOf(['left', 'right'], {
      description:
        'Page 1 of a book that is bound at its left is a right-hand page; of one bound at its right, a left-hand one.',
    }),
    width: length,
    height: length,
    bleed: length,
    bindingBleed: Type.Number({ description: 'At the binding; the same as `bleed`, or less.' }),
    safe: length,
    gutter: length,
    punch: Type.Number({ description: 'Of a coil-bound book, at the binding; 0 for others.' }),
    trim: Type.Object(Area.properties, { description: 'Of a right-hand page.' }),
    recto: PageSide,
    verso: PageSide,
  }),
})
const PixelSize = Type.Object({ width: Type.Integer(), height: Type.Integer() })
const Dimensions = Type.Object({
  manufacturingSku: Type.String(),
  pageCount: Type.Integer(),
  coverEdge: oneOf(['cut', 'folded'], {
    description: 'Whether the wrap of the cover is cut off or folded around boards.',
  }),
  in: BookMeasures,
  mm: BookMeasures,
  pt: BookMeasures,
  pixels: Type.Object(
    { perInch: Type.Integer(), cover: PixelSize, pages: PixelSize },
    { description: 'The size of pictures of the whole file, as of the PNG templates.' },
  ),
})

const PictureQuery = Closed({ pageCount, barcode, ...isbnQuery })

const pictures = [
  { format: 'svg', answer: Svg, name: 'an SVG', suffix: 'AsSvg' },
  { format: 'png', answer: Png, name: 'a PNG', suffix: 'AsPng' },
] as const

type TemplateDeclaration<Query extends TSchema> = {
  /** The end of its address. */
  at: string
  operationId: string
  summary: string
  query: Query
  answer: TSchema
  wanted(manufacturingSku: string, query: Static<Query>): TemplateRequest
}

function isbnOf({ isbn, currency = 'USD', price }: Pick<Static<typeof PictureQuery>, keyof typeof isbnQuery>) {
  if (isbn === undefined) {
    if (price !== undefined)
      throw malformedField('?price', 'malformed_request', 'A price is part of the barcode of an ISBN: send isbn, too.')
    return null
  }
  const parsed = parseIsbn(isbn)
  if ('problem' in parsed) throw malformedField('?isbn', 'malformed_request', parsed.problem)
  if (price === undefined) return { isbn: parsed.isbn, addOn: noPrice }
  if (Number(price.replace('.', '')) > maxPriceCents)
    throw malformedField(
      '?price',
      'malformed_request',
      `A barcode can show a price of at most ${dollars(maxPriceCents)}. Leave the price out.`,
    )
  return { isbn: parsed.isbn, addOn: addOnOf({ currency, amount: price }) }
}

export const templateRoutes = tagged('Templates', ({ catalog, draw }: Services): Route[] => {
  const templates = createTemplates(draw)
  return [
    ...pdfRoutes(templates, catalog),
    ...pictures.flatMap(picture => pictureRoutes(templates, catalog, picture)),
    ...idmlRoutes(templates, catalog),
    ...sampleRoutes(templates, catalog),
    dimensionsRoute(catalog),
  ]
})

type Templates = ReturnType<typeof createTemplates>
type CoverQuery = Static<typeof PictureQuery>

const pdfRoutes = (templates: Templates, catalog: Catalog): Route[] => [
  templateRoute(templates, {
    at: 'cover/pdf',
    operationId: 'getCoverTemplate',
    summary: 'Download the template of a cover',
    query: Closed({ units, pageCount, barcode, ...isbnQuery }),
    answer: Pdf,
    wanted: (sku, query) => ({ of: 'cover', as: 'pdf', plan: coverOf(catalog, sku, query) }),
  }),
  templateRoute(templates, {
    at: 'pages/pdf',
    operationId: 'getPagesTemplate',
    summary: 'Download the template of all pages of a book',
    query: Closed({ units, pageCount }),
    answer: Pdf,
    wanted: (sku, { pageCount }) => ({ of: 'pages', as: 'pdf', plan: pagesOf(catalog, sku, pageCount) }),
  }),
]

const pictureRoutes = (
  templates: Templates,
  catalog: Catalog,
  { format, answer, name, suffix }: (typeof pictures)[number],
): Route[] => [
  templateRoute(templates, {
    at: `cover/${format}`,
    operationId: `getCoverTemplate${suffix}`,
    summary: `Download the template of a cover as ${name}`,
    query: PictureQuery,
    answer,
    wanted: (sku, query) => ({ of: 'cover', as: format, plan: coverOf(catalog, sku, query) }),
  }),
  templateRoute(templates, {
    at: `pages/${format}`,
    operationId: `getPageTemplate${suffix}`,
    summary: `Download the template of a right-hand or left-hand page as ${name}`,
    query: Closed({ pageCount, side }),
    answer,
    wanted: (sku, { pageCount, side = 'recto' }) => ({ of: side, as: format, plan: pagesOf(catalog, sku, pageCount) }),
  }),
]

const idmlRoutes = (templates: Templates, catalog: Catalog): Route[] => [
  templateRoute(templates, {
    at: 'cover/idml',
    operationId: 'getCoverTemplateAsIdml',
    summary: 'Download the template of a cover for InDesign',
    query: PictureQuery,
    answer: Idml,
    wanted: (sku, query) => ({ of: 'cover', as: 'idml', plan: coverOf(catalog, sku, query) }),
  }),
  templateRoute(templates, {
    at: 'pages/idml',
    operationId: 'getPagesTemplateAsIdml',
    summary: 'Download the template of all pages of a book for InDesign',
    query: Closed({ pageCount }),
    answer: Idml,
    wanted: (sku, { pageCount }) => ({ of: 'pages', as: 'idml', plan: pagesOf(catalog, sku, pageCount) }),
  }),
]

const sampleRoutes = (templates: Templates, catalog: Catalog): Route[] => [
  templateRoute(templates, {
    at: 'cover/sample',
    operationId: 'getSampleCover',
    summary: 'Download a sample cover, to try orders with',
    query: Closed({ pageCount }),
    answer: SamplePdf,
    wanted: (manufacturingSku, { pageCount }) =>
      sampleCover(requireSku(catalog, manufacturingSku, pageCount), pageCount),
  }),
  templateRoute(templates, {
    at: 'pages/sample',
    operationId: 'getSamplePages',
    summary: 'Download sample pages, to try orders with',
    query: Closed({ pageCount }),
    answer: SamplePdf,
    wanted: (manufacturingSku, { pageCount }) =>
      samplePages(requireSku(catalog, manufacturingSku, pageCount), pageCount),
  }),
]

const dimensionsRoute = (catalog: Catalog): Route =>
  route({
    method: 'GET',
    path: '/templates/published/:manufacturingSku/dimensions',
    operationId: 'getBookDimensions',
    callers: ['public'],
    summary: 'Read the measures of a book and its files, in inches, millimeters and points',
    params,
    query: Closed({ pageCount }),
    answer: Dimensions,
    refuses,
    handle({ params: { manufacturingSku }, query: { pageCount }, reply }) {
      const sku = requireSku(catalog, manufacturingSku, pageCount)
      const inches = { cover: coverInches(sku, pageCount), pages: pageInches(sku, pageCount) }
      const as = (unit: Unit) => inUnit(inches, unit)
      reply.header('cache-control', cacheControl)
      const coverEdge = sku.geometry.cover.edge
      const pt = as('pt')
      const pixels = { perInch: pixelsPerInch, cover: pixelSize(pt.cover), pages: pixelSize(pt.pages) }
      return { manufacturingSku, pageCount, coverEdge, in: as('in'), mm: as('mm'), pt, pixels }
    },
  })

/** A file, which is named after what is drawn. */
const templateRoute = <Query extends TSchema>(
  templates: Templates,
  { at, wanted, ...declared }: TemplateDeclaration<Query>,
): Route =>
  route({
    method: 'GET',
    path: `/templates/published/:manufacturingSku/${at}`,
    callers: ['public'],
    params,
    hasTag: true,
    refuses,
    ...declared,
    async handle({ params: { manufacturingSku }, query, request, reply }) {
      const asked = wanted(manufacturingSku, query)
      const name = `${manufacturingSku}-${asked.of.replace(' ', '-')}-${query.pageCount}.${asked.as}`
      return sendTemplate(await templates.get(asked, addressGroup(request.ip)), name, request, reply)
    },
  })

/** The SKU, if it exists and allows the page count. */
function requireSku(catalog: Catalog, manufacturingSku: string, pageCount: number): ManufacturingSku {
  const sku = catalog.get(manufacturingSku)
  if (sku === undefined) throw new Refusal('not_found', say('The catalog has no such manufacturing SKU.'))
  const code = 'page_count_not_allowed'
  const detail = pageCountProblem(sku, pageCount)
  if (detail !== null) throw new Refusal(code, detail, [{ pointer: '?pageCount', code, detail }])
  return sku
}

function coverOf(
  catalog: Catalog,
  manufacturingSku: string,
  { pageCount, barcode, ...isbnFields }: CoverQuery,
): CoverPlan {
  const plan = coverPlan(requireSku(catalog, manufacturingSku, pageCount), pageCount)
  const isbn = isbnOf(isbnFields)
  if (isbn !== null && magnificationIn(plan.measures.barcode) === null)
    throw malformedField(
      '?isbn',
      'malformed_request',
      'The barcode area of this book is too small for the barcode of an ISBN.',
    )
  return { ...plan, withBarcode: barcode === true || isbn !== null, isbn }
}

const pagesOf = (catalog: Catalog, manufacturingSku: string, pageCount: number) =>
  pagesPlan(requireSku(catalog, manufacturingSku, pageCount), pageCount)

function sendTemplate({ bytes, etag }: Template, name: string, request: FastifyRequest, reply: FastifyReply) {
  reply.headers({ etag, 'cache-control': cacheControl })
  if (hasCopy(request.headers['if-none-match'], etag)) return reply.code(304).send()
  // A viewer inside the browser would not work under our content-security-policy.
  return sendFile(reply, name, bytes)
}
