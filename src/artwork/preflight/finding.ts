// One statement about a print file. Every finding says what was found, what is expected and the tolerance: hundredths
// of an inch decide whether a cover is accepted, so a refusal without figures helps nobody.

import type { FileFacts } from '../../base/refusal.ts'
import { type Code, codes, type Severity } from './codes.ts'
import type { Refused } from './facts.ts'
import type { PageRuns } from './pages.ts'
import { runsText } from './words.ts'

export type FileName = FileFacts['file']

/** A sentence about one file, for people who make books. */
export type Finding = { code: Code } & FileFacts

/** A finding that holds whichever file it is; add `file` to complete it. */
export type FileFinding = Omit<Finding, 'file'>

/** Fields that are left out come from the table of codes. */
export type Details = {
  pages?: PageRuns
  got?: string | null
  expected?: string | null
  tolerance?: string | null
  message?: string
  fix?: string
}

export const finding = (file: FileName, code: Code, details: Details): Finding => ({ ...ofFile(code, details), file })

/** A finding about a file that cannot be used for anything. */
export const refusal = ({ code, got, expected }: Refused): FileFinding =>
  ofFile(code, { got, ...(expected === null ? {} : { expected }) })

function ofFile(code: Code, { pages, got = null, tolerance = null, ...said }: Details): FileFinding {
  const row: { severity: Severity; when: string; expected?: string; fix: string } = codes[code]
  const { expected = row.expected ?? null, message = row.when, fix = row.fix } = said
  return {
    code,
    severity: row.severity,
    pages: pages === undefined ? null : runsText(pages),
    got,
    expected,
    tolerance,
    message,
    fix,
  }
}
