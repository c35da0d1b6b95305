// Webhooks in the dashboard: what was delivered and what was not, sending a webhook again, and the secret that signs
// them.

import { type Static, Type } from 'typebox'
import { type Clock, day, instant } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import type { Outbound } from '../../base/outbound.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Vault } from '../../base/vault.ts'
import type { Db } from '../../db/db.ts'
import {
  countDeliveries,
  redeliverAll,
  redeliverNow,
  rotateWebhookSecret,
  testWebhook,
  webhookSecrets,
} from '../../orders/desk/deliveries.ts'
import { webhookKinds } from '../../orders/lifecycle.ts'
import { findOrder } from '../../orders/store.ts'
import { checkKind } from '../../orders/tell.ts'
import type { Shell } from '../../orders/work.ts'
import { attemptsAt, deliveryIdPattern, listSent } from '../../webhooks/list.ts'
import type { DeliveryRange } from '../../webhooks/rangeStore.ts'
import { addressesOf } from '../../webhooks/testEvent.ts'
import { type Rate, tokenBuckets, tooMany } from '../limits.ts'
import { malformed } from '../problem.ts'
import { type Route, recentlyMs, route } from '../route.ts'
import { CustomerOrderId, HttpUrl, Instant, Mode, nullable, oneOf } from '../schemas.ts'

export type DeliveryParts = {
  shell: Shell
  db: Db
  clock: Clock
  vault: Vault
  log: Log
  outbound: Pick<Outbound, 'post'>
  /** Production addresses must be https. */
  httpsOnly: boolean
}

/** Per account: enough for a person who tries until it works, but of no use for sending in bulk. */
const testRate: Rate = { perSecond: 1 / 10, burst: 10 }

const tag = 'Webhooks'
const ModePath = Type.Object({ mode: Mode })
const DeliveryPath = Type.Object({ mode: Mode, deliveryId: Type.String({ pattern: deliveryIdPattern }) })
const DeliveryQuery = Type.Object({
  customerOrderId: Type.Optional(CustomerOrderId),
  state: oneOf(['all', 'given_up'], {
    default: 'all',
    description: '`given_up`: not delivered, and no longer tried.',
  }),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
  cursor: Type.Optional(Type.String({ pattern: deliveryIdPattern, 'x-expected': 'a nextCursor of an earlier answer' })),
})

const durationMs = Type.Integer()
const responseStatus = nullable(Type.Integer({ description: 'Null when no answer came.' }))
const failure = nullable(Type.String({ description: 'Null when it was delivered.' }))
export const DeliveryObject = Type.Object({
  deliveryId: Type.String(),
  customerOrderId: nullable(Type.String({ description: 'Null for a webhook that is not about an order.' })),
  sequence: nullable(Type.Integer({ description: "The number of the order's event." })),
  webhookId: Type.String(),
  type: Type.String(),
  url: nullable(Type.String()),
  at: Instant,
  status: oneOf(['pending', 'delivered', 'exhausted', 'gone']),
  attempts: Type.Integer(),
  nextAttemptAt: nullable(Instant),
  settledAt: nullable(Instant),
  lastAttempt: nullable(
    Type.Object(
      { durationMs, responseStatus, failure },
      { description: 'Null before the first, and once it is no longer kept.' },
    ),
  ),
})
export const AttemptObject = Type.Object({
  attempt: Type.Integer(),
  at: Instant,
  trigger: oneOf(['schedule', 'redelivery']),
  durationMs,
  responseStatus,
  responseBody: nullable(Type.String()),
  failure,
})
const At = (description: string) => Type.String({ format: 'date-time', description })
/** Attempts are kept for 30 days: older ones cannot be checked before sending again. */
const longestRangeMs = 31 * day
const range = {
  from: At('Events that happened at this time or later.'),
  to: At('Events that happened before this time; at most 31 days after `from`.'),
  state: oneOf(['failed', 'all'], {
    default: 'failed',
    description: '`failed`: not delivered, including webhooks that wait for their next attempt.',
  }),
  type: Type.Optional(oneOf([...webhookKinds, checkKind], { description: 'All kinds of events when absent.' })),
}
const RangeQuery = Type.Object(range, { additionalProperties: false })
const RangeBody = Type.Object(
  {
    ...range,
    asOf: At('Webhooks sent after this time are left out. Use the value from the preview, or the time when you begin.'),
  },
  { additionalProperties: false },
)
const rangeCount = {
  count: Type.Integer({ description: 'At most 10,000.' }),
  more: Type.Boolean({ description: 'True when there are more: repeat the request with the same `asOf`.' }),
}
const TestBody = nullable(
  Type.Object(
    { url: Type.Optional(HttpUrl) },
    {
      additionalProperties: false,
      description: 'Without `url` the test goes to the webhook address of the newest order of the mode.',
    },
  ),
)
const SentTest = Type.Object({
  deliveryId: Type.String(),
  request: Type.Object({
    url: Type.String(),
    headers: Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: { type: 'string' } }),
    body: Type.String(),
  }),
  answer: Type.Object({ durationMs, responseStatus, responseBody: nullable(Type.String()), failure }),
})
const Secrets = Type.Object({
  secret: nullable(
    Type.String({
      description:
        'Signs every webhook of the mode. Null when the operator has lost the key that encrypts it: then no webhook is sent until the secret is rotated.',
    }),
  ),
  createdAt: Instant,
  previous: nullable(
    Type.Object(
      { secret: Type.String(), expiresAt: Instant },
      { description: 'The previous secret, which also signs until it expires.' },
    ),
  ),
})

