// The rows of statements: what enterprise accounts owe, line by line, and the monthly statements that have the lines.
// Writers lock the row of the account in billing_terms: after its limits and its orders, and before any row of these
// tables.

import { type RawBuilder, sql } from 'kysely'
import { day } from '../../base/clock.ts'
import type { RequestKey } from '../../base/secrets/requestKey.ts'
import { redacted } from '../../base/text/redacted.ts'
import { searchable } from '../../base/text/searchable.ts'
import { storableJson } from '../../base/text/storableText.ts'
import type { Db, Tx } from '../../db/db.ts'
import { plusInterval } from '../../db/instants.ts'
import { bigint, integer, rowsOf, text, timestamp } from '../../db/rows.ts'
import { type BillTo, readBillTo } from '../billingDetails.ts'
import { issuedNumber } from '../documentNumber.ts'
import type { Seller } from '../documentSheet.ts'
import { orderDetails } from '../orderDetails.ts'
import { applyPayments } from './applyPayments.ts'
import type { PaymentKind } from './paymentStore.ts'

/** Reminders of a statement, one a week; then the staff decide. */
export const maxReminders = 4
export const reminderEveryMs = 7 * day
/** After the end of the due day: in the morning. */
export const firstReminderAt = plusInterval(sql`s.overdue_from`, sql`interval '9 hours'`)
/** On the morning three days before the due day. A statement that is due earlier has none before it. */
const noticeAt = plusInterval(sql`s.overdue_from`, sql`interval '-4 days 9 hours'`)

/** From where the days of the terms count: the day of a statement, or the end of its month. */
export const termsStarts = ['statement', 'end_of_month'] as const

export type BillingTerms = {
  /** Until the day on which a statement is due. */
  termsDays: number
  termsFrom: (typeof termsStarts)[number]
  purchaseOrder: string | null
  /** Of each new order, unless the account has a usual number. */
  purchaseOrderRequired: boolean
  creditLimitCents: number | null
  /** For payment within `discountDays`; both are null without a discount. */
  discountBasisPoints: number | null
  discountDays: number | null
  /** A month, of the open amount; at most one of the two is a fee. */
  lateFeeBasisPoints: number | null
  lateFeeCents: number | null
}
export type Billing = BillingTerms & { accountId: string; balanceCents: number; statements: number }

/** The default of billing_terms. */
const usualTermsDays = 30

const billingColumns = sql`
  account_id as "accountId", terms_days as "termsDays", terms_from as "termsFrom",
  (select purchase_order from billing_details d where d.account_id = t.account_id) as "purchaseOrder",
  purchase_order_required as "purchaseOrderRequired",
  credit_limit_cents as "creditLimitCents", discount_basis_points as "discountBasisPoints",
  discount_days as "discountDays", late_fee_basis_points as "lateFeeBasisPoints", late_fee_cents as "lateFeeCents",
  balance_cents as "balanceCents", statements`

/** Undefined for an account that never was an enterprise account. */
export async function lockBilling(tx: Tx, accountId: string): Promise<Billing | undefined> {
  await sql`
    insert into billing_terms (account_id)
    select account_id from accounts where account_id = ${accountId} and enterprise
    on conflict (account_id) do nothing`.execute(tx)
  const { rows } = await sql<Billing>`
    select ${billingColumns} from billing_terms t where account_id = ${accountId} for update of t`.execute(tx)
  return rows[0]
}

/** All terms but the purchase order number, which is one of the billing details. */
export async function saveTerms(tx: Tx, accountId: string, terms: BillingTerms): Promise<void> {
  await sql`
    update billing_terms
    set terms_days = ${terms.termsDays}, terms_from = ${terms.termsFrom}, credit_limit_cents = ${terms.creditLimitCents},
      purchase_order_required = ${terms.purchaseOrderRequired},
      discount_basis_points = ${terms.discountBasisPoints}, discount_days = ${terms.discountDays},
      late_fee_basis_points = ${terms.lateFeeBasisPoints}, late_fee_cents = ${terms.lateFeeCents}
    where account_id = ${accountId}`.execute(tx)
}

