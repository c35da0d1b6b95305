// (i): drawing templates, without the start of the child that does it, against the times that we promise to designers.

import { readFileSync } from 'node:fs'
import { drawTemplate } from '../src/artwork/templates/draw.ts'
import { createCatalog } from '../src/catalog/catalog.ts'
import { coverInches, inUnit, pageInches } from '../src/catalog/measures.ts'
import type { Bench } from './measurement.ts'
import type { Finding } from './report.ts'
import { median } from './rounds.ts'

const manufacturingSku = 'PB-0600X0900-BW-60W'
const maxPages = 800
const coverGoalMs = 50
const pagesGoalMs = 500

export async function drawTemplates({ rounds }: Bench): Promise<Finding[]> {
  const sku = createCatalog(JSON.parse(readFileSync('operator/catalog.json', 'utf8'))).get(manufacturingSku)!
  const cover: number[] = []
  const pages: number[] = []
  for (let round = 0; round < rounds; round++) {
    const file = { manufacturingSku, pageCount: maxPages }
    const coverMeasures = inUnit(coverInches(sku, maxPages), 'pt')
    const pageMeasures = inUnit(pageInches(sku, maxPages), 'pt')
    const plan = { ...file, edge: 'cut', withBarcode: true, isbn: null, measures: coverMeasures } as const
    const pagesPlan = { ...file, measures: pageMeasures }
    cover.push(await msOf(() => drawTemplate({ of: 'cover', as: 'pdf', plan })))
    pages.push(await msOf(() => drawTemplate({ of: 'pages', as: 'pdf', plan: pagesPlan })))
  }
  return [
    finding('template of a cover', cover, coverGoalMs),
    finding(`templates of ${maxPages} pages`, pages, pagesGoalMs),
  ]
}

async function msOf(draw: () => Promise<unknown>): Promise<number> {
  const before = performance.now()
  await draw()
  return performance.now() - before
}

/** The first time includes the start of the process. */
function finding(title: string, times: number[], goalMs: number): Finding {
  const ms = (time: number) => `${time.toFixed(1)} ms`
  return {
    id: 'i',
    title,
    measured: `${ms(median(times))} of ${goalMs} ms; the first ${ms(times[0]!)}`,
    ratio: median(times) / goalMs,
    goal: { atMost: 1 },
  }
}
