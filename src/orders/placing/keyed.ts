// Creates with an idempotency key: another one with the same key gets the order that the first has made, as it was
// then. Reading and writing here requires the lock of the account's limits, which all its creates take.

import { sql } from 'kysely'
import { Refusal } from '../../base/refusal.ts'
import { otherRequest, type RequestKey } from '../../base/requestKey.ts'
import type { Tx } from '../../db/db.ts'
import type { Order } from '../order.ts'
import { findOrdersAtFirst } from '../store.ts'
import type { PlaceOrder } from './drafts.ts'

type Create = Pick<PlaceOrder, 'accountId' | 'mode' | 'requestKey'>
type Keyed = Create & { requestKey: RequestKey }
type Made = { digest: string; answer: Order | Refusal }

/** The creates of a group, and those before them with the same keys. */
export type KeyedCreates<One extends Create> = {
  /** Those that have no key, or are the first with theirs. */
  first: One[]
  /** Stores what has become of the first ones. */
  keep(answers: Map<One, Order | Refusal>): Promise<void>
  /** What the first with the key of another one has got; a Refusal when that was a different request. */
  answerTo(another: One): Order | Refusal
}

export async function keyedCreates<One extends Create>(tx: Tx, creates: One[]): Promise<KeyedCreates<One>> {
  const made = await madeBefore(tx, creates.filter(isKeyed))
  const firstWith = new Map<string, One & Keyed>()
  const first = creates.filter(create => {
    if (!isKeyed(create)) return true
    const name = nameOf(create)
    if (made.has(name) || firstWith.has(name)) return false
    firstWith.set(name, create)
    return true
  })
  return {
    first,
    async keep(answers) {
      const orders: KeyedOrder[] = []
      for (const [name, create] of firstWith) {
        const answer = answers.get(create)!
        made.set(name, { digest: create.requestKey.digest, answer })
        if (!(answer instanceof Refusal)) orders.push({ ...create, orderId: answer.orderId })
      }
      await keepOrders(tx, orders)
    },
    answerTo(another) {
      if (!isKeyed(another)) throw new Error('a create without a key is always a first one')
      const { digest, answer } = made.get(nameOf(another))!
      return digest === another.requestKey.digest ? answer : otherRequest(another.requestKey)
    },
  }
}

const isKeyed = <One extends Create>(create: One): create is One & Keyed => create.requestKey !== null
const nameOf = ({ accountId, mode, requestKey }: Keyed) => `${accountId} ${mode} ${requestKey.key}`

async function madeBefore(tx: Tx, creates: Keyed[]): Promise<Map<string, Made>> {
  if (creates.length === 0) return new Map()
  const { rows } = await sql<Omit<Create, 'requestKey'> & RequestKey & { orderId: string }>`
    select account_id as "accountId", mode, request_key as key, request_digest as digest, order_id as "orderId"
    from create_requests
    where (account_id, mode, request_key) in (
      select * from unnest(
        ${creates.map(one => one.accountId)}::text[], ${creates.map(one => one.mode)}::text[],
        ${creates.map(one => one.requestKey.key)}::text[]))`.execute(tx)
  const orders = new Map((await findOrdersAtFirst(tx, rows)).map(order => [order.orderId, order]))
  return new Map(
    rows.map(({ accountId, mode, key, digest, orderId }) => [
      nameOf({ accountId, mode, requestKey: { key, digest } }),
      { digest, answer: orders.get(orderId)! },
    ]),
  )
}

type KeyedOrder = Keyed & { orderId: string }

async function keepOrders(tx: Tx, orders: KeyedOrder[]): Promise<void> {
  if (orders.length === 0) return
  await sql`
    insert into create_requests (account_id, mode, request_key, request_digest, order_id)
    select * from unnest(
      ${orders.map(one => one.accountId)}::text[], ${orders.map(one => one.mode)}::text[],
      ${orders.map(one => one.requestKey.key)}::text[], ${orders.map(one => one.requestKey.digest)}::text[],
      ${orders.map(one => one.orderId)}::text[])`.execute(tx)
}
