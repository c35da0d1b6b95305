// The rows of payments of statements through the payment provider, and of the customers whose bank transfers are
// followed.

import { sql } from 'kysely'
import { readWords, type Words } from '../../../languages/texts.ts'
import { later } from '../../base/clock.ts'
import type { Db, Tx } from '../../db/db.ts'
import { hasNotMoved } from '../../db/movedAccounts.ts'
import { bigint, date, rowsOf, storedWords, text } from '../../db/rows.ts'
import { leaseDue } from '../../jobs/claimDue.ts'
import type { Claim, Leased } from '../../jobs/outsideWork.ts'
import type { BankAccount, PaymentMethod, StatementPaymentState } from '../payments.ts'
import { callLeaseMs } from '../providerRetries.ts'

export const onlineStatuses = ['open', 'processing', 'succeeded', 'failed', 'expired'] as const

export type OnlinePayment = {
  accountId: string
  paymentId: string
  provider: string
  customerRef: string
  kind: 'page' | 'transfer'
  statement: number | null
  amountCents: number
  description: string
  status: (typeof onlineStatuses)[number]
  method: PaymentMethod | null
  idempotencyKey: string
  /** Of the page or the transfer. */
  providerRef: string | null
  /** Of the page. */
  url: string | null
  failureCode: string | null
  failureMessage: Words | null
  /** It failed, and its money may be at the provider. */
  needsStaff: boolean
  /** The staff closed it: its money was returned, or recorded by hand. */
  isClosed: boolean
  createdAt: Date
  /** When the staff last had it asked for again. */
  retriedAt: Date | null
  /** The day at the operator on which it was begun. */
  begunOn: string
  settledAt: Date | null
}
export type LeasedPayment = OnlinePayment & Leased
type Key = { accountId: string; paymentId: string }

const keyPrefix = 'octavo-'
export const paymentIdOf = (idempotencyKey: string): string => idempotencyKey.slice(keyPrefix.length)

const columns = sql`
  account_id as "accountId", payment_id as "paymentId", provider, customer_ref as "customerRef", kind, statement,
  amount_cents as "amountCents", description, status, method, idempotency_key as "idempotencyKey",
  provider_ref as "providerRef", url, failure_code as "failureCode", failure_message as "failureMessage",
  needs_staff as "needsStaff", closed_by_staff as "isClosed", created_at as "createdAt", retried_at as "retriedAt", begun_on as "begunOn", settled_at as "settledAt", attempts, next_check_at as "leaseUntil"`

type Row = Omit<LeasedPayment, 'failureMessage'> & { failureMessage: string | null }

const paymentOf = (row: Row): LeasedPayment => ({ ...row, failureMessage: readWords(row.failureMessage) })

type NewOnlinePayment = Omit<
  OnlinePayment,
  | 'status'
  | 'method'
  | 'idempotencyKey'
  | 'url'
  | 'failureCode'
  | 'failureMessage'
  | 'needsStaff'
  | 'isClosed'
  | 'createdAt'
  | 'retriedAt'
  | 'settledAt'
>

/** Writes an open payment. It is checked from `checkAt` on. */
export async function insertOnlinePayment(tx: Tx, payment: NewOnlinePayment, checkAt: Date, now: Date): Promise<void> {
  const { accountId, paymentId, provider, customerRef, kind, statement, amountCents, description, begunOn } = payment
  await sql`
    insert into online_payments (account_id, payment_id, provider, customer_ref, kind, statement, amount_cents,
      description, status, idempotency_key, provider_ref, next_check_at, created_at, begun_on)
    values (${accountId}, ${paymentId}, ${provider}, ${customerRef}, ${kind}, ${statement}, ${amountCents},
      ${description}, 'open', ${keyPrefix + paymentId}, ${payment.providerRef}, ${checkAt}, ${now}, ${begunOn}::date)`.execute(
    tx,
  )
}

type NewTransfer = Key &
  Pick<OnlinePayment, 'provider' | 'customerRef' | 'amountCents' | 'begunOn'> & { providerRef: string }

/** Writes open payments that take transfers, except for those that have one. They are due now. */
export async function insertTransfers(tx: Tx, transfers: NewTransfer[], now: Date): Promise<void> {
  const { columns, from } = rowsOf(transfers, 't', {
    accountId: text(t => t.accountId),
    paymentId: text(t => t.paymentId),
    provider: text(t => t.provider),
    customerRef: text(t => t.customerRef),
    amountCents: bigint(t => t.amountCents),
    idempotencyKey: text(t => keyPrefix + t.paymentId),
    providerRef: text(t => t.providerRef),
    begunOn: date(t => t.begunOn),
  })
  await sql`
    insert into online_payments (${columns}, kind, description, status, next_check_at, created_at)
    select t.*, 'transfer', 'Bank transfer', 'open', ${now}::timestamptz, ${now}::timestamptz
    from ${from}
    on conflict (account_id, provider, provider_ref) where kind = 'transfer' do nothing`.execute(tx)
}

