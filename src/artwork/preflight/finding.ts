// One statement about a print file. Every finding says what was found, what is expected and the tolerance: hundredths
// of an inch decide whether a cover is accepted, so a finding without figures is of no use.

import type { Translatable, Words } from '../../../languages/texts.ts'
import type { FileProblem } from '../../base/refusal.ts'
import type { PageRuns } from '../pdfReader/pdfReader.ts'
import { type Code, codes, type Severity } from './codes.ts'
import type { Refused } from './fileReport.ts'
import { runsText } from './findingText.ts'

export type FileName = FileProblem['file']

/** A sentence about one file, for people who make books. */
export type Finding = { code: Code } & FileProblem

/** A finding that holds whichever file it is; add `file` to complete it. */
export type FileFinding = Omit<Finding, 'file'>

/** Fields that are left out come from the table of codes. */
export type Details = {
  pages?: PageRuns
  got?: Words | null
  expected?: Words | null
  tolerance?: Words | null
  message?: Words
  fix?: Words
  place?: NonNullable<FileProblem['place']>
}

export const finding = (file: FileName, code: Code, details: Details): Finding => ({
  ...createFileFinding(code, details),
  file,
})

/** A finding about a file that cannot be used for anything. */
export const refusal = ({ code, got, expected, page }: Refused): FileFinding =>
  createFileFinding(code, {
    got,
    ...(expected === null ? {} : { expected }),
    ...(page === undefined ? {} : { pages: [[page, page]] }),
  })

function createFileFinding(code: Code, { pages, got = null, tolerance = null, place, ...texts }: Details): FileFinding {
  const row: { severity: Severity; when: Translatable; expected?: Translatable; fix: Translatable } = codes[code]
  const { expected = row.expected ?? null, message = row.when, fix = row.fix } = texts
  return {
    code,
    severity: row.severity,
    pages: pages === undefined ? null : String(runsText(pages)),
    got,
    expected,
    tolerance,
    message,
    fix,
    ...(place === undefined ? {} : { place }),
  }
}
