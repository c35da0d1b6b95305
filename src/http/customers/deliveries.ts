// Webhooks by key and in the dashboard: deliveries, resending, test events, and the signing secret. A key reads and
// replaces the secret of the sandbox only.

import { type Static, Type } from 'typebox'
import { type Clock, day, instant } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import type { Outbound } from '../../base/outbound.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Vault } from '../../base/vault.ts'
import type { Db } from '../../db/db.ts'
import { webhookKinds } from '../../orders/core/lifecycle.ts'
import type { Transactor } from '../../orders/core/transact.ts'
import {
  countDeliveries,
  endWebhookKey,
  redeliverAll,
  redeliverNow,
  rotateWebhookKey,
  rotateWebhookSecret,
  testWebhook,
  webhookPublicKey,
  webhookSecrets,
} from '../../orders/notify/redeliver.ts'
import { noSuchEndpoint } from '../../orders/notify/webhookEndpoints.ts'
import { checkKind, orderOutbox } from '../../orders/view/webhookBodies.ts'
import { endpointIdPattern, findEndpoint } from '../../webhooks/endpointStore.ts'
import {
  attemptsAt,
  deliveryIdPattern,
  listDeliveriesAndNotices,
  requestAt,
  searchDeliveries,
} from '../../webhooks/listDeliveries.ts'
import type { DeliveryRange } from '../../webhooks/rangeStore.ts'
import { addressesOf, testKind } from '../../webhooks/testEvent.ts'
import { Cursor, NextCursor, pageOf } from '../paging.ts'
import { malformed } from '../problem.ts'
import { type Rate, tokenBuckets, tooMany } from '../rateLimits.ts'
import { type Route, recentPasswordMs, route } from '../route.ts'
import { CustomerOrderId, HttpUrl, Instant, Mode, Nothing, nullable, oneOf } from '../schemas.ts'
import { orderJson } from './orderJson.ts'
import { requireOrder } from './orders.ts'
import { requireSandbox } from './sandbox.ts'

export type DeliveryParts = {
  transactor: Transactor
  db: Db
  clock: Clock
  vault: Vault
  log: Log
  outbound: Pick<Outbound, 'post'>
  /** Production addresses must be https. */
  httpsOnly: boolean
}

/** Per account: enough for manual tests, but not for sending in bulk. */
const testRate: Rate = { perSecond: 1 / 10, burst: 10 }

const tag = 'Webhooks'
const ModePath = Type.Object({ mode: Mode })
const deliveryId = Type.String({ pattern: deliveryIdPattern })
const DeliveryPath = Type.Object({ mode: Mode, deliveryId })
const DeliveryId = Type.Object({ deliveryId })
const DeliveryState = oneOf(['pending', 'delivered', 'exhausted', 'gone'])
const DeliveryQuery = Type.Object({
  customerOrderId: Type.Optional(CustomerOrderId),
  state: oneOf(['all', 'given_up'], {
    default: 'all',
    description: '`given_up`: not delivered and no longer retried.',
  }),
  type: Type.Optional(oneOf([...webhookKinds, checkKind, testKind], { description: 'Only events of this type.' })),
  status: Type.Optional(DeliveryState),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
  cursor: Cursor(deliveryIdPattern),
})

