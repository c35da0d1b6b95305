import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { bothDatabases } from '../../test/support/database.ts'
import { failoverProxy } from '../../test/support/failoverProxy.ts'
import { administer, freshPostgres, startPostgres, startStandby } from '../../test/support/postgres.ts'
import { instant } from '../base/clock.ts'
import { type Database, type Db, openDatabase } from './db.ts'
import { migrate } from './migrate.ts'
import { readSetting } from './settings.ts'
import { keepNumbersRising, readCompletedBelow, transactionNumber } from './transactions.ts'
import { isUnreachableDatabase } from './unreachable.ts'

const numberOf = async (db: Db) =>
  (await sql<{ number: number }>`select ${transactionNumber} as number`.execute(db)).rows[0]!.number
const keepRising = (database: Database) => keepNumbersRising(database, 'order_events')
const takeOver = (database: Database) =>
  sql`update settings set value = 'another' where name = 'transaction_server'`
    .execute(database.db)
    .then(() => keepRising(database))

for (const { name, fresh } of bothDatabases)
  describe(`transactions on ${name}`, () => {
    it(`transactions on ${name} have rising numbers, also after other servers take over one after the other`, async () => {
      const { database, drop } = await fresh()
      const { db } = database
      const numbers: number[] = []
      const record = async () => void numbers.push(await numberOf(db), await numberOf(db), await readCompletedBelow(db))
      await keepRising(database)
      await record()
      await keepRising(database)
      await record()
      for (const _ of [1, 2]) {
        await takeOver(database)
        await record()
      }
      assert.deepEqual(
        numbers,
        numbers.toSorted((a, b) => a - b),
      )
      const [first, , , repeated, , , takenOver] = numbers
      assert.ok(repeated! - first! < 100, 'the same server continues')
      assert.ok(takenOver! - repeated! > 2 ** 39, 'more than the lost server can have counted')
      await drop()
    })
  })

describe('transactions on PostgreSQL', () => {
  it('an open PostgreSQL transaction and all later transactions count as open', async () => {
    const { databaseUrl, drop } = await freshPostgres()
    const { db, close } = await openDatabase({ databaseUrl, dataDir: null })
    const before = await readCompletedBelow(db)
    await db.transaction().execute(async tx => {
      const open = await numberOf(tx)
      const ended = await numberOf(db)
      assert.ok(before <= open && open < ended)
      assert.equal(await readCompletedBelow(db), open)
    })
    assert.ok((await readCompletedBelow(db)) > before + 1)
    await close()
    await drop()
  })

  it('transactions on PostgreSQL keep rising in a running process when a standby takes over that lacks the last transactions', async () => {
    const primary = await startPostgres()
    const proxy = await failoverProxy(primary.port)
    const databaseUrl = `postgresql://postgres@127.0.0.1:${proxy.port}/postgres`
    const database = await openDatabase({ databaseUrl, dataDir: null })
    await migrate(database, instant('2026-01-01T00:00:00Z'))
    await keepRising(database)
    const standby = await startStandby(primary)
    await administer(standby, "alter system set primary_conninfo = ''")
    await administer(standby, 'select pg_reload_conf()')
    for (let n = 0; n < 50; n++) await numberOf(database.db)
    const last = await numberOf(database.db)

    await primary.break()
    proxy.switchTo(standby.port)
    await assert.rejects(numberOf(database.db), isUnreachableDatabase) // open connections
    await assert.rejects(numberOf(database.db), isUnreachableDatabase) // connections to a standby
    await administer(standby, 'select pg_promote()')
    assert.ok((await numberOf(database.db)) > last)
    assert.ok((await readCompletedBelow(database.db)) > last)
    await database.close()
    await proxy.close()
    await standby.stop()
  })

  it('transactions on PostgreSQL have numbers where the user may not read the identity of the server', async () => {
    const { databaseUrl, drop } = await freshPostgres()
    const owner = await openDatabase({ databaseUrl, dataDir: null })
    await sql`
      create role limited_user login password 'secret';
      revoke execute on function pg_control_system() from public;
      grant select, insert, update on settings to limited_user`.execute(owner.db)
    const url = new URL(databaseUrl)
    url.username = 'limited_user'
    url.password = 'secret'
    const user = await openDatabase({ databaseUrl: url.href, dataDir: null })
    await keepRising(user)
    await keepRising(user)
    assert.equal(await readSetting(user.db, 'transaction_server'), 'unknown')
    assert.ok((await numberOf(user.db)) < (await readCompletedBelow(user.db)))
    await user.close()
    await sql`drop owned by limited_user; drop role limited_user`.execute(owner.db)
    await owner.close()
    await drop()
  })
})
