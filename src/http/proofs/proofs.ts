// The proof of an order for a customer's programs and people: the decision, links for authors, and their comments.

import { Type } from 'typebox'
import { approveProof, rejectProof } from '../../features/proofs/decideProof.ts'
import { listProofComments } from '../../features/proofs/proofComments.ts'
import { createProofLink, listProofLinks, revokeProofLink } from '../../features/proofs/proofLinks.ts'
import { presentOrder } from '../../orders/view/presentOrder.ts'
import { ItemIndex, Part } from '../objects/addressParameters.ts'
import { Closed, Instant, LongText } from '../objects/common.ts'
import { ApprovedFiles, OrderObject } from '../objects/order.ts'
import { requireOrder } from '../orders/orders.ts'
import { resource } from '../server/resource.ts'
import { type Route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'

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
const NewLink = Closed(
  {
    days: Type.Integer({ minimum: 1, maximum: 60, default: 14, description: 'How many days the link works.' }),
  },
  { title: 'NewProofLink', examples: [{ days: 14 }] },
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

const Approval = Closed(
  { files: ApprovedFiles },
  { title: 'ProofApproval', examples: [{ files: [{ cover: 'a3'.repeat(32), guts: '5c'.repeat(32) }] }] },
)
const Rejection = Closed(
  { comment: Comment },
  { title: 'ProofRejection', examples: [{ comment: 'The title on the spine is wrong.' }] },
)

const addressesOf = <Rest extends string>(rest: Rest) =>
  ({
    key: `/orders/:customerOrderId/proof${rest}`,
    member: `/dashboard/api/:mode/orders/:customerOrderId/proof${rest}`,
  }) as const

export const proofRoutes = tagged('Proofs', (services: Services): Route[] => [
  ...proofLinkRoutes(services),
  ...proofDecisionRoutes(services),
])

function proofLinkRoutes({ transactor, clock, publicUrl }: Services): Route[] {
  const { db } = transactor
  return [
    ...resource({
      method: 'GET',
      at: addressesOf(''),
      operationId: 'getProofSharing',
      scope: 'orders:read',
      summary: 'List the links to the proof of an order, and what was written on its pages',
      answer: Sharing,
      refuses: ['order_not_found'],
      async handle({ owner, params }) {
        const order = await requireOrder(db, { ...owner, ...params })
        const [links, comments] = await Promise.all([listProofLinks(db, order, clock()), listProofComments(db, order)])
        return { links, comments }
      },
    }),
    ...resource({
      method: 'POST',
      at: addressesOf('/links'),
      operationId: 'createProofLink',
      scope: 'orders:write',
      needs: 'orders',
      summary: 'Create a link to the proof of an order',
      description:
        'For a person without a sign-in, such as the author of the book: whoever has the link sees the pages, comments on them, and approves ' +
        'the proof or asks for changes. It shows nothing about the recipient. An order has at most 20 links.',
      body: NewLink,
      status: 201,
      answer: CreatedLink,
      refuses: ['order_not_found', 'wrong_state'],
      async handle({ owner, caller: { actor }, params, body: { days } }) {
        const by = { days, now: clock(), actor }
        const { token, ...link } = await createProofLink(transactor, { ...owner, ...params }, by)
        return { ...link, url: new URL(`/dashboard/proof#${token}`, publicUrl).href }
      },
    }),
    ...resource({
      method: 'DELETE',
      at: addressesOf('/links/:linkId'),
      operationId: 'revokeProofLink',
      scope: 'orders:write',
      needs: 'orders',
      summary: 'Revoke a link to the proof of an order',
      status: 204,
      answer: Type.Null(),
      refuses: ['order_not_found', 'not_found'],
      async handle({ owner, caller: { actor }, params: { linkId, ...params }, reply }) {
        await revokeProofLink(transactor, { ...owner, ...params }, linkId, { now: clock(), actor })
        return reply.send()
      },
    }),
  ]
}

function proofDecisionRoutes({ transactor, clock, fulfillment }: Services): Route[] {
  const deps = { transactor, estimateDates: fulfillment.estimateDates }
  const decisionOf = ({ actor }: { actor: string }) => ({ by: 'customer' as const, author: null, actor, now: clock() })
  return [
    ...resource({
      method: 'POST',
      at: addressesOf('/approve'),
      operationId: 'approveProof',
      scope: 'orders:write',
      needs: 'orders',
      summary: 'Approve the proof of an order',
      description:
        'Send `files` as `proof.files` of the order has them. The order then awaits payment, or enters the holding bin if it is not charged. ' +
        'Approving again changes nothing. Refused with `proof_changed` if the proof shows other files.',
      body: Approval,
      answer: OrderObject,
      refuses: ['order_not_found', 'wrong_state', 'proof_changed'],
      handle: async ({ owner, caller, params, body }) =>
        presentOrder(await approveProof(deps, { ...owner, ...params }, { ...decisionOf(caller), ...body })),
    }),
    ...resource({
      method: 'POST',
      at: addressesOf('/reject'),
      operationId: 'rejectProof',
      scope: 'orders:write',
      needs: 'orders',
      summary: 'Ask for changes to an order instead of approving its proof',
      description: 'The order is canceled, because its files never change: place another order with the changed files.',
      body: Rejection,
      answer: OrderObject,
      refuses: ['order_not_found', 'wrong_state'],
      handle: async ({ owner, caller, params, body }) =>
        presentOrder(await rejectProof(transactor, { ...owner, ...params }, { ...decisionOf(caller), ...body })),
    }),
  ]
}
