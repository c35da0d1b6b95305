// The webhook endpoints of an account, by key and in the dashboard. A key is shown the secret of an endpoint when the
// endpoint or the secret is made; the dashboard shows it to a person with a recent password.

import { type Static, Type } from 'typebox'
import type { Clock } from '../../base/clock.ts'
import type { Problem } from '../../base/refusal.ts'
import type { Vault } from '../../base/secrets/vault.ts'
import type { Db } from '../../db/db.ts'
import { rotateWebhookSecret, webhookSecrets } from '../../features/notify/redeliver.ts'
import {
  changeEndpoint,
  createEndpoint,
  noSuchEndpoint,
  removeEndpoint,
} from '../../features/notify/webhookEndpoints.ts'
import { webhookKinds } from '../../orders/lifecycle.ts'
import type { Transactor } from '../../orders/transact.ts'
import { endpointIdPattern, findEndpoint, listEndpoints, maxEndpoints } from '../../webhooks/endpointStore.ts'
import type { WebhookOwner } from '../../webhooks/outbox.ts'
import { HttpUrl, Instant, Mode, Nothing, nullable, oneOf, Text } from '../objects/common.ts'
import { type Route, recentPasswordMs, route } from '../server/route.ts'
import { type WebhookAddressParts, webhookAddressRule } from './webhookAddress.ts'
import { previousSigns, Secrets } from './webhookSecrets.ts'

export type EndpointParts = WebhookAddressParts & {
  transactor: Transactor
  db: Db
  clock: Clock
  vault: Vault
}

const tag = 'Webhooks'

const fields = {
  url: HttpUrl,
  description: Text(200, { minLength: 0, description: 'For people.' }),
  events: nullable(
    Type.Array(oneOf(webhookKinds), {
      minItems: 1,
      maxItems: webhookKinds.length,
      uniqueItems: true,
      description: 'The types of events that it receives; null: all, also those that a later version adds.',
    }),
  ),
  enabled: Type.Boolean({ description: 'A disabled endpoint receives nothing, also no retries.' }),
}
const endpointId = Type.String({ pattern: endpointIdPattern })

const NewEndpoint = Type.Object(
  {
    url: fields.url,
    description: Type.Optional(fields.description),
    events: Type.Optional(fields.events),
    enabled: Type.Optional(fields.enabled),
  },
  { additionalProperties: false, title: 'NewWebhookEndpoint' },
)
const EndpointChanges = Type.Partial(Type.Object(fields), {
  additionalProperties: false,
  title: 'WebhookEndpointChanges',
})
const shown = {
  endpointId: Type.String(),
  url: Type.String(),
  description: Type.String(),
  events: nullable(Type.Array(Type.String(), { description: 'Null: all types.' })),
  enabled: Type.Boolean(),
  createdAt: Instant,
  updatedAt: Instant,
}
const EndpointObject = Type.Object(shown, { title: 'WebhookEndpoint' })
const CreatedEndpoint = Type.Object(
  { ...shown, secret: Type.String({ description: 'Signs the webhooks to this endpoint.' }) },
  { title: 'CreatedWebhookEndpoint' },
)
const Endpoints = Type.Object({ endpoints: Type.Array(EndpointObject) }, { title: 'WebhookEndpoints' })

const KeyPath = Type.Object({ endpointId })
const ModePath = Type.Object({ mode: Mode })
const MemberPath = Type.Object({ mode: Mode, endpointId })

const about =
  'An endpoint receives the webhooks of all orders of the account and mode, beside the `webhookUrl` of each order, and ' +
  `has a secret of its own. A mode has at most ${maxEndpoints} endpoints.`

