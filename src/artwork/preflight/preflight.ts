// The check of PDFs. A customer's PDF is never opened in the service's own process, but in a guarded child
// (base/guarded/); accounts take turns. A child that fails because of its file is a finding about the file.

import { copyFile, open, rm } from 'node:fs/promises'
import { say } from '../../../languages/texts.ts'
import { minute, second } from '../../base/clock.ts'
import { runGuarded, type Task } from '../../base/guarded/guard.ts'
import type { Limits, Outcome } from '../../base/guarded/process.ts'
import type { StartCheck } from '../artwork.ts'
import type { BindingRequest } from './bindingUpdate.ts'
import type { BookRepair } from './bookRepair.ts'
import { type PrintFacts, parseReport, type ReadScope } from './fileReport.ts'
import { type FileFinding, refusal } from './finding.ts'
import type { PdfRequest } from './pdfTask.ts'
import type { PictureRequest } from './picture.ts'

/** `refused` is about the file, for any purpose. `unavailable` is our own fault: read the file again. */
export type Reading =
  | { kind: 'read'; facts: PrintFacts }
  | { kind: 'refused'; findings: FileFinding[] }
  | { kind: 'unavailable'; cause: string }

export type Preflight = {
  /**
   * Reads one PDF. A file with more than `maxPages` is refused before any work per page; pass the page count of the
   * longest book of all, so that a reading holds for every product.
   */
  read(accountId: string, path: string, options: { maxPages: number; scope?: ReadScope }): Promise<Reading>
  /**
   * A WebP image, with `lines` drawn over the page. Throws ChildFailed when the page cannot be drawn, and when `start`,
   * which is called when the picture has its turn, resolves to false.
   */
  picture(accountId: string, path: string, request: PictureRequest, start?: StartCheck): Promise<Buffer>
  /**
   * Writes a repaired copy to `to`. Only reading the copy shows whether the repair helped. False, without a file at
   * `to`, when the file does not allow the repair. Throws ChildFailed for a fault of our own.
   */
  repair(accountId: string, path: string, repairs: BookRepair[], to: string): Promise<boolean>
  /**
   * The bytes that add a binding code to page 1 when they are appended to the file. Throws ChildFailed for a
   * fault of our own, and when `start`, which is called when the file has its turn, resolves to false.
   */
  bindingUpdate(accountId: string, path: string, request: BindingRequest, start: StartCheck): Promise<BindingUpdate>
  /** Ends all children. Requests that still wait get the outcome `unavailable`. */
  close(): Promise<void>
}

/** `not_drawable`: the code could not be read on the page, or the page within the trim was not the same. */
type BindingUpdate = { kind: 'update'; bytes: Buffer } | { kind: 'no_room' | 'not_drawable' }

/**
 * A picture or copy that could not be made: because of the file, or through our own fault (`unavailable`), to be tried
 * again.
 */
export class ChildFailed extends Error {
  readonly isOurFault: boolean
  constructor(failure: string, outcome: Exclude<Outcome, { kind: 'answered' }>) {
    super(
      `${failure}: ${outcome.kind === 'exceeded' ? say('more than {limit}', { limit: outcome.limit }) : outcome.kind}`,
    )
    this.isOurFault = outcome.kind === 'unavailable'
  }
}

const maxPictureBytes = 32 * 1024 * 1024
/** A person waits for a picture. */
const maxPictureMs = minute
/** Of a file with a code: a changed page, and for some files an index of all their objects. It is kept with the job. */
const maxUpdateBytes = 512 * 1024
const maxUpdateMs = 30 * second

export const usualLimits: Limits = {
  wallMs: 240_000,
  cpuSeconds: 110,
  // Until the first page is drawn, and for each page.
  firstCpuMs: 30_000,
  stepCpuMs: 10_000,
  // With less than 600 MB not even good files can be read: two libraries and their WebAssembly must fit.
  dataBytes: 1_000_000_000,
  heapMegabytes: 256,
  outputBytes: 4 * 1024 * 1024,
}

