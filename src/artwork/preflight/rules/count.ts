// The page count of an interior, against the range and the step that the product is bound in.

import type { Expected } from '../expected.ts'
import type { PdfFacts } from '../facts.ts'
import { type Details, type Finding, finding } from '../finding.ts'
import type { Repair } from '../repair.ts'
import { pagesText } from '../words.ts'

const mostPadded = 3

export function judgeCount(
  { pageCount }: PdfFacts,
  { min, max, step }: Expected['pages'],
  declared: number | null,
): { findings: Finding[]; repairs: Repair[]; pageCount: number } {
  const findings: Finding[] = []
  const got = pagesText(pageCount)
  const add = (code: Finding['code'], details: Details) => findings.push(finding('guts', code, { got, ...details }))
  if (declared !== null && declared !== pageCount) {
    add('page_count_not_declared', {
      expected: pagesText(declared),
      message: `The interior has ${got}; ${declared} were declared.`,
    })
  }
  const range = `${min} to ${max} pages${step > 1 ? `, in steps of ${step}` : ''}`
  const missing = (step - ((((pageCount - min) % step) + step) % step)) % step
  if (pageCount < min || pageCount > max || pageCount + missing > max) {
    add('page_count_out_of_range', {
      expected: range,
      message: `The interior has ${got}; this product has ${range}.`,
    })
    return { findings, repairs: [], pageCount }
  }
  if (missing === 0) return { findings, repairs: [], pageCount }
  const padded = pageCount + missing
  if (missing > mostPadded) {
    add('page_count_not_in_step', {
      expected: range,
      message: `The interior has ${got}; this product has ${range}. ${missing} pages are missing to ${padded}.`,
    })
    return { findings, repairs: [], pageCount }
  }
  add('pages_padded', {
    pages: [[pageCount + 1, padded]],
    expected: range,
    message: `The interior has ${got}, and the binding needs ${padded}: ${missing === 1 ? 'a blank page is' : `${missing} blank pages are`} added at the end.`,
  })
  return { findings, repairs: [{ kind: 'pad', pages: missing }], pageCount: padded }
}
