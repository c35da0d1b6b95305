// The check of PDFs. A customer's PDF is never opened in the service's own process: a fresh child process under limits
// opens it, and at most as many children run at once as there are cores. A child that fails is a finding about its
// file.

import { copyFile, type FileHandle, open, rm } from 'node:fs/promises'
import type { Ask } from './child.ts'
import { type PdfFacts, parseReport } from './facts.ts'
import { type FileFinding, refusal } from './finding.ts'
import type { PictureAsk } from './picture.ts'
import { createPool } from './pool.ts'
import { compileOnce, type Job, type Limits, type Outcome, runChild, usualLimits } from './process.ts'
import type { Repair } from './repair.ts'

/** `refused` is about the file, for any purpose. `unavailable` is our own fault: read the file again. */
export type Reading =
  | { kind: 'read'; facts: PdfFacts }
  | { kind: 'refused'; findings: FileFinding[] }
  | { kind: 'unavailable'; cause: string }

export type Preflight = {
  /**
   * Reads one PDF. A file with more than `mostPages` is refused before any work per page; pass the page count of the
   * longest book of all, so that a reading holds for every product.
   */
  read(path: string, options: { mostPages: number }): Promise<Reading>
  /** A WebP image, with `lines` drawn over the page. Throws ChildFailed when there is nothing to see. */
  picture(path: string, ask: PictureAsk): Promise<Buffer>
  /**
   * Writes a copy that is meant to be mended: read it to know. False where the file is such that none can be made, and
   * then there is nothing at `to`. Throws ChildFailed for a fault of our own.
   */
  repair(path: string, repairs: Repair[], to: string): Promise<boolean>
  /** Ends all children; what still waits is unavailable. */
  close(): Promise<void>
}

/**
 * A picture or copy that could not be made: because of the file, or through our own fault (`unavailable`), to be tried
 * again.
 */
export class ChildFailed extends Error {
  readonly isOurFault: boolean
  constructor(what: string, outcome: Exclude<Outcome, { kind: 'answered' }>) {
    super(`${what}: ${outcome.kind === 'exceeded' ? `more than ${outcome.limit}` : outcome.kind}`)
    this.isOurFault = outcome.kind === 'unavailable'
  }
}

const mostPictureBytes = 32 * 1024 * 1024

/** `limits` are for tests: the usual ones were measured to let every real book through. */
export function openPreflight({ processes, limits }: { processes: number; limits?: Partial<Limits> }): Preflight {
  const pool = createPool(processes)
  const usual = { ...usualLimits, ...limits }
  let cache: Promise<string | null> | null = null
  const run = (path: string, ask: Ask, job: (file: FileHandle) => Promise<Partial<Job>>): Promise<Outcome> =>
    pool.take(async signal => {
      if (signal.aborted) return { kind: 'unavailable', cause: 'the service is closing' }
      const file = await open(path).catch((error: Error) => error)
      if (file instanceof Error) return { kind: 'unavailable', cause: file.message }
      try {
        cache ??= compileOnce(signal)
        return await runChild({
          argument: JSON.stringify(ask),
          input: file.fd,
          // pdf.js reserves as much memory as the file is long, and uses what it reads.
          limits: { ...usual, dataBytes: usual.dataBytes + (await file.stat()).size },
          cache: await cache,
          addons: 'none',
          signal,
          ...(await job(file)),
        })
      } finally {
        await file.close()
      }
    })

  return {
    async read(path, { mostPages }) {
      return readingOf(await run(path, { do: 'read', mostPages }, async () => ({})))
    },

    async picture(path, ask) {
      const pictureLimits = { ...usual, outputBytes: mostPictureBytes }
      const drawing = async () => ({ limits: pictureLimits, addons: 'allowed' as const })
      const outcome = await run(path, { do: 'picture', ...ask }, drawing)
      if (outcome.kind !== 'answered') throw new ChildFailed('no picture of the page', outcome)
      return outcome.bytes
    },

    async repair(path, repairs, to) {
      await copyFile(path, to)
      const output = await open(to, 'a')
      let isMade = false
      try {
        const outcome = await run(path, { do: 'repair', repairs }, async () => ({ output: output.fd }))
        if (outcome.kind === 'unavailable') throw new ChildFailed('the file could not be mended', outcome)
        isMade = outcome.kind === 'answered'
        return isMade
      } finally {
        await output.close()
        if (!isMade) await rm(to, { force: true })
      }
    },

    async close() {
      await pool.close()
      const folder = await cache
      if (folder !== null) await rm(folder, { recursive: true, force: true })
    },
  }
}

function readingOf(outcome: Outcome): Reading {
  switch (outcome.kind) {
    case 'answered': {
      const report = parseReport(outcome.bytes.toString('utf8'))
      if (report === null) return { kind: 'unavailable', cause: 'a child gave an answer that cannot be read' }
      return report.kind === 'refused' ? { kind: 'refused', findings: [refusal(report.because)] } : report
    }
    case 'exceeded': {
      const because = { code: 'file_too_complex', got: null, expected: `no more than ${outcome.limit}` } as const
      return { kind: 'refused', findings: [refusal(because)] }
    }
    case 'broke':
      return { kind: 'refused', findings: [refusal({ code: 'file_unreadable', got: null, expected: null })] }
    case 'unavailable':
      return outcome
    default:
      return outcome satisfies never
  }
}
