// The billing of an account: the service charges a card, or the printer bills an enterprise account at its own prices.
// An order keeps the billing that it was created with.

import { sql } from 'kysely'
import type { Tx } from '../db/db.ts'

export async function setEnterprise(tx: Tx, accountId: string, enterprise: boolean): Promise<void> {
  await sql`update accounts set enterprise = ${enterprise} where account_id = ${accountId}`.execute(tx)
}