/** `amountCents` is the change of what the account owes. */
export async function changeBalance(tx: Tx, accountId: string, amountCents: number): Promise<void> {
  await sql`
    update billing_terms set balance_cents = balance_cents + ${amountCents} where account_id = ${accountId}`.execute(tx)
}

export const lineKinds = ['order', 'reprint', 'credit', 'late_fee', 'waived_fee', 'charge', 'removed_charge'] as const
export type NewLine = {
  accountId: string
  lineId: string
  /** Null for late fees and charges of the staff. */
  orderId: string | null
  kind: (typeof lineKinds)[number]
  at: Date
  /** Without tax; those of a credit are negative. */
  itemsCents: number
  shippingCents: number
  taxCents: number
  reason: string | null
  actor: string | null
  request: RequestKey | null
  /** Of a late fee, or of one that is taken back: the overdue statement, and the number of the fee. */
  late?: { statement: number; period: number }
  /** Of a charge and its removal: the number of the staff. */
  reference?: string
  /** The end of the month at the operator, or earlier: the task finds the end. */
  monthEnd: Date
}

/** Writes lines for the next statements, and adds them to the balances. */
export async function addLines(tx: Tx, lines: NewLine[]): Promise<void> {
  if (lines.length === 0) return
  const amount = (line: NewLine) => line.itemsCents + line.shippingCents + line.taxCents
  const rows = rowsOf(lines, 'l', {
    accountId: text(l => l.accountId),
    lineId: text(l => l.lineId),
    orderId: text(l => l.orderId),
    kind: text(l => l.kind),
    at: timestamp(l => l.at),
    itemsCents: bigint(l => l.itemsCents),
    shippingCents: bigint(l => l.shippingCents),
    taxCents: bigint(l => l.taxCents),
    amountCents: bigint(amount),
    reason: text(l => l.reason),
    actor: text(l => l.actor),
    requestKey: text(l => l.request?.key ?? null),
    requestDigest: text(l => l.request?.digest ?? null),
    lateStatement: integer(l => l.late?.statement ?? null),
    latePeriod: integer(l => l.late?.period ?? null),
    reference: text(l => l.reference ?? null),
  })
  const sums = rowsOf(lines, 'l', {
    accountId: text(l => l.accountId),
    amountCents: bigint(amount),
    monthEnd: timestamp(l => l.monthEnd),
  })
  await sql`
    insert into billing_terms as t (account_id, balance_cents, statement_due_at)
    select account_id, sum(amount_cents), min(month_end) from ${sums.from} group by account_id order by account_id
    on conflict (account_id) do update
    set balance_cents = t.balance_cents + excluded.balance_cents,
      statement_due_at = least(t.statement_due_at, excluded.statement_due_at)`.execute(tx)
  await sql`insert into statement_lines (${rows.columns}) select * from ${rows.from}`.execute(tx)
}

/** The charge of the staff with that reference, and what of it is not removed; undefined when there is none. */
export async function findCharge(
  db: Db | Tx,
  accountId: string,
  reference: string,
): Promise<{ reference: string; openCents: number } | undefined> {
  const { rows } = await sql<{ reference: string; openCents: number }>`
    select min(reference) as reference, sum(amount_cents)::bigint as "openCents"
    from statement_lines
    where account_id = ${accountId} and reference is not null and lower(reference) = lower(${reference})
    having count(*) > 0`.execute(db)
  return rows[0]
}

/** Which of these orders are on a statement or will be: by account and customerOrderId. */
export async function findBilled(
  tx: Tx,
  orders: { accountId: string; customerOrderId: string }[],
): Promise<{ accountId: string; customerOrderId: string }[]> {
  const named = rowsOf(orders, 'n', {
    accountId: text(o => o.accountId),
    customerOrderId: text(o => o.customerOrderId),
  })
  const { rows } = await sql<{ accountId: string; customerOrderId: string }>`
    select distinct n.account_id as "accountId", n.customer_order_id as "customerOrderId"
    from ${named.from}
    join orders o using (account_id, customer_order_id)
    join statement_lines l on l.account_id = o.account_id and l.order_id = o.order_id and l.kind <> 'credit'`.execute(
    tx,
  )
  return rows
}

