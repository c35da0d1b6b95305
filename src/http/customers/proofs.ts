// Decisions about proofs: by a customer's programs and people.

import { Type } from 'typebox'
import type { Clock } from '../../base/clock.ts'
import type { Mode } from '../../base/mode.ts'
import type { Transactor } from '../../orders/core/transact.ts'
import type { Fulfillment } from '../../orders/printing/fulfillment.ts'
import { approveProof, rejectProof } from '../../orders/proofs/decideProof.ts'
import { presentOrder } from '../../orders/view/presentOrder.ts'
import { type Route, route } from '../route.ts'
import { CustomerOrderId, LongText, Mode as ModeSchema } from '../schemas.ts'
import { ApprovedFiles, OrderObject } from './orderSchemas.ts'

export type ProofParts = { transactor: Transactor; clock: Clock; fulfillment: Pick<Fulfillment, 'estimateDates'> }

const tag = 'Proofs'
const OrderPath = Type.Object({ customerOrderId: CustomerOrderId })
const OrderInMode = Type.Object({ mode: ModeSchema, customerOrderId: CustomerOrderId })

const Comment = LongText(1000, {
  minLength: 1,
  description: 'What must be changed. Shown in the history of the order.',
})
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
    'Send `files` as `proof.files` of the order has them. The order goes on: it awaits payment, or is held before printing if it is not charged. ' +
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

export function proofRoutes({ transactor, clock, fulfillment }: ProofParts): Route[] {
  const deps = { transactor, estimateDates: fulfillment.estimateDates }
  type By = { accountId: string; mode: Mode; actor: string }
  const decisionOf = ({ actor }: By) => ({ by: 'customer' as const, author: null, actor, now: clock() })
  return [
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
