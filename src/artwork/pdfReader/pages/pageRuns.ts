import type { Measured, PageRuns } from '../pdfFacts.ts'

/** Runs from page numbers in ascending order; a page may be repeated. */
export function runsOf(pages: Iterable<number>): PageRuns {
  const runs: PageRuns = []
  for (const page of pages) {
    const last = runs.at(-1)
    if (last !== undefined && page <= last[1] + 1) last[1] = Math.max(last[1], page)
    else runs.push([page, page])
  }
  return runs
}

export const pagesOf = (runs: PageRuns): number[] =>
  runs.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => from + i))

const maxNames = 50

/** Collects names and, in page order, the pages on which any of them occur. */
export function createNamesOnPages() {
  const names = new Set<string>()
  const pages: number[] = []
  return {
    add(pageNames: Iterable<string>, page: number) {
      for (const name of pageNames) {
        if (names.size < maxNames) names.add(name)
        if (pages.at(-1) !== page) pages.push(page)
      }
    },
    facts: () => ({ names: [...names], pages: runsOf(pages) }),
  }
}

const maxValues = 500

/** Collects values, rounded to a step, with their pages in page order. */
export function createMeasured(step: number) {
  const found = new Map<number, number[]>()
  return {
    add(value: number, page: number) {
      const rounded = Number((Math.round(value / step) * step).toFixed(3))
      const pages = found.get(rounded)
      if (pages !== undefined) pages.push(page)
      else if (found.size < maxValues) found.set(rounded, [page])
    },
    facts: (): Measured => [...found].map(([value, pages]) => ({ value, pages: runsOf(pages) })),
  }
}
