// The check of PDFs. Nobody's PDF is opened in the service's own process: each is opened by a fresh child process under
// limits, of which as many run at once as there are cores. What a child does wrong is a finding about its file.

import { type FileHandle, open } from 'node:fs/promises'
import type { Ask } from './child.ts'
import { type PdfFacts, parseReport } from './facts.ts'
import { type FileFinding, refusal } from './judge.ts'
import { createPool } from './pool.ts'
import { type Limits, type Outcome, runChild, usualLimits } from './process.ts'

/** `refused` is about the file, whatever it is for. `unavailable` is our own fault: the file is to be read again. */
export type Reading =
  | { kind: 'read'; facts: PdfFacts }
  | { kind: 'refused'; findings: FileFinding[] }
  | { kind: 'unavailable'; cause: string }

export type Preflight = {
  /**
   * Reads one PDF. A file with more than `mostPages` is refused before anything is done for each page: give what the
   * longest book of all has, so that a reading is true for each product.
   */
  read(path: string, options: { mostPages: number }): Promise<Reading>
  /** Ends all children; what still waits is unavailable. */
  close(): Promise<void>
}

/** `limits` are for tests: the usual ones are measured to let every real book through. */
export function openPreflight({ processes, limits }: { processes: number; limits?: Partial<Limits> }): Preflight {
  const pool = createPool(processes)
  const run = (path: string, ask: Ask): Promise<Outcome> =>
    pool.take(async signal => {
      if (signal.aborted) return { kind: 'unavailable', cause: 'the service is closing' }
      const file = await open(path).catch((error: Error) => error)
      if (file instanceof Error) return { kind: 'unavailable', cause: file.message }
      return withFile(file, ({ fd }) =>
        runChild({ argument: JSON.stringify(ask), input: fd, limits: { ...usualLimits, ...limits }, signal }),
      )
    })

  return {
    async read(path, { mostPages }) {
      const outcome = await run(path, { do: 'read', mostPages })
      switch (outcome.kind) {
        case 'answered': {
          const report = parseReport(outcome.bytes.toString('utf8'))
          if (report === null) return { kind: 'unavailable', cause: 'a child gave an answer that cannot be read' }
          return report.kind === 'refused' ? { kind: 'refused', findings: [refusal(report.because)] } : report
        }
        case 'exceeded':
          return {
            kind: 'refused',
            findings: [refusal({ code: 'file_too_complex', got: null, expected: `no more than ${outcome.limit}` })],
          }
        case 'broke':
          return { kind: 'refused', findings: [refusal({ code: 'file_unreadable', got: null, expected: null })] }
        case 'unavailable':
          return outcome
        default:
          return outcome satisfies never
      }
    },
    close: pool.close,
  }
}

async function withFile<Result>(file: FileHandle, use: (file: FileHandle) => Promise<Result>): Promise<Result> {
  try {
    return await use(file)
  } finally {
    await file.close()
  }
}
