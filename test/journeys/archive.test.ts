// Orders that ended long ago leave the database for files in the storage, and nothing is lost by it.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { commands } from '../../src/app/commands.ts'
import { localStorage, type Storage } from '../../src/artwork/storage.ts'
import { day, hour } from '../../src/base/clock.ts'
import { type Log, silentLog } from '../../src/base/log.ts'
import { operatorAccount } from '../../src/base/operator.ts'
import { openArchive } from '../../src/features/archive/archive.ts'
import { audit } from '../../src/features/audit/audit.ts'
import { exportToAccounting } from '../../src/features/money/exportToAccounting.ts'
import { eraseOldRecipients } from '../../src/features/privacy/eraseRecipients.ts'
import { readExportedJournal } from '../../src/payments/accounting/exportStore.ts'
import { orderPath, parcel, press, program, support } from '../support/actors.ts'
import { somewhere, startWorld, type World, type WorldOptions } from '../support/world.ts'

/** Until the orders have left, and before messages of printers are deleted. */
const years = 750 * day
const recipient = 'Zephyrine O’Hara'
const destination = { ...somewhere, name: recipient }

/** A shipped, a canceled and a failed order of the charged account, and a shipped order whose statement is paid. */
const written = [
  { reader: 'staff', text: 'called the printer' },
  { reader: 'customer', text: 'It is on its way.' },
]

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

type DaySum = { day: string; account: string; debit: number; credit: number }

const exportedSums = async ({ app }: World): Promise<DaySum[]> => {
  const { entries } = (await readExportedJournal(app.database.db, 1))!
  return entries.flatMap(({ day, lines }) =>
    lines.map(({ ledgerAccount, detail, debitCents, creditCents }) => ({
      ...{ day, account: `${ledgerAccount} ${detail}`, debit: debitCents, credit: creditCents },
    })),
  )
}

async function ledgerSums({ app }: World): Promise<DaySum[]> {
  const { rows } = await sql<DaySum>`
    select day::text, ledger_account || ' ' || part || jurisdiction as account,
      sum(debit_cents)::int as debit, sum(credit_cents)::int as credit
    from (
      select starts_on as day, ledger_account, part, jurisdiction, debit_cents, credit_cents
      from ledger_sums
      where span = 'day' and account_id <> ${operatorAccount}
      union all
      select day, ledger_account, part, jurisdiction, debit_cents, credit_cents
      from ledger_deltas
    ) sums
    group by day, ledger_account, part, jurisdiction
    order by day, ledger_account, part || jurisdiction`.execute(app.database.db)
  return rows
}

/** The rows in all tables that an archive file has rows of. */
async function everything({ app }: Pick<World, 'app'>): Promise<string[]> {
  const tables = ['orders', 'order_contents', 'order_events', 'order_search', 'print_jobs', 'print_tickets']
  const others = ['printer_messages', 'webhook_deliveries', 'proof_comments', 'order_messages']
  const texts: string[] = []
  for (const table of [...tables, ...others]) {
    const { rows } = await sql<{ row: string }>`
      select row_to_json(r)::text as row from ${sql.table(table)} r order by 1`.execute(app.database.db)
    texts.push(...rows.map(({ row }) => row))
  }
  return [...texts, ...(await postingsAboutOrders({ app }))]
}

async function postingsAboutOrders({ app }: Pick<World, 'app'>): Promise<string[]> {
  const { rows } = await sql<{ row: string }>`
    select row_to_json(r)::text as row
    from ledger_postings r
    where order_id is not null
    order by account_id, posting_id`.execute(app.database.db)
  return rows.map(({ row }) => row)
}

const archiveFiles = ({ dataDir }: World) =>
  globSync('files/archive/**/*.gz', { cwd: dataDir }).map(file => join(dataDir, file))
const contentOf = (file: string) => gunzipSync(readFileSync(file)).toString()
type Program = ReturnType<typeof program>

