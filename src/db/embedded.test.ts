import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { freshPglite } from '../../test/support/database.ts'
import type { Database } from './db.ts'

describe('the connection to the embedded database', () => {
  let database: Database
  before(async () => {
    database = await freshPglite()
    await sql`create table sheets (number int primary key)`.execute(database.db)
  })
  after(() => database.close())

  const count = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from sheets`.execute(database.db)
    return rows[0]!.count
  }

  it('the connection to the embedded database prepares a statement once, however often it is executed', async () => {
    for (let i = 0; i < 20; i++) await sql`insert into sheets values (${i})`.execute(database.db)
    const { rows } = await sql`
      select generic_plans > 0 as "keepsItsPlan"
      from pg_prepared_statements
      where statement = 'insert into sheets values ($1)'`.execute(database.db)
    assert.deepEqual(rows, [{ keepsItsPlan: true }])
    assert.equal(await count(), 20)
  })

  it('the connection to the embedded database gives each of many concurrent statements its own answer, and continues after failures', async () => {
    const numbers = Array.from({ length: 60 }, (_, i) => i)
    const answers = await Promise.allSettled(
      numbers.map(i => sql<{ answer: number }>`select 60 / ${i % 20}::int + ${i}::int as answer`.execute(database.db)),
    )
    const results = answers.map(answer => (answer.status === 'fulfilled' ? answer.value.rows[0]!.answer : 'failed'))
    assert.deepEqual(
      results,
      numbers.map(i => (i % 20 === 0 ? 'failed' : Math.trunc(60 / (i % 20)) + i)),
    )
  })

  it('the connection to the embedded database leaves time for requests and timers while query follows query', async () => {
    let turns = 0
    const turn = () => {
      turns++
      next = setImmediate(turn)
    }
    let next = setImmediate(turn)
    for (let i = 0; i < 1000; i++) await sql`select count(*) from pg_class`.execute(database.db)
    clearImmediate(next)
    assert.ok(turns > 3, `${turns} turns in 1,000 queries`)
  })

  it('the connection to the embedded database carries megabytes in both directions', async () => {
    const text = 'ü'.repeat(3_000_000)
    const { rows } = await sql<{ text: string }>`select ${text}::text as text`.execute(database.db)
    assert.equal(rows[0]!.text, text)
  })

  it('the connection to the embedded database starts without the open transaction of a connection that was closed before', async () => {
    const client = await database.pool.connect()
    await client.query('begin')
    await client.query('insert into sheets values (1000)')
    await assert.rejects(client.query('insert into sheets values (1000)'), { code: '23505' })
    client.release(true)
    assert.equal(await count(), 20)
    await sql`insert into sheets values (${1000})`.execute(database.db)
    assert.equal(await count(), 21)
  })

  it('the connection to the embedded database breaks when the database throws, and the next connection works', async t => {
    const execProtocolRaw = t.mock.method(database.pglite!, 'execProtocolRaw', async () => {
      throw new RangeError('out of memory')
    })
    await assert.rejects(count(), /out of memory/)
    execProtocolRaw.mock.restore()
    assert.equal(await count(), 21)
  })
})
