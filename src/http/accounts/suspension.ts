// The staff suspend an account, resume it, and sign its members out.

import { Type } from 'typebox'
import {
  endAccountSessions,
  listLiveKeyIds,
  resumeAccount,
  suspendAccount,
} from '../../accounts/settings/suspension.ts'
import { Closed, LongText } from '../objects/common.ts'
import { Account, readAccount } from '../orders/staffActs.ts'
import { moneyPasswordMs, type Route, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'

const ReasonBody = Closed({ reason: LongText(1000, { minLength: 1, description: 'For the staff and the audit log.' }) })

export const suspensionRoutes = tagged('Staff', (services: Services): Route[] => [
  ...suspendedAccountRoutes(services),
  ...accountSessionRoutes(services),
])

function suspendedAccountRoutes(services: Services): Route[] {
  const { db, keyring } = services
  /** This process looks the keys up again immediately; other processes do so within 5 seconds. */
  const evictKeys = async (accountId: string) => {
    for (const keyId of await listLiveKeyIds(db, accountId)) keyring.evict(keyId)
  }
  return suspensionActs.map(({ act, change, ...described }) =>
    route({
      method: 'POST',
      path: `/staff/accounts/:accountId/${act}`,
      needs: 'customers',
      freshWithinMs: moneyPasswordMs,
      ...described,
      body: ReasonBody,
      answer: Account,
      async handle({ caller: { actor }, params: { accountId }, body: { reason } }) {
        await change(services, { accountId, reason, actor })
        await evictKeys(accountId)
        return readAccount(db, accountId)
      },
    }),
  )
}

const suspensionActs = [
  {
    act: 'suspend',
    change: suspendAccount,
    operationId: 'suspendAccount',
    summary: 'Suspend an account',
    description:
      'Within 5 seconds, its members are signed out and cannot sign in, and its keys are refused with 403 `account_suspended`. Accepted and queued orders continue: they are charged, printed and shipped, and their webhooks are sent. Suspending again changes nothing.',
  },
  {
    act: 'resume',
    change: resumeAccount,
    operationId: 'resumeAccount',
    summary: 'Resume a suspended account',
    description: 'Its keys work again, and its members can sign in. Resuming again changes nothing.',
    refuses: ['wrong_state'],
  },
] as const

function accountSessionRoutes(services: Services): Route[] {
  return [
    route({
      method: 'POST',
      path: '/staff/accounts/:accountId/end-sessions',
      operationId: 'endAccountSessions',
      needs: 'customers',
      freshWithinMs: moneyPasswordMs,
      summary: 'Sign out all members of an account',
      description: 'They can sign in again. Keys keep working.',
      body: ReasonBody,
      answer: Type.Object({ endedSessions: Type.Integer() }),
      handle: async ({ caller: { actor }, params: { accountId }, body: { reason } }) => ({
        endedSessions: await endAccountSessions(services, { accountId, reason, actor }),
      }),
    }),
  ]
}
