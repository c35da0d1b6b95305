// Trying again after a lost answer makes no second order: each goes out under an identifier, and one that an earlier try of
// ours has taken names the order that the try became.

import { ApiProblem, api, ask, type Mode, newRequestKey, type Order } from '../../api.ts'

/** For an order that was given none. */
export const newIdentifier = (): string => `web-${newRequestKey().slice(0, 16)}`

/** The order of our earlier try, where `error` says that its identifier is taken; else throws it again. */
export async function ofEarlierTry(error: unknown, mode: Mode, customerOrderId: string): Promise<Order> {
  if (!(error instanceof ApiProblem) || error.code !== 'duplicate_order_id') throw error
  const path = { mode, customerOrderId }
  const { order } = await ask(api.GET('/dashboard/api/{mode}/orders/{customerOrderId}', { params: { path } }))
  return order
}

/** Whether the service may have done it all the same. */
export const isUnanswered = (error: unknown): boolean =>
  !(error instanceof ApiProblem) || error.status === 0 || error.status >= 500
