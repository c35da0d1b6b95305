// Sandbox orders that continue by themselves: their payment, and the pace of hold and print. The order has both, or
// else the settings of its account. No provider is called, and nothing is posted.

import { say } from '../../../languages/texts.ts'
import { findSandboxSettings } from '../../accounts/settings/sandboxSettings.ts'
import { durationMs, later } from '../../base/clock.ts'
import type { Tx } from '../../db/db.ts'
import type { Order, SandboxSettings } from '../../orders/order.ts'
import { type LockedOrder, moveDueTimes } from '../../orders/orderStore.ts'
import { transition, type UnitOfWork } from '../../orders/transition.ts'

/** Pays the orders whose payment is automatic, and lets the hold of held orders last as long as they say. */
export async function continueSandboxOrders(work: UnitOfWork, orders: LockedOrder[]): Promise<void> {
  const sandbox = orders.filter(({ mode }) => mode === 'sandbox')
  if (sandbox.length === 0) return
  const settingsOf = await readSettings(work.tx, sandbox)
  const paid = await transition(
    work,
    sandbox
      .filter(order => order.status === 'VALID_AWAITING_PAYMENT' && settingsOf(order).payments === 'automatic')
      .map(order => ({
        order,
        on: 'paid',
        changes: { state: { payment: 'SUCCEEDED' } },
        note: say('simulated automatically'),
      })),
  )
  const held = [...paid, ...sandbox].filter(({ status }) => status === 'VALID_HOLDING_BIN')
  const paced = held.flatMap(order => {
    const ms = paceMsOf(settingsOf(order))
    return ms === null ? [] : [{ ...order, dueAt: later(work.now, ms) }]
  })
  if (paced.length === 0) return
  await moveDueTimes(work.tx, paced)
  for (const { dueAt } of paced) work.wake('release_held_orders', dueAt)
}

/** How long the print of each order lasts in milliseconds, by its id. Orders with the times of production have none. */
export async function readPrintMs(tx: Tx, orders: Order[]): Promise<Map<string, number>> {
  const sandbox = orders.filter(({ mode }) => mode === 'sandbox')
  if (sandbox.length === 0) return new Map()
  const settingsOf = await readSettings(tx, sandbox)
  return new Map(
    sandbox.flatMap(order => {
      const ms = paceMsOf(settingsOf(order))
      return ms === null ? [] : [[order.orderId, ms] as const]
    }),
  )
}

async function readSettings(tx: Tx, orders: Order[]): Promise<(order: Order) => SandboxSettings> {
  const accounts = await findSandboxSettings(tx, [...new Set(orders.map(({ accountId }) => accountId))])
  return ({ accountId, request }) => ({ ...accounts.get(accountId)!, ...request.sandbox })
}

const paceMsOf = ({ pace }: SandboxSettings) => (pace === null ? null : durationMs(pace))