export function deliveryRoutes(parts: DeliveryParts): Route[] {
  const { shell, db, clock, httpsOnly } = parts
  const tests = tokenBuckets(testRate)
  return [
    route({
      method: 'GET',
      path: '/dashboard/api/:mode/deliveries',
      callers: ['member'],
      tag,
      summary: 'List webhook deliveries, newest first',
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
      summary: 'List the attempts of a delivery, newest first',
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
      summary: 'Send a webhook again now',
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
      path: '/dashboard/api/:mode/deliveries/redeliver',
      callers: ['member'],
      tag,
      summary: 'Count the webhooks that a redelivery would send',
      params: ModePath,
      query: RangeQuery,
      answer: Type.Object({ ...rangeCount, asOf: Instant }),
      refuses: ['malformed_request'],
      async handle({ caller: { accountId }, params: { mode }, query }) {
        const asOf = clock()
        return { ...(await countDeliveries(shell, rangeOf({ accountId, mode }, query, { asOf, sent: '?' }))), asOf }
      },
    }),
    route({
      method: 'POST',
      path: '/dashboard/api/:mode/deliveries/redeliver',
      callers: ['member'],
      needs: 'webhooks',
      tag,
      summary: 'Send the webhooks of a time range again',
      description:
        'The oldest first, those of orders before all others. What is under way is left alone, and the same request sent twice sends nothing twice.',
      params: ModePath,
      body: RangeBody,
      status: 202,
      answer: Type.Object(rangeCount),
      refuses: ['malformed_request'],
      handle({ caller: { accountId, actor }, params: { mode }, body }) {
        const asked = rangeOf({ accountId, mode }, body, { asOf: instant(body.asOf), sent: '/' })
        return redeliverAll(shell, asked, { now: clock(), actor })
      },
    }),
    route({
      method: 'GET',
      path: '/dashboard/api/:mode/webhook-test',
      callers: ['member'],
      tag,
      summary: 'List the webhook addresses of the newest orders, newest first',
      params: ModePath,
      answer: Type.Object({ addresses: Type.Array(Type.String()) }),
      handle: async ({ caller: { accountId }, params: { mode } }) => ({
        addresses: await addressesOf(db, { accountId, mode }),
      }),
    }),
    route({
      method: 'POST',
      path: '/dashboard/api/:mode/webhook-test',
      callers: ['member'],
      needs: 'webhooks',
      tag,
      summary: 'Send a test event and return the response',
      description:
        'Sends a webhook of the type WebhookTest, signed like every other and listed with them. It is sent once, and is not about an order.',
      params: ModePath,
      body: TestBody,
      status: 201,
      answer: SentTest,
      refuses: ['malformed_request', 'not_found', 'too_many_requests'],
      async handle({ caller: { accountId, actor }, params: { mode }, body }) {
        const url = body?.url ?? (await addressesOf(db, { accountId, mode }))[0]
        if (url === undefined) throw malformed('No order of this mode has a webhookUrl yet, so `url` is required.')
        if (httpsOnly && mode === 'production' && !/^https:/i.test(url)) {
          const detail = 'url must be an https address in production.'
          throw malformed(detail, [{ pointer: '/url', code: 'wrong_format', detail }])
        }
        const left = tests.take(accountId)
        if (left < 0) throw tooMany(-left, 'account', tests.rate)
        return testWebhook(parts, { accountId, mode }, { url, actor })
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
      description: 'The previous secret also signs for another 24 hours.',
      params: ModePath,
      answer: Secrets,
      refuses: ['not_found'],
      handle: ({ caller: { accountId, actor }, params: { mode } }) =>
        rotateWebhookSecret(parts, { accountId, mode }, { now: clock(), actor }),
    }),
  ]
}

type Owner = { accountId: string; mode: Mode }

type RangeAsked = { from: string; to: string; state: DeliveryRange['state']; type?: DeliveryRange['kind'] }

function rangeOf(
  owner: Owner,
  { from, to, state, type = null }: RangeAsked,
  { asOf, sent }: { asOf: Date; sent: '?' | '/' },
): DeliveryRange {
  const range = { ...owner, from: instant(from), to: instant(to), state, kind: type, asOf }
  const lengthMs = range.to.getTime() - range.from.getTime()
  if (lengthMs > 0 && lengthMs <= longestRangeMs) return range
  const detail = `got ${from} to ${to}; expected an end after the beginning, and at most 31 days after it`
  throw malformed(detail, [{ pointer: `${sent}to`, code: 'invalid_period', detail }])
}

async function deliveryPage(
  db: Db,
  owner: Owner,
  { customerOrderId, state, limit, cursor }: Static<typeof DeliveryQuery>,
) {
  const orderId = customerOrderId === undefined ? undefined : await orderIdOf(db, owner, customerOrderId)
  const found = await listSent(db, owner, { orderId, givenUp: state === 'given_up', before: cursor, limit: limit + 1 })
  const deliveries = found.slice(0, limit)
  return { deliveries, nextCursor: found.length > limit ? deliveries.at(-1)!.deliveryId : null }
}

async function orderIdOf(db: Db, owner: Owner, customerOrderId: string): Promise<string> {
  const order = await findOrder(db, { ...owner, customerOrderId })
  if (order === undefined)
    throw new Refusal('order_not_found', `There is no order ${customerOrderId} in ${owner.mode}.`)
  return order.orderId
}
