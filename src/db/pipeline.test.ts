import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import { bothDatabases } from '../../test/database.ts'
import type { Database, Tx } from './db.ts'
import { pipelined } from './pipeline.ts'

for (const { name, fresh } of bothDatabases)
  describe(`statements that are sent at once, on ${name}`, () => {
    let database: Database
    let drop: () => Promise<void>
    before(async () => {
      ;({ database, drop } = await fresh())
      await sql`create table sheets (number int primary key)`.execute(database.db)
    })
    after(() => drop())

    const inTransaction = <T>(act: (tx: Tx) => Promise<T>) => database.db.transaction().execute(pipelined(act))
    const write = async (tx: Tx, sheet: number) => void (await sql`insert into sheets values (${sheet})`.execute(tx))
    const sheets = async (tx: Tx) => {
      const { rows } = await sql<{ number: number }>`select number from sheets order by number`.execute(tx)
      return rows.map(({ number }) => number)
    }

    it('are done in the order in which they are given', async () => {
      const read = await inTransaction(tx =>
        Promise.all([sheets(tx), write(tx, 1), sheets(tx), write(tx, 2), sheets(tx)]),
      )
      assert.deepEqual(read, [[], undefined, [1], undefined, [1, 2]])
      assert.deepEqual(await sheets(database.db), [1, 2])
    })

    it('are undone together when one fails, which is what the caller hears of', async () => {
      const asked = inTransaction(tx => Promise.all([write(tx, 3), write(tx, 1), write(tx, 4)]))
      await assert.rejects(asked, /duplicate key/)
      assert.deepEqual(await sheets(database.db), [1, 2])
    })

    it('leave the connection to the next transaction as it was', async () => {
      for (let i = 0; i < 25; i++)
        await assert.rejects(inTransaction(tx => Promise.all([write(tx, 2), write(tx, 100 + i), sheets(tx)])))
      assert.deepEqual(await inTransaction(sheets), [1, 2])
    })
  })

describe('a transaction', () => {
  /** A database that answers when it is told to. */
  function slowDatabase() {
    const sent: { sql: string; answer: () => void; fail: (error: Error) => void }[] = []
    const commit = { ...Promise.withResolvers<void>(), asked: Promise.withResolvers<void>() }
    class Slow extends DummyDriver {
      override commitTransaction() {
        commit.asked.resolve()
        return commit.promise
      }
      override async acquireConnection() {
        const { streamQuery } = await super.acquireConnection()
        const executeQuery = ({ sql }: { sql: string }) =>
          new Promise<never>((resolve, fail) => sent.push({ sql, answer: () => resolve({ rows: [] } as never), fail }))
        return { streamQuery, executeQuery }
      }
    }
    const db = new Kysely<unknown>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => new Slow(),
        createIntrospector: db => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    })
    return { db, sent, commit }
  }

  it('sends its statements before any of them is answered', async () => {
    const { db, sent, commit } = slowDatabase()
    const given = Promise.withResolvers<void>()
    const done = db.transaction().execute(
      pipelined(async tx => {
        const answers = [sql`first`.execute(tx), sql`second`.execute(tx)]
        given.resolve()
        await Promise.all(answers)
      }),
    )
    await given.promise
    assert.deepEqual(
      sent.map(({ sql }) => sql),
      ['first', 'second'],
    )
    for (const { answer } of sent) answer()
    commit.resolve()
    await done
  })

  it('fails with what went wrong first, however deep in the code, and not with what follows from it', async () => {
    const { db, sent } = slowDatabase()
    const given = Promise.withResolvers<void>()
    const done = db.transaction().execute(
      pipelined(async tx => {
        const deep = async () => await Promise.all([Promise.all([sql`first`.execute(tx), sql`second`.execute(tx)])])
        const all = [deep(), sql`third`.execute(tx)]
        given.resolve()
        await Promise.all(all)
      }),
    )
    await given.promise
    const [first, ...others] = sent
    first!.fail(new Error('time is out'))
    for (const { fail } of others) fail(new Error('the transaction is aborted'))
    await assert.rejects(done, /time is out/)
  })

  it('fails with what goes wrong later on, after a failure that was dealt with', async () => {
    const { db, sent } = slowDatabase()
    const done = db.transaction().execute(
      pipelined(async tx => {
        const one = sql`one`.execute(tx)
        sent[0]!.fail(new Error('dealt with'))
        await assert.rejects(one, /dealt with/)
        const another = sql`another`.execute(tx)
        sent[1]!.fail(new Error('not dealt with'))
        await another
      }),
    )
    await assert.rejects(done, /not dealt with/)
  })

  it('sends nothing once it is over, where it would be on its own', async () => {
    const { db, sent, commit } = slowDatabase()
    let late: Tx
    const done = db.transaction().execute(
      pipelined(async tx => {
        late = tx
      }),
    )
    await commit.asked.promise
    await assert.rejects(sql`late`.execute(late!), /after the end of its transaction/)
    assert.deepEqual(sent, [])
    commit.resolve()
    await done
  })
})
