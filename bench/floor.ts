// The lowest possible cost of placing an order: clients insert its rows, one order in each transaction, and do nothing
// else. The rows are copies of rows that the service wrote, with new ids.

import pg from 'pg'
import { newId } from './customers.ts'
import { query } from './databases.ts'

const clients = 32

const orderColumns = [
  ...['account_id', 'mode', 'order_id', 'customer_order_id', 'status', 'billing', 'webhook_url'],
  ...['state', 'sequence', 'received_number', 'received_at', 'due_at', 'operator_version', 'created_at', 'updated_at'],
]
const contentColumns = ['account_id', 'mode', 'order_id', 'request', 'books', 'order_number']
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
const insertContents = insert('contents', 'order_contents', contentColumns)
const insertStep = insert('step', 'order_events', stepColumns)
const insertDelivery = insert('delivery', 'webhook_deliveries', deliveryColumns)

type Row = Record<string, unknown>
export type Sample = { order: Row; contents: Row; step: Row; delivery: Row | null }

/** The rows of an order that the service has just placed, as text where they are JSON. */
export async function sampleOf(databaseUrl: string): Promise<Sample> {
  const [order] = await query(databaseUrl, `select *, state::text as state from orders limit 1`)
  const key = [order!.account_id, order!.mode, order!.order_id]
  const isFirstStep = 'account_id = $1 and mode = $2 and order_id = $3 and sequence = 1'
  const [contents] = await query(
    databaseUrl,
    `select *, request::text as request, books::text as books from order_contents
     where account_id = $1 and mode = $2 and order_id = $3`,
    key,
  )
  const [step] = await query(databaseUrl, `select *, state::text as state from order_events where ${isFirstStep}`, key)
  const [delivery] = await query(databaseUrl, `select * from webhook_deliveries where ${isFirstStep}`, key)
  return {
    order: { ...order, status: 'RECEIVED', sequence: 1 },
    contents: contents!,
    step: step!,
    delivery: delivery ?? null,
  }
}

/** Answers the inserted orders per second. */
export async function insertRate(
  databaseUrl: string,
  { sample, accountIds, seconds }: { sample: Sample; accountIds: string[]; seconds: number },
): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: clients })
  let next = 0
  let inserted = 0
  const deadline = performance.now() + seconds * 1000
  async function work() {
    const client = await pool.connect()
    while (performance.now() < deadline) {
      const ids = { account_id: accountIds[next++ % accountIds.length], order_id: newId('ord') }
      const order: Row = { ...sample.order, ...ids, customer_order_id: ids.order_id, received_number: next }
      const step = { ...sample.step, ...ids, event_id: newId('evt') }
      await client.query('begin')
      await client.query(insertOrder, valuesOf(order, orderColumns))
      await client.query(insertContents, valuesOf({ ...sample.contents, ...ids }, contentColumns))
      await client.query(insertStep, valuesOf(step, stepColumns))
      if (sample.delivery !== null) {
        const delivery = { ...sample.delivery, ...ids, status: 'pending', next_attempt_at: order.created_at }
        await client.query(insertDelivery, valuesOf(delivery, deliveryColumns))
      }
      await client.query('commit')
      inserted++
    }
    client.release()
  }
  const startMs = performance.now()
  await Promise.all(Array.from({ length: clients }, work))
  const durationMs = performance.now() - startMs
  await pool.end()
  return (inserted / durationMs) * 1000
}

const valuesOf = (row: Row, columns: string[]): unknown[] => columns.map(column => row[column] ?? null)
