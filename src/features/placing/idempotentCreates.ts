// Creates with an idempotency key: a repeat with the same key gets the order of the first create, as it was then. The
// caller holds the lock of the account's limits, which all its creates take.

import { sql } from 'kysely'
import { day, earlier } from '../../base/clock.ts'
import { Refusal } from '../../base/refusal.ts'
import { sortableBound } from '../../base/secrets/ids.ts'
import { type RequestKey, requestKeyReused } from '../../base/secrets/requestKey.ts'
import type { Db, Tx } from '../../db/db.ts'
import { deleteBatch } from '../../db/deleteBatch.ts'
import { rowsOf, text } from '../../db/rows.ts'
import type { Order } from '../../orders/order.ts'
import { findOrdersAtFirst } from '../../orders/orderStore.ts'
import type { PlaceOrderRequest } from './drafts.ts'

type Create = Pick<PlaceOrderRequest, 'accountId' | 'mode' | 'requestKey'>
type Keyed = Create & { requestKey: RequestKey }
type CreateResult = { digest: string; answer: Order | Refusal }

/** The creates of a group, and earlier creates with the same keys. */
export type KeyedCreates<Request extends Create> = {
  /** The creates that have no key, or are the first with their key. */
  firstCreates: Request[]
  /** Stores the results of the first creates. */
  save(answers: Map<Request, Order | Refusal>): Promise<void>
  /** The answer of the first create with the same key; a Refusal when that was a different request. */
  answerRepeat(repeat: Request): Order | Refusal
}

export async function keyedCreates<Request extends Create>(tx: Tx, creates: Request[]): Promise<KeyedCreates<Request>> {
  const results = await readResults(tx, creates.filter(isKeyed))
  const firstByName = new Map<string, Request & Keyed>()
  const firstCreates = creates.filter(create => {
    if (!isKeyed(create)) return true
    const name = nameOf(create)
    if (results.has(name) || firstByName.has(name)) return false
    firstByName.set(name, create)
    return true
  })
  return {
    firstCreates,
    async save(answers) {
      const orders: KeyedOrder[] = []
      for (const [name, create] of firstByName) {
        const answer = answers.get(create)!
        results.set(name, { digest: create.requestKey.digest, answer })
        if (!(answer instanceof Refusal)) orders.push({ ...create, orderId: answer.orderId })
      }
      await insertResults(tx, orders)
    },
    answerRepeat(repeat) {
      if (!isKeyed(repeat)) throw new Error('a create without a key is never a repeat')
      const { digest, answer } = results.get(nameOf(repeat))!
      return digest === repeat.requestKey.digest ? answer : requestKeyReused(repeat.requestKey)
    },
  }
}

const isKeyed = <Request extends Create>(create: Request): create is Request & Keyed => create.requestKey !== null
const nameOf = ({ accountId, mode, requestKey }: Keyed) => `${accountId} ${mode} ${requestKey.key}`

const keyColumns = {
  accountId: text((create: Keyed) => create.accountId),
  mode: text((create: Keyed) => create.mode),
  requestKey: text((create: Keyed) => create.requestKey.key),
}

async function readResults(tx: Tx, creates: Keyed[]): Promise<Map<string, CreateResult>> {
  if (creates.length === 0) return new Map()
  const { rows } = await sql<Omit<Create, 'requestKey'> & RequestKey & { orderId: string }>`
    select account_id as "accountId", mode, request_key as key, request_digest as digest, order_id as "orderId"
    from create_requests
    where (account_id, mode, request_key) in (select * from ${rowsOf(creates, 'k', keyColumns).from})`.execute(tx)
  const orders = new Map((await findOrdersAtFirst(tx, rows)).map(order => [order.orderId, order]))
  return new Map(
    rows.map(({ accountId, mode, key, digest, orderId }) => [
      nameOf({ accountId, mode, requestKey: { key, digest } }),
      { digest, answer: orders.get(orderId)! },
    ]),
  )
}

type KeyedOrder = Keyed & { orderId: string }

async function insertResults(tx: Tx, orders: KeyedOrder[]): Promise<void> {
  if (orders.length === 0) return
  const { from, columns } = rowsOf(orders, 'n', {
    ...keyColumns,
    requestDigest: text(o => o.requestKey.digest),
    orderId: text(o => o.orderId),
  })
  await sql`
    insert into create_requests (${columns}) select * from ${from}`.execute(tx)
}

/**
 * Deletes at most one batch of the keys of creates and reprints of more than `days` ago; returns how many. The id of an
 * order begins with its time.
 */
export async function deleteOldRequestKeys(db: Db, { days, now }: { days: number; now: Date }): Promise<number> {
  const bound = sortableBound('ord', earlier(now, days * day))
  const creates = await deleteBatch(db, 'create_requests', sql`order_id < ${bound} order by order_id`)
  const reprints = await deleteBatch(db, 'reprint_requests', sql`reprint_id < ${bound} order by reprint_id`)
  return creates + reprints
}
