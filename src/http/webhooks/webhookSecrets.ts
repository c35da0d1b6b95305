// What signs webhooks, by key and in the dashboard: the secret, and the key pair of the asymmetric signatures. A key
// reads and replaces the secret of the sandbox only.

import { Type } from 'typebox'
import type { Clock } from '../../base/clock.ts'
import type { Vault } from '../../base/secrets/vault.ts'
import type { Db } from '../../db/db.ts'
import {
  endWebhookKey,
  rotateWebhookKey,
  rotateWebhookSecret,
  webhookPublicKey,
  webhookSecrets,
} from '../../features/notify/redeliver.ts'
import type { Transactor } from '../../orders/transact.ts'
import { Instant, Mode, Nothing, nullable } from '../objects/common.ts'
import { requireSandbox } from '../orders/sandbox.ts'
import { type Route, recentPasswordMs, route } from '../server/route.ts'

export type WebhookSecretParts = { transactor: Transactor; db: Db; clock: Clock; vault: Vault }

const tag = 'Webhooks'
const ModePath = Type.Object({ mode: Mode })
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

export function webhookSecretRoutes(parts: WebhookSecretParts): Route[] {
  const { clock } = parts
  return [
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
