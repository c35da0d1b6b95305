// The page count of a book, against the range and the step that the product is bound in.

import type { PdfFacts, Repair } from '../../pdfReader/pdfReader.ts'
import type { Expected } from '../expectedFiles.ts'
import { type Details, type Finding, finding } from '../finding.ts'
import { pagesText } from '../findingText.ts'

const maxPadded = 3

type CountResult = { findings: Finding[]; repairs: Repair[]; pageCount: number | null }

export function checkPageCount(
  { pageCount }: PdfFacts,
  pages: Expected['pages'],
  declared: number | null,
): CountResult {
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
  if (missing > maxPadded) {
    add('page_count_not_in_step', {
      expected: range,
      message: `The pages file has ${got}; this product has ${range}. It needs ${missing} more pages to have ${padded}.`,
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

/** For a declared count without a pages file: an order with a page count outside the product's is not printed. */
export function checkDeclaredCount(declared: number | null, pages: Expected['pages']): CountResult {
  const { min, max } = pages
  const result: CountResult = { findings: [], repairs: [], pageCount: declared }
  if (declared === null) return result
  const isInRange = declared >= min && declared <= max
  if (isInRange && missingTo(pages, declared) === 0) return result
  const wrong = finding('guts', isInRange ? 'page_count_not_in_step' : 'page_count_out_of_range', {
    got: `${pagesText(declared)} declared`,
    expected: rangeText(pages),
    message: `${pagesText(declared)} ${declared === 1 ? 'is' : 'are'} declared; this product has ${rangeText(pages)}.`,
    fix: 'Declare a page count that the product has.',
  })
  return { ...result, findings: [wrong] }
}

const rangeText = ({ min, max, step }: Expected['pages']): string =>
  `${min} to ${max} pages${step > 1 ? `, in steps of ${step}` : ''}`

/** The pages that are missing to the next step. */
const missingTo = ({ min, step }: Expected['pages'], pageCount: number): number =>
  (step - ((((pageCount - min) % step) + step) % step)) % step
