import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import { bothDatabases } from '../../test/support/database.ts'
import type { Database, Tx } from './db.ts'
import { pipelined } from './pipeline.ts'

for (const { name, fresh } of bothDatabases)
  describe(`pipelined statements on ${name}`, () => {
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

    it(`pipelined statements on ${name} are executed in their order`, async () => {
      const read = await inTransaction(tx =>
        Promise.all([sheets(tx), write(tx, 1), sheets(tx), write(tx, 2), sheets(tx)]),
      )
      assert.deepEqual(read, [[], undefined, [1], undefined, [1, 2]])
      assert.deepEqual(await sheets(database.db), [1, 2])
    })

    it(`pipelined statements on ${name} are undone together when one of them fails, and the caller gets its error`, async () => {
      const failing = inTransaction(tx => Promise.all([write(tx, 3), write(tx, 1), write(tx, 4)]))
      await assert.rejects(failing, /duplicate key/)
      assert.deepEqual(await sheets(database.db), [1, 2])
    })

    it(`pipelined statements on ${name} leave the connection in order for the next transaction`, async () => {
      for (let i = 0; i < 25; i++)
        await assert.rejects(inTransaction(tx => Promise.all([write(tx, 2), write(tx, 100 + i), sheets(tx)])))
      assert.deepEqual(await inTransaction(sheets), [1, 2])
    })
  })

describe('a pipelined transaction', () => {
  /** A database that answers when the test resolves its statements. */
  function controlledDatabase() {
    const sent: { sql: string; answer: () => void; fail: (error: Error) => void }[] = []
    const commit = { ...Promise.withResolvers<void>(), requested: Promise.withResolvers<void>() }
    class ControlledDriver extends DummyDriver {
      override commitTransaction() {
        commit.requested.resolve()
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
        createDriver: () => new ControlledDriver(),
        createIntrospector: db => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    })
    return { db, sent, commit }
  }

  it('a pipelined transaction sends its statements before any of them is answered', async () => {
    const { db, sent, commit } = controlledDatabase()
    const sentAll = Promise.withResolvers<void>()
    const done = db.transaction().execute(
      pipelined(async tx => {
        const answers = [sql`first`.execute(tx), sql`second`.execute(tx)]
        sentAll.resolve()
        await Promise.all(answers)
      }),
    )
    await sentAll.promise
    assert.deepEqual(
      sent.map(({ sql }) => sql),
      ['first', 'second'],
    )
    for (const { answer } of sent) answer()
    commit.resolve()
    await done
  })

  it('a pipelined transaction fails with the first error, however deep in the code, and not with the errors that follow', async () => {
    const { db, sent } = controlledDatabase()
    const sentAll = Promise.withResolvers<void>()
    const done = db.transaction().execute(
      pipelined(async tx => {
        const deep = async () => await Promise.all([Promise.all([sql`first`.execute(tx), sql`second`.execute(tx)])])
        const statements = [deep(), sql`third`.execute(tx)]
        sentAll.resolve()
        await Promise.all(statements)
      }),
    )
    await sentAll.promise
    const [first, ...rest] = sent
    first!.fail(new Error('time is out'))
    for (const { fail } of rest) fail(new Error('the transaction is aborted'))
    await assert.rejects(done, /time is out/)
  })

  it('a pipelined transaction fails with a later error after an error that was caught', async () => {
    const { db, sent } = controlledDatabase()
    const done = db.transaction().execute(
      pipelined(async tx => {
        const caught = sql`first`.execute(tx)
        sent[0]!.fail(new Error('dealt with'))
        await assert.rejects(caught, /dealt with/)
        const uncaught = sql`second`.execute(tx)
        sent[1]!.fail(new Error('not dealt with'))
        await uncaught
      }),
    )
    await assert.rejects(done, /not dealt with/)
  })

  it('a pipelined transaction sends nothing after its end', async () => {
    const { db, sent, commit } = controlledDatabase()
    let late: Tx
    const done = db.transaction().execute(
      pipelined(async tx => {
        late = tx
      }),
    )
    await commit.requested.promise
    await assert.rejects(sql`late`.execute(late!), /after the end of its transaction/)
    assert.deepEqual(sent, [])
    commit.resolve()
    await done
  })
})
