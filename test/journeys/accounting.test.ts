// The operator's accounting: each posting of the ledger is exported once, and the files of an export sum to the ledger.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { day, hour, instant } from '../../src/base/clock.ts'
import { silentLog } from '../../src/base/log.ts'
import { exportToAccounting } from '../../src/features/money/exportToAccounting.ts'
import { deleteOldComparisons } from '../../src/payments/books/comparisonStore.ts'
import { reconcileDue } from '../../src/payments/books/reconcile.ts'
import { program } from '../support/actors.ts'
import { databasesOfForm } from '../support/databases.ts'
import { openWorld } from '../support/operatorDraft.ts'
import { startWorld, type World } from '../support/world.ts'

const cents = (text: string) => Math.round(Number(text) * 100)

function scene(world: World) {
  const as = world.demo.staff.authorization
  const get = async (path: string) => (await world.call(`/staff/${path}`, { as })).body
  const file = async (number: number, format: string) => {
    const url = `/staff/accounting/exports/${number}/journal?format=${format}`
    const answer = await world.app.server.inject({ url, headers: { authorization: as } })
    assert.equal(answer.statusCode, 200, answer.payload)
    return ['quickbooks_online', 'xero'].includes(format) ? unzipped(answer.rawPayload).join('') : answer.payload
  }
  return {
    get,
    file,
    exportToAccounting: () => world.call('/staff/accounting/exports', { method: 'POST', as }),
    putAccounts: (accounts: object[]) =>
      world.call('/staff/accounting/mapping', { method: 'PUT', as, body: { accounts, reason: 'Chart of accounts' } }),
    /** The sums of the ledger by our account, in cents. */
    async ledger() {
      const { rows } = await sql<{ name: string; cents: number }>`
        select ledger_account || case when coalesce(part, jurisdiction, '') = '' then '' else ' ' end
            || coalesce(part, jurisdiction, '') as name, sum(amount_cents)::int as cents
        from ledger_entries group by 1 having sum(amount_cents) <> 0 order by 1`.execute(world.app.database.db)
      return Object.fromEntries(rows.map(({ name, cents }) => [name, cents]))
    },
  }
}

/** Sums by a name, without zeros. Each entry must balance. */
function sumsOf(lines: { entry: string; name: string; cents: number }[]): Record<string, number> {
  const add = (keyOf: (line: (typeof lines)[number]) => string) => {
    const sums: Record<string, number> = {}
    for (const line of lines) sums[keyOf(line)] = (sums[keyOf(line)] ?? 0) + line.cents
    return sums
  }
  for (const [entry, sum] of Object.entries(add(({ entry }) => entry))) assert.equal(sum, 0, `${entry} balances`)
  const sums = Object.entries(add(({ name }) => name)).filter(([, sum]) => sum !== 0)
  return Object.fromEntries(sums.sort(([a], [b]) => (a < b ? -1 : 1)))
}

const csvRows = (text: string) =>
  text
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n')
    .slice(1)
    .map(line => Array.from(line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g), ([, quoted, plain]) => quoted ?? plain!))

/** The files of a ZIP, but for the first the lines below their columns. */
const unzipped = (zip: Buffer): string[] =>
  Object.values(unzipSync(zip)).map((file, i) => {
    const text = strFromU8(file)
    return i === 0 ? text : text.slice(text.indexOf('\n') + 1)
  })

const parse: Record<string, (text: string) => { entry: string; name: string; cents: number }[]> = {
  csv: text =>
    csvRows(text).map(row => ({
      entry: row[1]!,
      name: [row[5], row[6]].filter(Boolean).join(' '),
      cents: cents(row[7]!) - cents(row[8]!),
    })),
  quickbooks_online: text =>
    csvRows(text).map(row => ({ entry: row[0]!, name: row[5]!, cents: cents(row[3]!) - cents(row[4]!) })),
  xero: text => csvRows(text).map(row => ({ entry: `${row[0]} ${row[1]}`, name: row[2]!, cents: cents(row[5]!) })),
  iif: text =>
    text
      .trim()
      .split('\r\n')
      .map(line => line.split('\t'))
      .filter(([kind]) => kind === 'TRNS' || kind === 'SPL')
      .map(([, , , , amount, document, memo]) => ({ entry: document!, name: memo!, cents: cents(amount!) })),
}

