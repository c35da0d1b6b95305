import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { bothDatabases } from '../../test/support/database.ts'
import { emptyPostgres, sharedPostgres, startPostgres } from '../../test/support/postgres.ts'
import { silentProxy } from '../../test/support/silentProxy.ts'
import { transactionPooler } from '../../test/support/transactionPooler.ts'
import { instant } from '../base/clock.ts'
import { silentLog } from '../base/log.ts'
import { readText, storableJson } from '../base/text/storableText.ts'
import { type Db, openDatabase, ping } from './db.ts'
import { isUnreachableDatabase } from './unreachable.ts'

const awkwardTexts = [
  '',
  ' ',
  'NULL',
  'null',
  '"',
  "'",
  '\\',
  '\\"',
  '{',
  '}',
  '{a,b}',
  ',',
  'a,b',
  '\n\t',
  'é 書 📚',
  '$1',
]

for (const { name, fresh } of bothDatabases)
  describe(`on ${name}`, () => {
    let db: Db
    let drop: () => Promise<void>
    before(async () => {
      const created = await fresh()
      db = created.database.db
      drop = created.drop
    })
    after(() => drop())

    test('values of the database become the documented JavaScript values', async () => {
      const { rows } = await sql`
        select 9007199254740991::bigint as big, 12.50::numeric as exact, 7 as small, true as truth,
               '{"a": "\\u0000", "n": 1.0}'::json as document, '{"a":1}'::jsonb as parsed,
               '2026-03-01'::date as day, '2026-03-01T12:00:00.123Z'::timestamptz as at, '\\x00ff'::bytea as bytes,
               array[1, null]::bigint[] as bigs, array['{"a":1}']::json[] as documents,
               array['2026-03-01']::date[] as days, array['2026-03-01T12:00:00Z']::timestamptz[] as instants,
               array[1.5, null]::numeric[] as exacts, array['a,b', null, 'NULL', '"'] as texts`.execute(db)
      assert.deepEqual(rows, [
        {
          big: 9007199254740991,
          exact: '12.50',
          small: 7,
          truth: true,
          document: '{"a": "\\u0000", "n": 1.0}',
          parsed: { a: 1 },
          day: '2026-03-01',
          at: instant('2026-03-01T12:00:00.123Z'),
          bytes: Buffer.from([0, 255]),
          bigs: [1, null],
          documents: ['{"a":1}'],
          days: ['2026-03-01'],
          instants: [instant('2026-03-01T12:00:00Z')],
          exacts: ['1.5', null],
          texts: ['a,b', null, 'NULL', '"'],
        },
      ])
    })

    test('a bigint that a number cannot hold is an error, not a wrong number', async () => {
      await assert.rejects(sql`select 9007199254740993::bigint as big`.execute(db), RangeError)
      assert.deepEqual((await sql`select 1 as fine`.execute(db)).rows, [{ fine: 1 }])
    })

    test('arrays of every used type can be parameters', async () => {
      const at = instant('2026-03-01T12:00:00.123Z')
      const parameters = {
        texts: [...awkwardTexts, null],
        ints: [1, -2, null],
        bigs: [9007199254740991, null],
        truths: [true, false, null],
        instants: [at, at.toISOString(), null],
        days: ['2026-03-01', null],
        bytes: [Buffer.from([0, 255, 92, 34]), null],
        documents: ['{"a":"\\u0000\\"\\\\"}', 'null', null],
      }
      const { rows } = await sql`
        select ${parameters.texts}::text[] as texts, ${parameters.ints}::int[] as ints, ${parameters.bigs}::bigint[] as bigs,
               ${parameters.truths}::bool[] as truths, ${parameters.instants}::timestamptz[] as instants,
               ${parameters.days}::date[] as days, ${parameters.bytes}::bytea[] as bytes,
               ${parameters.documents}::json[] as documents, ${[]}::text[] as nothing`.execute(db)
      assert.deepEqual(rows, [{ ...parameters, instants: [at, at, null], nothing: [] }])
    })

    test('single values of every used type can be parameters', async () => {
      const at = instant('2026-03-01T12:00:00.123Z')
      const { rows } = await sql`
        select ${'a'}::text as text, ${null}::text as missing, ${3}::int as small, ${9007199254740991}::bigint as big,
               ${at}::timestamptz as at, ${at.toISOString()}::timestamptz as spelled, ${'2026-03-01'}::date as day,
               ${false}::bool as truth, ${Buffer.from([1, 2])}::bytea as bytes, ${'{"a":1.0}'}::json as document`.execute(
        db,
      )
      assert.deepEqual(rows, [
        {
          text: 'a',
          missing: null,
          small: 3,
          big: 9007199254740991,
          at,
          spelled: at,
          day: '2026-03-01',
          truth: false,
          bytes: Buffer.from([1, 2]),
          document: '{"a":1.0}',
        },
      ])
    })

    test('JSON with any texts comes back unchanged, and PostgreSQL can read values from it', async () => {
      await sql`create table stored_json (place int, document json not null)`.execute(db)
      const any = fc.string({
        unit: fc.constantFrom('\0', '\u001a', '\ud83d', '\ude00', '\\', 'u', '0', '1', 'a', '"', '\n', '書'),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(any, { minLength: 1 }), async texts => {
          const documents = texts.map(text => ({ [text]: text, text, last: [1.5, null] }))
          const { rows } = await sql<{ document: string; text: string; last: string }>`
            with inserted as (
              insert into stored_json (place, document)
              select place, document::json
              from unnest(${documents.map(storableJson)}::text[]) with ordinality as stored (document, place)
              returning *
            )
            select document, document ->> 'text' as text, document -> 'last' as last from inserted order by place`.execute(
            db,
          )
          assert.deepEqual(
            rows.map(({ document }) => document),
            documents.map(document => JSON.stringify(document)),
          )
          assert.deepEqual(
            rows.map(({ text }) => readText(text)),
            texts,
          )
          assert.ok(rows.every(({ last }) => last === '[1.5,null]'))
        }),
        { numRuns: 100, examples: [[['p\0\u001a0000\\u0000\ud83d', '\ud83d\ude00', '\\\0']]] },
      )
    })

    test('JSON that another program stored keeps its text', async () => {
      const { rows } =
        await sql`select ${'{"b": 1, "a": 2, "b": 3}'}::json as first, '[1.0,  2]'::json as second`.execute(db)
      assert.deepEqual(rows, [{ first: '{"b": 1, "a": 2, "b": 3}', second: '[1.0,  2]' }])
    })

    test('any text survives the round trip, alone and in an array', async () => {
      const text = fc.string({ unit: 'binary' }).map(text => text.replaceAll('\0', ''))
      await fc.assert(
        fc.asyncProperty(text, fc.array(fc.option(text)), async (single, many) => {
          const { rows } = await sql`select ${single}::text as single, ${many}::text[] as many`.execute(db)
          assert.deepEqual(rows, [{ single, many }])
        }),
        { numRuns: 100 },
      )
    })

    test('a raw NUL character in a text is an error of that statement alone', async () => {
      await assert.rejects(sql`select ${'a\0b'}::text as text`.execute(db), { code: '22021' })
      assert.deepEqual((await sql`select ${'ab'}::text as text`.execute(db)).rows, [{ text: 'ab' }])
    })

    test('an error names the constraint that a row violates', async () => {
      await sql`create table things (name text constraint things_have_names check (name <> ''))`.execute(db)
      await assert.rejects(sql`insert into things (name) values ('')`.execute(db), {
        code: '23514',
        constraint: 'things_have_names',
      })
    })

    test('a transaction that throws changes nothing, and concurrent transactions do not mix', async () => {
      await sql`create table numbers (number int)`.execute(db)
      const outcomes = await Promise.allSettled(
        [1, 2, 3, 4].map(number =>
          db.transaction().execute(async tx => {
            await sql`insert into numbers (number) values (${number})`.execute(tx)
            if (number % 2 === 0) throw new Error('changed my mind')
          }),
        ),
      )
      assert.deepEqual(
        outcomes.map(outcome => outcome.status),
        ['fulfilled', 'rejected', 'fulfilled', 'rejected'],
      )
      const { rows } = await sql`select number from numbers order by number`.execute(db)
      assert.deepEqual(rows, [{ number: 1 }, { number: 3 }])
    })
  })

