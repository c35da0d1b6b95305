// The least that placing an order can cost: inserting its rows, one order per transaction, by clients that do nothing
// else. The rows are copies of some that the service wrote, under new names.

import pg from 'pg'
import { newId } from './customers.ts'
import { query } from './databases.ts'

const clients = 32

const orderColumns = [
  ...['account_id', 'mode', 'order_id', 'customer_order_id', 'status', 'billing', 'request', 'books', 'webhook_url'],
  ...['state', 'sequence', 'received_number', 'received_at', 'due_at', 'created_at', 'updated_at'],
]
const stepColumns = [
  ...['account_id', 'mode', 'order_id', 'sequence', 'event_id', 'kind', 'on_event', 'status', 'state', 'at', 'actor'],
  ...['has_delivery'],
]
const deliveryColumns = [...['account_id', 'mode', 'order_id', 'sequence', 'status', 'next_attempt_at', 'created_at']]

const insert = (name: string, table: string, columns: string[]) => ({
  name,
  text: `insert into ${table} (${columns.join(', ')}) values (${columns.map((_, i) => `$${i + 1}`).join(', ')})`,
})
const insertOrder = insert('order', 'orders', orderColumns)
const insertStep = insert('step', 'order_events', stepColumns)
const insertDelivery = insert('delivery', 'webhook_deliveries', deliveryColumns)

type Row = Record<string, unknown>
export type Sample = { order: Row; step: Row; delivery: Row | null }

/** The rows of an order that the service has just placed, as text where they are JSON. */
export async function sampleOf(databaseUrl: string): Promise<Sample> {
  const [order] = await query(
    databaseUrl,
    `select o.*, o.request::text as request, o.books::text as books, o.state::text as state from orders o limit 1`,
  )
  const key = [order!.account_id, order!.mode, order!.order_id]
  const mine = 'account_id = $1 and mode = $2 and order_id = $3 and sequence = 1'
  const [step] = await query(databaseUrl, `select *, state::text as state from order_events where ${mine}`, key)
  const [delivery] = await query(databaseUrl, `select * from webhook_deliveries where ${mine}`, key)
  return { order: { ...order, status: 'RECEIVED', sequence: 1 }, step: step!, delivery: delivery ?? null }
}

/** Orders inserted a second. */
export async function insertRate(
  databaseUrl: string,
  { sample, accountIds, seconds }: { sample: Sample; accountIds: string[]; seconds: number },
): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: clients })
  let next = 0
  let inserted = 0
  const until = performance.now() + seconds * 1000
  async function work() {
    const client = await pool.connect()
    while (performance.now() < until) {
      const names = { account_id: accountIds[next++ % accountIds.length], order_id: newId('ord') }
      const order: Row = { ...sample.order, ...names, customer_order_id: names.order_id, received_number: next }
      const step = { ...sample.step, ...names, event_id: newId('evt') }
      await client.query('begin')
      await client.query(insertOrder, valuesOf(order, orderColumns))
      await client.query(insertStep, valuesOf(step, stepColumns))
      if (sample.delivery !== null) {
        const delivery = { ...sample.delivery, ...names, status: 'pending', next_attempt_at: order.created_at }
        await client.query(insertDelivery, valuesOf(delivery, deliveryColumns))
      }
      await client.query('commit')
      inserted++
    }
    client.release()
  }
  const begun = performance.now()
  await Promise.all(Array.from({ length: clients }, work))
  const took = performance.now() - begun
  await pool.end()
  return (inserted / took) * 1000
}

const valuesOf = (row: Row, columns: string[]): unknown[] => columns.map(column => row[column] ?? null)
