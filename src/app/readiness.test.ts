import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { afterEach, describe, it, mock, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { freshPostgres } from '../../test/support/postgres.ts'
import { silentLog } from '../base/log.ts'
import { openDatabase } from '../db/db.ts'
import { noClockCheck } from './clockCheck.ts'
import { createStorageCheck, readiness } from './readiness.ts'

afterEach(() => mock.timers.reset())

it('a storage that accepts connections and never answers counts as unreachable after two seconds', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const probed = Promise.withResolvers<void>()
  const probeStorage = () => {
    probed.resolve()
    return new Promise<never>(() => {})
  }
  const health = createStorageCheck({ dataDir: tmpdir(), probeStorage, log: silentLog })()
  await probed.promise
  mock.timers.tick(2000)
  assert.equal((await health).storageAnswers, false)
})

describe('readiness on PostgreSQL', () => {
  it('a process is not ready while the table of orders is locked, and is ready again afterwards', async t => {
    const { database, findUnready, aSecondLater } = await onPostgres(t)
    assert.equal(await findUnready(), null)
    aSecondLater()
    await database.db.transaction().execute(async tx => {
      await sql`lock table orders in access exclusive mode`.execute(tx)
      assert.match((await findUnready())!, /takes no changes/)
    })
    aSecondLater()
    assert.equal(await findUnready(), null)
  })

  it('a process is not ready while the server cannot write to its disk', async t => {
    const { database, name, findUnready, reopened } = await onPostgres(t)
    assert.equal(await findUnready(), null)
    // The server then refuses what it would write beside its memory, as on a full disk.
    await sql.raw(`alter database ${name} set temp_file_limit = 0`).execute(database.db)
    assert.match((await (await reopened())())!, /takes no changes/)
  })

  it('many probes at once try one write, and none more often than once a second', async t => {
    const { database, findUnready, aSecondLater } = await onPostgres(t)
    let transactions = 0
    const { db } = database
    const transaction = db.transaction.bind(db)
    db.transaction = () => {
      transactions++
      return transaction()
    }
    await Promise.all(Array.from({ length: 20 }, findUnready))
    await findUnready()
    assert.equal(transactions, 1)
    aSecondLater()
    await findUnready()
    assert.equal(transactions, 2)
  })
})

async function onPostgres(t: TestContext) {
  const { databaseUrl, drop } = await freshPostgres()
  const open = async () => {
    const database = await openDatabase({ databaseUrl, dataDir: null })
    t.after(() => database.close())
    return database
  }
  t.after(drop)
  const database = await open()
  const probeOf = (of: typeof database) =>
    readiness({ database: of, isClockRight: noClockCheck, isStopping: () => false })
  mock.timers.enable({ apis: ['setTimeout'] })
  return {
    database,
    name: new URL(databaseUrl).pathname.slice(1),
    findUnready: probeOf(database),
    reopened: async () => probeOf(await open()),
    aSecondLater: () => mock.timers.tick(1000),
  }
}
