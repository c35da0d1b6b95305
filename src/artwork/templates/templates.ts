// Templates of covers and pages as PDF files: drawn on first request and cached in memory up to a bound. Requests for a
// template that is being drawn share that drawing.

import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { drawCover } from './cover.ts'
import type { Face } from './face.ts'
import { drawPages } from './pages.ts'
import type { Drawing } from './pdf.ts'
import type { CoverPlan, PagesPlan } from './plan.ts'

/** About 150 of the longest interiors, or 3,000 covers. */
const maxKeptBytes = 32 * 1024 * 1024

/** `etag` is a strong validator, derived from the bytes. */
export type Template = { pdf: Buffer; etag: string }

export type Templates = {
  /** One page: the cover opened flat. */
  cover(plan: CoverPlan): Promise<Template>
  /** As many pages as the book has. */
  pages(plan: PagesPlan): Promise<Template>
}

export function createTemplates(): Templates {
  const kept = new LRUCache<string, Template, (face: Face) => Drawing>({
    maxSize: maxKeptBytes,
    sizeCalculation: ({ pdf }) => pdf.length,
    fetchMethod: async (_key, _stale, { context: draw }) => {
      const { face, writePdf } = await drawingTools()
      const pdf = await writePdf(draw(face), face)
      return { pdf, etag: `"${createHash('sha256').update(pdf).digest('base64url')}"` }
    },
  })
  return {
    cover: plan => kept.forceFetch(`cover ${JSON.stringify(plan)}`, { context: face => drawCover(plan, face) }),
    pages: plan => kept.forceFetch(`pages ${JSON.stringify(plan)}`, { context: face => drawPages(plan, face) }),
  }
}

/** Loads what drawing needs, so that the first request does not wait for it. */
export function readDrawingTools(): void {
  drawingTools().catch(() => {}) // requests for templates report the failure
}

type DrawingTools = { face: Face; writePdf: typeof import('./pdf.ts').writePdf }

let tools: Promise<DrawingTools> | null = null

/**
 * Loaded once per process, when a template is requested: the libraries take 26 MB and a quarter of a second, and most
 * processes never need them.
 */
function drawingTools(): Promise<DrawingTools> {
  tools ??= Promise.all([import('./face.ts'), import('./pdf.ts')]).then(([{ openFace }, { writePdf }]) => ({
    face: openFace(),
    writePdf,
  }))
  return tools
}
