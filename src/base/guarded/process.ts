// A child process for one task, and the limits under which it runs. Each way in which a child can end is an outcome,
// never an exception.
//
// Where there is a POSIX shell, the system limits (`ulimit`) processor time, data memory, open files, and writing
// files. The other limits hold everywhere: JavaScript's heap, elapsed time, and the length of the answer. Where /proc
// exists, the memory in use is checked as well, since not every system enforces the limit on data.

import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Fence } from './fence.ts'

export type Limits = {
  wallMs: number
  /** Of the whole process. */
  cpuSeconds: number
  /** Until the first step that is announced, and for one step; only where /proc exists. */
  firstCpuMs: number
  stepCpuMs: number
  /** Data memory. */
  dataBytes: number
  heapMegabytes: number
  /** Of the child's answer. */
  outputBytes: number
}

export type Outcome =
  /** The parts are the bytes of the answer as they came: joining many megabytes would hold the event loop. */
  | { kind: 'answered'; parts: Buffer[] }
  /** It exceeded a limit, in the step that it announced last. */
  | { kind: 'exceeded'; limit: string; step: number | null }
  /** It ended by itself without an answer. */
  | { kind: 'crashed' }
  /** It never reached the input, or something else ended it. */
  | { kind: 'unavailable'; cause: string }

/** `killed`: by a signal that this process did not send. */
export type ChildOutcome = Outcome | { kind: 'killed'; signal: string }

const openFiles = 64
/** How often the memory in use is checked. */
const usageCheckMs = 100
const pageBytes = 4096
/** A line of about 50 numbers. */
const maxProcBytes = 2048
const maxLine = 100
/**
 * The service and its database get three times the share of the processor that long tasks get, which still make
 * progress on a busy machine. For short tasks somebody waits.
 */
const niceness = { long: 5, short: 0 }
/** When a child got less than this share of the processor, its failure says nothing about its input. */
const minShare = 0.25
const msPerTick = 10

export const root = realpathSync(fileURLToPath(new URL('../../..', import.meta.url)))
/** The only paths besides its input that a child may read: the default data directory is within `root` too. */
const readablePaths = ['src', 'languages', 'node_modules', 'package.json'].map(name => realpathSync(join(root, name)))
const childFile = fileURLToPath(new URL('child.ts', import.meta.url))
/**
 * Room for objects that die young. With the usual megabyte, a child that checks a cover collects garbage five times. In
 * a child that draws a template, taking the memory would cost a fifth of its time. Compiled code is only valid for the
 * flags with which it was compiled.
 */
const v8Flags = { long: ['--min-semi-space-size=16'], short: [] }
const shellFile = '/bin/sh'
const hasShell = existsSync(shellFile)
const hasProc = existsSync('/proc/self/statm')
/** The signals with which V8 and the kernel end a process that has used up its own memory or processor time. */
const exhaustionSignals = new Set<NodeJS.Signals>(['SIGABRT', 'SIGXCPU', 'SIGTRAP', 'SIGILL'])
/** The signals of a process that made a mistake. Any other signal came from outside, such as from a full machine. */
const crashSignals = new Set<NodeJS.Signals>(['SIGSEGV', 'SIGBUS', 'SIGFPE', 'SIGSYS'])
const exhaustionCodes = new Set([133, 134, 152])

/**
 * `module` and `argument` are for child.ts. The input is an open file or bytes. The output is an open file; without it,
 * the answer is collected. `cache` is a folder with the compiled code of an earlier child. `addons` allows native
 * libraries; `fence` is for them.
 */
export type Job = {
  module: URL
  argument: string
  input: number | Uint8Array
  output?: number | undefined
  limits: Limits
  cache: string | null
  addons: 'none' | 'allowed'
  length: keyof typeof v8Flags
  fence: Fence | null
  signal: AbortSignal
  /** Called when the child has ended, with the processor time that it used. */
  charge?(cpuMs: number): void
}

