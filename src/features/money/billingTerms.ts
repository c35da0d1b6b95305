// The staff change how an enterprise account pays: its terms, its purchase order number and its credit limit. A second
// person approves terms that give much more.

import { say } from '../../../languages/texts.ts'
import { requireAccount } from '../../accounts/accountQueries.ts'
import { appendAudit, readOldestAction } from '../../accounts/auditLog.ts'
import { day, earlier } from '../../base/clock.ts'
import { centsOf, dollarsOrNull } from '../../base/money.ts'
import { malformedField, Refusal } from '../../base/refusal.ts'
import { lockAccountLimits, releaseSoon } from '../../limits/limitStore.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import { savePurchaseOrder } from '../../payments/billingDetails.ts'
import { lockAccount } from '../../payments/chargeStore.ts'
import { type Billing, type BillingTerms, lockBilling, saveTerms } from '../../payments/statements/statementStore.ts'
import { type ApprovalOutcome, requestApproval, type SecondPersonRule } from '../staff/secondPerson.ts'

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

type Terms = Partial<BillingTerms>
type Change = { accountId: string; reason: string; change: Terms }

/**
 * Terms and purchase order number count for statements that are made from now on. Fields that are not given stay as
 * they are. Where a second person is needed, the change is validated, and waits for approval.
 */
export const changeBillingTerms = (
  transactor: Transactor,
  wanted: Change,
  context: { now: Date; actor: string },
  rule: SecondPersonRule,
): Promise<ApprovalOutcome<true>> =>
  transact(transactor, context, async work => {
    const { accountId, reason } = wanted
    const before = await lockToChange(work, accountId)
    const change = differingTerms(wanted.change, before)
    const after = changedTerms(before, change)
    if (rule !== null && givesMore({ before, after }, await termsBefore(work, before), rule.aboveOffBasisPoints)) {
      const request = { accountId, customerOrderId: null, amountCents: null, reason, request: null }
      const act = { kind: 'billing_terms' as const, change, before: termsOf(before, change) }
      return { done: null, approval: await requestApproval(work, { ...request, act }, rule) }
    }
    await writeTerms(work, { accountId, reason, change }, { before, after })
    return { done: true, approval: null }
  })

/** Refuses like changeBillingTerms, and with `wrong_state` when the terms are not those of the request any more. */
export async function changeTermsAsApproved(work: UnitOfWork, wanted: Change & { before: Terms }): Promise<void> {
  const before = await lockToChange(work, wanted.accountId)
  if (Object.keys(differingTerms(wanted.before, before)).length > 0)
    throw new Refusal(
      'wrong_state',
      say('The terms were changed after this request: decline it, and request the change again.'),
    )
  await writeTerms(work, wanted, { before, after: changedTerms(before, wanted.change) })
}

const entriesOf = (terms: Terms) => Object.entries(terms) as [keyof BillingTerms, unknown][]

/** The terms that are not the current ones. */
const differingTerms = (terms: Terms, current: BillingTerms): Terms =>
  Object.fromEntries(entriesOf(terms).filter(([name, value]) => value !== current[name]))

/** The current ones of these terms. */
const termsOf = (current: BillingTerms, terms: Terms): Terms =>
  Object.fromEntries(entriesOf(terms).map(([name]) => [name, current[name]]))

/** The terms for which an account pays later or less. */
type Generosity = Omit<BillingTerms, 'purchaseOrder' | 'purchaseOrderRequired'>

/** Changes of terms in this time count together: a large one cannot be split. */
const countedMs = 30 * day

/** The terms before the changes that count together with the next one. */
async function termsBefore({ tx, now }: UnitOfWork, current: Billing): Promise<Generosity> {
  const since = earlier(now, countedMs)
  const oldest = await readOldestAction(tx, { ...current, action: 'account_billing_changed', since })
  if (oldest === undefined) return current
  const { before } = oldest as { before: ReturnType<typeof shown> }
  const centsOrNull = (amount: number | null) => (amount === null ? null : centsOf(amount))
  return {
    ...before,
    creditLimitCents: centsOrNull(before.creditLimit),
    discountBasisPoints: centsOrNull(before.discountPercent),
    lateFeeBasisPoints: centsOrNull(before.lateFeePercent),
    lateFeeCents: centsOrNull(before.lateFeeAmount),
  }
}

/** Whether a term gives more than now, and more than the oldest terms by more than that part. */
function givesMore(
  { before, after }: { before: Generosity; after: Generosity },
  oldest: Generosity,
  basisPoints: number,
): boolean {
  const sinceOldest = gains(oldest, after, basisPoints)
  return gains(before, after, 0).some((gain, i) => gain && sinceOldest[i])
}

/** For each term, whether it gives more than before by more than that part; a new discount does, from nothing. */
function gains(before: Generosity, after: Generosity, basisPoints: number): boolean[] {
  const isBeyond = (gain: number, from: number) => gain > 0 && gain * 10_000 > from * basisPoints
  const grows = (from: number | null, to: number | null) => isBeyond((to ?? 0) - (from ?? 0), from ?? 0)
  const falls = (from: number | null, to: number | null) => isBeyond((from ?? 0) - (to ?? 0), from ?? 0)
  const limit = after.creditLimitCents
  return [
    grows(before.termsDays, after.termsDays),
    before.termsFrom === 'statement' && after.termsFrom === 'end_of_month',
    before.creditLimitCents !== null && (limit === null || grows(before.creditLimitCents, limit)),
    grows(before.discountBasisPoints, after.discountBasisPoints),
    grows(before.discountDays, after.discountDays),
    falls(before.lateFeeBasisPoints, after.lateFeeBasisPoints),
    falls(before.lateFeeCents, after.lateFeeCents),
  ]
}

/** Refuses terms that do not fit together. */
function changedTerms(before: Billing, change: Partial<BillingTerms>): BillingTerms {
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
  return after
}

async function writeTerms(
  work: UnitOfWork,
  { accountId, reason, change }: Change,
  { before, after }: { before: BillingTerms; after: BillingTerms },
): Promise<void> {
  await saveTerms(work.tx, accountId, after)
  if (change.purchaseOrder !== undefined) await savePurchaseOrder(work.tx, accountId, change.purchaseOrder)
  await reviewCredit(work, accountId)
  await appendAudit(work.tx, work.newId, {
    at: work.now,
    actor: work.actor,
    action: 'account_billing_changed',
    accountId,
    subject: accountId,
    details: { reason, before: shown(before), after: shown(after) },
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
