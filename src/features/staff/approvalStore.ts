// The rows of acts of the staff that need, or needed, the approval of a second person or of an owner of the account. A
// request requires the lock of the order or of the account's limits; a decision requires the lock of the row.

import { sql } from 'kysely'
import type { InvitationLanguages } from '../../accounts/people/invitations.ts'
import type { Role } from '../../accounts/people/roles.ts'
import type { SignOnSettings } from '../../accounts/singleSignOn/accountSignOn.ts'
import { day, earlier } from '../../base/clock.ts'
import type { Mode } from '../../base/mode.ts'
import { sortableBound } from '../../base/secrets/ids.ts'
import type { RequestKey } from '../../base/secrets/requestKey.ts'
import { redacted } from '../../base/text/redacted.ts'
import { readJson, storableJson } from '../../base/text/storableText.ts'
import type { Db, Tx } from '../../db/db.ts'
import { deleteBatch } from '../../db/deleteBatch.ts'
import { rowsOf, text } from '../../db/rows.ts'
import type { QuoteTerms } from '../../orders/order.ts'
import type { RecordedPayment } from '../../payments/statements/paymentStore.ts'
import type { BillingTerms } from '../../payments/statements/statementStore.ts'

/** The act that an approval allows. The null amount of a refund is the full remaining amount. */
export type RequestedAct =
  | {
      kind: 'refund'
      amountCents: number | null
      items: { index: number; quantity?: number; amountCents?: number }[]
    }
  | { kind: 'abandon' }
  | { kind: 'enterprise'; limits: { [mode in Mode]?: { ordersPer24Hours?: number; queueCeiling?: number } } }
  | { kind: 'payment'; payments: RecordedPayment[] }
  | { kind: 'billing_terms'; change: Partial<BillingTerms>; before: Partial<BillingTerms> }
  | { kind: 'price_list'; priceList: string; agreedPrices?: boolean }
  | ({ kind: 'publish' } & PublishAct)
  | ({ kind: 'quote_offer' } & OfferAct)
  | AccessAct

/** The offer of a quote of production. `validUntil` is an ISO time. */
export type OfferAct = QuoteTerms & { validUntil: string }

/** Gives access to an account. The sealed secret of a provider is in base64, and null if it stays. */
export type AccessAct =
  | { kind: 'invitation'; email: string; role: Role; languages: InvitationLanguages }
  | { kind: 'single_sign_on'; settings: SignOnSettings; sealedSecret: string | null; domains: string[] }
  | { kind: 'domain'; domain: string }

export const givesAccess = (act: RequestedAct): act is AccessAct =>
  act.kind === 'invitation' || act.kind === 'single_sign_on' || act.kind === 'domain'

/** Of these kinds, several requests about an account may be open. */
export const kindsThatAddUp: RequestedAct['kind'][] = ['payment', 'invitation', 'domain', 'quote_offer']

/** The published content: the draft with this revision, or an older version again. `effectiveAt` is an ISO time. */
export type PublishAct = {
  source: { draftRevision: number } | { version: number; basedOn: number }
  effectiveAt: string | null
}

export const approvalKinds = [
  'refund',
  'abandon',
  'enterprise',
  'payment',
  'price_list',
  'billing_terms',
  'publish',
  'quote_offer',
  'invitation',
  'single_sign_on',
  'domain',
] as const satisfies RequestedAct['kind'][]
export const approvalStatuses = ['open', 'approved', 'declined', 'expired'] as const
type ApprovalStatus = (typeof approvalStatuses)[number]

/** The order of a request; without an order the account itself; without both, several accounts, or none. */
export type ApprovalSubject = { accountId: string | null; customerOrderId: string | null }

export type Approval = ApprovalSubject & {
  approvalId: string
  accountName: string | null
  act: RequestedAct
  /** The refund, or the sum of the payments, of the act; null when it has none. */
  amountCents: number | null
  reason: string | null
  /** The idempotency key of the request. */
  request: RequestKey | null
  requestedBy: string
  /** The person behind `requestedBy`; null for a key without an owner. */
  requesterId: string | null
  requestedAt: Date
  status: ApprovalStatus
  /** When it expires; null once it is decided. */
  dueAt: Date | null
  decidedBy: string | null
  decidedAt: Date | null
  decisionReason: string | null
}

export type ApprovalRow = Omit<Approval, 'act' | 'request'> & {
  act: string
  requestKey: string | null
  requestDigest: string | null
}

export const approvalColumns = sql`
  p.account_id as "accountId", p.approval_id as "approvalId", p.customer_order_id as "customerOrderId", p.wanted as act,
  p.amount_cents as "amountCents", p.reason, p.request_key as "requestKey", p.request_digest as "requestDigest",
  p.requested_by as "requestedBy", p.requester_id as "requesterId", p.requested_at as "requestedAt", p.status,
  p.due_at as "dueAt", p.decided_by as "decidedBy", p.decided_at as "decidedAt", p.decision_reason as "decisionReason",
  (select a.name from accounts a where a.account_id = p.account_id) as "accountName"`

export const approvalOf = ({ act, requestKey, requestDigest, ...row }: ApprovalRow): Approval => ({
  ...row,
  act: JSON.parse(readJson(act)) as RequestedAct,
  request: requestKey === null ? null : { key: requestKey, digest: requestDigest! },
})

export type NewApproval = Omit<
  Approval,
  'accountName' | 'requesterId' | 'status' | 'dueAt' | 'decidedBy' | 'decidedAt' | 'decisionReason'
