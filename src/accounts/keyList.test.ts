// The cost of a list of keys or products depends only on the rows that it shows, not on revoked or archived rows.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { freshPglite } from '../../test/support/database.ts'
import { instant } from '../base/clock.ts'
import type { Database, Tx } from '../db/db.ts'
import type { SortPosition } from '../db/sortPosition.ts'
import { listProducts, type Product, productPosition, productSorts } from '../products/productStore.ts'
import { accountPosition, accountSorts, listAccounts } from './accountQueries.ts'
import { countLiveKeys, type KeyPosition, listKeys, type StoredKey } from './accountStore.ts'

const accountId = 'acc_1'
const positionOf = ({ keyId, revokedAt, expiresAt, createdAt }: StoredKey): KeyPosition => ({
  keyId,
  endsAt: revokedAt ?? expiresAt,
  createdAt,
})
const now = instant('2026-03-02T12:00:00Z')

describe('an account with thousands of revoked keys and archived products', () => {
  let database: Database
  before(async () => {
    database = await freshPglite()
    const { db } = database
    await sql`
      insert into accounts (account_id, name, holder_email, created_at)
      values (${accountId}, 'Test', 'holder@example.com', ${now})`.execute(db)
    await sql`
      insert into api_keys (key_id, kind, account_id, mode, label, secret_sha256, created_at, revoked_at)
      select 'key_' || n, 'customer', ${accountId}, 'production', 'Key', '\\x00', ${now}::timestamptz - interval '10 days',
        case when n > 3 then ${now}::timestamptz - n * interval '1 minute' end
      from generate_series(1, 3000) n`.execute(db)
    await sql`
      insert into products (account_id, sku, name, manufacturing_sku, created_at, updated_at, archived_at)
      select ${accountId}, lpad(n::text, 6, '0'), 'Book', 'sku', ${now}, ${now}, case when n <= 3000 then ${now}::timestamptz end
      from generate_series(1, 3003) n`.execute(db)
    await sql`analyze`.execute(db)
  })
  after(() => database.close())

  /** The number of rows of a table that a query has read, with any plan. */
  const rowsRead = (table: string, act: (tx: Tx) => Promise<unknown>): Promise<number> =>
    database.db.transaction().execute(async tx => {
      const read = async () => {
        const { rows } = await sql<{ read: number }>`
          select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read
          from pg_stat_xact_user_tables where relname = ${table}`.execute(tx)
        return rows[0]!.read
      }
      const before = await read()
      await act(tx)
      return (await read()) - before
    })

  it('live keys are listed first, then revoked keys with the newest revocation first, each once', async () => {
    const found: string[] = []
    for (let after: KeyPosition | null = null; ; ) {
      const page = await listKeys(database.db, { accountId, mode: 'production', after, limit: 100 })
      if (page.length === 0) break
      found.push(...page.map(({ keyId }) => keyId))
      after = positionOf(page.at(-1)!)
    }
    assert.equal(new Set(found).size, 3000)
    assert.deepEqual(found.slice(0, 3).toSorted(), ['key_1', 'key_2', 'key_3'])
    assert.deepEqual(found.slice(3, 6), ['key_4', 'key_5', 'key_6'])
  })

  it('a key that is revoked between two pages takes no other key along', async () => {
    const page = { accountId, mode: 'production', limit: 2 } as const
    const [first, second] = await listKeys(database.db, { ...page, after: null })
    await database.db
      .transaction()
      .execute(async tx => {
        await sql`update api_keys set revoked_at = ${now} where key_id = ${second!.keyId}`.execute(tx)
        const [third] = await listKeys(tx, { ...page, after: positionOf(second!) })
        assert.deepEqual([first!.keyId, second!.keyId, third!.keyId].toSorted(), ['key_1', 'key_2', 'key_3'])
        throw new Error('taken back')
      })
      .catch((error: Error) => assert.equal(error.message, 'taken back'))
  })

  it('a page of keys reads only its own rows, and the count of live keys reads no revoked keys', async () => {
    const [middle] = (await listKeys(database.db, { accountId, mode: 'production', after: null, limit: 1500 })).slice(
      -1,
    )
    const page = { accountId, mode: 'production', after: positionOf(middle!), limit: 100 } as const
    const ofPage = await rowsRead('api_keys', tx => listKeys(tx, page))
    assert.ok(ofPage <= 110, `${ofPage} rows were read`)
    const ofCount = await rowsRead('api_keys', tx => countLiveKeys(tx, accountId, 'production', now))
    assert.ok(ofCount <= 10, `${ofCount} rows were read`)
  })

  it('a page of products in any order, and each page of accounts, reads only its own rows', async () => {
    const { db } = database
    await sql`
      insert into accounts (account_id, name, holder_email, created_at)
      select 'acc_2' || n, 'Account ' || n, n || '@example.com', ${now} from generate_series(1, 3000) n`.execute(db)
    await sql`
      insert into order_limits (account_id, mode, orders_per_24h, queue_ceiling)
      select account_id, mode, 1, 1 from accounts, unnest('{sandbox,production}'::text[]) mode`.execute(db)
    await sql`analyze`.execute(db)
    for (const sort of productSorts) {
      for (const archived of [false, true]) {
        const last = { sku: archived ? '001500' : '003002', name: 'Book', createdAt: now } as Product
        const page = { accountId, archived, search: '', sort, after: productPosition(last, sort), limit: 20 }
        const read = await rowsRead('products', tx => listProducts(tx, page))
        assert.ok(read <= 45, `${sort}: ${read} rows were read`)
      }
    }
    for (const sort of accountSorts) {
      const names = { name: 'Account 1500', holderEmail: '1500@example.com' }
      const last = { accountId: 'acc_21500', ...names, enterprise: false, createdAt: now }
      const page = { search: null, priceList: null, sort, after: accountPosition(last, sort), limit: 20 }
      const read = await rowsRead('accounts', tx => listAccounts(tx, page))
      assert.ok(read <= 45, `${sort}: ${read} rows were read`)
    }
  })

  it('products of the same name are each listed once, in both directions', async () => {
    for (const sort of ['name', '-name'] as const) {
      const found: string[] = []
      for (let after: SortPosition | null = null; ; ) {
        const page = await listProducts(database.db, { accountId, archived: true, search: '', sort, after, limit: 700 })
        if (page.length === 0) break
        found.push(...page.map(({ sku }) => sku))
        after = productPosition(page.at(-1)!, sort)
      }
      assert.equal(new Set(found).size, 3000)
      assert.equal(found[0], sort === 'name' ? '000001' : '003000')
    }
  })

  /** The names of two pages of three rows, with a change of the last row of the first page between them. */
  const pagesAround = async <Row>(
    read: (tx: Tx, after: SortPosition | null) => Promise<Row[]>,
    { position, nameOf, change }: Pages<Row>,
  ) => {
    let names: string[] = []
    await database.db
      .transaction()
      .execute(async tx => {
        const first = await read(tx, null)
        await change(tx, first.at(-1)!)
        names = [...first, ...(await read(tx, position(first.at(-1)!)))].map(nameOf)
        throw new Error('taken back')
      })
      .catch((error: Error) => assert.equal(error.message, 'taken back'))
    return names
  }

  it('a product that is renamed between two pages takes no other product along, in any order', async () => {
    const accountId = 'acc_renamed'
    await sql`
      insert into accounts (account_id, name, holder_email, created_at)
      values (${accountId}, 'Renamed', 'renamed@example.com', ${now})`.execute(database.db)
    await sql`
      insert into products (account_id, sku, name, manufacturing_sku, created_at, updated_at)
      select ${accountId}, 'B-' || n, 'Book ' || n, 'sku', ${now}::timestamptz + n * interval '1 second', ${now}
      from generate_series(1, 6) n`.execute(database.db)
    const inTurn = ['B-1', 'B-2', 'B-3', 'B-4', 'B-5', 'B-6']
    for (const sort of productSorts)
      for (const name of ['An earlier name', 'Zebra']) {
        const page = { accountId, archived: false, search: '', sort, limit: 3 }
        const found = await pagesAround((tx, after) => listProducts(tx, { ...page, after }), {
          position: product => productPosition(product, sort),
          nameOf: ({ sku }) => sku,
          change: (tx, { sku }) =>
            sql`update products set name = ${name} where account_id = ${accountId} and sku = ${sku}`.execute(tx),
        })
        assert.deepEqual(found, sort.startsWith('-') ? inTurn.toReversed() : inTurn, `${sort} ${name}`)
      }
  })

  it('an account that is renamed, or has another holder, between two pages takes no other account along', async () => {
    await sql`
      insert into accounts (account_id, name, holder_email, created_at, price_list)
      select 'acc_page' || n, 'Éditions ' || n, 'Holder' || n || '@example.com', ${now}, 'PAGES'
      from generate_series(1, 6) n`.execute(database.db)
    await sql`
      insert into order_limits (account_id, mode, orders_per_24h, queue_ceiling)
      select account_id, mode, 1, 1
      from accounts, unnest('{sandbox,production}'::text[]) mode
      where price_list = 'PAGES'`.execute(database.db)
    const inTurn = [1, 2, 3, 4, 5, 6].map(n => `acc_page${n}`)
    for (const sort of accountSorts)
      for (const text of ['a', 'zz']) {
        const page = { search: null, priceList: 'PAGES', sort, limit: 3 }
        const found = await pagesAround((tx, after) => listAccounts(tx, { ...page, after }), {
          position: account => accountPosition(account, sort),
          nameOf: ({ accountId }) => accountId,
          change: (tx, { accountId }) =>
            sql`update accounts set name = ${text}, holder_email = ${text} where account_id = ${accountId}`.execute(tx),
        })
        assert.deepEqual(found, sort.startsWith('-') ? inTurn.toReversed() : inTurn, `${sort} ${text}`)
      }
  })
})

type Pages<Row> = {
  position(last: Row): SortPosition
  nameOf(row: Row): string
  change(tx: Tx, last: Row): Promise<unknown>
}
