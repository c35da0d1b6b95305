// Templates of covers and pages as PDF, SVG, PNG and IDML, and sample artwork for them as PDF: drawn on first request
// and cached in memory up to a bound. Requests for a file that is being drawn share that drawing.

import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { isbnBarcode } from '../barcode/isbnBarcode.ts'
import { createCanvas } from './canvas.ts'
import { coverTitle, drawCover } from './cover.ts'
import type { Face } from './face.ts'
import { type Edges, type IdmlDrawing, idmlOf } from './idml.ts'
import { createIdmlCanvas, type IdmlSheet } from './idmlCanvas.ts'
import { createLayers, drawnLayers, type LayerKey, type Layers, onLayers } from './layers.ts'
import { drawHeading } from './legend.ts'
import { drawSide, headingOf, pagesTitle } from './pages.ts'
import type { Drawing } from './pdf.ts'
import type { Area, CoverPlan, PagesPlan, Side } from './plan.ts'
import { drawSampleCover, type SampleCoverPlan } from './sampleCover.ts'
import { drawSamplePages, type SampleFaces, type SamplePagesPlan } from './samplePages.ts'
import { pngOf, type SvgDrawing, svgOf } from './svg.ts'
import { createSvgCanvas } from './svgCanvas.ts'

/** About 150 of the longest interiors, or 3,000 covers. */
const maxKeptBytes = 32 * 1024 * 1024

/** `etag` is a strong validator, derived from the bytes. */
export type Template = { bytes: Buffer; etag: string }
export type PictureFormat = 'svg' | 'png'

export type Templates = {
  /** One page: the cover opened flat. */
  cover(plan: CoverPlan): Promise<Template>
  /** As many pages as the book has. */
  pages(plan: PagesPlan): Promise<Template>
  coverPicture(plan: CoverPlan, format: PictureFormat): Promise<Template>
  /** All pages of a side look alike. */
  sidePicture(plan: PagesPlan, side: Side, format: PictureFormat): Promise<Template>
  /** For InDesign: the page of the document is the open cover when cut, and its bleed what is beyond. */
  coverIdml(plan: CoverPlan): Promise<Template>
  /** Facing pages, as many as the book has. */
  pagesIdml(plan: PagesPlan): Promise<Template>
  sampleCover(plan: SampleCoverPlan): Promise<Template>
  samplePages(plan: SamplePagesPlan): Promise<Template>
}

