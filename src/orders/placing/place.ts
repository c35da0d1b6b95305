// Placing orders: the group commit. Creates that arrive while groups are under way go together in the next. Everything
// that needs no lock (facts, rules, prices) comes first; one transaction then admits and writes the whole group.

import type { Clock } from '../../base/clock.ts'
import { grouped } from '../../base/group.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Database } from '../../db/db.ts'
import { lockAccountLimits, saveLimits } from '../../limits/store.ts'
import { answeredApart } from '../apart.ts'
import { tellOfLimits } from '../letters.ts'
import type { OperatorData } from '../operator.ts'
import type { Order } from '../order.ts'
import { usedIdentifiers } from '../store.ts'
import { type Opening, open } from '../transition.ts'
import { inOneWork, type Shell } from '../work.ts'
import { admitAll } from './admissions.ts'
import { draftOrders, type PlaceOrder } from './drafts.ts'
import { keyedCreates } from './keyed.ts'

/** Enough that a group amortises its commit, few enough that nobody waits long for the others' rows. */
const mostInAGroup = 300
/** On PostgreSQL one group computes while another waits for its commit; PGlite has one connection for all. */
const groupsAtOnce = { postgresql: 3, pglite: 1 }
/**
 * Of all groups, in characters of JSON. Nearly all orders have 1 to 2 thousand, but one may have a million, and the
 * statements of a group of those would be more than the process or its database can hold.
 */
const mostWeight = 4_000_000
const weightOf = ({ request }: PlaceOrder) => JSON.stringify(request).length

/**
 * Of orders that are being placed at once. Those that wait longest wait for ten groups, which is seconds; whoever is
 * told to come again later waits for nothing.
 */
const room = {
  requests: 10 * mostInAGroup,
  weight: 64 * mostWeight,
  full: () => new Refusal('overloaded', 'Too many orders are being placed just now. This one was not: try again.'),
}

export type PlaceDeps = { shell: Shell; clock: Clock; operator: OperatorData }

/**
 * Places an order and returns it as it was stored: RECEIVED, QUEUED, REJECTED or FAILED. The same request with the same
 * idempotency key returns the same. Rejects with the Refusal `duplicate_order_id` when the account has used the
 * identifier before, in either mode, with `request_key_reused` when it has used the key for another request in this
 * mode, and with `overloaded` when too many are being placed.
 */
export type Place = (order: PlaceOrder) => Promise<Order>

/** One for the whole process: only what goes through the same one goes together. */
export function orderPlacer(deps: PlaceDeps, database: Database['kind']): Place {
  const placeApart = answeredApart<PlaceOrder, Order>(requests => placeGroup(deps, requests))
  const batches = groupsAtOnce[database]
  return grouped(placeApart, mostInAGroup, {
    load: { weightOf, most: mostWeight / batches },
    room,
    abreast: { batches, of: ({ accountId }) => accountId }, // whose limit a group locks
  })
}

async function placeGroup({ shell, clock, operator }: PlaceDeps, requests: PlaceOrder[]): Promise<(Order | Refusal)[]> {
  const now = clock()
  const drafts = await draftOrders({ shell, operator }, requests, now)
  const accountIds = [...new Set(drafts.map(({ accountId }) => accountId))]
  const named = drafts.flatMap(({ accountId, customerOrderId }) =>
    customerOrderId === null ? [] : [{ accountId, customerOrderId }],
  )
  return inOneWork(shell, { now, actor: 'system' }, async work => {
    const [standing, used] = await Promise.all([
      lockAccountLimits(work.tx, accountIds, now),
      usedIdentifiers(work.tx, named),
    ])
    const { first, keep, answerTo } = await keyedCreates(work.tx, drafts)
    const { openings, limits, news } = admitAll(standing, first, used, now)
    const made = openings.filter((one): one is Opening => !(one instanceof Refusal))
    const [opened] = await Promise.all([open(work, made), saveLimits(work.tx, limits)])
    for (const { releaseDueAt } of limits) if (releaseDueAt !== null) work.wake('release_queued', releaseDueAt)
    if (news.length > 0) await tellOfLimits(work, news)
    let next = 0
    const answers = new Map(openings.map((one, i) => [first[i]!, one instanceof Refusal ? one : opened[next++]!]))
    await keep(answers)
    return drafts.map(draft => answers.get(draft) ?? answerTo(draft))
  })
}
