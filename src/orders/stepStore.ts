// The rows of an order's steps, which are its history. Each row stores only what the step changed.

import { sql } from 'kysely'
import { parseWithWords } from '../../languages/texts.ts'
import type { Db, Tx } from '../db/db.ts'
import { bool, integer, json, rowsOf, text, timestamp, words } from '../db/rows.ts'
import { transactionNumber } from '../db/transactions.ts'
import type { OrderEvent } from './lifecycle.ts'
import type { OrderKey, OrderState, OrderStep } from './order.ts'
import { keyColumns, keyRows, type LockedKey } from './orderStore.ts'

/** For queries with `order_events e`: the states of the order's steps until this step, for `mergeStates`. */
export const states = sql<string>`(
      select json_agg(earlier.state order by earlier.sequence)
      from order_events earlier
      where earlier.account_id = e.account_id and earlier.mode = e.mode and earlier.order_id = e.order_id
        and earlier.sequence <= e.sequence
    )`

/** The state of an order after a step. Each step stores only the fields that it changed, and the first all of them. */
export const mergeStates = (states: string): OrderState => Object.assign({}, ...parseWithWords(states))

/** The changes by steps of locked orders, if they contain the text. */
export async function statesWith(tx: Tx, orders: LockedKey[], text: string): Promise<StepState[]> {
  const { rows } = await sql<StepState & { state: string }>`
    select e.account_id as "accountId", e.mode, e.order_id as "orderId", e.sequence, e.state
    from order_events e
    where (e.account_id, e.mode, e.order_id) in (${keyRows(orders)})
      and position(${text} in e.state::text) > 0`.execute(tx)
  return rows.map(row => ({ ...row, state: parseWithWords(row.state) }))
}

/** How many steps of an order are of these events. */
export async function countSteps(db: Db, { accountId, mode, orderId }: OrderKey, on: OrderEvent[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from order_events
    where account_id = ${accountId} and mode = ${mode} and order_id = ${orderId} and on_event = any (${on}::text[])`.execute(
    db,
  )
  return rows[0]!.count
}

type StepState = OrderKey & { sequence: number; state: Partial<OrderState> }

/** For eraseRecipients.ts. */
export async function writeStates(tx: Tx, steps: StepState[]): Promise<void> {
  if (steps.length === 0) return
  await sql`
    update order_events e
    set state = n.state
    from ${rowsOf(steps, 'n', { ...keyColumns, sequence: integer(s => s.sequence), state: json(s => s.state) }).from}
    where e.account_id = n.account_id and e.mode = n.mode and e.order_id = n.order_id and e.sequence = n.sequence`.execute(
    tx,
  )
}

/** A step. `state` has only what it changes. `toOwnAddress`: its webhook goes to the address of the order, too. */
export type NewStep = Omit<OrderStep, 'state'> & { state: Partial<OrderState>; toOwnAddress: boolean }

const stepColumns = {
  ...keyColumns,
  sequence: integer((s: NewStep) => s.sequence),
  eventId: text((s: NewStep) => s.eventId),
  kind: text((s: NewStep) => s.kind),
  onEvent: text((s: NewStep) => s.on),
  fromStatus: text((s: NewStep) => s.from),
  status: text((s: NewStep) => s.status),
  state: json((s: NewStep) => s.state),
  at: timestamp((s: NewStep) => s.at),
  actor: text((s: NewStep) => s.actor),
  note: words((s: NewStep) => s.note),
}

/**
 * For transition.ts. Each step has a delivery to the order's own address, and one to each endpoint of its account that
 * receives its kind; returns how many deliveries there are.
 */
export async function insertSteps(tx: Tx, steps: NewStep[]): Promise<number> {
  const { columns } = rowsOf([], 's', stepColumns)
  const { from } = rowsOf(steps, 's', { ...stepColumns, toOwnAddress: bool(s => s.toOwnAddress) })
  const { numAffectedRows = 0n } = await sql`
    with steps as (
      select * from ${from}
    ), deliveries as (
      select account_id, mode, order_id, sequence, '' as endpoint_id, at
      from steps
      where to_own_address
      union all
      select account_id, mode, order_id, sequence, endpoint_id, at
      from steps as s
      cross join lateral (
        select endpoint_id
        from webhook_endpoints
        where account_id = s.account_id and mode = s.mode and enabled and (events is null or s.kind = any (events))
        offset 0
      ) as endpoint
      where kind is not null
    ), written as (
      insert into order_events (${columns}, has_delivery, transaction_number)
      select ${columns}, (order_id, sequence) in (select order_id, sequence from deliveries), ${transactionNumber}
      from steps
    )
    insert into webhook_deliveries (
      account_id, mode, order_id, sequence, endpoint_id, status, next_attempt_at, created_at)
    select account_id, mode, order_id, sequence, endpoint_id, 'pending', at, at
    from deliveries`.execute(tx)
  return Number(numAffectedRows)
}
