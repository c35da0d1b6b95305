// Page numbers, counted from 1, as runs.

/** Both ends inclusive; ascending, and with gaps between runs. */
export type PageRuns = [from: number, to: number][]

/** Runs from page numbers in ascending order; a page may be repeated. */
export function runsOf(pages: Iterable<number>): PageRuns {
  const found: PageRuns = []
  for (const page of pages) {
    const last = found.at(-1)
    if (last !== undefined && page <= last[1] + 1) last[1] = Math.max(last[1], page)
    else found.push([page, page])
  }
  return found
}

export const pagesOf = (runsOfPages: PageRuns): number[] =>
  runsOfPages.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => from + i))

export const countOf = (runsOfPages: PageRuns): number =>
  runsOfPages.reduce((sum, [from, to]) => sum + to - from + 1, 0)

export function union(...lists: PageRuns[]): PageRuns {
  const found: PageRuns = []
  for (const [from, to] of lists.flat().sort(([a], [b]) => a - b)) {
    const last = found.at(-1)
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to)
    else found.push([from, to])
  }
  return found
}

const mostNames = 50

/** Collects names and, in page order, the pages on which any of them occur. */
export function createNamed() {
  const names = new Set<string>()
  const pages: number[] = []
  return {
    add(found: Iterable<string>, page: number) {
      for (const name of found) {
        if (names.size < mostNames) names.add(name)
        if (pages.at(-1) !== page) pages.push(page)
      }
    },
    facts: () => ({ names: [...names], pages: runsOf(pages) }),
  }
}
