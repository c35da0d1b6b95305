// The staff put an account on a price list, and say whether an enterprise account has agreed prices: of its list, or of
// the catalog. Both apply to orders that are placed from then on.

import { sql } from 'kysely'
import { say } from '../../../languages/texts.ts'
import { type AccountWithLimits, accountNotFound, readAccountWithLimits } from '../../accounts/accountQueries.ts'
import { appendAudit } from '../../accounts/auditLog.ts'
import { setAccountPrices } from '../../accounts/settings/accountPriceList.ts'
import { malformedField, quoted } from '../../base/refusal.ts'
import type { Tx } from '../../db/db.ts'
import { lockAccountLimits } from '../../limits/limitStore.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import { type ApprovalOutcome, requestApproval, type SecondPersonRule } from '../staff/secondPerson.ts'
import { isListBeyond } from './lowerPrices.ts'
import type { VersionRegister } from './operatorVersions.ts'
import { readNewestListCodes } from './versionStore.ts'

/** `agreedPrices` stays as it is if it is not given. */
type Assignment = {
  accountId: string
  priceList: string | null
  agreedPrices?: boolean | undefined
  reason: string | null
}
type Deps = { transactor: Transactor; operatorVersions: VersionRegister }

/**
 * Null takes the account off its list. Where a second person is needed, a list below the cost or beyond the discount
 * waits for approval. Refuses with `not_found`, and with `malformed_request` when the newest version of the operator's
 * data does not have the list.
 */
export async function putOnPriceList(
  { transactor, operatorVersions }: Deps,
  assignment: Assignment,
  context: { now: Date; actor: string },
  rule: SecondPersonRule,
): Promise<ApprovalOutcome<AccountWithLimits>> {
  const { accountId, priceList, agreedPrices, reason } = assignment
  await operatorVersions.refresh()
  return transact(transactor, context, async work => {
    await requireList(work.tx, priceList)
    const account = await readAccountWithLimits(work.tx, accountId)
    if (account === undefined) throw accountNotFound(accountId)
    const isNew = account.priceList !== priceList || (agreedPrices === true && !account.agreedPrices)
    if (rule !== null && priceList !== null && isNew) {
      const newest = operatorVersions.find(operatorVersions.newest())
      if (!newest?.priceLists.has(priceList) || (await isListBeyond(newest, priceList, rule.aboveOffBasisPoints))) {
        // Of two requests at once, the second sees the first.
        await lockAccountLimits(work.tx, [accountId], work.now)
        const act = { kind: 'price_list' as const, priceList, ...(agreedPrices === undefined ? {} : { agreedPrices }) }
        const request = { accountId, customerOrderId: null, act, amountCents: null, reason, request: null }
        return { done: null, approval: await requestApproval(work, request, rule) }
      }
    }
    return { done: await changePriceList(work, assignment), approval: null }
  })
}

/** Changes the list, also after approval. Refuses like putOnPriceList. */
export async function changePriceList(
  { tx, newId, now, actor }: UnitOfWork,
  { accountId, priceList, agreedPrices, reason }: Assignment,
): Promise<AccountWithLimits> {
  await requireList(tx, priceList)
  const changed = await setAccountPrices(tx, accountId, { priceList, agreedPrices })
  if (changed === undefined) throw accountNotFound(accountId)
  const { before, ...agreement } = changed
  const isAgreementChanged = agreement.agreedBefore !== agreement.agreedAfter
  if (before !== priceList || isAgreementChanged) {
    const details = { reason, before, after: priceList, ...(isAgreementChanged ? agreement : {}) }
    await appendAudit(tx, newId, {
      at: now,
      actor,
      action: 'account_price_list_changed',
      accountId,
      subject: accountId,
      details,
    })
  }
  return (await readAccountWithLimits(tx, accountId))!
}

async function requireList(tx: Tx, code: string | null): Promise<void> {
  // A version without the list cannot be published meanwhile: publishing looks for accounts after it has inserted.
  await sql`lock table operator_versions in share mode`.execute(tx)
  if (code === null) return
  const known = await readNewestListCodes(tx)
  if (known.includes(code)) return
  const list = quoted(code)
  const detail =
    known.length === 0
      ? say('there is no price list {list}; there are no price lists yet', { list })
      : say('there is no price list {list}; expected {lists}', { list, lists: known.join(', ') })
  throw malformedField('/priceList', 'malformed_request', detail)
}
