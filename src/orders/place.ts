// Placing orders: the group commit. Creates that arrive while one group is under way go together in the next. Everything
// that needs no lock (facts, rules, prices) comes first; one transaction then admits and writes the whole group.

import type { Clock } from '../base/clock.ts'
import { grouped } from '../base/group.ts'
import type { Mode } from '../base/mode.ts'
import { type Problem, Refusal } from '../base/refusal.ts'
import {
  type Admission,
  admit,
  afterAdmission,
  rejectionOf,
  releaseDueAt,
  takePlace,
  windowStart,
} from '../limits/admission.ts'
import { type Limit, lockAccountLimits, saveLimits } from '../limits/store.ts'
import { type Examined, examine } from './examine.ts'
import { type CustomerFacts, readCustomers } from './facts.ts'
import { type LimitNews, tellOfLimits } from './letters.ts'
import type { FirstEvent } from './lifecycle.ts'

import type { OperatorData } from './operator.ts'

import type { Order, OrderRequest, OrderState, PaymentStatus, Pricing } from './order.ts'

import { priceOrders } from './price.ts'

import { usedIdentifiers } from './store.ts'
import { type Opening, open } from './transition.ts'
import { inOneWork, type Shell } from './work.ts'

/** Enough that a group amortises its commit, few enough that nobody waits long for the others' rows. */
const mostInAGroup = 300

/** A create request that can be an order. `warnings` are what the door noticed, such as unknown fields. */
export type PlaceOrder = {
  accountId: string
  mode: Mode
  customerOrderId: string | null
  request: OrderRequest
  warnings: Problem[]
  actor: string
}

export type PlaceDeps = { shell: Shell; clock: Clock; operator: OperatorData }

/** Everything about an order that is decided before the lock is taken. */
export type Draft = PlaceOrder & {
  orderId: string
  customer: CustomerFacts
  examined: Examined
  pricing: Pricing | null
}

/**
 * Places an order and answers it as it was stored: RECEIVED, QUEUED, REJECTED or FAILED. Rejects with the Refusal
 * `duplicate_order_id` when the account has used the identifier before, in either mode.
 */
export type Place = (order: PlaceOrder) => Promise<Order>

/** One for the whole process: only what goes through the same one goes together. */
export function orderPlacer(deps: PlaceDeps): Place {
  return grouped<PlaceOrder, Order>(requests => placeGroup(deps, requests), mostInAGroup)
}

/** A value that the database refuses must not take the other orders of its group along. */
async function placeGroup(deps: PlaceDeps, requests: PlaceOrder[]): Promise<(Order | Error)[]> {
  try {
    return await placeTogether(deps, requests)
  } catch (error) {
    if (requests.length === 1 || !isRefusedValue(error)) throw error
    const answers: (Order | Error)[] = []
    for (const request of requests) {
      const [answer] = await placeTogether(deps, [request]).catch((reason: Error) => [reason])
      answers.push(answer!)
    }
    return answers
  }
}

/** SQLSTATE classes 22 (a value does not fit its type) and 23 (a constraint does not hold). */
const isRefusedValue = (error: unknown): boolean => /^2[23]/.test(String((error as { code?: unknown }).code))

async function placeTogether(
  { shell, clock, operator }: PlaceDeps,
  requests: PlaceOrder[],
): Promise<(Order | Refusal)[]> {
  const now = clock()
  const drafts = await draftOrders({ shell, operator }, requests, now)
  return inOneWork(shell, { now, actor: 'system' }, async work => {
    const accountIds = [...new Set(drafts.map(({ accountId }) => accountId))]
    const limits = limitsByKey(await lockAccountLimits(work.tx, accountIds, now))
    const taken = await takenIdentifiers(work.tx, drafts)
    const touched = new Set<string>()
    const news: LimitNews[] = []

    const openings = drafts.map((order): Opening | Refusal => {
      if (taken.has(identifierOf(order))) return duplicateOf(order)
      if (order.customerOrderId !== null) taken.add(identifierOf(order))
      if (order.examined.errors.length > 0) return openingOf(order, 'invalid', null, now)

      const key = limitKey(order)
      touched.add(key)
      const limit = limits.get(key)!
      const admission = admit(limit, order.mode)
      if (admission === 'received') {
        const taking = takePlace(limit, now)
        limits.set(key, taking.limit)
        return openingOf(order, firstEventOf(admission, order.mode), taking.place, now)
      }
      const queueNumber = admission === 'queued' ? limit.lastQueueNumber + 1 : null
      const after = { ...afterAdmission(limit, admission), lastQueueNumber: queueNumber ?? limit.lastQueueNumber }
      const told = tellOnce({ ...limit, ...after }, limits.get(otherKey(order)), admission, now)
      limits.set(key, told.limit)
      if (told.tell) {
        const { limit } = told
        news.push({ admission, holder: order.customer, limit, releaseAt: releaseDueAt(limit, now) })
      }
      const waiting = openingOf(judgedBy(limit, admission, order), firstEventOf(admission, order.mode), null, now)
      return queueNumber === null ? waiting : { ...waiting, queueNumber }
    })

    const opened = await open(
      work,
      openings.filter((one): one is Opening => !(one instanceof Refusal)),
    )
    const changed = [...touched].map(key => limits.get(key)!)
    await saveLimits(
      work.tx,
      changed.map(limit => ({ ...limit, releaseDueAt: releaseDueAt(limit, now) })),
    )
    for (const limit of changed) {
      const at = releaseDueAt(limit, now)
      if (at !== null) work.wake('release_queued', at)
    }
    if (news.length > 0) await tellOfLimits(work, news)

    let next = 0
    return openings.map(one => (one instanceof Refusal ? one : opened[next++]!))
  })
}

