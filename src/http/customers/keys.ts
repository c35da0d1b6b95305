// API keys in the dashboard.

import { Type } from 'typebox'
import { type AccountDeps, createKey, listKeys, revokeKey } from '../../accounts/accounts.ts'
import type { Keyring } from '../../accounts/keyring.ts'
import { type Route, recentlyMs, route } from '../route.ts'
import { Instant, Mode, Nothing, nullable, Text } from '../schemas.ts'

export type KeyParts = AccountDeps & { keyring: Pick<Keyring, 'forget'> }

const Key = Type.Object({
  keyId: Type.String(),
  label: Type.String(),
  authorization: nullable(
    Type.String({
      description:
        'The whole value of the Authorization header. Null for production keys after their creation, and when the operator has lost the key that encrypts it.',
    }),
  ),
  createdAt: Instant,
  lastUsedAt: nullable(Instant),
  revokedAt: nullable(Instant),
})

export const keyRoutes = (parts: KeyParts): Route[] => [
  route({
    method: 'GET',
    path: '/dashboard/api/:mode/keys',
    callers: ['member'],
    needs: 'keys',
    tag: 'API keys',
    summary: 'List the API keys of a mode',
    params: Type.Object({ mode: Mode }),
    answer: Type.Object({ keys: Type.Array(Key) }),
    handle: async ({ caller, params }) => ({ keys: await listKeys(parts, caller.accountId, params.mode) }),
  }),
  route({
    method: 'POST',
    path: '/dashboard/api/:mode/keys',
    callers: ['member'],
    needs: 'keys',
    freshWithinMs: recentlyMs,
    tag: 'API keys',
    summary: 'Create an API key',
    description: 'The answer contains the Authorization value. That of a production key is shown only this once.',
    params: Type.Object({ mode: Mode }),
    body: Type.Object({ label: Text(100) }, { additionalProperties: false }),
    status: 201,
    answer: Key,
    refuses: ['malformed_request', 'wrong_state'],
    handle: ({ caller: { accountId, actor }, params: { mode }, body }) =>
      createKey(parts, { kind: 'customer', accountId, mode }, body.label, actor),
  }),
  route({
    method: 'DELETE',
    path: '/dashboard/api/:mode/keys/:keyId',
    callers: ['member'],
    needs: 'keys',
    freshWithinMs: recentlyMs,
    tag: 'API keys',
    summary: 'Revoke an API key',
    description: 'The key stops working everywhere within 5 seconds. Revoking it again changes nothing.',
    params: Type.Object({ mode: Mode, keyId: Text(64) }),
    status: 204,
    answer: Nothing,
    refuses: ['not_found'],
    async handle({ caller: { accountId, actor }, params: { mode, keyId } }) {
      await revokeKey(parts, { keyId, owner: { accountId, mode } }, actor)
      parts.keyring.forget(keyId)
    },
  }),
]
