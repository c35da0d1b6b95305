// Two processes that fetch, store and give up the same bytes at once; and the effect of a large file on other requests.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { newCheckRun } from '../src/artwork/checkBook.ts'
import { createFiles, type StoreResult } from '../src/artwork/files.ts'
import { factsVersion, type PrintFacts } from '../src/artwork/preflight/fileReport.ts'
import type { Reading } from '../src/artwork/preflight/preflight.ts'
import { localStorage } from '../src/artwork/storage.ts'
import { day, instant, later } from '../src/base/clock.ts'
import { silentLog } from '../src/base/log.ts'
import { createOutbound } from '../src/base/network/outbound.ts'
import { type Database, openDatabase } from '../src/db/db.ts'
import { migrate } from '../src/db/migrate.ts'
import { deleteUnusedFiles, emptyStorageTrash } from '../src/features/files/fileRetention.ts'
import { freshPglite } from './support/database.ts'
import { startFileServer } from './support/fileServer.ts'
import { freshPostgres } from './support/postgres.ts'

const now = instant('2026-03-02T12:00:00Z')
const folder = mkdtempSync(join(tmpdir(), 'octavo-files-'))
const outbound = createOutbound({ allowLoopback: true })
const storage = localStorage(join(folder, 'files'))
after(async () => {
  await outbound.close()
  rmSync(folder, { recursive: true, force: true })
})

/**
 * The files of one process; what is read in them does not matter here, how often does. `first` is read before all else.
 */
function processOn({ db }: Database, first: Reading[] = []) {
  let reads = 0
  const files = createFiles({
    db,
    clock: () => now,
    outbound,
    storage,
    read: async () => {
      reads++
      return first.shift() ?? { kind: 'read', facts: { pageCount: 120 } as PrintFacts }
    },
    factsVersion,
    scratch: join(folder, 'scratch'),
    maxBytes: 300_000_000,
    log: silentLog,
  })
  const had = async (account: string, url: string): Promise<StoreResult> => {
    const one = await files.fetch(account, url, { ...newCheckRun(), scope: 'usual' })
    assert.ok(one !== null)
    return one
  }
  return { files, fetch: had, reads: () => reads }
}

async function withAccounts(database: Database, names: string[]): Promise<void> {
  await migrate(database, now)
  await sql`
    insert into accounts (account_id, name, holder_email, created_at)
    select name, name, name || '@x.example', ${now} from unnest(${names}::text[]) as a (name)`.execute(database.db)
}

test('a file that could not be read for a fault of our own is not kept, and is read when it comes again', async () => {
  const database = await freshPglite()
  await withAccounts(database, ['a'])
  await using server = await startFileServer(new Map([['/a.pdf', Buffer.alloc(20_000, 'a')]]))
  const kept = async () => (await sql`select sha256 from files`.execute(database.db)).rows.length
  const busy = { kind: 'unavailable' as const, cause: 'the machine is too busy' }
  const { fetch, reads } = processOn(database, [busy])
  assert.deepEqual(await fetch('a', server.at('/a.pdf')), busy)
  assert.equal(await kept(), 0)
  assert.equal((await fetch('a', server.at('/a.pdf'))).kind, 'stored')
  assert.deepEqual([await kept(), reads()], [1, 2])
  await database.close()
})

test('what is recorded lies in the storage, however two processes fetch, store and give up the same bytes', async () => {
  const { databaseUrl, drop } = await freshPostgres()
  const open = () => openDatabase({ databaseUrl, dataDir: null })
  const [one, other] = [await open(), await open()]
  const accounts = ['a', 'b', 'c']
  await withAccounts(one, accounts)
  await using server = await startFileServer()
  const contents = [1, 2, 3].map(n => Buffer.alloc(20_000, n))
  contents.forEach((bytes, i) => void server.files.set(`/${i}.pdf`, bytes))
  const twins = [processOn(one), processOn(other)]

  // A sweep that looks from far ahead finds everything out of use.
  let sweeping = true
  const sweeps = [one, other].map(async ({ db }) => {
    const ahead = later(now, 61 * day)
    while (sweeping) {
      await deleteUnusedFiles({ db })(ahead)
      await emptyStorageTrash({ db, storage, log: silentLog })(ahead)
    }
  })
  for (let round = 0; round < 6; round++) {
    await Promise.all(
      twins.flatMap(({ fetch }) =>
        accounts.flatMap(account => contents.map((_, i) => fetch(account, server.at(`/${i}.pdf`)))),
      ),
    )
  }
  sweeping = false
  await Promise.all(sweeps)

  // Now that nobody gives anything up, everything is had, and is what it should be.
  for (const account of accounts)
    for (const [i, bytes] of contents.entries()) {
      const had = await twins[0]!.fetch(account, server.at(`/${i}.pdf`))
      assert.equal(had.kind, 'stored', JSON.stringify(had))
      if (had.kind === 'stored') assert.ok(Buffer.concat(await (await storage.open(had.file)).toArray()).equals(bytes))
    }
  assert.deepEqual(globSync('*', { cwd: join(folder, 'scratch') }), [])
  await Promise.all([one.close(), other.close()])
  await drop()
})

