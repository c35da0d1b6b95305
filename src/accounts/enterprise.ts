// Who bills the orders of an account: the service, by card, or, for enterprise accounts, the printer at its own prices.
// An order keeps the billing that it was created with.

import { sql } from 'kysely'
import type { Tx } from '../db/db.ts'

export async function setEnterprise(tx: Tx, accountId: string, enterprise: boolean): Promise<void> {
  await sql`update accounts set enterprise = ${enterprise} where account_id = ${accountId}`.execute(tx)
}
