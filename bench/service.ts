// The service as it really runs: a separate process, started as `npm start` starts it.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../test/ports.ts'
import { secretKey } from './customers.ts'

const root = join(import.meta.dirname, '..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
/** `exec node --flags src/main.ts`, without the first two. */
const started: string[] = scripts.start.split(' ').slice(2)
const startMs = 60_000
const plenty = '1000000'

export type Service = AsyncDisposable & {
  url: string
  /** From the start of the process to its first answer. */
  startedMs: number
  pid: number
  residentBytes(): number
  stop(): Promise<void>
}

export type ServiceOptions = {
  /** Absent: the embedded database, in a folder of its own. */
  databaseUrl?: string
  dataDir?: string
  role?: 'all' | 'api'
  clock?: 'system' | 'manual'
  /** Where the process leaves a CPU profile when it stops; null for none. */
  profileDir?: string | null
  /** What else stands in its environment. */
  env?: Record<string, string>
}

export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const { databaseUrl, role = 'all', clock = 'system', profileDir = null } = options
  const port = await freePort()
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'octavo-bench-'))
  const profiling = profileDir === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileDir}`]
  const begunMs = performance.now()
  const child = spawn(process.execPath, [...profiling, ...started, `--role=${role}`], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      NODE_ENV: 'test',
      LOG_LEVEL: 'warn',
      PORT: String(port),
      FILE_CHECK: 'addresses',
      DATA_DIR: dataDir,
      SECRET_KEY: secretKey.toString('base64'),
      OCTAVO_CLOCK: clock,
      RATE_LIMIT_PER_SECOND: plenty,
      RATE_LIMIT_BURST: plenty,
      ADDRESS_RATE_LIMIT_PER_SECOND: plenty,
      ADDRESS_RATE_LIMIT_BURST: plenty,
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      ...options.env,
    },
  })
  const killed = () => child.kill('SIGKILL')
  process.once('exit', killed)
  const url = `http://127.0.0.1:${port}`
  await firstAnswer(`${url}/health/live`, child)
  const startedMs = performance.now() - begunMs
  const stop = async () => {
    process.off('exit', killed)
    if (child.exitCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true })
  }
  return {
    url,
    startedMs,
    pid: child.pid!,
    residentBytes: () => residentBytes(child.pid!),
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

async function firstAnswer(url: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + startMs
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error('the service ended while it started')
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return
    await new Promise(resolve => setTimeout(resolve, 10))
  }
  child.kill('SIGKILL')
  throw new Error('the service did not start')
}

/** Linux and macOS both know this spelling; kilobytes. */
const residentBytes = (pid: number): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024
