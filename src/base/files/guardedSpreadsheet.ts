// A spreadsheet that somebody sent is read in a child: a few kilobytes can take minutes, or all memory.

import { parseWithWords, say, type Words } from '../../../languages/texts.ts'
import { runGuarded, type Task } from '../guarded/guard.ts'
import type { Outcome } from '../guarded/process.ts'
import { Refusal } from '../refusal.ts'
import { createPause } from '../running/slices.ts'
import type { DecimalMark } from './cellNumbers.ts'
import { rowOfLine, type Sheet } from './spreadsheet.ts'

/** 20,000 books take a third of this. */
const task: Task = {
  module: new URL('./spreadsheetTask.ts', import.meta.url),
  length: 'short',
  addons: 'none',
  limits: {
    wallMs: 60_000,
    cpuSeconds: 20,
    firstCpuMs: 18_000,
    stepCpuMs: 18_000,
    dataBytes: 1_500_000_000,
    heapMegabytes: 768,
    outputBytes: 160 * 1024 * 1024,
  },
}
const lineFeed = 0x0a

/**
 * The sheet of an .xlsx or CSV file. `turn` takes turns with others. Refuses with `malformed_request` when the file
 * cannot be read, and with `overloaded` when no child could read it.
 */
export const readSheet = async (file: Uint8Array, turn: string): Promise<Sheet> =>
  sheetOf(await runGuarded(task, {}, { turn, input: file }))

export async function sheetOf(outcome: Outcome): Promise<Sheet> {
  switch (outcome.kind) {
    case 'answered':
      return sheetOfLines(linesOf(outcome.parts))
    case 'exceeded':
      throw unreadable(
        say('The spreadsheet cannot be read: it takes too much time or memory. Split it into smaller files.'),
      )
    case 'crashed':
      throw unreadable(say('The spreadsheet cannot be read: it is damaged.'))
    case 'unavailable':
      throw new Refusal('overloaded', say('The spreadsheet could not be read just now. Please try again.'))
    default:
      return outcome satisfies never
  }
}

const unreadable = (detail: Words) =>
  new Refusal('malformed_request', detail, [{ pointer: '', code: 'malformed', detail }])

async function sheetOfLines(lines: AsyncGenerator<string, undefined>): Promise<Sheet> {
  const first = await lines.next()
  const head: { decimalMark: DecimalMark } | { mistake: Words } = parseWithWords(first.value!)
  if ('mistake' in head) throw unreadable(head.mistake)
  const rows: Sheet['rows'] = []
  for await (const line of lines) rows.push(rowOfLine(line))
  return { rows, decimalMark: head.decimalMark }
}

/** Between two parts, other work continues. */
async function* linesOf(parts: Buffer[]): AsyncGenerator<string, undefined> {
  const pause = createPause()
  /** Of a line that does not end in its part. */
  let pieces: Buffer[] = []
  for (const part of parts) {
    let from = 0
    for (let to = part.indexOf(lineFeed); to !== -1; to = part.indexOf(lineFeed, from)) {
      yield Buffer.concat([...pieces, part.subarray(from, to)]).toString()
      pieces = []
      from = to + 1
    }
    pieces.push(part.subarray(from))
    await pause()
  }
  yield Buffer.concat(pieces).toString()
}
