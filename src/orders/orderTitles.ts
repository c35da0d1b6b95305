// How people call the orders of a list: an identifier that a browser made means nothing to them.

import { sql } from 'kysely'
import { hasGeneratedName, orderTitle } from '../base/text/orderTitle.ts'
import type { Db } from '../db/db.ts'
import { rowsOf, text } from '../db/rows.ts'
import { contents } from './orderStore.ts'

type Name = { accountId: string; customerOrderId: string }
/** Of a row that may be about no order. */
type NamedRow = { accountId: string | null; customerOrderId: string | null }
export type TitleOf = (row: NamedRow) => { orderTitle?: string }

const columns = {
  accountId: text((name: Name) => name.accountId),
  customerOrderId: text((name: Name) => name.customerOrderId),
}
const keyOf = ({ accountId, customerOrderId }: NamedRow) => `${accountId}/${customerOrderId}`

/** The number and first book of each order with a generated identifier, as the `orderTitle` of its row. */
export async function readOrderTitles(db: Db, rows: readonly NamedRow[]): Promise<TitleOf> {
  const names = rows.filter((row): row is Name => row.accountId !== null && isGenerated(row.customerOrderId))
  if (names.length === 0) return () => ({})
  const { rows: found } = await sql<Name & { orderNumber: string; book: string | null }>`
    select o.account_id as "accountId", o.customer_order_id as "customerOrderId", c.order_number as "orderNumber",
      c.books -> 0 ->> 'title' as book
    from ${rowsOf(names, 'k', columns).from}
    join orders o on o.customer_order_id = k.customer_order_id and o.account_id = k.account_id
    ${contents}`.execute(db)
  const titles = new Map(found.map(({ book, ...order }) => [keyOf(order), orderTitle(order, book)]))
  return row => {
    const title = titles.get(keyOf(row))
    return title === undefined ? {} : { orderTitle: title }
  }
}

const isGenerated = (customerOrderId: string | null): boolean =>
  customerOrderId !== null && hasGeneratedName({ customerOrderId, orderNumber: '' })
