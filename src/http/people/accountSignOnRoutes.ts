// Single sign-on of an account, by its owners and by the staff. The owners get an email about each change by the staff.

import type { FastifyReply } from 'fastify'
import type { Static } from 'typebox'
import { requireAccount } from '../../accounts/accountQueries.ts'
import type { Db } from '../../db/db.ts'
import type { ApprovalOutcome } from '../../features/staff/secondPerson.ts'
import { Nothing } from '../objects/common.ts'
import { ApprovalObject, answerAwaitingApproval } from '../orders/approvals.ts'
import { resource } from '../server/resource.ts'
import { type Route, recentPasswordMs, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { waitsForOwner } from './accessRequests.ts'
import { accountSignOnHandlers, NewSignOn, SignOn, TestedSignOn } from './accountSignOn.ts'

const addressesOf = <Rest extends string>(rest: Rest) =>
  ({
    member: `/dashboard/api/single-sign-on${rest}`,
    staff: `/staff/accounts/:accountId/single-sign-on${rest}`,
  }) as const
const byStaff = { needs: 'customers', tag: 'Staff' } as const

export const accountSignOnRoutes = tagged('Team', (services: Services): Route[] => [
  ...providerReadRoutes(services),
  ...providerChangeRoutes(services),
  ...domainRoutes(services),
])

const providerReadRoutes = (services: Services): Route[] => {
  const signOn = accountSignOnHandlers(services)
  const { db } = services

  return [
    ...resource({
      method: 'GET',
      at: addressesOf(''),
      operationId: 'getAccountSingleSignOn',
      needs: 'team',
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
        if (caller.kind === 'staff') await requireAccount(db, accountId)
        return signOn.read(accountId)
      },
    }),
    ...resource({
      method: 'POST',
      at: addressesOf('/test'),
      operationId: 'testAccountSingleSignOn',
      needs: 'team',
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
  ]
}

const providerChangeRoutes = (services: Services): Route[] => {
  const signOn = accountSignOnHandlers(services)
  const { db } = services

  return [
    ...resource({
      method: 'PUT',
      at: addressesOf(''),
      operationId: 'saveAccountSingleSignOn',
      needs: 'team',
      freshWithinMs: recentPasswordMs,
      summary: 'Set the identity provider that signs in the members of the account',
      body: NewSignOn,
      answer: SignOn,
      waits: ApprovalObject,
      refuses: ['wrong_state'],
      member: {
        description:
          'Nobody is signed in through it until a domain is confirmed. `localSignIn` can be turned off only after an owner has signed in through this provider; sessions of passwords then end.',
      },
      staff: {
        ...byStaff,
        operationId: 'saveSingleSignOnOfAccount',
        sessionOnly: true,
        summary: 'Set the identity provider of an account, or let its members use passwords again',
        description: `${waitsForOwner} What lets nobody else sign in takes effect at once: another client secret, other domains, passwords on or off.`,
        refuses: ['not_found'],
      },
      async handle({ owner: { accountId }, caller, body, reply }) {
        const by = { accountId, actor: caller.actor }
        if (caller.kind === 'member') return signOn.save(by, body)
        await requireAccount(db, accountId)
        return doneOrWaiting(db, await signOn.saveByStaff(by, body), reply, caller)
      },
    }),
    ...resource({
      method: 'DELETE',
      at: addressesOf(''),
      operationId: 'removeAccountSingleSignOn',
      needs: 'team',
      freshWithinMs: recentPasswordMs,
      summary: 'Remove the single sign-on of the account, with its domains',
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
        await (kind === 'member' ? signOn.remove : signOn.removeByStaff)({ accountId, actor })
      },
    }),
  ]
}

const domainRoutes = (services: Services): Route[] => {
  const signOn = accountSignOnHandlers(services)
  const { db } = services

  return [
    ...resource({
      method: 'POST',
      at: addressesOf('/domains/:domain/confirm'),
      operationId: 'confirmAccountDomain',
      needs: 'team',
      freshWithinMs: recentPasswordMs,
      summary: 'Confirm a domain of the account by its DNS record',
      answer: SignOn,
      waits: ApprovalObject,
      refuses: ['not_found', 'already_exists'],
      member: { refuses: ['wrong_state'] },
      staff: {
        ...byStaff,
        operationId: 'confirmDomainOfAccount',
        sessionOnly: true,
        summary: 'Confirm a domain of an account without its DNS record',
        description: `Only in person, and only for a domain that is proven to be the account’s in another way: whoever enters an address of the domain at the sign-in is led to the provider of this account. ${waitsForOwner}`,
        refuses: ['wrong_state'],
      },
      async handle({ owner: { accountId }, caller, params: { domain }, reply }) {
        const by = { accountId, actor: caller.actor }
        if (caller.kind === 'member') return signOn.prove(by, domain)
        return doneOrWaiting(db, await signOn.confirmByStaff(by, domain), reply, caller)
      },
    }),
  ]
}

const doneOrWaiting = async (
  db: Db,
  { done, approval }: ApprovalOutcome<Static<typeof SignOn>>,
  reply: FastifyReply,
  caller: { actor: string },
) => done ?? answerAwaitingApproval(reply, db, approval!, caller)
