// The people of an account, and the log of what was done in it.

import { type Static, Type } from 'typebox'
import { type AccountDeps, longestName } from '../../accounts/accounts.ts'
import { pageUrl } from '../../accounts/people.ts'
import { listAccountAudit } from '../../accounts/read.ts'
import { roleNames } from '../../accounts/roles.ts'
import * as team from '../../accounts/team.ts'
import type { Db } from '../../db/db.ts'
import { invitation, invitedElsewhere } from '../../mail/letters.ts'
import { tag as signInTag } from '../people/people.ts'
import { Email, NewPassword, Person, Token } from '../people/signIn.ts'
import type { SignUpParts } from '../people/signUp.ts'
import { type Route, recentlyMs, route } from '../route.ts'
import { Instant, Nothing, nullable, oneOf, Text } from '../schemas.ts'

export type TeamParts = AccountDeps & Pick<SignUpParts, 'signIn' | 'publicUrl' | 'sendLetter'>

const tag = 'Team'
const RoleName = oneOf(roleNames)
const MemberPath = Type.Object({ userId: Text(64) })
const Member = Type.Object({
  userId: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role: RoleName,
  secondFactor: Type.Boolean(),
  since: Instant,
})
const Invitation = Type.Object({
  invitationId: Type.String(),
  email: Type.String(),
  role: RoleName,
  createdAt: Instant,
  expiresAt: Instant,
})
const AuditQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  cursor: Type.Optional(
    Type.String({ pattern: '^aud_[0-9a-z]{22}$', 'x-expected': 'a nextCursor of an earlier answer' }),
  ),
})
const AuditEntry = Type.Object({
  auditId: Type.String(),
  at: Instant,
  by: Type.String({ description: 'The name of a member, the label of a key, or another description of the actor.' }),
  action: Type.String(),
  subject: nullable(Type.String({ description: 'The subject of the act.' })),
  subjectName: nullable(Type.String({ description: 'The e-mail address of a member, or the label of a key.' })),
  details: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
})

export function teamRoutes(parts: TeamParts): Route[] {
  const { db, clock, signIn, publicUrl, sendLetter } = parts
  return [
    route({
      method: 'GET',
      path: '/dashboard/api/team',
      callers: ['member'],
      tag,
      summary: 'List the members and invitations of the account',
      answer: Type.Object({ members: Type.Array(Member), invitations: Type.Array(Invitation) }),
      handle: async ({ caller: { accountId } }) => ({
        members: await team.listMembers(db, accountId),
        invitations: await team.listInvitations(db, accountId, clock()),
      }),
    }),
    route({
      method: 'POST',
      path: '/dashboard/api/team/invitations',
      callers: ['member'],
      needs: 'team',
      freshWithinMs: recentlyMs,
      tag,
      summary: 'Invite a person by mail',
      description:
        'The invitation can be accepted once, within 7 days, and replaces an earlier one to the same address. The answer is the same whether or not the address has a sign-in elsewhere.',
      body: Type.Object({ email: Email, role: RoleName }, { additionalProperties: false }),
      status: 201,
      answer: Invitation,
      refuses: ['malformed_request', 'already_exists', 'wrong_state', 'too_many_requests'],
      async handle({ caller: { accountId, actor }, request, body: { email, role } }) {
        signIn.countTry(request, email) // it sends mail to an address that the caller chose
        const invited = await team.invite(parts, { accountId, email, role, actor })
        const { accountName, token } = invited
        const facts = { name: invited.invitation.email, accountName }
        const letter =
          token === null
            ? invitedElsewhere(facts)
            : invitation({
                ...facts,
                role,
                url: pageUrl(publicUrl, 'customer', 'invitation', token),
                expiresAt: invited.invitation.expiresAt,
              })
        await sendLetter(accountId, invited.invitation.email, letter)
        return invited.invitation
      },
    }),
    route({
      method: 'DELETE',
      path: '/dashboard/api/team/invitations/:invitationId',
      callers: ['member'],
      needs: 'team',
      tag,
      summary: 'Withdraw an invitation',
      params: Type.Object({ invitationId: Text(64) }),
      status: 204,
      answer: Nothing,
      refuses: ['not_found'],
      async handle({ caller: { accountId, actor }, params: { invitationId } }) {
        await team.withdrawInvitation(parts, { accountId, invitationId, actor })
      },
    }),
    route({
      method: 'PATCH',
      path: '/dashboard/api/team/members/:userId',
      callers: ['member'],
      needs: 'team',
      freshWithinMs: recentlyMs,
      tag,
      summary: 'Change the role of a member',
      description: 'It takes effect with the next request. The last owner must stay an owner.',
      params: MemberPath,
      body: Type.Object({ role: RoleName }, { additionalProperties: false }),
      answer: Member,
      refuses: ['malformed_request', 'not_found', 'wrong_state'],
      handle: ({ caller: { accountId, actor }, params: { userId }, body: { role } }) =>
        team.changeRole(parts, { accountId, userId, role, actor }),
    }),
    route({
      method: 'DELETE',
      path: '/dashboard/api/team/members/:userId',
      callers: ['member'],
      needs: 'team',
      freshWithinMs: recentlyMs,
      tag,
      summary: 'Remove a member, with the sign-in and all sessions',
      description: 'API keys stay valid: revoke those that the person knows.',
      params: MemberPath,
      status: 204,
      answer: Nothing,
      refuses: ['not_found', 'wrong_state'],
      async handle({ caller: { accountId, actor }, params: { userId } }) {
        await team.removeMember(parts, { accountId, userId, actor })
      },
    }),
    route({
      method: 'POST',
      path: '/auth/invitations/read',
      callers: ['public'],
      tag: signInTag,
      summary: 'Read an invitation',
      body: Type.Object({ token: Token }, { additionalProperties: false }),
      answer: Type.Object({ accountName: Type.String(), email: Type.String(), role: RoleName }),
      refuses: ['malformed_request', 'not_found', 'not_allowed'],
      async handle({ request, body: { token } }) {
        signIn.countTry(request, null)
        return team.readInvitation(parts, token)
      },
    }),
    route({
      method: 'POST',
      path: '/auth/invitations/accept',
      callers: ['public'],
      tag: signInTag,
      summary: 'Accept an invitation: creates a sign-in with that password, and signs in',
      body: Type.Object(
        { token: Token, name: Text(longestName), password: NewPassword },
        { additionalProperties: false },
      ),
      status: 201,
      answer: Person,
      refuses: ['malformed_request', 'not_found', 'not_allowed', 'already_exists'],
      async handle({ request, reply, body }) {
        signIn.countTry(request, null)
        const { email } = await team.acceptInvitation(parts, body)
        return signIn.enter(request, reply, { email, password: body.password })
      },
    }),
    route({
      method: 'GET',
      path: '/dashboard/api/audit',
      callers: ['member'],
      tag,
      summary: 'List what was done in the account, newest first',
      query: AuditQuery,
      answer: Type.Object({
        entries: Type.Array(AuditEntry),
        nextCursor: nullable(Type.String({ description: 'Null on the last page.' })),
      }),
      refuses: ['malformed_request'],
      handle: ({ caller, query }) => auditPage(db, caller.accountId, query),
    }),
  ]
}

async function auditPage(db: Db, accountId: string, { limit, cursor }: Static<typeof AuditQuery>) {
  const found = await listAccountAudit(db, { accountId, before: cursor ?? null, limit: limit + 1 })
  const entries = found.slice(0, limit)
  return { entries, nextCursor: found.length > limit ? entries.at(-1)!.auditId : null }
}
