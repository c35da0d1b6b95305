// Sets of page numbers as runs.

import type { PageRuns } from '../pdfReader/pdfReader.ts'

export const countOf = (runs: PageRuns): number => runs.reduce((sum, [from, to]) => sum + to - from + 1, 0)

export const runsOf = (pages: number[]): PageRuns => union(pages.map(page => [page, page]))

export function union(...lists: PageRuns[]): PageRuns {
  const merged: PageRuns = []
  for (const [from, to] of lists.flat().sort(([a], [b]) => a - b)) {
    const last = merged.at(-1)
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}

export function pagesIn(runs: PageRuns): number[] {
  const pages: number[] = []
  for (const [from, to] of runs) for (let page = from; page <= to; page++) pages.push(page)
  return pages
}
