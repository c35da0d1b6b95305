// The secret that signs webhooks, and the key pair of the asymmetric signatures, by key and in the dashboard. A key
// reads and replaces the secret of the sandbox only.

import { Type } from 'typebox'
import {
  endWebhookKey,
  rotateWebhookKey,
  rotateWebhookSecret,
  webhookPublicKey,
  webhookSecrets,
} from '../../features/notify/redeliver.ts'
import { Instant, Nothing, nullable } from '../objects/common.ts'
import { resource } from '../server/resource.ts'
import { type Route, recentPasswordMs, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'

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
export const previousSigns = 'Webhooks are also signed with the previous secret for another 24 hours.'

export const webhookSecretRoutes = tagged('Webhooks', (services: Services): Route[] => [
  ...publicKeyRoutes(services),
  ...sandboxSecretRoutes(services),
])

function publicKeyRoutes(services: Services): Route[] {
  const { clock } = services
  return [
    ...resource({
      method: 'GET',
      at: { key: '/webhook-public-key', member: '/dashboard/api/:mode/webhook-public-key' },
      operationId: 'getWebhookPublicKey',
      scope: 'webhooks:read',
      summary: 'Show the public key of the asymmetric signatures of webhooks',
      answer: PublicKey,
      handle: ({ owner }) => webhookPublicKey(services, owner, clock()),
    }),
    ...resource({
      method: 'POST',
      at: { member: '/dashboard/api/:mode/webhook-public-key/rotate' },
      operationId: 'rotateWebhookPublicKey',
      needs: 'webhooks',
      freshWithinMs: recentPasswordMs,
      summary: 'Switch asymmetric signatures of webhooks on, or replace their key',
      description: 'Webhooks are also signed with the previous key for another 24 hours.',
      answer: PublicKey,
      handle: ({ owner, caller: { actor } }) => rotateWebhookKey(services, owner, { now: clock(), actor }),
    }),
    ...resource({
      method: 'DELETE',
      at: { member: '/dashboard/api/:mode/webhook-public-key' },
      operationId: 'removeWebhookPublicKey',
      needs: 'webhooks',
      freshWithinMs: recentPasswordMs,
      summary: 'Switch asymmetric signatures of webhooks off',
      description: 'Signatures with the secret stay.',
      answer: Nothing,
      handle: ({ owner, caller: { actor } }) => endWebhookKey(services, owner, { now: clock(), actor }),
    }),
  ]
}

function sandboxSecretRoutes(services: Services): Route[] {
  const { clock } = services
  return [
    ...resource({
      method: 'GET',
      at: { key: '/sandbox/webhook-secret', member: '/dashboard/api/:mode/webhook-secret' },
      act: 'getWebhookSecret',
      scope: 'webhooks:write',
      needs: 'webhooks',
      freshWithinMs: recentPasswordMs,
      summary: 'Show the secret that signs the webhooks of a mode',
      answer: Secrets,
      refuses: ['not_found'],
      keysOf: 'sandbox',
      key: {
        operationId: 'getSandboxWebhookSecret',
        summary: 'Show the secret that signs the webhooks of the sandbox',
      },
      handle: ({ owner }) => webhookSecrets(services, owner, clock()),
    }),
    ...resource({
      method: 'POST',
      at: { key: '/sandbox/webhook-secret/rotate', member: '/dashboard/api/:mode/webhook-secret/rotate' },
      act: 'rotateWebhookSecret',
      scope: 'webhooks:write',
      needs: 'webhooks',
      freshWithinMs: recentPasswordMs,
      summary: 'Create a new webhook secret',
      description: previousSigns,
      answer: Secrets,
      refuses: ['not_found'],
      keysOf: 'sandbox',
      key: {
        operationId: 'rotateSandboxWebhookSecret',
        summary: 'Create a new webhook secret for the sandbox',
      },
      handle: ({ owner, caller: { actor } }) => rotateWebhookSecret(services, owner, { now: clock(), actor }),
    }),
  ]
}