for (const { name: kind } of databasesOfForm)
  describe(`the accounting on ${kind}`, () => {
    it('each posting is exported once, to the cent of the ledger, in files that balance and never change', async t => {
      const world = await openWorld(t, kind)
      const { get, file, exportToAccounting, putAccounts, ledger } = scene(world)
      const customer = program(world, world.charged, 'production')
      assert.equal((await exportToAccounting()).status, 409, 'nothing is posted yet')
      await customer.place('first')
      await customer.place('second')
      await world.advance(day)
      const refund = {
        method: 'POST' as const,
        as: world.demo.staff.authorization,
        body: { reason: 'late', amount: 5 },
      }
      const path = `/staff/orders/${world.charged.accountId}/first/refund`
      assert.equal((await world.call(path, refund)).status, 200)
      await world.advance(hour)

      const before = await get('accounting/mapping')
      assert.ok(before.unmapped.some(({ ledgerAccount }: { ledgerAccount: string }) => ledgerAccount === 'receivable'))
      const account = (ledgerAccount: string, detail: string | null, code: string, name: string) => ({
        ...{ ledgerAccount, detail, code, name },
      })
      const mapped = await putAccounts([
        account('cash', null, '1000', 'Stripe, clearing'),
        account('receivable', null, '1200', 'Accounts Receivable'),
        account('revenue', null, '4000', 'Sales'),
        account('revenue', 'shipping', '4100', 'Shipping income'),
        account('tax', null, '2200', 'Sales tax payable'),
        account('refunds', null, '4900', 'Refunds'),
      ])
      assert.deepEqual([mapped.status, mapped.body.unmapped], [200, []])
      const local = account('tax', 'US-NY Monroe County', '2210', 'County tax payable')
      const { accounts } = (await putAccounts([...mapped.body.accounts, local])).body
      assert.ok(accounts.some(({ detail }: { detail: string }) => detail === local.detail))
      const twice = [account('cash', null, '1', 'A'), account('cash', null, '2', 'B')]
      assert.deepEqual((await putAccounts(twice)).body.errors[0].pointer, '/accounts/1')

      const { status, body: first } = await exportToAccounting()
      assert.deepEqual([status, first.number], [201, 1])
      const wanted = await ledger()
      for (const format of ['csv', 'iif', 'quickbooks_online', 'xero']) {
        const text = await file(1, format)
        assert.deepEqual(sumsOf(parse[format]!(text)), wanted, format)
        assert.match(text, format === 'xero' ? /,4100,/ : /\bShipping income\b/)
      }
      const debits = csvRows(await file(1, 'csv')).reduce((sum, row) => sum + cents(row[7]!), 0)
      assert.equal(debits, cents(String(first.total)))

      // Nothing twice: a second export has only what was posted since, and files of the first stay as they are.
      assert.equal((await exportToAccounting()).body.code, 'wrong_state')
      const copies = await Promise.all(['csv', 'iif', 'quickbooks_online', 'xero'].map(format => file(1, format)))
      await customer.place('third')
      await world.advance(day)
      await putAccounts([])
      const { body: second } = await exportToAccounting()
      assert.deepEqual([second.number, second.firstPosting], [2, first.lastPosting + 1])
      assert.deepEqual(
        await Promise.all(['csv', 'iif', 'quickbooks_online', 'xero'].map(format => file(1, format))),
        copies,
      )
      const both = await Promise.all([file(1, 'csv'), file(2, 'csv')])
      assert.deepEqual(sumsOf(both.flatMap(text => parse.csv!(text))), await ledger())

      const { exports } = await get('accounting/exports')
      assert.deepEqual(
        exports,
        [second, first].map(({ hasMore: _left, ...made }) => made),
      )
      const { entries } = await get('audit')
      const made = entries.filter(({ action }: { action: string }) => action === 'ledger_exported')
      assert.deepEqual(
        made.map(({ subject, details }: { subject: string; details: { postings: number } }) => [
          subject,
          details.postings,
        ]),
        [
          ['2', second.postings],
          ['1', first.postings],
        ],
      )
      await world.assertSound()
      await sql`update accounting_exports set after_posting = after_posting + 1 where number = 2`.execute(
        world.app.database.db,
      )
      await assert.rejects(world.assertSound(), /exports to accounting follow each other/)
    })

    it('an export has a limited number of postings, and says that more are left', async t => {
      const world = await openWorld(t, kind)
      const { file, ledger, exportToAccounting: exportRest } = scene(world)
      const customer = program(world, world.charged, 'production')
      for (const id of ['first', 'second']) await customer.place(id)
      await world.advance(day)
      const by = { now: world.now(), actor: 'test' }
      const made = [
        await exportToAccounting(world.app.transactor, by, 1),
        await exportToAccounting(world.app.transactor, by, 2),
      ]
      assert.deepEqual(
        made.map(({ number, postings, hasMore }) => [number, postings, hasMore]),
        [
          [1, 1, true],
          [2, 2, true],
        ],
      )
      const { body: rest } = await exportRest()
      assert.deepEqual([rest.number, rest.hasMore], [3, false])
      const files = await Promise.all([1, 2, 3].map(number => file(number, 'csv')))
      assert.deepEqual(sumsOf(files.flatMap(text => parse.csv!(text))), await ledger())
      await world.assertSound()
    })

    it('of exports that are made at once, each posting is in one', async t => {
      const world = await openWorld(t, kind)
      const { exportToAccounting, get, file, ledger } = scene(world)
      const customer = program(world, world.charged, 'production')
      await Promise.all(Array.from({ length: 8 }, (_, i) => customer.place(`order-${i}`)))
      await Promise.all([
        world.advance(day),
        ...Array.from({ length: 6 }, () =>
          exportToAccounting().then(({ status }) => assert.ok([201, 409, 503].includes(status))),
        ),
      ])
      await exportToAccounting()
      const { exports } = await get('accounting/exports')
      const files = await Promise.all(exports.map(({ number }: { number: number }) => file(number, 'csv')))
      assert.deepEqual(sumsOf(files.flatMap(text => parse.csv!(text))), await ledger())
      const { rows } = await sql<{ postings: number }>`select count(*)::int as postings from ledger_postings`.execute(
        world.app.database.db,
      )
      assert.equal(
        exports.reduce((sum: number, { postings }: { postings: number }) => sum + postings, 0),
        rows[0]!.postings,
      )
      await world.assertSound()
    })
  })