export function runChild(job: Job): Promise<ChildOutcome> {
  const { input, output, limits, cache, signal, charge } = job
  const { promise, resolve } = Promise.withResolvers<ChildOutcome>()
  const [command, ...args] = commandLine(job)
  const env = cache === null ? {} : { NODE_COMPILE_CACHE: cache }
  const stdin = typeof input === 'number' ? input : 'pipe'
  const child = spawn(command!, args, { stdio: [stdin, output ?? 'pipe', 'pipe'], env, cwd: root })
  child.stdin?.on('error', () => {}) // a child that ended did not read all of it
  child.stdin?.end(input)
  let limit: string | null = null
  let step: number | null = null
  /** The result that the child reports at its end, or the last signs of it. */
  let cpuMs = 0
  /** The end of the child's messages, which may be an incomplete line. */
  let line = ''
  /** A step that is announced again begins again. */
  let announcements = 0
  /** The part of the work to which a limit of its own applies, and the processor time at its start. */
  let stage = { announcements, fromMs: 0 }
  let aborted = false
  let bytes = 0
  let hasBegun = false
  let isStarved = false
  const parts: Buffer[] = []
  const kill = (exceededLimit: string) => {
    limit ??= exceededLimit
    child.kill('SIGKILL')
  }
  const timeout = setTimeout(endAtTimeLimit, limits.wallMs)
  const usageTimer = hasProc ? setInterval(checkUsage, usageCheckMs) : undefined
  const abort = () => {
    aborted = true
    child.kill('SIGKILL')
  }
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort)

  async function endAtTimeLimit() {
    const usedMs = child.pid === undefined ? null : await cpuMsOf(child.pid)
    const hadLittleTime = usedMs !== null && usedMs < minShare * limits.wallMs
    isStarved = hadLittleTime && !(await isAsleep(child.pid!))
    kill(`${limits.wallMs / 1000} seconds`)
  }
  async function checkUsage() {
    const text = await procText(child.pid, 'statm')
    if (Number(text.split(' ')[1]) * pageBytes > limits.dataBytes) kill(memoryLimitText(limits))
    const usedMs = child.pid === undefined ? null : await cpuMsOf(child.pid)
    if (usedMs === null) return
    cpuMs = Math.max(cpuMs, usedMs)
    if (stage.announcements !== announcements) stage = { announcements, fromMs: usedMs }
    const maxMs = step === null ? limits.firstCpuMs : limits.stepCpuMs
    if (usedMs - stage.fromMs > maxMs) kill(`${maxMs / 1000} seconds of processor time`)
  }
  child.stdout?.on('data', (part: Buffer) => {
    bytes += part.length
    if (bytes > limits.outputBytes) kill('the length of an answer')
    else parts.push(part)
  })
  // Libraries may still write there afterwards.
  child.stderr!.on('data', (part: Buffer) => {
    hasBegun ||= part.includes('begun')
    const lines = `${line}${part.toString('latin1')}`.split('\n')
    line = lines.pop()!.slice(-maxLine)
    for (const text of lines) {
      const announced = /^step (\d+)$/.exec(text)?.[1]
      if (announced !== undefined) {
        step = Number(announced) || null
        announcements++
      }
      cpuMs = Number(/^cpu (\d+)$/.exec(text)?.[1] ?? cpuMs)
    }
  })
  const done = (outcome: ChildOutcome) => {
    clearTimeout(timeout)
    clearInterval(usageTimer)
    signal.removeEventListener('abort', abort)
    charge?.(cpuMs)
    resolve(outcome)
  }
  child.on('error', ({ message }) => done({ kind: 'unavailable', cause: message }))
  child.on('spawn', () => {
    if (!hasShell) setNiceness(child, niceness[job.length])
  })
  child.on('close', (code, signalName) => {
    if (aborted) return done({ kind: 'unavailable', cause: 'the service is closing' })
    if (code === 0) return done({ kind: 'answered', parts })
    if (limit === null && signalName !== null && !exhaustionSignals.has(signalName) && !crashSignals.has(signalName))
      return done({ kind: 'killed', signal: signalName })
    if (!hasBegun) return done({ kind: 'unavailable', cause: `the child could not start (${signalName ?? code})` })
    if (isStarved) return done({ kind: 'unavailable', cause: 'the machine is too busy' })
    if (limit !== null) return done({ kind: 'exceeded', limit, step })
    const isExhausted = signalName === null ? exhaustionCodes.has(code ?? 0) : exhaustionSignals.has(signalName)
    if (isExhausted) return done({ kind: 'exceeded', limit: memoryLimitText(limits), step })
    done({ kind: 'crashed' })
  })
  return promise
}

/**
 * Empty when the file does not exist. `readFile` would reserve 64 KB each time, since such files have no known length.
 */
async function procText(pid: number | undefined, name: 'stat' | 'statm' | `task/${string}/stat`): Promise<string> {
  const file = await open(`/proc/${pid}/${name}`).catch(() => null)
  if (file === null) return ''
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxProcBytes))
    return buffer.toString('latin1', 0, bytesRead)
  } catch {
    return '' // it has just ended
  } finally {
    await file.close()
  }
}

