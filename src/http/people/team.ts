// The members of an account, and its audit log.

import { Type } from 'typebox'
import { type AccountAuditEntry, listAccountAudit, requireAccount } from '../../accounts/accountQueries.ts'
import { maxNameLength } from '../../accounts/accounts.ts'
import { acceptInvitation, readInvitation, withdrawInvitation } from '../../accounts/people/invitations.ts'
import * as team from '../../accounts/people/team.ts'
import { giveAccessByStaff } from '../../features/staff/accountAccess.ts'
import { type ExportColumns, fieldColumns } from '../lists/listExport.ts'
import { idPattern, timeList } from '../lists/timeLists.ts'
import { AuditedOrder, type NamesOrder, withOrders } from '../objects/auditedOrder.ts'
import { Closed, Instant, Nothing, nullable, Text, Words } from '../objects/common.ts'
import { ApprovalObject, answerAwaitingApproval } from '../orders/approvals.ts'
import { answerLanguage } from '../server/pageLanguage.ts'
import { resource } from '../server/resource.ts'
import { type Route, recentPasswordMs, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { AccessRequest, openRequests, waitsForOwner } from './accessRequests.ts'
import { Invitation, InvitationLanguage, NewInvitation, RoleName, sendInvitation, withLink } from './invitations.ts'
import { tag as signInTag } from './profile.ts'
import { AnyRole, Email, NewPassword, Person, PersonKind, Token } from './signIn.ts'
import { acceptTerms, ShownTerms, showTerms, TermsVersion } from './terms.ts'

const Member = Type.Object({
  userId: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role: RoleName,
  secondFactor: Type.Boolean(),
  since: Instant,
  terms: nullable(
    Type.Object({
      version: Type.String(),
      operatorVersion: Type.Integer({ description: "The version of the operator's data that has their text." }),
      acceptedAt: Instant,
    }),
  ),
})
const auditColumns: ExportColumns<AccountAuditEntry & NamesOrder> = {
  ...fieldColumns('auditId at action subject subjectName'),
  by: entry => String(entry.by),
  details: entry => JSON.stringify(entry.details),
  customerOrderId: entry => entry.customerOrderId,
}
const AuditEntry = Type.Object({
  auditId: Type.String(),
  at: Instant,
  by: Words({ description: 'The name of a member, the label of a key, or another description of the actor.' }),
  action: Type.String(),
  subject: nullable(Type.String({ description: 'The subject of the action.' })),
  subjectName: nullable(Type.String({ description: 'The email address of a member, or the label of a key.' })),
  details: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
  ...AuditedOrder,
})

export const teamRoutes = tagged('Team', (services: Services): Route[] => [
  ...teamListRoutes(services),
  ...invitationRoutes(services),
  ...memberRoutes(services),
  ...invitationLinkRoutes(services),
  ...auditLogRoutes(services),
])

const teamListRoutes = ({ db, clock }: Services): Route[] => [
  ...resource({
    method: 'GET',
    at: { member: '/dashboard/api/team', staff: '/staff/accounts/:accountId/members' },
    operationId: 'getTeam',
    summary: 'List the members, the invitations and the requests for access of the account',
    answer: Type.Object({
      members: Type.Array(Member),
      invitations: Type.Array(Invitation),
      requests: Type.Array(AccessRequest, {
        description: 'What the staff asked for, and an owner of the account has to confirm.',
      }),
    }),
    staff: {
      operationId: 'listAccountMembers',
      tag: 'Staff',
      summary: 'List the members and the open invitations of an account',
      refuses: ['not_found'],
    },
    async handle({ owner: { accountId }, caller }) {
      if (caller.kind === 'staff') await requireAccount(db, accountId)
      return {
        members: await team.listMembers(db, accountId),
        invitations: await team.listInvitations(db, accountId, clock()),
        requests: await openRequests(db, accountId),
      }
    },
  }),
]

function invitationRoutes(services: Services): Route[] {
  const { db, clock, signIn, hasMailServer } = services
  return [
    ...resource({
      method: 'POST',
      at: { member: '/dashboard/api/team/invitations', staff: '/staff/accounts/:accountId/invitations' },
      operationId: 'inviteMember',
      needs: 'team',
      freshWithinMs: recentPasswordMs,
      summary: 'Invite a person by email',
      description:
        'The invitation can be accepted once, within 7 days, and replaces an earlier invitation to the same address. The answer is the same whether or not the address has a sign-in elsewhere.',
      body: Closed({ email: Email, role: RoleName, language: InvitationLanguage }),
      status: 201,
      answer: NewInvitation,
      waits: ApprovalObject,
      refuses: ['already_exists', 'wrong_state', 'too_many_requests'],
      staff: {
        operationId: 'inviteAccountMember',
        needs: 'customers',
        sessionOnly: true,
        tag: 'Staff',
        summary: 'Invite a person to an account',
        description: `Only in person: keys cannot invite. Replaces an earlier invitation to the same address. It can be accepted once, within 7 days. ${waitsForOwner}`,
        refuses: ['not_found'],
      },
      async handle({ owner: { accountId }, caller, request, reply, body: { email, role, language } }) {
        const { actor } = caller
        if (caller.kind === 'member') {
          signIn.countMail(request, email)
          const invitation = { accountId, email, role, actor }
          const issued = await db.transaction().execute(tx => team.invite(tx, services, invitation))
          return sendInvitation(services, accountId, issued, { request, language })
        }
        await requireAccount(db, accountId)
        signIn.countMail(request, email)
        const languages = { chosen: language, ofInviter: answerLanguage(request.headers) }
        const act = { kind: 'invitation', email, role, languages } as const
        const { done, approval } = await giveAccessByStaff(services, { accountId, act, actor, now: clock() })
        if (done === null) return answerAwaitingApproval(reply, db, approval, caller)
        const { invitation, url } = done.invited!
        return withLink(invitation, url, hasMailServer)
      },
    }),
  ]
}

function memberRoutes(services: Services): Route[] {
  return [
    ...resource({
      method: 'DELETE',
      at: {
        member: '/dashboard/api/team/invitations/:invitationId',
        staff: '/staff/accounts/:accountId/invitations/:invitationId',
      },
      operationId: 'withdrawInvitation',
      needs: 'team',
      summary: 'Revoke an invitation',
      answer: Nothing,
      staff: {
        operationId: 'withdrawAccountInvitation',
        needs: 'customers',
        tag: 'Staff',
        summary: 'Revoke an invitation to an account',
      },
      async handle({ owner: { accountId }, caller: { actor }, params: { invitationId } }) {
        await withdrawInvitation(services, { accountId, invitationId, actor })
      },
    }),
    route({
      method: 'PATCH',
      path: '/dashboard/api/team/members/:userId',
      operationId: 'changeMemberRole',
      needs: 'team',
      freshWithinMs: recentPasswordMs,
      summary: 'Change the role of a member',
      description: 'The role takes effect with the next request. The last owner must stay an owner.',
      body: Closed({ role: RoleName }),
      answer: Member,
      refuses: ['wrong_state'],
      handle: ({ caller: { accountId, actor }, params: { userId }, body: { role } }) =>
        team.changeRole(services, { accountId, userId, role, actor }),
    }),
    route({
      method: 'DELETE',
      path: '/dashboard/api/team/members/:userId',
      operationId: 'removeMember',
      needs: 'team',
      freshWithinMs: recentPasswordMs,
      summary: 'Remove a member, with the sign-in and all sessions',
      description: 'API keys stay valid: revoke the keys that the person knows.',
      answer: Nothing,
      refuses: ['wrong_state'],
      async handle({ caller: { accountId, actor }, params: { userId } }) {
        await team.removeMember(services, { accountId, userId, actor })
      },
    }),
  ]
}

function invitationLinkRoutes(services: Services): Route[] {
  const { signIn } = services
  return [
    route({
      method: 'POST',
      path: '/auth/invitations/read',
      operationId: 'readInvitation',
      callers: ['public'],
      tag: signInTag,
      summary: 'Read an invitation',
      body: Closed({ token: Token }),
      answer: Type.Object({
        kind: PersonKind,
        accountName: nullable(Type.String({ description: 'The account of a customer.' })),
        email: Type.String(),
        role: nullable(AnyRole),
        printer: nullable(
          Type.String({ description: 'The printer of a person of kind printer; null for all printers.' }),
        ),
        terms: ShownTerms,
      }),
      refuses: ['not_found', 'not_allowed'],
      before: signIn.countTry,
      async handle({ request: { headers }, body: { token } }) {
        const { kind, accountName, email, role, printer } = await readInvitation(services, token)
        return {
          kind,
          accountName,
          email,
          role,
          printer,
          terms: kind === 'customer' ? showTerms(services, headers) : null,
        }
      },
    }),
    route({
      method: 'POST',
      path: '/auth/invitations/accept',
      operationId: 'acceptInvitation',
      callers: ['public'],
      tag: signInTag,
      summary: 'Accept an invitation: create a sign-in with a password, and sign in',
      body: Closed({ token: Token, name: Text(maxNameLength), password: NewPassword, terms: TermsVersion }),
      status: 201,
      answer: Person,
      refuses: ['not_found', 'not_allowed', 'already_exists', 'wrong_state', 'terms_not_accepted'],
      before: signIn.countTry,
      async handle({ request, reply, body }) {
        const { kind } = await readInvitation(services, body.token)
        const terms = kind === 'customer' ? acceptTerms(services, body.terms) : null
        const { email } = await acceptInvitation(services, { ...body, terms })
        return signIn.enter(request, reply, { email, password: body.password })
      },
    }),
  ]
}

const auditLogRoutes = ({ db }: Services): Route[] =>
  timeList(db, {
    of: 'entries',
    at: { member: '/dashboard/api/audit' },
    operationId: 'listAuditLog',
    summary: 'List the audit log of the account',
    filters: {},
    row: AuditEntry,
    id: idPattern('aud'),
    async read(db, { owner: { accountId } }, page) {
      return withOrders(db, await listAccountAudit(db, accountId, page), () => accountId)
    },
    idOf: entry => entry.auditId,
    present: entry => entry,
    columns: auditColumns,
  })
