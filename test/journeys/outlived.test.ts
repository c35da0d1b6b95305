// Orders live for months, and the operator's data change with a restart: an order may outlive what it was placed by.

import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { day, hour, manualClock } from '../../src/base/clock.ts'
import type { ManufacturingSku } from '../../src/catalog/catalog.ts'
import type { Database } from '../../src/db/db.ts'
import { press, program, support } from '../actors.ts'
import { freshPglite } from '../database.ts'
import { errorsOf } from '../errors.ts'
import { files, startWorld, type World, worldStart } from '../world.ts'

const keepsake = { orderItems: [{ sku: 'KEEPSAKE', quantity: 2, product: files }] }

type Change = (sku: ManufacturingSku) => ManufacturingSku | undefined

/** The catalogue as the next start would read it, with another book behind the product. */
function changeCatalogue({ app, charged }: World, product: string, change: Change) {
  const { catalog } = app.operator
  const { manufacturingSku } = charged.products.find(({ sku }) => sku === product)!
  const { get } = catalog
  catalog.get = name => (name === manufacturingSku ? change(get(name)!) : get(name))
}

const gone: Change = () => undefined
const thicker: Change = sku => ({
  ...sku,
  pages: { ...sku.pages, min: 400 },
  geometry: { ...sku.geometry, spine: { kind: 'banded', bands: [{ fromPages: 400, inches: 1.5 }] } },
})

describe('an order that was placed before the catalogue changed', () => {
  for (const [what, change] of Object.entries({ 'gone from the catalogue': gone, 'thicker there': thicker }))
    it(`is printed when its book is ${what}`, async () => {
      const { errors, log } = errorsOf()
      await using world = await startWorld({ log })
      const customer = program(world, world.charged, 'production')
      await customer.place('gone', keepsake)
      await customer.place('plain')
      await world.settle()
      const { estimatedShipDate, pricing } = await customer.read('gone')
      changeCatalogue(world, 'KEEPSAKE', change)
      await world.advance(16 * hour)
      const printing = await customer.read('gone')
      assert.deepEqual([printing.status, await customer.statusOf('plain')], ['PRINTING', 'PRINTING'])
      assert.deepEqual([printing.estimatedShipDate, printing.pricing], [estimatedShipDate, pricing])

      const printer = press(world)
      const { jobId } = await printer.jobOf('gone')
      const as = world.demo.printer.authorization
      assert.equal((await world.call(`/press/jobs/${jobId}/ticket.pdf`, { as })).status, 200)
      const delay = { method: 'POST', as, body: { until: '2026-03-20' } } as const
      assert.equal((await world.call(`/press/jobs/${jobId}/delay`, delay)).status, 200)
      assert.equal((await printer.tell('gone', 'problem', { reason: 'out of boards' })).status, 200)
      const staff = support(world)
      assert.equal((await staff.act(world.charged, 'gone', 'resume')).status, 200)
      await world.settle()
      const shipments = [{ packages: [{ trackingNumber: '1Z' }] }]
      assert.equal((await printer.tell('gone', 'ship', { shipments })).status, 200)
      assert.equal((await staff.act(world.charged, 'gone', 'reprint')).status, 201)
      assert.deepEqual(errors, [])
      await world.assertSound()
    })

  it('is for the staff when its book is gone before it was checked, and holds up no other', async () => {
    const { errors, log } = errorsOf()
    await using world = await startWorld({ log })
    const { charged, enterprise } = world
    const staff = support(world)
    for (const account of [charged, enterprise])
      await staff.change(account, { limits: { production: { ordersPer24Hours: 1 } } })
    const customers = [charged, enterprise].map(account => program(world, account, 'production'))
    for (const customer of customers) {
      await customer.place('first')
      assert.equal((await customer.place('gone', keepsake)).status, 'QUEUED')
    }
    await customers[0]!.place('plain')
    changeCatalogue(world, 'KEEPSAKE', gone)
    await world.advance(day)
    await world.advance(day + hour)
    for (const customer of customers) assert.equal(await customer.statusOf('gone'), 'EXCEPTION')
    assert.equal(await customers[0]!.statusOf('plain'), 'VALID_AWAITING_PAYMENT')
    assert.deepEqual([...new Set(errors.map(({ message }) => message))], ['the files of an order could not be checked'])
    assert.equal((await staff.act(charged, 'gone', 'abandon')).body.status, 'CANCELLED')
    await world.assertSound()
  })
})

