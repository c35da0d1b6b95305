// An account moves from one installation to another, with orders in many statuses. Nothing is done twice, and the books
// of both are sound.

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { createPerson } from '../../src/accounts/accounts.ts'
import { commands } from '../../src/app/commands.ts'
import { day, hour } from '../../src/base/clock.ts'
import type { Config } from '../../src/config/config.ts'
import { openDatabase } from '../../src/db/db.ts'
import { audit, isLateness } from '../../src/features/audit/audit.ts'
import { readDocumentRow } from '../../src/payments/documentStore.ts'
import { parcel, press, program, support } from '../support/actors.ts'
import { freshPglite } from '../support/database.ts'
import { exportOf, folderOf, importInto, storeFile } from '../support/moving.ts'
import { freshPostgres } from '../support/postgres.ts'
import { orderBody, startReceiver, startWorld, type World } from '../support/world.ts'

const member = { name: 'Nora Moves', email: 'nora@example.com', password: 'correct horse battery' }

/** Orders of the charged account: archived, shipped, at the printer, in the hold, not paid yet, and queued. */
async function placeOrders(world: World, webhookUrl: string) {
  const customer = program(world, world.charged, 'production')
  await customer.place('archived')
  await world.advance(16 * hour)
  await press(world).tell('archived', 'ship', parcel)
  await world.advance(70 * day)
  await customer.place('shipped')
  await world.advance(25 * hour)
  await press(world).tell('shipped', 'ship', parcel)
  await customer.place('printing')
  await world.advance(25 * hour)
  await press(world).tell('printing', 'accept')
  await customer.place('held')
  await customer.place('canceled')
  await world.advance(21 * hour + hour / 2)
  await support(world).change(world.charged, { limits: { production: { ordersPer24Hours: 3, queueCeiling: 10 } } })
  await customer.place('unpaid', { webhookUrl })
  await customer.place('queued')
  await world.settle()
  const ids = ['shipped', 'printing', 'held', 'canceled', 'unpaid', 'queued']
  const statuses = await Promise.all(ids.map(id => customer.statusOf(id)))
  const [held, waiting] = ['VALID_HOLDING_BIN', 'VALID_AWAITING_PAYMENT']
  assert.deepEqual(statuses, ['SHIPPED', 'PRINTING', held, held, waiting, 'QUEUED'])
  assert.equal((await customer.read('archived')).status, 'SHIPPED')
}