it('an export waits for two seconds at most while a transaction writes the ledger, and charges wait no longer', async t => {
  const world = await openWorld(t, 'PostgreSQL')
  const { exportToAccounting } = scene(world)
  await program(world, world.charged, 'production').place('first')
  await world.advance(day)
  const { db } = world.app.database
  const waits = async () => {
    const { rows } = await sql`
      select from pg_locks
      where mode = 'ShareLock' and not granted and relation = 'ledger_postings'::regclass
        and database = (select oid from pg_database where datname = current_database())`.execute(db)
    return rows.length > 0
  }
  const write = sql`lock table ledger_postings in row exclusive mode`
  await db.transaction().execute(async tx => {
    await write.execute(tx)
    let isAnswered = false
    const exported = exportToAccounting().finally(() => (isAnswered = true))
    let isWaiting = false
    while (!isWaiting && !isAnswered) isWaiting = await waits()
    assert.ok(isWaiting, 'the export waits for the transaction')
    await db.transaction().execute(other => write.execute(other))
    const { status, body } = await exported
    assert.deepEqual([status, body.code], [503, 'overloaded'])
    assert.match(body.detail, /Nothing was exported\. Try again\./)
  })
  assert.equal((await exportToAccounting()).status, 201)
  await world.assertSound()
})

const compareDays = ({ app, now }: World) =>
  reconcileDue({ db: app.database.db, payments: app.payments, log: silentLog })(now())

