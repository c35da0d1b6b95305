// A retry after a lost response creates no second order: each order is sent with an identifier, and if our earlier
// attempt used it, its order is shown.

import { ApiProblem, api, type Mode, newRequestKey, type Order } from '../../api.ts'

/** For an order without an identifier. */
export const newIdentifier = (): string => `web-${newRequestKey().slice(0, 16)}`

/** The order of our earlier attempt, if `error` says that its identifier is taken; otherwise throws it again. */
export async function orderOfEarlierAttempt(error: unknown, mode: Mode, customerOrderId: string): Promise<Order> {
  if (!(error instanceof ApiProblem) || error.code !== 'duplicate_order_id') throw error
  const path = { mode, customerOrderId }
  const { order } = await api.GET('/dashboard/api/{mode}/orders/{customerOrderId}', { params: { path } })
  return order
}

/** Whether the service may have placed the order although no response arrived. */
export const isUnanswered = (error: unknown): boolean =>
  !(error instanceof ApiProblem) || error.status === 0 || error.status >= 500
