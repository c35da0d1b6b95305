// Templates for designers: the cover and pages of any book of the catalog as PDF, and the same measures as JSON; and
// sample artwork of the same size for trying orders. They contain nothing confidential, so they need no authentication
// and may be cached by anybody.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { sampleBooks } from '../../artwork/templates/sampleBooks.ts'
import { createTemplates, type Template } from '../../artwork/templates/templates.ts'
import { Refusal } from '../../base/refusal.ts'
import { type Catalog, type ManufacturingSku, pageCountProblem } from '../../catalog/catalog.ts'
import { coverInches, inUnit, pageInches, type Unit } from '../../catalog/measures.ts'
import { pressOf } from '../../catalog/press.ts'
import { hasCopy } from '../ifNoneMatch.ts'
import { type Route, route } from '../route.ts'
import { nullable, oneOf } from '../schemas.ts'

export type TemplateParts = { catalog: Catalog }

/** A week: an operator who changes the geometry of a SKU in use gives it a new name anyway. */
const cacheControl = 'public, max-age=604800'

const tag = 'Templates'
const refuses = ['not_found', 'page_count_not_allowed', 'malformed_request'] as const
const params = Type.Object({ manufacturingSku: Type.String() })
const pageCount = Type.Integer({ description: 'A page count that the SKU allows.' })
const units = Type.Optional(oneOf(['in'], { description: 'The unit of the labels; millimeters are shown as well.' }))
const barcode = Type.Optional(Type.Boolean({ default: false, description: 'Whether to mark the barcode area.' }))
const closed = { additionalProperties: false }

const Pdf = Type.Unsafe<Buffer>({
  description: 'A PDF with MediaBox, BleedBox and TrimBox. Its guides are on a layer that does not print.',
  content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
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
const PageSide = Type.Object({ trim: Area, safe: Area, gutter: nullable(Area) })
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
  }),
  pages: Type.Object({
    width: length,
    height: length,
    bleed: length,
    bindingBleed: Type.Number({ description: 'At the binding; the same as `bleed`, or less.' }),
    safe: length,
    gutter: length,
    trim: Type.Object(Area.properties, { description: 'Of a right-hand page.' }),
    recto: PageSide,
    verso: PageSide,
  }),
})
const Dimensions = Type.Object({
  manufacturingSku: Type.String(),
  pageCount: Type.Integer(),
  coverEdge: oneOf(['cut', 'folded'], {
    description: 'Whether the wrap of the cover is cut off or folded around boards.',
  }),
  in: BookMeasures,
  mm: BookMeasures,
  pt: BookMeasures,
})

