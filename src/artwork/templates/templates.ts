// Templates of covers and pages as PDF, SVG and PNG, and sample artwork for them as PDF: drawn on first request and
// cached in memory up to a bound. Requests for a file that is being drawn share that drawing.

import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { isbnBarcode } from '../barcode/isbnBarcode.ts'
import { createCanvas } from './canvas.ts'
import { coverTitle, drawCover } from './cover.ts'
import type { Face } from './face.ts'
import { createLayers, drawnLayers, type LayerKey, type Layers, onLayers } from './layers.ts'
import { drawHeading } from './legend.ts'
import { drawSide, headingOf, pagesTitle } from './pages.ts'
import type { Drawing } from './pdf.ts'
import type { CoverPlan, PagesPlan, Side } from './plan.ts'
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
        drawHeading(layers.text, side === 'recto' ? 'Right-hand page' : 'Left-hand page', place)
        return { ...sizeOf(plan), title: pagesTitle(plan), layers: drawnLayers(layers) }
      }),
    sampleCover: plan => sample(`sample cover ${JSON.stringify(plan)}`, faces => drawSampleCover(plan, faces)),
    samplePages: plan => sample(`sample pages ${JSON.stringify(plan)}`, faces => drawSamplePages(plan, faces)),
  }
}

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
