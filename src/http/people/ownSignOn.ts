// Single sign-on of an account, by its owners.

import { Type } from 'typebox'
import { Nothing } from '../objects/common.ts'
import { type Route, recentPasswordMs, route } from '../server/route.ts'
import {
  type AccountSignOnParts,
  accountSignOnHandlers,
  DomainPath,
  NewSignOn,
  SignOn,
  TestedSignOn,
} from './accountSignOn.ts'

const tag = 'Team'
const path = '/dashboard/api/single-sign-on'

export function ownSignOnRoutes(parts: AccountSignOnParts): Route[] {
  const signOn = accountSignOnHandlers(parts)
  return [
    route({
      method: 'GET',
      path,
      operationId: 'getAccountSingleSignOn',
      callers: ['member'],
      needs: 'team',
      tag,
      summary: 'Read the single sign-on of the account',
      answer: SignOn,
      handle: ({ caller: { accountId } }) => signOn.read(accountId),
    }),
    route({
      method: 'PUT',
      path,
      operationId: 'saveAccountSingleSignOn',
      callers: ['member'],
      needs: 'team',
      freshWithinMs: recentPasswordMs,
      tag,
      summary: 'Set the identity provider that signs in the members of the account',
      description:
        'Nobody is signed in through it until a domain is confirmed. `localSignIn` can be turned off only after an owner has signed in through this provider; sessions of passwords then end.',
      body: NewSignOn,
      answer: SignOn,
      refuses: ['malformed_request', 'wrong_state'],
      handle: ({ caller, body }) => signOn.save(caller, body),
    }),
    route({
      method: 'DELETE',
      path,
      operationId: 'removeAccountSingleSignOn',
      callers: ['member'],
      needs: 'team',
      freshWithinMs: recentPasswordMs,
      tag,
      summary: 'Remove the single sign-on of the account, with its domains',
      description: 'Members stay. Members without a password can request an email to set one.',
      status: 204,
      answer: Nothing,
      refuses: ['not_found'],
      async handle({ caller }) {
        await signOn.remove(caller)
      },
    }),
    route({
      method: 'POST',
      path: `${path}/test`,
      operationId: 'testAccountSingleSignOn',
      callers: ['member'],
      needs: 'team',
      tag,
      summary: 'Test the saved identity provider',
      description: 'Asks it for its addresses, and whether it accepts the client and its secret. Nobody is signed in.',
      answer: TestedSignOn,
      refuses: ['not_found'],
      handle: ({ caller: { accountId } }) => signOn.test(accountId),
    }),
    route({
      method: 'POST',
      path: `${path}/domains/:domain/confirm`,
      operationId: 'confirmAccountDomain',
      callers: ['member'],
      needs: 'team',
      freshWithinMs: recentPasswordMs,
      tag,
      summary: 'Confirm a domain of the account by its DNS record',
      params: Type.Object(DomainPath),
      answer: SignOn,
      refuses: ['not_found', 'already_exists', 'wrong_state'],
      handle: ({ caller, params: { domain } }) => signOn.prove(caller, domain),
    }),
  ]
}
