// The products behind books: a book that products use can be retired, and not removed.

import { sql } from 'kysely'
import { say } from '../../../languages/texts.ts'
import type { DataMistake } from '../../base/schemaCheck.ts'
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

export const removalMistake = ({ manufacturingSku, products, accounts }: BookUse): DataMistake => ({
  file: 'catalog.json',
  path: '/skus',
  text: say(
    '{manufacturingSku} is missing, and is used by {products, plural, one {{products} product} other {{products} products}} of {accounts, plural, one {{accounts} account} other {{accounts} accounts}}; give it "retired": true instead of removing it',
    { manufacturingSku, products, accounts },
  ),
})
