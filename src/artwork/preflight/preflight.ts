// The check of PDFs. A customer's PDF is never opened in the service's own process: a fresh child process under limits
// opens it, and at most as many children run at once as there are cores; accounts take turns. A child that fails is a
// finding about its file.

import { copyFile, type FileHandle, open, rm } from 'node:fs/promises'
import { minute, second } from '../../base/clock.ts'
import { type Log, silentLog } from '../../base/log.ts'
import type { StartCheck } from '../artwork.ts'
import type { BindingRequest } from './bindingUpdate.ts'
import type { BookRepair } from './bookRepair.ts'
import type { ChildRequest } from './child.ts'
import { type Fence, openFence } from './fence.ts'
import { type PrintFacts, parseReport, type ReadScope } from './fileReport.ts'
import { type FileFinding, refusal } from './finding.ts'
import type { PictureRequest } from './picture.ts'
import { createPool } from './pool.ts'
import { compileOnce, type Job, type Limits, type Outcome, root, runChild, usualLimits } from './process.ts'

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
    super(`${failure}: ${outcome.kind === 'exceeded' ? `more than ${outcome.limit}` : outcome.kind}`)
    this.isOurFault = outcome.kind === 'unavailable'
  }
}

const maxPictureBytes = 32 * 1024 * 1024
/** A person waits for a picture. */
const maxPictureMs = minute
/** Of a file with a code: a changed page, and for some files an index of all their objects. It is kept with the job. */
const maxUpdateBytes = 512 * 1024
const maxUpdateMs = 30 * second

type Settings = {
  processes: number
  /** The folder that native code must not see. */
  secrets?: string
  log?: Log
  /** For tests. The usual limits were measured to let every real book pass. */
  limits?: Partial<Limits>
}

const alwaysStart: StartCheck = () => Promise.resolve(true)

export function openPreflight({ processes, secrets, log = silentLog, limits }: Settings): Preflight {
  const pool = createPool(processes)
  const usual = { ...usualLimits, ...limits }
  let cache: Promise<string | null> | null = null
  let fence: Promise<Fence | null> | null = null
  const openFenceOrWarn = async (folder: string) => {
    const opened = await openFence(folder, root)
    if (opened === null)
      log.warn('pages are drawn by native code without a fence: let this user run unshare and setpriv (util-linux)')
    return opened
  }
  type FileRequest = { accountId: string; path: string; request: ChildRequest; start?: StartCheck }
  const run = (
    { accountId, path, request, start }: FileRequest,
    job: (file: FileHandle) => Promise<Partial<Job>>,
  ): Promise<Outcome> =>
    pool.run(accountId, async signal => {
      if (signal.aborted) return { kind: 'unavailable', cause: 'the service is closing' }
      if (start !== undefined && !(await start())) return { kind: 'unavailable', cause: 'it is not needed any more' }
      const file = await open(path).catch((error: Error) => error)
      if (file instanceof Error) return { kind: 'unavailable', cause: file.message }
      try {
        cache ??= compileOnce(signal)
        return await runChild({
          argument: JSON.stringify(request),
          input: file.fd,
          // pdf.js reserves as much memory as the file is long, and uses what it reads.
          limits: { ...usual, dataBytes: usual.dataBytes + (await file.stat()).size },
          cache: await cache,
          addons: 'none',
          fence: null,
          signal,
          ...(await job(file)),
        })
      } finally {
        await file.close()
      }
    })

  return {
    async read(accountId, path, { maxPages, scope = 'usual' }) {
      return readingOf(await run({ accountId, path, request: { do: 'read', maxPages, scope } }, async () => ({})))
    },

    async picture(accountId, path, request, start = alwaysStart) {
      const wallMs = Math.min(usual.wallMs, maxPictureMs)
      const pictureLimits = { ...usual, wallMs, outputBytes: maxPictureBytes }
      if (secrets !== undefined) fence ??= openFenceOrWarn(secrets)
      const pictureJob = async () => ({ limits: pictureLimits, addons: 'allowed' as const, fence: await fence })
      const pictureRequest = { accountId, path, request: { do: 'picture', ...request }, start } as const
      const outcome = await run(pictureRequest, pictureJob)
      if (outcome.kind !== 'answered') throw new ChildFailed('no picture of the page', outcome)
      return outcome.bytes
    },

    async repair(accountId, path, repairs, to) {
      await copyFile(path, to)
      const output = await open(to, 'a')
      let isMade = false
      try {
        const outcome = await run({ accountId, path, request: { do: 'repair', repairs } }, async () => ({
          output: output.fd,
        }))
        if (outcome.kind === 'unavailable') throw new ChildFailed('the file could not be repaired', outcome)
        isMade = outcome.kind === 'answered'
        return isMade
      } finally {
        await output.close()
        if (!isMade) await rm(to, { force: true })
      }
    },

    async bindingUpdate(accountId, path, binding, start) {
      const updateLimits = {
        ...usual,
        wallMs: Math.min(usual.wallMs, maxUpdateMs),
        outputBytes: Math.min(usual.outputBytes, maxUpdateBytes),
      }
      const request = { accountId, path, request: { do: 'bind', ...binding }, start } as const
      const outcome = await run(request, async () => ({ limits: updateLimits }))
      if (outcome.kind === 'unavailable') throw new ChildFailed('the binding code could not be added', outcome)
      if (outcome.kind !== 'answered') return { kind: 'not_drawable' }
      return outcome.bytes.length === 0 ? { kind: 'no_room' } : { kind: 'update', bytes: outcome.bytes }
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
      return report.kind === 'refused' ? { kind: 'refused', findings: [refusal(report.reason)] } : report
    }
    case 'exceeded': {
      const { limit, page } = outcome
      const whole = { code: 'file_too_complex', got: null, expected: `no more than ${limit}` } as const
      const got = `a page that takes more than ${limit}`
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
