// How figures are written for people who make books: inches to a thousandth, pages as runs. Long lists are shortened,
// and say so.

import { say, type Translatable, type Words } from '../../../languages/texts.ts'
import type { PageRuns } from '../pdfReader/pdfReader.ts'
import type { Area, Size } from './expectedFiles.ts'
import { countOf } from './pages.ts'

/** In a list of pages. */
const maxListedRuns = 20
const maxListedNames = 8

export const inchesOf = (inches: number): number => Number(inches.toFixed(3))
export const sizeText = ({ width, height }: Size): Translatable =>
  say('{width} × {height} in', { width: inchesOf(width), height: inchesOf(height) })
/** A box on a page: its size, and the position of its lower left corner. */
export const areaText = (area: Area): Translatable =>
  say('{size}, {x} in from the left and {y} in from the bottom', {
    size: sizeText(area),
    x: inchesOf(area.x),
    y: inchesOf(area.y),
  })
export const toleranceText = (inches: number): Translatable => say('± {inches} in', { inches: inchesOf(inches) })
export const pagesText = (count: number): Translatable =>
  say('{count, plural, one {{count} page} other {{count} pages}}', { count })

export function namesText(names: Words[]): Words {
  const listed = listOf(names.slice(0, maxListedNames), ', ')
  return names.length > maxListedNames
    ? say('{names} and {count} more', { names: listed, count: names.length - maxListedNames })
    : listed
}

const joints = {
  ', ': (first: Words, next: Words) => say('{first}, {next}', { first, next }),
  '; ': (first: Words, next: Words) => say('{first}; {next}', { first, next }),
  ' ': (first: Words, next: Words) => say('{first} {next}', { first, next }),
  ' or ': (first: Words, next: Words) => say('{first} or {next}', { first, next }),
  ' and ': (first: Words, next: Words) => say('{first} and {next}', { first, next }),
} as const

/** Texts that are only names make a name. */
export const listOf = (words: Words[], joint: keyof typeof joints): Words =>
  words.every(one => typeof one === 'string') && !joint.trim().match(/^\w/)
    ? words.join(joint)
    : words.reduce((first, next) => joints[joint](first, next))

export function runsText(runs: PageRuns): Words {
  const listed = runs.slice(0, maxListedRuns).map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`))
  const count = countOf(runs.slice(maxListedRuns))
  return count > 0 ? say('{names} and {count} more', { names: listed.join(', '), count }) : listed.join(', ')
}

export const pagesAre = (pages: PageRuns): Translatable =>
  say('{count, plural, one {Page {runs} is} other {Pages {runs} are}}', {
    count: countOf(pages),
    runs: runsText(pages),
  })
export const pagesHave = (pages: PageRuns): Translatable =>
  say('{count, plural, one {Page {runs} has} other {Pages {runs} have}}', {
    count: countOf(pages),
    runs: runsText(pages),
  })
