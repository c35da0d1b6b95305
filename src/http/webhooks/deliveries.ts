// The deliveries of webhooks: listing, looking into and resending.

import { type Static, Type } from 'typebox'
import { say } from '../../../languages/texts.ts'
import { day, instant } from '../../base/clock.ts'
import type { Mode } from '../../base/mode.ts'
import { withoutQuery } from '../../base/network/urls.ts'
import { malformedField, Refusal } from '../../base/refusal.ts'
import type { Db } from '../../db/db.ts'
import { countDeliveries, redeliverAll, redeliverNow } from '../../features/notify/redeliver.ts'
import { webhookKinds } from '../../orders/lifecycle.ts'
import { noticeKinds, orderOutbox } from '../../orders/view/webhookBodies.ts'
import { deliveryResults } from '../../webhooks/deliveryStore.ts'
import {
  attemptsAt,
  deliveryIdPattern,
  listDeliveriesAndNotices,
  requestAt,
  searchDeliveries,
} from '../../webhooks/listDeliveries.ts'
import type { DeliveryRange } from '../../webhooks/rangeStore.ts'
import { testKind } from '../../webhooks/testEvent.ts'
import { Cursor, NextCursor, pageOf } from '../lists/list.ts'
import { Closed, CustomerOrderId, Instant, nullable, oneOf } from '../objects/common.ts'
import { orderJson } from '../objects/orderJson.ts'
import { requireOrder } from '../orders/orders.ts'
import { resource, shown } from '../server/resource.ts'
import { type Route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'

const DeliveryState = oneOf(['pending', 'delivered', 'exhausted', 'gone'])
const DeliveryResult = oneOf([...deliveryResults], {
  description:
    'What became of it, as reports count it: delivered at the first attempt, delivered later, or failed. A webhook that ' +
    'was delivered once stays so, also when it is resent. Null until then, and if it is not about an order.',
})
const At = (description: string) => Type.String({ format: 'date-time', description })
export const deliveryFilters = {
  type: Type.Optional(oneOf([...webhookKinds, ...noticeKinds, testKind], { description: 'Only events of this type.' })),
  status: Type.Optional(DeliveryState),
  result: Type.Optional(
    oneOf([...deliveryResults, 'any'], { description: 'Only webhooks with this result. `any`: delivered or failed.' }),
  ),
  from: Type.Optional(At('Only webhooks of events that happened at this time or later.')),
  to: Type.Optional(At('Only webhooks of events that happened before this time.')),
}
const DeliveryQuery = Type.Object({
  customerOrderId: Type.Optional(CustomerOrderId),
  state: oneOf(['all', 'given_up'], {
    default: 'all',
    description: '`given_up`: not delivered and no longer retried.',
  }),
  ...deliveryFilters,
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
  cursor: Cursor(deliveryIdPattern),
})

export const durationMs = Type.Integer()
export const responseStatus = nullable(Type.Integer({ description: 'Null if there was no response.' }))
export const failure = nullable(Type.String({ description: 'Null if the webhook was delivered.' }))
export const DeliveryObject = Type.Object(
  {
    deliveryId: Type.String(),
    customerOrderId: nullable(Type.String({ description: 'Null for a webhook that is not about an order.' })),
    sequence: nullable(Type.Integer({ description: "The number of the order's event." })),
    endpointId: nullable(
      Type.String({ description: 'Null for a webhook to the address of its order, its check or its test.' }),
    ),
    webhookId: Type.String(),
    type: Type.String(),
    url: nullable(Type.String()),
    at: Instant,
    status: DeliveryState,
    result: nullable(DeliveryResult),
    attempts: Type.Integer(),
    nextAttemptAt: nullable(Instant),
    settledAt: nullable(Instant),
    lastAttempt: nullable(
      Type.Object(
        { durationMs, responseStatus, failure },
        { description: 'Null before the first attempt, and when the attempt is no longer stored.' },
      ),
    ),
  },
  { title: 'Delivery' },
)
export const Headers = Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: { type: 'string' } })
const DeliveryRequest = Type.Object(
  {
    url: Type.String(),
    headers: Type.Unsafe<Record<string, string>>({
      ...Headers,
      description: 'Each attempt adds webhook-timestamp, the seconds of its `at`, and webhook-signature.',
    }),
    body: Type.String({ description: 'Its first 256 kB, if it is larger.' }),
    bodyBytes: Type.Integer(),
  },
  { title: 'DeliveryRequest' },
)
export const AttemptObject = Type.Object(
  {
    attempt: Type.Integer(),
    at: Instant,
    trigger: oneOf(['schedule', 'redelivery']),
    durationMs,
    responseStatus,
    responseBody: nullable(Type.String()),
    failure,
  },
  { title: 'DeliveryAttempt' },
)
/** Attempts are kept for 30 days: older ones cannot be checked before sending again. */
const maxRangeMs = 31 * day
const range = {
  from: At('Events that happened at this time or later.'),
  to: At('Events that happened before this time; at most 31 days after `from`.'),
  state: oneOf(['failed', 'all'], {
    default: 'failed',
    description: '`failed`: not delivered, including webhooks that wait for their next attempt.',
  }),
  type: Type.Optional(oneOf([...webhookKinds, ...noticeKinds], { description: 'Without it, events of all types.' })),
}
const RangeQuery = Closed(range)
const RangeBody = Closed({
  ...range,
  asOf: At(
    'Excludes webhooks sent after this time. Use the value from the preview, or the time of your first request.',
  ),
})
const rangeCount = {
  count: Type.Integer({ description: 'At most 10,000.' }),
  more: Type.Boolean({ description: 'True if there are more: repeat the request with the same `asOf`.' }),
}
const DeliveryPage = Type.Object(
  {
    deliveries: Type.Array(DeliveryObject),
    nextCursor: NextCursor,
  },
  { title: 'DeliveryPage' },
)
const Attempts = Type.Object({ attempts: Type.Array(AttemptObject) }, { title: 'DeliveryAttempts' })
const Resent = Type.Object({ deliveryId: Type.String() }, { title: 'ResentDelivery' })

