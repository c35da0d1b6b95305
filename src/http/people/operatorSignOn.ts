// Single sign-on of an account, by the staff.

import { Type } from 'typebox'
import { Nothing, Text } from '../objects/common.ts'
import { readAccount } from '../orders/staffActs.ts'
import { type Route, recentPasswordMs, route } from '../server/route.ts'
import {
  type AccountSignOnParts,
  accountSignOnHandlers,
  DomainPath,
  NewSignOn,
  SignOn,
  TestedSignOn,
} from './accountSignOn.ts'
import { type NotifyOwnersParts, notifyOwners } from './notifyOwners.ts'

const tag = 'Staff'
const path = '/staff/accounts/:accountId/single-sign-on'
const AccountPath = Type.Object({ accountId: Text(64) })

export function accountSignOnRoutes(parts: AccountSignOnParts & NotifyOwnersParts): Route[] {
  const signOn = accountSignOnHandlers(parts)
  return [
    route({
      method: 'GET',
      path,
      operationId: 'getSingleSignOnOfAccount',
      callers: ['staff'],
      tag,
      summary: 'Read the single sign-on of an account',
      params: AccountPath,
      answer: SignOn,
      refuses: ['not_found'],
      async handle({ params: { accountId } }) {
        await readAccount(parts.db, accountId)
        return signOn.read(accountId)
      },
    }),
    route({
      method: 'PUT',
      path,
      operationId: 'saveSingleSignOnOfAccount',
      callers: ['staff'],
      needs: 'customers',
      sessionOnly: true,
      freshWithinMs: recentPasswordMs,
      tag,
      summary: 'Set the identity provider of an account, or let its members use passwords again',
      params: AccountPath,
      body: NewSignOn,
      answer: SignOn,
      refuses: ['malformed_request', 'not_found', 'wrong_state'],
      async handle({ caller: { actor }, params: { accountId }, body }) {
        await readAccount(parts.db, accountId)
        const saved = await signOn.save({ accountId, actor }, body)
        await notifyOwners(parts, accountId, { kind: 'single_sign_on', issuer: body.issuer })
        return saved
      },
    }),
    route({
      method: 'DELETE',
      path,
      operationId: 'removeSingleSignOnOfAccount',
      callers: ['staff'],
      needs: 'customers',
      sessionOnly: true,
      freshWithinMs: recentPasswordMs,
      tag,
      summary: 'Remove the single sign-on of an account, with its domains',
      params: AccountPath,
      status: 204,
      answer: Nothing,
      refuses: ['not_found'],
      async handle({ caller: { actor }, params: { accountId } }) {
        await signOn.remove({ accountId, actor })
        await notifyOwners(parts, accountId, { kind: 'single_sign_on_removed' })
      },
    }),
    route({
      method: 'POST',
      path: `${path}/test`,
      operationId: 'testSingleSignOnOfAccount',
      callers: ['staff'],
      needs: 'customers',
      tag,
      summary: 'Test the saved identity provider of an account',
      params: AccountPath,
      answer: TestedSignOn,
      refuses: ['not_found'],
      handle: ({ params: { accountId } }) => signOn.test(accountId),
    }),
    route({
      method: 'POST',
      path: `${path}/domains/:domain/confirm`,
      operationId: 'confirmDomainOfAccount',
      callers: ['staff'],
      needs: 'customers',
      sessionOnly: true,
      freshWithinMs: recentPasswordMs,
      tag,
      summary: 'Confirm a domain of an account without its DNS record',
      description:
        'Only in person, and every owner of the account gets an email. Only for a domain that is proven to be the account’s in another way: whoever enters an address of the domain at the sign-in is led to the provider of this account.',
      params: Type.Object({ accountId: Text(64), ...DomainPath }),
      answer: SignOn,
      refuses: ['not_found', 'already_exists'],
      async handle({ caller: { actor }, params: { accountId, domain } }) {
        const confirmed = await signOn.confirm({ accountId, actor }, domain)
        await notifyOwners(parts, accountId, { kind: 'domain', domain })
        return confirmed
      },
    }),
  ]
}
