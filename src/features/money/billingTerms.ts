// The staff change how an enterprise account pays: its terms, its purchase order number and its credit limit.

import { say } from '../../../languages/texts.ts'
import { requireAccount } from '../../accounts/accountQueries.ts'
import { appendAudit } from '../../accounts/auditLog.ts'
import { dollarsOrNull } from '../../base/money.ts'
import { malformedField, Refusal } from '../../base/refusal.ts'
import { lockAccountLimits, releaseSoon } from '../../limits/limitStore.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import { savePurchaseOrder } from '../../payments/billingDetails.ts'
import { lockAccount } from '../../payments/chargeStore.ts'
import { type Billing, type BillingTerms, lockBilling, saveTerms } from '../../payments/statements/statementStore.ts'

/**
 * The locked billing of an account, whose limits are locked first: it may release orders. Refuses with `not_found`,
 * and with `wrong_state` when it was never billed by statement.
 */
export async function lockBillingOf({ tx, now }: UnitOfWork, accountId: string): Promise<Billing> {
  await lockAccountLimits(tx, [accountId], now)
  const billing = await lockBilling(tx, accountId)
  if (billing !== undefined) return billing
  await requireAccount(tx, accountId)
  throw notBilled(accountId)
}

/** Orders that wait because of the credit limit are released, if the account now owes less than that. */
export async function reviewCredit(work: UnitOfWork, accountId: string): Promise<void> {
  await releaseSoon(work.tx, accountId, work.now)
  work.wake('release_queued', work.now)
}

const notBilled = (accountId: string): Refusal =>
  new Refusal(
    'wrong_state',
    say('account {accountId} is not billed by statement: only enterprise accounts are', { accountId }),
  )

type Change = Partial<BillingTerms> & { accountId: string; reason: string }

/**
 * Terms and purchase order number count for statements that are made from now on. Fields that are not given stay as
 * they are.
 */
export function changeBillingTerms(
  transactor: Transactor,
  { accountId, reason, ...change }: Change,
  { now, actor }: { now: Date; actor: string },
): Promise<void> {
  return transact(transactor, { now, actor }, async work => {
    const before = await lockToChange(work, accountId)
    const after: BillingTerms = { ...before, ...change }
    if ((after.discountBasisPoints === null) !== (after.discountDays === null))
      throw malformedField(
        '/discountDays',
        'missing',
        say('A discount needs both a percent and days; send null for both to end it.'),
      )
    if (after.discountDays !== null && after.discountDays > after.termsDays) {
      const detail = say('got {days} days for the discount; expected at most {most}, the days to pay', {
        days: after.discountDays,
        most: after.termsDays,
      })
      throw malformedField('/discountDays', 'too_large', detail)
    }
    if (after.lateFeeBasisPoints !== null && after.lateFeeCents !== null) {
      const detail = say('A late fee is a percent or an amount, not both; send null for the other.')
      throw malformedField('/lateFeeAmount', 'ambiguous', detail)
    }
    await saveTerms(work.tx, accountId, after)
    if (change.purchaseOrder !== undefined) await savePurchaseOrder(work.tx, accountId, change.purchaseOrder)
    await reviewCredit(work, accountId)
    await appendAudit(work.tx, work.newId, {
      at: now,
      actor,
      action: 'account_billing_changed',
      accountId,
      subject: accountId,
      details: { reason, before: shown(before), after: shown(after) },
    })
  })
}

/** Its row in accounts is locked, too: its members change the purchase order number with that lock. */
async function lockToChange(work: UnitOfWork, accountId: string): Promise<Billing> {
  await lockAccountLimits(work.tx, [accountId], work.now)
  await lockAccount(work.tx, accountId)
  return lockBillingOf(work, accountId)
}

/** Basis points as percent. */
export const percentOrNull = (basisPoints: number | null): number | null =>
  basisPoints === null ? null : basisPoints / 100

const shown = ({ termsDays, termsFrom, purchaseOrder, purchaseOrderRequired, ...terms }: BillingTerms) => ({
  termsDays,
  termsFrom,
  purchaseOrderNumber: purchaseOrder,
  purchaseOrderRequired,
  creditLimit: dollarsOrNull(terms.creditLimitCents),
  discountPercent: percentOrNull(terms.discountBasisPoints),
  discountDays: terms.discountDays,
  lateFeePercent: percentOrNull(terms.lateFeeBasisPoints),
  lateFeeAmount: dollarsOrNull(terms.lateFeeCents),
})
