// Acts of the staff that wait for a second person: the list, and the decision.

import type { FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import { namesOfActors } from '../../accounts/read.ts'
import { type Clock, later } from '../../base/clock.ts'
import { dollars, dollarsOrNull } from '../../base/money.ts'
import type { Db } from '../../db/db.ts'
import {
  type Approval,
  type ApprovalAfter,
  approvalKinds,
  approvalStatuses,
  listApprovals,
} from '../../orders/desk/approvalStore.ts'
import { approve, decline } from '../../orders/desk/approvals.ts'
import { approvalMs, type SecondPersonRule } from '../../orders/desk/secondPerson.ts'
import type { Shell } from '../../orders/work.ts'
import { type Route, recentlyMs, route } from '../route.ts'
import { CustomerOrderId, Dollars, Instant, LongText, nullable, oneOf, Text } from '../schemas.ts'

export type ApprovalParts = { shell: Shell; db: Db; clock: Clock; secondPerson: SecondPersonRule }

const tag = 'Staff'
const approvalId = 'apr_[0-9a-z]{22}'
const ApprovalPath = Type.Object({ approvalId: Type.String({ pattern: `^${approvalId}$` }) })
const Limit = Type.Object({
  ordersPer24Hours: Type.Optional(Type.Integer()),
  queueCeiling: Type.Optional(Type.Integer()),
})

export const ApprovalObject = Type.Object(
  {
    approvalId: Type.String(),
    kind: oneOf(approvalKinds, {
      description: 'refund: of an order. abandon: an order is cancelled and refunded. enterprise: of an account.',
    }),
    status: oneOf(approvalStatuses),
    accountId: Type.String(),
    accountName: Type.String(),
    customerOrderId: nullable(Type.String({ description: 'Null when it is about the account itself.' })),
    amount: nullable(Type.Number({ description: 'What it refunds, in US dollars, taxes included.' })),
    items: Type.Array(
      Type.Object({
        index: Type.Integer({ description: 'Index of the item in orderItems, from 0.' }),
        quantity: nullable(Type.Integer({ description: 'Copies; null for an amount, or for all that is left.' })),
        amount: nullable(Dollars),
      }),
      { description: 'The items that are refunded; empty when it is about the whole order.' },
    ),
    limits: Type.Object(
      { sandbox: Type.Optional(Limit), production: Type.Optional(Limit) },
      { description: 'The limits that are changed together with the account.' },
    ),
    reason: nullable(Type.String()),
    askedBy: Type.String({ description: 'The name of a person, or the label of a key.' }),
    askedAt: Instant,
    isYours: Type.Boolean({ description: 'You asked for it, so another person has to approve it.' }),
    expiresAt: Instant,
    decidedBy: nullable(Type.String()),
    decidedAt: nullable(Instant),
    decisionReason: nullable(Type.String()),
  },
  { $id: 'Approval' },
)

/** For the description of an act that may wait. */
export const saysItMayWait =
  'Where a second person is needed (`SECOND_PERSON_ABOVE`), nothing is done yet, and the answer is 202 with what waits.'

type Asker = { actor: string }

/** The answer of an act that waits. */
export async function answerWaits(
  reply: FastifyReply,
  db: Db,
  approval: Approval,
  caller: Asker,
): Promise<FastifyReply> {
  return reply.code(202).send(await presentApproval(db, approval, caller))
}

export const approvalRoutes = ({ shell, db, clock, secondPerson }: ApprovalParts): Route[] => [
  route({
    method: 'GET',
    path: '/staff/approvals',
    callers: ['staff'],
    tag,
    summary: 'List the acts that wait, or waited, for a second person',
    description: 'The open ones first, each group newest first.',
    query: Type.Object(
      {
        accountId: Type.Optional(Text(64)),
        customerOrderId: Type.Optional(CustomerOrderId),
        limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
        cursor: Type.Optional(
          Type.String({
            pattern: `^(open|over)/${approvalId}$`,
            'x-expected': 'a nextCursor of an earlier answer',
          }),
        ),
      },
      { additionalProperties: false },
    ),
    answer: Type.Object({
      approvals: Type.Array(ApprovalObject),
      secondPersonAbove: nullable(Type.Number({ description: 'In US dollars; null when no second person is asked.' })),
      nextCursor: nullable(Type.String({ description: 'Null on the last page.' })),
    }),
    refuses: ['malformed_request'],
    async handle({ caller, query: { accountId = null, customerOrderId = null, limit, cursor } }) {
      const after = cursor === undefined ? null : afterOf(cursor)
      const found = await listApprovals(db, { accountId, customerOrderId, after, limit: limit + 1 })
      const page = found.slice(0, limit)
      return {
        approvals: await presentApprovals(db, page, caller),
        secondPersonAbove: dollarsOrNull(secondPerson?.aboveCents ?? null),
        nextCursor: found.length > limit ? cursorOf(page.at(-1)!) : null,
      }
    },
  }),
  route({
    method: 'POST',
    path: '/staff/approvals/:approvalId/approve',
    callers: ['staff'],
    sessionOnly: true,
    freshWithinMs: recentlyMs,
    tag,
    summary: 'Approve what another person of the staff asked for, which is then done',
    description:
      'In person: keys cannot approve. It is judged once more; if it would no longer do what was asked for, it is refused and nothing is done. Approving again answers the same.',
    params: ApprovalPath,
    answer: ApprovalObject,
    refuses: ['malformed_request', 'not_found', 'not_allowed', 'order_not_found', 'wrong_state', 'refund_too_large'],
    handle: async ({ caller, params: { approvalId } }) =>
      presentApproval(db, await approve(shell, { approvalId, actor: caller.actor, now: clock() }), caller),
  }),
  route({
    method: 'POST',
    path: '/staff/approvals/:approvalId/decline',
    callers: ['staff'],
    tag,
    summary: 'Decline what somebody of the staff asked for, or withdraw what you asked for',
    params: ApprovalPath,
    body: Type.Object(
      { reason: LongText(1000, { minLength: 1, description: 'For the staff and the audit log.' }) },
      { additionalProperties: false },
    ),
    answer: ApprovalObject,
    refuses: ['malformed_request', 'not_found', 'wrong_state'],
    handle: async ({ caller, params: { approvalId }, body: { reason } }) =>
      presentApproval(db, await decline(shell, { approvalId, reason, actor: caller.actor, now: clock() }), caller),
  }),
]

const cursorOf = ({ status, approvalId }: Approval): string => `${status === 'open' ? 'open' : 'over'}/${approvalId}`

function afterOf(cursor: string): ApprovalAfter {
  const [state, approvalId] = cursor.split('/')
  return { isOpen: state === 'open', approvalId: approvalId! }
}

async function presentApproval(db: Db, approval: Approval, caller: Asker): Promise<Static<typeof ApprovalObject>> {
  const [presented] = await presentApprovals(db, [approval], caller)
  return presented!
}

async function presentApprovals(
  db: Db,
  approvals: Approval[],
  { actor }: Asker,
): Promise<Static<typeof ApprovalObject>[]> {
  const actors = approvals.flatMap(({ askedBy, decidedBy }) => (decidedBy === null ? [askedBy] : [askedBy, decidedBy]))
  const names = await namesOfActors(db, actors, null)
  return approvals.map(({ wanted, ...approval }) => ({
    approvalId: approval.approvalId,
    kind: wanted.kind,
    status: approval.status,
    accountId: approval.accountId,
    accountName: approval.accountName,
    customerOrderId: approval.customerOrderId,
    amount: dollarsOrNull(approval.amountCents),
    items: wanted.kind === 'refund' ? wanted.items.map(presentItem) : [],
    limits: wanted.kind === 'enterprise' ? wanted.limits : {},
    reason: approval.reason,
    askedBy: names.get(approval.askedBy)!,
    askedAt: approval.askedAt,
    isYours: approval.askedBy === actor,
    expiresAt: later(approval.askedAt, approvalMs),
    decidedBy: approval.decidedBy === null ? null : names.get(approval.decidedBy)!,
    decidedAt: approval.decidedAt,
    decisionReason: approval.decisionReason,
  }))
}

type Item = { index: number; quantity?: number; amountCents?: number }

const presentItem = ({ index, quantity, amountCents }: Item) => ({
  index,
  quantity: quantity ?? null,
  amount: amountCents === undefined ? null : dollars(amountCents),
})
