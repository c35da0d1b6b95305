// A whole identifier is looked up by its key: the search reads a few pages, however many orders are stored.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { blocksRead } from '../../../test/support/pagesRead.ts'
import { freshPostgres } from '../../../test/support/postgres.ts'
import { type Database, openDatabase } from '../../db/db.ts'
import { listAllOrders } from '../../features/staff/allOrders.ts'
import { noDetails } from './orderFilters.ts'
import { type SearchScope, searchByKey, searchByWords } from './searchOrders.ts'

const stored = 20_000
/** The identifiers of further orders. */
const chosen = ['shop-100007', 'ord_100008', '1Z999AA100009']
const accounts = 20
/** The order, its contents and its account, and what else may have the identifier, with two levels of the indexes. */
const maxPages = 15
/** Also of one order more, for its status. */
const maxFilteredPages = maxPages + 5
/** The order twice, and what else the list shows of it: its printer, products and note. */
const maxListedPages = 25
/** On hold, among the newest orders, after more orders than are asked for. */
const held = 19_000
const asked = { limit: 20, filters: null }
const anyOrder = {
  ...{ mode: null, statuses: [], accountId: null, createdAfter: null, createdBefore: null },
  details: noDetails,
}

describe('a search for a whole identifier', () => {
  let database: Database
  let drop: () => Promise<void>
  before(async () => {
    const fresh = await freshPostgres()
    drop = fresh.drop
    database = await openDatabase({ databaseUrl: fresh.databaseUrl, dataDir: null })
    await storeOrders(database)
  })
  after(async () => {
    await database.close()
    await drop()
  })

  const place = 12_345
  const ours = { accountId: 'acc_5', mode: 'production' } as const
  const kinds = {
    'its customerOrderId': `SHOP-${100_000 + place}`,
    'its id': `ord_${100_000 + place}`,
    'its job': jobOf(place),
    'the barcode of a book on its ticket': `${jobOf(place)}-2`,
    'the number of a parcel': `1Z999AA${100_000 + place}`,
    'the number as carriers print it': `1Z 999 AA${100_000 + place}`,
  }
  const [whole] = Object.values(kinds)
  for (const [kind, text] of Object.entries(kinds))
    it(`by ${kind} finds the order, in its account and in all accounts, and reads a few pages`, async () => {
      const { db } = database
      for (const scope of [ours, 'all accounts'] satisfies SearchScope[]) {
        const { orders } = await searchByKey(db, scope, text, asked)
        assert.deepEqual(
          orders.map(({ customerOrderId }) => customerOrderId),
          [whole],
        )
        const pages = await blocksRead(db, explained => searchByKey(explained, scope, text, asked))
        assert.ok(pages <= maxPages, `${pages} pages of ${JSON.stringify(scope)}`)
      }
      const { orders } = await searchByKey(db, { ...ours, accountId: 'acc_6' }, text, asked)
      assert.deepEqual(orders, [], 'another account has no such order')
    })

  it('finds all that have it: in another letter case, and identifiers that look like an id or the number of a parcel', async () => {
    for (const [text, names] of [
      ['SHOP-100007', ['SHOP-100007', 'shop-100007']],
      ['shop-100007', ['shop-100007', 'SHOP-100007']],
      ['ord_100008', ['ord_100008', 'SHOP-100008']],
      ['1Z999AA100009', ['1Z999AA100009', 'SHOP-100009']],
    ] as const) {
      const { orders } = await searchByKey(database.db, 'all accounts', text, asked)
      assert.deepEqual(
        orders.map(({ customerOrderId }) => customerOrderId),
        names,
      )
    }
  })

  it('as a filter of the list of the staff reads a few pages more, for what the list shows', async () => {
    const { orders: found } = await searchByKey(database.db, 'all accounts', whole!, asked)
    const filter = { ...anyOrder, found }
    const page = { sort: { by: 'created', descending: true }, after: null, limit: 50 } as const
    const { orders } = await listAllOrders(database.db, filter, page)
    assert.deepEqual(
      orders.map(({ customerOrderId }) => customerOrderId),
      [whole],
    )
    const pages = await blocksRead(database.db, explained => listAllOrders(explained, filter, page))
    assert.ok(pages <= maxListedPages, `${pages} pages`)
  })

  it('finds those that match the filters of a list before newer ones, which still count as further matches', async () => {
    const { db } = database
    const onHold = { ...anyOrder, statuses: ['EXCEPTION' as const] }
    const search = (filters: typeof onHold | null) =>
      searchByWords(db, 'all accounts', 'shop', { limit: asked.limit, filters })
    const name = `SHOP-${100_000 + held}`
    const [first, ...others] = (await search(onHold)).orders
    assert.deepEqual([first?.customerOrderId, first?.status, others.length], [name, 'EXCEPTION', asked.limit - 1])
    assert.equal((await search(onHold)).more, true)
    assert.ok((await search(null)).orders.every(({ status }) => status === 'SHIPPED'))
    const pages = await blocksRead(db, explained =>
      searchByKey(explained, 'all accounts', name, { ...asked, filters: onHold }),
    )
    assert.ok(pages <= maxFilteredPages, `${pages} pages`)
  })

  it('leaves a short text, and a word without a digit, to the search for words', async () => {
    for (const text of ['1042', 'wedding-album'])
      assert.deepEqual((await searchByKey(database.db, 'all accounts', text, asked)).orders, [])
  })
})

function jobOf(n: number): string {
  return `job_0123456789ABCDEFGH${100_000 + n}`
}

async function storeOrders({ db }: Database): Promise<void> {
  const numbers = sql`generate_series(1, ${stored + chosen.length}) n`
  const name = sql`coalesce((${chosen}::text[])[n - ${stored}], 'SHOP-' || 100000 + n)`
  const key = sql`'acc_' || n % ${accounts}, 'production', 'ord_' || 100000 + n`
  await sql`
    insert into accounts (account_id, name, holder_email, created_at)
    select 'acc_' || n, 'Account ' || n, 'holder@example.com', now() from generate_series(0, ${accounts - 1}) n`.execute(
    db,
  )
  await sql`
    insert into orders (account_id, mode, order_id, customer_order_id, status, billing, state, sequence,
      operator_version, created_at, updated_at)
    select ${key}, ${name}, case n when ${held} then 'EXCEPTION' else 'SHIPPED' end, 'charged', '{}', 1, 1, now(), now() from ${numbers}`.execute(
    db,
  )
  await sql`
    insert into order_contents (account_id, mode, order_id, request, books, order_number)
    select ${key}, '{"destination": {"name": "Ada", "city": "Rochester", "country": "US"}}', '[]', n::text
    from ${numbers}`.execute(db)
  await sql`
    insert into order_search (account_id, mode, order_id, part, words)
    select ${key}, 'order', '#' || n || ' shop-' || 100000 + n from ${numbers}`.execute(db)
  await sql`
    insert into print_jobs (account_id, mode, order_id, attempt, job_id, printer, status, enterprise,
      customer_order_id, created_at, updated_at)
    select ${key}, 1, left(${jobOf(0)}, -6) || 100000 + n, 'press', 'SHIPPED', false, 'SHOP-' || 100000 + n, now(), now()
    from ${numbers}`.execute(db)
  await sql`
    insert into followed_parcels (account_id, mode, order_id, tracking_number, provider, carrier, announced_at,
      followed_since)
    select ${key}, '1Z999AA' || 100000 + n, 'simulated', 'UPS', now(), now() from ${numbers}`.execute(db)
  await sql`vacuum analyze`.execute(db)
}
