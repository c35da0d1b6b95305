// A process is killed between fetching a file, storing it and recording it. Another one takes its place, and the order
// passes all the same: nothing is lost, nothing recorded is read twice, and no stored object is left unknown.

import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { sql } from 'kysely'
import { openDatabase } from '../src/db/db.ts'
import { startFileServer } from './support/fileServer.ts'
import { freshHome, type Service, startService } from './support/service.ts'
import { orderBody } from './support/world.ts'

const novel = 'PB-0600X0900-BW-60W'

it('a service that is killed while it fetches, stores or records files goes on where it stood', async () => {
  const home = await freshHome('PGlite')
  await using server = await startFileServer()
  const as = home.demo().accounts[0]!.production.authorization
  const start = (crash: string | null) =>
    startService({
      home,
      env: { OCTAVO_CLOCK: 'manual', FILE_CHECK: 'content', ...(crash === null ? {} : { OCTAVO_CRASH_AT: crash }) },
    })
  const killed = async (service: Service, point: string) => {
    assert.equal(await service.ended, 'SIGKILL', service.printed())
    assert.match(service.printed(), new RegExp(`killed at ${point}`))
  }
  const pastTheLease = (service: Service) => service.call('/_clock', { method: 'POST', body: { advance: 'PT6M' } })
  try {
    let service = await start('validate:begun')
    for (const [path, part] of [
      ['/cover.pdf', 'cover'],
      ['/pages.pdf', 'pages'],
    ]) {
      const template = `${service.url}/templates/published/${novel}/${part}/pdf?units=in&pageCount=120`
      server.files.set(path!, Buffer.from(await (await fetch(template)).arrayBuffer()))
    }
    const product = { coverUrl: server.at('/cover.pdf'), gutsUrl: server.at('/pages.pdf') }
    const body = orderBody({ customerOrderId: 'a', orderItems: [{ sku: 'NOVEL', quantity: 1, product }] })
    const placed = await service.call('/orders/create', { method: 'POST', as, body })
    assert.equal(placed.status, 201)
    await killed(service, 'validate:begun')

    service = await start('files:fetched')
    await pastTheLease(service).catch(() => {})
    await killed(service, 'files:fetched')

    service = await start('files:stored')
    await pastTheLease(service).catch(() => {})
    await killed(service, 'files:stored')
    const orphans = globSync('files/**/*.pdf', { cwd: home.dataDir })
    assert.ok(orphans.length > 0, 'an object was written that no file refers to')

    service = await start('check:checked')
    await pastTheLease(service)
    assert.equal((await service.call('/orders/a', { as })).body.status, 'VALID_AWAITING_PAYMENT')
    const asked = await service
      .call('/files/check', { method: 'POST', as, body: { manufacturingSku: novel, ...product } })
      .then(answer => answer.body.checkId as string)
    await killed(service, 'check:checked')

    // The files of an order that waits in the queue.
    service = await start('fetch:claimed')
    const wait = { limits: { production: { ordersPer24Hours: 0 } } }
    const { accountId } = home.demo().accounts[0]!
    const path = `/staff/accounts/${accountId}`
    await service.call(path, { method: 'PATCH', as: home.demo().staff.authorization, body: wait })
    const queued = await service.call('/orders/create', {
      method: 'POST',
      as,
      body: orderBody({ customerOrderId: 'b', orderItems: [{ sku: 'NOVEL', quantity: 1, product }] }),
    })
    assert.equal(queued.body.status, 'QUEUED')
    await killed(service, 'fetch:claimed')
    service = await start('fetch:fetched')
    await pastTheLease(service).catch(() => {})
    await killed(service, 'fetch:fetched')

    service = await start(null)
    await pastTheLease(service)
    for (const path of ['/cover.pdf', '/pages.pdf']) server.files.set(path, 403)
    const more = { limits: { production: { ordersPer24Hours: 100 } } }
    await service.call(path, { method: 'PATCH', as: home.demo().staff.authorization, body: more })
    await pastTheLease(service)
    assert.equal((await service.call('/orders/b', { as })).body.status, 'VALID_AWAITING_PAYMENT')
    const check = (await service.call(`/files/checks/${asked}`, { as })).body
    assert.deepEqual([check.status, check.passed, check.pageCount], ['DONE', true, 120])
    await service.stop()

    const database = await openDatabase({ databaseUrl: null, dataDir: home.dataDir })
    const { rows } = await sql<{ key: string }>`
      select storage_key as key from stored_files union all select storage_key from stored_trash`.execute(database.db)
    await database.close()
    const known = new Set(rows.map(({ key }) => join('files', key)))
    for (const object of globSync('files/**/*.pdf', { cwd: home.dataDir })) assert.ok(known.has(object), object)
  } finally {
    await home.remove()
  }
})