test('an object that somebody deleted from the storage is stored again', async () => {
  const database = await freshPglite()
  await withAccounts(database, ['a'])
  await using server = await startFileServer()
  server.files.set('/a.pdf', Buffer.from('lost and found'))
  const { fetch, reads } = processOn(database)
  const first = await fetch('a', server.at('/a.pdf'))
  assert.ok(first.kind === 'stored')
  await storage.remove(first.file.storageKey)
  const again = await fetch('a', server.at('/a.pdf'))
  assert.ok(again.kind === 'stored' && (await storage.has(again.file.storageKey)))
  assert.deepEqual(server.statuses(), [200, 200], 'it is not asked whether it changed')
  assert.equal(reads(), 1)
  await database.close()
})

test('an uploaded file that somebody deleted from the storage is had by no order until it is uploaded again', async () => {
  const database = await freshPglite()
  await withAccounts(database, ['a'])
  const { files } = processOn(database)
  const upload = () => files.receive('a', Readable.from([Buffer.from('uploaded once')]), 1000)
  const first = await upload()
  assert.ok(first.kind === 'stored')
  const { sha256, storageKey } = first.file
  assert.equal((await files.readStored('a', sha256, 'usual')).kind, 'stored')
  await storage.remove(storageKey)
  assert.deepEqual(await files.readStored('a', sha256, 'usual'), {
    kind: 'unavailable',
    cause: 'it is missing from the storage',
  })
  assert.equal(await files.open('a', sha256), null)
  await upload()
  assert.equal((await files.readStored('a', sha256, 'usual')).kind, 'stored')
  assert.equal((await (await files.open('a', sha256))!.stream.toArray()).join(''), 'uploaded once')
  await database.close()
})

test('a file of 200 MB is fetched in constant memory, and others are answered meanwhile', async t => {
  const database = await freshPglite()
  t.after(() => database.close())
  await withAccounts(database, ['a'])
  const chunk = Buffer.alloc(1_000_000, 'octavo')
  await using server = await startFileServer()
  server.files.set('/large.pdf', (_, response) => {
    let left = 200
    const write = () => {
      while (left > 0 && response.write(chunk)) left--
      if (left <= 0) response.end()
      else {
        left--
        response.once('drain', write)
      }
    }
    write()
  })
  server.files.set('/small', Buffer.from('x'))
  const beforeBytes = process.memoryUsage().rss
  let maxBytes = 0
  let done = false
  const fetching = processOn(database)
    .fetch('a', server.at('/large.pdf'))
    .finally(() => {
      done = true
    })
  const waits: number[] = []
  while (!done) {
    const startedMs = performance.now()
    await (await fetch(server.at('/small'))).text()
    waits.push(performance.now() - startedMs)
    maxBytes = Math.max(maxBytes, process.memoryUsage().rss)
  }
  const had = await fetching
  assert.ok(had.kind === 'stored' && had.file.bytes === 200_000_000, JSON.stringify(had).slice(0, 200))
  const hash = createHash('sha256')
  for (let i = 0; i < 200; i++) hash.update(chunk)
  assert.equal(had.file.sha256, hash.digest('hex'))
  waits.sort((a, b) => a - b)
  const most = waits[Math.floor(waits.length * 0.95)]!
  assert.ok(waits.length > 20 && most < 100, `95 of 100 answers within ${Math.round(most)} ms, of ${waits.length}`)
  const grown = Math.round((maxBytes - beforeBytes) / 1e6)
  assert.ok(grown < 160, `grew by ${grown} MB`) // a part is PGlite, whose code is optimized meanwhile
})
