// The staff put an account on a price list. It applies to orders that are placed from then on.

import { sql } from 'kysely'
import { type AccountWithLimits, accountNotFound, readAccountWithLimits } from '../../accounts/accountQueries.ts'
import { appendAudit } from '../../accounts/auditLog.ts'
import { setAccountPriceList } from '../../accounts/settings/accountPriceList.ts'
import { malformedField, quoted } from '../../base/refusal.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import { readNewestListCodes } from './versionStore.ts'

type Assignment = { accountId: string; priceList: string | null; reason: string | null }

/**
 * Null takes the account off its list. Refuses with `not_found`, and with `malformed_request` when the newest version
 * of the operator's data does not have the list.
 */
export async function putOnPriceList(
  transactor: Transactor,
  { accountId, priceList, reason }: Assignment,
  { now, actor }: { now: Date; actor: string },
): Promise<AccountWithLimits> {
  return transact(transactor, { now, actor }, async ({ tx, newId }) => {
    // A version without the list cannot be published meanwhile: publishing looks for accounts after it has inserted.
    await sql`lock table operator_versions in share mode`.execute(tx)
    const changed = await setAccountPriceList(tx, accountId, priceList)
    if (changed === undefined) throw accountNotFound(accountId)
    if (priceList !== null) requireList(await readNewestListCodes(tx), priceList)
    const { before } = changed
    if (before !== priceList) {
      const details = { reason, before, after: priceList }
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
  })
}

function requireList(known: string[], code: string): void {
  if (known.includes(code)) return
  const expected = known.length === 0 ? 'there are no price lists yet' : `expected ${known.join(', ')}`
  const detail = `there is no price list ${quoted(code)}; ${expected}`
  throw malformedField('/priceList', 'malformed_request', detail)
}