/** The credit requested with that key; undefined when there is none. The order is locked. */
export async function findRequestedCredit(
  tx: Tx,
  { accountId, orderId }: { accountId: string; orderId: string },
  { key }: RequestKey,
): Promise<{ digest: string } | undefined> {
  const { rows } = await sql<{ digest: string }>`
    select request_digest as digest
    from statement_lines
    where account_id = ${accountId} and order_id = ${orderId} and request_key = ${key}`.execute(tx)
  return rows[0]
}

type Amounts = { itemsCents: number; shippingCents: number; taxCents: number }

/** The amounts that were billed and (negative) credited for an order so far. Undefined when it was not billed. */
export async function readBilledAmounts(
  tx: Tx,
  { accountId, orderId }: { accountId: string; orderId: string },
): Promise<{ billed: Amounts; credited: Amounts; place: string } | undefined> {
  const { rows } = await sql<Amounts & { kind: NewLine['kind']; place: string }>`
    select l.kind, sum(l.items_cents)::bigint as "itemsCents", sum(l.shipping_cents)::bigint as "shippingCents",
      sum(l.tax_cents)::bigint as "taxCents", s.place
    from statement_lines l
    join sales s using (account_id, order_id)
    where account_id = ${accountId} and order_id = ${orderId} and l.kind <> 'reprint'
    group by l.kind, s.place`.execute(tx)
  const billed = rows.find(({ kind }) => kind === 'order')
  const credited = rows.find(({ kind }) => kind === 'credit') ?? { itemsCents: 0, shippingCents: 0, taxCents: 0 }
  return billed && { billed, credited, place: billed.place }
}

/** Redacts what matches the pattern of an order in the reasons of its credits. */
export async function redactCreditReasons(
  tx: Tx,
  orders: { accountId: string; orderId: string; pattern: string }[],
): Promise<void> {
  const redactions = rowsOf(orders, 'n', {
    accountId: text(order => order.accountId),
    orderId: text(order => order.orderId),
    pattern: text(order => order.pattern),
  })
  await sql`
    update statement_lines l
    set reason = regexp_replace(l.reason, n.pattern, ${redacted}, 'gi')
    from ${redactions.from}
    where l.account_id = n.account_id and l.order_id = n.order_id and l.reason ~* n.pattern`.execute(tx)
}

export async function scheduleStatement(tx: Tx, accountId: string, at: Date | null): Promise<void> {
  await sql`update billing_terms set statement_due_at = ${at} where account_id = ${accountId}`.execute(tx)
}

/**
 * The time of the oldest line that is on no statement, but no earlier than the end of the last statement: a line that
 * was written late is on the next statement. Null when there is no such line.
 */
export async function oldestOpenLine(tx: Tx, accountId: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select greatest(min(at), (select max(ends_at) from statements where account_id = ${accountId})) as at
    from statement_lines
    where account_id = ${accountId} and statement is null
    having min(at) is not null`.execute(tx)
  return rows[0]?.at ?? null
}

/** When the first order was created whose lines are on no statement yet; null where the archive has all of them. */
export async function oldestOrderOfOpenLines(tx: Tx, accountId: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(o.created_at) as at
    from statement_lines l
    join orders o on o.account_id = l.account_id and o.mode = 'production' and o.order_id = l.order_id
    where l.account_id = ${accountId} and l.statement is null`.execute(tx)
  return rows[0]!.at
}

export type Statement = {
  accountId: string
  number: number
  /** Of its invoice or credit note, in the series of the operator. */
  documentNumber: number
  /** Its first day. */
  month: string
  issuedAt: Date
  dueOn: string
  overdueAt: Date
  termsDays: number
  termsFrom: BillingTerms['termsFrom']
  purchaseOrder: string | null
  lines: number
  totalCents: number
  taxCents: number
  paidCents: number
  /** Of payments that are being processed, with the discount that they earn. */
  processingCents: number
  /** For payment until `discountOn`, a day at the operator; null without a discount. */
  discountCents: number | null
  discountOn: string | null
  discountEndsAt: Date | null
  lateFeeBasisPoints: number | null
  lateFeeCents: number | null
  /** The total without late fees of earlier statements: they cost no late fees. */
  baseCents: number
  /** How many late fees it has cost. */
  lateFees: number
  /** The sum of those that are not taken back. */
  lateFeesCents: number
  reminders: number
}

