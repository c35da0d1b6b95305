// A child process for one file, and the limits under which it runs. Whatever it does becomes an outcome here, never an
// exception.
//
// Where there is a POSIX shell, the system limits (`ulimit`) processor time, data memory, open files, and writing
// files. The other limits hold everywhere: JavaScript's heap, elapsed time, and the length of the answer. Where /proc
// exists, the memory in use is watched as well, since not every system enforces the limit on data.

import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type Limits = {
  wallMs: number
  cpuSeconds: number
  /** Data memory. Below 600 MB not even good files can be read: two libraries and their WebAssembly must fit. */
  dataBytes: number
  heapMegabytes: number
  /** The longest answer of the child. */
  outputBytes: number
}

export const usualLimits: Limits = {
  wallMs: 60_000,
  cpuSeconds: 30,
  dataBytes: 1_000_000_000,
  heapMegabytes: 256,
  outputBytes: 4 * 1024 * 1024,
}

export type Outcome =
  | { kind: 'answered'; bytes: Buffer }
  /** It exceeded a limit. */
  | { kind: 'exceeded'; limit: string }
  /** It ended by itself, without an answer. */
  | { kind: 'broke' }
  /** It never reached the file. */
  | { kind: 'unavailable'; cause: string }

const openFiles = 64
/** How often the memory in use is checked. */
const watchMs = 100
const pageBytes = 4096
/** A line of about 50 numbers. */
const mostProcBytes = 2048
/**
 * The service and its database get three times the share of the processor; on a busy machine checks still make
 * progress.
 */
const niceness = 5
/** A child that got less than this share of the processor has not had a fair chance, whatever the file. */
const leastShare = 0.25
const msPerTick = 10

const root = realpathSync(fileURLToPath(new URL('../../..', import.meta.url)))
const childFile = fileURLToPath(new URL('child.ts', import.meta.url))
const shell = '/bin/sh'
const hasShell = existsSync(shell)
const hasProc = existsSync('/proc/self/statm')
/** The signals with which V8 and the kernel end a process that has used up its memory or processor time. */
const exhausted = new Set<NodeJS.Signals>(['SIGABRT', 'SIGXCPU', 'SIGKILL', 'SIGTRAP', 'SIGILL'])
const codesOfExhaustion = new Set([133, 134, 152])

/**
 * `input` and `output` are open files; without an output the child's answer is collected. `cache` is a folder with the
 * compiled code of an earlier child. `addons` allows native libraries.
 */
export type Job = {
  argument: string
  input: number
  output?: number
  limits: Limits
  cache: string | null
  addons: 'none' | 'allowed'
  signal: AbortSignal
}

export function runChild(job: Job): Promise<Outcome> {
  const { input, output, limits, cache, signal } = job
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  const [command, ...args] = commandLine(job)
  const env = cache === null ? {} : { NODE_COMPILE_CACHE: cache }
  const child = spawn(command!, args, { stdio: [input, output ?? 'pipe', 'pipe'], env, cwd: root })
  let limit: string | null = null
  let aborted = false
  let bytes = 0
  let hasBegun = false
  let isStarved = false
  const words: Buffer[] = []
  const kill = (why: string) => {
    limit ??= why
    child.kill('SIGKILL')
  }
  const clock = setTimeout(tooLong, limits.wallMs)
  const watch = hasProc ? setInterval(look, watchMs) : undefined
  const abort = () => {
    aborted = true
    child.kill('SIGKILL')
  }
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort)

  async function tooLong() {
    const usedMs = child.pid === undefined ? null : await cpuMsOf(child.pid)
    isStarved = usedMs !== null && usedMs < leastShare * limits.wallMs
    kill(`${limits.wallMs / 1000} seconds`)
  }
  async function look() {
    const text = await procText(child.pid, 'statm')
    if (Number(text.split(' ')[1]) * pageBytes > limits.dataBytes) kill(memoryOf(limits))
  }
  child.stdout?.on('data', (part: Buffer) => {
    bytes += part.length
    if (bytes > limits.outputBytes) kill('the length of an answer')
    else words.push(part)
  })
  // Libraries may still write there afterwards.
  child.stderr!.on('data', (part: Buffer) => {
    if (!hasBegun) hasBegun = part.includes('begun')
  })
  const done = (outcome: Outcome) => {
    clearTimeout(clock)
    clearInterval(watch)
    signal.removeEventListener('abort', abort)
    resolve(outcome)
  }
  child.on('error', ({ message }) => done({ kind: 'unavailable', cause: message }))
  child.on('spawn', () => {
    if (!hasShell) lower(child)
  })
  child.on('close', (code, signalName) => {
    if (aborted) return done({ kind: 'unavailable', cause: 'the service is closing' })
    if (code === 0) return done({ kind: 'answered', bytes: Buffer.concat(words) })
    if (!hasBegun) return done({ kind: 'unavailable', cause: `the child could not start (${signalName ?? code})` })
    if (isStarved) return done({ kind: 'unavailable', cause: 'the machine is too busy' })
    if (limit !== null) return done({ kind: 'exceeded', limit })
    const isExhausted = signalName === null ? codesOfExhaustion.has(code ?? 0) : exhausted.has(signalName)
    done(isExhausted ? { kind: 'exceeded', limit: memoryOf(limits) } : { kind: 'broke' })
  })
  return promise
}

