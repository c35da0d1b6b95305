// The rows of acts that wait, or waited, for a second person. Asking requires the lock of the order or of the account's
// limits; deciding requires the lock of the row.

import { sql } from 'kysely'
import { forgotten } from '../../base/forgotten.ts'
import type { Mode } from '../../base/mode.ts'
import type { RequestKey } from '../../base/requestKey.ts'
import type { Db, Tx } from '../../db/db.ts'
import { readJson, storedJson } from '../../db/json.ts'

/** What is done once it is approved. Amounts are cents; a null amount is all that is left. */
export type Wanted =
  | {
      kind: 'refund'
      amountCents: number | null
      items: { index: number; quantity?: number; amountCents?: number }[]
    }
  | { kind: 'abandon' }
  | { kind: 'enterprise'; limits: { [mode in Mode]?: { ordersPer24Hours?: number; queueCeiling?: number } } }

export const approvalKinds = ['refund', 'abandon', 'enterprise'] as const satisfies Wanted['kind'][]
export const approvalStatuses = ['open', 'approved', 'declined', 'expired'] as const
type ApprovalStatus = (typeof approvalStatuses)[number]

/** What a request is about: an order, or the account itself when `customerOrderId` is null. */
export type Matter = { accountId: string; customerOrderId: string | null }

export type Approval = Matter & {
  approvalId: string
  accountName: string
  wanted: Wanted
  /** What it refunds; null when it refunds nothing. */
  amountCents: number | null
  reason: string | null
  /** The idempotency key under which it was asked for. */
  request: RequestKey | null
  askedBy: string
  askedAt: Date
  status: ApprovalStatus
  /** When it expires; null once it is decided. */
  dueAt: Date | null
  decidedBy: string | null
  decidedAt: Date | null
  decisionReason: string | null
}

type Row = Omit<Approval, 'wanted' | 'request'> & {
  wanted: string
  requestKey: string | null
  requestDigest: string | null
}

const columns = sql`
  p.account_id as "accountId", p.approval_id as "approvalId", p.customer_order_id as "customerOrderId", p.wanted,
  p.amount_cents as "amountCents", p.reason, p.request_key as "requestKey", p.request_digest as "requestDigest",
  p.asked_by as "askedBy", p.asked_at as "askedAt", p.status, p.due_at as "dueAt", p.decided_by as "decidedBy",
  p.decided_at as "decidedAt", p.decision_reason as "decisionReason",
  (select a.name from accounts a where a.account_id = p.account_id) as "accountName"`

const approvalOf = ({ wanted, requestKey, requestDigest, ...row }: Row): Approval => ({
  ...row,
  wanted: JSON.parse(readJson(wanted)) as Wanted,
  request: requestKey === null ? null : { key: requestKey, digest: requestDigest! },
})

export type NewApproval = Pick<
  Approval,
  | 'accountId'
  | 'approvalId'
  | 'customerOrderId'
  | 'wanted'
  | 'amountCents'
  | 'reason'
  | 'request'
  | 'askedBy'
  | 'askedAt'
> & { dueAt: Date }

export async function insertApproval(tx: Tx, asked: NewApproval): Promise<Approval> {
  const { rows } = await sql<Row>`
    insert into approvals as p (
      account_id, approval_id, kind, customer_order_id, wanted, amount_cents, reason, request_key, request_digest, asked_by,
      asked_at, status, due_at)
    values (
      ${asked.accountId}, ${asked.approvalId}, ${asked.wanted.kind}, ${asked.customerOrderId},
      ${storedJson(asked.wanted)}::json, ${asked.amountCents}, ${asked.reason}, ${asked.request?.key ?? null},
      ${asked.request?.digest ?? null}, ${asked.askedBy}, ${asked.askedAt}, 'open', ${asked.dueAt})
    returning ${columns}`.execute(tx)
  return approvalOf(rows[0]!)
}

const about = ({ accountId, customerOrderId }: Matter) =>
  sql`p.account_id = ${accountId} and p.customer_order_id is not distinct from ${customerOrderId}`