/** Of the payments of the statement `s` that are being processed, with the discount that they earn. */
const processingCents = sql`(
  select coalesce(sum(amount_cents), 0)::bigint + case
      when max(p.begun_on) <= s.discount_on
        and sum(amount_cents) + s.paid_cents between s.total_cents - s.discount_cents and s.total_cents
      then s.total_cents - s.paid_cents - sum(amount_cents)::bigint
      else 0
    end
  from online_payments p
  where p.account_id = s.account_id and p.statement = s.number and p.status = 'processing')`

export const statementColumns = sql`
  s.account_id as "accountId", s.number, (
    select ${issuedNumber('d.number')} from documents d where d.account_id = s.account_id and d.statement = s.number
  ) as "documentNumber", s.month, s.issued_at as "issuedAt", s.due_on as "dueOn",
  s.overdue_from as "overdueAt", s.terms_days as "termsDays", s.terms_from as "termsFrom", s.purchase_order as "purchaseOrder",
  s.lines,
  s.total_cents as "totalCents", s.tax_cents as "taxCents", s.paid_cents as "paidCents", s.reminders,
  s.discount_cents as "discountCents", s.discount_on as "discountOn",
  s.discount_ends_at as "discountEndsAt",
  s.late_fee_basis_points as "lateFeeBasisPoints", s.late_fee_cents as "lateFeeCents", s.late_fees as "lateFees", (
    select coalesce(sum(l.amount_cents), 0)::bigint from statement_lines l
    where l.account_id = s.account_id and l.late_statement = s.number
  ) as "lateFeesCents", s.base_cents as "baseCents",
  ${processingCents} as "processingCents"`

type NewStatement = {
  accountId: string
  month: string
  endsAt: Date
  /** The day at the operator on which it is made. */
  issuedOn: string
  dueOn: string
  overdueAt: Date
  /** The last day for the discount of the terms, and its end; null without a discount. */
  discountOn: string | null
  discountEndsAt: Date | null
  seller: Seller
}

/**
 * Makes the statement of the open lines before `endsAt`. The account is locked and has lines. The caller issues its
 * invoice in the same transaction, with what this returns.
 */
export async function insertStatement(
  tx: Tx,
  { accountId, month, endsAt, issuedOn, dueOn, overdueAt, discountOn, discountEndsAt, seller }: NewStatement,
  now: Date,
): Promise<{ statement: number; totalCents: number; billTo: BillTo }> {
  const billTo = await readBillTo(tx, accountId)
  const { purchaseOrder = null } = billTo
  const { rows } = await sql<{ number: number; totalCents: number }>`
    with open as (
      select count(*)::int as lines, sum(amount_cents)::bigint as total_cents, sum(tax_cents)::bigint as tax_cents,
        coalesce(sum(amount_cents) filter (where kind not in ('late_fee', 'waived_fee')), 0)::bigint as base_cents
      from statement_lines
      where account_id = ${accountId} and statement is null and at < ${endsAt}
    ), numbered as (
      update billing_terms set statements = statements + 1
      where account_id = ${accountId}
      returning statements as number, terms_days, terms_from, discount_basis_points, late_fee_basis_points,
        late_fee_cents
    )
    insert into statements (account_id, number, month, ends_at, issued_at, issued_on, due_on, overdue_from, terms_days,
      terms_from, purchase_order, search_words, bill_to, seller, lines, total_cents, tax_cents, base_cents,
      discount_cents, discount_on, discount_ends_at, late_fee_basis_points, late_fee_cents)
    select ${accountId}, n.number, ${month}::date, ${endsAt}, ${now}, ${issuedOn}::date, ${dueOn}::date, ${overdueAt}, n.terms_days, n.terms_from,
      ${purchaseOrder}, ${purchaseOrder === null ? null : searchable(purchaseOrder)}, ${JSON.stringify(billTo)}::json, ${storableJson(seller)}::json,
      open.lines, open.total_cents, open.tax_cents, open.base_cents,
      case when ${discountOn}::date is not null then
        round(greatest(least(open.base_cents, open.total_cents), 0) * n.discount_basis_points / 10000.0)::bigint end,
      ${discountOn}::date, ${discountEndsAt}::timestamptz, case when open.base_cents > 0 then n.late_fee_basis_points end,
      case when open.base_cents > 0 then n.late_fee_cents end
    from numbered n
    cross join open
    returning number, total_cents as "totalCents"`.execute(tx)
  const { number, totalCents } = rows[0]!
  await sql`
    update statement_lines set statement = ${number}
    where account_id = ${accountId} and statement is null and at < ${endsAt}`.execute(tx)
  await sql`
    update statements s set reminder_due_at = ${noticeAt}
    where account_id = ${accountId} and number = ${number} and total_cents > 0 and ${noticeAt} > ${now}`.execute(tx)
  return { statement: number, totalCents, billTo }
}

