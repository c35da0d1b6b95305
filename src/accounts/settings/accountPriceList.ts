// The price list that an account is on: the code of a list of the operator's data; null for the catalog's prices. For
// an enterprise account these are the agreed prices, if prices are agreed: otherwise its printer names each price.

import { sql } from 'kysely'
import type { Db, Tx } from '../../db/db.ts'

export async function readAccountPriceList(db: Db, accountId: string): Promise<string | null> {
  const { rows } = await sql<{ priceList: string | null }>`
    select price_list as "priceList" from accounts where account_id = ${accountId}`.execute(db)
  return rows[0]?.priceList ?? null
}

type PricesChange = { before: string | null; agreedBefore: boolean; agreedAfter: boolean }

/** Without `agreedPrices` these stay as they are. Undefined: there is no such account. */
export async function setAccountPrices(
  tx: Tx,
  accountId: string,
  { priceList, agreedPrices = null }: { priceList: string | null; agreedPrices?: boolean | null | undefined },
): Promise<PricesChange | undefined> {
  const { rows } = await sql<PricesChange>`
    with locked as (select price_list, agreed_prices from accounts where account_id = ${accountId} for no key update)
    update accounts
    set price_list = ${priceList}, agreed_prices = coalesce(${agreedPrices}::boolean, locked.agreed_prices)
    from locked
    where account_id = ${accountId}
    returning locked.price_list as before, locked.agreed_prices as "agreedBefore",
      accounts.agreed_prices as "agreedAfter"`.execute(tx)
  return rows[0]
}

export type PriceListUse = { code: string; accounts: number }

/** The lists that accounts are on. */
export async function readPriceListUses(db: Db | Tx): Promise<PriceListUse[]> {
  const { rows } = await sql<PriceListUse>`
    select price_list as code, count(*)::int as accounts
    from accounts
    where price_list is not null
    group by price_list
    order by price_list`.execute(db)
  return rows
}
