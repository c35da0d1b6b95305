// Work on foreign input is never done in the service's own process: a fresh child process under limits does one task.
// It ends with an answer, or because of its input (`exceeded`, `crashed`), or it could not be done (`unavailable`) and
// should be tried again later. How many children run at once follows from the machine, so all of a process share them.

import { mkdtempSync, rmSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { availableParallelism, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { type Log, silentLog } from '../log.ts'
import { chargeBudget, requireBudget } from './budgets.ts'
import { type Fence, openFence } from './fence.ts'
import { createPool } from './pool.ts'
import { type ChildOutcome, compile, type Job, type Limits, type Outcome, root, runChild } from './process.ts'

/** The exports of the module of a task. */
export type TaskModule<Request = unknown> = {
  /** Loads libraries, whose failure is not the fault of the input; null loads all, so that they are compiled once. */
  prepare?(request: Request | null): void | Promise<void>
  /** `announce` begins a step of the work, which has a limit of its own and is named when that is exceeded. */
  run(request: Request, input: TaskInput): Uint8Array | Promise<Uint8Array>
}
export type TaskInput = { readInput(): Buffer; announce(step: number): void }

export type Task = {
  /** Its file, `new URL('./….ts', import.meta.url)`. */
  module: URL
  /** Short tasks, for which a person waits some seconds, do not wait for long ones. One of them runs at a time. */
  length: 'short' | 'long'
  /** Native libraries (sharp) run behind the fence. */
  addons: Job['addons']
  limits: Limits
}

type Options = {
  /** Accounts, or other names, take turns. Short tasks are charged to the budget of this name. */
  turn: string
  /** The child's standard input. A file is opened when the task has its turn. */
  input: Uint8Array | { path: string }
  /** An open file to which the answer is written instead. */
  output?: number | undefined
  limits?: Partial<Limits>
  /** Called when the task has its turn; false makes it unavailable. */
  start?: (() => Promise<boolean>) | undefined
  /** Ends the child. */
  signal?: AbortSignal
}

/** The memory that the service itself takes, with room for its database. */
const serviceBytes = 512 * 1024 ** 2
/** Most children take less. A machine without memory first ends one that takes more, which then runs again, alone. */
const childBytes = 512 * 1024 ** 2
/** Of a child that something else killed. */
const maxAttempts = 3

/** As many as there are cores, and as memory allows: that of the container (cgroup), or else of the machine. */
export function maxChildren(memoryBytes: number, cores: number): number {
  return Math.max(1, Math.min(cores, Math.floor((memoryBytes - serviceBytes) / childBytes)))
}

/** 0, or more than any machine has, where the container has no limit. */
const memoryBytes = () => Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem())

/** How many children of long tasks this process runs at once. */
export const childrenAtOnce = maxChildren(memoryBytes(), availableParallelism())

const pools = {
  long: createPool(childrenAtOnce),
  short: createPool(1),
}

type Hidden = { folder: string; log: Log; fence?: Promise<Fence | null> }
/** Of the services in this process; tests run several. The folder of the newest is hidden. */
const hiddenFolders = new Set<Hidden>()

/**
 * Hides a folder from native code in children, and logs a warning where the machine does not allow that. The answer
 * ends it, before the folder is removed.
 */
export function hideFromChildren(folder: string, log: Log = silentLog): () => void {
  const hidden = { folder, log }
  hiddenFolders.add(hidden)
  return () => hiddenFolders.delete(hidden)
}

/**
 * Runs the task on the input. Each way in which a child can end is an outcome, never an exception. Refuses a short task
 * with `too_many_requests` when its caller has used up its budget.
 */
export async function runGuarded(task: Task, request: unknown, options: Options): Promise<Outcome> {
  const pool = pools[task.length]
  if (task.length === 'short') requireBudget(options.turn)
  let cause = ''
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const run = () => runOnce(task, request, options)
    const outcome = await (attempt === 1 ? pool.run(options.turn, run) : pool.runAlone(run))
    if (outcome.kind !== 'killed') return outcome
    cause = `the child was killed (${outcome.signal})`
  }
  return { kind: 'unavailable', cause }
}

async function runOnce(task: Task, request: unknown, options: Options): Promise<ChildOutcome> {
  const { input, output, start, signal = new AbortController().signal } = options
  if (signal.aborted) return { kind: 'unavailable', cause: 'the service is closing' }
  if (start !== undefined && !(await start())) return { kind: 'unavailable', cause: 'it is not needed any more' }
  const file = 'path' in input ? await open(input.path).catch((error: Error) => error) : null
  if (file instanceof Error) return { kind: 'unavailable', cause: file.message }
  const limits = { ...task.limits, ...options.limits }
  const inputBytes = 'path' in input ? (await (file as FileHandle).stat()).size : input.length
  try {
    return await runChild({
      module: task.module,
      argument: JSON.stringify(request),
      input: file?.fd ?? (input as Uint8Array),
      output,
      // A library may reserve as much memory as the input is long.
      limits: { ...limits, dataBytes: limits.dataBytes + inputBytes },
      cache: await compiled(task),
      addons: task.addons,
      length: task.length,
      fence: task.addons === 'allowed' ? await fenceOrWarn() : null,
      signal,
      charge: cpuMs => {
        if (task.length === 'short') chargeBudget(options.turn, cpuMs)
      },
    })
  } finally {
    await file?.close()
  }
}

function fenceOrWarn(): Promise<Fence | null> | null {
  const hidden = [...hiddenFolders].at(-1)
  if (hidden === undefined) return null
  const { folder, log } = hidden
  hidden.fence ??= openFence(folder, root).then(fence => {
    if (fence === null)
      log.warn('native code draws without a fence: let this user run unshare and setpriv (util-linux)')
    return fence
  })
  return hidden.fence
}

/**
 * A folder of compiled code, which makes starting a child twice as fast; null where that is not possible. It is filled
 * before a child of the task opens any input, and children that open one cannot write files.
 */
let cacheFolder: string | null | undefined
const compiledModules = new Map<string, Promise<string | null>>()

function compiled(task: Task): Promise<string | null> {
  cacheFolder ??= openCache()
  const { href } = task.module
  const known = compiledModules.get(href)
  if (known !== undefined) return known
  const compiling = cacheFolder === null ? Promise.resolve(null) : compile(task, cacheFolder)
  compiledModules.set(href, compiling)
  return compiling
}

function openCache(): string | null {
  try {
    const folder = mkdtempSync(join(tmpdir(), 'octavo-compiled-'))
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    return folder
  } catch {
    return null
  }
}
