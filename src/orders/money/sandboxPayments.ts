// Automatic payments of sandbox orders. They call no provider and post nothing.

import { findAutomaticSandboxes } from '../../accounts/sandboxPaymentSetting.ts'
import type { Order } from '../core/order.ts'
import { lockOrders } from '../core/orderStore.ts'
import { transition, type UnitOfWork } from '../core/transition.ts'

/** Pays the orders that wait for payment in the sandbox of an account with automatic payments. */
export async function paySandboxOrders(work: UnitOfWork, orders: Order[]): Promise<void> {
  const waiting = orders.filter(({ mode, status }) => mode === 'sandbox' && status === 'VALID_AWAITING_PAYMENT')
  if (waiting.length === 0) return
  const automatic = await findAutomaticSandboxes(work.tx, [...new Set(waiting.map(({ accountId }) => accountId))])
  const paid = waiting.filter(({ accountId }) => automatic.has(accountId))
  if (paid.length === 0) return
  const locked = await lockOrders(work.tx, paid) // this transaction holds the locks already
  await transition(
    work,
    locked.map(order => ({
      order,
      on: 'paid',
      changes: { state: { payment: 'SUCCEEDED' } },
      note: 'simulated automatically',
    })),
  )
}
