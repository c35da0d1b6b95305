// The products behind books: a book that products use can be retired, and not removed.

import { sql } from 'kysely'
import type { Db, Tx } from '../../db/db.ts'

export type BookUse = { manufacturingSku: string; products: number; accounts: number }

/** Products that are not archived; books without products are missing. */
export async function readBookUses(db: Db | Tx, manufacturingSkus: string[]): Promise<BookUse[]> {
  if (manufacturingSkus.length === 0) return []
  const { rows } = await sql<BookUse>`
    select
      manufacturing_sku as "manufacturingSku", count(*)::int as products, count(distinct account_id)::int as accounts
    from products
    where manufacturing_sku = any (${manufacturingSkus}::text[]) and archived_at is null
    group by manufacturing_sku
    order by manufacturing_sku`.execute(db)
  return rows
}

export const removalMistake = ({ manufacturingSku, products, accounts }: BookUse): string =>
  `catalog.json /skus: ${manufacturingSku} is missing, and is used by ${countOf(products, 'product')} of ${countOf(accounts, 'account')}; give it "retired": true instead of removing it`

const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
