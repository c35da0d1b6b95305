// The processor time of a run. Each test file, and each PostgreSQL, adds what it took to one file when it ends.
// test/run.ts imports this before each test file. Unlike the time from start to end, it hardly depends on what else the
// machine does.

import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { isMainThread } from 'node:worker_threads'

/** Set by test/run.ts: the file to which all add. */
export const timesVariable = 'TEST_PROCESSOR_TIMES'
const statFile = '/proc/self/stat'
const ticksPerSecond = 100

/** Of this process, and, where the system tells that, of its children that have ended. */
export function processorSeconds(): number {
  const { user, system } = process.cpuUsage()
  const own = (user + system) / 1e6
  if (!existsSync(statFile)) return own
  const stat = readFileSync(statFile, 'latin1')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return own + (Number(fields[13]) + Number(fields[14])) / ticksPerSecond
}

/** `file` is that of a test, or of a program that a test started. */
export function addProcessorTime(file: string, seconds: number): void {
  const times = process.env[timesVariable]
  if (times !== undefined && existsSync(dirname(times))) appendFileSync(times, `${JSON.stringify([file, seconds])}\n`)
}

/** Of each file, what all its processes took. */
export function readProcessorTimes(): Map<string, number> {
  const sums = new Map<string, number>()
  for (const line of readFileSync(process.env[timesVariable]!, 'utf8').trim().split('\n')) {
    const [file, seconds] = JSON.parse(line) as [string, number]
    sums.set(file, (sums.get(file) ?? 0) + seconds)
  }
  return sums
}

/** When this process ends. */
export const addAtExit = (file: string) => process.once('exit', () => addProcessorTime(file, processorSeconds()))

const started = process.argv[1] ?? ''
if (isMainThread && started.endsWith('.test.ts')) addAtExit(started)