export function createTemplates(): Templates {
  const kept = new LRUCache<string, Template, (tools: DrawingTools) => Promise<Buffer>>({
    maxSize: maxKeptBytes,
    sizeCalculation: ({ bytes }) => bytes.length,
    fetchMethod: async (_key, _stale, { context: draw }) => {
      const bytes = await draw(await drawingTools())
      return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` }
    },
  })
  const template = (key: string, draw: (face: Face) => Drawing | Promise<Drawing>) =>
    kept.forceFetch(key, { context: async ({ face, writePdf }) => writePdf(await draw(face), [face]) })
  const picture = (key: string, format: PictureFormat, draw: (face: Face) => SvgDrawing | Promise<SvgDrawing>) =>
    kept.forceFetch(`${format} ${key}`, {
      async context({ face }) {
        const drawing = await draw(face)
        return format === 'svg' ? Buffer.from(svgOf(drawing)) : onePng(() => pngOf(drawing))
      },
    })
  /** One at a time: a PNG takes over a second of CPU, and anyone may request one. */
  let lastPng: Promise<unknown> = Promise.resolve()
  function onePng(draw: () => Promise<Buffer>): Promise<Buffer> {
    const png = lastPng.then(draw)
    lastPng = png.catch(() => {})
    return png
  }
  const idml = (key: string, draw: (face: Face) => IdmlDrawing | Promise<IdmlDrawing>) =>
    kept.forceFetch(`idml ${key}`, { context: async ({ face }) => idmlOf(await draw(face)) })
  const sample = (key: string, draw: (faces: SampleFaces) => Drawing) =>
    kept.forceFetch(key, {
      context: ({ sampleFaces, writePdf }) => {
        const faces = sampleFaces()
        return writePdf(draw(faces), Object.values(faces))
      },
    })
  return {
    cover: plan => template(`cover ${JSON.stringify(plan)}`, face => coverDrawing(plan, face)),
    pages: plan => template(`pages ${JSON.stringify(plan)}`, face => pagesDrawing(plan, face)),
    coverPicture: (plan, format) =>
      picture(`cover ${JSON.stringify(plan)}`, format, async face => {
        const layers = createLayers(() => createSvgCanvas(face))
        await drawCoverOn(plan, layers)
        return { ...sizeOf(plan), title: coverTitle(plan), layers: drawnLayers(layers) }
      }),
    sidePicture: (plan, side, format) =>
      picture(`${side} ${JSON.stringify(plan)}`, format, face => {
        const layers = createLayers(() => createSvgCanvas(face))
        const place = drawSide(plan, side, layers)
        drawHeading(layers.text, sideNames[side], place)
        return { ...sizeOf(plan), title: pagesTitle(plan), layers: drawnLayers(layers) }
      }),
    coverIdml: plan => idml(`cover ${JSON.stringify(plan)}`, face => coverIdmlDrawing(plan, face)),
    pagesIdml: plan => idml(`pages ${JSON.stringify(plan)}`, face => pagesIdmlDrawing(plan, face)),
    sampleCover: plan => sample(`sample cover ${JSON.stringify(plan)}`, faces => drawSampleCover(plan, faces)),
    samplePages: plan => sample(`sample pages ${JSON.stringify(plan)}`, faces => drawSamplePages(plan, faces)),
  }
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
  const sideOf = (side: Side) => {
    const layers = createLayers(() => createCanvas(face))
    const place = drawSide(plan, side, layers)
    return { place, drawn: drawnLayers(layers) }
  }
  const sides = { recto: sideOf('recto'), verso: sideOf('verso') }
  const pages = Array.from({ length: plan.pageCount }, (_, i) => {
    const shows = i % 2 === 0 ? 'recto' : 'verso'
    const canvas = createCanvas(face)
    drawHeading(canvas, headingOf(i + 1, plan), sides[shows].place)
    const operators = onLayers([{ key: 'text', content: canvas.content() }])
    return { trim: plan.measures[shows].trim, shows, operators }
  })
  const keys = Object.values(sides).flatMap(({ drawn }) => drawn.map(({ key }) => key))
  return {
    ...sizeOf(plan),
    title: pagesTitle(plan),
    layers: [...new Set<LayerKey>(keys)],
    shared: { recto: onLayers(sides.recto.drawn), verso: onLayers(sides.verso.drawn) },
    pages,
  }
}

async function coverIdmlDrawing(plan: CoverPlan, face: Face): Promise<IdmlDrawing> {
  const { width, height, trim, spineArea, hingeBack, hingeFront, flapBack, flapFront, back, front, punch } =
    plan.measures
  const middle = [trim.x + trim.width / 2, trim.y + trim.height / 2] as const
  const sheet: IdmlSheet = { name: 'cover', origin: middle, shown: { x: 0, y: 0, width, height } }
  const layers = createLayers(key => createIdmlCanvas(face, sheet, key))
  await drawCoverOn(plan, layers)
  const drawn = drawnLayers(layers)
  const folds = [
    ...(spineArea === null ? [front.x] : [spineArea.x, spineArea.x + spineArea.width]).map(x => ({
      layer: punch > 0 ? ('trim' as const) : ('spine' as const),
      x,
    })),
    ...(hingeBack === null || hingeFront === null ? [] : [back.x + back.width, front.x]).map(x => ({
      layer: 'hinge' as const,
      x,
    })),
    ...(flapBack === null || flapFront === null ? [] : [flapBack.x + flapBack.width, flapFront.x]).map(x => ({
      layer: 'flap' as const,
      x,
    })),
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
  const sideOf = (side: Side) => {
    const { x, y, width: trimWidth, height: trimHeight } = plan.measures[side].trim
    const fold = side === 'recto' ? x : x + trimWidth
    const shown = side === 'recto' ? { x, y: 0, width: width - x, height } : { x: 0, y: 0, width: fold, height }
    const sheet: IdmlSheet = { name: side, origin: [fold, y + trimHeight / 2], shown }
    const layers = createLayers(key => createIdmlCanvas(face, sheet, key))
    const place = drawSide(plan, side, layers)
    drawHeading(layers.text, sideNames[side], place)
    return drawnLayers(layers)
  }
  const recto = sideOf('recto')
  return {
    kind: 'book',
    pageCount: plan.pageCount,
    trim: { width: trim.width, height: trim.height },
    bleed: edgesOf({ x: 0, y: 0, width, height }, trim),
    margins: edgesOf(trim, safe),
    layers: recto.map(({ key }) => key),
    rulers: [],
    recto: itemsOf(recto),
    verso: itemsOf(sideOf('verso')),
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

/** Loads what drawing needs, so that the first request does not wait for it. */
export function readDrawingTools(): void {
  drawingTools().catch(() => {}) // requests for templates report the failure
}

type DrawingTools = { face: Face; sampleFaces: () => SampleFaces; writePdf: typeof import('./pdf.ts').writePdf }

let tools: Promise<DrawingTools> | null = null

/**
 * Loaded once per process, when a template is requested: the libraries take 26 MB and a quarter of a second, and most
 * processes never need them.
 */
function drawingTools(): Promise<DrawingTools> {
  tools ??= Promise.all([import('./face.ts'), import('./pdf.ts')]).then(([{ openFace }, { writePdf }]) => {
    let faces: SampleFaces | null = null
    const sampleFaces = () =>
      (faces ??= { serif: openFace('Serif'), italic: openFace('Italic'), bold: openFace('Bold') })
    return { face: openFace('F'), sampleFaces, writePdf }
  })
  return tools
}
