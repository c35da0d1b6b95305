// Whether an order has the purchase order number that its account wants. Without it the order is refused, and not
// FAILED: its identifier stays free.

import { say } from '../../../languages/texts.ts'
import { type Problem, Refusal } from '../../base/refusal.ts'
import { folded } from '../../base/text/foldText.ts'
import type { CustomerContext } from './orderContext.ts'

type Numbered = { purchaseOrderNumber?: string }

/** Null when the account wants no number, or the order has one. */
export const purchaseOrderProblem = (
  { needsPurchaseOrder }: Pick<CustomerContext, 'needsPurchaseOrder'>,
  { purchaseOrderNumber = '' }: Numbered,
): Problem | null =>
  needsPurchaseOrder && folded(purchaseOrderNumber).trim() === ''
    ? {
        pointer: '/purchaseOrderNumber',
        code: 'purchase_order_missing',
        detail: say('this account needs a purchase order number for each order'),
      }
    : null

type Draft = { customer: CustomerContext; request: Numbered; examined: { errors: Problem[] } }

/** With all other problems of the order. */
export function purchaseOrderRefusal({ customer, request, examined }: Draft): Refusal | null {
  const problem = purchaseOrderProblem(customer, request)
  return problem && new Refusal('malformed_request', problem.detail, [problem, ...examined.errors])
}