/**
 * Empty when the file does not exist. `readFile` would reserve 64 KB each time, since such files have no known length.
 */
async function procText(pid: number | undefined, name: 'stat' | 'statm'): Promise<string> {
  const file = await open(`/proc/${pid}/${name}`).catch(() => null)
  if (file === null) return ''
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(mostProcBytes))
    return buffer.toString('latin1', 0, bytesRead)
  } catch {
    return '' // it has just ended
  } finally {
    await file.close()
  }
}

/** Null when it cannot be determined. */
async function cpuMsOf(pid: number): Promise<number | null> {
  const text = await procText(pid, 'stat')
  const [user, system] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return user === undefined || system === undefined ? null : (user + system) * msPerTick
}

/** Lowers the priority of a process that has just started: on Linux, threads that already exist keep theirs. */
function lower({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, niceness)
  } catch {
    // It has already ended, or the system has no priorities.
  }
}

const memoryOf = ({ dataBytes, cpuSeconds }: Limits) =>
  `${Math.round(dataBytes / 1e6)} MB of memory or ${cpuSeconds} seconds of processor time`

/**
 * A folder of compiled code, which makes starting a child a third faster; null where that is not possible. It is filled
 * before any file is opened, and children that open one cannot write files.
 */
export async function compileOnce(signal: AbortSignal): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'octavo-compiled-')).catch(() => null)
  if (folder === null) return null
  const env = { NODE_COMPILE_CACHE: folder }
  const [command, ...args] = givingWay('', [process.execPath, childFile, JSON.stringify({ do: 'warm' })])
  const child = spawn(command!, args, { stdio: 'ignore', env, cwd: root, signal })
  const isFilled = await new Promise(resolve => {
    child.on('error', () => resolve(false))
    child.on('close', code => resolve(code === 0))
  })
  if (isFilled) return folder
  await rm(folder, { recursive: true, force: true })
  return null
}

function commandLine({ argument, limits, output, cache, addons }: Job): string[] {
  const node = [
    process.execPath,
    '--permission',
    `--allow-fs-read=${root}`,
    // Node reads compiled code only from a folder that it may write to. The file size limit of 0 bytes keeps it from
    // writing.
    ...(cache === null ? [] : [`--allow-fs-read=${cache}`, `--allow-fs-write=${cache}`]),
    ...(addons === 'allowed' ? ['--allow-addons'] : []),
    `--max-old-space-size=${limits.heapMegabytes}`,
    '--disable-warning=ExperimentalWarning',
    '--disable-warning=SecurityWarning',
    childFile,
    argument,
  ]
  const ulimits = [
    `-t ${limits.cpuSeconds}`,
    `-d ${Math.round(limits.dataBytes / 1024)}`,
    `-n ${openFiles}`,
    '-c 0',
    ...(output === undefined ? ['-f 0'] : []),
  ]
  // A limit that this system does not support, or has a lower value for, is skipped.
  return givingWay(ulimits.map(limit => `ulimit ${limit} 2>/dev/null; `).join(''), node)
}

/** `before` is what the shell does first. Uses `nice` from the start, so that all threads get the same priority. */
function givingWay(before: string, command: string[]): string[] {
  if (!hasShell) return command
  const script = `${before}command -v nice >/dev/null && exec nice -n ${niceness} "$0" "$@"; exec "$0" "$@"`
  return [shell, '-c', script, ...command]
}