/**
 * The statements of a locked account, and all that pays them: nothing once it is reversed. A payment through the
 * provider counts from the day on which it was begun: a debit is processed for days. The amount that disputes took is
 * owed again.
 */
export async function readSettlement(tx: Tx, accountId: string) {
  const { rows: statements } = await sql<
    Pick<Statement, 'number' | 'totalCents' | 'discountCents' | 'discountOn'> & { issuedOn: string }
  >`
    select number, total_cents as "totalCents", issued_on as "issuedOn",
      discount_cents as "discountCents", discount_on as "discountOn"
    from statements
    where account_id = ${accountId}`.execute(tx)
  const { rows: payments } = await sql<{
    paymentId: string
    kind: PaymentKind
    amountCents: number
    lostCents: number
    isDisputed: boolean
    statement: number | null
    paidOn: string
  }>`
    with moved as (
      select d.payment_id, sum(m.amount_cents)::bigint as cents, bool_or(d.closed_at is null) as is_open
      from disputes d
      join dispute_movements m using (account_id, dispute_id)
      where d.account_id = ${accountId} and d.payment_id is not null
      group by d.payment_id
    )
    select p.payment_id as "paymentId", p.kind, p.statement,
      case when p.reversed_at is null then p.amount_cents + coalesce(m.cents, 0) else 0 end as "amountCents",
      case when p.reversed_at is null then -coalesce(m.cents, 0) else p.amount_cents end as "lostCents",
      coalesce(m.is_open, false) as "isDisputed",
      coalesce(o.begun_on, p.received_on) as "paidOn"
    from received_payments p
    left join (
      select payment_id, begun_on from online_payments where account_id = ${accountId} and status = 'succeeded'
    ) o using (payment_id)
    left join moved m using (payment_id)
    where p.account_id = ${accountId}`.execute(tx)
  const { rows } = await sql<{ cents: number }>`select ${openCreditCents(sql`${accountId}::text`)} as cents`.execute(tx)
  return { statements, payments, openCreditCents: rows[0]!.cents }
}

/**
 * The amount that lines of the next statement take back of lines that are on a statement. Until then it pays
 * statements: a fee or a charge that was taken back is not overdue.
 */
export const openCreditCents = (accountId: RawBuilder<unknown>) => sql`(
  select greatest(-coalesce(sum(w.amount_cents), 0), 0)::bigint
  from statement_lines w
  where w.account_id = ${accountId} and w.statement is null and w.kind in ('late_fee', 'waived_fee', 'removed_charge')
    and (exists (
      select from statement_lines l
      where l.account_id = w.account_id and l.statement is not null
        and l.late_statement = w.late_statement and l.late_period = w.late_period
    ) or exists (
      select from statement_lines l
      where l.account_id = w.account_id and l.statement is not null
        and l.reference is not null and lower(l.reference) = lower(w.reference))))`

