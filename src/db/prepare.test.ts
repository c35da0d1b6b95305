import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { bothDatabases } from '../../test/support/database.ts'
import { freshPostgres } from '../../test/support/postgres.ts'
import { minute, second } from '../base/clock.ts'
import type { Db } from './db.ts'
import { PreparingClient } from './prepare.ts'

for (const { name, fresh } of bothDatabases)
  describe(`the plan of a prepared statement, on ${name}`, () => {
    const find = (db: Db, id: number) => sql`select note from sheets where id = ${id}`.execute(db)

    /** The current plan of that statement on this connection. */
    async function planOf(db: Db): Promise<string> {
      const prepared = sql<{ name: string }>`
        select name from pg_prepared_statements where statement = 'select note from sheets where id = $1'`
      const { rows } = await prepared.execute(db)
      const explained = await sql<{ 'QUERY PLAN': string }>`explain execute ${sql.raw(rows[0]!.name)} (1)`.execute(db)
      return explained.rows.map(row => row['QUERY PLAN']).join('\n')
    }

    it(`the plan of a prepared statement, on ${name} is made again after a second, when its tables may have grown`, async t => {
      let ms = 0
      t.mock.method(performance, 'now', () => ms)
      const { database, drop } = await fresh()
      t.after(drop)
      await database.db.connection().execute(async db => {
        await sql`create table sheets (id integer primary key, note text)`.execute(db)
        await sql`insert into sheets values (0, 'first')`.execute(db)
        await sql`vacuum sheets`.execute(db)
        for (let i = 0; i < 10; i++) await find(db, i) // then the server uses one plan for all parameters
        assert.match(await planOf(db), /Seq Scan/)
        await sql`insert into sheets select n, 'more' from generate_series(1, 20000) n`.execute(db)
        ms += second - 1
        await find(db, 1)
        assert.match(await planOf(db), /Seq Scan/, 'without a new plan it stays so')
        ms += 1
        await find(db, 1)
        assert.match(await planOf(db), /Index Scan/)
      })
    })

    it(`the plan of a prepared statement, on ${name} is made again within a transaction, which goes on`, async t => {
      let ms = 0
      t.mock.method(performance, 'now', () => ms)
      const { database, drop } = await fresh()
      t.after(drop)
      await sql`create table sheets (id integer primary key, note text)`.execute(database.db)
      await database.db.transaction().execute(async tx => {
        await sql`insert into sheets values (${1}, ${'written'})`.execute(tx)
        ms += minute
        assert.deepEqual((await find(tx, 1)).rows, [{ note: 'written' }])
      })
      assert.deepEqual((await find(database.db, 1)).rows, [{ note: 'written' }])
    })
  })

it('statements that are sent together leave in one write', async t => {
  const { databaseUrl, drop } = await freshPostgres()
  const client = new PreparingClient({ connectionString: databaseUrl, pipeline: true })
  await client.connect()
  t.after(() => client.end().then(drop))
  const { stream } = (client as unknown as { connection: { stream: { _write(): void; _writev(): void } } }).connection
  const writes = [t.mock.method(stream, '_write'), t.mock.method(stream, '_writev')]
  const answers = await Promise.all([1, 2, 3].map(number => client.query('select $1::int as number', [number])))
  assert.deepEqual(
    answers.flatMap(({ rows }) => rows),
    [{ number: 1 }, { number: 2 }, { number: 3 }],
  )
  assert.equal(
    writes.reduce((sum, { mock }) => sum + mock.callCount(), 0),
    1,
  )
})

it('a connection discards its plans at growing intervals, and each minute in the end', t => {
  let seconds = 0
  t.mock.method(performance, 'now', () => seconds * second)
  const { mock } = t.mock.method(pg.Client.prototype, 'query', async () => ({ rows: [] }))
  const client = new PreparingClient()
  const discardedAt: number[] = []
  for (; seconds <= 240; seconds++) {
    mock.resetCalls()
    client.query('select 1')
    const sent = mock.calls.map(({ arguments: [text] }) => text as unknown as string)
    if (sent.length === 2) discardedAt.push(seconds)
    assert.deepEqual(sent, discardedAt.at(-1) === seconds ? ['discard plans', 'select 1'] : ['select 1'])
  }
  assert.deepEqual(discardedAt, [1, 3, 7, 15, 31, 63, 123, 183])
})
