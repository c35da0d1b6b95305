// The webhook endpoints of an account, by key and in the dashboard. A key is shown the secret of an endpoint when the
// endpoint or the secret is made; the dashboard shows it to a person with a recent password.

import { Type } from 'typebox'
import type { Db } from '../../db/db.ts'
import { rotateWebhookSecret, webhookSecrets } from '../../features/notify/redeliver.ts'
import {
  changeEndpoint,
  createEndpoint,
  noSuchEndpoint,
  removeEndpoint,
} from '../../features/notify/webhookEndpoints.ts'
import { webhookKinds } from '../../orders/lifecycle.ts'
import { invoiceKind } from '../../orders/view/webhookBodies.ts'
import { findEndpoint, listEndpoints, maxEndpoints } from '../../webhooks/endpointStore.ts'
import type { WebhookOwner } from '../../webhooks/outbox.ts'
import { Closed, HttpUrl, Instant, Nothing, nullable, oneOf, Text } from '../objects/common.ts'
import { resource } from '../server/resource.ts'
import { type Route, recentPasswordMs, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { webhookAddressRule } from './webhookAddress.ts'
import { previousSigns, Secrets } from './webhookSecrets.ts'

const fields = {
  url: HttpUrl,
  description: Text(200, { minLength: 0, description: 'For people.' }),
  events: nullable(
    Type.Array(oneOf([...webhookKinds, invoiceKind]), {
      minItems: 1,
      maxItems: webhookKinds.length + 1,
      uniqueItems: true,
      description: 'The types of events that it receives; null: all, also those that a later version adds.',
    }),
  ),
  enabled: Type.Boolean({ description: 'A disabled endpoint receives nothing, also no retries.' }),
}

const NewEndpoint = Closed(
  {
    url: fields.url,
    description: Type.Optional(fields.description),
    events: Type.Optional(fields.events),
    enabled: Type.Optional(fields.enabled),
  },
  { title: 'NewWebhookEndpoint' },
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

const about =
  'An endpoint receives the webhooks of all orders of the account and mode, beside the `webhookUrl` of each order, and ' +
  `has a secret of its own. A mode has at most ${maxEndpoints} endpoints.`

export const endpointRoutes = tagged('Webhooks', (services: Services): Route[] => [
  ...endpointsOfModeRoutes(services),
  ...endpointByIdRoutes(services),
  ...endpointSecretRoutes(services),
])

const endpointsOfModeRoutes = (services: Services): Route[] => {
  const { db, clock } = services
  const problemsOfAddress = webhookAddressRule(services)

  return [
    ...resource({
      method: 'GET',
      at: { key: '/webhook-endpoints', member: '/dashboard/api/:mode/webhook-endpoints' },
      operationId: 'listWebhookEndpoints',
      scope: 'webhooks:read',
      summary: "List the webhook endpoints of the key's mode",
      description: 'Oldest first.',
      answer: Endpoints,
      member: { summary: 'List the webhook endpoints of a mode' },
      handle: async ({ owner }) => ({ endpoints: await listEndpoints(db, owner) }),
    }),
    ...resource({
      method: 'POST',
      at: { key: '/webhook-endpoints', member: '/dashboard/api/:mode/webhook-endpoints' },
      operationId: 'createWebhookEndpoint',
      scope: 'webhooks:write',
      needs: 'webhooks',
      summary: 'Create a webhook endpoint',
      description: about,
      body: NewEndpoint,
      status: 201,
      answer: CreatedEndpoint,
      refuses: ['too_many_endpoints'],
      key: { description: `${about} Store its secret: a key is shown it only in this answer.` },
      problemsOf: ({ owner: { mode }, fields: { url } }) => problemsOfAddress(mode, 'url', url),
      handle: ({ owner, caller: { actor }, body: { url, description = '', events = null, enabled = true } }) =>
        createEndpoint(services, owner, { url, description, events, enabled }, { now: clock(), actor }),
    }),
  ]
}

const endpointByIdRoutes = (services: Services): Route[] => {
  const { transactor, db, clock } = services
  const problemsOfAddress = webhookAddressRule(services)

  return [
    ...resource({
      method: 'GET',
      at: { key: '/webhook-endpoints/:endpointId' },
      operationId: 'getWebhookEndpoint',
      scope: 'webhooks:read',
      summary: 'Read a webhook endpoint',
      answer: EndpointObject,
      handle: ({ owner, params }) => find(db, owner, params.endpointId),
    }),
    ...resource({
      method: 'PATCH',
      at: {
        key: '/webhook-endpoints/:endpointId',
        member: '/dashboard/api/:mode/webhook-endpoints/:endpointId',
      },
      operationId: 'updateWebhookEndpoint',
      scope: 'webhooks:write',
      needs: 'webhooks',
      summary: 'Change, enable or disable a webhook endpoint',
      description: 'Changes the given fields.',
      body: EndpointChanges,
      answer: EndpointObject,
      problemsOf: ({ owner: { mode }, fields: { url } }) => problemsOfAddress(mode, 'url', url),
      handle: ({ owner, caller: { actor }, params, body }) =>
        changeEndpoint(transactor, owner, { ...body, ...params }, { now: clock(), actor }),
    }),
    ...resource({
      method: 'DELETE',
      at: {
        key: '/webhook-endpoints/:endpointId',
        member: '/dashboard/api/:mode/webhook-endpoints/:endpointId',
      },
      operationId: 'deleteWebhookEndpoint',
      scope: 'webhooks:write',
      needs: 'webhooks',
      summary: 'Delete a webhook endpoint',
      description: 'Its deliveries stay in the list, and are not retried.',
      answer: Nothing,
      handle: ({ owner, caller: { actor }, params: { endpointId } }) =>
        removeEndpoint(transactor, owner, endpointId, { now: clock(), actor }),
    }),
  ]
}

const endpointSecretRoutes = (services: Services): Route[] => {
  const { db, clock } = services

  return [
    ...resource({
      method: 'GET',
      at: { member: '/dashboard/api/:mode/webhook-endpoints/:endpointId/secret' },
      act: 'getWebhookEndpointSecret',
      freshWithinMs: recentPasswordMs,
      needs: 'webhooks',
      summary: 'Show the secret of a webhook endpoint',
      answer: Secrets,
      async handle({ owner, params: { endpointId } }) {
        await find(db, owner, endpointId)
        return webhookSecrets(services, { ...owner, endpointId }, clock())
      },
    }),
    ...resource({
      method: 'POST',
      at: {
        key: '/webhook-endpoints/:endpointId/secret/rotate',
        member: '/dashboard/api/:mode/webhook-endpoints/:endpointId/secret/rotate',
      },
      operationId: 'rotateWebhookEndpointSecret',
      scope: 'webhooks:write',
      needs: 'webhooks',
      freshWithinMs: recentPasswordMs,
      summary: 'Create a new secret for a webhook endpoint',
      description: previousSigns,
      answer: Secrets,
      async handle({ owner, caller: { actor }, params: { endpointId } }) {
        await find(db, owner, endpointId)
        return rotateWebhookSecret(services, { ...owner, endpointId }, { now: clock(), actor })
      },
    }),
  ]
}

async function find(db: Db, owner: WebhookOwner, id: string) {
  const endpoint = await findEndpoint(db, owner, id)
  if (endpoint === null) throw noSuchEndpoint(id)
  return endpoint
}
