import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { emptyPostgres } from '../../test/support/postgres.ts'
import { instant } from '../base/clock.ts'
import { silentLog } from '../base/log.ts'
import { openChannel } from './channel.ts'
import { type Database, openDatabase } from './db.ts'
import { type Migration, migrate, nextMigration, readMigrations } from './migrate.ts'

const now = instant('2026-03-01T12:00:00Z')

const first: Migration = { name: '0001-a.sql', sha256: 'aa', sql: 'create table a (n int); insert into a values (1);' }
const second: Migration = { name: '0002-b.sql', sha256: 'bb', sql: 'create table b (n int); insert into a values (2);' }
const broken: Migration = {
  name: '0002-b.sql',
  sha256: 'xx',
  sql: 'create table b (n int); insert into nowhere values (2);',
}

test('the next migration is the first that the database lacks', () => {
  assert.equal(nextMigration([], []), null)
  assert.equal(nextMigration([first, second], []), first)
  assert.equal(nextMigration([first, second], [first]), second)
  assert.equal(nextMigration([first, second], [first, second]), null)
})

test('the order in which the database lists its migrations does not matter', () => {
  const lists: Migration = { ...first, name: '0001b-lists.sql' } // a locale such as en_US ignores the hyphen
  assert.equal(nextMigration([first, lists], [lists, first]), null)
  assert.equal(nextMigration([first, lists, second], [lists, first]), second)
})

test('a database that skipped a migration is refused', () => {
  assert.throws(() => nextMigration([first, second], [second]), /has the migration 0002-b\.sql but not 0001-a\.sql/)
})

test('a database that is newer than the code is refused', () => {
  assert.throws(
    () => nextMigration([first], [first, second]),
    /^Error: A newer version of Octavo made this database .* 0002-b\.sql\): start that version or a later one\.$/,
  )
})

test('a database with a migration that was taken back before the first release is refused', () => {
  assert.throws(() => nextMigration([second], [first, second]), /never released .* migration 0001-a\.sql differs/)
})

test('a migration that was edited after it was applied is refused', () => {
  assert.throws(
    () => nextMigration([first], [{ ...first, sha256: 'edited' }]),
    /never released .* export what you need with that version, or start with an empty database/,
  )
})

