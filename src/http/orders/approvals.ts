// Staff actions that wait for the approval of a second person: the list, and the decision.

import type { FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import { namesOfActors } from '../../accounts/accountQueries.ts'
import { findResponsiblePerson } from '../../accounts/people/operators.ts'
import { later } from '../../base/clock.ts'
import { dollars, dollarsOrNull } from '../../base/money.ts'
import type { Db } from '../../db/db.ts'
import {
  type Approval,
  type ApprovalCursor,
  approvalKinds,
  approvalStatuses,
  givesAccess,
  listApprovals,
  type OfferAct,
  type PublishAct,
  type RequestedAct,
} from '../../features/staff/approvalStore.ts'
import { approve, decline, staffMayApproveAt } from '../../features/staff/approvals.ts'
import { approvalMs } from '../../features/staff/secondPerson.ts'
import { readOrderTitles } from '../../orders/orderTitles.ts'
import { recordedKinds } from '../../payments/statements/paymentStore.ts'
import { type BillingTerms, termsStarts } from '../../payments/statements/statementStore.ts'
import { Cursor, listCursor, NextCursor, pageOf, StaffLimit } from '../lists/list.ts'
import {
  approvalIdPattern,
  Closed,
  CustomerOrderId,
  Dollars,
  Instant,
  LongText,
  nullable,
  oneOf,
  Text,
  Words,
} from '../objects/common.ts'
import { OrderTitle } from '../objects/orderTitle.ts'
import { AccessFields, noAccess, presentAccess } from '../people/accessRequests.ts'
import { moneyPasswordMs, type Route, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { refuseMistakes } from '../shop/refuseMistakes.ts'

/** An import has thousands; a person reads the largest. */
const maxPayments = 100
const Limit = Type.Object({
  ordersPer24Hours: Type.Optional(Type.Integer()),
  queueCeiling: Type.Optional(Type.Integer()),
})

const terms = {
  termsDays: Type.Optional(Type.Integer()),
  termsFrom: Type.Optional(oneOf(termsStarts)),
  purchaseOrderNumber: Type.Optional(nullable(Type.String())),
  purchaseOrderRequired: Type.Optional(Type.Boolean()),
  creditLimit: Type.Optional(nullable(Dollars)),
  discountPercent: Type.Optional(nullable(Type.Number())),
  discountDays: Type.Optional(nullable(Type.Integer())),
  lateFeePercent: Type.Optional(nullable(Type.Number())),
  lateFeeAmount: Type.Optional(nullable(Dollars)),
}

export const ApprovalObject = Type.Object(
  {
    approvalId: Type.String(),
    kind: oneOf(approvalKinds, {
      description:
        'refund: refund an order. abandon: cancel and refund an order. enterprise: make an account an enterprise account. payment: record payments, credits, charges or waived late fees. billing_terms: change the terms of an enterprise account. price_list: put an account on a price list. publish: publish much lower prices. quote_offer: offer a quote below the cost or much below the catalog. invitation, single_sign_on, domain: what gives access to an account, which an owner of the account has to confirm.',
    }),
    status: oneOf(approvalStatuses),
    accountId: nullable(Type.String({ description: 'Null for payments of several accounts, and for prices.' })),
    accountName: nullable(Type.String()),
    customerOrderId: nullable(Type.String({ description: 'Null for an action on the account itself.' })),
    orderTitle: OrderTitle,
    amount: nullable(
      Type.Number({
        description:
          'The refunded amount in US dollars, including taxes, or the sum of the payments. Null without one.',
      }),
    ),
    items: Type.Array(
      Type.Object({
        index: Type.Integer({ description: 'Index of the item in orderItems, from 0.' }),
        quantity: nullable(
          Type.Integer({
            description: 'The number of copies. Null for a refund by amount, or of all remaining copies.',
          }),
        ),
        amount: nullable(Dollars),
      }),
      { description: 'The refunded items; empty for the whole order.' },
    ),
    limits: Type.Object(
      { sandbox: Type.Optional(Limit), production: Type.Optional(Limit) },
      { description: 'The limits that change together with the account.' },
    ),
    payments: Type.Array(
      Type.Object({
        kind: oneOf(recordedKinds),
        accountId: Type.String(),
        receivedOn: Type.String({ format: 'date' }),
        amount: Dollars,
        reference: Type.String(),
        statement: nullable(Type.Integer()),
        note: nullable(Type.String()),
      }),
      { description: `The payments to be recorded: the largest ${maxPayments}, the largest first.` },
    ),
    paymentCount: Type.Integer({ description: 'The number of all payments to be recorded.' }),
    billingTerms: nullable(
      Type.Object(terms, { description: 'The new terms; a field that is not there stays as it is.' }),
    ),
    billingTermsBefore: nullable(
      Type.Object(terms, { description: 'The terms in their place at the time of the request.' }),
    ),
    priceList: nullable(Type.String({ description: 'The code of the price list that the account is put on.' })),
    agreedPrices: nullable(
      Type.Boolean({
        description:
          'Whether the prices of the list become agreed prices of the enterprise account. Null: the request does not change it.',
      }),
    ),
    publishes: nullable(
      Type.Object({
        draftRevision: nullable(Type.Integer({ description: 'Of the draft.' })),
        version: nullable(Type.Integer({ description: 'The older version that is published again.' })),
        effectiveAt: nullable(Type.String({ format: 'date-time', description: 'Null: as soon as possible.' })),
      }),
    ),
    offer: nullable(
      Type.Object({
        quoteId: Type.String(),
        itemsTotal: Dollars,
        shippingTotal: Dollars,
        manufacturingDays: Type.Integer(),
        validUntil: Type.String({ format: 'date-time' }),
      }),
    ),
    ...AccessFields,
    reason: nullable(Type.String()),
    askedBy: Words({ description: 'The name of a person, or the label of a key.' }),
    askedAt: Instant,
    isYours: Type.Boolean({
      description: 'You requested it, in person or with your key, so another person has to approve it.',
    }),
    approvableAt: { ...Instant, description: 'From then on another person of the staff can approve it.' },
    expiresAt: Instant,
    decidedBy: nullable(Words()),
    decidedAt: nullable(Instant),
    decisionReason: nullable(Type.String()),
  },
  { $id: 'Approval' },
)

/** For the description of an action that may need an approval. */
export const mayAwaitApproval =
  'If a second person is needed (`SECOND_PERSON_ABOVE`), nothing happens yet, and the answer is 202 with the pending approval.'

type Requester = { actor: string }

/** The answer of an action that needs an approval. */
export async function answerAwaitingApproval(
  reply: FastifyReply,
  db: Db,
  approval: Approval,
  caller: Requester,
): Promise<FastifyReply> {
  return reply.code(202).send(await presentApproval(db, approval, caller))
}

export const approvalRoutes = tagged('Staff', (services: Services): Route[] => [
  ...approvalListRoutes(services),
  ...approvalDecisionRoutes(services),
])

const approvalListRoutes = ({ db, secondPerson }: Services): Route[] => [
  route({
    method: 'GET',
    path: '/staff/approvals',
    operationId: 'listApprovals',
    summary: 'List the staff actions that need or needed a second person',
    description: 'Open approvals first; each group newest first.',
    query: Closed({
      accountId: Type.Optional(Text(64)),
      customerOrderId: Type.Optional(CustomerOrderId),
      limit: StaffLimit,
      cursor: Cursor(`^(open|over)/${approvalIdPattern}$`),
    }),
    answer: Type.Object({
      approvals: Type.Array(ApprovalObject),
      secondPersonAbove: nullable(
        Type.Number({ description: 'In US dollars; null if no action needs a second person.' }),
      ),
      nextCursor: NextCursor,
    }),
    async handle({ caller, query: { accountId = null, customerOrderId = null, limit, cursor } }) {
      const after = approvalCursor.read(cursor)
      const found = await listApprovals(db, { accountId, customerOrderId, after, limit: limit + 1 })
      const { page, nextCursor } = pageOf(found, limit, ({ status, approvalId }) =>
        approvalCursor.write({ isOpen: status === 'open', approvalId }),
      )
      return {
        approvals: await presentApprovals(db, page, caller),
        secondPersonAbove: dollarsOrNull(secondPerson?.aboveCents ?? null),
        nextCursor,
      }
    },
  }),
]

function approvalDecisionRoutes(services: Services): Route[] {
  const { transactor, db, clock } = services
  return [
    route({
      method: 'POST',
      path: '/staff/approvals/:approvalId/approve',
      operationId: 'approveRequest',
      needs: 'approvals',
      sessionOnly: true,
      freshWithinMs: moneyPasswordMs,
      summary: 'Approve the request of another staff member, and carry it out',
      description:
        'Only in person: keys cannot approve. The request is checked again. If its effect would now differ, it is refused and nothing happens. Approving again returns the same answer.',
      answer: ApprovalObject,
      refuses: [
        'order_not_found',
        'wrong_state',
        'refund_too_large',
        'already_exists',
        'too_many_requests',
        'draft_changed',
        'operator_data_invalid',
      ],
      handle: async ({ caller, params: { approvalId } }) =>
        presentApproval(
          db,
          await refuseMistakes(() =>
            approve(services, { approvalId, ofAccount: null, actor: caller.actor, now: clock() }),
          ),
          caller,
        ),
    }),
    route({
      method: 'POST',
      path: '/staff/approvals/:approvalId/decline',
      operationId: 'declineRequest',
      needs: null,
      summary: 'Decline the request of another staff member, or withdraw your own',
      description: 'Declining a request of another person needs the permission `approvals`.',
      body: Closed({ reason: LongText(1000, { minLength: 1, description: 'For the staff and the audit log.' }) }),
      answer: ApprovalObject,
      refuses: ['wrong_state'],
      async handle({ caller, params: { approvalId }, body: { reason } }) {
        const mayDecide = caller.permissions.includes('approvals')
        const by = { ofAccount: null, actor: caller.actor, now: clock(), mayDecide }
        return presentApproval(db, await decline(transactor, { approvalId, reason, ...by }), caller)
      },
    }),
  ]
}

const approvalCursor = listCursor<ApprovalCursor>({
  pattern: /^(?<state>open|over)\/(?<approvalId>.+)$/,
  write: ({ isOpen, approvalId }) => `${isOpen ? 'open' : 'over'}/${approvalId}`,
  read: ({ state, approvalId }) => ({ isOpen: state === 'open', approvalId: approvalId! }),
})

async function presentApproval(db: Db, approval: Approval, caller: Requester): Promise<Static<typeof ApprovalObject>> {
  const [presented] = await presentApprovals(db, [approval], caller)
  return presented!
}

async function presentApprovals(
  db: Db,
  approvals: Approval[],
  { actor }: Requester,
): Promise<Static<typeof ApprovalObject>[]> {
  const actors = approvals.flatMap(({ requestedBy, decidedBy }) =>
    decidedBy === null ? [requestedBy] : [requestedBy, decidedBy],
  )
  const names = await namesOfActors(db, actors, null)
  const person = await findResponsiblePerson(db, actor)
  const titleOf = await readOrderTitles(db, approvals)
  return approvals.map(({ act, ...approval }) => ({
    ...approval,
    ...titleOf(approval),
    kind: act.kind,
    amount: dollarsOrNull(approval.amountCents),
    items: act.kind === 'refund' ? act.items.map(presentItem) : [],
    limits: act.kind === 'enterprise' ? act.limits : {},
    payments: act.kind === 'payment' ? presentPayments(act.payments) : [],
    paymentCount: act.kind === 'payment' ? act.payments.length : 0,
    billingTerms: act.kind === 'billing_terms' ? presentTerms(act.change) : null,
    billingTermsBefore: act.kind === 'billing_terms' ? presentTerms(act.before) : null,
    priceList: act.kind === 'price_list' ? act.priceList : null,
    agreedPrices: act.kind === 'price_list' ? (act.agreedPrices ?? null) : null,
    publishes: act.kind === 'publish' ? presentPublication(act) : null,
    offer: act.kind === 'quote_offer' ? presentOffer(act) : null,
    ...(givesAccess(act) ? presentAccess(act) : noAccess),
    askedBy: names.get(approval.requestedBy)!,
    askedAt: approval.requestedAt,
    isYours: person !== null && approval.requesterId === person,
    approvableAt: staffMayApproveAt({ act, ...approval }),
    expiresAt: later(approval.requestedAt, approvalMs({ act })),
    decidedBy: approval.decidedBy === null ? null : names.get(approval.decidedBy)!,
  }))
}

const presentPayments = (payments: Extract<RequestedAct, { kind: 'payment' }>['payments']) =>
  payments
    .toSorted((one, other) => other.amountCents - one.amountCents)
    .slice(0, maxPayments)
    .map(({ amountCents, ...payment }) => ({ ...payment, amount: dollars(amountCents) }))

const presentTerms = ({
  creditLimitCents: limit,
  discountBasisPoints: discount,
  lateFeeBasisPoints: feePart,
  lateFeeCents: fee,
  purchaseOrder: purchaseOrderNumber,
  ...terms
}: Partial<BillingTerms>) => ({
  ...terms,
  ...(purchaseOrderNumber === undefined ? {} : { purchaseOrderNumber }),
  ...(limit === undefined ? {} : { creditLimit: dollarsOrNull(limit) }),
  ...(discount === undefined ? {} : { discountPercent: dollarsOrNull(discount) }),
  ...(feePart === undefined ? {} : { lateFeePercent: dollarsOrNull(feePart) }),
  ...(fee === undefined ? {} : { lateFeeAmount: dollarsOrNull(fee) }),
})

const presentPublication = ({ source, effectiveAt }: PublishAct) => ({
  draftRevision: 'version' in source ? null : source.draftRevision,
  version: 'version' in source ? source.version : null,
  effectiveAt,
})

const presentOffer = ({ quoteId, itemsCents, shippingCents, manufacturingDays, validUntil }: OfferAct) => ({
  ...{ quoteId, itemsTotal: dollars(itemsCents), shippingTotal: dollars(shippingCents), manufacturingDays, validUntil },
})

type Item = { index: number; quantity?: number; amountCents?: number }

const presentItem = ({ index, quantity, amountCents }: Item) => ({
  index,
  quantity: quantity ?? null,
  amount: amountCents === undefined ? null : dollars(amountCents),
})