const aboutRequest = 'Rendered again: the body that the next attempt would send.'
const aboutFilters =
  'With `type` or `status`, a page can be short or empty although more follow: read on while there is a `nextCursor`.'

export const deliveryRoutes = tagged('Webhooks', (services: Services): Route[] => [
  ...deliveryListRoutes(services),
  ...deliveryRequestRoutes(services),
  ...bulkResendRoutes(services),
])

const deliveryListRoutes = ({ db }: Services): Route[] => [
  ...resource({
    method: 'GET',
    at: { key: '/deliveries', member: '/dashboard/api/:mode/deliveries' },
    operationId: 'listDeliveries',
    scope: 'webhooks:read',
    summary: "List webhook deliveries of the key's mode, newest first",
    description: aboutFilters,
    query: DeliveryQuery,
    answer: DeliveryPage,
    refuses: ['order_not_found'],
    member: { summary: 'List webhook deliveries, newest first' },
    handle: ({ owner, query }) => deliveryPage(db, owner, query),
  }),
  ...resource({
    method: 'GET',
    at: {
      key: '/deliveries/:deliveryId/attempts',
      member: '/dashboard/api/:mode/deliveries/:deliveryId/attempts',
      staff: '/staff/deliveries/:accountId/:mode/:deliveryId/attempts',
    },
    operationId: 'listDeliveryAttempts',
    scope: 'webhooks:read',
    summary: 'List the attempts of a delivery, newest first',
    description: 'Kept for 30 days. A first attempt that succeeds stays in the list, without its response.',
    answer: Attempts,
    staff: { tag: 'Staff', summary: 'List the attempts of a delivery of any account, newest first' },
    async handle({ owner, params: { deliveryId } }) {
      const attempts = await attemptsAt(db, owner, deliveryId)
      if (attempts === null) throw new Refusal('not_found', say('The delivery does not exist.'))
      return { attempts }
    },
  }),
]

function deliveryRequestRoutes({ transactor, db, clock }: Services): Route[] {
  const outbox = orderOutbox(db, orderJson)
  return [
    ...resource({
      method: 'GET',
      at: {
        key: '/deliveries/:deliveryId/request',
        member: '/dashboard/api/:mode/deliveries/:deliveryId/request',
        staff: '/staff/deliveries/:accountId/:mode/:deliveryId/request',
      },
      operationId: 'getDeliveryRequest',
      scope: 'webhooks:read',
      summary: 'Show the address, headers and body of a delivery',
      description: aboutRequest,
      answer: DeliveryRequest,
      staff: {
        tag: 'Staff',
        summary: 'Show the address, headers and body of a delivery of any account',
        description: `${aboutRequest} Addresses of webhooks are without their queries.`,
        ...shown(DeliveryRequest, withoutSecrets),
      },
      async handle({ owner, params: { deliveryId } }) {
        const request = await requestAt(db, outbox, owner, deliveryId)
        if (request === null) throw new Refusal('not_found', say('The delivery does not exist.'))
        return request
      },
    }),
    ...resource({
      method: 'POST',
      at: {
        key: '/deliveries/:deliveryId/redeliver',
        member: '/dashboard/api/:mode/deliveries/:deliveryId/redeliver',
      },
      operationId: 'resendDelivery',
      scope: 'webhooks:write',
      needs: 'webhooks',
      summary: 'Resend a webhook now',
      status: 202,
      answer: Resent,
      async handle({ owner, caller: { actor }, params: { deliveryId } }) {
        await redeliverNow(transactor, owner, deliveryId, { now: clock(), actor })
        return { deliveryId }
      },
    }),
  ]
}