test('installations in schemas of one database have their own tables, and search words with the same extension', async t => {
  const { databaseUrl, drop } = await emptyPostgres()
  t.after(drop)
  const opened: Database[] = []
  for (const databaseSchema of [null, 'one', 'two']) {
    const database = await openDatabase({ databaseUrl, databaseSchema, dataDir: null })
    opened.push(database)
    assert.equal((await migrate(database, now)).length, readMigrations().length)
    assert.deepEqual(await migrate(database, now), [])
  }
  const [, one, two] = opened
  await sql`insert into accounts (account_id, name, holder_email, created_at) values ('a', 'A', 'a@example.com', now())`.execute(
    one!.db,
  )
  for (const [database, expected] of [
    [one, 1],
    [two, 0],
  ] as const) {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from accounts where name % 'A'`.execute(
      database!.db,
    )
    assert.equal(rows[0]!.count, expected)
  }

  const logged: string[] = []
  const { promise: end, resolve } = Promise.withResolvers<void>()
  const [from, to] = [one, two].map(database => openChannel(database!, 'test', silentLog))
  await to!.listen({ text: text => (text === 'end' ? resolve() : logged.push(text)), missed() {} })
  await from!.send('of another installation')
  await to!.send('own')
  await to!.send('end')
  await end
  assert.deepEqual(logged, ['own'])
  for (const channel of [from!, to!]) await channel.close()
  for (const database of opened) await database.close()
})

for (const { name, empty } of [
  { name: 'PGlite', empty: emptyPglite },
  { name: 'PostgreSQL', empty: emptyServer },
])
  describe(`on ${name}`, () => {
    test('an empty database gets every migration once, and an up-to-date one gets none', async t => {
      const { database, drop } = await empty()
      t.after(drop)
      assert.deepEqual(
        await migrate(database, now),
        readMigrations().map(migration => migration.name),
      )
      assert.deepEqual(await migrate(database, now), [])
      const { rows } = await sql`select applied_at from schema_migrations where name like '0001-%'`.execute(database.db)
      assert.deepEqual(rows, [{ applied_at: now }])
    })

    test('a failed migration changes nothing, and the migrations before it stay', async t => {
      const { database, drop } = await empty()
      t.after(drop)
      await assert.rejects(migrate(database, now, [first, broken]), /nowhere/)
      assert.deepEqual((await sql`select n from a`.execute(database.db)).rows, [{ n: 1 }])
      assert.deepEqual((await sql`select to_regclass('b') as b`.execute(database.db)).rows, [{ b: null }])
      assert.deepEqual(await migrate(database, now, [first, second]), ['0002-b.sql'])
    })
  })

test('several processes that migrate at once apply each migration once', async t => {
  const { databaseUrl, drop } = await emptyPostgres()
  t.after(drop)
  const databases = await Promise.all([1, 2, 3, 4].map(() => openDatabase({ databaseUrl, dataDir: null })))
  const applied = await Promise.all(databases.map(database => migrate(database, now, [first, second])))
  assert.deepEqual(applied.flat().sort(), ['0001-a.sql', '0002-b.sql'])
  await Promise.all(databases.map(database => database.close()))
})

test('a migration that finds a table locked lets others use the table meanwhile, and goes on when it is free', async t => {
  const { databaseUrl, drop } = await emptyPostgres()
  t.after(drop)
  const [database, other] = await Promise.all([1, 2].map(() => openDatabase({ databaseUrl, dataDir: null })))
  await migrate(database!, now, [first])
  const widening = { ...second, sql: 'alter table a add column wide text' }
  const locked = Promise.withResolvers<void>()
  const isRead = Promise.withResolvers<void>()
  const reading = other!.db.transaction().execute(async tx => {
    await sql`select n from a`.execute(tx)
    locked.resolve()
    await isRead.promise
  })
  await locked.promise
  const briefly = { lockMs: 50, pauseMs: 1, attempts: 2 }
  await assert.rejects(migrate(database!, now, [first, widening], briefly), /another transaction has locked.*unchanged/)
  assert.deepEqual((await sql`select n from a`.execute(other!.db)).rows, [{ n: 1 }])
  const patient = migrate(database!, now, [first, widening], { ...briefly, attempts: 1000 })
  await sql`insert into a values (2)`.execute(other!.db)
  isRead.resolve()
  await reading
  assert.deepEqual(await patient, [widening.name])
  await Promise.all([database!.close(), other!.close()])
})

test('a role that may not change the schema finds that it is up to date', async t => {
  const { databaseUrl, drop } = await emptyPostgres()
  t.after(drop)
  const owner = await openDatabase({ databaseUrl, dataDir: null })
  await migrate(owner, now, [first])
  const name = new URL(databaseUrl).pathname.slice(1)
  const role = sql.id(`visitor_of_${name}`)
  await sql`create role ${role}`.execute(owner.db)
  await sql`grant select on schema_migrations to ${role}`.execute(owner.db)
  await sql`alter database ${sql.id(name)} set role to ${role}`.execute(owner.db)
  await owner.close()
  const visitor = await openDatabase({ databaseUrl, dataDir: null })
  assert.deepEqual(await migrate(visitor, now, [first]), [])
  await assert.rejects(migrate(visitor, now, [first, second]), /permission denied/)
  await visitor.close()
})

type CreatedDatabase = { database: Database; drop(): Promise<void> }

async function emptyPglite(): Promise<CreatedDatabase> {
  const database = await openDatabase({ databaseUrl: null, dataDir: null })
  return { database, drop: () => database.close() }
}

async function emptyServer(): Promise<CreatedDatabase> {
  const { databaseUrl, drop } = await emptyPostgres()
  const database = await openDatabase({ databaseUrl, dataDir: null })
  return { database, drop: () => database.close().then(drop) }
}