/** Lists say what is archived; each month of the archive is listed, exported and searched, and its orders are read. */
async function browseArchive(
  world: World,
  customer: Program,
  objects: { customerOrderId: string; orderNumber: string }[],
) {
  const { call, charged, demo } = world
  const asked = async (path: string, by: object) => {
    const { status, body } = await call(path, by)
    assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`)
    return body
  }
  const months = [{ month: '2026-03', orders: 3 }]
  const ofStaff = { as: demo.staff.authorization }
  const ofMember = { cookie: await world.signIn(charged.user) }
  const ways = [
    { base: '/archive', by: { as: customer.as } },
    { base: '/dashboard/api/archive', by: ofMember },
    { base: `/staff/accounts/${charged.accountId}/archive`, by: ofStaff },
  ]
  for (const { base, by } of ways) {
    assert.deepEqual(await asked(base, by), { months })
    const page = await asked(`${base}/2026-03`, by)
    assert.deepEqual([page.orders, page.nextCursor], [objects, null])
    assert.deepEqual((await asked(`${base}/2026-04`, by)).orders, [])
    assert.equal((await call(`${base}/2026-13`, by)).status, 404)
    assert.equal((await call(`${base}/2026-03?cursor=x`, by)).status, 400)
    if (base === '/archive') continue
    const exported: ((typeof objects)[number] & { bookTitles: string[] })[] = (
      await asked(`${base}/2026-03/export?format=json`, by)
    ).orders
    assert.deepEqual(exported[0]!.bookTitles, ['Trade paperback'])
    assert.deepEqual(
      exported.map(({ bookTitles: _, ...order }) => order),
      objects,
    )
    const csv = await asked(`${base}/2026-03/export?columns=customerOrderId,status`, by)
    assert.equal(csv, '\ufeffcustomerOrderId,status\r\nshipped,SHIPPED\r\ncanceled,CANCELLED\r\nfailed,FAILED\r\n')
  }
  const sandbox = { as: charged.sandbox.authorization }
  assert.deepEqual(await asked('/archive', sandbox), { months: [] })
  assert.deepEqual((await asked('/archive/2026-03', sandbox)).orders, [])

  const [shipped] = objects
  const found = { customerOrderId: 'shipped', orderNumber: shipped!.orderNumber, month: '2026-03' }
  const listed = async (query: string) => {
    const { archivedMonths, archivedOrders } = await asked(`/orders?${query}`, { as: customer.as })
    return { archivedMonths, archivedOrders }
  }
  assert.deepEqual(await listed(''), { archivedMonths: months, archivedOrders: [] })
  assert.deepEqual((await listed('createdAfter=2026-03-31T23:00:00Z')).archivedMonths, months)
  assert.deepEqual((await listed('createdAfter=2026-04-01T00:00:00Z')).archivedMonths, [])
  assert.deepEqual((await listed('createdBefore=2026-02-28T23:59:59Z')).archivedMonths, [])
  assert.deepEqual((await listed('search=ship')).archivedOrders, [])
  for (const search of ['shipped', 'SHIPPED', found.orderNumber, `%23${found.orderNumber}`]) {
    assert.deepEqual((await listed(`search=${search}`)).archivedOrders, [found])
    assert.deepEqual((await asked(`/dashboard/api/production/search?search=${search}`, ofMember)).archived, [found])
    for (const path of ['/staff/search', '/staff/orders/find']) {
      const { archived } = await asked(`${path}?search=${search}`, ofStaff)
      const [first] = archived.filter(({ accountId }: { accountId: string }) => accountId === charged.accountId)
      assert.deepEqual(first, { ...found, accountId: charged.accountId, accountName: first.accountName })
    }
    const inList = async (query: string) =>
      (await asked(`/staff/orders/all?search=${search}${query}`, ofStaff)).archived
        .map(({ accountId }: { accountId: string }) => accountId)
        .filter((accountId: string) => accountId === charged.accountId)
    assert.deepEqual(await inList('&mode=production'), [charged.accountId])
    assert.deepEqual(await inList('&mode=sandbox'), [], 'the sandbox has no archive')
  }

  const all = await asked('/staff/archive', ofStaff)
  const [{ month, orders: count }] = all.months
  assert.deepEqual([month, all.months.length], ['2026-03', 1])
  const first = await asked('/staff/archive/2026-03?limit=1', ofStaff)
  const rest = await asked(`/staff/archive/2026-03?cursor=${first.nextCursor}`, ofStaff)
  const accounts = [...first.accounts, ...rest.accounts] as { accountId: string; accountName: string; orders: number }[]
  assert.deepEqual(
    accounts.map(({ accountId }) => accountId),
    accounts.map(({ accountId }) => accountId).toSorted(),
  )
  assert.equal(accounts.find(({ accountId }) => accountId === charged.accountId)?.orders, 3)
  assert.equal(
    accounts.reduce((sum, { orders }) => sum + orders, 0),
    count,
  )
  assert.deepEqual((await asked('/staff/archive/2026-04', ofStaff)).accounts, [])
  assert.equal((await call('/staff/archive/2026-13', ofStaff)).status, 404)
  assert.equal((await call('/staff/archive/2026-03?cursor=%00', ofStaff)).status, 400)
  const period = { first: '2026-03', last: '2026-03' }
  const periodOf = async (query: string) => (await asked(`/staff/orders/all?${query}`, ofStaff)).archivedPeriod
  assert.deepEqual(await periodOf(''), period)
  assert.deepEqual(await periodOf(`accountId=${charged.accountId}&createdAfter=2026-03-31T23:00:00Z`), period)
  assert.equal(await periodOf('createdAfter=2026-04-01T00:00:00Z'), null)
  assert.equal(await periodOf('mode=sandbox'), null)
  assert.equal(await periodOf('accountId=acc_none'), null)

  const inDashboard = await asked('/dashboard/api/production/orders/shipped', ofMember)
  assert.deepEqual(inDashboard.order, shipped)
  assert.ok(inDashboard.archivedAt > '2028-04-01')
  assert.deepEqual(inDashboard.steps.at(-1).status, 'SHIPPED')
  assert.equal((await call('/dashboard/api/sandbox/orders/shipped', ofMember)).status, 404)
  const ofStaffOrder = await asked(`/staff/orders/${charged.accountId}/shipped`, ofStaff)
  assert.deepEqual([ofStaffOrder.order, ofStaffOrder.acts], [shipped, ['reprint', 'refund', 'forget']])
  assert.ok(ofStaffOrder.money.paid > 0)
  const textsOf = ({ messages }: { messages: { text: string }[] }) => messages.map(({ text }) => text)
  assert.deepEqual(textsOf(ofStaffOrder), ['called the printer', 'It is on its way.'])
  assert.deepEqual(textsOf(inDashboard), ['It is on its way.'])
}
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
  writeFileSync(file, damaged)
  const [changed] = await faults()
  assert.ok(file.endsWith(changed!.storageKey))
  assert.match(changed!.problem, /has been changed/)
  const answer = await world.call(orderPath('shipped'), { as: customer.as })
  assert.deepEqual([answer.status, answer.body.code], [503, 'overloaded'])
  rmSync(file)
  assert.match((await faults())[0]!.problem, /cannot be read/)
  // The audit names it too: of all files on request, and each hour of those that were not read for a week.
  const audited = (await commands.audit!.run(world.app, [])) as { archive: { storageKey: string }[] }
  await world.advance(8 * day)
  const due = await world.app.archive.check('due')
  for (const [one] of [audited.archive, due.faulty]) assert.equal(one!.storageKey, changed!.storageKey)
  assert.deepEqual([commands.audit!.failsOn!.includes('archive'), commands.archive!.failsOn], [true, ['faulty']])
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
    const messages = `/staff/orders/${accountId}/shipped/messages`
    for (const body of written) await world.call(messages, { method: 'POST', as: world.demo.staff.authorization, body })
    const names = ['shipped', 'canceled', 'failed']
    const objects = await Promise.all(names.map(customer.read))
    const eventsOf = async (id: string) => (await world.call(`${orderPath(id)}/events`, { as: customer.as })).body
    const events = await Promise.all(names.map(eventsOf))
    assert.equal(events[0].events.length, 5)
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
        ledgers: await Promise.all(
          ['csv', 'json', `json&accountId=${world.enterprise.accountId}`].map(
            async format =>
              (
                await world.call(`/staff/ledger?from=2026-03-01&to=2026-12-31&format=${format}`, {
                  as: world.demo.staff.authorization,
                })
              ).body,
          ),
        ),
        balances: await read('billing/ledger/balances?from=2026-03-01&to=2026-03-31'),
        lines: (await world.call(bill, { as: world.demo.staff.authorization })).body.lines,
      }
    }
    const compare = async () => {
      const days = ['2026-03-01', '2026-03-02', '2026-03-03']
      const found = await Promise.all(days.map(date => commands.reconcile!.run(world.app, [date])))
      return found.map(one => {
        const { entries, differences } = one as { entries: number; differences: unknown[] }
        return { entries, differences }
      })
    }
    const [before, rows, compared] = [await money(), await everything(world), await compare()]
    assert.match(before.ledger, /,shipped,/)
    assert.ok(
      compared.some(({ entries }) => entries > 0) && compared.every(({ differences }) => differences.length === 0),
    )
    assert.match(before.ledgers[0], /,billed,/)
    assert.deepEqual([before.lines.length, before.lines[0].purchaseOrderNumber], [1, 'PO-7'])

    // The statement is not paid, so its order stays.
    await world.advance(years)
    assert.deepEqual(await stored(world), ['billed'])
    await pay(world)
    await world.advance(hour)
    assert.deepEqual(await stored(world), [])
    assert.deepEqual(await postingsAboutOrders(world), [])
    await world.assertSound()

    assert.deepEqual(await Promise.all(names.map(customer.read)), objects)
    assert.deepEqual(await Promise.all(names.map(eventsOf)), events)
    const afterFirst = await world.call(`${orderPath('shipped')}/events?cursor=3`, { as: customer.as })
    assert.deepEqual(afterFirst.body.events, events[0].events.slice(3))
    await browseArchive(world, customer, objects)
    assert.equal((await large.read('billed')).status, 'SHIPPED')
    assert.equal((await program(world, world.charged, 'sandbox').read('shipped')).code, 'order_not_found')
    assert.deepEqual(await money(), before)
    assert.deepEqual(await compare(), compared)
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
    const restored = await world.call(`/staff/orders/${world.enterprise.accountId}/billed/restore`, {
      method: 'POST',
      as: world.demo.staff.authorization,
    })
    assert.deepEqual([restored.status, restored.body], [200, { restored: 1 }])
    assert.deepEqual((await world.call('/archive', { as: customer.as })).body.months, [])
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

  it('the audit finds a line of the ledger that is changed or missing in a file, and only archived postings are deleted', async () => {
    const { world } = await startOldWorld({ log: quiet })
    await using _ = world
    const { db } = world.app.database
    await assert.rejects(sql`delete from ledger_postings`.execute(db), /append-only/)
    await assert.rejects(sql`update ledger_postings set charge_id = 'x'`.execute(db), /append-only/)
    await world.advance(years)
    await pay(world)
    await world.advance(hour)
    assert.deepEqual(await postingsAboutOrders(world), [])
    await assert.rejects(sql`delete from ledger_postings`.execute(db), /append-only/, 'the posting of the payment')
    await world.assertSound()

    const { accountId } = world.charged
    const broken = async () => (await audit(db, world.now())).map(({ rule }) => rule)
    const faults = async () => ((await command(world, 'check')) as { faulty: { problem: string }[] }).faulty
    const { rows } = await sql<{ day: string; sums: string }>`
      select day, sums from archived_days where account_id = ${accountId} order by day limit 1`.execute(db)
    const [{ day: firstDay, sums }] = rows as [{ day: string; sums: string }]
    const setSums = (sums: string) =>
      sql`
        update archived_days set sums = ${sums}::json
        where account_id = ${accountId} and day = ${firstDay}::date`.execute(db)
    const file = archiveFiles(world).find(path => path.includes(accountId))!
    const content = readFileSync(file)
    const record = async (bytes: Buffer) => {
      writeFileSync(file, bytes)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      await sql`
        update archive_files set sha256 = ${sha256}, bytes = ${bytes.length} where account_id = ${accountId}`.execute(
        db,
      )
    }
    for (const changed of ['[]', sums.replace(/"debit":[1-9]\d*/, '"debit":1')]) {
      await setSums(changed)
      assert.ok((await broken()).some(rule => rule.startsWith('the ledger sums by day')))
      assert.match((await faults())[0]!.problem, /do not add up to its sums/)
    }
    await setSums(sums)
    assert.deepEqual(await faults(), [])
    for (const [line, instead] of [
      [/"cents":\d+/, '"cents":1'],
      [/\{"account":"cash","cents":\d+\},?/, ''],
    ] as const) {
      await record(gzipSync(gunzipSync(content).toString().replace(line, instead)))
      assert.match((await faults())[0]!.problem, /do not add up to its sums/)
    }
    await record(content)
    assert.deepEqual(await faults(), [])
    await world.assertSound()
  })

  it('a refund of an archived order is posted beside its other postings, and they leave together once the bank cannot return it', async () => {
    const { world } = await startOldWorld()
    await using _ = world
    await pay(world)
    await world.advance(years)
    assert.deepEqual(await stored(world), [])
    const { accountId } = world.charged
    const body = { amount: 1, reason: 'it arrived wet' }
    const by = { method: 'POST' as const, as: world.demo.staff.authorization, body }
    assert.equal((await world.call(`/staff/orders/${accountId}/shipped/refund`, by)).status, 200)
    await world.advance(hour)
    await world.assertSound()
    const postings = async () =>
      (await postingsAboutOrders(world)).map(row => JSON.parse(row) as { posting_id: string; refund_id: string | null })
    const about = (await postings()).filter(({ refund_id }) => refund_id !== null)
    assert.deepEqual(
      about.map(({ posting_id, refund_id }) => posting_id.split('/').slice(1).join('/') === refund_id),
      [true, false],
    )
    await world.advance(31 * day)
    assert.deepEqual(await stored(world), ['shipped'])
    await world.advance(60 * day)
    assert.deepEqual([await stored(world), await postings()], [[], []])
    await world.assertSound()
    const year = world.now().toISOString().slice(0, 4)
    const { body: ledger } = await world.call(`/staff/ledger?from=${year}-01-01&to=${year}-12-31`, {
      as: world.demo.staff.authorization,
    })
    assert.equal(
      ledger.entries.filter(({ refundId }: { refundId: string | null }) => refundId !== null).length >= 4,
      true,
    )
  })

  it('an archived order is canceled as any order that has ended, and a refund that its bank returns brings it back', async () => {
    const { world, customer } = await startOldWorld()
    await using _ = world
    await pay(world)
    const { accountId } = world.charged
    const by = { method: 'POST' as const, as: world.demo.staff.authorization, body: { amount: 1, reason: 'wet' } }
    assert.equal((await world.call(`/staff/orders/${accountId}/shipped/refund`, by)).status, 200)
    await world.advance(years)
    assert.deepEqual(await stored(world), [])
    const { cancel } = customer
    const again = await cancel('canceled')
    assert.deepEqual([again.status, again.body.status], [200, 'CANCELLED'])
    const late = await cancel('shipped')
    assert.deepEqual([late.status, late.body.code, late.body.currentStatus], [409, 'order_not_cancellable', 'SHIPPED'])
    assert.equal((await cancel('unknown')).status, 404)

    const { db } = world.app.database
    const { payments } = world.app
    payments.findRefund = async () => ({ kind: 'refused', code: 'returned', message: 'The account is closed.' })
    // As a message of the provider makes it due.
    await sql`
      update refunds set next_attempt_at = ${world.now()}
      where order_id = (select order_id from archived_orders where customer_order_id = 'shipped')`.execute(db)
    await world.advance(hour)
    assert.ok((await stored(world)).includes('shipped'))
    assert.ok((await postingsAboutOrders(world)).some(row => row.includes('/returned')))
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

  it('orders stay in the database when the disk fills up while their file is written, and leave once there is room', async () => {
    const errors: unknown[] = []
    const log: Log = { ...silentLog, error: (_line: unknown, text?: string) => void errors.push(text) }
    const { world } = await startOldWorld()
    await using _ = world
    await pay(world)
    const before = await everything(world)
    const storage = localStorage(join(world.dataDir, 'files'))
    let room = 1000
    const full: Storage = {
      ...storage,
      async put(key, file) {
        if (file.bytes <= room) return storage.put(key, file)
        truncateSync(file.path, room)
        await storage.put(key, { ...file, bytes: room })
        throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
      },
    }
    const { transactor, clock } = world.app
    const archive = openArchive({
      ...{ transactor, clock, log, storage: full, scratch: join(world.dataDir, 'scratch'), crash: () => {} },
      ...{ days: 760, recipientRetentionDays: null },
    })
    const now = new Date(world.now().getTime() + years)
    for (let run = 0; run < 3; run++) assert.equal(await archive.archiveOrders(now), 0)
    assert.ok(errors.length > 0 && errors.every(text => text === 'orders could not be archived'))
    assert.deepEqual(await everything(world), before)
    await world.assertSound()
    assert.ok(archiveFiles(world).length > 0, 'halves of files')

    room = 10_000_000
    while ((await archive.archiveOrders(now)) > 0);
    assert.deepEqual(await stored(world), [])
    await world.assertSound()
    await world.advance(years + 2 * day)
    const { files } = (await command(world, 'list')) as { files: { storageKey: string }[] }
    assert.deepEqual(
      archiveFiles(world).toSorted(),
      files.map(({ storageKey }) => join(world.dataDir, 'files', storageKey)).toSorted(),
    )
  })

  it('where exports to accounting are made, an order leaves when its postings are in one, and may come back', async () => {
    const { world } = await startOldWorld()
    await using _ = world
    const exportLedger = () => exportToAccounting(world.app.transactor, { now: world.now(), actor: 'test' })
    const archive = openArchive({
      ...{
        transactor: world.app.transactor,
        storage: localStorage(join(world.dataDir, 'files')),
        clock: world.app.clock,
      },
      ...{ scratch: join(world.dataDir, 'scratch'), log: silentLog, crash: () => {} },
      ...{ days: 10, recipientRetentionDays: null },
    })
    const archiveAll = async () => {
      while ((await archive.archiveOrders(world.now())) > 0);
    }
    await exportLedger()
    for (let pass = 0; pass < 2; pass++) await archiveAll()
    const left = await stored(world)
    assert.ok(left.includes('billed'))
    await pay(world)
    await archiveAll()
    assert.deepEqual(await stored(world), left, 'after an empty pass, the next is after an export or a day')
    await program(world, world.charged, 'production').place('later')
    await world.advance(day)
    await press(world).tell('later', 'ship', parcel)
    await world.advance(60 * day)
    await archiveAll()
    assert.deepEqual(await stored(world), ['later'])
    await exportLedger()
    await archiveAll()
    assert.deepEqual(await stored(world), [])
    for (const id of ['later', 'shipped']) await command(world, 'restore', world.charged.accountId, id)
    await command(world, 'restore', world.enterprise.accountId, 'billed')
    assert.deepEqual(await stored(world), ['billed', 'canceled', 'failed', 'later', 'shipped'])
    await world.assertSound()
  })

  it('the first export has the postings of orders that left before it, and they may come back', async () => {
    const { world } = await startOldWorld()
    await using _ = world
    await world.advance(years)
    await pay(world)
    assert.deepEqual(await stored(world), ['billed'])
    await exportToAccounting(world.app.transactor, { now: world.now(), actor: 'test' })
    assert.deepEqual(await exportedSums(world), await ledgerSums(world))
    await command(world, 'restore', world.charged.accountId, 'failed')
    assert.deepEqual(await stored(world), ['billed', 'canceled', 'failed', 'shipped'])
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
