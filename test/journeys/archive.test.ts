// Orders that ended long ago leave the database for files in the storage, and nothing is lost by it.

import assert from 'node:assert/strict'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { commands } from '../../src/app/commands.ts'
import { localStorage } from '../../src/artwork/storage.ts'
import { day, hour } from '../../src/base/clock.ts'
import { type Log, silentLog } from '../../src/base/log.ts'
import { openArchive } from '../../src/orders/archive/archive.ts'
import { eraseOldRecipients } from '../../src/orders/privacy/eraseRecipients.ts'
import { orderPath, parcel, press, program, support } from '../support/actors.ts'
import { somewhere, startWorld, type World, type WorldOptions } from '../support/world.ts'

/** Until the orders have left, and before messages of printers are deleted. */
const years = 750 * day
const recipient = 'Zephyrine O’Hara'
const destination = { ...somewhere, name: recipient }

/** A shipped, a canceled and a failed order of the charged account, and a shipped order whose statement is paid. */
async function startOldWorld(options: WorldOptions = {}) {
  const world = await startWorld({ config: { archiveDays: 760 }, ...options })
  const customer = program(world, world.charged, 'production')
  const large = program(world, world.enterprise, 'production')
  for (const id of ['shipped', 'canceled']) await customer.place(id, { destination })
  await customer.place('failed', { destination: { ...destination, phone: 'none' } })
  await large.place('billed', { destination, purchaseOrderNumber: 'PO-7' })
  await customer.cancel('canceled')
  await world.advance(16 * hour)
  await press(world).tell('shipped', 'ship', parcel)
  await press(world).tell('billed', 'accept', { itemsTotal: 100, taxesTotal: 8 })
  await press(world).tell('billed', 'ship', { ...parcel, shippingTotal: 12 })
  await world.advance(40 * day)
  return { world, customer, large }
}

async function pay(world: World) {
  const path = `/staff/accounts/${world.enterprise.accountId}/billing/payments`
  const body = { receivedOn: world.now().toISOString().slice(0, 10), amount: 120, reference: 'wire 1' }
  const answer = await world.call(path, { method: 'POST', as: world.demo.staff.authorization, body })
  assert.ok(answer.status < 300, JSON.stringify(answer.body))
}