/** The open page of a statement at a provider. */
export async function findOpenPage(
  db: Db | Tx,
  { accountId, statement, provider }: { accountId: string; statement: number; provider: string },
): Promise<LeasedPayment | undefined> {
  const { rows } = await sql<Row>`
    select ${columns}
    from online_payments
    where account_id = ${accountId} and statement = ${statement} and provider = ${provider} and kind = 'page'
      and status = 'open'`.execute(db)
  return rows.map(paymentOf)[0]
}

export async function readOnlinePayment(
  db: Db | Tx,
  { accountId, paymentId }: Key,
): Promise<LeasedPayment | undefined> {
  const { rows } = await sql<Row>`
    select ${columns} from online_payments where account_id = ${accountId} and payment_id = ${paymentId}`.execute(db)
  return rows.map(paymentOf)[0]
}

/** The payments of an account, newest first. */
export async function listOnlinePayments(
  db: Db,
  accountId: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<OnlinePayment[]> {
  const { rows } = await sql<Row>`
    select ${columns}
    from online_payments
    where account_id = ${accountId} ${before === null ? sql`` : sql`and payment_id < ${before}`}
    order by payment_id desc
    limit ${limit}`.execute(db)
  return rows.map(paymentOf)
}

/** The page was opened. The payment may have ended in the meantime. */
export async function savePage(
  db: Db,
  { accountId, paymentId }: Key,
  { ref, url, checkAt }: { ref: string; url: string; checkAt: Date },
): Promise<void> {
  await sql`
    update online_payments set provider_ref = ${ref}, url = ${url}, next_check_at = ${checkAt}
    where account_id = ${accountId} and payment_id = ${paymentId} and status = 'open'`.execute(db)
}

/** The payments that are due at a provider, or one of them. */
export async function claimDueOnlinePayments(
  db: Db,
  provider: string,
  claim: Claim,
  one: Key | null = null,
): Promise<LeasedPayment[]> {
  const isOne = one === null ? sql`` : sql`and account_id = ${one.accountId} and payment_id = ${one.paymentId}`
  const rows = await leaseDue<Row>(db, 'payment', {
    ...claim,
    columns,
    which: sql`and provider = ${provider} ${isOne}`,
  })
  return rows.map(paymentOf)
}

/** Locks a claimed payment; false when another worker recorded its state, or a message has made it due again. */
export async function lockOnlinePayment(tx: Tx, { accountId, paymentId, leaseUntil }: LeasedPayment): Promise<boolean> {
  const { rows } = await sql`
    select from online_payments
    where account_id = ${accountId} and payment_id = ${paymentId} and next_check_at = ${leaseUntil}
    for update`.execute(tx)
  return rows.length > 0
}

/** The payments of all accounts that need the staff. `after` is the last of the page before. */
export async function listPaymentsForStaff(
  db: Db,
  { after, limit }: { after: Key | null; limit: number },
): Promise<(OnlinePayment & { accountName: string })[]> {
  const { rows } = await sql<Row & { accountName: string }>`
    select p.*, a.name as "accountName"
    from (
      select ${columns}
      from online_payments
      where needs_staff and (account_id, payment_id) > (${after?.accountId ?? ''}, ${after?.paymentId ?? ''})
      order by account_id, payment_id
      limit ${limit}
    ) p
    join accounts a on a.account_id = p."accountId"
    order by p."accountId", p."paymentId"`.execute(db)
  return rows.map(({ accountName, ...row }) => ({ ...paymentOf(row), accountName }))
}

/** Ends the staff's part, or has the payment asked for again at once. False when it does not need the staff. */
export async function settleForStaff(tx: Tx, { accountId, paymentId }: Key, retriedAt: Date | null): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update online_payments
    set needs_staff = false, closed_by_staff = ${retriedAt === null}
      ${retriedAt === null ? sql`` : sql`, status = 'processing', next_check_at = ${retriedAt}, retried_at = ${retriedAt}, settled_at = null`}
    where account_id = ${accountId} and payment_id = ${paymentId} and needs_staff`.execute(tx)
  return numAffectedRows === 1n
}

/** Stores the state of a locked payment, and when it is checked again; null when it has ended. */
export async function saveOnlineState(
  tx: Tx,
  { accountId, paymentId }: Key,
  state: StatementPaymentState,
  { checkAt, needsStaff = false, now }: { checkAt: Date | null; needsStaff?: boolean; now: Date },
): Promise<void> {
  const { code, message } = state.status === 'failed' ? state : { code: null, message: null }
  await sql`
    update online_payments
    set status = ${state.status}, method = coalesce(${'method' in state ? state.method : null}, method),
      failure_code = ${code}, failure_message = ${storedWords(message)}, next_check_at = ${checkAt}, attempts = 0,
      needs_staff = ${needsStaff}, settled_at = ${checkAt === null ? now : null}
    where account_id = ${accountId} and payment_id = ${paymentId}`.execute(tx)
}

/** `at` is null for a payment that has ended. */
export async function postponeOnlinePayment(tx: Tx, { accountId, paymentId }: Key, at: Date | null): Promise<void> {
  await sql`
    update online_payments set next_check_at = ${at}
    where account_id = ${accountId} and payment_id = ${paymentId}`.execute(tx)
}

/**
 * Has payments checked now, also during a check, whose answer may be older, and also those that ended without money:
 * the provider may have taken it since. Not while a page is being opened.
 */
export async function makeOnlinePaymentsDue(
  db: Db | Tx,
  payments: { accountId: string; key: string }[],
  now: Date,
): Promise<void> {
  const due = rowsOf(payments, 'd', { accountId: text(p => p.accountId), paymentId: text(p => paymentIdOf(p.key)) })
  await sql`
    update online_payments p set next_check_at = ${now}, attempts = 0
    from ${due.from}
    where p.account_id = d.account_id and p.payment_id = d.payment_id and p.status <> 'succeeded'
      and (p.provider_ref is not null or p.next_check_at > ${later(now, callLeaseMs)})`.execute(db)
}

/** Has the pages of an account checked that take more than is due of their statements: the check closes them. */
export async function makeExceedingPagesDue(tx: Tx, accountId: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update online_payments p set next_check_at = ${now}, attempts = 0
    from statements s
    where p.account_id = ${accountId} and p.status = 'open' and p.kind = 'page' and p.provider_ref is not null
      and s.account_id = p.account_id and s.number = p.statement
      and p.amount_cents > s.total_cents - s.paid_cents`.execute(tx)
  return numAffectedRows !== 0n
}

