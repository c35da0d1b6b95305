// The service in separate processes, started like `npm start`. Tests talk to it over HTTP and may kill it. Processes
// that a failed test left behind are killed after the last test, and with this process.

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { Demo } from '../../src/app/demo.ts'
import { lazy } from '../../src/base/running/lazy.ts'
import { openDatabase } from '../../src/db/db.ts'
import { compiledFolder, quickWasm } from '../compiled.ts'
import { bundleOf } from './bundle.ts'
import { cachedFolder } from './cachedFolder.ts'
import { type FreshPostgres, freshPostgres } from './postgres.ts'
import { withholdSchedules } from './schedules.ts'

const root = join(import.meta.dirname, '..', '..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
/** Of `exec node --flags src/main.ts`. */
const nodeFlags: string[] = [quickWasm, ...scripts.start.split(' ').slice(2, -1)]
const maxOutputChars = 100_000 // for the message of a failed test

// biome-ignore lint/suspicious/noExplicitAny: tests read answers as they come
export type Answer = { status: number; body: any }
export type Call = { method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'; as?: string; cookie?: string; body?: unknown }

export type Service = {
  /** The address of its HTTP server; empty for a worker. */
  url: string
  pid: number
  /** The exit code or signal of the process. */
  ended: Promise<NodeJS.Signals | number>
  hasEnded(): boolean
  /** Rejects without a complete answer. */
  call(path: string, call?: Call): Promise<Answer>
  /** kill -9; waits until the process has ended. */
  kill(): Promise<void>
  /** Stops the process, and fails unless it ends with code 0. */
  stop(): Promise<void>
  /** The end of the output. */
  printed(): string
  /** Waits until the output has the words. Rejects when the process ends before. */
  says(words: RegExp): Promise<void>
}

type Options = { home: Home; role?: 'all' | 'api' | 'worker'; env?: Record<string, string> }

const running = new Set<ChildProcess>()
const killAll = () => {
  for (const child of running) child.kill('SIGKILL')
}
after(killAll)
process.on('exit', killAll)

/** Starts a process, and waits until it is ready or has ended. */
export async function startService({ home, role = 'all', env = {} }: Options): Promise<Service> {
  const child = spawn(process.execPath, [...nodeFlags, await bundleOf('main'), '--role', role], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: compiledFolder,
      PORT: '0',
      DATA_DIR: home.dataDir,
      // A worker, and a service in production, say only in the log that they are ready.
      LOG_LEVEL: role === 'worker' || env.NODE_ENV === 'production' ? 'info' : 'error',
      ...(env.NODE_ENV === 'production' ? { OPERATOR_DIR: 'operator' } : { FILE_CHECK: 'addresses' }), // most tests' files do not exist
      RATE_LIMIT_BURST: '1000000',
      RATE_LIMIT_PER_SECOND: '1000000',
      CHILD_SECONDS_PER_MINUTE: '60',
      ...(home.databaseUrl === null ? {} : { DATABASE_URL: home.databaseUrl, DATABASE_CONNECTIONS: '5' }),
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
        printed = (printed + text).slice(-maxOutputChars)
        const ready = /Octavo is ready at (\S+)|"url":"([^"]+)","msg":"Octavo is ready"|(?<=[ "])worker is ready/.exec(
          printed,
        )
        if (ready !== null) resolve(ready[1] ?? ready[2] ?? '')
      })
    }
  })
  const url = await Promise.race([ready, ended.then(() => null)])

  const service: Service = {
    url: url ?? '',
    pid: child.pid!,
    ended,
    hasEnded: () => hasEnded,
    async call(path, { method = 'GET', as, cookie, body } = {}) {
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: {
          ...(as === undefined ? {} : { authorization: as }),
          ...(cookie === undefined ? {} : { cookie }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const isJson = answer.headers.get('content-type')?.includes('json') ?? false
      return { status: answer.status, body: isJson ? await answer.json() : await answer.text() }
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
    async says(words) {
      const isPrinted = new Promise<void>(resolve => {
        const look = () => words.test(printed) && resolve()
        for (const stream of [child.stdout, child.stderr]) stream.on('data', look)
        look()
      })
      const first = await Promise.race([isPrinted, ended.then(() => 'ended')])
      assert.notEqual(first, 'ended', printed)
    },
  }
  return service
}

/** The data of a service: its folder, and its PostgreSQL database, if it has one. */
export type Home = {
  dataDir: string
  databaseUrl: string | null
  demo(): Demo
  remove(): Promise<void>
}

export type HomeKind = 'PGlite' | 'PostgreSQL'

/** Answers a home with the demo: a copy of the home of a first start, which is made once. */
export async function freshHome(kind: HomeKind): Promise<Home> {
  const from = await prepared[kind]()
  const dataDir = mkdtempSync(join(tmpdir(), 'octavo-home-'))
  cpSync(from.dataDir, dataDir, { recursive: true })
  const database = from.databaseUrl === null ? null : await freshPostgres({ like: from.databaseUrl })
  return homeOf(dataDir, database)
}

const prepared: Record<HomeKind, () => Promise<Home>> = {
  /** Cached, because creating and migrating the embedded database takes longer than all other work of a start. */
  PGlite: lazy(async () => {
    const folder = await cachedFolder('first-home', {
      inputs: [
        'src/**/!(*.test).{ts,sql}',
        'operator/**/*.*',
        'package-lock.json',
        'test/support/{service,schedules}.ts',
      ],
      fill: folder => startOnce(homeOf(join(folder, 'data'), null)),
    })
    return homeOf(join(folder, 'data'), null)
  }),
  PostgreSQL: lazy(async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'octavo-home-'))
    process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
    const home = homeOf(dataDir, await freshPostgres())
    await startOnce(home)
    return home
  }),
}

async function startOnce(home: Home): Promise<void> {
  const service = await startService({ home })
  assert.ok(service.url !== '', service.printed())
  await service.stop()
  const database = await openDatabase(home)
  await withholdSchedules(database.db)
  await database.close()
}

/** A home whose folder is empty, in a database that is empty, too. */
export const emptyHome = (database: FreshPostgres): Home =>
  homeOf(mkdtempSync(join(tmpdir(), 'octavo-home-')), database)

function homeOf(dataDir: string, database: FreshPostgres | null): Home {
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
