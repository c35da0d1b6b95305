// The proof of an order for a customer's programs and people: the decision, links for authors, and their comments.

import { Type } from 'typebox'
import type { Clock } from '../../base/clock.ts'
import type { Mode } from '../../base/mode.ts'
import type { Fulfillment } from '../../features/printing/fulfillment.ts'
import { approveProof, rejectProof } from '../../features/proofs/decideProof.ts'
import { listProofComments } from '../../features/proofs/proofComments.ts'
import { createProofLink, listProofLinks, revokeProofLink } from '../../features/proofs/proofLinks.ts'
import type { NamedOrder } from '../../orders/orderStore.ts'
import type { Transactor } from '../../orders/transact.ts'
import { presentOrder } from '../../orders/view/presentOrder.ts'
import { CustomerOrderId, Instant, LongText, Mode as ModeSchema, Text } from '../objects/common.ts'
import { ApprovedFiles, OrderObject } from '../objects/order.ts'
import { requireOrder } from '../orders/orders.ts'
import { ItemIndex, Part } from '../products/files.ts'
import { type Route, route } from '../server/route.ts'

export type ProofParts = {
  transactor: Transactor
  clock: Clock
  publicUrl: URL
  fulfillment: Pick<Fulfillment, 'estimateDates'>
}

const tag = 'Proofs'
const OrderPath = Type.Object({ customerOrderId: CustomerOrderId })
const OrderInMode = Type.Object({ mode: ModeSchema, customerOrderId: CustomerOrderId })

export const Comment = LongText(1000, {
  minLength: 1,
  description: 'What must be changed. Shown on the page of the order in the dashboard.',
})
export const CommentOnPage = Type.Object(
  {
    commentId: Type.String(),
    author: Type.String(),
    item: ItemIndex,
    part: Part,
    page: Type.Integer(),
    text: Type.String(),
    at: Instant,
  },
  { title: 'ProofComment' },
)
const linkFields = { linkId: Type.String(), createdAt: Instant, expiresAt: Instant }
const Link = Type.Object(linkFields, { title: 'ProofLink' })
const NewLink = Type.Object(
  {
    days: Type.Integer({ minimum: 1, maximum: 60, default: 14, description: 'How many days the link works.' }),
  },
  { additionalProperties: false, title: 'NewProofLink', examples: [{ days: 14 }] },
)
const CreatedLink = Type.Object(
  { ...linkFields, url: Type.String({ description: 'Shown only now. Send it to the author.' }) },
  { title: 'CreatedProofLink' },
)
const Sharing = Type.Object(
  {
    links: Type.Array(Link, { description: 'The links that still work.' }),
    comments: Type.Array(CommentOnPage, { description: 'Oldest first.' }),
  },
  { title: 'ProofSharing' },
)
const LinkId = Text(40)

const readSharing = {
  summary: 'List the links to the proof of an order, and what was written on its pages',
  answer: Sharing,
}
const createLink = {
  summary: 'Create a link to the proof of an order',
  description:
    'For a person without a sign-in, such as the author of the book: whoever has the link sees the pages, comments on them, and approves ' +
    'the proof or asks for changes. It shows nothing about the recipient. An order has at most 20 links.',
  body: NewLink,
  answer: CreatedLink,
}
const revokeLink = {
  summary: 'Revoke a link to the proof of an order',
  answer: Type.Null(),
}

const Approval = Type.Object(
  { files: ApprovedFiles },
  {
    additionalProperties: false,
    title: 'ProofApproval',
    examples: [{ files: [{ cover: 'a3'.repeat(32), guts: '5c'.repeat(32) }] }],
  },
)
const Rejection = Type.Object(
  { comment: Comment },
  { additionalProperties: false, title: 'ProofRejection', examples: [{ comment: 'The title on the spine is wrong.' }] },
)

const approve = {
  summary: 'Approve the proof of an order',
  description:
    'Send `files` as `proof.files` of the order has them. The order then awaits payment, or enters the holding bin if it is not charged. ' +
    'Approving again changes nothing. Refused with `proof_changed` if the proof shows other files.',
  body: Approval,
  answer: OrderObject,
}
const reject = {
  summary: 'Ask for changes to an order instead of approving its proof',
  description: 'The order is canceled, because its files never change: place another order with the changed files.',
  body: Rejection,
  answer: OrderObject,
}

