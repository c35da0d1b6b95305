// Orders live for months, and what the operator sells changes meanwhile.

import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { day, hour, later, manualClock, second } from '../../src/base/clock.ts'
import type { CatalogFile } from '../../src/catalog/schema.ts'
import type { Database } from '../../src/db/db.ts'
import type { OperatorContent } from '../../src/features/shop/content.ts'
import { minNoticeMs } from '../../src/features/shop/operatorVersions.ts'
import { publishVersion } from '../../src/features/shop/publishVersion.ts'
import { press, program, support } from '../support/actors.ts'
import { freshPglite } from '../support/database.ts'
import { recordErrors } from '../support/errors.ts'
import { files, startWorld, type World, worldStart } from '../support/world.ts'

const keepsake = { orderItems: [{ sku: 'KEEPSAKE', quantity: 2, product: files }] }

/** Publishes the newest version with changes, and waits until it is in effect. */
async function publish(world: World, change: (content: Content) => void) {
  const { operatorVersions, transactor, clock, checkPrinters } = world.app
  const [newest] = operatorVersions.list()
  const content = structuredClone(await operatorVersions.contentOf(newest!.version)) as Content
  change(content)
  const publication = { content, basedOn: newest!.version, reason: 'a new season', effectiveAt: null }
  const deps = { transactor, clock, operatorVersions, checkPrinters }
  await publishVersion(deps, publication, { now: world.now(), actor: 'test' })
  await world.advance(minNoticeMs)
}

type Content = OperatorContent & {
  catalog: CatalogFile
  shipping: { zones: { places: string[]; classes: Record<string, unknown> }[] }
}

/** The book behind a product of the demo. */
const bookOf = ({ charged }: World, { catalog }: Content, product: string) => {
  const { manufacturingSku } = charged.products.find(({ sku }) => sku === product)!
  return catalog.skus.find(sku => sku.manufacturingSku === manufacturingSku)!
}

const changes: Record<string, (world: World, content: Content) => void> = {
  'is retired'(world, content) {
    bookOf(world, content, 'KEEPSAKE').retired = true
  },
  'costs twice as much'(world, content) {
    bookOf(world, content, 'KEEPSAKE').price.baseCents *= 2
  },
  'must have 400 pages'(world, content) {
    const book = bookOf(world, content, 'KEEPSAKE')
    book.pages.min = 400
    book.geometry.spine = { kind: 'banded', bands: [{ fromPages: 400, inches: 1.5 }] }
  },
}

