// Templates of covers and pages as PDF files: drawn when first asked for, and kept in memory up to a bound. Those who ask
// for the same one while it is drawn wait for that drawing.

import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { drawCover } from './cover.ts'
import type { Face } from './face.ts'
import { drawPages } from './pages.ts'
import type { Drawing } from './pdf.ts'
import type { CoverPlan, PagesPlan } from './plan.ts'

/** Some 150 of the longest interiors, or 3,000 covers. */
const mostKeptBytes = 32 * 1024 * 1024

/** `etag` is a strong validator, made from the bytes. */
export type Template = { pdf: Buffer; etag: string }

export type Templates = {
  /** One page: the cover opened flat. */
  cover(plan: CoverPlan): Promise<Template>
  /** As many pages as the book has. */
  pages(plan: PagesPlan): Promise<Template>
}

export function createTemplates(): Templates {
  const kept = new LRUCache<string, Template, (face: Face) => Drawing>({
    maxSize: mostKeptBytes,
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

/** Reads in what drawing needs, so that the first who asks for a template waits no longer than the others. */
export function readDrawingTools(): void {
  drawingTools().catch(() => {}) // whoever asks for a template is told
}

type DrawingTools = { face: Face; writePdf: typeof import('./pdf.ts').writePdf }

let tools: Promise<DrawingTools> | null = null

/** Once a process, when a template is asked for: the libraries take 26 MB and a quarter of a second, and most never need them. */
function drawingTools(): Promise<DrawingTools> {
  tools ??= Promise.all([import('./face.ts'), import('./pdf.ts')]).then(([{ openFace }, { writePdf }]) => ({
    face: openFace(),
    writePdf,
  }))
  return tools
}
