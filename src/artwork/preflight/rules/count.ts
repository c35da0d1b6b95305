// The page count of a book, against the range and the step that the product is bound in.

import type { Expected } from '../expected.ts'
import type { PdfFacts } from '../facts.ts'
import { type Details, type Finding, finding } from '../finding.ts'
import type { Repair } from '../repair.ts'
import { pagesText } from '../words.ts'

const mostPadded = 3

type JudgedCount = { findings: Finding[]; repairs: Repair[]; pageCount: number | null }

export function judgeCount({ pageCount }: PdfFacts, pages: Expected['pages'], declared: number | null): JudgedCount {
  const { min, max } = pages
  const findings: Finding[] = []
  const got = pagesText(pageCount)
  const add = (code: Finding['code'], details: Details) => findings.push(finding('guts', code, { got, ...details }))
  if (declared !== null && declared !== pageCount) {
    add('page_count_not_declared', {
      expected: pagesText(declared),
      message: `The pages file has ${got}, but ${declared} were declared.`,
    })
  }
  const range = rangeText(pages)
  const missing = missingTo(pages, pageCount)
  if (pageCount < min || pageCount > max || pageCount + missing > max) {
    add('page_count_out_of_range', {
      expected: range,
      message: `The pages file has ${got}; this product has ${range}.`,
    })
    return { findings, repairs: [], pageCount }
  }
  if (missing === 0) return { findings, repairs: [], pageCount }
  const padded = pageCount + missing
  if (missing > mostPadded) {
    add('page_count_not_in_step', {
      expected: range,
      message: `The pages file has ${got}; this product has ${range}. It is ${missing} pages short of ${padded}.`,
    })
    return { findings, repairs: [], pageCount }
  }
  add('pages_padded', {
    pages: [[pageCount + 1, padded]],
    expected: range,
    message: `The pages file has ${got}, but the binding needs ${padded}: ${missing === 1 ? 'a blank page is' : `${missing} blank pages are`} added at the end.`,
  })
  return { findings, repairs: [{ kind: 'pad', pages: missing }], pageCount: padded }
}

/**
 * A count with no interior beside it: an order that declares one that the product does not come in is not made either.
 */
export function judgeDeclared(declared: number | null, pages: Expected['pages']): JudgedCount {
  const { min, max } = pages
  const judged: JudgedCount = { findings: [], repairs: [], pageCount: declared }
  if (declared === null) return judged
  const isInRange = declared >= min && declared <= max
  if (isInRange && missingTo(pages, declared) === 0) return judged
  const wrong = finding('guts', isInRange ? 'page_count_not_in_step' : 'page_count_out_of_range', {
    got: `${pagesText(declared)} declared`,
    expected: rangeText(pages),
    message: `${pagesText(declared)} ${declared === 1 ? 'is' : 'are'} declared; this product has ${rangeText(pages)}.`,
    fix: 'Declare a page count that the product has.',
  })
  return { ...judged, findings: [wrong] }
}

const rangeText = ({ min, max, step }: Expected['pages']): string =>
  `${min} to ${max} pages${step > 1 ? `, in steps of ${step}` : ''}`

/** How many pages there are too few for the next step. */
const missingTo = ({ min, step }: Expected['pages'], pageCount: number): number =>
  (step - ((((pageCount - min) % step) + step) % step)) % step
