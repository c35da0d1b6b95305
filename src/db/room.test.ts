import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { silentLog } from '../base/log.ts'
import { openDatabase, ping } from './db.ts'
import { requireRoom, roomKeeper } from './room.ts'
import { isUnreachableDatabase } from './unreachable.ts'

const megabyte = 1024 * 1024

test('while the disk is nearly full the embedded database is read and not changed', async t => {
  const { db, close } = await openDatabase({ databaseUrl: null, dataDir: null })
  t.after(close)
  await sql`create table words (word text)`.execute(db)
  const add = () => db.transaction().execute(tx => sql`insert into words values ('ink')`.execute(tx))
  const told: unknown[] = []
  const log = { ...silentLog, error: (...line: unknown[]) => void told.push(line) }
  let freeBytes = 100 * megabyte
  const look = roomKeeper(db, () => freeBytes, log)

  await look()
  await add()
  freeBytes = 63.5 * megabyte
  await look()
  await look()
  await assert.rejects(add(), isUnreachableDatabase)
  await assert.rejects(ping(db), /takes no changes/)
  assert.deepEqual((await sql`select word from words`.execute(db)).rows, [{ word: 'ink' }])
  assert.deepEqual(told, [
    [{ freeMegabytes: 63, neededMegabytes: 64 }, 'the disk is nearly full, so nothing is changed'],
  ])

  freeBytes = 64 * megabyte
  await look()
  await add()
  await ping(db)
})

test('the embedded database is not opened on a disk that is nearly full', () => {
  requireRoom('/data', 64 * megabyte)
  assert.throws(() => requireRoom('/data', 3.2 * megabyte), /the disk of \/data has 3 MB left, .* needs 64 MB/)
})