export function endpointRoutes(parts: EndpointParts): Route[] {
  const { transactor, db, clock } = parts
  const problemsOfAddress = webhookAddressRule(parts)

  const list = async (owner: WebhookOwner) => ({ endpoints: await listEndpoints(db, owner) })
  async function find(owner: WebhookOwner, id: string) {
    const endpoint = await findEndpoint(db, owner, id)
    if (endpoint === null) throw noSuchEndpoint(id)
    return endpoint
  }
  const create = (owner: WebhookOwner, body: Static<typeof NewEndpoint>, actor: string) => {
    const { url, description = '', events = null, enabled = true } = body
    return createEndpoint(parts, owner, { url, description, events, enabled }, { now: clock(), actor })
  }
  type Change = Static<typeof EndpointChanges> & { endpointId: string }
  const change = (owner: WebhookOwner, changes: Change, actor: string) =>
    changeEndpoint(transactor, owner, changes, { now: clock(), actor })
  const remove = (owner: WebhookOwner, id: string, actor: string) =>
    removeEndpoint(transactor, owner, id, { now: clock(), actor })
  async function rotate(owner: WebhookOwner, id: string, actor: string) {
    await find(owner, id)
    return rotateWebhookSecret(parts, { ...owner, endpointId: id }, { now: clock(), actor })
  }
  const problemsOf = (mode: unknown, { url }: Record<string, unknown>): Problem[] => problemsOfAddress(mode, 'url', url)

  return [
    route({
      method: 'GET',
      path: '/webhook-endpoints',
      operationId: 'listWebhookEndpoints',
      callers: ['customer_key'],
      scope: 'webhooks:read',
      tag,
      summary: "List the webhook endpoints of the key's mode",
      description: 'Oldest first.',
      answer: Endpoints,
      handle: ({ caller: { accountId, mode } }) => list({ accountId, mode }),
    }),
    route({
      method: 'POST',
      path: '/webhook-endpoints',
      operationId: 'createWebhookEndpoint',
      callers: ['customer_key'],
      scope: 'webhooks:write',
      tag,
      summary: 'Create a webhook endpoint',
      description: `${about} Store its secret: a key is shown it only in this answer.`,
      body: NewEndpoint,
      status: 201,
      answer: CreatedEndpoint,
      refuses: ['malformed_request', 'too_many_endpoints'],
      problemsOf: ({ caller, fields }) => problemsOf(caller.mode, fields),
      handle: ({ caller: { accountId, mode, actor }, body }) => create({ accountId, mode }, body, actor),
    }),
    route({
      method: 'GET',
      path: '/webhook-endpoints/:endpointId',
      operationId: 'getWebhookEndpoint',
      callers: ['customer_key'],
      scope: 'webhooks:read',
      tag,
      summary: 'Read a webhook endpoint',
      params: KeyPath,
      answer: EndpointObject,
      refuses: ['not_found'],
      handle: ({ caller: { accountId, mode }, params }) => find({ accountId, mode }, params.endpointId),
    }),
    route({
      method: 'PATCH',
      path: '/webhook-endpoints/:endpointId',
      operationId: 'updateWebhookEndpoint',
      callers: ['customer_key'],
      scope: 'webhooks:write',
      tag,
      summary: 'Change, enable or disable a webhook endpoint',
      description: 'Changes the given fields.',
      params: KeyPath,
      body: EndpointChanges,
      answer: EndpointObject,
      refuses: ['malformed_request', 'not_found'],
      problemsOf: ({ caller, fields }) => problemsOf(caller.mode, fields),
      handle: ({ caller: { accountId, mode, actor }, params, body }) =>
        change({ accountId, mode }, { ...body, ...params }, actor),
    }),
    route({
      method: 'DELETE',
      path: '/webhook-endpoints/:endpointId',
      operationId: 'deleteWebhookEndpoint',
      callers: ['customer_key'],
      scope: 'webhooks:write',
      tag,
      summary: 'Delete a webhook endpoint',
      description: 'Its deliveries stay in the list, and are not retried.',
      params: KeyPath,
      status: 204,
      answer: Nothing,
      refuses: ['not_found'],
      handle: ({ caller: { accountId, mode, actor }, params }) => remove({ accountId, mode }, params.endpointId, actor),
    }),
    route({
      method: 'POST',
      path: '/webhook-endpoints/:endpointId/secret/rotate',
      operationId: 'rotateWebhookEndpointSecret',
      callers: ['customer_key'],
      scope: 'webhooks:write',
      tag,
      summary: 'Create a new secret for a webhook endpoint',
      description: previousSigns,
      params: KeyPath,
      answer: Secrets,
      refuses: ['not_found'],
      handle: ({ caller: { accountId, mode, actor }, params }) => rotate({ accountId, mode }, params.endpointId, actor),
    }),
    route({
      method: 'GET',
      path: '/dashboard/api/:mode/webhook-endpoints',
      operationId: 'listWebhookEndpointsInDashboard',
      callers: ['member'],
      tag,
      summary: 'List the webhook endpoints of a mode',
      description: 'Oldest first.',
      params: ModePath,
      answer: Endpoints,
      handle: ({ caller: { accountId }, params: { mode } }) => list({ accountId, mode }),
    }),
    route({
      method: 'POST',
      path: '/dashboard/api/:mode/webhook-endpoints',
      operationId: 'createWebhookEndpointInDashboard',
      callers: ['member'],
      needs: 'webhooks',
      tag,
      summary: 'Create a webhook endpoint',
      description: about,
      params: ModePath,
      body: NewEndpoint,
      status: 201,
      answer: CreatedEndpoint,
      refuses: ['malformed_request', 'too_many_endpoints'],
      problemsOf: ({ params: { mode }, fields }) => problemsOf(mode, fields),
      handle: ({ caller: { accountId, actor }, params: { mode }, body }) => create({ accountId, mode }, body, actor),
    }),
    route({
      method: 'PATCH',
      path: '/dashboard/api/:mode/webhook-endpoints/:endpointId',
      operationId: 'updateWebhookEndpointInDashboard',
      callers: ['member'],
      needs: 'webhooks',
      tag,
      summary: 'Change, enable or disable a webhook endpoint',
      description: 'Changes the given fields.',
      params: MemberPath,
      body: EndpointChanges,
      answer: EndpointObject,
      refuses: ['malformed_request', 'not_found'],
      problemsOf: ({ params: { mode }, fields }) => problemsOf(mode, fields),
      handle: ({ caller: { accountId, actor }, params: { mode, ...named }, body }) =>
        change({ accountId, mode }, { ...body, ...named }, actor),
    }),
    route({
      method: 'DELETE',
      path: '/dashboard/api/:mode/webhook-endpoints/:endpointId',
      operationId: 'deleteWebhookEndpointInDashboard',
      callers: ['member'],
      needs: 'webhooks',
      tag,
      summary: 'Delete a webhook endpoint',
      description: 'Its deliveries stay in the list, and are not retried.',
      params: MemberPath,
      status: 204,
      answer: Nothing,
      refuses: ['not_found'],
      handle: ({ caller: { accountId, actor }, params: { mode, endpointId } }) =>
        remove({ accountId, mode }, endpointId, actor),
    }),
    route({
      method: 'GET',
      path: '/dashboard/api/:mode/webhook-endpoints/:endpointId/secret',
      operationId: 'getWebhookEndpointSecretInDashboard',
      callers: ['member'],
      needs: 'webhooks',
      freshWithinMs: recentPasswordMs,
      tag,
      summary: 'Show the secret of a webhook endpoint',
      params: MemberPath,
      answer: Secrets,
      refuses: ['not_found'],
      async handle({ caller: { accountId }, params: { mode, endpointId } }) {
        await find({ accountId, mode }, endpointId)
        return webhookSecrets(parts, { accountId, mode, endpointId }, clock())
      },
    }),
    route({
      method: 'POST',
      path: '/dashboard/api/:mode/webhook-endpoints/:endpointId/secret/rotate',
      operationId: 'rotateWebhookEndpointSecretInDashboard',
      callers: ['member'],
      needs: 'webhooks',
      freshWithinMs: recentPasswordMs,
      tag,
      summary: 'Create a new secret for a webhook endpoint',
      description: previousSigns,
      params: MemberPath,
      answer: Secrets,
      refuses: ['not_found'],
      handle: ({ caller: { accountId, actor }, params: { mode, endpointId } }) =>
        rotate({ accountId, mode }, endpointId, actor),
    }),
  ]
}