export const pdfTask: Task = {
  module: new URL('./pdfTask.ts', import.meta.url),
  length: 'long',
  addons: 'none',
  limits: usualLimits,
}
/** Draws with a native library. */
const pictureTask: Task = {
  ...pdfTask,
  addons: 'allowed',
  limits: { ...usualLimits, wallMs: maxPictureMs, outputBytes: maxPictureBytes },
}

const alwaysStart: StartCheck = () => Promise.resolve(true)

/** `changed` is for tests. The usual limits were measured to let every real book pass. */
export function openPreflight(changed: Partial<Limits> = {}): Preflight {
  const closing = new AbortController()
  const running = new Set<Promise<Outcome>>()
  type FileRequest = { accountId: string; path: string; request: PdfRequest; start?: StartCheck }
  type FileTask = { task?: Task; limits?: Partial<Limits>; output?: number }
  async function run({ accountId, path, request, start }: FileRequest, how: FileTask = {}): Promise<Outcome> {
    const { task = pdfTask, limits, output } = how
    const options = { turn: accountId, input: { path }, output, start, signal: closing.signal }
    const outcome = runGuarded(task, request, { ...options, limits: { ...limits, ...changed } })
    running.add(outcome)
    return outcome.finally(() => running.delete(outcome))
  }

  return {
    async read(accountId, path, { maxPages, scope = 'usual' }) {
      return readingOf(await run({ accountId, path, request: { do: 'read', maxPages, scope } }))
    },

    async picture(accountId, path, request, start = alwaysStart) {
      const outcome = await run(
        { accountId, path, request: { do: 'picture', ...request }, start },
        { task: pictureTask },
      )
      if (outcome.kind !== 'answered') throw new ChildFailed('no picture of the page', outcome)
      return Buffer.concat(outcome.parts)
    },

    async repair(accountId, path, repairs, to) {
      await copyFile(path, to)
      const output = await open(to, 'a')
      let isMade = false
      try {
        const outcome = await run({ accountId, path, request: { do: 'repair', repairs } }, { output: output.fd })
        if (outcome.kind === 'unavailable') throw new ChildFailed('the file could not be repaired', outcome)
        isMade = outcome.kind === 'answered'
        return isMade
      } finally {
        await output.close()
        if (!isMade) await rm(to, { force: true })
      }
    },

    async bindingUpdate(accountId, path, binding, start) {
      const request = { accountId, path, request: { do: 'bind', ...binding }, start } as const
      const outcome = await run(request, { limits: { wallMs: maxUpdateMs, outputBytes: maxUpdateBytes } })
      if (outcome.kind === 'unavailable') throw new ChildFailed('the binding code could not be added', outcome)
      if (outcome.kind !== 'answered') return { kind: 'not_drawable' }
      const bytes = Buffer.concat(outcome.parts)
      return bytes.length === 0 ? { kind: 'no_room' } : { kind: 'update', bytes }
    },

    async close() {
      closing.abort()
      await Promise.allSettled([...running])
    },
  }
}

function readingOf(outcome: Outcome): Reading {
  switch (outcome.kind) {
    case 'answered': {
      const report = parseReport(Buffer.concat(outcome.parts).toString())
      if (report === null) return { kind: 'unavailable', cause: 'a child gave an answer that cannot be read' }
      return report.kind === 'refused' ? { kind: 'refused', findings: [refusal(report.reason)] } : report
    }
    case 'exceeded': {
      const { limit, step: page } = outcome
      const whole = { code: 'file_too_complex', got: null, expected: say('no more than {limit}', { limit }) } as const
      const got = say('a page that takes more than {limit}', { limit })
      const reason = page === null ? whole : ({ code: 'page_too_complex', got, expected: null, page } as const)
      return { kind: 'refused', findings: [refusal(reason)] }
    }
    case 'crashed':
      return { kind: 'refused', findings: [refusal({ code: 'file_unreadable', got: null, expected: null })] }
    case 'unavailable':
      return outcome
    default:
      return outcome satisfies never
  }
}
