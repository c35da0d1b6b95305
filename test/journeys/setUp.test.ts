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
      publish: 'todo',
      printers: 'todo',
      payment: 'check',
      mail: 'todo',
      storage: 'done',
      address: 'todo',
      webhooks: 'check',
      customer: 'done',
      order: 'todo',
    })
    const asked = body.steps.slice(0, 7).map(({ detail }: Step) => detail)
    assert.equal(new Set(asked).size, asked.length)
    assert.deepEqual([body.hasDraft, asked[0]], [false, 'Enter the name and address that parcels carry.'])
  })

  it('a service that was never set up begins with a draft from the sample, is told what each step of it lacks, and sells when it takes effect', async () => {
    const { call, staff, customer, advance } = service
    const { body: draft } = await call('GET', '/staff/operator-data/draft', staff)
    assert.deepEqual([draft.newest, draft.basedOn, draft.savedBy], [0, 0, null])
    assert.ok(draft.mistakes.length > 0)
    const stepNamed = async (name: string): Promise<Step> =>
      (await call('GET', '/staff/set-up', staff)).body.steps.find(({ step }: Step) => step === name)
    const { body: content } = await call('GET', '/staff/operator-data/sample', staff)
    const { warnings: _warnings, ...sample } = content
    const save = (revision: number, shipping: object) =>
      call('PUT', '/staff/operator-data/draft', staff, { revision, basedOn: 0, content: { ...sample, shipping } })
    const incomplete = await save(0, { ...sample.shipping, shipFrom: { ...sample.shipping.shipFrom, city: '' } })
    const [{ text, ...mistake }] = incomplete.body.mistakes
    assert.match(text, /^got "", expected /)
    const [place, words] = [
      { part: 'shipping', path: '/shipFrom/city' },
      { subject: null, advice: 'Enter a value' },
    ]
    assert.deepEqual(mistake, { ...place, ...words, field: 'ship-from address, city' })
    const company = { step: 'company', state: 'todo', detail: '1 value is missing or wrong in the draft.' }
    assert.deepEqual(await stepNamed('company'), company)
    assert.match((await stepNamed('publish')).detail, /^Complete the draft/)

    const saved = await save(1, sample.shipping)
    assert.deepEqual([saved.status, saved.body.mistakes], [200, []])
    assert.deepEqual([(await stepNamed('company')).state, (await stepNamed('books')).state], ['check', 'check'])
    assert.match((await stepNamed('publish')).detail, /^The draft is complete/)
    const { body: difference } = await call('GET', '/staff/operator-data/difference?draft=2', staff)
    assert.equal(difference.before, 0)
    assert.ok(difference.books.every((book: { change: string }) => book.change === 'added'))
    assert.ok(difference.baskets.every((basket: { before: null; after: number }) => basket.before === null))
    assert.equal((await call('GET', '/staff/operator-data/repricing?draft=2', staff)).body.orders, 0)

    const publication = { revision: 2, reason: 'Opening' }
    const published = await call('POST', '/staff/operator-data/draft/publish', staff, publication)
    assert.deepEqual([published.status, published.body.version, published.body.state], [201, 1, 'scheduled'])
    const estimate = { destination: somewhere, orderItems: [{ sku: 'NOVEL' }] }
    assert.equal((await call('POST', '/orders/shipping/estimate', customer, estimate)).body.code, 'not_set_up')
    await advance(minNoticeMs)
    const created = await call('POST', '/orders/create', customer, orderBody())
    assert.deepEqual([created.status, created.body.errors[0].code], [201, 'unknown_sku'])
    await commands['create-printer']!.run(service.app, ['press@example.com'])
    const books = await stepNamed('books')
    assert.equal(books.state, 'check')
    assert.match(books.detail, /of the sample/)
    assert.match((await stepNamed('publish')).detail, /^Your shop is open/)
    assert.deepEqual([(await stepNamed('printers')).state, (await stepNamed('order')).state], ['done', 'todo'])
    assert.equal((await call('GET', '/health/ready', customer)).body.degraded.includes('operator_data'), false)
  })
})
