// The operator's keys: of staff members, of printers, and of Prometheus. They are created and revoked with a session,
// so that a stolen key cannot create other keys.

import { Type } from 'typebox'
import { type AccountDeps, createKey, revokeKey } from '../../accounts/accounts.ts'
import type { Keyring } from '../../accounts/keyring.ts'
import { listOperatorKeys } from '../../accounts/operators.ts'
import { type Route, recentPasswordMs, route } from '../route.ts'
import { Instant, Nothing, nullable, oneOf, Text } from '../schemas.ts'

export type StaffKeyParts = AccountDeps & { keyring: Pick<Keyring, 'evict'> }

const tag = 'Staff'
const Key = Type.Object({
  keyId: Type.String(),
  kind: oneOf(['staff', 'printer', 'metrics']),
  printer: nullable(Type.String({ description: 'The printer of a printer key; null for all printers.' })),
  owner: nullable(
    Type.String({
      description:
        'The email address of the owner of a staff key. A staff key without an owner cannot request actions that need a second person.',
    }),
  ),
  label: Type.String(),
  createdAt: Instant,
  lastUsedAt: nullable(Instant),
})

export const staffKeyRoutes = (parts: StaffKeyParts): Route[] => [
  route({
    method: 'GET',
    path: '/staff/keys',
    operationId: 'listStaffKeys',
    callers: ['staff'],
    sessionOnly: true,
    tag,
    summary: "List the operator's keys that are not revoked, oldest first",
    answer: Type.Object({ keys: Type.Array(Key) }),
    handle: async () => ({ keys: await listOperatorKeys(parts.db) }),
  }),
  route({
    method: 'POST',
    path: '/staff/keys',
    operationId: 'createStaffKey',
    callers: ['staff'],
    sessionOnly: true,
    freshWithinMs: recentPasswordMs,
    tag,
    summary: 'Create a staff key of your own, or a key for Prometheus',
    description:
      'The answer contains the Authorization value, which is shown only once. Requests of a staff key count as requests of its owner. A `metrics` key reads `/metrics` and can do nothing else.',
    body: Type.Object({ kind: oneOf(['staff', 'metrics']), label: Text(100) }, { additionalProperties: false }),
    status: 201,
    answer: Type.Object({ keyId: Type.String(), label: Type.String(), authorization: Type.String() }),
    refuses: ['malformed_request'],
    handle: ({ caller: { actor, userId }, body: { kind, label } }) =>
      createKey(parts, kind === 'staff' ? { kind, ownerId: userId } : { kind }, label, actor),
  }),
  route({
    method: 'DELETE',
    path: '/staff/keys/:keyId',
    operationId: 'revokeStaffKey',
    callers: ['staff'],
    sessionOnly: true,
    freshWithinMs: recentPasswordMs,
    tag,
    summary: "Revoke one of the operator's keys",
    description: 'The key stops working everywhere within 5 seconds. Revoking it again changes nothing.',
    params: Type.Object({ keyId: Text(64) }),
    status: 204,
    answer: Nothing,
    refuses: ['not_found'],
    async handle({ caller: { actor }, params: { keyId } }) {
      await revokeKey(parts, { keyId, owner: 'operator' }, actor)
      parts.keyring.evict(keyId)
    },
  }),
]