export type TransferCustomer = Leased & { accountId: string; provider: string; customerRef: string }

/** The bank account for the transfers of a customer; null before it was asked for. */
export async function readBankAccount(db: Db, accountId: string, provider: string): Promise<BankAccount | null> {
  const { rows } = await sql<{ account: string | null }>`
    select bank_account as account
    from payment_customers
    where account_id = ${accountId} and provider = ${provider}`.execute(db)
  const account = rows[0]?.account ?? null
  return account === null ? null : JSON.parse(account)
}

/** Transfers to that bank account are looked for from `at` on. */
export async function saveBankAccount(
  db: Db,
  { accountId, provider, customerRef }: Omit<TransferCustomer, keyof Leased>,
  account: BankAccount,
  at: Date,
): Promise<void> {
  await sql`
    insert into payment_customers (account_id, provider, provider_ref, bank_account, transfers_due_at, created_at)
    values (${accountId}, ${provider}, ${customerRef}, ${JSON.stringify(account)}::json, ${at}, ${at})
    on conflict (account_id, provider) do update
    set bank_account = excluded.bank_account, transfers_due_at = ${at}
    where payment_customers.provider_ref = ${customerRef}`.execute(db)
}

export const claimTransferCustomers = (db: Db, provider: string, claim: Claim): Promise<TransferCustomer[]> =>
  leaseDue(db, 'transfer', {
    ...claim,
    attempts: 'transfers_attempts',
    which: sql`and provider = ${provider}`,
    columns: sql`
      account_id as "accountId", provider, provider_ref as "customerRef", transfers_attempts as attempts,
      transfers_due_at as "leaseUntil"`,
  })

/** False when a message has made the customer due again. */
export async function postponeTransfers(
  tx: Tx,
  { accountId, provider, leaseUntil }: TransferCustomer,
  { at, attempts }: { at: Date; attempts: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update payment_customers set transfers_due_at = ${at}, transfers_attempts = ${attempts}
    where account_id = ${accountId} and provider = ${provider} and transfers_due_at = ${leaseUntil}`.execute(tx)
  return numAffectedRows === 1n
}

/** Has the transfers of a customer looked for now. */
export async function makeTransfersDue(tx: Tx, provider: string, customerRef: string, now: Date): Promise<void> {
  await sql`
    update payment_customers set transfers_due_at = ${now}
    where provider = ${provider} and provider_ref = ${customerRef} and transfers_due_at is not null
      and ${hasNotMoved('payment_customers.account_id')}`.execute(tx)
}