describe('an order keeps the terms that it was accepted with:', () => {
  for (const [what, change] of Object.entries(changes))
    it(`an order is validated, charged, printed and reprinted as it was quoted when its book ${what} in a later version`, async () => {
      const { errors, log } = recordErrors()
      await using world = await startWorld({ log })
      const staff = support(world)
      await staff.change(world.charged, { limits: { production: { ordersPer24Hours: 1 } } })
      const customer = program(world, world.charged, 'production')
      await customer.place('first')
      const quoted = await customer.place('waiting', keepsake)
      assert.equal(quoted.status, 'QUEUED')
      await publish(world, content => change(world, content))
      await world.advance(day)
      await world.advance(day)
      const { status, pricing } = await customer.read('waiting')
      assert.equal(status, 'PRINTING')
      assert.ok(pricing.itemsTotal > 0)
      assert.deepEqual([pricing.itemsTotal, pricing.orderTotal], [quoted.pricing.itemsTotal, quoted.pricing.orderTotal])

      const printer = press(world)
      const job = await printer.jobOf('waiting')
      const as = world.demo.printer.authorization
      assert.equal((await world.call(`/press/jobs/${job.jobId}/ticket.pdf`, { as })).status, 200)
      const shipments = [{ packages: [{ trackingNumber: '1Z' }] }]
      assert.equal((await printer.tell('waiting', 'ship', { shipments })).status, 200)
      assert.equal((await staff.act(world.charged, 'waiting', 'reprint')).status, 201)
      await world.settle()
      const { rows } = await sql<{ version: number; billing: string }>`
        select operator_version as version, billing from orders
        where customer_order_id = 'waiting' or reprint_of = 'waiting' order by order_id`.execute(world.app.database.db)
      assert.deepEqual(rows, [
        { version: 1, billing: 'charged' },
        { version: 1, billing: 'reprint' },
      ])
      assert.deepEqual(errors, [])
      await world.assertSound()
    })

  it('an order is shipped by a class that is no longer sold, while a new order with that class fails', async () => {
    await using world = await startWorld()
    const customer = program(world, world.charged, 'production')
    const rush = { shippingClassification: 'rush' }
    await customer.place('before', rush)
    await publish(world, content => {
      for (const { classes } of content.shipping.zones) delete classes.rush
    })
    assert.equal((await customer.place('after', rush)).status, 'FAILED')
    await world.advance(16 * hour)
    const { status, selectedShipping } = await customer.read('before')
    assert.equal(status, 'PRINTING')
    assert.notEqual(selectedShipping.estimatedDelivery, null)
    await world.assertSound()
  })

  it('an order is wholly by one version when a version takes effect while orders are placed', async () => {
    await using world = await startWorld()
    const customer = program(world, world.charged, 'production')
    const priceOf = async (id: string) => Math.round((await customer.place(id, keepsake)).pricing.orderTotal * 100)
    const prices = new Map([[1, await priceOf('quoted')]])
    const placing: Promise<unknown>[] = []
    const place = (name: string) => {
      for (let i = 0; i < 20; i++) placing.push(customer.place(`${name}-${i}`, keepsake))
    }
    place('before')
    await publish(world, content => {
      place('during')
      bookOf(world, content, 'KEEPSAKE').price.baseCents += 500
    })
    place('after')
    await Promise.all(placing)
    prices.set(2, await priceOf('dearer'))
    assert.notEqual(prices.get(1), prices.get(2))
    const { rows } = await sql<{ version: number; orderCents: number }>`
      select operator_version as version, (state -> 'pricing' ->> 'orderCents')::int as "orderCents" from orders
      where customer_order_id like '%-%'`.execute(world.app.database.db)
    assert.equal(rows.length, 60)
    assert.deepEqual(new Set(rows.map(({ version }) => version)), new Set([1, 2]))
    for (const { version, orderCents } of rows) assert.equal(orderCents, prices.get(version))
    await world.assertSound()
  })

  it('a version takes effect a notice after it was written, however long it was read and compared', async () => {
    await using world = await startWorld()
    const { operatorVersions, transactor, checkPrinters } = world.app
    const [requestedAt, writtenAt] = [world.now(), later(world.now(), 4 * second)]
    const publication = {
      content: (await operatorVersions.contentOf(1))!,
      basedOn: 1,
      reason: 'large',
      effectiveAt: null,
    }
    const deps = { transactor, clock: () => writtenAt, operatorVersions, checkPrinters }
    const { effectiveAt } = await publishVersion(deps, publication, { now: requestedAt, actor: 'test' })
    assert.deepEqual(effectiveAt, later(writtenAt, minNoticeMs))
    assert.deepEqual(operatorVersions.list()[0]!.effectiveAt, effectiveAt)
  })

  it('a second author who knew an older version publishes nothing, and nothing of the first is lost', async () => {
    await using world = await startWorld()
    await publish(world, content => changes['costs twice as much']!(world, content))
    const { operatorVersions, transactor, clock, checkPrinters } = world.app
    const publication = {
      content: (await operatorVersions.contentOf(1))!,
      basedOn: 1,
      reason: 'late',
      effectiveAt: null,
    }
    const late = publishVersion({ transactor, clock, operatorVersions, checkPrinters }, publication, {
      now: world.now(),
      actor: 'test',
    })
    await assert.rejects(late, /Another version was published after version 1/)
    assert.deepEqual(
      operatorVersions.list().map(({ version, reason }) => [version, reason]),
      [
        [2, 'a new season'],
        [1, null],
      ],
    )
  })
})

