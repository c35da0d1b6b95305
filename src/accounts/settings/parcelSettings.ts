// The settings of accounts for all their parcels, read for many orders that go to printers.

import { sql } from 'kysely'
import type { Tx } from '../../db/db.ts'
import type { SlipSettings } from './packingSlip.ts'

export type ParcelSettings = {
  contactPhone: string | null
  packingSlip: SlipSettings | null
  /** Its readers may follow their orders. */
  hasReaderPage: boolean
}

/** By account. Accounts without such settings are absent. */
export async function readParcelSettings(tx: Tx, accountIds: string[]): Promise<Map<string, ParcelSettings>> {
  const { rows } = await sql<{
    accountId: string
    contactPhone: string | null
    hasReaderPage: boolean
    slip: string | null
  }>`
    select account_id as "accountId", contact_phone as "contactPhone", packing_slip as slip,
      reader_tracking <> 'off' as "hasReaderPage"
    from accounts
    where account_id = any (${accountIds}::text[])
      and (contact_phone is not null or packing_slip is not null or reader_tracking <> 'off')`.execute(tx)
  return new Map(
    rows.map(({ accountId, contactPhone, hasReaderPage, slip }) => [
      accountId,
      { contactPhone, hasReaderPage, packingSlip: slip === null ? null : JSON.parse(slip) },
    ]),
  )
}