const bulkResendRoutes = ({ transactor, clock }: Services): Route[] => [
  ...resource({
    method: 'GET',
    at: { member: '/dashboard/api/:mode/deliveries/redeliver' },
    operationId: 'countDeliveriesToResend',
    summary: 'Count the webhooks that would be resent',
    query: RangeQuery,
    answer: Type.Object({ ...rangeCount, asOf: Instant }),
    async handle({ owner, query }) {
      const asOf = clock()
      return { ...(await countDeliveries(transactor, rangeOf(owner, query, { asOf, pointerPrefix: '?' }))), asOf }
    },
  }),
  ...resource({
    method: 'POST',
    at: { member: '/dashboard/api/:mode/deliveries/redeliver' },
    act: 'resendDeliveries',
    needs: 'webhooks',
    summary: 'Resend the webhooks of a time range',
    description:
      'Oldest first, and webhooks of orders before other webhooks. Webhooks that are being sent are left out, and a repeated request resends nothing twice.',
    body: RangeBody,
    status: 202,
    answer: Type.Object(rangeCount),
    handle({ owner, caller: { actor }, body }) {
      const asked = rangeOf(owner, body, { asOf: instant(body.asOf), pointerPrefix: '/' })
      return redeliverAll(transactor, asked, { now: clock(), actor })
    },
  }),
]

type Owner = { accountId: string; mode: Mode }

/** The order in a body has the address of its webhooks. */
const withoutSecrets = ({ url, body, ...request }: Static<typeof DeliveryRequest>) => ({
  ...request,
  url: withoutQuery(url),
  body: body.replace(
    /("webhookUrl":")((?:[^"\\]|\\.)*)(?=")/g,
    (_, name: string, to: string) => name + withoutQuery(to),
  ),
})

type RangeInput = { from: string; to: string; state: DeliveryRange['state']; type?: DeliveryRange['kind'] }

function rangeOf(
  owner: Owner,
  { from, to, state, type = null }: RangeInput,
  { asOf, pointerPrefix }: { asOf: Date; pointerPrefix: '?' | '/' },
): DeliveryRange {
  const range = { ...owner, from: instant(from), to: instant(to), state, kind: type, orderId: null, asOf }
  const lengthMs = range.to.getTime() - range.from.getTime()
  if (lengthMs > 0 && lengthMs <= maxRangeMs) return range
  const detail = `got ${from} to ${to}; expected \`to\` to be later than \`from\`, by at most 31 days`
  throw malformedField(`${pointerPrefix}to`, 'invalid_period', detail)
}

async function deliveryPage(
  db: Db,
  owner: Owner,
  { customerOrderId, state, type, status, result, from, to, limit, cursor }: Static<typeof DeliveryQuery>,
) {
  const order = customerOrderId === undefined ? undefined : await requireOrder(db, { ...owner, customerOrderId })
  // Failed webhooks have an index of their own.
  const givenUp = state === 'given_up' || result === 'failed'
  const options = { orderId: order?.orderId, givenUp, before: cursor, to: to === undefined ? undefined : instant(to) }
  if ([type, status, result, from, to].some(filter => filter !== undefined)) {
    const search = { ...options, type, status, result, from: from === undefined ? undefined : instant(from), limit }
    const { found, nextBefore } = await searchDeliveries(db, owner, search)
    return { deliveries: found, nextCursor: nextBefore }
  }
  const found = await listDeliveriesAndNotices(db, owner, { ...options, limit: limit + 1 })
  const { page: deliveries, nextCursor } = pageOf(found, limit, delivery => delivery.deliveryId)
  return { deliveries, nextCursor }
}
