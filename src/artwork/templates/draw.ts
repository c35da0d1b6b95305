// Draws one template or sample. It takes up to a second of processor time, so the service does it in a child.

import { lazy } from '../../base/running/lazy.ts'
import { isbnBarcode } from '../barcode/isbnBarcode.ts'
import { createCanvas } from './canvas.ts'
import { coverTitle, drawCover } from './cover.ts'
import { type Face, openFace } from './face.ts'
import { type Edges, type IdmlDrawing, idmlOf } from './idml.ts'
import { createIdmlCanvas, type IdmlSheet } from './idmlCanvas.ts'
import { createLayers, drawnLayers, type LayerKey, type Layers, onLayers } from './layers.ts'
import { drawHeading } from './legend.ts'
import { drawSide, headingOf, pagesTitle } from './pages.ts'
import type { Drawing } from './pdf.ts'
import { type Area, type CoverPlan, fromLeft, type PagesPlan, type Side, sideOf } from './plan.ts'
import { drawSampleCover, type SampleCoverPlan } from './sampleCover.ts'
import { drawSamplePages, type SampleFaces, type SamplePagesPlan } from './samplePages.ts'
import { pngOf, type SvgDrawing, svgOf } from './svg.ts'
import { createSvgCanvas } from './svgCanvas.ts'

type PictureFormat = 'svg' | 'png'

/** A cover is one page, opened flat; pages are as many as the book has, and all pages of a side look alike. */
export type TemplateRequest =
  | { of: 'cover'; as: PictureFormat | 'pdf' | 'idml'; plan: CoverPlan }
  | { of: 'pages'; as: 'pdf' | 'idml'; plan: PagesPlan }
  | { of: Side; as: PictureFormat; plan: PagesPlan }
  | { of: 'sample cover'; as: 'pdf'; plan: SampleCoverPlan }
  | { of: 'sample pages'; as: 'pdf'; plan: SamplePagesPlan }

export async function drawTemplate(request: TemplateRequest): Promise<Buffer> {
  const face = labelFace()
  switch (request.of) {
    case 'cover':
      if (request.as === 'pdf') return pdfOf(await coverDrawing(request.plan, face), [face])
      if (request.as === 'idml') return Buffer.from(idmlOf(await coverIdmlDrawing(request.plan, face)))
      return pictureOf(await coverPicture(request.plan, face), request.as)
    case 'pages':
      if (request.as === 'pdf') return pdfOf(pagesDrawing(request.plan, face), [face])
      return Buffer.from(idmlOf(pagesIdmlDrawing(request.plan, face)))
    case 'sample cover':
      return pdfOf(drawSampleCover(request.plan, sampleFaces()), Object.values(sampleFaces()))
    case 'sample pages':
      return pdfOf(drawSamplePages(request.plan, sampleFaces()), Object.values(sampleFaces()))
    default:
      return pictureOf(sidePicture(request.plan, request.of, face), request.as)
  }
}

const labelFace = lazy(() => openFace('F'))
const sampleFaces = lazy(
  (): SampleFaces => ({ serif: openFace('Serif'), italic: openFace('Italic'), bold: openFace('Bold') }),
)

/** Takes a tenth of a second. Pictures do without. */
export const loadPdf = () => import('./pdf.ts')

async function pdfOf(drawing: Drawing, faces: Face[]): Promise<Buffer> {
  const { writePdf } = await loadPdf()
  return writePdf(drawing, faces)
}

const pictureOf = async (drawing: SvgDrawing, format: PictureFormat): Promise<Buffer> =>
  format === 'svg' ? Buffer.from(svgOf(drawing)) : pngOf(drawing)

async function coverPicture(plan: CoverPlan, face: Face): Promise<SvgDrawing> {
  const layers = createLayers(() => createSvgCanvas(face))
  await drawCoverOn(plan, layers)
  return { ...sizeOf(plan), title: coverTitle(plan), layers: drawnLayers(layers) }
}

function sidePicture(plan: PagesPlan, side: Side, face: Face): SvgDrawing {
  const layers = createLayers(() => createSvgCanvas(face))
  const place = drawSide(plan, side, layers)
  drawHeading(layers.text, sideNames[side], place)
  return { ...sizeOf(plan), title: pagesTitle(plan), layers: drawnLayers(layers) }
}

const sideNames: Record<Side, string> = { recto: 'Right-hand page', verso: 'Left-hand page' }

const sizeOf = ({ measures: { width, height } }: CoverPlan | PagesPlan) => ({ width, height })

async function drawCoverOn(plan: CoverPlan, layers: Layers): Promise<void> {
  drawCover(plan, layers, plan.isbn && (await isbnBarcode(plan.isbn, plan.measures.barcode)))
}

async function coverDrawing(plan: CoverPlan, face: Face): Promise<Drawing> {
  const layers = createLayers(() => createCanvas(face))
  await drawCoverOn(plan, layers)
  const drawn = drawnLayers(layers)
  return {
    ...sizeOf(plan),
    title: coverTitle(plan),
    layers: drawn.map(({ key }) => key),
    shared: {},
    pages: [{ trim: plan.measures.trim, shows: null, operators: onLayers(drawn) }],
  }
}

