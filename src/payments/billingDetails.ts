// Whom the papers of an account bill: its company, contact, address, tax number and purchase order number. Each paper
// keeps the details of its time.

import { sql } from 'kysely'
import { storableJson } from '../base/text/storableText.ts'
import type { Db, Tx } from '../db/db.ts'

export type BillingAddress = {
  address1: string
  address2: string | null
  city: string
  state: string | null
  postal: string
  country: string
}
type Billed = {
  company: string | null
  contact: string | null
  taxNumber: string | null
  address: BillingAddress | null
}
export type BillingDetails = Billed & {
  /** Of papers and orders that have none of their own. */
  purchaseOrder: string | null
}

/** Whom a paper bills. Papers from before there were details have none. */
export type BillTo = { name: string; email: string; purchaseOrder?: string | null; details?: Billed | null }

const noDetails: Billed = { company: null, contact: null, taxNumber: null, address: null }

export async function readBillingDetails(db: Db | Tx, accountId: string): Promise<BillingDetails> {
  const { rows } = await sql<{ details: string; purchaseOrder: string | null }>`
    select details, purchase_order as "purchaseOrder" from billing_details where account_id = ${accountId}`.execute(db)
  const [found] = rows
  if (found === undefined) return { ...noDetails, purchaseOrder: null }
  return { ...noDetails, ...(JSON.parse(found.details) as Partial<Billed>), purchaseOrder: found.purchaseOrder }
}

/** The account is locked. */
export async function saveBillingDetails(
  tx: Tx,
  accountId: string,
  { purchaseOrder, ...details }: BillingDetails,
): Promise<void> {
  await sql`
    insert into billing_details (account_id, details, purchase_order)
    values (${accountId}, ${storableJson(details)}::json, ${purchaseOrder})
    on conflict (account_id) do update
    set details = excluded.details, purchase_order = excluded.purchase_order`.execute(tx)
}

/** Changes only the purchase order number. The account is locked. */
export async function savePurchaseOrder(tx: Tx, accountId: string, purchaseOrder: string | null): Promise<void> {
  await sql`
    insert into billing_details (account_id, details, purchase_order)
    values (${accountId}, ${JSON.stringify(noDetails)}::json, ${purchaseOrder})
    on conflict (account_id) do update set purchase_order = excluded.purchase_order`.execute(tx)
}

/** Whom a paper of the account `a` with the `billing_details` `d` bills now, as JSON. */
export const billToColumn = sql`
  json_build_object('name', a.name, 'email', a.holder_email, 'purchaseOrder', d.purchase_order, 'details', d.details)`

export async function readBillTo(tx: Tx, accountId: string): Promise<BillTo> {
  const { rows } = await sql<{ billTo: string }>`
    select ${billToColumn} as "billTo"
    from accounts a
    left join billing_details d using (account_id)
    where a.account_id = ${accountId}`.execute(tx)
  return JSON.parse(rows[0]!.billTo) as BillTo
}