/** The class as the next start would read it: no longer sold to where orders of this test go. */
const withdraw = ({ app }: World, shippingClass: string) =>
  (app.operator.shipping.rates.get('US-NY') as Map<string, unknown>).delete(shippingClass)

describe('an order whose shipping class is no longer sold', () => {
  const rush = { shippingClassification: 'rush' }

  it('is printed in the time of that class when its files were checked before', async () => {
    await using world = await startWorld()
    const customer = program(world, world.charged, 'production')
    await customer.place('checked', rush)
    await world.settle()
    const before = await customer.read('checked')
    assert.notEqual(before.estimatedDelivery, null)
    withdraw(world, 'rush')
    await world.advance(16 * hour)
    const { status, estimatedShipDate, pricing, selectedShipping } = await customer.read('checked')
    assert.equal(status, 'PRINTING')
    assert.deepEqual([estimatedShipDate, pricing], [before.estimatedShipDate, before.pricing])
    assert.equal(selectedShipping.estimatedDelivery, null, 'when it arrives is not known')
    assert.equal((await press(world).jobOf('checked')).dueDate, estimatedShipDate)
    await world.assertSound()
  })

  it('is for the staff when its files were not checked before, who let it go on when the class is sold again', async () => {
    await using world = await startWorld()
    const { charged, enterprise } = world
    const staff = support(world)
    const customers = [charged, enterprise].map(account => program(world, account, 'production'))
    for (const account of [charged, enterprise])
      await staff.change(account, { limits: { production: { ordersPer24Hours: 1 } } })
    for (const customer of customers) {
      await customer.place('first')
      assert.equal((await customer.place('queued', rush)).status, 'QUEUED')
    }
    const rates = world.app.operator.shipping.rates.get('US-NY')!
    const rate = rates.get('rush')!
    withdraw(world, 'rush')
    await world.advance(day + hour)
    for (const customer of customers) assert.equal(await customer.statusOf('queued'), 'EXCEPTION')
    ;(rates as Map<string, unknown>).set('rush', rate)
    for (const account of [charged, enterprise])
      assert.equal((await staff.act(account, 'queued', 'revalidate')).body.status, 'VALIDATING')
    await world.settle()
    assert.equal(await customers[0]!.statusOf('queued'), 'VALID_AWAITING_PAYMENT')
    assert.equal(await customers[1]!.statusOf('queued'), 'VALID_HOLDING_BIN')
    await world.assertSound()
  })
})

describe('an order whose printer is no longer in printers.json', () => {
  it('waits there until the staff say what becomes of it, and others go to who is left', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'octavo-outlived-'))
    const operatorDir = join(folder, 'operator')
    cpSync('operator', operatorDir, { recursive: true })
    const rules = JSON.parse(readFileSync(join(operatorDir, 'printers.json'), 'utf8'))
    const [desk] = rules.printers
    const keep = (...printers: object[]) =>
      writeFileSync(join(operatorDir, 'printers.json'), JSON.stringify({ ...rules, printers }))
    await using database = await outliving(await freshPglite())
    const { errors, log: strict } = errorsOf()
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
    const left = 'a printer with open jobs is no longer in printers.json'
    const told = () => warnings.filter(({ message }) => message === left)
    assert.deepEqual(told(), [])
    await using world = await start()
    assert.deepEqual(told(), [{ printer: 'east', openJobs: 3, message: left }])
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
    assert.deepEqual([...new Set(errors.map(({ message }) => message))], ['a printer is silent'])
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
