// The operator's keys: of staff members, of printers, and of Prometheus. They are created and revoked with a session,
// so that a stolen key cannot create other keys.

import { Type } from 'typebox'
import { say } from '../../../languages/texts.ts'
import { createKey, revokeKey } from '../../accounts/accounts.ts'
import { noRestrictions } from '../../accounts/keys/restrictions.ts'
import { isKeyOf, listOperatorKeys } from '../../accounts/people/operators.ts'
import { permissionsOf, type StaffRole, staffRoleNames } from '../../accounts/people/staffRoles.ts'
import { malformedField } from '../../base/refusal.ts'
import { Closed, Instant, Nothing, nullable, oneOf, Text } from '../objects/common.ts'
import { endOf, KeyEnd } from '../objects/keyEnd.ts'
import { lacksPermission } from '../server/auth.ts'
import { type Caller, type Route, recentPasswordMs, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'

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
  role: nullable(oneOf(staffRoleNames, { description: 'The role of a staff key, which never exceeds its owner’s.' })),
  label: Type.String(),
  createdAt: Instant,
  lastUsedAt: nullable(Instant),
  expiresAt: nullable(Instant),
})

export const staffKeyRoutes = tagged('Staff', (services: Services): Route[] => [
  ...staffKeyListRoutes(services),
  ...staffKeyRevocationRoutes(services),
])

function staffKeyListRoutes(services: Services): Route[] {
  return [
    route({
      method: 'GET',
      path: '/staff/keys',
      operationId: 'listStaffKeys',
      sessionOnly: true,
      summary: "List the operator's keys that are not revoked, oldest first",
      description: 'A key that has expired is in the list until it is revoked.',
      answer: Type.Object({
        keys: Type.Array(Key),
        roles: Type.Array(oneOf(staffRoleNames), { description: 'The roles that a staff key of yours can have.' }),
      }),
      handle: async ({ caller: { permissions } }) => ({
        keys: await listOperatorKeys(services.db),
        roles: staffRoleNames.filter(role => excessOf(role, permissions).length === 0),
      }),
    }),
    route({
      method: 'POST',
      path: '/staff/keys',
      operationId: 'createStaffKey',
      needs: null,
      sessionOnly: true,
      freshWithinMs: recentPasswordMs,
      summary: 'Create a staff key of your own, or a key for Prometheus',
      description:
        'The answer contains the Authorization value, which is shown only once. Requests of a staff key count as requests of its owner. Its role may do no more than yours; by default it is yours. If your role changes, the key can do what both roles may do. A `metrics` key reads `/metrics` and can do nothing else; it needs the permission `people`. With `expiresAt`, the key expires at that time, within three years. A week before a key in use expires, its owner gets an email; of a `metrics` key, everybody with the permission `people`.',
      body: Closed({
        kind: oneOf(['staff', 'metrics']),
        label: Text(100),
        role: Type.Optional(oneOf(staffRoleNames)),
        expiresAt: KeyEnd,
      }),
      status: 201,
      answer: Type.Object({
        keyId: Type.String(),
        label: Type.String(),
        authorization: Type.String(),
        expiresAt: nullable(Instant),
      }),
      async handle({ caller, body: { kind, label, role = caller.role, ...end } }) {
        const { actor, userId: ownerId, permissions } = caller
        if (kind === 'metrics') requirePeople(caller)
        else requireRoleWithin(permissions, role)
        const scope = kind === 'metrics' ? { kind } : { kind, ownerId, role }
        const limits = { ...noRestrictions, expiresAt: endOf(end, services.clock()) }
        return createKey(services, scope, label, actor, limits)
      },
    }),
  ]
}

function staffKeyRevocationRoutes(services: Services): Route[] {
  return [
    route({
      method: 'DELETE',
      path: '/staff/keys/:keyId',
      operationId: 'revokeStaffKey',
      needs: null,
      sessionOnly: true,
      freshWithinMs: recentPasswordMs,
      summary: "Revoke one of the operator's keys",
      description:
        'The key stops working everywhere within 5 seconds. Revoking it again changes nothing. Keys other than your own need the permission `people`.',
      answer: Nothing,
      async handle({ caller, params: { keyId } }) {
        const { actor, userId } = caller
        if (!(await isKeyOf(services.db, keyId, userId!))) requirePeople(caller)
        await revokeKey(services, { keyId, owner: 'operator' }, actor)
        services.keyring.evict(keyId)
      },
    }),
  ]
}

function requirePeople(caller: Extract<Caller, { kind: 'staff' }>): void {
  if (!caller.permissions.includes('people')) throw lacksPermission(caller, 'people')
}

function requireRoleWithin(permissions: readonly string[], role: StaffRole): void {
  const excess = excessOf(role, permissions)
  if (excess.length === 0) return
  const detail = say('role: got {role}; expected a role that may do no more than yours, without {permissions}', {
    role,
    permissions: excess.join(', '),
  })
  throw malformedField('/role', 'not_allowed', detail)
}

/** The rights of the role beyond those permissions. */
const excessOf = (role: StaffRole, permissions: readonly string[]) =>
  permissionsOf(role).filter(permission => !permissions.includes(permission))