/**
 * Decides again which statements the payments of a locked account pay. An unpaid statement keeps its next reminder; a
 * statement that is unpaid again has a reminder before its due day, or else once it is overdue.
 */
export async function settleStatements(
  tx: Tx,
  accountId: string,
  { statements, payments, openCreditCents }: Awaited<ReturnType<typeof readSettlement>>,
  now: Date,
): Promise<void> {
  const takenBack = { amountCents: openCreditCents, statement: null }
  const paid = rowsOf([...applyPayments(statements, [...payments, takenBack])], 'p', {
    number: integer(([number]) => number),
    paidCents: bigint(([, cents]) => cents),
  })
  await sql`
    update statements s
    set paid_cents = p.paid_cents,
      reminder_due_at = case
        when p.paid_cents >= s.total_cents or s.reminders >= ${maxReminders} then null
        when s.reminder_due_at is null and ${noticeAt} > ${now}::timestamptz then ${noticeAt}
        else coalesce(s.reminder_due_at, greatest(${firstReminderAt}, ${now}::timestamptz))
      end
    from ${paid.from}
    where s.account_id = ${accountId} and s.number = p.number
      and (s.paid_cents <> p.paid_cents or (s.reminder_due_at is null and p.paid_cents < s.total_cents))`.execute(tx)
}

/** The statements of an account, newest first. */
export async function listStatements(
  db: Db,
  accountId: string,
  { below, limit }: { below: number; limit: number },
): Promise<Statement[]> {
  const { rows } = await sql<Statement>`
    select ${statementColumns}
    from statements s
    where account_id = ${accountId} and number < ${below}
    order by number desc
    limit ${limit}`.execute(db)
  return rows
}

type UnpaidPage = {
  /** Only the overdue statements, or only those that are due later; null: both. */
  state: 'overdue' | 'due' | null
  now: Date
  after: { accountId: string; number: number } | null
  limit: number
}

/** Of all accounts, the earliest due day first. `after` is the last statement of the page before. */
export async function listUnpaidStatements(
  db: Db,
  { state, now, after, limit }: UnpaidPage,
): Promise<(Statement & { accountName: string })[]> {
  const isAfter =
    after === null
      ? sql`true`
      : sql`(s.overdue_from, s.account_id, s.number) > (
          select overdue_from, account_id, number from statements
          where account_id = ${after.accountId} and number = ${after.number})`
  const { rows } = await sql<Statement & { accountName: string }>`
    select ${statementColumns}, a.name as "accountName"
    from statements s
    join accounts a using (account_id)
    where s.paid_cents < s.total_cents and ${isAfter}
      ${state === null ? sql`` : state === 'overdue' ? sql`and s.overdue_from <= ${now} and s.paid_cents + ${processingCents} < s.total_cents` : sql`and s.overdue_from > ${now}`}
    order by s.overdue_from, s.account_id, s.number
    limit ${limit}`.execute(db)
  return rows
}

/** Undefined when there is no such statement. */
export async function readStatement(
  db: Db | Tx,
  accountId: string,
  number: number,
): Promise<(Statement & { billTo: BillTo; seller: Seller }) | undefined> {
  const { rows } = await sql<Statement & { billTo: string; seller: string }>`
    select ${statementColumns}, s.bill_to as "billTo", s.seller
    from statements s
    where account_id = ${accountId} and number = ${number}`.execute(db)
  const [found] = rows
  return found && { ...found, billTo: JSON.parse(found.billTo), seller: JSON.parse(found.seller) }
}

export type StatementLine = Pick<NewLine, 'lineId' | 'kind' | 'at' | 'itemsCents' | 'shippingCents' | 'taxCents'> & {
  amountCents: number
  reason: string | null
  /** Null for late fees and charges of the staff. */
  customerOrderId: string | null
  /** Of late fees. */
  lateStatement: number | null
  /** Of charges and their removals. */
  reference: string | null
  /** A charge that another line takes back. */
  isRemoved: boolean
  /** Of the order, or else of the statement, or of the terms where there is none yet. */
  purchaseOrder: string | null
  /** The order that a reprint replaces. */
  reprintOf: string | null
  /** A title is the customer's name of the product when the order was placed. */
  items: { sku: string; quantity: number; title?: string }[]
}

