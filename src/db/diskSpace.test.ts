import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { silentLog } from '../base/log.ts'
import { openDatabase, ping } from './db.ts'
import { diskSpaceGuard, requireDiskSpace } from './diskSpace.ts'
import { isUnreachableDatabase } from './unreachable.ts'

const megabyte = 1024 * 1024

test('while the disk is nearly full, the embedded database is read and not changed', async t => {
  const { db, close } = await openDatabase({ databaseUrl: null, dataDir: null })
  t.after(close)
  await sql`create table words (word text)`.execute(db)
  const add = () => db.transaction().execute(tx => sql`insert into words values ('ink')`.execute(tx))
  const errors: unknown[] = []
  const log = { ...silentLog, error: (...line: unknown[]) => void errors.push(line) }
  let freeBytes = 100 * megabyte
  const checkDisk = diskSpaceGuard(db, () => freeBytes, log)

  await checkDisk()
  await add()
  freeBytes = 63.5 * megabyte
  await checkDisk()
  await checkDisk()
  await assert.rejects(add(), isUnreachableDatabase)
  await assert.rejects(ping(db), /takes no changes/)
  assert.deepEqual((await sql`select word from words`.execute(db)).rows, [{ word: 'ink' }])
  assert.deepEqual(errors, [
    [{ freeMegabytes: 63, neededMegabytes: 64 }, 'the disk is nearly full: the database takes no changes'],
  ])

  freeBytes = 64 * megabyte
  await checkDisk()
  await add()
  await ping(db)
})

test('the embedded database is not opened on a disk that is nearly full', () => {
  requireDiskSpace('/data', 64 * megabyte)
  assert.throws(() => requireDiskSpace('/data', 3.2 * megabyte), /the disk of \/data has 3 MB left, .* needs 64 MB/)
})