test('a process that is killed while it makes the database does not hinder the next process', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'octavo-db-'))
  try {
    const open = `import { openDatabase } from ${JSON.stringify(import.meta.resolve('./db.ts'))}
      await openDatabase({ databaseUrl: null, dataDir: process.argv[1] })`
    const child = spawn(process.execPath, ['--input-type=module', '-e', open, dataDir], { stdio: 'inherit' })
    const ended = once(child, 'exit')
    const files = () => readdirSync(dataDir, { recursive: true }).filter(file => String(file).startsWith('db'))
    while (files().length < 20) {
      assert.equal(child.exitCode, null)
      await new Promise(setImmediate)
    }
    child.kill('SIGKILL')
    await ended
    assert.equal(existsSync(join(dataDir, 'db')), false, 'an incomplete database is in the place of the database')

    const database = await openDatabase({ databaseUrl: null, dataDir })
    await sql`select 1`.execute(database.db)
    await database.close()
    assert.deepEqual(
      readdirSync(dataDir).filter(file => file.startsWith('db')),
      ['db'],
    )
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test('a reopened data directory has the committed data', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'octavo-db-'))
  try {
    const first = await openDatabase({ databaseUrl: null, dataDir })
    await sql`create table words (word text)`.execute(first.db)
    await sql`insert into words (word) values ('ink')`.execute(first.db)
    await assert.rejects(openDatabase({ databaseUrl: null, dataDir }), /in use by another process/)
    await first.close()

    const second = await openDatabase({ databaseUrl: null, dataDir })
    assert.deepEqual((await sql`select word from words`.execute(second.db)).rows, [{ word: 'ink' }])
    await second.close()
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test('the error about an embedded database with damaged files names the database and the remedy', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'octavo-db-'))
  try {
    await (await openDatabase({ databaseUrl: null, dataDir })).close()
    rmSync(join(dataDir, 'db', 'base'), { recursive: true })
    await assert.rejects(openDatabase({ databaseUrl: null, dataDir }), (error: Error) => {
      assert.match(error.message, /^The embedded database in \S+ cannot be opened \(.+\)\. .* restore a backup\.$/)
      return true
    })
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test('the error about an unreachable database names it without its password', async () => {
  const databaseUrl = 'postgresql://octavo:hunter2@127.0.0.1:1/octavo'
  await assert.rejects(openDatabase({ databaseUrl, dataDir: null }), (error: Error) => {
    assert.match(error.message, /DATABASE_URL \(postgresql:\/\/octavo@127\.0\.0\.1:1\/octavo\).*ECONNREFUSED/)
    assert.doesNotMatch(error.message, /hunter2/)
    return true
  })
})

test('a server restart fails only the statements of that moment', async () => {
  const server = await startPostgres()
  const database = await openDatabase({ databaseUrl: server.url('postgres'), dataDir: null })
  const { db } = database
  const inTransaction = db.transaction().execute(async tx => {
    await sql`select 1`.execute(tx)
    await server.stop() // the connection breaks while no query runs on it
    await sql`select 1`.execute(tx)
  })
  await assert.rejects(inTransaction)
  await assert.rejects(sql`select 1`.execute(db))
  await server.start()
  assert.deepEqual((await sql`select 1 as here`.execute(db)).rows, [{ here: 1 }])
  await database.close()
  await server.stop()
})

for (const [what, act] of [
  ['a query', (db: Db) => sql`select 2`.execute(db)],
  ['a transaction', (db: Db) => db.transaction().execute(tx => sql`select 2`.execute(tx))],
] as const)
  test(`${what} on a connection that became silent fails, and the next statement gets another connection`, async t => {
    const direct = new URL((await sharedPostgres()).url('postgres'))
    const proxy = await silentProxy(Number(direct.port))
    t.after(proxy.close)
    direct.port = String(proxy.port)
    const database = await openDatabase({ databaseUrl: direct.href, dataDir: null, silenceMs: 200 })
    t.after(database.close)
    await database.db.connection().execute(async connection => {
      await sql`select 1`.execute(connection)
      proxy.silence()
      await assert.rejects(act(connection), isUnreachableDatabase)
    })
    assert.deepEqual((await sql`select 1 as here`.execute(database.db)).rows, [{ here: 1 }])
  })

test('a migration by a newer process fails a prepared statement once, and not on each connection', async t => {
  const { databaseUrl, drop } = await emptyPostgres()
  t.after(drop)
  const database = await openDatabase({ databaseUrl, dataDir: null })
  t.after(database.close)
  const { db } = database
  await sql`create table sheets (id integer, n integer)`.execute(db)
  await sql`insert into sheets values (1, 2)`.execute(db)
  const read = (connection: Db) => sql`select n from sheets where id = ${1}`.execute(connection)
  await db.connection().execute(first => db.connection().execute(second => Promise.all([read(first), read(second)])))
  await sql`alter table sheets alter column n type bigint`.execute(db)
  await db.connection().execute(first =>
    db.connection().execute(async second => {
      await assert.rejects(read(first), isUnreachableDatabase)
      assert.deepEqual((await read(first)).rows, [{ n: 2 }])
      assert.deepEqual((await read(second)).rows, [{ n: 2 }])
    }),
  )
})

test('a long statement is not mistaken for a lost connection where long statements are expected', async t => {
  const databaseUrl = (await sharedPostgres()).url('postgres')
  const database = await openDatabase({ databaseUrl, dataDir: null, silenceMs: 200 })
  t.after(database.close)
  await assert.rejects(sql`select pg_sleep(0.6)`.execute(database.db), /silent for too long/)
  await sql`select pg_sleep(0.6)`.execute(database.longRunningDb)
  await assert.rejects(sql`select pg_sleep(0.6)`.execute(database.db), /silent for too long/)
})

test('a PostgreSQL connection uses UTC', async () => {
  const server = await sharedPostgres()
  const database = await openDatabase({ databaseUrl: server.url('postgres'), dataDir: null })
  assert.deepEqual((await sql`select current_setting('TimeZone') as zone`.execute(database.db)).rows, [{ zone: 'UTC' }])
  await database.close()
})

test('a PostgreSQL that drops the settings of the connection is refused, or causes a warning', async () => {
  const url = (await sharedPostgres()).url('postgres')
  const inBerlin = `${url}?options=${encodeURIComponent('-c timezone=Europe/Berlin')}`
  await assert.rejects(
    openDatabase({ databaseUrl: inBerlin, dataDir: null }),
    /sessions have timezone = Europe\/Berlin, and Octavo needs UTC: .*alter role … set timezone = 'UTC'/,
  )
  const american = `${url}?options=${encodeURIComponent('-c timezone=UTC -c datestyle=SQL,MDY')}`
  await assert.rejects(openDatabase({ databaseUrl: american, dataDir: null }), /datestyle = SQL, MDY.*needs ISO/)
  const warnings: unknown[] = []
  const log = { ...silentLog, warn: (...line: unknown[]) => void warnings.push(line) }
  const database = await openDatabase({ databaseUrl: `${url}?statement_timeout=0`, dataDir: null, log })
  await database.close()
  assert.match(JSON.stringify(warnings), /\["statement_timeout"\].*no time limit/)
})

test('a PostgreSQL that may lose committed data is refused in production, and causes a warning elsewhere', async () => {
  const url = (await sharedPostgres()).url('postgres')
  const hasty = `${url}?options=${encodeURIComponent('-c timezone=UTC -c synchronous_commit=off')}`
  const options = { databaseUrl: hasty, dataDir: null }
  await assert.rejects(openDatabase({ ...options, production: true }), /synchronous_commit = off.*alter role/)
  const warnings: unknown[] = []
  const log = { ...silentLog, warn: (line: unknown) => void warnings.push(line) }
  await (await openDatabase({ ...options, log })).close()
  assert.match(String(warnings), /^the database is not safe: it may lose committed data in a crash/)
})

test('a PostgreSQL of another encoding is refused', async t => {
  const url = (await sharedPostgres()).url('postgres')
  const server = await openDatabase({ databaseUrl: url, dataDir: null })
  t.after(async () => {
    await sql`drop database latin`.execute(server.db)
    await server.close()
  })
  await sql`create database latin template template0 encoding 'LATIN1' locale 'C'`.execute(server.db)
  const databaseUrl = url.replace(/postgres$/, 'latin')
  await assert.rejects(openDatabase({ databaseUrl, dataDir: null }), /its encoding is LATIN1, and Octavo needs/)
})

test('a PostgreSQL that takes no changes is refused at the start, and is not ready later on', async t => {
  const { databaseUrl, drop } = await emptyPostgres()
  t.after(drop)
  const database = await openDatabase({ databaseUrl, dataDir: null })
  t.after(database.close)
  await ping(database.db)
  const readOnly = `${databaseUrl}?options=${encodeURIComponent('-c timezone=UTC -c default_transaction_read_only=on')}`
  await assert.rejects(openDatabase({ databaseUrl: readOnly, dataDir: null }), /takes no changes: it is a standby/)
  await database.db.connection().execute(async db => {
    await sql`set default_transaction_read_only = on`.execute(db)
    await assert.rejects(ping(db), /takes no changes/)
    await sql`reset default_transaction_read_only`.execute(db)
  })
})

test('a pooler that shares sessions between connections is refused', async t => {
  const direct = new URL((await sharedPostgres()).url('postgres'))
  const pooler = await transactionPooler(Number(direct.port))
  t.after(pooler.close)
  direct.port = String(pooler.port)
  await assert.rejects(openDatabase({ databaseUrl: direct.href, dataDir: null }), /a pooler in front of it/)
})
