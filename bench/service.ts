// The service in a separate process, started like `npm start`.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../test/support/ports.ts'
import { secretKey } from './customers.ts'

const root = join(import.meta.dirname, '..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
/** The arguments of `exec node --flags src/main.ts`. */
const nodeArgs: string[] = scripts.start.split(' ').slice(2)
const maxStartMs = 60_000
const unlimited = '1000000'

export type Service = AsyncDisposable & {
  url: string
  /** The time from the start of the process to its first answer. */
  startupMs: number
  pid: number
  residentBytes(): number
  /** The most that was resident; null where the system does not say it. */
  peakBytes(): number | null
  stop(): Promise<void>
}

export type ServiceOptions = {
  /** Absent: the embedded database, in a new folder. */
  databaseUrl?: string
  dataDir?: string
  role?: 'all' | 'api'
  clock?: 'system' | 'manual'
  /** The folder for the CPU profile of the process; null: no profile. */
  profileDir?: string | null
  /** More environment variables of the process. */
  env?: Record<string, string>
}

export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const { databaseUrl, role = 'all', clock = 'system', profileDir = null } = options
  const port = await freePort()
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'octavo-bench-'))
  const profiling = profileDir === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileDir}`]
  const startMs = performance.now()
  const child = spawn(process.execPath, [...profiling, ...nodeArgs, `--role=${role}`], {
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
      RATE_LIMIT_PER_SECOND: unlimited,
      RATE_LIMIT_BURST: unlimited,
      ADDRESS_RATE_LIMIT_PER_SECOND: unlimited,
      ADDRESS_RATE_LIMIT_BURST: unlimited,
      CHILD_SECONDS_PER_MINUTE: '60',
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      ...options.env,
    },
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const url = `http://127.0.0.1:${port}`
  await waitForAnswer(`${url}/health/live`, child)
  const startupMs = performance.now() - startMs
  const stop = async () => {
    process.off('exit', kill)
    if (child.exitCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true })
  }
  return {
    url,
    startupMs,
    pid: child.pid!,
    residentBytes: () => residentBytes(child.pid!),
    peakBytes: () => peakBytes(child.pid!),
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

async function waitForAnswer(url: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + maxStartMs
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error('the service ended while it started')
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return
    await new Promise(resolve => setTimeout(resolve, 10))
  }
  child.kill('SIGKILL')
  throw new Error('the service did not start')
}

/** This form of `ps` answers kilobytes on Linux and on macOS. */
const residentBytes = (pid: number): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024

function peakBytes(pid: number): number | null {
  const file = `/proc/${pid}/status` // of Linux
  const [, kilobytes] = existsSync(file) ? (/^VmHWM:\s+(\d+)/m.exec(readFileSync(file, 'utf8')) ?? []) : []
  return kilobytes === undefined ? null : Number(kilobytes) * 1024
}
