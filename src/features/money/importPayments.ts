// Payments of enterprise accounts from a spreadsheet of the bank: all of them, or none.

import { sql } from 'kysely'
import { say } from '../../../languages/texts.ts'
import { readSheet } from '../../base/files/guardedSpreadsheet.ts'
import type { Problem } from '../../base/refusal.ts'
import type { Db } from '../../db/db.ts'
import type { Transactor } from '../../orders/transact.ts'
import { type PaymentRow, problemAt, readPaymentFile } from '../../payments/statements/paymentFile.ts'
import { findReferences } from '../../payments/statements/paymentStore.ts'
import type { ApprovalOutcome, SecondPersonRule } from '../staff/secondPerson.ts'
import { placeByInvoice } from './invoicedStatements.ts'
import { recordPayments } from './receivePayments.ts'

type Context = { now: Date; actor: string; today: string }

type Import = { payments: number; amountCents: number }

/**
 * If there are `problems`, nothing is recorded. They name every mistake. Where a second person is needed, the
 * whole file waits for approval. Refuses with `malformed_request` when the file is no spreadsheet.
 */
export async function importPayments(
  transactor: Transactor,
  file: Uint8Array,
  { now, actor, today }: Context,
  rule: SecondPersonRule,
): Promise<ApprovalOutcome<Import> | { problems: Problem[] }> {
  const { rows: read, problems: mistakes } = await readPaymentFile(await readSheet(file, actor), today)
  const placed = await placeByInvoice(transactor.db, read)
  const rows = placed.map(({ payment }) => payment)
  const problems = [
    ...mistakes,
    ...placed.flatMap(({ payment: { row }, wrong }) => (wrong === null ? [] : [problemAt(row, 'invoice', wrong)])),
    ...(await problemsInDatabase(transactor.db, rows)),
  ]
  if (problems.length > 0) return { problems: problems.toSorted((one, other) => rowOf(one) - rowOf(other)) }
  const payments = rows.map(({ row: _, invoice: __, ...payment }) => ({ ...payment, kind: 'payment' as const }))
  const outcome = await recordPayments(transactor, payments, { now, actor }, rule)
  if (outcome.done === null) return outcome
  const amountCents = payments.reduce((sum, payment) => sum + payment.amountCents, 0)
  return { done: { payments: payments.length, amountCents }, approval: null }
}

const rowOf = ({ pointer }: Problem): number => Number(pointer.split('/')[1])

async function problemsInDatabase(db: Db, rows: PaymentRow[]): Promise<Problem[]> {
  const known = await findReferences(
    db,
    rows.map(({ reference }) => reference.toLowerCase()),
  )
  const accounts = await readAccounts(
    db,
    rows.map(({ accountId }) => accountId),
  )
  return rows.flatMap(({ row, reference, accountId, statement }) => {
    const statements = accounts.get(accountId)
    return [
      ...(known.has(reference.toLowerCase()) ? [problemAt(row, 'reference', say('it was recorded before'))] : []),
      ...(accountId !== '' && statements === undefined
        ? [problemAt(row, 'accountId', say('there is no enterprise account with this id'))]
        : []),
      ...(statement !== null && statements !== undefined && statement > statements
        ? [problemAt(row, 'statement', say('the account has no statement {statement}', { statement }))]
        : []),
    ]
  })
}

/** The number of the newest statement of each account that is billed by statement. */
async function readAccounts(db: Db, accountIds: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ accountId: string; statements: number }>`
    select a.account_id as "accountId", coalesce(t.statements, 0) as statements
    from accounts a
    left join billing_terms t using (account_id)
    where a.account_id = any(${[...new Set(accountIds)]}::text[])
      and (a.enterprise or t.account_id is not null)`.execute(db)
  return new Map(rows.map(({ accountId, statements }) => [accountId, statements]))
}
