// A production that starts without OPERATOR_DIR sells nothing until the staff have published books and prices.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createApp } from '../../src/app/app.ts'
import { commands } from '../../src/app/commands.ts'
import { examine } from '../../src/app/doctor.ts'
import { later, manualClock } from '../../src/base/clock.ts'
import { silentLog } from '../../src/base/log.ts'
import { readConfig } from '../../src/config/config.ts'
import { minNoticeMs } from '../../src/features/shop/operatorVersions.ts'
import { freshPglite } from '../support/database.ts'
import { orderBody, somewhere, worldStart } from '../support/world.ts'

type Step = { step: string; state: string; detail: string }

/** A service that was never set up, with a member of the staff and a customer that the commands made. */
async function openUnconfigured(dataDir: string) {
  const config = { ...readConfig([], { PORT: '3000', DATA_DIR: dataDir, FILE_CHECK: 'addresses' }), operatorDir: null }
  const clock = manualClock(worldStart)
  const parts = { ...config, secretKey: Buffer.alloc(32, 7) }
  const app = await createApp(parts, silentLog, { database: await freshPglite(), clock })
  await app.work()
  const admin = await commands['create-admin']!.run(app, ['ann@example.com', 'with-key'])
  const customer = await commands['create-account']!.run(app, ['Paper Lantern', 'mina@example.com'])
  return {
    app,
    staff: admin.authorization as string,
    customer: (customer.sandbox as { authorization: string }).authorization,
    async call(method: 'GET' | 'POST' | 'PUT', url: string, as: string, payload?: object) {
      const answer = await app.server.inject({
        method,
        url,
        headers: { authorization: as },
        ...(payload && { payload }),
      })
      return { status: answer.statusCode, body: answer.json() }
    },
    advance: (ms: number) => app.moveClock!(later(clock(), ms)),
  }
}

describe('a service that was never set up', () => {
  let service: Awaited<ReturnType<typeof openUnconfigured>>
  const dataDir = mkdtempSync(join(tmpdir(), 'octavo-set-up-'))
  before(async () => {
    service = await openUnconfigured(dataDir)
  })
  after(async () => {
    await service.app.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('a service that was never set up refuses orders and estimates in one sentence, and its health says why', async () => {
    const { call, customer } = service
    for (const [path, body] of [
      ['/orders/create', orderBody()],
      ['/orders/shipping/estimate', orderBody()],
    ] as const) {
      const refused = await call('POST', path, customer, body)
      assert.deepEqual([refused.status, refused.body.code], [409, 'not_set_up'])
      assert.match(refused.body.detail, /no books and no prices/)
    }
    assert.deepEqual((await call('GET', '/orders', customer)).body.orders, [])
    const health = await call('GET', '/health/ready', customer)
    assert.deepEqual([health.status, health.body.degraded.includes('operator_data')], [200, true])
    const checks = await examine(service.app)
    assert.equal(checks.find(({ check }) => check === 'operator data')!.result, 'problem')
  })

  it('a service that was never set up shows each step of the set-up as it really is', async () => {
    const { call, staff } = service
    const { body } = await call('GET', '/staff/set-up', staff)
    assert.equal(body.isSelling, false)
    const states = Object.fromEntries(body.steps.map(({ step, state }: Step) => [step, state]))
    assert.deepEqual(states, {
      company: 'todo',
      brand: 'todo',
      books: 'todo',
      shipping: 'todo',
      taxes: 'todo',
      holidays: 'todo',
      printers: 'todo',
      payment: 'check',
      mail: 'todo',
      storage: 'done',
      address: 'todo',
      webhooks: 'check',
      customer: 'done',
      order: 'todo',
    })
  })

  it('a service that was never set up begins with a draft from the sample, and sells when it takes effect', async () => {
    const { call, staff, customer, advance } = service
    const { body: draft } = await call('GET', '/staff/operator-data/draft', staff)
    assert.deepEqual([draft.newest, draft.basedOn, draft.savedBy], [0, 0, null])
    assert.ok(draft.mistakes.length > 0)
    const { body: content } = await call('GET', '/staff/operator-data/sample', staff)
    const { warnings: _warnings, ...sample } = content
    const saved = await call('PUT', '/staff/operator-data/draft', staff, { revision: 0, basedOn: 0, content: sample })
    assert.deepEqual([saved.status, saved.body.mistakes], [200, []])
    const { body: difference } = await call('GET', '/staff/operator-data/difference?draft=1', staff)
    assert.equal(difference.before, 0)
    assert.ok(difference.books.every((book: { change: string }) => book.change === 'added'))
    assert.ok(difference.baskets.every((basket: { before: null; after: number }) => basket.before === null))
    assert.equal((await call('GET', '/staff/operator-data/repricing?draft=1', staff)).body.orders, 0)

    const publication = { revision: 1, reason: 'Opening' }
    const published = await call('POST', '/staff/operator-data/draft/publish', staff, publication)
    assert.deepEqual([published.status, published.body.version, published.body.state], [201, 1, 'scheduled'])
    const estimate = { destination: somewhere, orderItems: [{ sku: 'NOVEL' }] }
    assert.equal((await call('POST', '/orders/shipping/estimate', customer, estimate)).body.code, 'not_set_up')
    await advance(minNoticeMs)
    const created = await call('POST', '/orders/create', customer, orderBody())
    assert.deepEqual([created.status, created.body.errors[0].code], [201, 'unknown_sku'])
    await commands['create-printer']!.run(service.app, ['press@example.com'])
    const { steps } = (await call('GET', '/staff/set-up', staff)).body
    const stepNamed = (name: string): Step => steps.find(({ step }: Step) => step === name)
    assert.equal(stepNamed('books').state, 'check')
    assert.match(stepNamed('books').detail, /of the sample/)
    assert.deepEqual([stepNamed('printers').state, stepNamed('order').state], ['done', 'todo'])
    assert.equal((await call('GET', '/health/ready', customer)).body.degraded.includes('operator_data'), false)
  })
})
