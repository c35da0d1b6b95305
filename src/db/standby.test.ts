import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { administer, freshPostgres, ownPostgres, startPostgres, startStandby } from '../../test/support/postgres.ts'
import { silentProxy } from '../../test/support/silentProxy.ts'
import { transactionPooler } from '../../test/support/transactionPooler.ts'
import { second } from '../base/clock.ts'
import { type Log, silentLog } from '../base/log.ts'
import { Refusal } from '../base/refusal.ts'
import { type Database, type Db, openDatabase } from './db.ts'
import { openStandby, type Standby } from './standby.ts'

const maxAgeMs = second
const connections = 2
/** Which server answered. */
const whereRead = async (db: Db) => {
  const { rows } = await sql<{ isStandby: boolean }>`select pg_is_in_recovery() as "isStandby"`.execute(db)
  return rows[0]!.isStandby ? 'standby' : 'database'
}

describe('a standby of PostgreSQL', { timeout: 120_000 }, () => {
  it('answers reads while it follows the database, also an idle one, and never after it has fallen behind', async t => {
    const { db, standby, read, replay, logged } = await follow(t)
    await sql`create table notes (text text)`.execute(db)
    await sql`insert into notes values ('written')`.execute(db)
    await untilSeen(standby)
    assert.deepEqual(await read(textsOf), ['written'])
    assert.equal(await read(whereRead), 'standby')

    await replay('pause')
    await sql`insert into notes values ('unseen')`.execute(db)
    while (standby.ageMs() <= maxAgeMs) await standby.check()
    assert.deepEqual(await read(textsOf), ['written', 'unseen'])
    assert.equal(await read(whereRead), 'database')
    assert.equal(standby.reads.late, 2)

    await replay('resume')
    await untilSeen(standby)
    assert.equal(await read(whereRead), 'standby')
    const idleMs = performance.now()
    while (performance.now() - idleMs < 2 * maxAgeMs) await standby.check()
    assert.equal(await read(whereRead), 'standby', 'nothing is written, and it is up to date')
    const late = 'the standby cannot be read: the database answers its reads (the standby is too far behind)'
    assert.ok(logged.includes(late))
    assert.ok(logged.indexOf('the standby answers reads') < logged.lastIndexOf(late))
    assert.equal(logged.at(-1), 'the standby answers reads')
  })

  it('gives a read that replay cancels or that takes too long to the database, and a refusal to nobody', async t => {
    const { db, standby, read } = await follow(t, { max_standby_streaming_delay: '0' })
    await sql`create table notes (text text)`.execute(db)
    await untilSeen(standby)
    const asked: string[] = []
    const texts = await read(async reader => {
      const where = await whereRead(reader)
      asked.push(where)
      return reader.transaction().execute(async tx => {
        await sql`select * from notes`.execute(tx)
        // Replay of the emptied table waits for no reader.
        if (where === 'standby') await sql`truncate notes`.execute(db)
        await sql`select pg_sleep(${where === 'standby' ? 30 : 0})`.execute(tx)
        return textsOf(db)
      })
    })
    assert.deepEqual([texts, asked, standby.reads.failed], [[], ['standby', 'database'], 1])

    await untilSeen(standby)
    const tried: unknown[] = []
    const failing = (error: Error) =>
      read(async () => {
        tried.push(error)
        throw error
      })
    await assert.rejects(failing(new Refusal('not_found', 'There is none.')), /There is none/)
    assert.equal(tried.length, 1)
    const slow = await read(db =>
      db.transaction().execute(async tx => {
        await sql`select set_config('statement_timeout', '50', true)`.execute(tx)
        const where = await whereRead(tx)
        await sql`select pg_sleep(${where === 'standby' ? 30 : 0})`.execute(tx)
        return where
      }),
    )
    assert.deepEqual([slow, standby.reads.failed], ['database', 2])
  })

  it('that is killed leaves its reads to the database within a second, and answers again when it is back', async t => {
    const { standby, server, read } = await follow(t)
    await untilSeen(standby)
    const begun = Promise.withResolvers<void>()
    const pending = read(async reader => {
      const where = await whereRead(reader)
      begun.resolve()
      if (where === 'standby') await sql`select pg_sleep(30)`.execute(reader)
      return where
    })
    await begun.promise
    await server.break()
    const killedMs = performance.now()
    assert.equal(await pending, 'database')
    assert.equal(await read(whereRead), 'database')
    assert.ok(performance.now() - killedMs < second)
    await assert.rejects(standby.check())
    await server.start()
    await untilSeen(standby)
    assert.equal(await read(whereRead), 'standby')
  })

  it('that misses a check gets no new reads, and after three in a row its running reads are repeated and ended', async t => {
    const { database, url: direct, server } = await follow(t)
    const proxy = await silentProxy(server.port)
    const url = Object.assign(new URL(direct), { port: String(proxy.port) }).href
    const standby = openStandby({ url, database, maxAgeMs: 10 * second, connections, log: silentLog })
    const read = standby.reader(database.db)
    t.after(async () => {
      await standby.close()
      await proxy.close()
    })
    const begin = async (seconds: number) => {
      const begun = Promise.withResolvers<void>()
      const answer = read(async reader => {
        const where = await whereRead(reader)
        begun.resolve()
        if (where === 'standby') await sql`select pg_sleep(${seconds})`.execute(reader)
        return where
      })
      await begun.promise
      return { answer }
    }
    await untilSeen(standby)
    proxy.silence() // only the connection of the checks is open
    const slow = await begin(1.5)
    await assert.rejects(standby.check())
    assert.equal(await read(whereRead), 'database')
    assert.equal(await slow.answer, 'standby')
    await untilSeen(standby)
    assert.equal(await read(whereRead), 'standby')
    assert.equal(standby.reads.failed, 0)

    const endless = await begin(30)
    proxy.refuse()
    await administer(server, `select pg_terminate_backend(pid) ${sessionsOf('octavo standby')}`)
    for (let missed = 0; missed < 3; missed++) await assert.rejects(standby.check())
    assert.equal(await endless.answer, 'database')
    assert.equal(standby.reads.failed, 1)
    while ((await administer(server, `select count(*) ${sessionsOf('octavo reads')}`)) !== '0');
  })

  it('is not read without the settings and the sessions that answers rely on', async t => {
    const { database, url, primary, server } = await follow(t)
    await administer(primary, `create role reader superuser login`)
    await administer(primary, `alter role reader set datestyle = 'German'`)
    const pooler = await transactionPooler(server.port)
    t.after(pooler.close)
    for (const [change, reason] of [
      [{ username: 'reader' }, /datestyle = German.*Octavo needs ISO/],
      [{ port: String(pooler.port) }, /a pooler in front of it/],
    ] as const) {
      const changed = new URL(url)
      Object.assign(changed, change)
      const standby = openStandby({ url: changed.href, database, maxAgeMs, connections, log: silentLog })
      t.after(standby.close)
      while (!reason.test(await failureOf(standby))); // the role arrives with the log
      assert.equal(await standby.reader(database.db)(whereRead), 'database')
    }
  })

  it('whose connections are all busy is waited for', async t => {
    const { standby, read } = await follow(t)
    await untilSeen(standby)
    const busy = Array.from({ length: connections + 1 }, () =>
      read(async reader => {
        await sql`select pg_sleep(1.1)`.execute(reader)
        return whereRead(reader)
      }),
    )
    assert.deepEqual(await Promise.all(busy), ['standby', 'standby', 'standby'])
  })

  it('is logged with the server that cannot be reached, once and from the start', async t => {
    const { database, url } = await follow(t)
    const nowhere = 'postgresql://postgres@localhost:1/octavo'
    const lost = { pool: { options: { connectionString: nowhere } }, schema: null } as unknown as Database
    for (const [of, reason] of [
      [{ database, url: nowhere }, /answers its reads \(the position of the standby cannot be read: .*ECONNREFUSED/],
      [{ database: lost, url }, /answers its reads \(the position of the database cannot be read: .*ECONNREFUSED/],
    ] as const) {
      const { log, logged } = recordingLog()
      const standby = openStandby({ ...of, maxAgeMs, connections, log })
      t.after(standby.close)
      for (let checks = 0; checks < 3; checks++) await assert.rejects(standby.check())
      assert.equal(logged.length, 1)
      assert.match(logged[0]!, reason)
    }
  })

  it('of another database is never read, nor is a server that is no standby', async t => {
    const { database, db } = await follow(t)
    const other = await freshPostgres()
    t.after(() => other.drop())
    for (const [url, reason] of [
      [other.databaseUrl, /another database/],
      [database.pool.options.connectionString!, /not a standby/],
    ] as const) {
      const standby = openStandby({ url, database, maxAgeMs, connections: 1, log: silentLog })
      await assert.rejects(standby.check(), reason)
      assert.equal(await standby.reader(db)(whereRead), 'database')
      await standby.close()
    }
  })

  it('of another history of the database is never read: of the time before a promotion, or of a copy', async t => {
    const { db, primary, url } = await follow(t)
    const name = new URL(url).pathname.slice(1)
    const promoted = await startStandby(primary)
    const copy = await startPostgres() // with the identity of all servers of the tests
    t.after(() => Promise.all([promoted.end(), copy.end()]))
    await administer(promoted, 'select pg_promote()')
    await administer(copy, `create database ${name}`)
    await sql`create table notes as select generate_series(1, 300000) as note`.execute(db)
    for (const [other, reason] of [
      [promoted, /on timeline 1, and the database is on 2/],
      [copy, /ahead of the database/],
    ] as const) {
      const restored = await openDatabase({ databaseUrl: other.url(name), dataDir: null })
      const standby = openStandby({ url, database: restored, maxAgeMs, connections, log: silentLog })
      await assert.rejects(standby.check(), reason)
      assert.equal(await standby.reader(restored.db)(whereRead), 'database')
      await standby.close()
      await restored.close()
    }
  })
})

const sessionsOf = (name: string) => `from pg_stat_activity where application_name = '${name}'`

const failureOf = (standby: Standby) =>
  standby.check().then(
    () => 'none',
    ({ message }: Error) => message,
  )

const textsOf = async (db: Db) =>
  (await sql<{ text: string }>`select text from notes`.execute(db)).rows.map(({ text }) => text)

/** Until what is committed now can be read. */
async function untilSeen(standby: ReturnType<typeof openStandby>): Promise<void> {
  const nowMs = performance.now()
  while (performance.now() - standby.ageMs() < nowMs) await standby.check().catch(() => {})
}

async function follow(t: TestContext, settings: Record<string, string> = {}) {
  const primary = await ownPostgres()
  const { databaseUrl, drop } = await freshPostgres()
  const database = await openDatabase({ databaseUrl, dataDir: null })
  const server = await startStandby(primary, settings)
  const { log, logged } = recordingLog()
  const url = server.url(new URL(databaseUrl).pathname.slice(1))
  const standby = openStandby({ url, database, maxAgeMs, connections, log })
  t.after(async () => {
    await standby.close()
    await server.end()
    await database.close()
    await drop()
  })
  const replay = (how: 'pause' | 'resume') => administer(server, `select pg_wal_replay_${how}()`)
  return { database, db: database.db, logged, primary, server, url, standby, read: standby.reader(database.db), replay }
}

function recordingLog() {
  const logged: string[] = []
  const log = {
    ...silentLog,
    info: (text: string) => logged.push(text),
    warn: ({ reason }: { reason: string }, text: string) => logged.push(`${text} (${reason})`),
  } as unknown as Log
  return { log, logged }
}
