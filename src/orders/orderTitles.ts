// How people call the orders of a list: an identifier that a browser made means nothing to them.

import { type RawBuilder, sql } from 'kysely'
import { hasGeneratedName, orderTitle } from '../base/text/orderTitle.ts'
import type { Db } from '../db/db.ts'
import { rowsOf, text } from '../db/rows.ts'

type Name = { accountId: string; customerOrderId: string }
/** Of a row that may be about no order. */
type NamedRow = { accountId: string | null; customerOrderId: string | null }
export type TitleOf = (row: NamedRow) => { orderTitle?: string }

const columns = {
  accountId: text((name: Name) => name.accountId),
  customerOrderId: text((name: Name) => name.customerOrderId),
}
const keyOf = ({ accountId, customerOrderId }: NamedRow) => `${accountId}/${customerOrderId}`

/**
 * The number and first book of each order with a generated identifier, as the `orderTitle` of its row. A book of an
 * archived order whose title is not in the database has the name that its product has now.
 */
export const readOrderTitles = (db: Db, rows: readonly NamedRow[]): Promise<TitleOf> =>
  readTitles(
    db,
    rows,
    sql`coalesce(a.items -> 0 ->> 'title', (
          select name from products p where p.account_id = a.account_id and p.sku = a.items -> 0 ->> 'sku'))`,
  )

/**
 * The same for invoices and statements, which never change: a book whose title is not in the database has no name, and
 * the number stands alone.
 */
export const readPrintedTitles = (db: Db, rows: readonly NamedRow[]): Promise<TitleOf> =>
  readTitles(db, rows, sql`a.items -> 0 ->> 'title'`)

async function readTitles(db: Db, rows: readonly NamedRow[], archivedBook: RawBuilder<unknown>): Promise<TitleOf> {
  const names = rows.filter((row): row is Name => row.accountId !== null && isGenerated(row.customerOrderId))
  if (names.length === 0) return () => ({})
  const { rows: found } = await sql<Name & { orderNumber: string; book: string | null }>`
    select k.account_id as "accountId", k.customer_order_id as "customerOrderId", o.order_number as "orderNumber", o.book
    from ${rowsOf(names, 'k', columns).from}
    cross join lateral (
      select c.order_number, c.books -> 0 ->> 'title' as book
      from orders s
      join order_contents c using (account_id, mode, order_id)
      where s.customer_order_id = k.customer_order_id and s.account_id = k.account_id
      union all
      select a.order_number, ${archivedBook}
      from archived_orders a
      where a.customer_order_id = k.customer_order_id and a.account_id = k.account_id
    ) o`.execute(db)
  const titles = new Map(found.map(({ book, ...order }) => [keyOf(order), orderTitle(order, book)]))
  return row => {
    const title = titles.get(keyOf(row))
    return title === undefined ? {} : { orderTitle: title }
  }
}

const isGenerated = (customerOrderId: string | null): boolean =>
  customerOrderId !== null && hasGeneratedName({ customerOrderId, orderNumber: '' })