function pagesDrawing(plan: PagesPlan, face: Face): Drawing {
  const drawnSide = (side: Side) => {
    const layers = createLayers(() => createCanvas(face))
    const place = drawSide(plan, side, layers)
    return { place, drawn: drawnLayers(layers) }
  }
  const sides = { recto: drawnSide('recto'), verso: drawnSide('verso') }
  const pages = Array.from({ length: plan.pageCount }, (_, i) => {
    const shows = sideOf(plan, i + 1)
    const canvas = createCanvas(face)
    drawHeading(canvas, headingOf(i + 1, plan), sides[shows].place)
    const operators = onLayers([{ key: 'text', content: canvas.content() }])
    return { trim: plan.measures[shows].trim, shows, operators }
  })
  const keys = Object.values(sides).flatMap(({ drawn }) => drawn.map(({ key }) => key))
  return {
    ...sizeOf(plan),
    title: pagesTitle(plan),
    bindingEdge: plan.measures.bindingEdge,
    layers: [...new Set<LayerKey>(keys)],
    shared: { recto: onLayers(sides.recto.drawn), verso: onLayers(sides.verso.drawn) },
    pages,
  }
}

async function coverIdmlDrawing(plan: CoverPlan, face: Face): Promise<IdmlDrawing> {
  const { width, height, trim, spineArea, hingeBack, hingeFront, flapBack, flapFront, back, front, punch } =
    plan.measures
  const [left, right] = fromLeft(back, front)
  const flaps = flapBack && flapFront && fromLeft(flapBack, flapFront)
  const middle = [trim.x + trim.width / 2, trim.y + trim.height / 2] as const
  const sheet: IdmlSheet = { name: 'cover', origin: middle, shown: { x: 0, y: 0, width, height } }
  const layers = createLayers(key => createIdmlCanvas(face, sheet, key))
  await drawCoverOn(plan, layers)
  const drawn = drawnLayers(layers)
  const folds = [
    ...(spineArea === null ? [right.x] : [spineArea.x, spineArea.x + spineArea.width]).map(x => ({
      layer: punch > 0 ? ('trim' as const) : ('spine' as const),
      x,
    })),
    ...(hingeBack === null || hingeFront === null ? [] : [left.x + left.width, right.x]).map(x => ({
      layer: 'hinge' as const,
      x,
    })),
    ...(flaps === null ? [] : [flaps[0].x + flaps[0].width, flaps[1].x]).map(x => ({ layer: 'flap' as const, x })),
  ]
  return {
    kind: 'cover',
    trim: { width: trim.width, height: trim.height },
    bleed: edgesOf({ x: 0, y: 0, width, height }, trim),
    margins: { top: 0, bottom: 0, inside: 0, outside: 0 },
    layers: drawn.map(({ key }) => key),
    rulers: folds.map(({ layer, x }) => ({ layer, x: points(x - trim.x) })),
    items: itemsOf(drawn),
  }
}

function pagesIdmlDrawing(plan: PagesPlan, face: Face): IdmlDrawing {
  const { width, height } = plan.measures
  const { trim, safe } = plan.measures.recto
  const drawnSide = (side: Side) => {
    const { x, y, width: trimWidth, height: trimHeight } = plan.measures[side].trim
    const fold = side === 'recto' ? x : x + trimWidth
    const shown = side === 'recto' ? { x, y: 0, width: width - x, height } : { x: 0, y: 0, width: fold, height }
    const sheet: IdmlSheet = { name: side, origin: [fold, y + trimHeight / 2], shown }
    const layers = createLayers(key => createIdmlCanvas(face, sheet, key))
    const place = drawSide(plan, side, layers)
    drawHeading(layers.text, sideNames[side], place)
    return drawnLayers(layers)
  }
  const recto = drawnSide('recto')
  return {
    kind: 'book',
    bindingEdge: plan.measures.bindingEdge,
    sides: Array.from({ length: plan.pageCount }, (_, i) => sideOf(plan, i + 1)),
    trim: { width: trim.width, height: trim.height },
    bleed: edgesOf({ x: 0, y: 0, width, height }, trim),
    margins: edgesOf(trim, safe),
    layers: recto.map(({ key }) => key),
    rulers: [],
    recto: itemsOf(recto),
    verso: itemsOf(drawnSide('verso')),
  }
}

const itemsOf = (drawn: { content: string }[]): string => drawn.map(({ content }) => content).join('\n')

/** How far each edge of the outer area is from the inner one; the left edge is the inside of a right-hand page. */
const edgesOf = (outer: Area, inner: Area): Edges => ({
  top: points(outer.y + outer.height - inner.y - inner.height),
  bottom: points(inner.y - outer.y),
  inside: points(inner.x - outer.x),
  outside: points(outer.x + outer.width - inner.x - inner.width),
})

/** As precise as the measures. */
const points = (value: number): number => Math.round(value * 10_000) / 10_000