export function templateRoutes({ catalog }: TemplateParts): Route[] {
  const templates = createTemplates()

  /** The SKU, if it exists and allows the page count. */
  const requireSku = (manufacturingSku: string, pageCount: number): ManufacturingSku => {
    const sku = catalog.get(manufacturingSku)
    if (sku === undefined) throw new Refusal('not_found', 'The catalog has no such manufacturing SKU.')
    const code = 'page_count_not_allowed'
    const detail = pageCountProblem(sku, pageCount)
    if (detail !== null) throw new Refusal(code, detail, [{ pointer: '?pageCount', code, detail }])
    return sku
  }

  const coverPlan = (sku: ManufacturingSku, pageCount: number) => ({
    manufacturingSku: sku.manufacturingSku,
    pageCount,
    edge: sku.geometry.cover.edge,
    measures: inUnit(coverInches(sku, pageCount), 'pt'),
  })
  const pagesPlan = (sku: ManufacturingSku, pageCount: number) => ({
    manufacturingSku: sku.manufacturingSku,
    pageCount,
    measures: inUnit(pageInches(sku, pageCount), 'pt'),
  })

  return [
    route({
      method: 'GET',
      path: '/templates/published/:manufacturingSku/cover/pdf',
      operationId: 'getCoverTemplate',
      callers: ['public'],
      tag,
      summary: 'Download the template of a cover',
      params,
      query: Type.Object({ units, pageCount, barcode }, closed),
      answer: Pdf,
      hasTag: true,
      refuses,
      async handle({ params: { manufacturingSku }, query: { pageCount, barcode = false }, request, reply }) {
        const sku = requireSku(manufacturingSku, pageCount)
        const template = await templates.cover({ ...coverPlan(sku, pageCount), withBarcode: barcode })
        return sendTemplate(template, `${manufacturingSku}-cover-${pageCount}.pdf`, request, reply)
      },
    }),
    route({
      method: 'GET',
      path: '/templates/published/:manufacturingSku/pages/pdf',
      operationId: 'getPagesTemplate',
      callers: ['public'],
      tag,
      summary: 'Download the template of all pages of a book',
      params,
      query: Type.Object({ units, pageCount }, closed),
      answer: Pdf,
      hasTag: true,
      refuses,
      async handle({ params: { manufacturingSku }, query: { pageCount }, request, reply }) {
        const template = await templates.pages(pagesPlan(requireSku(manufacturingSku, pageCount), pageCount))
        return sendTemplate(template, `${manufacturingSku}-pages-${pageCount}.pdf`, request, reply)
      },
    }),
    route({
      method: 'GET',
      path: '/templates/published/:manufacturingSku/cover/sample',
      operationId: 'getSampleCover',
      callers: ['public'],
      tag,
      summary: 'Download a sample cover, to try orders with',
      params,
      query: Type.Object({ pageCount }, closed),
      answer: SamplePdf,
      hasTag: true,
      refuses,
      async handle({ params: { manufacturingSku }, query: { pageCount }, request, reply }) {
        const sku = requireSku(manufacturingSku, pageCount)
        const book = sampleBooks[sku.geometry.cover.edge]
        const sample = await templates.sampleCover({ ...coverPlan(sku, pageCount), withBarcode: false, book })
        return sendTemplate(sample, `${manufacturingSku}-sample-cover-${pageCount}.pdf`, request, reply)
      },
    }),
    route({
      method: 'GET',
      path: '/templates/published/:manufacturingSku/pages/sample',
      operationId: 'getSamplePages',
      callers: ['public'],
      tag,
      summary: 'Download sample pages, to try orders with',
      params,
      query: Type.Object({ pageCount }, closed),
      answer: SamplePdf,
      hasTag: true,
      refuses,
      async handle({ params: { manufacturingSku }, query: { pageCount }, request, reply }) {
        const sku = requireSku(manufacturingSku, pageCount)
        const book = sampleBooks[sku.geometry.cover.edge]
        const hasColor = pressOf(sku).pageInks === 'color'
        const sample = await templates.samplePages({ ...pagesPlan(sku, pageCount), book, hasColor })
        return sendTemplate(sample, `${manufacturingSku}-sample-pages-${pageCount}.pdf`, request, reply)
      },
    }),
    route({
      method: 'GET',
      path: '/templates/published/:manufacturingSku/dimensions',
      operationId: 'getBookDimensions',
      callers: ['public'],
      tag,
      summary: 'Read the measures of a book and its files, in inches, millimeters and points',
      params,
      query: Type.Object({ pageCount }, closed),
      answer: Dimensions,
      refuses,
      handle({ params: { manufacturingSku }, query: { pageCount }, reply }) {
        const sku = requireSku(manufacturingSku, pageCount)
        const inches = { cover: coverInches(sku, pageCount), pages: pageInches(sku, pageCount) }
        const as = (unit: Unit) => inUnit(inches, unit)
        reply.header('cache-control', cacheControl)
        const coverEdge = sku.geometry.cover.edge
        return { manufacturingSku, pageCount, coverEdge, in: as('in'), mm: as('mm'), pt: as('pt') }
      },
    }),
  ]
}

function sendTemplate({ pdf, etag }: Template, name: string, request: FastifyRequest, reply: FastifyReply) {
  reply.headers({ etag, 'cache-control': cacheControl })
  if (hasCopy(request.headers['if-none-match'], etag)) return reply.code(304).send()
  // As a download: a viewer inside the browser would not work under our content-security-policy.
  return reply.type('application/pdf').header('content-disposition', `attachment; filename="${name}"`).send(pdf)
}
