// Webhooks in the dashboard: what was delivered and what was not, sending one again, and the secret that signs them.

import { type Static, Type } from 'typebox'
import type { Clock } from '../base/clock.ts'
import { Refusal } from '../base/refusal.ts'
import type { Vault } from '../base/vault.ts'
import type { Db } from '../db/db.ts'
import { redeliverNow, rotateWebhookSecret, webhookSecrets } from '../orders/deliveries.ts'
import { findOrder } from '../orders/store.ts'
import type { Shell } from '../orders/work.ts'
import { attemptsAt, deliveryIdPattern, listSent } from '../webhooks/list.ts'
import { type Route, recentlyMs, route } from './route.ts'
import { CustomerOrderId, Instant, Mode, nullable, oneOf } from './schemas.ts'

export type DeliveryParts = { shell: Shell; db: Db; clock: Clock; vault: Vault }

const tag = 'Webhooks'
const ModePath = Type.Object({ mode: Mode })
const DeliveryPath = Type.Object({ mode: Mode, deliveryId: Type.String({ pattern: deliveryIdPattern }) })
const DeliveryQuery = Type.Object({
  customerOrderId: Type.Optional(CustomerOrderId),
  limit: Type.Integer({ minimum: 1, maximum: 99, default: 50 }),
  cursor: Type.Optional(Type.String({ pattern: deliveryIdPattern, 'x-expected': 'a nextCursor of an earlier answer' })),
})

const DeliveryObject = Type.Object({
  deliveryId: Type.String(),
  customerOrderId: nullable(Type.String({ description: 'Null for a webhook that does not tell of an order.' })),
  sequence: nullable(Type.Integer({ description: "The number of the order's event." })),
  webhookId: Type.String(),
  type: Type.String(),
  url: nullable(Type.String()),
  at: Instant,
  status: oneOf(['pending', 'delivered', 'exhausted', 'gone']),
  attempts: Type.Integer(),
  nextAttemptAt: nullable(Instant),
  settledAt: nullable(Instant),
})
const AttemptObject = Type.Object({
  attempt: Type.Integer(),
  at: Instant,
  trigger: oneOf(['schedule', 'redelivery']),
  durationMs: Type.Integer(),
  responseStatus: nullable(Type.Integer({ description: 'Null when no answer came.' })),
  responseBody: nullable(Type.String()),
  failure: nullable(Type.String({ description: 'Null when it was delivered.' })),
})
const Secrets = Type.Object({
  secret: Type.String({ description: 'Signs every webhook of the mode.' }),
  createdAt: Instant,
  previous: nullable(
    Type.Object({ secret: Type.String(), expiresAt: Instant }, { description: 'Signs them too, until it expires.' }),
  ),
})

export function deliveryRoutes(parts: DeliveryParts): Route[] {
  const { shell, db, clock } = parts
  return [
    route({
      method: 'GET',
      path: '/dashboard/api/:mode/deliveries',
      callers: ['member'],
      tag,
      summary: 'List webhook deliveries, those of the newest order or check of files first',
      params: ModePath,
      query: DeliveryQuery,
      answer: Type.Object({
        deliveries: Type.Array(DeliveryObject),
        nextCursor: nullable(Type.String({ description: 'Null on the last page.' })),
      }),
      refuses: ['malformed_request', 'order_not_found'],
      handle: ({ caller: { accountId }, params: { mode }, query }) => deliveryPage(db, { accountId, mode }, query),
    }),
    route({
      method: 'GET',
      path: '/dashboard/api/:mode/deliveries/:deliveryId/attempts',
      callers: ['member'],
      tag,
      summary: 'List the attempts at a delivery, newest first',
      description: 'Attempts are kept for 30 days.',
      params: DeliveryPath,
      answer: Type.Object({ attempts: Type.Array(AttemptObject) }),
      refuses: ['not_found'],
      async handle({ caller: { accountId }, params: { mode, deliveryId } }) {
        const attempts = await attemptsAt(db, { accountId, mode }, deliveryId)
        if (attempts === null) throw new Refusal('not_found', 'There is no such delivery.')
        return { attempts }
      },
    }),
    route({
      method: 'POST',
      path: '/dashboard/api/:mode/deliveries/:deliveryId/redeliver',
      callers: ['member'],
      needs: 'webhooks',
      tag,
      summary: 'Send a webhook again at once',
      params: DeliveryPath,
      status: 202,
      answer: Type.Object({ deliveryId: Type.String() }),
      refuses: ['not_found'],
      async handle({ caller: { accountId, actor }, params: { mode, deliveryId } }) {
        await redeliverNow(shell, { accountId, mode }, deliveryId, { now: clock(), actor })
        return { deliveryId }
      },
    }),
    route({
      method: 'GET',
      path: '/dashboard/api/:mode/webhook-secret',
      callers: ['member'],
      needs: 'webhooks',
      freshWithinMs: recentlyMs,
      tag,
      summary: 'Show the secret that signs the webhooks of a mode',
      params: ModePath,
      answer: Secrets,
      refuses: ['not_found'],
      handle: ({ caller: { accountId }, params: { mode } }) => webhookSecrets(parts, { accountId, mode }, clock()),
    }),
    route({
      method: 'POST',
      path: '/dashboard/api/:mode/webhook-secret/rotate',
      callers: ['member'],
      needs: 'webhooks',
      freshWithinMs: recentlyMs,
      tag,
      summary: 'Make a new webhook secret',
      description: 'The one before it signs too for 24 hours more.',
      params: ModePath,
      answer: Secrets,
      refuses: ['not_found'],
      handle: ({ caller: { accountId, actor }, params: { mode } }) =>
        rotateWebhookSecret(parts, { accountId, mode }, { now: clock(), actor }),
    }),
  ]
}

type Owner = { accountId: string; mode: Mode }

async function deliveryPage(db: Db, owner: Owner, { customerOrderId, limit, cursor }: Static<typeof DeliveryQuery>) {
  const orderId = customerOrderId === undefined ? undefined : await orderIdOf(db, owner, customerOrderId)
  const found = await listSent(db, owner, { orderId, before: cursor, limit: limit + 1 })
  const deliveries = found.slice(0, limit)
  return { deliveries, nextCursor: found.length > limit ? deliveries.at(-1)!.deliveryId : null }
}

async function orderIdOf(db: Db, owner: Owner, customerOrderId: string): Promise<string> {
  const order = await findOrder(db, { ...owner, customerOrderId })
  if (order === undefined)
    throw new Refusal('order_not_found', `There is no order ${customerOrderId} in ${owner.mode}.`)
  return order.orderId
}
