// Templates of covers and pages as PDF, SVG, PNG and IDML, and sample artwork for them as PDF: drawn on first request,
// in a child, one at a time, and cached in memory up to a bound. Requests for a file that is being drawn share that
// drawing. Anyone may request one, so addresses take turns, and only so many drawings wait.

import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { say } from '../../../languages/texts.ts'
import { runGuarded, type Task } from '../../base/guarded/guard.ts'
import { createPool } from '../../base/guarded/pool.ts'
import { Refusal } from '../../base/refusal.ts'
import type { TemplateRequest } from './draw.ts'

/** About 150 of the longest interiors, or 3,000 covers. */
const maxKeptBytes = 32 * 1024 * 1024
/** Half a minute of drawing. */
const maxWaiting = 50

/** The longest interior takes a tenth of this. Files have at most a few megabytes. */
const task: Task = {
  module: new URL('./templateTask.ts', import.meta.url),
  length: 'short',
  addons: 'none',
  limits: {
    wallMs: 60_000,
    cpuSeconds: 12,
    firstCpuMs: 10_000,
    stepCpuMs: 10_000,
    dataBytes: 1_000_000_000,
    heapMegabytes: 256,
    outputBytes: 32 * 1024 * 1024,
  },
}

/** `etag` is a strong validator, derived from the bytes. */
export type Template = { bytes: Buffer; etag: string }
export type DrawOne = (request: TemplateRequest, address: string) => Promise<Buffer>

/** The drawing for `address` takes turns with those of other addresses, and is charged to its budget. */
export type Templates = { get(request: TemplateRequest, address: string): Promise<Template> }

export function createTemplates(draw: DrawOne = drawInChild): Templates {
  const pool = createPool(1)
  let waiting = 0
  const drawInTurn = async (request: TemplateRequest, address: string): Promise<Buffer> => {
    if (waiting >= maxWaiting)
      throw new Refusal('overloaded', say('Too many templates are being drawn just now. Please try again.'))
    waiting++
    try {
      return await pool.run(address, () => draw(request, address))
    } finally {
      waiting--
    }
  }
  const kept = new LRUCache<string, Template, { request: TemplateRequest; address: string }>({
    maxSize: maxKeptBytes,
    sizeCalculation: ({ bytes }) => bytes.length,
    fetchMethod: async (_key, _stale, { context: { request, address } }) => {
      const bytes = await drawInTurn(request, address)
      return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` }
    },
  })
  return {
    get: (request, address) => kept.forceFetch(JSON.stringify(request), { context: { request, address } }),
  }
}

async function drawInChild(request: TemplateRequest, address: string): Promise<Buffer> {
  // Native code draws pictures.
  const addons = request.as === 'png' ? 'allowed' : 'none'
  const outcome = await runGuarded({ ...task, addons }, request, { turn: address, input: Buffer.alloc(0) })
  if (outcome.kind === 'answered') return Buffer.concat(outcome.parts)
  if (outcome.kind === 'unavailable')
    throw new Refusal('overloaded', say('The template could not be drawn just now. Please try again.'))
  throw new Error(`a template could not be drawn: ${outcome.kind}`)
}