async function countOf({ app }: World, table: string, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where account_id = ${accountId}`.execute(app.database.db)
  return rows[0]!.count
}

/** Imports that fail: of a cut or changed file, with another key, without a printer, and killed between two objects. */
async function importInVain(world: World, folder: string, key: string) {
  const { app } = world
  const path = join(folder, 'account.sealed')
  const content = readFileSync(path)
  writeFileSync(path, content.subarray(0, -40))
  await assert.rejects(importInto(world, folder, key), /account\.sealed has been cut\.$/)
  const changed = Buffer.from(content)
  changed[changed.length - 100]! ^= 1
  writeFileSync(path, changed)
  await assert.rejects(importInto(world, folder, key), /account\.sealed has been cut or changed/)
  writeFileSync(path, content)
  await assert.rejects(importInto(world, folder, Buffer.alloc(32).toString('base64url')), /not the key/)
  const { storage } = app.printFiles
  const dying = { ...storage, put: () => Promise.reject(new Error('killed')) }
  await assert.rejects(importInto({ app: { ...app, printFiles: { ...app.printFiles, storage: dying } } }, folder, key))
  await assert.rejects(importInto({ app: { ...app, printers: [] } }, folder, key), /printers that are not here: /)
}

for (const name of ['PGlite', 'PostgreSQL'])
  describe(`moving an account, on ${name}`, () => {
    const startOne = async (t: TestContext, config: Partial<Config> = {}) => {
      const postgres = name === 'PGlite' ? null : await freshPostgres()
      const database =
        postgres === null
          ? await freshPglite()
          : await openDatabase({ databaseUrl: postgres.databaseUrl, dataDir: null, databaseConnections: 5 })
      const world = await startWorld({ database, config: { archiveDays: 1, ...config } })
      t.after(async () => {
        await world[Symbol.asyncDispose]()
        await postgres?.drop()
      })
      return world
    }

    it('its open orders are charged, printed and shipped at the destination, and never at the source', async t => {
      const folder = folderOf(t)
      let isDown = true
      const source = await startOne(t)
      const { charged } = source
      await using receiver = await startReceiver(
        () => charged.production.webhookSecret,
        () => (isDown ? 500 : 204),
      )
      await createPerson(
        { ...source.app, db: source.app.database.db },
        { kind: 'customer', accountId: charged.accountId, ...member },
        'test',
      )
      await placeOrders(source, receiver.url)
      const sha256 = await storeFile(source)
      const before = receiver.received.length
      const { jobId } = await press(source).jobOf('printing')
      const { key } = await exportOf(source, charged.accountId, folder)

      await source.advance(3 * day)
      assert.equal(receiver.received.length, before, 'no webhook is sent any more')
      const staff = source.demo.staff.authorization
      const held = await source.call(`/staff/orders/${charged.accountId}/held`, { as: staff })
      assert.equal(held.body.order.status, 'VALID_HOLDING_BIN')
      const shipped = await source.call(`/press/jobs/${jobId}/ship`, {
        ...{ method: 'POST', as: source.demo.printer.authorization, body: parcel },
      })
      assert.equal(shipped.status, 409)
      assert.equal((await support(source).act(charged, 'held', 'cancel', { reason: 'asked' })).status, 409)
      const resumed = await source.call(`/staff/accounts/${charged.accountId}/resume`, {
        method: 'POST',
        as: staff,
        body: { reason: 'asked' },
      })
      assert.equal(resumed.status, 409)
      await source.assertSound()

      isDown = false
      const target = await startOne(t, { secretKey: Buffer.alloc(32, 9) })
      await target.advance(source.now().getTime() - target.now().getTime())
      const { rows } = await sql`select from operator_versions`.execute(target.app.database.db)
      await importInVain(target, folder, key)
      assert.equal(await countOf(target, 'orders', charged.accountId), 0)
      const imported = await importInto(target, folder, key)
      await assert.rejects(importInto(target, folder, key), /exists here already/)
      assert.deepEqual(imported.peopleNotMoved, [charged.user.email])
      const findings = await audit(target.app.database.db, target.now())
      assert.deepEqual(
        findings.filter(finding => !isLateness(finding)),
        [],
      )
      const file = await sql<{ storageKey: string }>`
        select storage_key as "storageKey" from stored_files where sha256 = ${sha256}`.execute(target.app.database.db)
      assert.ok(await target.app.printFiles.storage.has(file.rows[0]!.storageKey))
      const customer = program({ ...target, charged }, charged, 'production')
      assert.equal((await customer.create(orderBody({ customerOrderId: 'shipped' }))).body.code, 'duplicate_order_id')
      assert.equal((await customer.create(orderBody({ customerOrderId: 'archived' }))).body.code, 'duplicate_order_id')
      assert.equal((await customer.read('archived')).status, 'SHIPPED')
      assert.equal((await customer.cancel('canceled')).body.status, 'CANCELLED')
      await target.settle()
      assert.deepEqual(receiver.unverified, [])
      const delivered = receiver.received.slice(before).map(({ sequence }) => sequence)
      assert.deepEqual(delivered, [...new Set(delivered)], 'each webhook is delivered once')
      await press(target).tell('printing', 'ship', parcel)
      await target.advance(2 * day)
      for (const id of ['held', 'unpaid', 'queued']) await press(target).tell(id, 'ship', parcel)
      for (const id of ['printing', 'held', 'unpaid', 'queued'])
        assert.equal(await customer.statusOf(id), 'SHIPPED', id)
      assert.equal((await customer.read('canceled')).paymentInfo.status, 'REFUNDED')
      const own = await sql`select from operator_versions where version > 0`.execute(target.app.database.db)
      assert.equal(own.rows.length, rows.length)
      assert.equal((await readDocumentRow(target.app.database.db, charged.accountId, 1))?.number, 1)
      await target.assertSound()
      assert.equal(await countOf(source, 'charges', charged.accountId), 4)
      await source.assertSound()
    })

    it('its statement stays as it was, and the destination continues with numbers of its own', async t => {
      const folder = folderOf(t)
      const source = await startOne(t)
      const { accountId } = source.enterprise
      const bill = async (world: World, id: string) => {
        await program(world, source.enterprise, 'production').place(id)
        await world.advance(3 * hour)
        await press(world).tell(id, 'accept', { itemsTotal: 100, taxesTotal: 8 })
        await press(world).tell(id, 'ship', { ...parcel, shippingTotal: 12 })
        await world.advance(31 * day)
      }
      await bill(source, 'first')
      const { key } = await exportOf(source, accountId, folder)
      await source.assertSound()
      const target = await startOne(t, { secretKey: Buffer.alloc(32, 9) })
      await target.advance(source.now().getTime() - target.now().getTime())
      await importInto(target, folder, key)
      await bill(target, 'second')
      const as = target.demo.staff.authorization
      const { documents } = (await target.call(`/staff/accounts/${accountId}/billing/documents`, { as })).body
      const numbers = documents.map(({ number, statement }: { number: number; statement: number }) => [
        number,
        statement,
      ])
      assert.deepEqual(numbers, [
        [1, 2],
        [1, 1],
      ])
      await target.assertSound()
    })

    it('it works at the source again when the move is undone', async t => {
      const source = await startOne(t)
      const { accountId } = source.charged
      const customer = program(source, source.charged, 'production')
      await customer.place('kept')
      await source.advance(14 * hour + hour / 2)
      await exportOf(source, accountId, folderOf(t))
      await source.advance(day)
      await commands['export-account']!.run(source.app, [accountId, 'undo'])
      await source.settle()
      assert.equal(await customer.statusOf('kept'), 'PRINTING')
      await source.assertSound()
    })
  })
