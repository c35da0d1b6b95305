// How figures are written for people who make books: inches to a thousandth, pages as runs. Long lists are shortened,
// and say so.

import type { Area, Size } from './expected.ts'
import { countOf, type PageRuns } from './pages.ts'

/** Per list of pages. */
const mostRunsTold = 20
const mostNamesTold = 8

export const inchesText = (inches: number): string => String(Number(inches.toFixed(3)))
export const sizeText = ({ width, height }: Size): string => `${inchesText(width)} × ${inchesText(height)} in`
/** A box on a page: its size, and the position of its lower left corner. */
export const placeText = (area: Area): string =>
  `${sizeText(area)}, ${inchesText(area.x)} in from the left and ${inchesText(area.y)} in from the bottom`
export const toleranceText = (inches: number): string => `± ${inchesText(inches)} in`
export const pagesText = (count: number): string => (count === 1 ? '1 page' : `${count} pages`)

export function namesText(names: string[]): string {
  const told = names.slice(0, mostNamesTold)
  return names.length > told.length ? `${told.join(', ')} and ${names.length - told.length} more` : told.join(', ')
}

export function runsText(runs: PageRuns): string {
  const told = runs.slice(0, mostRunsTold).map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`))
  const left = countOf(runs.slice(mostRunsTold))
  return left > 0 ? `${told.join(', ')} and ${left} more` : told.join(', ')
}

export const startOf = (pages: PageRuns): string =>
  countOf(pages) === 1 ? `Page ${runsText(pages)} is` : `Pages ${runsText(pages)} are`
export const pagesWord = (pages: PageRuns): string =>
  countOf(pages) === 1 ? `Page ${runsText(pages)} has` : `Pages ${runsText(pages)} have`
