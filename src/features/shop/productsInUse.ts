// The products behind books: a book that products use can be retired, and not removed or bound at its other edge.

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

/** Books that a content lacks, and those that it binds at their other edge. */
export type LostBooks = { removed: string[]; turned: string[] }

export async function lostBookMistakes(db: Db | Tx, { removed, turned }: LostBooks): Promise<DataMistake[]> {
  const uses = await readBookUses(db, [...removed, ...turned])
  return uses.map(use => (turned.includes(use.manufacturingSku) ? turnMistake(use) : removalMistake(use)))
}

/** The covers of its products have the right size, and would be printed with their front at the back. */
const turnMistake = ({ manufacturingSku, products, accounts }: BookUse): DataMistake => ({
  file: 'catalog.json',
  path: '/skus',
  text: say(
    '{manufacturingSku} is bound at its other edge, and is used by {products, plural, one {{products} product} other {{products} products}} of {accounts, plural, one {{accounts} account} other {{accounts} accounts}}; give the book with the other edge an SKU of its own',
    { manufacturingSku, products, accounts },
  ),
})

const removalMistake = ({ manufacturingSku, products, accounts }: BookUse): DataMistake => ({
  file: 'catalog.json',
  path: '/skus',
  text: say(
    '{manufacturingSku} is missing, and is used by {products, plural, one {{products} product} other {{products} products}} of {accounts, plural, one {{accounts} account} other {{accounts} accounts}}; give it "retired": true instead of removing it',
    { manufacturingSku, products, accounts },
  ),
})