/** The fields of a `stat` after the name, from the state on. */
const statFields = (text: string): string[] => text.slice(text.lastIndexOf(')') + 2).split(' ')

/**
 * Whether no thread wants a processor. In a process that ran out of memory, all threads may wait for each other
 * forever. A process on a busy machine has a thread that waits for a processor.
 */
async function isAsleep(pid: number): Promise<boolean> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const stats = await Promise.all(threads.map(thread => procText(pid, `task/${thread}/stat`)))
  return stats.length > 0 && stats.every(text => statFields(text)[0] === 'S')
}

/** Null when it cannot be determined. */
async function cpuMsOf(pid: number): Promise<number | null> {
  const [user, system] = statFields(await procText(pid, 'stat'))
    .slice(11, 13)
    .map(Number)
  return user === undefined || system === undefined ? null : (user + system) * msPerTick
}

/** Of a process that has just started: on Linux, threads that already exist keep theirs. */
function setNiceness({ pid }: ChildProcess, nice: number): void {
  try {
    if (pid !== undefined) setPriority(pid, nice)
  } catch {
    // It has already ended, or the system has no priorities.
  }
}

const memoryLimitText = ({ dataBytes, cpuSeconds }: Limits) =>
  `${Math.round(dataBytes / 1e6)} MB of memory or ${cpuSeconds} seconds of processor time`

/**
 * Fills the folder with the compiled code of a task's module; null where that fails. With other permissions, Node finds
 * the main file in another way, and not its compiled code.
 */
export async function compile({ module, ...task }: Compiled, folder: string): Promise<string | null> {
  const node = [...nodeCommand({ ...task, cache: folder }), childFile, module.href]
  const [command, ...args] = withNiceness(task.length, '', node)
  const child = spawn(command!, args, { stdio: 'ignore', env: { NODE_COMPILE_CACHE: folder }, cwd: root })
  const isFilled = await new Promise(resolve => {
    child.on('error', () => resolve(false))
    child.on('close', code => resolve(code === 0))
  })
  return isFilled ? folder : null
}

type Compiled = Pick<Job, 'module' | 'addons' | 'length' | 'limits'>

const nodeCommand = ({
  addons,
  length,
  limits,
  cache,
}: Pick<Job, 'addons' | 'length' | 'limits' | 'cache'>): string[] => [
  process.execPath,
  ...v8Flags[length],
  '--permission',
  ...readablePaths.map(path => `--allow-fs-read=${path}`),
  // Node reads compiled code only from a folder that it may write to. In a child that opens an input, the file size
  // limit of 0 bytes keeps it from writing.
  ...(cache === null ? [] : [`--allow-fs-read=${cache}`, `--allow-fs-write=${cache}`]),
  ...(addons === 'allowed' ? ['--allow-addons'] : []),
  `--max-old-space-size=${limits.heapMegabytes}`,
  '--disable-warning=ExperimentalWarning',
  '--disable-warning=SecurityWarning',
]

/** The last three elements are the program and its arguments. */
export function commandLine(job: Omit<Job, 'input' | 'signal' | 'charge'>): string[] {
  const { module, argument, limits, output, fence } = job
  const node = [...nodeCommand(job), childFile, module.href, argument]
  const ulimits = [
    // At the first limit the kernel sends SIGXCPU, at the second SIGKILL, which does not show why.
    `-S -t ${limits.cpuSeconds}`,
    `-H -t ${limits.cpuSeconds + 5}`,
    `-d ${Math.round(limits.dataBytes / 1024)}`,
    `-n ${openFiles}`,
    '-c 0',
    ...(output === undefined ? ['-f 0'] : []),
  ]
  // A limit is skipped when this system does not support it or already has a lower value.
  const setup = ulimits.map(limit => `ulimit ${limit} 2>/dev/null; `).join('')
  const command = withNiceness(job.length, `${firstToEnd}${setup}`, node)
  return fence === null ? command : fence(command)
}

/** A machine without memory ends children before the service and its database. */
const firstToEnd = '{ echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null; '

/** The shell runs `setup` first. Uses `nice` from the start, so that all threads get the same priority. */
function withNiceness(length: Job['length'], setup: string, command: string[]): string[] {
  if (!hasShell) return command
  const script = `${setup}command -v nice >/dev/null && exec nice -n ${niceness[length]} "$0" "$@"; exec "$0" "$@"`
  return [shellFile, '-c', script, ...command]
}
