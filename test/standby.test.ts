// A service with a standby: which requests it answers, and that its loss is no loss.

import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { it } from 'node:test'
import { createApp } from '../src/app/app.ts'
import { examine } from '../src/app/doctor.ts'
import { second } from '../src/base/clock.ts'
import { silentLog } from '../src/base/log.ts'
import { readConfig } from '../src/config/config.ts'
import { openDatabase } from '../src/db/db.ts'
import { readOutcomes } from '../src/db/standby.ts'
import { program } from './support/actors.ts'
import { administer, freshPostgres, ownPostgres, startStandby } from './support/postgres.ts'
import { startWorld } from './support/world.ts'

it('reports, exports, and the lists and searches of the staff come from the standby, and all else from the database', {
  timeout: 180_000,
}, async t => {
  const primary = await ownPostgres()
  const { databaseUrl, drop } = await freshPostgres()
  const server = await startStandby(primary)
  const database = await openDatabase({ databaseUrl, dataDir: null }) // closed by the world
  const config = {
    readDatabaseUrl: server.url(new URL(databaseUrl).pathname.slice(1)),
    readDatabaseMaxLagMs: second,
  }
  const world = await startWorld({ database, config })
  t.after(async () => {
    await world[Symbol.asyncDispose]()
    await server.end()
    await drop()
  })
  const { demo, charged, call, app } = world
  const standby = app.standby!
  const customer = program(world, charged, 'production')
  await customer.place('SHOP-100042')
  await world.settle()
  const untilSeen = async () => {
    const nowMs = performance.now()
    while (performance.now() - standby.ageMs() < nowMs) await standby.check()
  }
  await untilSeen()

  const staff = { as: demo.staff.authorization }
  const { cookie } = { cookie: await world.signIn(charged.user) }
  /** The outcomes of the reads of a request. */
  const readsOf = async (path: string, by: object) => {
    await standby.check()
    const before = { ...standby.reads }
    const { status, body } = await call(path, by)
    assert.equal(status, 200, `${path} ${JSON.stringify(body)}`)
    return readOutcomes.filter(outcome => standby.reads[outcome] > before[outcome])
  }
  const fromStandby = [
    ...['/staff/overview', '/staff/orders/all', '/staff/search?search=SHOP-100042', '/staff/orders/find?search=Reader'],
    ...['/staff/reports', '/staff/reports/export', '/staff/orders/export', '/staff/charges/export'],
    ...['/staff/documents/export', '/staff/deliveries/export', '/staff/mails/export', '/staff/audit/export'],
  ].map(path => [path, staff] as const)
  const ofCustomer = [
    ['/reports', { as: customer.as }],
    ['/dashboard/api/production/reports', { cookie }],
    ['/dashboard/api/production/orders-export', { cookie }],
    ['/press/reports', { as: demo.printer.authorization }],
  ] as const
  for (const [path, by] of [...fromStandby, ...ofCustomer]) {
    assert.deepEqual(await readsOf(path, by), ['standby'], path)
    assert.deepEqual(await readsOf(path, { ...by, headers: { 'cache-control': 'max-age=0, No-Cache' } }), [], path)
  }
  for (const [path, by] of [
    ['/orders', { as: customer.as }],
    ['/orders/SHOP-100042', { as: customer.as }],
    ['/dashboard/api/production/orders', { cookie }],
    [`/staff/orders/${charged.accountId}/SHOP-100042`, staff],
    ['/staff/charges', staff],
  ] as const)
    assert.deepEqual(await readsOf(path, by), [], path)
  const finds = t.mock.method(app.archive, 'find')
  const found = (await call('/staff/search?search=SHOP-100042', staff)).body.orders
  assert.equal(found[0].customerOrderId, 'SHOP-100042')
  assert.notEqual(finds.mock.calls[0]!.arguments[2], database.db, 'the archived orders come from the standby, too')

  const metrics = async () => (await call('/metrics', { as: demo.staff.authorization })).body as string
  assert.match(await metrics(), /^octavo_standby_reads_total\{outcome="standby"\} [1-9]/m)
  assert.match(await metrics(), /^octavo_standby_age_seconds 0\.\d/m)
  const diagnosis = async () => (await examine(app)).find(({ check }) => check === 'standby')!
  assert.equal((await diagnosis()).result, 'ok')

  await administer(server, 'select pg_wal_replay_pause()')
  await customer.place('SHOP-100043')
  while (standby.ageMs() <= config.readDatabaseMaxLagMs) await standby.check()
  assert.deepEqual(await readsOf('/staff/search?search=SHOP-100043', staff), ['late'])
  assert.equal((await call('/staff/search?search=SHOP-100043', staff)).body.orders.length, 1)
  assert.match((await diagnosis()).detail, /too far behind/)

  await administer(server, 'select pg_wal_replay_resume()')
  await untilSeen()
  await server.break()
  const { body: overview, status } = await call('/staff/overview', staff)
  assert.equal(status, 200, JSON.stringify(overview))
  assert.equal((await call('/health/ready')).status, 200)
  assert.equal((await diagnosis()).result, 'warning')
  await world.assertSound()
})

it('a start that fails leaves no connection to the standby', async t => {
  const server = await ownPostgres()
  const { databaseUrl, drop } = await freshPostgres()
  const database = await openDatabase({ databaseUrl, dataDir: null })
  t.after(async () => {
    await database.close()
    await drop()
  })
  const settings = readConfig([], { DATA_DIR: tmpdir(), DATABASE_URL: databaseUrl, READ_DATABASE_URL: databaseUrl })
  const isAsked = Promise.withResolvers<unknown>()
  const log = { ...silentLog, warn: (...line: unknown[]) => isAsked.resolve(line) }
  const failing = createApp({ ...settings, secretKey: Buffer.alloc(32) }, log, {
    database,
    get payments(): never {
      throw new Error('no payments')
    },
  })
  await assert.rejects(failing, /no payments/)
  await isAsked.promise
  const sessions = `select count(*) from pg_stat_activity
    where application_name = 'octavo standby' and datname = '${new URL(databaseUrl).pathname.slice(1)}'`
  while ((await administer(server, sessions)) !== '0');
})
