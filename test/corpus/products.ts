// The sample products as the rules of print files see them, and their templates.

import { readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import * as fontkit from '@cantoo/fontkit'
import {
  cmyk,
  concatTransformationMatrix,
  drawObject,
  PDFDocument,
  popGraphicsState,
  pushGraphicsState,
} from '@cantoo/pdf-lib'
import { drawTemplate } from '../../src/artwork/templates/draw.ts'
import { createCatalog } from '../../src/catalog/catalog.ts'
import { coverInches, inUnit, pageInches } from '../../src/catalog/measures.ts'
import type { ManufacturingSku } from '../../src/catalog/schema.ts'
import { requirementsOf } from '../../src/features/files/requirements.ts'
import { grayPixel } from './write.ts'

const catalogFile = JSON.parse(readFileSync(new URL('../../operator/catalog.json', import.meta.url), 'utf8'))
export const catalog = createCatalog(catalogFile)

export const allSkus: ManufacturingSku[] = (catalogFile.skus as ManufacturingSku[]).map(
  ({ manufacturingSku }) => catalog.get(manufacturingSku)!,
)
/** The first part of a name is the kind of book: PB, HC, PH, MG, SS. */
const bindingOf = ({ manufacturingSku }: ManufacturingSku) => manufacturingSku.split('-', 1)[0]
export const isFirstOfBinding = (sku: ManufacturingSku): boolean =>
  sku === allSkus.find(other => bindingOf(other) === bindingOf(sku))
/** A paperback of 6 by 9 inches, 32 to 800 pages in steps of 2. */
export const paperback = catalog.get('PB-0600X0900-BW-60W')!

export const expectedOf = ({ manufacturingSku }: ManufacturingSku) => requirementsOf(catalog, manufacturingSku)!

/** The same paperback with bleed on the three sides that are cut: 6.125 by 9.25 inches. */
export const threeSided = createCatalog({
  ...catalogFile,
  skus: (catalogFile.skus as ManufacturingSku[]).map(sku => {
    const { geometry } = sku
    const pages = { ...geometry.pages, bindingBleedInches: 0 }
    return sku.manufacturingSku === paperback.manufacturingSku ? { ...sku, geometry: { ...geometry, pages } } : sku
  }),
})
export const expectedOfThreeSided = requirementsOf(threeSided, paperback.manufacturingSku)!

type Geometry = ManufacturingSku['geometry']

/** The paperback with another geometry, in a catalog of the same SKUs. */
const boundAs = (change: (geometry: Geometry) => Geometry) =>
  createCatalog({
    ...catalogFile,
    skus: (catalogFile.skus as ManufacturingSku[]).map(sku =>
      sku.manufacturingSku === paperback.manufacturingSku ? { ...sku, geometry: change(sku.geometry) } : sku,
    ),
  })

/** The same book in boards, which overhang by an eighth of an inch; the cover file is its dust jacket. */
export const jacketed = boundAs(geometry => ({
  ...geometry,
  cover: {
    ...geometry.cover,
    hingeInches: 0.25,
    panelGrowth: { widthInches: 0.125, heightInches: 0.25 },
    flapInches: 3.25,
    flapFoldInches: 0.25,
  },
  spine: { kind: 'formula', pagesPerInch: 444, baseInches: 0.25 },
}))
/** The same book, bound at its right, in a jacket and without bleed at the binding, so that its sides differ. */
export const boundAtRight = boundAs(({ pages, ...geometry }) => ({
  ...geometry,
  bindingEdge: 'right',
  pages: { ...pages, bindingBleedInches: 0 },
  cover: { ...geometry.cover, hingeInches: 0.25, flapInches: 3.25, flapFoldInches: 0.25 },
}))
/** The same book with a coil. */
export const coilBound = boundAs(geometry => ({
  ...geometry,
  cover: {
    ...geometry.cover,
    spineTextFromPages: null,
    barcode: { ...geometry.cover.barcode, fromSpineInches: 0.5 },
  },
  spine: { kind: 'none' },
  punchInches: 0.375,
}))
export const expectedOfBoundAtRight = requirementsOf(boundAtRight, paperback.manufacturingSku)!
export const expectedOfJacketed = requirementsOf(jacketed, paperback.manufacturingSku)!
export const expectedOfCoilBound = requirementsOf(coilBound, paperback.manufacturingSku)!

export async function templatesOf(sku: ManufacturingSku, pageCount: number): Promise<{ cover: Buffer; guts: Buffer }> {
  const { manufacturingSku, geometry } = sku
  const { edge } = geometry.cover
  const measures = inUnit(coverInches(sku, pageCount), 'pt')
  const plan = { manufacturingSku, pageCount, edge, withBarcode: true, isbn: null, measures }
  const pages = { manufacturingSku, pageCount, measures: inUnit(pageInches(sku, pageCount), 'pt') }
  return {
    cover: await drawTemplate({ of: 'cover', as: 'pdf', plan }),
    guts: await drawTemplate({ of: 'pages', as: 'pdf', plan: pages }),
  }
}

const interFile = new URL(import.meta.resolve('@fontsource/inter/files/inter-latin-400-normal.woff'))
const artPixels = 600

/**
 * A template as a designer sends it back: a color or gray to its edges, a picture of 300 pixels an inch, and a line of
 * text.
 */
export async function filledIn(template: Buffer, inks: 'black' | 'color' = 'color'): Promise<Uint8Array> {
  const document = await PDFDocument.load(template)
  document.registerFontkit(fontkit)
  const font = await document.embedFont(readFileSync(interFile), { subset: true })
  const pixels = deflateSync(Buffer.alloc(artPixels * artPixels * 4, inks === 'black' ? grayPixel : 'art!'))
  const art = document.context.register(
    document.context.stream(pixels, {
      Type: 'XObject',
      Subtype: 'Image',
      Width: artPixels,
      Height: artPixels,
      BitsPerComponent: 8,
      ColorSpace: 'DeviceCMYK',
      Filter: 'FlateDecode',
    }),
  )
  const isCover = document.getPageCount() === 1
  for (const page of document.getPages()) {
    const { width, height } = page.getSize()
    // Text is safe in the middle of a page, and of the front of a cover.
    const middle = width * (isCover ? 0.75 : 0.5)
    const inches = (artPixels / 300) * 72
    page.drawRectangle({
      x: 0,
      y: 0,
      width,
      height,
      color: inks === 'black' ? cmyk(0, 0, 0, 0.2) : cmyk(0.1, 0.2, 0.3, 0),
    })
    const name = page.node.newXObject('Art', art)
    const matrix = concatTransformationMatrix(inches, 0, 0, inches, middle - 50, height * 0.55)
    page.pushOperators(pushGraphicsState(), matrix, drawObject(name), popGraphicsState())
    page.drawText('It was a dark and stormy night.', {
      x: middle - 75,
      y: height / 2,
      size: 11,
      font,
      color: cmyk(0, 0, 0, 1),
    })
  }
  return document.save()
}
