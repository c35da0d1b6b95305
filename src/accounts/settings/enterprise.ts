// The billing of an account: the service charges a card, or an enterprise account pays the printer's prices by monthly
// statement. An order keeps the billing that it was created with.

import { sql } from 'kysely'
import type { Tx } from '../../db/db.ts'

export async function setEnterprise(tx: Tx, accountId: string, enterprise: boolean): Promise<void> {
  await sql`update accounts set enterprise = ${enterprise} where account_id = ${accountId}`.execute(tx)
}
