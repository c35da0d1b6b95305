// Acts of the staff that would give access to an account, as its people see them, and the decision of its owners.

import { type Static, Type } from 'typebox'
import { later } from '../../base/clock.ts'
import type { Db } from '../../db/db.ts'
import { type AccessAct, type Approval, givesAccess, listApprovals } from '../../features/staff/approvalStore.ts'
import { approve, decline } from '../../features/staff/approvals.ts'
import { approvalMs } from '../../features/staff/secondPerson.ts'
import { Instant, Nothing, nullable, oneOf } from '../objects/common.ts'
import { type Route, recentPasswordMs, route } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { RoleName } from './invitations.ts'
import { signOnSettings } from './signOnSettings.ts'

/** For the description of an act of the staff. */
export const waitsForOwner =
  'Every owner of the account gets an email. Where the account has an owner, nothing happens until an owner confirms it in the dashboard, and the answer is 202 with the pending approval.'

const maxRequests = 200

export const AccessFields = {
  email: nullable(Type.String({ description: 'The address that is invited.' })),
  role: nullable({ ...RoleName, description: 'The role of the invited person.' }),
  singleSignOn: nullable(
    Type.Object({ ...signOnSettings, domains: Type.Array(Type.String()) }, { description: 'The provider to be set.' }),
  ),
  domain: nullable(Type.String({ description: 'The domain to be confirmed.' })),
}
const Access = Type.Object(AccessFields)

export const AccessRequest = Type.Object(
  {
    approvalId: Type.String(),
    kind: oneOf(['invitation', 'single_sign_on', 'domain']),
    ...AccessFields,
    askedAt: Instant,
    expiresAt: Instant,
  },
  { title: 'AccessRequest' },
)

export const presentAccess = (act: AccessAct): Static<typeof Access> => ({
  email: act.kind === 'invitation' ? act.email : null,
  role: act.kind === 'invitation' ? act.role : null,
  singleSignOn: act.kind === 'single_sign_on' ? { ...act.settings, domains: act.domains } : null,
  domain: act.kind === 'domain' ? act.domain : null,
})

export const noAccess: Static<typeof Access> = { email: null, role: null, singleSignOn: null, domain: null }

/** Those that wait, the newest first. */
export async function openRequests(db: Db, accountId: string): Promise<Static<typeof AccessRequest>[]> {
  const found = await listApprovals(db, { accountId, customerOrderId: null, after: null, limit: maxRequests })
  return found.flatMap(approval => (approval.status === 'open' ? presentRequest(approval) : []))
}

function presentRequest({ act, approvalId, requestedAt }: Approval): Static<typeof AccessRequest>[] {
  if (!givesAccess(act)) return []
  const expiresAt = later(requestedAt, approvalMs({ act }))
  return [{ approvalId, kind: act.kind, ...presentAccess(act), askedAt: requestedAt, expiresAt }]
}

const ofOwner = { callers: ['member'], needs: 'team', freshWithinMs: recentPasswordMs, tag: 'Team' } as const

export const accessRequestRoutes = (services: Services): Route[] => [
  route({
    method: 'POST',
    path: '/dashboard/api/team/requests/:approvalId/confirm',
    operationId: 'confirmAccessRequest',
    ...ofOwner,
    summary: 'Confirm what the staff asked for, and carry it out',
    description: 'It is checked again. Confirming again changes nothing.',
    answer: Nothing,
    refuses: ['wrong_state', 'already_exists', 'too_many_requests'],
    async handle({ caller: { accountId, actor }, params: { approvalId } }) {
      await approve(services, { approvalId, ofAccount: accountId, actor, now: services.clock() })
    },
  }),
  route({
    method: 'POST',
    path: '/dashboard/api/team/requests/:approvalId/refuse',
    operationId: 'refuseAccessRequest',
    ...ofOwner,
    summary: 'Refuse what the staff asked for',
    answer: Nothing,
    refuses: ['wrong_state'],
    async handle({ caller: { accountId, actor }, params: { approvalId } }) {
      const by = { ofAccount: accountId, actor, now: services.clock() }
      await decline(services.transactor, { approvalId, ...by, reason: null, mayDecide: true })
    },
  }),
]
