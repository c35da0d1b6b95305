// The page count of a book, against the range and the step that the product is bound in.

import { say, type Translatable } from '../../../../languages/texts.ts'
import { allowedPageCount } from '../../../base/pageCounts.ts'
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
  const findings: Finding[] = []
  const got = pagesText(pageCount)
  const add = (code: Finding['code'], details: Details) => findings.push(finding('guts', code, { got, ...details }))
  if (declared !== null && declared !== pageCount) {
    add('page_count_not_declared', {
      expected: pagesText(declared),
      message: say('The pages file has {got}, but {declared} were declared.', { got, declared }),
    })
  }
  const range = rangeText(pages)
  const padded = allowedPageCount(pages, pageCount)
  const missing = padded - pageCount
  if (!isInRange(pages, pageCount)) {
    add('page_count_out_of_range', {
      expected: range,
      message: say('The pages file has {got}; this product has {range}.', { got, range }),
    })
    return { findings, repairs: [], pageCount }
  }
  if (missing === 0) return { findings, repairs: [], pageCount }
  if (missing > maxPadded) {
    add('page_count_not_in_step', {
      expected: range,
      message: say(
        'The pages file has {got}; this product has {range}. It needs {missing} more pages to have {padded}.',
        { got, range, missing, padded },
      ),
    })
    return { findings, repairs: [], pageCount }
  }
  add('pages_padded', {
    pages: [[pageCount + 1, padded]],
    expected: range,
    message: say(
      'The pages file has {got}, but the binding needs {padded}: {missing, plural, one {a blank page is} other {{missing} blank pages are}} added at the end.',
      { got, padded, missing },
    ),
  })
  return { findings, repairs: [{ kind: 'pad', pages: missing }], pageCount: padded }
}

/** For a declared count without a pages file: an order with a page count outside the product's is not printed. */
export function checkDeclaredCount(declared: number | null, pages: Expected['pages']): CountResult {
  const result: CountResult = { findings: [], repairs: [], pageCount: declared }
  if (declared === null) return result
  if (allowedPageCount(pages, declared) === declared) return result
  const wrong = finding('guts', isInRange(pages, declared) ? 'page_count_not_in_step' : 'page_count_out_of_range', {
    got: say('{count} declared', { count: pagesText(declared) }),
    expected: rangeText(pages),
    message: say(
      '{declared, plural, one {{declared} page is} other {{declared} pages are}} declared; this product has {range}.',
      { declared, range: rangeText(pages) },
    ),
    fix: say('Declare a page count that the product has.'),
  })
  return { ...result, findings: [wrong] }
}

const rangeText = ({ min, max, step }: Expected['pages']): Translatable =>
  step > 1
    ? say('{min} to {max} pages, in steps of {step}', { min, max, step })
    : say('{min} to {max} pages', { min, max })

const isInRange = ({ min, max }: Expected['pages'], pageCount: number): boolean => pageCount >= min && pageCount <= max