it('a month is clear when it is over and nothing of its own days is open, whatever is unpaid or open of earlier months', async () => {
  await using world = await startWorld({ start: instant('2026-03-30T12:00:00Z') })
  await compareDays(world)
  const { get, exportToAccounting } = scene(world)
  const { db } = world.app.database
  const openOf = async (month: string) => {
    const { month: _month, statementsDue: _due, ...rest } = await get(`accounting/month-close?month=${month}`)
    return Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== 0))
  }
  assert.deepEqual(await openOf('2026-02'), { isOver: true, isClear: true }, 'there is nothing to compare yet')
  assert.deepEqual(await openOf('2026-03'), { isOver: false, isClear: false })

  await program(world, world.charged, 'production').place('one')
  await program(world, world.enterprise, 'production').place('billed')
  await world.advance(3 * hour)
  const { jobs } = (await world.call('/press/jobs?status=all', { as: world.demo.printer.authorization })).body
  const { jobId } = jobs.find((job: { customerOrderId: string }) => job.customerOrderId === 'billed')
  const report = async (what: string, body: object) => {
    const answer = await world.call(`/press/jobs/${jobId}/${what}`, {
      ...{ method: 'POST', as: world.demo.printer.authorization, body },
    })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
  }
  await report('accept', { itemsTotal: 100, taxesTotal: 8 })
  await report('ship', {
    shipments: [{ masterTrackingNumber: '1Z', carrier: 'UPS', packages: [{ trackingNumber: '1Z' }] }],
    shippingTotal: 12,
  })
  await world.advance(day)
  const early = await openOf('2026-03')
  assert.ok(Number(early.postingsNotExported) > 0)
  assert.deepEqual(
    { ...early, postingsNotExported: 1 },
    {
      ...{ isOver: false, isClear: false, postingsNotExported: 1, daysNotCompared: 1, statementsNotMade: 1 },
    },
  )
  await exportToAccounting()
  await world.advance(2 * day)
  await compareDays(world)
  assert.deepEqual(await openOf('2026-03'), { isOver: true, isClear: true, statementsUnpaid: 1 })

  await sql`delete from reconciliations where day = date '2026-03-31'`.execute(db)
  const difference = JSON.stringify([{ kind: 'charge', difference: 'amount' }])
  await sql`update reconciliations set differences = ${difference}::json where day = date '2026-03-30'`.execute(db)
  await sql`update charges set status = 'unknown', settled_at = null, next_attempt_at = ${world.now()}`.execute(db)
  assert.deepEqual(await openOf('2026-03'), {
    ...{ isOver: true, isClear: false, daysNotCompared: 1, daysWithDifferences: 1, chargesUnknown: 1 },
    statementsUnpaid: 1,
  })
})

it('of postings that are in no export, those above 10,000 are not counted', async () => {
  await using world = await startWorld({ start: instant('2026-03-30T12:00:00Z') })
  await sql`
    insert into ledger_postings (account_id, posting_id, at, order_id, lines)
    select ${world.charged.accountId}, 'ord_many/' || n, ${world.now()}, 'ord_many', '[{}, {}]'::json
    from generate_series(1, 10005) n`.execute(world.app.database.db)
  assert.equal((await scene(world).get('accounting/month-close?month=2026-03')).postingsNotExported, 10_001)
})

it('a refund is open in its month until it is made, and a day until it is compared', async () => {
  await using world = await startWorld({ start: instant('2026-03-30T12:00:00Z') })
  await compareDays(world)
  const { get, exportToAccounting } = scene(world)
  const openOf = async (month: string) => get(`accounting/month-close?month=${month}`)
  await program(world, world.charged, 'production').place('one')
  await world.advance(2 * day)
  const path = `/staff/orders/${world.charged.accountId}/one/refund`
  const as = world.demo.staff.authorization
  assert.equal((await world.call(path, { method: 'POST', as, body: { reason: 'late', amount: 5 } })).status, 200)
  const [march, april] = [await openOf('2026-03'), await openOf('2026-04')]
  assert.deepEqual([march.refundsNotMade, april.refundsNotMade], [0, 1])
  await world.settle()
  assert.equal((await openOf('2026-04')).refundsNotMade, 0)
  await world.advance(30 * day)
  await exportToAccounting()
  assert.equal((await openOf('2026-04')).daysNotCompared, 30)
  await compareDays(world)
  assert.deepEqual([(await openOf('2026-04')).isClear, (await openOf('2026-05')).isClear], [true, false])
  // A comparison without differences is deleted after 400 days, and its day is not open then.
  await world.advance(410 * day)
  const { db } = world.app.database
  await deleteOldComparisons(db, world.now())
  assert.equal(
    (await sql`select from reconciliations where day between '2026-04-01' and '2026-04-29'`.execute(db)).rows.length,
    0,
  )
  assert.equal((await openOf('2026-04')).daysNotCompared, 0)
})
