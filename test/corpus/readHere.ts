// Reads a file within this process, with the readers that a child of the check has. Starting a child takes longer than
// reading a small file, so only files that could keep a reader busy need one.

import { closeSync, openSync } from 'node:fs'
import { openSource } from '../../src/artwork/pdfReader/pdfReader.ts'
import { parseReport, type ReadScope } from '../../src/artwork/preflight/fileReport.ts'
import { refusal } from '../../src/artwork/preflight/finding.ts'
import type { Reading } from '../../src/artwork/preflight/preflight.ts'
import { readWithThreeReaders } from '../../src/artwork/preflight/threeReaders.ts'

export async function readHere(path: string, request: { maxPages: number; scope: ReadScope }): Promise<Reading> {
  const file = openSync(path, 'r')
  try {
    const answer = JSON.stringify(await readWithThreeReaders(openSource(file), request, () => {}))
    const report = parseReport(answer)
    if (report === null) throw new Error(`the answer cannot be read: ${answer}`)
    return report.kind === 'refused' ? { kind: 'refused', findings: [refusal(report.reason)] } : report
  } finally {
    closeSync(file)
  }
}
