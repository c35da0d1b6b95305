// (i): drawing templates that were not requested before, against the times that designers are promised.

import { readFileSync } from 'node:fs'
import { createTemplates } from '../src/artwork/templates/templates.ts'
import { createCatalog } from '../src/catalog/catalog.ts'
import { coverInches, inUnit, pageInches } from '../src/catalog/measures.ts'
import type { Bench } from './measurement.ts'
import type { Finding } from './report.ts'
import { median } from './rounds.ts'

const manufacturingSku = 'PB-0600X0900-BW-60W'
const mostPages = 800
const coverGoalMs = 50
const pagesGoalMs = 500

export async function drawTemplates({ rounds }: Bench): Promise<Finding[]> {
  const sku = createCatalog(JSON.parse(readFileSync('operator/catalogue.json', 'utf8'))).get(manufacturingSku)!
  const cover: number[] = []
  const pages: number[] = []
  for (let round = 0; round < rounds; round++) {
    const templates = createTemplates() // which has drawn nothing yet
    const file = { manufacturingSku, pageCount: mostPages }
    const coverMeasures = inUnit(coverInches(sku, mostPages), 'pt')
    const pageMeasures = inUnit(pageInches(sku, mostPages), 'pt')
    cover.push(await msOf(() => templates.cover({ ...file, edge: 'cut', withBarcode: true, measures: coverMeasures })))
    pages.push(await msOf(() => templates.pages({ ...file, measures: pageMeasures })))
  }
  return [
    finding('template of a cover', cover, coverGoalMs),
    finding(`templates of ${mostPages} pages`, pages, pagesGoalMs),
  ]
}

async function msOf(draw: () => Promise<unknown>): Promise<number> {
  const before = performance.now()
  await draw()
  return performance.now() - before
}

/** The first time is that of a process that has just started. */
function finding(what: string, times: number[], goalMs: number): Finding {
  const ms = (time: number) => `${time.toFixed(1)} ms`
  return {
    id: 'i',
    what,
    measured: `${ms(median(times))} of ${goalMs} ms; the first ${ms(times[0]!)}`,
    ratio: median(times) / goalMs,
    goal: { atMost: 1 },
  }
}
