// Single sign-on of an account, by its owners and by the staff. The owners get an email about each change by the staff.

import { Type } from 'typebox'
import { requireAccount } from '../../accounts/accountQueries.ts'
import type { AccessAct } from '../../mail/templates/accessEmails.ts'
import { Nothing } from '../objects/common.ts'
import { resource } from '../server/resource.ts'
import { type Route, recentPasswordMs } from '../server/route.ts'
import {
  type AccountSignOnParts,
  accountSignOnHandlers,
  DomainPath,
  NewSignOn,
  SignOn,
  TestedSignOn,
} from './accountSignOn.ts'
import { type NotifyOwnersParts, notifyOwners } from './notifyOwners.ts'

const addressesOf = <Rest extends string>(rest: Rest) =>
  ({
    member: `/dashboard/api/single-sign-on${rest}`,
    staff: `/staff/accounts/:accountId/single-sign-on${rest}`,
  }) as const
const tag = 'Team'
const byStaff = { needs: 'customers', tag: 'Staff' } as const

export function accountSignOnRoutes(parts: AccountSignOnParts & NotifyOwnersParts): Route[] {
  const signOn = accountSignOnHandlers(parts)
  const announcedBy = (kind: 'member' | 'staff', accountId: string, act: AccessAct) =>
    kind === 'staff' ? notifyOwners(parts, accountId, act) : undefined
  return [
    ...resource({
      method: 'GET',
      at: addressesOf(''),
      operationId: 'getAccountSingleSignOn',
      needs: 'team',
      tag,
      summary: 'Read the single sign-on of the account',
      answer: SignOn,
      staff: {
        operationId: 'getSingleSignOnOfAccount',
        needs: null,
        tag: 'Staff',
        summary: 'Read the single sign-on of an account',
        refuses: ['not_found'],
      },
      async handle({ owner: { accountId }, caller }) {
        if (caller.kind === 'staff') await requireAccount(parts.db, accountId)
        return signOn.read(accountId)
      },
    }),
    ...resource({
      method: 'PUT',
      at: addressesOf(''),
      operationId: 'saveAccountSingleSignOn',
      needs: 'team',
      freshWithinMs: recentPasswordMs,
      tag,
      summary: 'Set the identity provider that signs in the members of the account',
      body: NewSignOn,
      answer: SignOn,
      refuses: ['malformed_request', 'wrong_state'],
      member: {
        description:
          'Nobody is signed in through it until a domain is confirmed. `localSignIn` can be turned off only after an owner has signed in through this provider; sessions of passwords then end.',
      },
      staff: {
        ...byStaff,
        operationId: 'saveSingleSignOnOfAccount',
        sessionOnly: true,
        summary: 'Set the identity provider of an account, or let its members use passwords again',
        refuses: ['not_found'],
      },
      async handle({ owner: { accountId }, caller: { kind, actor }, body }) {
        if (kind === 'staff') await requireAccount(parts.db, accountId)
        const announce = announcedBy(kind, accountId, { kind: 'single_sign_on', issuer: body.issuer })
        return signOn.save({ accountId, actor, announce }, body)
      },
    }),
    ...resource({
      method: 'DELETE',
      at: addressesOf(''),
      operationId: 'removeAccountSingleSignOn',
      needs: 'team',
      freshWithinMs: recentPasswordMs,
      tag,
      summary: 'Remove the single sign-on of the account, with its domains',
      status: 204,
      answer: Nothing,
      refuses: ['not_found'],
      member: { description: 'Members stay. Members without a password can request an email to set one.' },
      staff: {
        ...byStaff,
        operationId: 'removeSingleSignOnOfAccount',
        sessionOnly: true,
        summary: 'Remove the single sign-on of an account, with its domains',
      },
      async handle({ owner: { accountId }, caller: { kind, actor } }) {
        await signOn.remove({
          accountId,
          actor,
          announce: announcedBy(kind, accountId, { kind: 'single_sign_on_removed' }),
        })
      },
    }),
    ...resource({
      method: 'POST',
      at: addressesOf('/test'),
      operationId: 'testAccountSingleSignOn',
      needs: 'team',
      tag,
      summary: 'Test the saved identity provider',
      answer: TestedSignOn,
      refuses: ['not_found'],
      member: {
        description:
          'Asks it for its addresses, and whether it accepts the client and its secret. Nobody is signed in.',
      },
      staff: {
        ...byStaff,
        operationId: 'testSingleSignOnOfAccount',
        summary: 'Test the saved identity provider of an account',
      },
      handle: ({ owner: { accountId } }) => signOn.test(accountId),
    }),
    ...resource({
      method: 'POST',
      at: addressesOf('/domains/:domain/confirm'),
      operationId: 'confirmAccountDomain',
      needs: 'team',
      freshWithinMs: recentPasswordMs,
      tag,
      summary: 'Confirm a domain of the account by its DNS record',
      params: Type.Object(DomainPath),
      answer: SignOn,
      refuses: ['not_found', 'already_exists'],
      member: { refuses: ['wrong_state'] },
      staff: {
        ...byStaff,
        operationId: 'confirmDomainOfAccount',
        sessionOnly: true,
        summary: 'Confirm a domain of an account without its DNS record',
        description:
          'Only in person, and every owner of the account gets an email. Only for a domain that is proven to be the account’s in another way: whoever enters an address of the domain at the sign-in is led to the provider of this account.',
      },
      async handle({ owner: { accountId }, caller: { kind, actor }, params: { domain } }) {
        if (kind === 'member') return signOn.prove({ accountId, actor }, domain)
        return signOn.confirm(
          { accountId, actor, announce: announcedBy(kind, accountId, { kind: 'domain', domain }) },
          domain,
        )
      },
    }),
  ]
}