export function proofRoutes({ transactor, clock, publicUrl, fulfillment }: ProofParts): Route[] {
  const { db } = transactor
  const deps = { transactor, estimateDates: fulfillment.estimateDates }
  type By = { accountId: string; mode: Mode; actor: string }
  const decisionOf = ({ actor }: By) => ({ by: 'customer' as const, author: null, actor, now: clock() })
  async function sharingOf(name: NamedOrder) {
    const order = await requireOrder(db, name)
    const [links, comments] = await Promise.all([listProofLinks(db, order, clock()), listProofComments(db, order)])
    return { links, comments }
  }
  async function share(by: NamedOrder & By, days: number) {
    const { token, ...link } = await createProofLink(transactor, by, { days, now: clock(), actor: by.actor })
    return { ...link, url: new URL(`/dashboard/proof#${token}`, publicUrl).href }
  }
  const revoke = (by: NamedOrder & By, linkId: string) =>
    revokeProofLink(transactor, by, linkId, { now: clock(), actor: by.actor })
  return [
    route({
      method: 'GET',
      path: '/orders/:customerOrderId/proof',
      operationId: 'getProofSharing',
      callers: ['customer_key'],
      scope: 'orders:read',
      tag,
      ...readSharing,
      params: OrderPath,
      refuses: ['order_not_found'],
      handle: ({ caller, params }) => sharingOf({ ...caller, ...params }),
    }),
    route({
      method: 'POST',
      path: '/orders/:customerOrderId/proof/links',
      operationId: 'createProofLink',
      callers: ['customer_key'],
      scope: 'orders:write',
      tag,
      ...createLink,
      params: OrderPath,
      status: 201,
      refuses: ['malformed_request', 'order_not_found', 'wrong_state'],
      handle: ({ caller, params, body: { days } }) => share({ ...caller, ...params }, days),
    }),
    route({
      method: 'DELETE',
      path: '/orders/:customerOrderId/proof/links/:linkId',
      operationId: 'revokeProofLink',
      callers: ['customer_key'],
      scope: 'orders:write',
      tag,
      ...revokeLink,
      params: Type.Object({ customerOrderId: CustomerOrderId, linkId: LinkId }),
      status: 204,
      refuses: ['order_not_found', 'not_found'],
      async handle({ caller, params: { linkId, customerOrderId }, reply }) {
        await revoke({ ...caller, customerOrderId }, linkId)
        return reply.send()
      },
    }),
    route({
      method: 'GET',
      path: '/dashboard/api/:mode/orders/:customerOrderId/proof',
      operationId: 'getProofSharingInDashboard',
      callers: ['member'],
      tag,
      ...readSharing,
      params: OrderInMode,
      refuses: ['order_not_found'],
      handle: ({ caller, params }) => sharingOf({ ...caller, ...params }),
    }),
    route({
      method: 'POST',
      path: '/dashboard/api/:mode/orders/:customerOrderId/proof/links',
      operationId: 'createProofLinkInDashboard',
      callers: ['member'],
      needs: 'orders',
      tag,
      ...createLink,
      params: OrderInMode,
      status: 201,
      refuses: ['malformed_request', 'order_not_found', 'wrong_state'],
      handle: ({ caller, params, body: { days } }) => share({ ...caller, ...params }, days),
    }),
    route({
      method: 'DELETE',
      path: '/dashboard/api/:mode/orders/:customerOrderId/proof/links/:linkId',
      operationId: 'revokeProofLinkInDashboard',
      callers: ['member'],
      needs: 'orders',
      tag,
      ...revokeLink,
      params: Type.Object({ mode: ModeSchema, customerOrderId: CustomerOrderId, linkId: LinkId }),
      status: 204,
      refuses: ['order_not_found', 'not_found'],
      async handle({ caller, params: { linkId, ...name }, reply }) {
        await revoke({ ...caller, ...name }, linkId)
        return reply.send()
      },
    }),
    route({
      method: 'POST',
      path: '/orders/:customerOrderId/proof/approve',
      operationId: 'approveProof',
      callers: ['customer_key'],
      scope: 'orders:write',
      tag,
      ...approve,
      params: OrderPath,
      refuses: ['malformed_request', 'order_not_found', 'wrong_state', 'proof_changed'],
      handle: async ({ caller, params, body }) =>
        presentOrder(await approveProof(deps, { ...caller, ...params }, { ...decisionOf(caller), ...body })),
    }),
    route({
      method: 'POST',
      path: '/orders/:customerOrderId/proof/reject',
      operationId: 'rejectProof',
      callers: ['customer_key'],
      scope: 'orders:write',
      tag,
      ...reject,
      params: OrderPath,
      refuses: ['malformed_request', 'order_not_found', 'wrong_state'],
      handle: async ({ caller, params, body }) =>
        presentOrder(await rejectProof(transactor, { ...caller, ...params }, { ...decisionOf(caller), ...body })),
    }),
    route({
      method: 'POST',
      path: '/dashboard/api/:mode/orders/:customerOrderId/proof/approve',
      operationId: 'approveProofInDashboard',
      callers: ['member'],
      needs: 'orders',
      tag,
      ...approve,
      params: OrderInMode,
      refuses: ['malformed_request', 'order_not_found', 'wrong_state', 'proof_changed'],
      handle: async ({ caller, params, body }) => {
        const by = { ...caller, ...params }
        return presentOrder(await approveProof(deps, by, { ...decisionOf(by), ...body }))
      },
    }),
    route({
      method: 'POST',
      path: '/dashboard/api/:mode/orders/:customerOrderId/proof/reject',
      operationId: 'rejectProofInDashboard',
      callers: ['member'],
      needs: 'orders',
      tag,
      ...reject,
      params: OrderInMode,
      refuses: ['malformed_request', 'order_not_found', 'wrong_state'],
      handle: async ({ caller, params, body }) => {
        const by = { ...caller, ...params }
        return presentOrder(await rejectProof(transactor, by, { ...decisionOf(by), ...body }))
      },
    }),
  ]
}
