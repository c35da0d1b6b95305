import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { it, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { freshPglite } from '../../test/support/database.ts'
import { systemClock } from '../base/clock.ts'
import { type Log, silentLog } from '../base/log.ts'
import { createFiles } from './files.ts'
import { sourceHash } from './fileUrl.ts'
import { localStorage } from './storage.ts'

/** Files of the account acc_1 in a database of their own. */
async function testFiles(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-files-'))
  const database = await freshPglite()
  t.after(async () => {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  })
  await sql`
    insert into accounts (account_id, name, holder_email, created_at)
    values ('acc_1', 'Acme', 'holder@example.com', ${systemClock()})`.execute(database.db)
  const local = localStorage(join(folder, 'files'))
  const filesWith = (deps: Partial<Parameters<typeof createFiles>[0]>) =>
    createFiles({
      db: database.db,
      clock: systemClock,
      outbound: { get: () => assert.fail(), urlProblem: () => assert.fail() },
      storage: local,
      read: async () => ({ kind: 'refused', findings: [] }),
      factsVersion: 1,
      scratch: join(folder, 'scratch'),
      maxBytes: 1000,
      log: silentLog,
      ...deps,
    })
  return { folder, database, local, filesWith }
}

it('a storage that does not answer is logged, and a request for a file is asked to try again', async t => {
  const { folder, local, filesWith } = await testFiles(t)
  let answers = true
  const logged: string[] = []
  const log = { ...silentLog, error: (_: object, message: string) => logged.push(message) } as unknown as Log
  const files = filesWith({
    storage: { ...local, has: key => (answers ? local.has(key) : Promise.reject(new Error('SlowDown'))) },
    log,
  })
  const had = await files.receive('acc_1', Readable.from([Buffer.from('%PDF')]), 1000)
  assert.ok(had.kind === 'stored')
  const { sha256 } = had.file
  answers = false
  await assert.rejects(files.open('acc_1', sha256), { code: 'overloaded' })
  assert.deepEqual(logged, ['a print file could not be read from the storage'])
  answers = true
  const opened = await files.open('acc_1', sha256)
  assert.equal(opened?.bytes, 4)
  assert.equal(Buffer.concat(await opened.stream.toArray()).toString(), '%PDF')
  assert.deepEqual(logged.splice(0), ['a print file could not be read from the storage'])
  truncateSync(join(folder, 'files', had.file.storageKey), 3)
  const short = await files.open('acc_1', sha256)
  await assert.rejects(short!.stream.toArray())
  assert.deepEqual(logged, ['a print file could not be read from the storage'])
  assert.equal(await files.open('acc_2', sha256), null)
})

it('a file is known to its account by its bytes and by the address of its last fetch, until the reader changes', async t => {
  const { database, filesWith } = await testFiles(t)
  const files = filesWith({})
  const had = await files.receive('acc_1', Readable.from([Buffer.from('%PDF')]), 1000)
  assert.ok(had.kind === 'stored')
  const { sha256 } = had.file
  const url = 'https://files.example/cover.pdf'
  await sql`
    insert into file_sources (account_id, url_sha256, sha256, fetched_at)
    values ('acc_1', ${sourceHash(url)}, ${sha256}, ${systemClock()})`.execute(database.db)
  const sources = [
    { accountId: 'acc_1', source: { url: 'https://files.example/other.pdf' } },
    { accountId: 'acc_1', source: { sha256 } },
    { accountId: 'acc_2', source: { sha256 } },
    { accountId: 'acc_1', source: { url } },
  ]
  const areRead = (version: number) =>
    database.db.transaction().execute(tx => filesWith({ factsVersion: version }).areRead(tx, sources))
  assert.deepEqual(await areRead(1), [false, true, false, true])
  assert.deepEqual(await areRead(2), [false, false, false, false])
})
