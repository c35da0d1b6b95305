// The work of a child with one spreadsheet: it answers lines of JSON, so that the service can read them in portions.
// The first is the decimal mark, or what is wrong with the file; each other line is a row.

import type { TaskInput } from '../guarded/guard.ts'
import { storableJson } from '../text/storableText.ts'
import { readSpreadsheet } from './readSpreadsheet.ts'
import { lineOfRow, loadXlsx, type Sheet, SpreadsheetError } from './spreadsheet.ts'

/** Of one string, whose length has a limit. */
const rowsAtOnce = 1000

/** Reading loads the library itself if it needs it. */
export async function prepare(request: object | null): Promise<void> {
  if (request === null) await loadXlsx()
}

export async function run(_: object, { readInput }: TaskInput): Promise<Uint8Array> {
  try {
    return linesOf(await readSpreadsheet(readInput()))
  } catch (error) {
    if (!(error instanceof SpreadsheetError)) throw error
    return Buffer.from(storableJson({ mistake: error.mistake }))
  }
}

function linesOf({ rows, decimalMark }: Sheet): Buffer {
  const parts = [Buffer.from(JSON.stringify({ decimalMark }))]
  for (let i = 0; i < rows.length; i += rowsAtOnce) {
    const lines = rows.slice(i, i + rowsAtOnce).map(row => `\n${lineOfRow(row)}`)
    parts.push(Buffer.from(lines.join('')))
  }
  return Buffer.concat(parts)
}
