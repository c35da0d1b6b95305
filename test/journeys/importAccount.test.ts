// What an import refuses of a folder whose author has the key, and its refunds without the same payment account.

import assert from 'node:assert/strict'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { commands } from '../../src/app/commands.ts'
import { day, hour } from '../../src/base/clock.ts'
import { objectFile, rowsFile } from '../../src/features/moving/exportAccount.ts'
import { program } from '../support/actors.ts'
import { freshPglite } from '../support/database.ts'
import { exportOf, folderOf, forge, importInto, type MovedRow, storeFile } from '../support/moving.ts'
import { startWorld, type World } from '../support/world.ts'

async function startOne(t: TestContext, secretKey?: Buffer): Promise<World> {
  const world = await startWorld({
    database: await freshPglite(),
    config: secretKey === undefined ? {} : { secretKey },
  })
  t.after(() => world[Symbol.asyncDispose]())
  return world
}

const otherKey = Buffer.alloc(32, 9)

const bytea = (content: Buffer | string) => `\\x${Buffer.from(content).toString('hex')}`
const first = (change: MovedRow) => (rows: MovedRow[]) => rows.map((row, i) => (i === 0 ? { ...row, ...change } : row))
const withCopy = (change: MovedRow) => (rows: MovedRow[]) => [...rows, { ...rows[0]!, ...change }]

const ofStaff = { kind: 'staff', account_id: null, role: 'owner' }
const forgeries: { name: string; table: string; change: (rows: MovedRow[]) => MovedRow[]; refused: RegExp }[] = [
  {
    name: 'a person of the staff',
    table: 'memberships',
    change: first(ofStaff),
    refused: /another account in memberships/,
  },
  {
    name: 'a key of the staff',
    table: 'api_keys',
    change: first({ ...ofStaff, mode: null, sealed_secret: null, scopes: null }),
    refused: /another account in api_keys/,
  },
  {
    name: 'an action of another account',
    table: 'audit_log',
    change: first({ account_id: 'acc_1' }),
    refused: /in audit_log/,
  },
  {
    name: 'another account beside it',
    table: 'accounts',
    change: withCopy({ account_id: 'acc_1' }),
    refused: /another account in accounts/,
  },
  {
    name: 'a person without a membership',
    table: 'users',
    change: withCopy({ id: 'usr_1', email: 'stranger@example.com' }),
    refused: /a person who is not in its team/,
  },
  {
    name: 'a file by its hash alone',
    table: 'stored_files',
    change: () => [],
    refused: /a print file without its content/,
  },
  { name: 'another length of a file', table: 'stored_files', change: first({ bytes: 1 }), refused: /cut or changed/ },
  {
    name: 'a path as a hash',
    table: 'stored_files',
    change: first({ sha256: '../../x' }),
    refused: /in the place of a hash/,
  },
  {
    name: "operator's data that is no archive",
    table: 'operator_versions',
    change: first({ content: bytea('x') }),
    refused: /cannot be used here/,
  },
  {
    name: "operator's data that is not JSON",
    table: 'operator_versions',
    change: first({ content: bytea(gzipSync('{')) }),
    refused: /cannot be used here/,
  },
  {
    name: "operator's data without a catalog",
    table: 'operator_versions',
    change: first({ content: bytea(gzipSync('{}')) }),
    refused: /cannot be used here/,
  },
  {
    name: "operator's data that fills the memory",
    table: 'operator_versions',
    change: first({ content: bytea(gzipSync(Buffer.alloc(65 * 1024 * 1024, 32))) }),
    refused: /cannot be used here/,
  },
  { name: 'a table that stays', table: 'settings', change: () => [{ name: 'x' }], refused: /which does not move/ },
]

it('an import refuses rows that are not of its account, paths, and content that it cannot read', async t => {
  const folder = folderOf(t)
  const source = await startOne(t)
  const sha256 = await storeFile(source)
  await program(source, source.charged, 'production').place('held')
  await source.advance(hour)
  const { accountId } = source.charged
  const { key } = await exportOf(source, accountId, folder)
  const target = await startOne(t, otherKey)
  await storeFile(target)
  const { db } = target.app.database
  await sql`update users set email = 'before@example.com' where email = ${source.charged.user.email}`.execute(db)
  const genuine = readFileSync(rowsFile(folder))
  for (const { name, table, change, refused } of forgeries) {
    writeFileSync(rowsFile(folder), genuine)
    await forge(folder, key, { table, change })
    await assert.rejects(importInto(target, folder, key), refused, name)
  }
  writeFileSync(rowsFile(folder), genuine)
  const object = objectFile(folder, sha256)
  copyFileSync(object, join(folder, 'kept'))
  writeFileSync(object, 'changed')
  await assert.rejects(importInto(target, folder, key), /has been cut or changed/, 'also where the hash is known')
  copyFileSync(join(folder, 'kept'), object)
  const { rows } = await sql`
    select account_id from accounts where account_id in (${accountId}, 'acc_1')
    union all
    select id from users where email = 'stranger@example.com'
    union all
    select version::text from operator_versions where version < -1`.execute(db)
  assert.deepEqual(rows, [])
  await assert.rejects(commands['import-account']!.run(target.app, [folder]), /EXPORT_KEY/)
  assert.deepEqual((await importInto(target, folder, key)).peopleNotMoved, [])
})

it('without the same payment account, refunds wait for a person, and reconciliation leaves earlier charges out', async t => {
  const folder = folderOf(t)
  const source = await startOne(t)
  await program(source, source.charged, 'production').place('held')
  await source.advance(14 * hour + hour / 2)
  const { accountId } = source.charged
  const { key, balances } = await exportOf(source, accountId, folder)
  const target = await startOne(t, otherKey)
  await target.advance(source.now().getTime() - target.now().getTime())
  const imported = await importInto(target, folder, key, [])
  assert.deepEqual(imported.balances, balances)
  assert.notEqual(balances.length, 0)
  const customer = program(target, source.charged, 'production')
  assert.equal((await customer.cancel('held')).body.status, 'CANCELLED')
  await target.settle()
  const as = target.demo.staff.authorization
  const { refunds } = (await target.call('/staff/refunds', { as })).body
  assert.equal(refunds.length, 1)
  assert.match(refunds[0].problem, /charged through simulated at another installation, which is not in use/)
  const charged = await sql<{ day: string }>`
    select (settled_at at time zone 'UTC')::date::text as day from charges where account_id = ${accountId}`.execute(
    target.app.database.db,
  )
  await target.advance(2 * day)
  const compared = await commands.reconcile!.run(target.app, [charged.rows[0]!.day])
  assert.deepEqual(compared.differences, [])
  await target.assertSound()
})