/** The open request of that kind; there is at most one. */
export async function findOpenApproval(tx: Tx, matter: Matter, kind: Wanted['kind']): Promise<Approval | undefined> {
  const { rows } = await sql<Row>`
    select ${columns} from approvals p where ${about(matter)} and p.kind = ${kind} and p.status = 'open'`.execute(tx)
  return rows.map(approvalOf)[0]
}

/** What was asked for with that idempotency key, whatever became of it. */
export async function findRequestedApproval(
  tx: Tx,
  matter: Matter,
  { key }: RequestKey,
): Promise<Approval | undefined> {
  const { rows } = await sql<Row>`
    select ${columns} from approvals p where ${about(matter)} and p.request_key = ${key}`.execute(tx)
  return rows.map(approvalOf)[0]
}

/** Of two who decide at once, the second waits here and then sees what the first decided. */
export async function lockApproval(tx: Tx, approvalId: string): Promise<Approval | undefined> {
  const { rows } = await sql<Row>`
    select ${columns} from approvals p where p.approval_id = ${approvalId} for update`.execute(tx)
  return rows.map(approvalOf)[0]
}

/** Locks those whose time is over. Those that somebody is deciding are left to them. */
export async function lockExpired(tx: Tx, now: Date, most: number): Promise<Approval[]> {
  const { rows } = await sql<Row>`
    select ${columns} from approvals p
    where p.due_at <= ${now}
    order by p.due_at
    limit ${most}
    for update skip locked`.execute(tx)
  return rows.map(approvalOf)
}

type Decision = { status: Exclude<ApprovalStatus, 'open'>; by: string; at: Date; reason: string | null }

export async function closeApproval(
  tx: Tx,
  { accountId, approvalId }: Pick<Approval, 'accountId' | 'approvalId'>,
  { status, by, at, reason }: Decision,
): Promise<Approval> {
  const { rows } = await sql<Row>`
    update approvals p
    set status = ${status}, due_at = null, decided_by = ${by}, decided_at = ${at}, decision_reason = ${reason}
    where p.account_id = ${accountId} and p.approval_id = ${approvalId}
    returning ${columns}`.execute(tx)
  return approvalOf(rows[0]!)
}

/** Where a page ends. */
export type ApprovalAfter = { isOpen: boolean; approvalId: string }

type Page = {
  accountId: string | null
  customerOrderId: string | null
  after: ApprovalAfter | null
  limit: number
}

/** The open ones first, each group newest first: of everybody, of an account, or of an order. */
export async function listApprovals(db: Db, { accountId, customerOrderId, after, limit }: Page): Promise<Approval[]> {
  const { rows } = await sql<Row>`
    select ${columns} from approvals p
    where true
      ${accountId === null ? sql`` : sql`and p.account_id = ${accountId}`}
      ${customerOrderId === null ? sql`` : sql`and p.customer_order_id = ${customerOrderId}`}
      ${after === null ? sql`` : sql`and ((p.status = 'open'), p.approval_id) < (${after.isOpen}, ${after.approvalId})`}
    order by (p.status = 'open') desc, p.approval_id desc
    limit ${limit}`.execute(db)
  return rows.map(approvalOf)
}

/** Takes from the reasons of requests about orders what matches the pattern of each. */
export async function forgetInApprovals(
  tx: Tx,
  orders: { accountId: string; customerOrderId: string; pattern: string }[],
): Promise<void> {
  await sql`
    update approvals p
    set reason = regexp_replace(p.reason, n.pattern, ${forgotten}, 'gi'),
      decision_reason = regexp_replace(p.decision_reason, n.pattern, ${forgotten}, 'gi')
    from unnest(
      ${orders.map(one => one.accountId)}::text[], ${orders.map(one => one.customerOrderId)}::text[],
      ${orders.map(one => one.pattern)}::text[]
    ) as n (account_id, customer_order_id, pattern)
    where p.account_id = n.account_id and p.customer_order_id = n.customer_order_id
      and (p.reason ~* n.pattern or p.decision_reason ~* n.pattern)`.execute(tx)
}
