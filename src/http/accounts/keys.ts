// API keys in the dashboard.

import { Type } from 'typebox'
import type { KeyPosition } from '../../accounts/accountStore.ts'
import { createKey, type IssuedKey, type KeyLimits, listKeys, revokeKey, rollKey } from '../../accounts/accounts.ts'
import { isAddressOrSubnet, maxAddresses, type Scope, scopes } from '../../accounts/keys/restrictions.ts'
import { hour, instant } from '../../base/clock.ts'
import { quoted } from '../../base/refusal.ts'
import { listCursor, NextCursor } from '../lists/list.ts'
import { Closed, Instant, Nothing, nullable, oneOf, Text } from '../objects/common.ts'
import { endOf, KeyEnd } from '../objects/keyEnd.ts'
import { malformed } from '../server/problem.ts'
import { type Route, recentPasswordMs, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'

const Key = Type.Object({
  keyId: Type.String(),
  label: Type.String(),
  authorization: nullable(
    Type.String({
      description:
        'The complete value of the Authorization header. Null for production keys after their creation, and if the operator has lost the encryption key.',
    }),
  ),
  createdAt: Instant,
  lastUsedAt: nullable(Instant),
  expiresAt: nullable(Instant),
  revokedAt: nullable(Instant),
  scopes: nullable(Type.Array(oneOf(scopes), { description: 'What the key may do; null for everything.' })),
  addresses: nullable(
    Type.Array(Type.String(), {
      description: 'The addresses and subnets that the key may come from; null for every address.',
    }),
  ),
})

const cursors = listCursor<KeyPosition>({
  pattern: /^(?<end>[0-9]{1,13}|live)[.](?<created>[0-9]{1,13})[.](?<keyId>[0-9a-zA-Z_]+)$/,
  write: ({ keyId, endsAt, createdAt }) => `${endsAt?.getTime() ?? 'live'}.${createdAt.getTime()}.${keyId}`,
  read: ({ end, created, keyId }) => ({
    keyId: keyId!,
    endsAt: end === 'live' ? null : instant(Number(end)),
    createdAt: instant(Number(created)),
  }),
})

const NewKey = Closed({
  label: Text(100),
  expiresAt: KeyEnd,
  scopes: Type.Optional(
    Type.Array(oneOf(scopes), {
      minItems: 1,
      uniqueItems: true,
      description: 'Restricts the key. A scope to write includes the scope to read.',
    }),
  ),
  addresses: Type.Optional(
    Type.Array(Text(49), {
      minItems: 1,
      maxItems: maxAddresses,
      description: 'IP addresses, and subnets such as 203.0.113.0/24.',
    }),
  ),
})

/** A week, which is enough to change every program. */
const maxOverlapHours = 7 * 24

export const keyRoutes = tagged('API keys', (services: Services): Route[] => [
  ...keyListRoutes(services),
  ...keyChangeRoutes(services),
])

function keyListRoutes(services: Services): Route[] {
  return [
    route({
      method: 'GET',
      path: '/dashboard/api/:mode/keys',
      operationId: 'listApiKeys',
      needs: 'keys',
      summary: 'List the API keys of a mode',
      description: 'Live keys first, then revoked and expired keys, most recently ended first.',
      query: Closed({
        cursor: Type.Optional(Text(64, { description: 'The nextCursor of the previous page.' })),
        limit: Type.Integer({ minimum: 1, maximum: 100, default: 100 }),
      }),
      answer: Type.Object({
        keys: Type.Array(Key),
        nextCursor: NextCursor,
      }),
      async handle({ caller: { accountId }, params: { mode }, query: { cursor, limit } }) {
        const { keys, isLast } = await listKeys(services, { accountId, mode, after: cursors.read(cursor), limit })
        return { keys, nextCursor: isLast ? null : cursors.write(keyPositionOf(keys.at(-1)!)) }
      },
    }),
    route({
      method: 'POST',
      path: '/dashboard/api/:mode/keys',
      operationId: 'createApiKey',
      needs: 'keys',
      freshWithinMs: recentPasswordMs,
      summary: 'Create an API key',
      description:
        'The answer contains the Authorization value. The value of a production key is shown only once. With `expiresAt`, the key expires ' +
        'at that time; the account holder gets an email a week before a production key in use expires.',
      body: NewKey,
      status: 201,
      answer: Key,
      refuses: ['wrong_state'],
      handle: ({ caller: { accountId, actor }, params: { mode }, body }) =>
        createKey(services, { kind: 'customer', accountId, mode }, body.label, actor, limitsOf(body, services.clock())),
    }),
  ]
}

const keyPositionOf = ({ keyId, revokedAt, expiresAt, createdAt }: IssuedKey): KeyPosition => ({
  keyId,
  endsAt: revokedAt ?? expiresAt,
  createdAt,
})

function keyChangeRoutes(services: Services): Route[] {
  return [
    route({
      method: 'POST',
      path: '/dashboard/api/:mode/keys/:keyId/roll',
      operationId: 'rollApiKey',
      needs: 'keys',
      freshWithinMs: recentPasswordMs,
      summary: 'Replace an API key',
      description:
        'Creates a key with the same label and restrictions. Both keys work for `overlapHours`; then the replaced key expires.',
      body: Closed({ overlapHours: Type.Integer({ minimum: 0, maximum: maxOverlapHours }) }),
      status: 201,
      answer: Key,
      refuses: ['wrong_state'],
      async handle({ caller: { accountId, actor }, params: { mode, keyId }, body: { overlapHours } }) {
        const added = await rollKey(services, { keyId, accountId, mode }, { overlapMs: overlapHours * hour, actor })
        services.keyring.evict(keyId)
        return added
      },
    }),
    route({
      method: 'DELETE',
      path: '/dashboard/api/:mode/keys/:keyId',
      operationId: 'revokeApiKey',
      needs: 'keys',
      freshWithinMs: recentPasswordMs,
      summary: 'Revoke an API key',
      description: 'The key stops working everywhere within 5 seconds. Revoking it again changes nothing.',
      answer: Nothing,
      async handle({ caller: { accountId, actor }, params: { mode, keyId } }) {
        await revokeKey(services, { keyId, owner: { accountId, mode } }, actor)
        services.keyring.evict(keyId)
      },
    }),
  ]
}

type KeyInput = { expiresAt?: string; scopes?: Scope[]; addresses?: string[] }

function limitsOf({ scopes, addresses, ...body }: KeyInput, now: Date): KeyLimits {
  const problems = (addresses ?? []).flatMap((address, i) => {
    if (isAddressOrSubnet(address)) return []
    const detail = `got ${quoted(address)}; expected an IP address, or a subnet such as 203.0.113.0/24`
    return [{ pointer: `/addresses/${i}`, code: 'wrong_format', detail }]
  })
  if (problems.length > 0) throw malformed('An address of the key is malformed.', problems)
  return { expiresAt: endOf(body, now), scopes: scopes ?? null, addresses: addresses ?? null }
}
