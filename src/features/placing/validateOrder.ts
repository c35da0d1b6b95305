// The result that placing an order now would have, by the same rules. Nothing is written and no slot is reserved, so a
// moment later the result may differ. Files are checked by POST /files/check, not here.

import type { Problem } from '../../base/refusal.ts'
import { admit } from '../../limits/admission.ts'
import { readLimit } from '../../limits/limitStore.ts'
import { type FirstEvent, firstStatusOf } from '../../orders/lifecycle.ts'
import { usedIdentifiers } from '../../orders/orderStore.ts'
import type { ValidatedOrder } from '../../orders/view/presentOrder.ts'
import { duplicateRefusal, firstEventOf, withRejection } from './admissions.ts'
import { draftOrders, type OrderDraft, openingFor, type PlaceOrderRequest } from './drafts.ts'
import type { PlaceDeps } from './placeOrders.ts'
import { purchaseOrderProblem, purchaseOrderRefusal } from './purchaseOrders.ts'

/** The order as creating it would return it. Refuses as creating would. */
export async function validateOrder(
  { transactor, clock, operatorVersions }: PlaceDeps,
  order: PlaceOrderRequest,
): Promise<ValidatedOrder> {
  const now = clock()
  const { accountId, mode, customerOrderId, request } = order
  if (customerOrderId !== null) {
    const [used] = await usedIdentifiers(transactor.db, [{ accountId, customerOrderId }])
    if (used !== undefined) throw duplicateRefusal(order)
  }
  const [draft] = await draftOrders({ transactor, operatorVersions }, [order], now)
  const numberMissing = purchaseOrderRefusal(draft!)
  if (numberMissing !== null) throw numberMissing
  const { on, ...decided } = await firstStep(transactor, draft!, now)
  const { billing, state } = openingFor(decided.draft, on, null, now).order
  return { mode, status: firstStatusOf(on), billing, request, state }
}

/**
 * The findings of each order, without regard to the limit of the account: a file may have more orders than may be
 * placed at once.
 */
export async function examineOrders(
  { transactor, clock, operatorVersions }: PlaceDeps,
  orders: PlaceOrderRequest[],
): Promise<{ errors: Problem[]; warnings: Problem[] }[]> {
  const named = orders.flatMap(({ accountId, customerOrderId }) =>
    customerOrderId === null ? [] : [{ accountId, customerOrderId }],
  )
  const used = new Set((await usedIdentifiers(transactor.db, named)).map(({ customerOrderId }) => customerOrderId))
  const drafts = await draftOrders({ transactor, operatorVersions }, orders, clock())
  return drafts.map(({ customerOrderId, examined: { errors, warnings }, ...draft }) => ({
    errors: [
      ...(used.has(customerOrderId ?? '') ? duplicateRefusal({ ...draft, customerOrderId }).problems : []),
      ...[purchaseOrderProblem(draft.customer, draft.request)].filter(problem => problem !== null),
      ...errors,
    ],
    warnings,
  }))
}

async function firstStep(
  { db }: PlaceDeps['transactor'],
  draft: OrderDraft,
  now: Date,
): Promise<{ on: FirstEvent; draft: OrderDraft }> {
  if (draft.examined.errors.length > 0) return { on: 'invalid', draft }
  const limit = await readLimit(db, draft, now)
  const admission = admit(limit, draft.mode)
  return { on: firstEventOf(admission, draft.mode), draft: withRejection(limit, admission, draft) }
}
