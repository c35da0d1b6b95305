// The staff open accounts. Afterwards they invite people to them as owners do: team.ts.

import { Type } from 'typebox'
import { maxNameLength } from '../../accounts/accounts.ts'
import * as team from '../../accounts/people/team.ts'
import { Closed, Text } from '../objects/common.ts'
import { Account, readAccount } from '../orders/staffActs.ts'
import { type Route, recentPasswordMs, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { InvitationLanguage, InvitationLink, sendInvitation } from './invitations.ts'
import { Email } from './signIn.ts'

export const accountPeopleRoutes = tagged('Staff', (services: Services): Route[] => {
  const { db, signIn } = services
  return [
    route({
      method: 'POST',
      path: '/staff/accounts',
      operationId: 'openAccount',
      needs: 'customers',
      freshWithinMs: recentPasswordMs,
      summary: 'Open an account and invite its first owner',
      description:
        'The owner accepts the invitation within 7 days, and chooses a password. Until then, nobody can sign in to the account.',
      body: Closed({ name: Text(maxNameLength), email: Email, language: InvitationLanguage }),
      status: 201,
      answer: Type.Object({ ...Account.properties, link: InvitationLink }),
      refuses: ['already_exists', 'too_many_requests'],
      async handle({ caller: { actor }, request, body: { name, email, language } }) {
        signIn.countMail(request, email)
        const { accountId, ...issued } = await team.openAccountByInvitation(services, { name, email, actor })
        const { link } = await sendInvitation(services, accountId, issued, { request, language })
        return { ...(await readAccount(db, accountId)), ...(link === undefined ? {} : { link }) }
      },
    }),
  ]
})
