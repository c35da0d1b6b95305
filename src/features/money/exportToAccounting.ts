// The staff export the ledger to the operator's accounting: each posting once.

import { say } from '../../../languages/texts.ts'
import { appendAudit } from '../../accounts/auditLog.ts'
import { dollars } from '../../base/money.ts'
import { Refusal } from '../../base/refusal.ts'
import { isLockTimeout } from '../../db/conflict.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import {
  type AccountingExport,
  insertExport,
  readLastPosting,
  replaceMapping,
} from '../../payments/accounting/exportStore.ts'
import type { MappedAccount } from '../../payments/accounting/journal.ts'

type By = { now: Date; actor: string }

/** An export is read in one statement, within its time limit, and stored in one row. */
const maxPostingsOfExport = 1_000_000

/**
 * `hasMore`: further postings are left for the next export. Refuses with `wrong_state` when every posting is in an
 * export, and with `overloaded` while a transaction keeps the ledger for too long.
 */
export async function exportToAccounting(
  transactor: Transactor,
  by: By,
  maxPostings = maxPostingsOfExport,
): Promise<AccountingExport & { hasMore: boolean }> {
  const lastPosting = await lastPostingNow(transactor, by)
  return transact(transactor, by, async work => {
    const made = await insertExport(work.tx, { lastPosting, maxPostings, madeAt: by.now, madeBy: by.actor })
    if (made === null) throw new Refusal('wrong_state', say('every posting of the ledger is in an export already'))
    const { number, firstPosting, postings, debitCents } = made
    await appendAudit(work.tx, work.newId, {
      at: by.now,
      actor: by.actor,
      action: 'ledger_exported',
      accountId: null,
      subject: String(number),
      details: { firstPosting, lastPosting: made.lastPosting, postings, total: dollars(debitCents) },
    })
    return { ...made, hasMore: postings === maxPostings && made.lastPosting < lastPosting }
  })
}

async function lastPostingNow(transactor: Transactor, by: By): Promise<number> {
  try {
    return await transact(transactor, by, work => readLastPosting(work.tx))
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    throw new Refusal('overloaded', say('Payments are being recorded right now. Nothing was exported. Try again.'))
  }
}

/** In place of all accounts before; for exports that are made from now on. */
export function changeAccountMapping(
  transactor: Transactor,
  { accounts, reason }: { accounts: MappedAccount[]; reason: string | null },
  by: By,
): Promise<void> {
  return transact(transactor, by, async work => {
    const before = await replaceMapping(work.tx, accounts)
    await appendAudit(work.tx, work.newId, {
      at: by.now,
      actor: by.actor,
      action: 'account_mapping_changed',
      accountId: null,
      subject: null,
      details: { reason, before: before.map(shown), after: accounts.map(shown) },
    })
  })
}

const shown = ({ ledgerAccount, detail, code, name }: MappedAccount): string =>
  `${ledgerAccount}${detail === '' ? '' : ` ${detail}`}: ${code} ${name}`
