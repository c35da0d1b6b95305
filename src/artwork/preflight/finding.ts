// One thing to say of a print file. Every finding gives what was got, what is expected and how far it may be off, since
// covers are refused elsewhere by hundredths of an inch without a figure.

import type { FileFacts } from '../../base/refusal.ts'
import { type Code, codes, type Severity } from './codes.ts'
import type { Refused } from './facts.ts'
import type { PageRuns } from './pages.ts'
import { runsText } from './words.ts'

export type FileName = FileFacts['file']

/** A sentence about one file for those who make books. */
export type Finding = { code: Code } & FileFacts

/** One that holds whatever the file is for: add `file` to have a finding. */
export type FileFinding = Omit<Finding, 'file'>

/** What is left out is as the table of codes has it. */
export type Details = {
  pages?: PageRuns
  got?: string | null
  expected?: string | null
  tolerance?: string | null
  message?: string
  fix?: string
}

export const finding = (file: FileName, code: Code, details: Details): Finding => ({ ...ofFile(code, details), file })

/** About a file that cannot be used for anything. */
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
