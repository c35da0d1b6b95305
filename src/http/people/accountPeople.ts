// The staff open accounts, and invite people to them.

import { Type } from 'typebox'
import { type AccountDeps, maxNameLength } from '../../accounts/accounts.ts'
import { withdrawInvitation } from '../../accounts/people/invitations.ts'
import * as team from '../../accounts/people/team.ts'
import { Nothing, Text } from '../objects/common.ts'
import { Account, readAccount } from '../orders/staffActs.ts'
import { type Route, recentPasswordMs, route } from '../server/route.ts'
import { Invitation, InvitationLanguage, RoleName, sendInvitation } from './invitations.ts'
import { notifyOwners } from './notifyOwners.ts'
import { Email } from './signIn.ts'
import type { SignUpParts } from './signUp.ts'
import { Member } from './team.ts'

export type AccountPeopleParts = AccountDeps & Pick<SignUpParts, 'signIn' | 'publicUrl' | 'sendEmail'>

const tag = 'Staff'
const AccountPath = Type.Object({ accountId: Text(64) })

export function accountPeopleRoutes(parts: AccountPeopleParts): Route[] {
  const { db, clock, signIn } = parts
  return [
    route({
      method: 'POST',
      path: '/staff/accounts',
      operationId: 'openAccount',
      callers: ['staff'],
      needs: 'customers',
      freshWithinMs: recentPasswordMs,
      tag,
      summary: 'Open an account and invite its first owner',
      description:
        'The owner accepts the invitation within 7 days, and chooses a password. Until then, nobody can sign in to the account.',
      body: Type.Object(
        { name: Text(maxNameLength), email: Email, language: InvitationLanguage },
        { additionalProperties: false },
      ),
      status: 201,
      answer: Account,
      refuses: ['malformed_request', 'already_exists', 'too_many_requests'],
      async handle({ caller: { actor }, request, body: { name, email, language } }) {
        signIn.countMail(request, email)
        const { accountId, ...issued } = await team.openAccountByInvitation(parts, { name, email, actor })
        await sendInvitation(parts, accountId, issued, { request, language })
        return readAccount(db, accountId)
      },
    }),
    route({
      method: 'GET',
      path: '/staff/accounts/:accountId/members',
      operationId: 'listAccountMembers',
      callers: ['staff'],
      tag,
      summary: 'List the members and the open invitations of an account',
      params: AccountPath,
      answer: Type.Object({ members: Type.Array(Member), invitations: Type.Array(Invitation) }),
      refuses: ['not_found'],
      async handle({ params: { accountId } }) {
        await readAccount(db, accountId)
        return {
          members: await team.listMembers(db, accountId),
          invitations: await team.listInvitations(db, accountId, clock()),
        }
      },
    }),
    route({
      method: 'POST',
      path: '/staff/accounts/:accountId/invitations',
      operationId: 'inviteAccountMember',
      callers: ['staff'],
      needs: 'customers',
      sessionOnly: true,
      freshWithinMs: recentPasswordMs,
      tag,
      summary: 'Invite a person to an account',
      description:
        'Only in person: keys cannot invite. Replaces an earlier invitation to the same address. It can be accepted once, within 7 days. Every owner of the account gets an email.',
      params: AccountPath,
      body: Type.Object(
        { email: Email, role: RoleName, language: InvitationLanguage },
        { additionalProperties: false },
      ),
      status: 201,
      answer: Invitation,
      refuses: ['malformed_request', 'not_found', 'already_exists', 'wrong_state', 'too_many_requests'],
      async handle({ caller: { actor }, request, params: { accountId }, body: { email, role, language } }) {
        await readAccount(db, accountId)
        signIn.countMail(request, email)
        const issued = await team.invite(parts, { accountId, email, role, actor })
        await notifyOwners(parts, accountId, { kind: 'invitation', email, role })
        return sendInvitation(parts, accountId, issued, { request, language })
      },
    }),
    route({
      method: 'DELETE',
      path: '/staff/accounts/:accountId/invitations/:invitationId',
      operationId: 'withdrawAccountInvitation',
      callers: ['staff'],
      needs: 'customers',
      tag,
      summary: 'Revoke an invitation to an account',
      params: Type.Object({ accountId: Text(64), invitationId: Text(64) }),
      status: 204,
      answer: Nothing,
      refuses: ['not_found'],
      async handle({ caller: { actor }, params: { accountId, invitationId } }) {
        await withdrawInvitation(parts, { accountId, invitationId, actor })
      },
    }),
  ]
}
