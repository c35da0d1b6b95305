// Tasks over all orders of a sandbox: fast-forward, and emptying. A sandbox can have a million orders, so a task is
// done in portions, each in its own transaction. The first portion is part of the request, which is enough for most
// sandboxes; further portions follow in the background, while orders are placed as usual. A task leaves alone the
// orders that were written after its request, and an account has one task at a time.

import { sql } from 'kysely'
import { say } from '../../../languages/texts.ts'
import { appendAudit } from '../../accounts/auditLog.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Db } from '../../db/db.ts'
import { claimDue } from '../../jobs/claimDue.ts'
import { lockOrders } from '../../orders/orderStore.ts'
import { transact } from '../../orders/transact.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import { shiftJobs } from '../../printer/jobStore.ts'
import { type ReleaseHeldDeps, releaseDueOrders } from '../printing/handOver.ts'
import { deleteOrders, deleteUsedIdentifiers } from '../privacy/deleteOrders.ts'
import { deleteSandboxQuotes } from '../quotes/quoteStore.ts'
import { lockSandboxOrders, shiftOrders } from './sandboxOrders.ts'

/** Orders moved earlier in a quarter of a second. */
const maxShifted = 1000
/** Orders deleted in half a second, with some ten rows that belong to each. */
const maxDeleted = 500

type TaskKind = { kind: 'fast_forward'; byMs: number } | { kind: 'emptying'; byMs: null }

export type SandboxTask = TaskKind & {
  accountId: string
  requestedAt: Date
  requestedBy: string
  /** The orders moved or deleted so far. */
  orders: number
}

/** All rows with a lower number were written before the request. */
type TaskRow = SandboxTask & { transactionNumber: number; afterOrderId: string }

const columns = sql`
  account_id as "accountId", kind, by_ms as "byMs", requested_at as "requestedAt", requested_by as "requestedBy",
  transaction_number as "transactionNumber", after_order_id as "afterOrderId", orders`

/** The running task of an account's sandbox; null when there is none. */
export async function readSandboxTask(db: Db, accountId: string): Promise<SandboxTask | null> {
  const { rows } = await sql<TaskRow>`select ${columns} from sandbox_tasks where account_id = ${accountId}`.execute(db)
  return rows[0] ?? null
}

export type Progress = { orders: number; done: boolean }

/** A fast-forward hands over the orders that were due before it. */
export type SandboxDeps = ReleaseHeldDeps
type PortionDeps = Omit<SandboxDeps, 'transactor'>

/**
 * Starts a task with its first portion. The caller holds the lock of the account's limits, so no order is placed
 * meanwhile. Refuses with `wrong_state` while another task is running.
 */
export async function startSandboxTask(
  work: UnitOfWork,
  { accountId, kind, byMs }: TaskKind & { accountId: string },
  deps: PortionDeps,
): Promise<Progress> {
  const { tx, now, actor } = work
  const { rows } = await sql<TaskRow>`
    insert into sandbox_tasks (account_id, kind, by_ms, requested_at, requested_by, due_at)
    values (${accountId}, ${kind}, ${byMs}, ${now}, ${actor}, ${now})
    on conflict (account_id) do nothing
    returning ${columns}`.execute(tx)
  const [task] = rows
  if (task === undefined) {
    throw new Refusal(
      'wrong_state',
      say('an earlier fast-forward or deletion is still under way in this sandbox; try again when it is done'),
    )
  }
  return doPortion(work, task, deps)
}

/** The sweep of `work_sandboxes`: the next portion of the task that has waited longest. */
export const continueSandboxTasks =
  ({ transactor, ...deps }: SandboxDeps) =>
  (now: Date): Promise<number> =>
    transact(transactor, { now, actor: 'system' }, work =>
      claimDue<TaskRow>(work, 'sandbox', {
        ...{ columns, max: 1, log: deps.log },
        async act(tasks) {
          for (const task of tasks) await doPortion(work, task, deps)
        },
        keyOf: ({ accountId, kind }) => ({ accountId, kind }),
      }),
    )

/** Does the next portion, and stores the progress; the last portion deletes the task. */
async function doPortion(work: UnitOfWork, task: TaskRow, deps: PortionDeps): Promise<Progress> {
  const { tx, now } = work
  const { count, lastOrderId, isLast } = await portions[task.kind](work, task, deps)
  const orders = task.orders + count
  if (!isLast) {
    await sql`
      update sandbox_tasks set after_order_id = ${lastOrderId}, orders = ${orders}, due_at = ${now}
      where account_id = ${task.accountId}`.execute(tx)
    work.wake('work_sandboxes', now)
    return { orders, done: false }
  }
  await sql`delete from sandbox_tasks where account_id = ${task.accountId}`.execute(tx)
  if (task.kind === 'emptying') {
    await appendAudit(tx, work.newId, {
      at: now,
      actor: task.requestedBy,
      action: 'sandbox_emptied',
      accountId: task.accountId,
      subject: 'sandbox',
      details: { orders },
    })
  }
  return { orders, done: true }
}

/** `count` orders up to `lastOrderId`. */
type Portion = { count: number; lastOrderId: string; isLast: boolean }

type DoPortion = (work: UnitOfWork, task: TaskRow, deps: PortionDeps) => Promise<Portion>

const portions: Record<SandboxTask['kind'], DoPortion> = {
  async fast_forward(work, task, deps) {
    const { tx, now, wake } = work
    const { accountId, afterOrderId, transactionNumber } = task
    const range = { accountId, afterOrderId, transactionNumber, now, maxOrders: maxShifted }
    const found = await lockSandboxOrders(tx, { which: 'open', ...range })
    const older = found.filter(({ isOlder }) => isOlder)
    const orderIds = older.map(({ orderId }) => orderId)
    // Otherwise the time would pass for a hold that is over, and not for the print that follows it.
    const heldOver = older.filter(({ isHeldOver }) => isHeldOver)
    const keys = heldOver.map(({ orderId }) => ({ accountId, mode: 'sandbox' as const, orderId }))
    await releaseDueOrders(work, await lockOrders(tx, keys), deps)
    await shiftOrders(tx, { accountId, orderIds }, task.byMs!)
    await shiftJobs(tx, { accountId, orderIds }, task.byMs!)
    for (const task of ['check_files', 'expire_proofs', 'release_held_orders', 'step_jobs'] as const) wake(task, now)
    return portionOf(found, orderIds.length, maxShifted)
  },

  async emptying({ tx, now }, { accountId, afterOrderId, transactionNumber, requestedAt: until }) {
    const range = { accountId, afterOrderId, transactionNumber, now, maxOrders: maxDeleted }
    const found = await lockSandboxOrders(tx, { which: 'all', ...range })
    const keys = found
      .filter(({ isOlder }) => isOlder)
      .map(({ orderId }) => ({ accountId, mode: 'sandbox' as const, orderId }))
    await deleteOrders(tx, keys)
    const portion = portionOf(found, keys.length, maxDeleted)
    const identifiers = portion.isLast ? await deleteUsedIdentifiers(tx, { accountId, max: maxDeleted }) : 0
    const quotes = portion.isLast ? await deleteSandboxQuotes(tx, { accountId, until, max: maxDeleted }) : 0
    return {
      ...portion,
      lastOrderId: portion.lastOrderId || afterOrderId,
      isLast: portion.isLast && Math.max(identifiers, quotes) < maxDeleted,
    }
  },
}

const portionOf = (found: { orderId: string }[], count: number, max: number): Portion => ({
  count,
  lastOrderId: found.at(-1)?.orderId ?? '',
  isLast: found.length < max,
})