> & { requesterId: string; dueAt: Date }

export async function insertApproval(tx: Tx, approval: NewApproval): Promise<Approval> {
  const { rows } = await sql<ApprovalRow>`
    insert into approvals as p (
      account_id, approval_id, kind, customer_order_id, wanted, amount_cents, reason, request_key, request_digest,
      requested_by, requester_id, requested_at, status, due_at)
    values (
      ${approval.accountId}, ${approval.approvalId}, ${approval.act.kind}, ${approval.customerOrderId},
      ${storableJson(approval.act)}::json, ${approval.amountCents}, ${approval.reason}, ${approval.request?.key ?? null},
      ${approval.request?.digest ?? null}, ${approval.requestedBy}, ${approval.requesterId}, ${approval.requestedAt}, 'open', ${approval.dueAt})
    returning ${approvalColumns}`.execute(tx)
  return approvalOf(rows[0]!)
}

const isAbout = ({ accountId, customerOrderId }: ApprovalSubject) =>
  sql`p.account_id is not distinct from ${accountId} and p.customer_order_id is not distinct from ${customerOrderId}`

/** The open requests of a kind; of some there may be several. */
export async function findOpenApprovals(
  tx: Tx,
  subject: ApprovalSubject,
  kind: RequestedAct['kind'],
): Promise<Approval[]> {
  const { rows } = await sql<ApprovalRow>`
    select ${approvalColumns} from approvals p where ${isAbout(subject)} and p.kind = ${kind} and p.status = 'open'`.execute(
    tx,
  )
  return rows.map(approvalOf)
}

/** The request with an idempotency key, in any status. */
export async function findRequestedApproval(
  tx: Tx,
  subject: ApprovalSubject,
  { key }: RequestKey,
): Promise<Approval | undefined> {
  const { rows } = await sql<ApprovalRow>`
    select ${approvalColumns} from approvals p where ${isAbout(subject)} and p.request_key = ${key}`.execute(tx)
  return rows.map(approvalOf)[0]
}

export async function readApproval(db: Db, approvalId: string): Promise<Approval | undefined> {
  const { rows } = await sql<ApprovalRow>`
    select ${approvalColumns} from approvals p where p.approval_id = ${approvalId}`.execute(db)
  return rows.map(approvalOf)[0]
}

/** Of two people who decide at once, the second waits here and then sees the decision of the first. */
export async function lockApproval(tx: Tx, approvalId: string): Promise<Approval | undefined> {
  const { rows } = await sql<ApprovalRow>`
    select ${approvalColumns} from approvals p where p.approval_id = ${approvalId} for update`.execute(tx)
  return rows.map(approvalOf)[0]
}

type Decision = { status: Exclude<ApprovalStatus, 'open'>; by: string; at: Date; reason: string | null }

export async function closeApproval(
  tx: Tx,
  { approvalId }: Pick<Approval, 'approvalId'>,
  { status, by, at, reason }: Decision,
): Promise<Approval> {
  const { rows } = await sql<ApprovalRow>`
    update approvals p
    set status = ${status}, due_at = null, decided_by = ${by}, decided_at = ${at}, decision_reason = ${reason}
    where p.approval_id = ${approvalId}
    returning ${approvalColumns}`.execute(tx)
  return approvalOf(rows[0]!)
}

/** The end of a page. */
export type ApprovalCursor = { isOpen: boolean; approvalId: string }

type Page = { accountId: string | null; customerOrderId: string | null; after: ApprovalCursor | null; limit: number }

/** Open requests first, each group newest first: of all accounts, of an account, or of an order. */
export async function listApprovals(db: Db, { accountId, customerOrderId, after, limit }: Page): Promise<Approval[]> {
  const { rows } = await sql<ApprovalRow>`
    select ${approvalColumns} from approvals p
    where true
      ${accountId === null ? sql`` : sql`and p.account_id = ${accountId}`}
      ${customerOrderId === null ? sql`` : sql`and p.customer_order_id = ${customerOrderId}`}
      ${after === null ? sql`` : sql`and ((p.status = 'open'), p.approval_id) < (${after.isOpen}, ${after.approvalId})`}
    order by (p.status = 'open') desc, p.approval_id desc
    limit ${limit}`.execute(db)
  return rows.map(approvalOf)
}

/** Redacts in the reasons of requests about orders the texts that match the pattern of the order. */
export async function redactInApprovals(
  tx: Tx,
  orders: { accountId: string; customerOrderId: string; pattern: string }[],
): Promise<void> {
  const { from } = rowsOf(orders, 'n', {
    accountId: text(order => order.accountId),
    customerOrderId: text(order => order.customerOrderId),
    pattern: text(order => order.pattern),
  })
  await sql`
    update approvals p
    set reason = regexp_replace(p.reason, n.pattern, ${redacted}, 'gi'),
      decision_reason = regexp_replace(p.decision_reason, n.pattern, ${redacted}, 'gi')
    from ${from}
    where p.account_id = n.account_id and p.customer_order_id = n.customer_order_id
      and (p.reason ~* n.pattern or p.decision_reason ~* n.pattern)`.execute(tx)
}

/** Deletes at most one batch of approvals that were requested more than `days` ago and are closed; returns how many. */
export function deleteOldApprovals(db: Db, { days, now }: { days: number; now: Date }): Promise<number> {
  const bound = sortableBound('apr', earlier(now, days * day))
  return deleteBatch(db, 'approvals', sql`(status = 'open') = false and approval_id < ${bound} order by approval_id`)
}
