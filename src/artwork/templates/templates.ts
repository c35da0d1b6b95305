// Templates of covers and pages, and sample artwork for them, as PDF files: drawn on first request and cached in memory
// up to a bound. Requests for a file that is being drawn share that drawing.

import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { drawCover } from './cover.ts'
import type { Face } from './face.ts'
import { drawPages } from './pages.ts'
import type { Drawing } from './pdf.ts'
import type { CoverPlan, PagesPlan } from './plan.ts'
import { drawSampleCover, type SampleCoverPlan } from './sampleCover.ts'
import { drawSamplePages, type SampleFaces, type SamplePagesPlan } from './samplePages.ts'

/** About 150 of the longest interiors, or 3,000 covers. */
const maxKeptBytes = 32 * 1024 * 1024

/** `etag` is a strong validator, derived from the bytes. */
export type Template = { pdf: Buffer; etag: string }

export type Templates = {
  /** One page: the cover opened flat. */
  cover(plan: CoverPlan): Promise<Template>
  /** As many pages as the book has. */
  pages(plan: PagesPlan): Promise<Template>
  sampleCover(plan: SampleCoverPlan): Promise<Template>
  samplePages(plan: SamplePagesPlan): Promise<Template>
}

export function createTemplates(): Templates {
  const kept = new LRUCache<string, Template, (tools: DrawingTools) => Promise<Buffer>>({
    maxSize: maxKeptBytes,
    sizeCalculation: ({ pdf }) => pdf.length,
    fetchMethod: async (_key, _stale, { context: draw }) => {
      const pdf = await draw(await drawingTools())
      return { pdf, etag: `"${createHash('sha256').update(pdf).digest('base64url')}"` }
    },
  })
  const template = (key: string, draw: (face: Face) => Drawing) =>
    kept.forceFetch(key, { context: ({ face, writePdf }) => writePdf(draw(face), [face]) })
  const sample = (key: string, draw: (faces: SampleFaces) => Drawing) =>
    kept.forceFetch(key, {
      context: ({ sampleFaces, writePdf }) => {
        const faces = sampleFaces()
        return writePdf(draw(faces), Object.values(faces))
      },
    })
  return {
    cover: plan => template(`cover ${JSON.stringify(plan)}`, face => drawCover(plan, face)),
    pages: plan => template(`pages ${JSON.stringify(plan)}`, face => drawPages(plan, face)),
    sampleCover: plan => sample(`sample cover ${JSON.stringify(plan)}`, faces => drawSampleCover(plan, faces)),
    samplePages: plan => sample(`sample pages ${JSON.stringify(plan)}`, faces => drawSamplePages(plan, faces)),
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
