import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { freshPglite } from '../../test/support/database.ts'
import { day, instant, later } from '../base/clock.ts'
import type { Database } from '../db/db.ts'
import type { Posting } from './ledger.ts'
import { type FileOfPostings, type LedgerLine, readAllLedgerLines, type StoredPosting } from './ledgerRead.ts'
import { insertPostings } from './postingStore.ts'

const start = instant('2026-01-01T00:00:00Z')
const days = 30
const accountIds = ['acc_a', 'acc_b', 'acc_c']
const sha256 = '0'.repeat(64)

let database: Database
before(async () => {
  database = await freshPglite()
  for (const accountId of accountIds)
    await sql`insert into accounts (account_id, name, holder_email, created_at)
              values (${accountId}, 'Test', 'holder@example.com', ${start})`.execute(database.db)
})
after(() => database.close())

/** Two postings about each order: at its time, and so many days later. */
type OrderOf = { accountId: string; at: number; later: number; file: number | null }

const postingsOf = ({ accountId, at, later: more }: OrderOf, place: number): Posting[] => {
  const orderId = `ord_${String(place).padStart(5, '0')}`
  const subject = { accountId, orderId, refundId: null, disputeId: null, paymentId: null }
  const [sold, captured] = [later(start, at * day), later(start, (at + more) * day)]
  return [
    {
      ...{ ...subject, chargeId: null, postingId: `${orderId}/sold`, at: sold },
      taxes: [],
      lines: [
        { account: 'receivable', cents: 100 + place },
        { account: 'revenue', part: 'items', cents: -90 - place },
        { account: 'tax', jurisdiction: 'US-NY', cents: -10 },
      ],
    },
    {
      ...{ ...subject, chargeId: 'chg_1', postingId: `${orderId}/chg_1`, at: captured },
      taxes: [],
      lines: [
        { account: 'cash', cents: 100 + place },
        { account: 'receivable', cents: -100 - place },
      ],
    },
  ]
}

const byPlace = (one: StoredPosting, other: StoredPosting) =>
  one.at.getTime() - other.at.getTime() || (one.postingId < other.postingId ? -1 : 1)

/** Stores the postings: in the table, or as those of files of the archive, each a row and an entry of `contents`. */
async function store(orders: OrderOf[]) {
  const { db } = database
  const contents = new Map<string, StoredPosting[]>()
  await sql`truncate ledger_postings, ledger_deltas, archive_files cascade`.execute(db)
  const postings = orders.map(postingsOf)
  await db.transaction().execute(tx => insertPostings(tx, postings.filter((_, i) => orders[i]!.file === null).flat()))
  const archive = async (key: string, found: Posting[]) => {
    const { accountId } = found[0]!
    const times = found.map(({ at }) => at.getTime())
    contents.set(
      key,
      found.map(posting => ({ ...posting, customerOrderId: null })),
    )
    await sql`
      insert into archive_files (account_id, mode, archive_id, month, storage_key, sha256, bytes, orders, first_ended_at,
        last_ended_at, has_recipients, first_posted_at, last_posted_at, archived_at, checked_at)
      values (${accountId}, 'production', ${key}, '2026-01-01', ${key}, ${sha256}, 1, 1, ${start}, ${start}, false,
        ${instant(Math.min(...times))}, ${instant(Math.max(...times))}, ${start}, ${start})`.execute(db)
  }
  const archived = orders.flatMap((order, i) => (order.file === null ? [] : [{ order, postings: postings[i]! }]))
  const files = Map.groupBy(archived, ({ order: { accountId, file } }) => `arc_${accountId}_${file}`)
  for (const [key, its] of files)
    await archive(
      key,
      its.flatMap(({ postings }) => postings),
    )
  const reads: string[] = []
  const readPostings = async ({ storageKey }: FileOfPostings) => {
    reads.push(storageKey)
    return contents.get(storageKey)!
  }
  return { all: postings.flat(), source: { db, readPostings }, archive, reads }
}

const keyOf = ({ accountId, at, postingId, line, ledgerAccount, amountCents }: LedgerLine) =>
  [accountId, at.toISOString(), postingId, line, ledgerAccount, amountCents].join(' ')

const expected = (all: Posting[], from: Date, end: Date) =>
  accountIds.flatMap(accountId =>
    all
      .filter(posting => posting.accountId === accountId && posting.at >= from && posting.at < end)
      .map(posting => ({ ...posting, customerOrderId: null }))
      .sort(byPlace)
      .flatMap(({ lines, ...posting }) =>
        lines.map(({ account, cents }, i) =>
          [accountId, posting.at.toISOString(), posting.postingId, i + 1, account, cents].join(' '),
        ),
      ),
  )

const order = fc.record({
  accountId: fc.constantFrom(...accountIds),
  at: fc.integer({ min: 0, max: days }),
  later: fc.integer({ min: 0, max: 3 }),
  file: fc.option(fc.integer({ min: 0, max: 40 }), { nil: null }),
})

it('an export has the lines of stored and of archived orders in order, and reads each file at most once', async () => {
  const period = fc.record({ from: fc.integer({ min: 0, max: days }), length: fc.integer({ min: 1, max: days }) })
  await fc.assert(
    fc.asyncProperty(fc.array(order, { maxLength: 1000, size: 'max' }), period, async (orders, { from, length }) => {
      const { all, source, reads } = await store(orders)
      const [first, end] = [later(start, from * day), later(start, (from + length) * day)]
      const found: string[] = []
      for await (const lines of readAllLedgerLines(source, { from: first, before: end }))
        found.push(...lines.map(keyOf))
      assert.deepEqual(found, expected(all, first, end))
      assert.equal(new Set(reads).size, reads.length)
    }),
    { numRuns: 15 },
  )
})

it('an export has each line once when orders leave for the archive, or return from it, while it is read', async () => {
  const orders = Array.from({ length: 1500 }, (_, i) => ({
    ...{ accountId: 'acc_a', at: i % days, later: i % 3, file: i % 5 === 0 ? i % 50 : null },
  }))
  const { all, source, archive } = await store(orders)
  const { db } = database
  const period = { from: start, before: later(start, 100 * day) }
  const found: string[] = []
  let portion = 0
  for await (const lines of readAllLedgerLines(source, period)) {
    found.push(...lines.map(keyOf))
    // Forty orders leave, and the orders of a file return. Some of their postings were read, and others were not.
    const leaving = orders.flatMap(({ file }, i) =>
      file === null && i % 37 === portion ? postingsOf(orders[i]!, i) : [],
    )
    const returning = orders.flatMap(({ file }, i) => (file === portion * 5 ? postingsOf(orders[i]!, i) : []))
    await db.transaction().execute(async tx => {
      await sql`set local session_replication_role = replica`.execute(tx) // the postings leave without their orders
      await sql`delete from ledger_postings
                where posting_id = any (${leaving.map(({ postingId }) => postingId)}::text[])`.execute(tx)
      await sql`delete from archive_files where archive_id = ${`arc_acc_a_${portion * 5}`}`.execute(tx)
      await insertPostings(tx, returning)
    })
    await archive(`arc_later_${portion}`, leaving)
    portion++
  }
  assert.ok(portion > 7, `${portion} portions`)
  assert.deepEqual(found, expected(all, period.from, period.before))
})