const durationMs = Type.Integer()
const responseStatus = nullable(Type.Integer({ description: 'Null if there was no response.' }))
const failure = nullable(Type.String({ description: 'Null if the webhook was delivered.' }))
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
const Headers = Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: { type: 'string' } })
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
const At = (description: string) => Type.String({ format: 'date-time', description })
/** Attempts are kept for 30 days: older ones cannot be checked before sending again. */
const maxRangeMs = 31 * day
const range = {
  from: At('Events that happened at this time or later.'),
  to: At('Events that happened before this time; at most 31 days after `from`.'),
  state: oneOf(['failed', 'all'], {
    default: 'failed',
    description: '`failed`: not delivered, including webhooks that wait for their next attempt.',
  }),
  type: Type.Optional(oneOf([...webhookKinds, checkKind], { description: 'Without it, events of all types.' })),
}
const RangeQuery = Type.Object(range, { additionalProperties: false })
const RangeBody = Type.Object(
  {
    ...range,
    asOf: At(
      'Excludes webhooks sent after this time. Use the value from the preview, or the time of your first request.',
    ),
  },
  { additionalProperties: false },
)
const rangeCount = {
  count: Type.Integer({ description: 'At most 10,000.' }),
  more: Type.Boolean({ description: 'True if there are more: repeat the request with the same `asOf`.' }),
}
const TestBody = nullable(
  Type.Object(
    {
      url: Type.Optional(HttpUrl),
      endpointId: Type.Optional(
        Type.String({
          pattern: endpointIdPattern,
          description: 'Instead of `url`: an endpoint, whose secret then signs.',
        }),
      ),
      type: oneOf([testKind, ...webhookKinds], {
        default: testKind,
        description: 'Events of orders are samples: their order does not exist, and their sequence is 0.',
      }),
    },
    {
      additionalProperties: false,
      description: 'Without `url` the test goes to the webhook address of the newest order of the mode.',
    },
  ),
)
const SentTest = Type.Object(
  {
    deliveryId: Type.String(),
    request: Type.Object({
      url: Type.String(),
      headers: Headers,
      body: Type.String(),
    }),
    answer: Type.Object({ durationMs, responseStatus, responseBody: nullable(Type.String()), failure }),
  },
  { title: 'SentTest' },
)
export const Secrets = Type.Object(
  {
    secret: nullable(
      Type.String({
        description:
          'Signs every webhook to the addresses of orders, or to the endpoint. Null if the operator has lost the encryption key: no webhook is then sent until you rotate the secret.',
      }),
    ),
    createdAt: Instant,
    previous: nullable(
      Type.Object(
        { secret: Type.String(), expiresAt: Instant },
        { description: 'The previous secret, which also signs until it expires.' },
      ),
    ),
  },
  { title: 'WebhookSecrets' },
)

const PublicKey = Type.Object(
  {
    publicKey: nullable(
      Type.String({
        description: '`whpk_...`, for signatures that begin with `v1a,`. Null while they are switched off.',
      }),
    ),
    createdAt: nullable(Instant),
    previous: nullable(
      Type.Object(
        { publicKey: Type.String(), expiresAt: Instant },
        { description: 'The previous key, which also signs until it expires.' },
      ),
    ),
  },
  { title: 'WebhookPublicKey' },
)

const DeliveryPage = Type.Object(
  {
    deliveries: Type.Array(DeliveryObject),
    nextCursor: NextCursor,
  },
  { title: 'DeliveryPage' },
)
const Attempts = Type.Object({ attempts: Type.Array(AttemptObject) }, { title: 'DeliveryAttempts' })
const Resent = Type.Object({ deliveryId: Type.String() }, { title: 'ResentDelivery' })
export const previousSigns = 'Webhooks are also signed with the previous secret for another 24 hours.'

const aboutTests =
  'Sends a webhook of the type WebhookTest, or a sample of another type. It is signed like every webhook, included in the list as WebhookTest, and sent once.'
const aboutRequest = 'Rendered again: the body that the next attempt would send.'
const aboutFilters =
  'With `type` or `status`, a page can be short or empty although more follow: go on while there is a `nextCursor`.'

