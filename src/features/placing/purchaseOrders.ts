// Whether an order has the purchase order number that its account wants. Without it the order is refused, and not
// FAILED: its identifier stays free.

import { say } from '../../../languages/texts.ts'
import { type Problem, Refusal } from '../../base/refusal.ts'
import type { CustomerContext } from './orderContext.ts'

type Numbered = { purchaseOrderNumber?: string }

/** Null when the account wants no number, or the order has one. */
export const purchaseOrderProblem = (
  { needsPurchaseOrder }: Pick<CustomerContext, 'needsPurchaseOrder'>,
  { purchaseOrderNumber = '' }: Numbered,
): Problem | null =>
  needsPurchaseOrder && purchaseOrderNumber.trim() === ''
    ? {
        pointer: '/purchaseOrderNumber',
        code: 'purchase_order_missing',
        detail: say('this account needs a purchase order number for each order'),
      }
    : null

export function purchaseOrderRefusal(draft: { customer: CustomerContext; request: Numbered }): Refusal | null {
  const problem = purchaseOrderProblem(draft.customer, draft.request)
  return problem && new Refusal('malformed_request', problem.detail, [problem])
}
