// A member of the account, or the staff, changes whom its papers bill. Papers that exist keep the details of their
// time.

import { sql } from 'kysely'
import { accountNotFound } from '../../accounts/accountQueries.ts'
import type { AccountDeps } from '../../accounts/accounts.ts'
import { appendAudit } from '../../accounts/auditLog.ts'
import { type BillingDetails, readBillingDetails, saveBillingDetails } from '../../payments/billingDetails.ts'

type Change = { accountId: string; changes: Partial<BillingDetails>; actor: string }

/** Changes the details that are given, and returns all. The audit log names what changed, not the details. */
export const changeBillingDetails = (
  { db, clock, newId }: Pick<AccountDeps, 'db' | 'clock' | 'newId'>,
  { accountId, changes, actor }: Change,
): Promise<BillingDetails> =>
  db.transaction().execute(async tx => {
    // Another change must not read the details between this read and its write.
    const { rows } = await sql`select from accounts where account_id = ${accountId} for no key update`.execute(tx)
    if (rows.length === 0) throw accountNotFound(accountId)
    const before = await readBillingDetails(tx, accountId)
    const after = { ...before, ...changes }
    const changed = (Object.keys(before) as (keyof BillingDetails)[]).filter(
      name => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
    )
    if (changed.length === 0) return before
    await saveBillingDetails(tx, accountId, after)
    const act = { at: clock(), actor, action: 'billing_details_changed', accountId, subject: accountId }
    await appendAudit(tx, newId, { ...act, details: { changed: changed.map(nameOf) } })
    return after
  })

const nameOf = (name: keyof BillingDetails): string => (name === 'purchaseOrder' ? 'purchaseOrderNumber' : name)
