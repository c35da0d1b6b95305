// A storm between the service and a printer's own system: messages get lost, doubled, late and mixed up, either side is ended and
// started again, customers cancel, and the printer says what cannot be. When it is over, the printer's books and the
// service's must tell the same story. `node test/printers/storm.test.ts [seed]` repeats one.

import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { hour, minute } from '../../src/base/clock.ts'
import { newWebhookSecret } from '../../src/base/ids.ts'
import { orderBody, startWorld, type World } from '../world.ts'
import { type Outside, startOutside } from './outside.ts'
import type { Book, StormOrder } from './stormPress.ts'

const seed = Number(process.argv[2] ?? Math.floor(performance.timeOrigin % 1_000_000))
const orders = 16
const rounds = 12
const operator = join(import.meta.dirname, '..', '..', 'operator')

test(`after a storm each order is where its book is, and no book was made or sent twice (seed ${seed})`, async t => {
  t.diagnostic(`seed ${seed}`)
  const folder = mkdtempSync(join(tmpdir(), 'octavo-storm-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const secret = newWebhookSecret()
  process.env.STORM_SECRET = secret
  let press = await startPress(folder, secret)
  t.after(() => press.kill())
  const operatorDir = join(folder, 'operator')
  cpSync(operator, operatorDir, { recursive: true })
  writeFileSync(join(operatorDir, 'printers.json'), JSON.stringify(shopAt(press.url)))
  await using world = await startWorld({ config: { operatorDir } })
  await world.app.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = world.app.server.server.address() as AddressInfo
  const inbox = `http://127.0.0.1:${port}/printers/acme/messages`

  const random = diceOf(seed)
  const key = world.enterprise.production.authorization
  const ids = Array.from({ length: orders }, (_, i) => `S-${i}`)
  for (const customerOrderId of ids) {
    const { sku } = world.enterprise.products[0]!
    const orderItems = [{ ...orderBody().orderItems[0], sku }]
    const { status } = await world.call('/orders/create', {
      method: 'POST',
      as: key,
      body: orderBody({ customerOrderId, orderItems }),
    })
    assert.equal(status, 201)
  }
  await world.advance(2 * hour + minute)

  for (let round = 0; round < rounds; round++) {
    const isCalm = round >= rounds - 5
    await press.tell({ do: 'tick', to: inbox, now: world.now().toISOString(), calm: isCalm })
    if (!isCalm) {
      for (const id of ids) if (random() < 0.06) await world.call(`/orders/${id}`, { method: 'DELETE', as: key })
      if (random() < 0.4) {
        const { port } = new URL(press.url)
        await press.kill()
        await world.advance(5 * minute) // nobody is there
        press = await startPress(folder, secret, port)
      }
    }
    await world.advance(isCalm ? 8 * hour : hour)
  }

  const books = (await press.tell({ do: 'books' })) as Record<string, Book>
  const { rows } = await jobsOf(world)
  for (const { jobId, customerOrderId, status } of rows) {
    const book = books[jobId]
    const { body: order } = await world.call(`/orders/${customerOrderId}`, { as: key })
    const story = `${customerOrderId} is ${order.status}, its job ${status}, the book ${book?.step} (seed ${seed})`
    if (book === undefined) assert.equal(order.status, 'CANCELLED', story)
    else {
      assert.ok(book.prints <= 1 && book.shipments <= 1, story)
      assert.equal(order.status, book.step === 'shipped' ? 'SHIPPED' : 'CANCELLED', story)
      if (book.step === 'shipped') {
        assert.deepEqual(
          order.shipmentTracking.flatMap((one: { packages: { trackingNumber: string }[] }) =>
            one.packages.map(p => p.trackingNumber),
          ),
          [`T-${jobId}`],
        )
        assert.equal(order.pricing.orderTotal, 26.59, story)
      } else assert.equal(book.prints, 0, story)
    }
  }
  assert.equal(rows.length, orders)
  assert.ok(rows.some(({ status }) => status === 'SHIPPED'))
  await world.assertSound()
})

async function jobsOf({ app }: World) {
  return sql<{ jobId: string; customerOrderId: string; status: string }>`
    select j.job_id as "jobId", o.customer_order_id as "customerOrderId", j.status
    from print_jobs j
    join orders o using (account_id, mode, order_id)
    where o.mode = 'production'`.execute(app.database.db)
}

/** mulberry32. */
function diceOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** A printer keeps its address when it is started again. */
const startPress = (folder: string, secret: string, port = '0'): Promise<Outside<StormOrder>> =>
  startOutside<StormOrder>('stormPress', [secret, join(folder, 'journal'), String(seed), port])

const shopAt = (url: string) => ({
  printers: [
    {
      name: 'acme',
      adapter: 'json',
      makes: ['*'],
      shipsTo: ['*'],
      cutOff: { hour: 24, timeZone: 'UTC' },
      priority: 1,
      settings: { url, secretEnv: 'STORM_SECRET' },
    },
  ],
  alarmAfter: { submission: 'P3D', acceptance: 'P3D', shipping: 'P30D', cancellation: 'P3D' },
})