/** The lines of a statement, or those that are on none yet (null), oldest first. */
export async function readLines(
  db: Db,
  { accountId, statement }: { accountId: string; statement: number | null },
  { after, limit }: { after: string; limit: number },
): Promise<StatementLine[]> {
  const { rows } = await sql<Omit<StatementLine, 'items'> & { items: string }>`
    select
      l.line_id as "lineId", l.kind, l.at, l.items_cents as "itemsCents", l.shipping_cents as "shippingCents",
      l.tax_cents as "taxCents", l.amount_cents as "amountCents", l.reason,
      l.late_statement as "lateStatement", l.reference, l.kind = 'charge' and exists (
        select from statement_lines r
        where r.account_id = l.account_id and r.reference is not null and lower(r.reference) = lower(l.reference)
          and r.kind = 'removed_charge'
      ) as "isRemoved", o.customer_order_id as "customerOrderId",
      o.reprint_of as "reprintOf", coalesce(o.items, '[]') as items,
      coalesce(
        o.purchase_order, case when s.number is null then b.purchase_order else s.purchase_order end
      ) as "purchaseOrder"
    from statement_lines l
    left join lateral ${orderDetails('l')} on true
    left join statements s on s.account_id = l.account_id and s.number = l.statement
    left join billing_details b on b.account_id = l.account_id
    where l.account_id = ${accountId} and l.line_id > ${after}
      and ${statement === null ? sql`l.statement is null` : sql`l.statement = ${statement}`}
    order by l.line_id
    limit ${limit}`.execute(db)
  return rows.map(({ items, ...line }) => ({
    ...line,
    items: JSON.parse(items) as StatementLine['items'],
  }))
}

const linesPerPortion = 1000

/** All lines of a statement, in portions. */
export async function* readAllLines(db: Db, of: { accountId: string; statement: number }) {
  for (let after = ''; ; ) {
    const lines = await readLines(db, of, { after, limit: linesPerPortion })
    if (lines.length > 0) yield lines
    if (lines.length < linesPerPortion) return
    after = lines.at(-1)!.lineId
  }
}

export type BillingView = Billing & {
  /** Lines that are on no statement yet, and what they add to the balance. */
  openLines: number
  openCents: number
  overdueCents: number
  statementDueAt: Date | null
}

/** Undefined for an account that never was an enterprise account. */
export async function readBilling(db: Db | Tx, accountId: string, now: Date): Promise<BillingView | undefined> {
  const { rows } = await sql<BillingView>`
    select a.account_id as "accountId", coalesce(t.terms_days, ${usualTermsDays}) as "termsDays",
      coalesce(t.terms_from, 'statement') as "termsFrom",
      d.purchase_order as "purchaseOrder", coalesce(t.purchase_order_required, false) as "purchaseOrderRequired",
      t.credit_limit_cents as "creditLimitCents", t.discount_basis_points as "discountBasisPoints",
      t.discount_days as "discountDays", t.late_fee_basis_points as "lateFeeBasisPoints",
      t.late_fee_cents as "lateFeeCents",
      coalesce(t.balance_cents, 0) as "balanceCents", coalesce(t.statements, 0) as statements,
      t.statement_due_at as "statementDueAt", open.lines as "openLines", open.cents as "openCents",
      overdue.cents as "overdueCents"
    from accounts a
    left join billing_terms t using (account_id)
    left join billing_details d using (account_id)
    cross join lateral (
      select count(*)::int as lines, coalesce(sum(amount_cents), 0)::bigint as cents
      from statement_lines l
      where l.account_id = a.account_id and l.statement is null
    ) open
    cross join lateral (
      select coalesce(sum(greatest(total_cents - paid_cents - ${processingCents}, 0)), 0)::bigint as cents
      from statements s
      where s.account_id = a.account_id and s.paid_cents < s.total_cents and s.overdue_from <= ${now}
    ) overdue
    where a.account_id = ${accountId} and (a.enterprise or t.account_id is not null)`.execute(db)
  return rows[0]
}
