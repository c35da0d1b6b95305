// The staff open accounts. Afterwards they invite people to them as owners do: team.ts.

import { Type } from 'typebox'
import { type AccountDeps, maxNameLength } from '../../accounts/accounts.ts'
import * as team from '../../accounts/people/team.ts'
import { Text } from '../objects/common.ts'
import { Account, readAccount } from '../orders/staffActs.ts'
import { type Route, recentPasswordMs, route } from '../server/route.ts'
import { InvitationLanguage, InvitationLink, sendInvitation } from './invitations.ts'
import { Email } from './signIn.ts'
import type { SignUpParts } from './signUp.ts'

export type AccountPeopleParts = AccountDeps & Pick<SignUpParts, 'signIn' | 'publicUrl' | 'sendEmail' | 'hasMailServer'>

const tag = 'Staff'

export function accountPeopleRoutes(parts: AccountPeopleParts): Route[] {
  const { db, signIn } = parts
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
      answer: Type.Object({ ...Account.properties, link: InvitationLink }),
      refuses: ['malformed_request', 'already_exists', 'too_many_requests'],
      async handle({ caller: { actor }, request, body: { name, email, language } }) {
        signIn.countMail(request, email)
        const { accountId, ...issued } = await team.openAccountByInvitation(parts, { name, email, actor })
        const { link } = await sendInvitation(parts, accountId, issued, { request, language })
        return { ...(await readAccount(db, accountId)), ...(link === undefined ? {} : { link }) }
      },
    }),
  ]
}
