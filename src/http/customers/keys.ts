// API keys in the dashboard.

import { Type } from 'typebox'
import { type AccountDeps, createKey, listKeys, revokeKey } from '../../accounts/accounts.ts'
import type { Keyring } from '../../accounts/keyring.ts'
import { day, instant, later } from '../../base/clock.ts'
import { malformed } from '../problem.ts'
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
  expiresAt: nullable(Instant),
  revokedAt: nullable(Instant),
})

const longestLifeDays = 3 * 366

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
    description:
      'The answer contains the Authorization value. That of a production key is shown only this once. With `expiresAt`, the key ends ' +
      'at that instant; the holder of the account is told a week before a production key in use does.',
    params: Type.Object({ mode: Mode }),
    body: Type.Object(
      { label: Text(100), expiresAt: Type.Optional(Type.String({ format: 'date-time' })) },
      { additionalProperties: false },
    ),
    status: 201,
    answer: Key,
    refuses: ['malformed_request', 'wrong_state'],
    handle: ({ caller: { accountId, actor }, params: { mode }, body }) =>
      createKey(parts, { kind: 'customer', accountId, mode }, body.label, actor, endOf(body, parts.clock())),
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

function endOf({ expiresAt }: { expiresAt?: string | undefined }, now: Date): Date | null {
  if (expiresAt === undefined) return null
  const end = instant(expiresAt)
  const latestEnd = later(now, longestLifeDays * day)
  if (end > now && end <= latestEnd) return end
  const detail = `got ${expiresAt}; expected an instant after ${now.toISOString()} and not after ${latestEnd.toISOString()}`
  throw malformed(detail, [{ pointer: '/expiresAt', code: 'out_of_range', detail }])
}
