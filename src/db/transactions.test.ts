import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { bothDatabases } from '../../test/database.ts'
import { administer, freshPostgres, startPostgres, startStandby } from '../../test/postgres.ts'
import { switchboard } from '../../test/switchboard.ts'
import { instant } from '../base/clock.ts'
import { type Database, type Db, openDatabase } from './db.ts'
import { migrate } from './migrate.ts'
import { readSetting } from './settings.ts'
import { keepNumbersRising, settledBelow, transactionNumber } from './transactions.ts'
import { isUnreachableDatabase } from './unreachable.ts'

const numberOf = async (db: Db) =>
  (await sql<{ number: number }>`select ${transactionNumber} as number`.execute(db)).rows[0]!.number
const settled = async (db: Db) =>
  (await sql<{ below: number }>`select ${settledBelow} as below`.execute(db)).rows[0]!.below
const keepRising = (database: Database) => keepNumbersRising(database, 'order_events')
const takeOver = (database: Database) =>
  sql`update settings set value = 'another' where name = 'transaction_server'`
    .execute(database.db)
    .then(() => keepRising(database))

for (const { name, fresh } of bothDatabases)
  describe(`transactions on ${name}`, () => {
    it('have rising numbers, also after another server has taken over, and again another', async () => {
      const { database, drop } = await fresh()
      const { db } = database
      const numbers: number[] = []
      const note = async () => void numbers.push(await numberOf(db), await numberOf(db), await settled(db))
      await keepRising(database)
      await note()
      await keepRising(database)
      await note()
      for (const _ of [1, 2]) {
        await takeOver(database)
        await note()
      }
      assert.deepEqual(
        numbers,
        numbers.toSorted((a, b) => a - b),
      )
      const [first, , , again, , , taken] = numbers
      assert.ok(again! - first! < 100, 'the same server goes on')
      assert.ok(taken! - again! > 2 ** 39, 'more than the lost one can have counted')
      await drop()
    })
  })

describe('transactions on PostgreSQL', () => {
  it('are not below the settled ones while they are open, nor are those after them', async () => {
    const { databaseUrl, drop } = await freshPostgres()
    const { db, close } = await openDatabase({ databaseUrl, dataDir: null })
    const before = await settled(db)
    await db.transaction().execute(async tx => {
      const open = await numberOf(tx)
      const ended = await numberOf(db)
      assert.ok(before <= open && open < ended)
      assert.equal(await settled(db), open)
    })
    assert.ok((await settled(db)) > before + 1)
    await close()
    await drop()
  })

  it('go on rising in a process that lives on when a standby takes over that has not heard of the last ones', async () => {
    const primary = await startPostgres()
    const way = await switchboard(primary.port)
    const databaseUrl = `postgresql://postgres@127.0.0.1:${way.port}/postgres`
    const database = await openDatabase({ databaseUrl, dataDir: null })
    await migrate(database, instant('2026-01-01T00:00:00Z'))
    await keepRising(database)
    const standby = await startStandby(primary)
    await administer(standby, "alter system set primary_conninfo = ''")
    await administer(standby, 'select pg_reload_conf()')
    for (let n = 0; n < 50; n++) await numberOf(database.db)
    const last = await numberOf(database.db)

    await primary.break()
    way.leadTo(standby.port)
    await assert.rejects(numberOf(database.db), isUnreachableDatabase) // those that were open
    await assert.rejects(numberOf(database.db), isUnreachableDatabase) // and those to a standby
    await administer(standby, 'select pg_promote()')
    assert.ok((await numberOf(database.db)) > last)
    assert.ok((await settled(database.db)) > last)
    await database.close()
    await way.close()
    await standby.stop()
  })

  it('have numbers where nobody tells which server it is', async () => {
    const { databaseUrl, drop } = await freshPostgres()
    const owner = await openDatabase({ databaseUrl, dataDir: null })
    await sql`
      create role told_nothing login password 'secret';
      revoke execute on function pg_control_system() from public;
      grant select, insert, update on settings to told_nothing`.execute(owner.db)
    const url = new URL(databaseUrl)
    url.username = 'told_nothing'
    url.password = 'secret'
    const user = await openDatabase({ databaseUrl: url.href, dataDir: null })
    await keepRising(user)
    await keepRising(user)
    assert.equal(await readSetting(user.db, 'transaction_server'), 'unknown')
    assert.ok((await numberOf(user.db)) < (await settled(user.db)))
    await user.close()
    await sql`drop owned by told_nothing; drop role told_nothing`.execute(owner.db)
    await owner.close()
    await drop()
  })
})
