// Screens change without a reload: what happens in one process reaches viewers of another.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { createApp } from '../../src/app/app.ts'
import { silentLog } from '../../src/base/log.ts'
import { readConfig } from '../../src/config/config.ts'
import { openDatabase } from '../../src/db/db.ts'
import { freshPostgres } from '../support/postgres.ts'
import { orderBody, startWorld } from '../support/world.ts'

type Event = { event: string; data: Record<string, unknown> }

/** Reads events over a real connection. */
async function watch(url: string, cookie: string) {
  const answer = await fetch(`${url}/dashboard/api/events`, { headers: { cookie } })
  assert.equal(answer.status, 200)
  const chunks = answer.body!.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]()
  let text = ''
  async function next(): Promise<Event> {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end === -1) {
        const { value, done } = await chunks.next()
        assert.ok(!done, 'the stream ended')
        text += value
        continue
      }
      const [, event, data] = /event: (\w+)\ndata: (.*)$/.exec(text.slice(0, end)) ?? []
      text = text.slice(end + 2)
      if (event !== undefined) return { event, data: JSON.parse(data!) }
    }
  }
  return {
    next,
    async until(fits: (event: Event) => boolean): Promise<Event> {
      for (;;) {
        const event = await next()
        if (fits(event)) return event
      }
    },
  }
}

it('on one process with PGlite, an order is seen on its way', async () => {
  await using world = await startWorld()
  const { app, charged, enterprise, call, signIn } = world
  const url = await app.server.listen({ port: 0, host: '127.0.0.1' })
  const mine = await watch(url, await signIn(charged.user))
  const theirs = await watch(url, await signIn(enterprise.user))
  assert.equal((await mine.next()).event, 'sync')
  assert.equal((await theirs.next()).event, 'sync')

  const create = (as: string, customerOrderId: string) =>
    call('/orders/create', { method: 'POST', as, body: orderBody({ customerOrderId }) })
  assert.equal((await create(charged.production.authorization, 'seen')).status, 201)
  const { data } = await mine.until(({ data }) => data.status === 'VALID_AWAITING_PAYMENT')
  assert.deepEqual(data, { mode: 'production', customerOrderId: 'seen', status: 'VALID_AWAITING_PAYMENT', sequence: 3 })

  assert.equal((await create(enterprise.production.authorization, 'theirs')).status, 201)
  assert.equal((await theirs.until(({ event }) => event === 'order')).data.customerOrderId, 'theirs')
})

it('with several processes on PostgreSQL, an order is seen on its way, whichever does the work, and after the channel broke', async () => {
  const { databaseUrl, drop } = await freshPostgres()
  const open = () => openDatabase({ databaseUrl, dataDir: null })
  const world = await startWorld({ database: await open() })
  const config = {
    ...readConfig([], { FILE_CHECK: 'addresses' }),
    secretKey: Buffer.alloc(32, 7),
    role: 'api' as const,
  }
  const twin = await createApp(config, silentLog, { database: await open(), clock: world.app.clock })
  try {
    const url = await twin.server.listen({ port: 0, host: '127.0.0.1' })
    const stream = await watch(url, await world.signIn(world.charged.user))
    assert.equal((await stream.next()).event, 'sync')
    assert.equal((await stream.next()).event, 'sync') // the channel is open from here on
    const create = (customerOrderId: string) =>
      world.call('/orders/create', {
        method: 'POST',
        as: world.charged.sandbox.authorization,
        body: orderBody({ customerOrderId }),
      })
    await create('first')
    await stream.until(({ data }) => data.customerOrderId === 'first' && data.status === 'VALID_AWAITING_PAYMENT')

    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'octavo channel' and datname = current_database()`.execute(world.app.database.db)
    await stream.until(({ event }) => event === 'sync')
    await create('second')
    await stream.until(({ data }) => data.customerOrderId === 'second')

    // Many at once are told of as one.
    await Promise.all(Array.from({ length: 60 }, (_, i) => create(`many-${i}`)))
    const { data } = await stream.until(({ data }) => data.customerOrderId === null)
    assert.deepEqual(data, { mode: 'sandbox', customerOrderId: null, status: null, sequence: null })
  } finally {
    await twin.close()
    await world[Symbol.asyncDispose]()
    await drop()
  }
})