export function deliveryRoutes(parts: DeliveryParts): Route[] {
  const { transactor, db, clock, httpsOnly } = parts
  const tests = tokenBuckets(testRate)
  const outbox = orderOutbox(db, orderJson)
  async function attemptsIn(owner: Owner, deliveryId: string) {
    const attempts = await attemptsAt(db, owner, deliveryId)
    if (attempts === null) throw new Refusal('not_found', 'The delivery does not exist.')
    return { attempts }
  }
  async function requestOf(owner: Owner, deliveryId: string) {
    const request = await requestAt(db, outbox, owner, deliveryId)
    if (request === null) throw new Refusal('not_found', 'The delivery does not exist.')
    return request
  }
  async function testAddress(owner: Owner, body: Static<typeof TestBody>) {
    if (body?.endpointId === undefined) return body?.url ?? (await addressesOf(db, owner))[0]
    const endpoint = await findEndpoint(db, owner, body.endpointId)
    if (endpoint === null) throw noSuchEndpoint(body.endpointId)
    return endpoint.url
  }
  async function sendTest({ accountId, mode }: Owner, body: Static<typeof TestBody>, actor: string) {
    const endpointId = body?.endpointId
    const url = await testAddress({ accountId, mode }, body)
    if (url === undefined) throw malformed('No order of this mode has a webhookUrl yet: send `url`.')
    if (httpsOnly && mode === 'production' && !/^https:/i.test(url)) {
      const detail = 'url must be an https address in production.'
      throw malformed(detail, [{ pointer: '/url', code: 'wrong_format', detail }])
    }
    const left = tests.take(accountId)
    if (left < 0) throw tooMany(-left, 'account', tests.rate)
    const target = { url, kind: body?.type ?? testKind, actor, ...(endpointId === undefined ? {} : { endpointId }) }
    return testWebhook(parts, { accountId, mode }, target)
  }
  async function resend(owner: Owner, deliveryId: string, actor: string) {
    await redeliverNow(transactor, owner, deliveryId, { now: clock(), actor })
    return { deliveryId }
  }
  return [
    route({
      method: 'GET',
      path: '/deliveries',
      operationId: 'listDeliveries',
      callers: ['customer_key'],
      scope: 'webhooks:read',
      tag,
      summary: "List webhook deliveries of the key's mode, newest first",
      description: aboutFilters,
      query: DeliveryQuery,
      answer: DeliveryPage,
      refuses: ['malformed_request', 'order_not_found'],
      handle: ({ caller: { accountId, mode }, query }) => deliveryPage(db, { accountId, mode }, query),
    }),
    route({
      method: 'GET',
      path: '/deliveries/:deliveryId/attempts',
      operationId: 'listDeliveryAttempts',
      callers: ['customer_key'],
      scope: 'webhooks:read',
      tag,
      summary: 'List the attempts of a delivery, newest first',
      description: 'Kept for 30 days. A first attempt that succeeds stays in the list, without its response.',
      params: DeliveryId,
      answer: Attempts,
      refuses: ['not_found'],
      handle: ({ caller: { accountId, mode }, params: { deliveryId } }) => attemptsIn({ accountId, mode }, deliveryId),
    }),
    route({
      method: 'GET',
      path: '/deliveries/:deliveryId/request',
      operationId: 'getDeliveryRequest',
      callers: ['customer_key'],
      scope: 'webhooks:read',
      tag,
      summary: 'Show the address, headers and body of a delivery',
      description: aboutRequest,
      params: DeliveryId,
      answer: DeliveryRequest,
      refuses: ['not_found'],
      handle: ({ caller: { accountId, mode }, params: { deliveryId } }) => requestOf({ accountId, mode }, deliveryId),
    }),
    route({
      method: 'POST',
      path: '/webhook-test',
      operationId: 'sendTestEvent',
      callers: ['customer_key'],
      scope: 'webhooks:write',
      tag,
      summary: 'Send a test event or a sample event, and return the response',
      description: aboutTests,
      body: TestBody,
      status: 201,
      answer: SentTest,
      refuses: ['malformed_request', 'not_found', 'too_many_requests'],
      handle: ({ caller: { accountId, mode, actor }, body }) => sendTest({ accountId, mode }, body, actor),
    }),
    route({
      method: 'POST',
      path: '/deliveries/:deliveryId/redeliver',
      operationId: 'resendDelivery',
      callers: ['customer_key'],
      scope: 'webhooks:write',
      tag,
      summary: 'Resend a webhook now',
      params: DeliveryId,
      status: 202,
      answer: Resent,
      refuses: ['not_found'],
      handle: ({ caller: { accountId, mode, actor }, params: { deliveryId } }) =>
        resend({ accountId, mode }, deliveryId, actor),
    }),
    route({
      method: 'GET',
      path: '/webhook-public-key',
      operationId: 'getWebhookPublicKey',
      callers: ['customer_key'],
      scope: 'webhooks:read',
      tag,
      summary: 'Show the public key of the asymmetric signatures of webhooks',
      answer: PublicKey,
      handle: ({ caller: { accountId, mode } }) => webhookPublicKey(parts, { accountId, mode }, clock()),
    }),
    route({
      method: 'GET',
      path: '/sandbox/webhook-secret',
      operationId: 'getSandboxWebhookSecret',
      callers: ['customer_key'],
      scope: 'webhooks:write',
      tag,
      summary: 'Show the secret that signs the webhooks of the sandbox',
      answer: Secrets,
      refuses: ['not_allowed', 'not_found'],
      handle({ caller }) {
        const { accountId, mode } = requireSandbox(caller)
        return webhookSecrets(parts, { accountId, mode }, clock())
      },
    }),
    route({
      method: 'POST',
      path: '/sandbox/webhook-secret/rotate',
      operationId: 'rotateSandboxWebhookSecret',
      callers: ['customer_key'],
      scope: 'webhooks:write',
      tag,
      summary: 'Create a new webhook secret for the sandbox',
      description: previousSigns,
      answer: Secrets,
      refuses: ['not_allowed', 'not_found'],
      handle({ caller }) {
        const { accountId, mode, actor } = requireSandbox(caller)
        return rotateWebhookSecret(parts, { accountId, mode }, { now: clock(), actor })
      },
    }),
    route({
      method: 'GET',
      path: '/dashboard/api/:mode/deliveries',
      operationId: 'listDeliveriesInDashboard',
      callers: ['member'],
      tag,
      summary: 'List webhook deliveries, newest first',
      description: aboutFilters,
      params: ModePath,
      query: DeliveryQuery,
      answer: DeliveryPage,
      refuses: ['malformed_request', 'order_not_found'],
      handle: ({ caller: { accountId }, params: { mode }, query }) => deliveryPage(db, { accountId, mode }, query),
    }),
    route({
      method: 'GET',
      path: '/dashboard/api/:mode/deliveries/:deliveryId/attempts',
      operationId: 'listDeliveryAttemptsInDashboard',
      callers: ['member'],
      tag,
      summary: 'List the attempts of a delivery, newest first',
      description: 'Kept for 30 days. A first attempt that succeeds stays in the list, without its response.',
      params: DeliveryPath,
      answer: Attempts,
      refuses: ['not_found'],
      handle: ({ caller: { accountId }, params: { mode, deliveryId } }) => attemptsIn({ accountId, mode }, deliveryId),
    }),
    route({
      method: 'GET',
      path: '/dashboard/api/:mode/deliveries/:deliveryId/request',
      operationId: 'getDeliveryRequestInDashboard',
      callers: ['member'],
      tag,
      summary: 'Show the address, headers and body of a delivery',
      description: aboutRequest,
      params: DeliveryPath,
      answer: DeliveryRequest,
      refuses: ['not_found'],
      handle: ({ caller: { accountId }, params: { mode, deliveryId } }) => requestOf({ accountId, mode }, deliveryId),
    }),
    route({
      method: 'POST',
      path: '/dashboard/api/:mode/deliveries/:deliveryId/redeliver',
      operationId: 'resendDeliveryInDashboard',
      callers: ['member'],
      needs: 'webhooks',
      tag,
      summary: 'Resend a webhook now',
      params: DeliveryPath,
      status: 202,
      answer: Resent,
      refuses: ['not_found'],
      handle: ({ caller: { accountId, actor }, params: { mode, deliveryId } }) =>
        resend({ accountId, mode }, deliveryId, actor),
    }),
    route({
      method: 'GET',
      path: '/dashboard/api/:mode/deliveries/redeliver',
      operationId: 'countDeliveriesToResend',
      callers: ['member'],
      tag,
      summary: 'Count the webhooks that would be resent',
      params: ModePath,
      query: RangeQuery,
      answer: Type.Object({ ...rangeCount, asOf: Instant }),
      refuses: ['malformed_request'],
      async handle({ caller: { accountId }, params: { mode }, query }) {
        const asOf = clock()
        return {
          ...(await countDeliveries(transactor, rangeOf({ accountId, mode }, query, { asOf, pointerPrefix: '?' }))),
          asOf,
        }
      },
    }),
    route({
      method: 'POST',
      path: '/dashboard/api/:mode/deliveries/redeliver',
      operationId: 'resendDeliveriesInDashboard',
      callers: ['member'],
      needs: 'webhooks',
      tag,
      summary: 'Resend the webhooks of a time range',
      description:
        'Oldest first, and webhooks of orders before other webhooks. Webhooks that are being sent are left out, and a repeated request resends nothing twice.',
      params: ModePath,
      body: RangeBody,
      status: 202,
      answer: Type.Object(rangeCount),
      refuses: ['malformed_request'],
      handle({ caller: { accountId, actor }, params: { mode }, body }) {
        const asked = rangeOf({ accountId, mode }, body, { asOf: instant(body.asOf), pointerPrefix: '/' })
        return redeliverAll(transactor, asked, { now: clock(), actor })
      },
    }),
    route({
      method: 'GET',
      path: '/dashboard/api/:mode/webhook-test',
      operationId: 'listWebhookAddresses',
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
      operationId: 'testWebhook',
      callers: ['member'],
      needs: 'webhooks',
      tag,
      summary: 'Send a test event and return the response',
      description: aboutTests,
      params: ModePath,
      body: TestBody,
      status: 201,
      answer: SentTest,
      refuses: ['malformed_request', 'not_found', 'too_many_requests'],
      handle: ({ caller: { accountId, actor }, params: { mode }, body }) => sendTest({ accountId, mode }, body, actor),
    }),
    route({
      method: 'GET',
      path: '/dashboard/api/:mode/webhook-public-key',
      operationId: 'getWebhookPublicKeyInDashboard',
      callers: ['member'],
      tag,
      summary: 'Show the public key of the asymmetric signatures of webhooks',
      params: ModePath,
      answer: PublicKey,
      handle: ({ caller: { accountId }, params: { mode } }) => webhookPublicKey(parts, { accountId, mode }, clock()),
    }),
    route({
      method: 'POST',
      path: '/dashboard/api/:mode/webhook-public-key/rotate',
      operationId: 'rotateWebhookPublicKey',
      callers: ['member'],
      needs: 'webhooks',
      freshWithinMs: recentPasswordMs,
      tag,
      summary: 'Switch asymmetric signatures of webhooks on, or replace their key',
      description: 'Webhooks are also signed with the previous key for another 24 hours.',
      params: ModePath,
      answer: PublicKey,
      handle: ({ caller: { accountId, actor }, params: { mode } }) =>
        rotateWebhookKey(parts, { accountId, mode }, { now: clock(), actor }),
    }),
    route({
      method: 'DELETE',
      path: '/dashboard/api/:mode/webhook-public-key',
      operationId: 'removeWebhookPublicKey',
      callers: ['member'],
      needs: 'webhooks',
      freshWithinMs: recentPasswordMs,
      tag,
      summary: 'Switch asymmetric signatures of webhooks off',
      description: 'Signatures with the secret stay.',
      params: ModePath,
      status: 204,
      answer: Nothing,
      handle: ({ caller: { accountId, actor }, params: { mode } }) =>
        endWebhookKey(parts, { accountId, mode }, { now: clock(), actor }),
    }),
    route({
      method: 'GET',
      path: '/dashboard/api/:mode/webhook-secret',
      operationId: 'getWebhookSecretInDashboard',
      callers: ['member'],
      needs: 'webhooks',
      freshWithinMs: recentPasswordMs,
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
      operationId: 'rotateWebhookSecretInDashboard',
      callers: ['member'],
      needs: 'webhooks',
      freshWithinMs: recentPasswordMs,
      tag,
      summary: 'Create a new webhook secret',
      description: previousSigns,
      params: ModePath,
      answer: Secrets,
      refuses: ['not_found'],
      handle: ({ caller: { accountId, actor }, params: { mode } }) =>
        rotateWebhookSecret(parts, { accountId, mode }, { now: clock(), actor }),
    }),
  ]
}

type Owner = { accountId: string; mode: Mode }

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
  throw malformed(detail, [{ pointer: `${pointerPrefix}to`, code: 'invalid_period', detail }])
}

async function deliveryPage(
  db: Db,
  owner: Owner,
  { customerOrderId, state, type, status, limit, cursor }: Static<typeof DeliveryQuery>,
) {
  const order = customerOrderId === undefined ? undefined : await requireOrder(db, { ...owner, customerOrderId })
  const options = { orderId: order?.orderId, givenUp: state === 'given_up', before: cursor }
  if (type !== undefined || status !== undefined) {
    const { found, nextBefore } = await searchDeliveries(db, owner, { ...options, type, status, limit })
    return { deliveries: found, nextCursor: nextBefore }
  }
  const found = await listDeliveriesAndNotices(db, owner, { ...options, limit: limit + 1 })
  const { page: deliveries, nextCursor } = pageOf(found, limit, delivery => delivery.deliveryId)
  return { deliveries, nextCursor }
}