/** What can be said of orders before any lock is taken. */
export async function draftOrders(
  { shell, operator }: Omit<PlaceDeps, 'clock'>,
  requests: PlaceOrder[],
  now: Date,
): Promise<Draft[]> {
  // Named before anything is waited for, so that lists show orders as they came.
  const named = requests.map(order => ({ ...order, orderId: shell.newId('ord') }))
  const customers = await readCustomers(shell.db, named, now)
  const examined = named.map(order => {
    const customer = customers.get(order.accountId)!
    return { ...order, customer, examined: examine(operator, customer, { ...order, now }) }
  })
  const makeable = examined.filter(order => order.examined.errors.length === 0)
  const prices = priceOrders(
    operator,
    makeable.map(({ customer, request, examined }) => ({ ...customer, request, books: examined.books })),
  )
  const priceOf = new Map(makeable.map((order, i) => [order, prices[i] ?? null]))
  return examined.map(order => ({ ...order, pricing: priceOf.get(order) ?? null }))
}

/** The order that a draft becomes by its first step. `received` is its place in the rolling limit. */
export function openingOf(
  order: Draft,
  on: FirstEvent,
  received: { number: number; at: Date } | null,
  now: Date,
): Opening {
  const { examined, customer } = order
  const stands = on === 'admitted' || on === 'queued'
  const state: OrderState = {
    pricing: stands ? order.pricing : null,
    payment: paymentAtFirst(stands, customer.billing),
    shipmentTracking: [],
    estimatedShipDate: stands ? examined.estimatedShipDate : null,
    estimatedDelivery: stands ? examined.estimatedDelivery : null,
    errors: examined.errors,
    warnings: [...order.warnings, ...examined.warnings],
  }
  return {
    on,
    actor: order.actor,
    order: {
      accountId: order.accountId,
      mode: order.mode,
      orderId: order.orderId,
      customerOrderId: order.customerOrderId ?? order.orderId,
      billing: customer.billing,
      request: order.request,
      books: examined.books,
      webhookUrl: order.request.webhookUrl ?? null,
      state,
      receivedNumber: received?.number ?? null,
      receivedAt: received?.at ?? null,
      chargeCents: null,
      reprintOf: null,
      createdAt: now,
    },
  }
}

/** The draft, with the reason if its limit has no room for it. */
export const judgedBy = (limit: Limit, admission: Admission, order: Draft): Draft =>
  admission === 'rejected'
    ? { ...order, examined: { ...order.examined, errors: [rejectionOf(limit, order.mode)] } }
    : order

const paymentAtFirst = (stands: boolean, billing: CustomerFacts['billing']): PaymentStatus =>
  stands && billing === 'charged' ? 'NOT_DUE' : 'NOT_CHARGED'

/** The first step of an order that can be made. */
export function firstEventOf(admission: Admission, mode: Mode): FirstEvent {
  if (admission === 'received') return 'admitted'
  if (admission === 'queued') return 'queued'
  return mode === 'production' ? 'rejected' : 'rejected_sandbox'
}

/** The holder is told of queued orders once in a window, and of rejected ones once, whichever mode they are of. */
function tellOnce(
  limit: Limit,
  other: Limit | undefined,
  admission: 'queued' | 'rejected',
  now: Date,
): { limit: Limit; tell: boolean } {
  const field = admission === 'queued' ? 'queuedMailAt' : 'rejectedMailAt'
  const isRecent = (at: Date | null | undefined): boolean => at != null && at > windowStart(now)
  if (isRecent(limit[field]) || isRecent(other?.[field])) return { limit, tell: false }
  return {
    tell: true,
    limit: { ...limit, [field]: now },
  }
}

type Identified = { accountId: string; customerOrderId: string | null }
const identifierOf = ({ accountId, customerOrderId }: Identified) => JSON.stringify([accountId, customerOrderId])

async function takenIdentifiers(tx: Parameters<typeof usedIdentifiers>[0], orders: Identified[]): Promise<Set<string>> {
  const given = orders.flatMap(({ accountId, customerOrderId }) =>
    customerOrderId === null ? [] : [{ accountId, customerOrderId }],
  )
  return new Set((await usedIdentifiers(tx, given)).map(identifierOf))
}

export const duplicateOf = ({ customerOrderId }: PlaceOrder) => {
  const detail = `the customerOrderId ${JSON.stringify(customerOrderId)} was already used`
  return new Refusal('duplicate_order_id', detail, [
    { pointer: '/customerOrderId', code: 'duplicate_order_id', detail },
  ])
}

const limitKey = ({ accountId, mode }: { accountId: string; mode: Mode }) => `${accountId} ${mode}`
const otherKey = ({ accountId, mode }: { accountId: string; mode: Mode }) =>
  limitKey({ accountId, mode: mode === 'production' ? 'sandbox' : 'production' })
const limitsByKey = (limits: Limit[]) => new Map(limits.map(limit => [limitKey(limit), limit]))
