// The service as it really runs: in separate processes, started as `npm start` starts it, which tests talk to over HTTP
// and may kill. Whatever a failed test left running is killed after the last one, and with this process.

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { Demo } from '../src/app/demo.ts'
import { compiledFolder } from './compiled.ts'
import { freshPostgres } from './postgres.ts'

const root = join(import.meta.dirname, '..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
/** `exec node --flags src/main.ts`, without the first two. */
const started: string[] = scripts.start.split(' ').slice(2)
const mostKept = 100_000 // characters of what it printed, for the message when it fails

// biome-ignore lint/suspicious/noExplicitAny: tests read answers as they come
export type Answer = { status: number; body: any }
export type Call = { method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'; as?: string; body?: unknown }

export type Service = {
  /** Where it listens; of a worker, nothing. */
  url: string
  pid: number
  /** How the process ended. */
  ended: Promise<NodeJS.Signals | number>
  hasEnded(): boolean
  /** Rejects when no whole answer came. */
  call(path: string, call?: Call): Promise<Answer>
  /** kill -9; answers when it is gone. */
  kill(): Promise<void>
  /** Asks it to stop, and insists that it does so without complaint. */
  stop(): Promise<void>
  /** The end of what it printed. */
  printed(): string
}

type Options = { home: Home; role?: 'all' | 'api' | 'worker'; env?: Record<string, string> }

const running = new Set<ChildProcess>()
const killAll = () => {
  for (const child of running) child.kill('SIGKILL')
}
after(killAll)
process.on('exit', killAll)

/** Starts a process; answers when it is ready, or has ended. */
export async function startService({ home, role = 'all', env = {} }: Options): Promise<Service> {
  const child = spawn(process.execPath, [...started, '--role', role], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: compiledFolder,
      PORT: '0',
      DATA_DIR: home.dataDir,
      LOG_LEVEL: role === 'worker' ? 'info' : 'error', // a worker says that it is ready in its log
      ...(env.NODE_ENV === 'production' ? {} : { FILE_CHECK: 'addresses' }), // most tests' files are nowhere
      RATE_LIMIT_BURST: '1000000',
      RATE_LIMIT_PER_SECOND: '1000000',
      ...(home.databaseUrl === null ? {} : { DATABASE_URL: home.databaseUrl }),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let printed = ''
  let hasEnded = false
  const ended = once(child, 'exit').then(([code, signal]) => {
    hasEnded = true
    running.delete(child)
    return (signal ?? code) as NodeJS.Signals | number
  })
  const ready = new Promise<string>(resolve => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed = (printed + text).slice(-mostKept)
        const ready = /Octavo is ready at (\S+)|(?<= )worker is ready/.exec(printed)
        if (ready !== null) resolve(ready[1] ?? '')
      })
    }
  })
  const url = await Promise.race([ready, ended.then(() => null)])

  const service: Service = {
    url: url ?? '',
    pid: child.pid!,
    ended,
    hasEnded: () => hasEnded,
    async call(path, { method = 'GET', as, body } = {}) {
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: {
          ...(as === undefined ? {} : { authorization: as }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { status: answer.status, body: await answer.json() }
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async stop() {
      child.kill('SIGTERM')
      assert.equal(await ended, 0, printed)
    },
    printed: () => printed,
  }
  return service
}

/** Where a service keeps its things: its folder, and a PostgreSQL database when it has one. */
export type Home = {
  dataDir: string
  databaseUrl: string | null
  demo(): Demo
  remove(): Promise<void>
}

export type HomeKind = 'PGlite' | 'PostgreSQL'

const prepared = new Map<HomeKind, Promise<Home>>()

/**
 * A home with the demo in it. The first of a kind is made by a service that starts and stops; the others are copies.
 */
export async function freshHome(kind: HomeKind): Promise<Home> {
  if (!prepared.has(kind)) prepared.set(kind, prepareHome(kind))
  const from = await prepared.get(kind)!
  const dataDir = mkdtempSync(join(tmpdir(), 'octavo-home-'))
  cpSync(from.dataDir, dataDir, { recursive: true })
  const database = from.databaseUrl === null ? null : await freshPostgres({ like: from.databaseUrl })
  return homeOf(dataDir, database)
}

async function prepareHome(kind: HomeKind): Promise<Home> {
  const dataDir = mkdtempSync(join(tmpdir(), 'octavo-home-'))
  process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  const home = homeOf(dataDir, kind === 'PGlite' ? null : await freshPostgres())
  const service = await startService({ home })
  assert.ok(service.url !== '', service.printed())
  await service.stop()
  return home
}

function homeOf(dataDir: string, database: Awaited<ReturnType<typeof freshPostgres>> | null): Home {
  return {
    dataDir,
    databaseUrl: database?.databaseUrl ?? null,
    demo: () => JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')),
    async remove() {
      rmSync(dataDir, { recursive: true, force: true })
      await database?.drop()
    },
  }
}