describe('an order whose printer is no longer in printers.json', () => {
  it('an order whose printer is no longer in printers.json waits until the staff decide, and other orders go to the remaining printers', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'octavo-outlived-'))
    const operatorDir = join(folder, 'operator')
    cpSync('operator', operatorDir, { recursive: true })
    const rules = JSON.parse(readFileSync(join(operatorDir, 'printers.json'), 'utf8'))
    const [desk] = rules.printers
    const keep = (...printers: object[]) =>
      writeFileSync(join(operatorDir, 'printers.json'), JSON.stringify({ ...rules, printers }))
    await using database = await outliving(await freshPglite())
    const { errors, log: strict } = recordErrors()
    const warnings: { printer?: string; openJobs?: number; message: string }[] = []
    const log = Object.create(strict, {
      warn: { value: (facts: object, message: string) => warnings.push({ ...facts, message }) },
    })
    const clock = manualClock(worldStart)
    const start = () => startWorld({ log, database, clock, dataDir: folder, config: { operatorDir } })

    keep({ ...desk, priority: 2 }, { ...desk, name: 'east' })
    {
      await using before = await start()
      const customer = program(before, before.charged, 'production')
      for (const id of ['cancelled', 'moved', 'sent']) await customer.place(id)
      await before.advance(16 * hour)
      assert.equal((await press(before).jobOf('moved')).printer, 'east')
      assert.equal((await press(before).tell('sent', 'accept')).status, 200)
    }
    keep(desk)
    const left = 'a removed printer has open jobs: record their results, or move them'
    const logged = () => warnings.filter(({ message }) => message === left)
    assert.deepEqual(logged(), [])
    await using world = await start()
    assert.deepEqual(logged(), [{ printer: 'east', openJobs: 3, message: left }])
    const customer = program(world, world.charged, 'production')
    await customer.place('after')
    assert.equal((await customer.cancel('cancelled')).body.status, 'CANCELLATION_REQUESTED')
    await world.advance(2 * day)
    assert.equal((await press(world).jobOf('after')).printer, 'desk')

    const { rows } = await sql<{ id: string; jobId: string }>`
      select customer_order_id as id, job_id as "jobId" from print_jobs`.execute(database.db)
    const jobs = new Map(rows.map(({ id, jobId }) => [id, jobId]))
    const tell = async (id: string, act: string, body: object) => {
      const as = world.demo.staff.authorization
      const path = `/staff/print-jobs/${jobs.get(id)}/${act}`
      const answer = await world.call(path, { method: 'POST', as, body: { ...body, reason: 'they closed' } })
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      return answer.body.status
    }
    const removed = async () => {
      const { body } = await world.call('/staff/printers', { as: world.demo.staff.authorization })
      assert.deepEqual(
        body.printers.map(({ name }: { name: string }) => name),
        ['desk'],
      )
      return body.removed
    }
    assert.deepEqual(await removed(), [{ name: 'east', openJobs: 3, unsubmitted: 0, alarms: 2 }])
    const packages = [{ trackingNumber: '1Z', altTrackingNumber: '', trackingUrl: '' }]
    const shipments = [{ masterTrackingNumber: '1Z', carrier: 'UPS', packages }]
    assert.equal(await tell('cancelled', 'cancellation', { decision: 'accept' }), 'CANCELLED')
    assert.equal(await tell('sent', 'ship', { shipments }), 'SHIPPED')
    assert.equal(await tell('moved', 'reroute', {}), 'PRINTING')
    await world.settle()
    assert.equal((await press(world).jobOf('moved')).printer, 'desk')
    assert.deepEqual(await removed(), [])
    assert.deepEqual([...new Set(errors.map(({ message }) => message))], ['printer updates are overdue'])
    await world.assertSound()
    rmSync(folder, { recursive: true })
  })
})

/** One that stays open when the service that uses it is closed. */
const outliving = async (database: Database): Promise<Database & AsyncDisposable> => ({
  ...database,
  close: async () => {},
  [Symbol.asyncDispose]: () => database.close(),
})