async function stored({ app }: World): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select customer_order_id as id from orders where mode = 'production' order by 1`.execute(app.database.db)
  return rows.map(({ id }) => id)
}

/** The rows in all tables that an archive file has rows of. */
async function everything({ app }: World): Promise<string[]> {
  const tables = ['orders', 'order_contents', 'order_events', 'order_search', 'print_jobs', 'print_tickets']
  const others = ['printer_messages', 'webhook_deliveries', 'proof_comments']
  const texts: string[] = []
  for (const table of [...tables, ...others]) {
    const { rows } = await sql<{ row: string }>`
      select row_to_json(r)::text as row from ${sql.table(table)} r order by 1`.execute(app.database.db)
    texts.push(...rows.map(({ row }) => row))
  }
  return texts
}

const archiveFiles = ({ dataDir }: World) =>
  globSync('files/archive/**/*.gz', { cwd: dataDir }).map(file => join(dataDir, file))
const contentOf = (file: string) => gunzipSync(readFileSync(file)).toString()
type Program = ReturnType<typeof program>
const quiet: Log = { ...silentLog, error: () => {} }
const command = (world: World, ...args: string[]) => commands.archive!.run(world.app, args)

/** A file that is changed or missing is found and named, and its orders answer 503. */
async function refuseDamage(world: World, customer: Program) {
  assert.deepEqual(await command(world, 'check'), { checked: 2, faulty: [] })
  const file = archiveFiles(world).find(path => path.includes(world.charged.accountId))!
  const content = readFileSync(file)
  const damaged = Buffer.from(content)
  damaged[20]! ^= 1
  const faults = async () =>
    ((await command(world, 'check')) as { faulty: { storageKey: string; problem: string }[] }).faulty
  try {
    writeFileSync(file, damaged)
    const [changed] = await faults()
    assert.ok(file.endsWith(changed!.storageKey))
    assert.match(changed!.problem, /has been changed/)
    const answer = await world.call(orderPath('shipped'), { as: customer.as })
    assert.deepEqual([answer.status, answer.body.code], [503, 'overloaded'])
    rmSync(file)
    assert.match((await faults())[0]!.problem, /cannot be read/)
    assert.equal(process.exitCode, 1)
  } finally {
    process.exitCode = undefined
  }
  writeFileSync(file, content)
  assert.deepEqual(await faults(), [])
  assert.equal((await customer.read('shipped')).status, 'SHIPPED')
}

/** A recipient is erased on request: the file is written again without it. */
async function eraseInFile(world: World, customer: Program) {
  const texts = () => archiveFiles(world).flatMap(file => contentOf(file).split('\n'))
  assert.equal(texts().filter(line => line.includes(recipient)).length, 4)
  assert.equal((await support(world).act(world.charged, 'shipped', 'forget')).status, 200)
  await world.advance(31 * day)
  assert.deepEqual(await stored(world), ['new'])
  const order = await customer.read('shipped')
  assert.deepEqual([order.status, order.destination.name], ['SHIPPED', '[forgotten]'])
  assert.equal(texts().filter(line => line.includes(recipient)).length, 3, 'the three other orders')
  await world.assertSound()
}

describe('orders that ended 25 months ago', () => {
  it('archived orders leave the database, and are still read, invoiced, refused as duplicates, checked, restored and erased', async () => {
    const { world, customer, large } = await startOldWorld({ log: quiet })
    await using _ = world
    const { accountId } = world.charged
    const names = ['shipped', 'canceled', 'failed']
    const objects = await Promise.all(names.map(customer.read))
    const money = async () => {
      const cookie = await world.signIn(world.charged.user)
      const read = async (path: string) => {
        const { status, body } = await world.call(`/dashboard/api/${path}`, { cookie })
        assert.equal(status, 200, path)
        return body
      }
      const { charges } = await read('charges')
      assert.equal(charges.length, 1)
      const bill = `/staff/accounts/${world.enterprise.accountId}/billing/statement-lines?statement=1`
      return {
        charges,
        invoice: await read(`billing/charges/${charges[0].chargeId}/invoice.pdf`),
        ledger: await read('billing/ledger?from=2026-03-01&to=2026-03-31&format=csv'),
        lines: (await world.call(bill, { as: world.demo.staff.authorization })).body.lines,
      }
    }
    const [before, rows] = [await money(), await everything(world)]
    assert.match(before.ledger, /,shipped,/)
    assert.deepEqual([before.lines.length, before.lines[0].purchaseOrderNumber], [1, 'PO-7'])

    // The statement is not paid, so its order stays.
    await world.advance(years)
    assert.deepEqual(await stored(world), ['billed'])
    await pay(world)
    await world.advance(hour)
    assert.deepEqual(await stored(world), [])
    await world.assertSound()

    assert.deepEqual(await Promise.all(names.map(customer.read)), objects)
    assert.equal((await large.read('billed')).status, 'SHIPPED')
    assert.equal((await program(world, world.charged, 'sandbox').read('shipped')).code, 'order_not_found')
    assert.deepEqual(await money(), before)
    const listed = await world.call('/orders', { as: customer.as })
    assert.deepEqual(listed.body.orders, [])
    for (const id of names) {
      const again = await customer.create({
        ...objects[0],
        customerOrderId: id,
        destination,
        shipmentTracking: undefined,
      })
      assert.deepEqual([again.status, again.body.code], [400, 'duplicate_order_id'])
    }

    const { files } = (await command(world, 'list')) as { files: { accountId: string; orders: number }[] }
    assert.deepEqual(
      files.map(file => [file.accountId, file.orders]).toSorted(),
      [
        [accountId, 3],
        [world.enterprise.accountId, 1],
      ].toSorted(),
    )
    assert.deepEqual(await command(world, 'restore', accountId, 'failed'), { restored: 3 })
    await command(world, 'restore', world.enterprise.accountId, 'billed')
    assert.deepEqual(await everything(world), rows)
    await world.assertSound()
    await assert.rejects(command(world, 'restore', accountId, 'failed'), /no archived order/)

    // They stay for a month, and leave again.
    await world.advance(29 * day)
    assert.deepEqual(await stored(world), ['billed', ...names].toSorted())
    await world.advance(2 * day)
    assert.deepEqual(await stored(world), [])
    assert.equal(archiveFiles(world).length, 2, 'the earlier files are deleted')
    assert.deepEqual(await customer.read('shipped'), objects[0])

    // The limit of the account does not count the orders that left.
    assert.equal((await customer.place('new')).status, 'RECEIVED')
    await customer.cancel('new')
    await world.assertSound()

    await refuseDamage(world, customer)
    await eraseInFile(world, customer)
  })

  it('orders stay in the database while their file cannot be stored or recorded, and leave once it can', async () => {
    const errors: unknown[] = []
    const log: Log = { ...silentLog, error: (_line: unknown, text?: string) => void errors.push(text) }
    let isKilled = false
    const crash = (point: string) => {
      if (isKilled && point === 'archive:stored') throw new Error('killed here')
    }
    const { world } = await startOldWorld({ log, crash })
    await using _ = world
    const all = ['billed', 'canceled', 'failed', 'shipped']
    const blocked = join(world.dataDir, 'files', 'archive')
    mkdirSync(join(world.dataDir, 'files'), { recursive: true })
    writeFileSync(blocked, 'a file where the folder should be')
    await world.advance(years)
    assert.deepEqual(await stored(world), all)
    assert.deepEqual(errors, ['orders could not be archived'])
    rmSync(blocked)
    isKilled = true
    // The first run goes on after the orders that failed, and the second begins with them.
    for (let run = 0; run < 2; run++) await world.advance(hour)
    assert.deepEqual(await stored(world), all)
    assert.equal(archiveFiles(world).length, 1, 'written, and not recorded')
    await world.assertSound()

    isKilled = false
    for (let run = 0; run < 2; run++) await world.advance(2 * day)
    assert.deepEqual(await stored(world), ['billed'])
    assert.equal(archiveFiles(world).length, 1, 'the file that was not recorded is deleted')
    await world.assertSound()
  })

  it('orders leave the database with RECIPIENT_DAYS only once their recipients are erased, also from files that were written before', async () => {
    const { world } = await startOldWorld()
    await using _ = world
    await world.advance(years)
    await pay(world)
    assert.ok(archiveFiles(world).some(file => contentOf(file).includes(recipient)))
    const { storage, transactor, clock } = { storage: localStorage(join(world.dataDir, 'files')), ...world.app }
    const archive = openArchive({
      ...{ transactor, storage, clock, scratch: join(world.dataDir, 'scratch'), log: silentLog, crash: () => {} },
      ...{ days: 760, recipientRetentionDays: 100 },
    })
    const now = world.now()
    assert.deepEqual([await archive.restoreToErase(now), await archive.restoreToErase(now)], [3, 0])
    assert.equal(await archive.archiveOrders(now), 0, 'the recipients are not erased')
    const erase = eraseOldRecipients({ transactor, days: 100, log: silentLog })
    while ((await erase(now)) > 0);
    while ((await archive.archiveOrders(now)) > 0);
    assert.deepEqual(await stored(world), [])
    const { files } = (await command(world, 'list')) as { files: { storageKey: string }[] }
    for (const { storageKey } of files)
      assert.ok(!contentOf(join(world.dataDir, 'files', storageKey)).includes(recipient))
    await world.assertSound()
  })
})
