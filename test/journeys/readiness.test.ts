import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'node:test'
import { hour, later, systemClock } from '../../src/base/clock.ts'
import { orderBody, startWorld } from '../support/world.ts'

it('a process whose clock is wrong is not ready and moves no order, until its clock is right', async () => {
  let wrongByMs = 0
  const clock = () => later(systemClock(), wrongByMs)
  await using world = await startWorld({ clock })
  const as = world.charged.production.authorization
  const status = async () => (await world.call('/orders/late', { as })).body.status
  const ready = () => world.call('/health/ready')

  wrongByMs = -26 * hour
  assert.deepEqual([(await ready()).status, (await ready()).body.code], [503, 'overloaded'])
  assert.match((await ready()).body.detail, /clock/)
  await world.call('/orders/create', { method: 'POST', as, body: orderBody({ customerOrderId: 'late' }) })
  await world.app.settle()
  assert.equal(await status(), 'RECEIVED')

  wrongByMs = 0
  assert.equal((await ready()).status, 200)
  await world.app.settle()
  assert.equal(await status(), 'VALID_AWAITING_PAYMENT')

  wrongByMs = 26 * hour
  assert.equal((await ready()).status, 503)
  await world.app.settle()
  assert.equal(await status(), 'VALID_AWAITING_PAYMENT', 'nothing is charged before its time')
  wrongByMs = 0
})

it('a missing storage appears in the readiness probe and the metrics, and requests are still answered', async () => {
  await using world = await startWorld()
  await world.app.checkStorage()
  const first = await world.call('/health/ready')
  assert.deepEqual([first.status, first.body], [200, { status: 'ok', degraded: [] }])
  const metric = async (name: string) => {
    const { body } = await world.call('/metrics', { as: world.demo.staff.authorization })
    return new RegExp(`^${name} (\\S+)$`, 'm').exec(String(body))?.[1]
  }
  assert.equal(await metric('octavo_storage_up'), '1')
  await rm(join(world.dataDir, 'files'), { recursive: true })
  await assert.rejects(
    world.app.checkStorage(),
    /the storage of print files is not the storage that .* `npm start -- adopt-storage`/,
  )
  await world.app.adoptStorage()
  await world.app.checkStorage()
})

it('the metrics describe orders, the database, the disk, running work, and the process', async () => {
  await using world = await startWorld()
  const as = world.charged.production.authorization
  await world.call('/orders/create', { method: 'POST', as, body: orderBody() })
  await world.settle()
  const { body } = await world.call('/metrics', { as: world.demo.staff.authorization })
  for (const line of [
    /^octavo_orders\{status="VALID_AWAITING_PAYMENT"\} 1$/m,
    /^octavo_orders\{status="EXCEPTION"\} 0$/m,
    /^octavo_waiting\{what="queue"\} 0$/m,
    /^octavo_database_bytes [1-9]\d+$/m,
    /^octavo_database_connections\{state="total"\} \d+$/m,
    /^octavo_data_dir_free_bytes [1-9]\d+$/m,
    /^octavo_build_info\{version="\d.*",node="v\d.*",database="(pglite|postgresql) .*"\} 1$/m,
    /^process_resident_memory_bytes \d+$/m,
    /^nodejs_eventloop_lag_seconds /m,
  ])
    assert.match(String(body), line)
})

it('once a stop has begun, the readiness probe fails, and answers end their connections', async () => {
  await using world = await startWorld()
  const as = world.charged.production.authorization
  const before = await world.call('/orders', { as })
  assert.notEqual(before.headers.connection, 'close')
  world.app.beginStop()
  assert.equal((await world.call('/health/ready')).status, 503)
  const during = await world.call('/orders', { as })
  assert.deepEqual([during.status, during.headers.connection], [200, 'close'])
})
