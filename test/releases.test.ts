// This version upgrades the database of each release: it loses nothing, and its orders continue. The databases are in
// test/releases.

import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { releasedVersions, releaseVersion } from '../scripts/release.ts'
import type { Demo } from '../src/app/demo.ts'
import { day, hour, instant } from '../src/base/clock.ts'
import { type Database, openDatabase } from '../src/db/db.ts'
import { migrate, readMigrations } from '../src/db/migrate.ts'
import { readSetting } from '../src/db/settings.ts'
import { audit } from '../src/features/audit/audit.ts'
import { parcel, press, program } from './support/actors.ts'
import { also, isShortForm } from './support/form.ts'
import { emptyPostgres } from './support/postgres.ts'
import { makeRelease } from './support/releaseScene.ts'
import { copyDataDir, missingRows, type Release, readReleases, releasedKey, restore } from './support/releases.ts'
import { startReceiver, startWorld } from './support/world.ts'

const releases = readReleases()
const newest = releases.at(-1)

const advice =
  'A database has run the migrations of a release, so they never change: take the change back, and make it in a new ' +
  'file of src/db/migrations, whose name comes last.'

describe('the migrations of releases', () => {
  it('each version with a date in the changelog has its database here', () => {
    const kept = releases.map(({ version }) => version)
    assert.ok(kept.length > 0)
    assert.deepEqual(
      releasedVersions().filter(version => !kept.includes(version)),
      [],
    )
  })

  for (const { version, migrations } of releases)
    it(`this version begins with the migrations of ${version}, unchanged`, () => {
      assert.ok(migrations.length > 0)
      const first = readMigrations().slice(0, migrations.length)
      assert.deepEqual(
        first.map(({ name, sha256 }) => ({ name, sha256 })),
        migrations,
        advice,
      )
    })
})

const postgres = async (t: TestContext) => {
  const { databaseUrl, drop } = await emptyPostgres()
  t.after(drop)
  return openDatabase({ databaseUrl, dataDir: null, databaseConnections: 5 })
}
const pglite = () => openDatabase({ databaseUrl: null, dataDir: null })

for (const [name, open] of [
  ['PostgreSQL', postgres],
  ['PGlite', pglite],
] as const)
  describe(`on ${name}`, () => {
    for (const release of releases.filter(one => name === 'PostgreSQL' || one === newest || !isShortForm))
      it(`the database of ${release.version} is upgraded: it is sound, and its orders are charged and shipped`, t =>
        upgrade(t, release, open))
  })

also('a release of this version would have a row of each kind', async t => {
  const dataDir = mkdtempSync(join(tmpdir(), 'octavo-next-release-'))
  t.after(() => rmSync(dataDir, { recursive: true, force: true }))
  const { migrations } = await makeRelease(releaseVersion, dataDir)
  assert.deepEqual(
    migrations,
    readMigrations().map(({ name, sha256 }) => ({ name, sha256 })),
  )
})

async function upgrade(t: TestContext, release: Release, open: (t: TestContext) => Promise<Database>): Promise<void> {
  const { dataDir, remove } = copyDataDir(release)
  t.after(remove)
  const demo: Demo = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'))
  await using receiver = await startReceiver(() => demo.accounts[0]!.production.webhookSecret)
  const database = await open(t)
  await restore(release, database, new URL(receiver.url).host)
  const explained = Array.from(release.script.matchAll(/^-- Without (.+?): \w/gm), ([, name]) => name)
  assert.deepEqual(await missingRows(database), explained.sort(), 'a row of each kind in each table')
  const { db } = database
  const start = instant((await readSetting(db, 'manual_clock'))!)
  await migrate(database, start)
  assert.deepEqual(await audit(db, start), [], 'what was upgraded is sound')
  const { rows: orders } = await sql<{ accountId: string; id: string; status: string }>`
    select distinct on (status) account_id as "accountId", customer_order_id as id, status
    from orders
    where mode = 'production'
    order by status, customer_order_id`.execute(db)

  await using world = await startWorld({ database, dataDir, start, config: { secretKey: releasedKey } })
  const as = world.demo.staff.authorization
  for (const { accountId, id, status } of orders) {
    const { body } = await world.call(`/staff/orders/${accountId}/${id}`, { as })
    assert.equal(body.order?.customerOrderId, id, `${status}: ${JSON.stringify(body)}`)
  }
  const customer = program(world, world.charged, 'production')
  assert.equal((await customer.read('archived')).status, 'SHIPPED')
  const held = await customer.read('held')
  assert.deepEqual([held.status, held.paymentInfo.status], ['VALID_HOLDING_BIN', 'SUCCEEDED'])
  assert.equal(await customer.statusOf('unpaid'), 'VALID_AWAITING_PAYMENT')
  await world.advance(3 * hour)
  await press(world).tell('held', 'accept')
  assert.equal((await press(world).tell('held', 'ship', parcel)).status, 200)
  await world.advance(day)
  assert.equal((await customer.read('unpaid')).paymentInfo.status, 'SUCCEEDED')
  await world.settle()
  const sent = receiver.received.filter(({ data }) => data.customerOrderId === 'held').map(({ type }) => type)
  assert.ok(sent.includes('OrderShipped'), sent.join())
  assert.ok(receiver.received.length > receiver.unverified.length)
  await world.assertSound()
}
