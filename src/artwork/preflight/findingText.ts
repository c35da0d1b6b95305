// How figures are written for people who make books: inches to a thousandth, pages as runs. Long lists are shortened,
// and say so.

import type { PageRuns } from '../pdfReader/pdfReader.ts'
import type { Area, Size } from './expectedFiles.ts'
import { countOf } from './pages.ts'

/** In a list of pages. */
const maxListedRuns = 20
const maxListedNames = 8

export const inchesText = (inches: number): string => String(Number(inches.toFixed(3)))
export const sizeText = ({ width, height }: Size): string => `${inchesText(width)} × ${inchesText(height)} in`
/** A box on a page: its size, and the position of its lower left corner. */
export const areaText = (area: Area): string =>
  `${sizeText(area)}, ${inchesText(area.x)} in from the left and ${inchesText(area.y)} in from the bottom`
export const toleranceText = (inches: number): string => `± ${inchesText(inches)} in`
export const pagesText = (count: number): string => (count === 1 ? '1 page' : `${count} pages`)

export function namesText(names: string[]): string {
  const listed = names.slice(0, maxListedNames)
  return names.length > listed.length
    ? `${listed.join(', ')} and ${names.length - listed.length} more`
    : listed.join(', ')
}

export function runsText(runs: PageRuns): string {
  const listed = runs.slice(0, maxListedRuns).map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`))
  const unlistedCount = countOf(runs.slice(maxListedRuns))
  return unlistedCount > 0 ? `${listed.join(', ')} and ${unlistedCount} more` : listed.join(', ')
}

export const pagesAre = (pages: PageRuns): string =>
  countOf(pages) === 1 ? `Page ${runsText(pages)} is` : `Pages ${runsText(pages)} are`
export const pagesHave = (pages: PageRuns): string =>
  countOf(pages) === 1 ? `Page ${runsText(pages)} has` : `Pages ${runsText(pages)} have`
