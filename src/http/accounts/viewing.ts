// A person of the staff sees an account as its customers do, and changes nothing: decision 0058.

import { endView, viewAccount } from '../../accounts/signIn/sessions.ts'
import { later, minute, systemClock } from '../../base/clock.ts'
import { Nothing } from '../objects/common.ts'
import { readAccount } from '../orders/staffActs.ts'
import { sessionIdOf } from '../people/profile.ts'
import { type Route, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'

/** Long enough for a call with a customer. */
const viewMs = 30 * minute

export const viewingRoutes = tagged('Staff', ({ db, clock, newId, people }: Services): Route[] => [
  route({
    method: 'POST',
    path: '/staff/accounts/:accountId/view',
    operationId: 'viewAccount',
    needs: 'customers',
    sessionOnly: true,
    summary: 'View an account as its customers do',
    description:
      'For 30 minutes, your session reads what the members of the account read, as a member with the role viewer. It ' +
      'changes nothing there. The audit log of the account shows it.',
    answer: Nothing,
    refuses: ['not_found'],
    async handle({ caller: { actor }, params: { accountId }, request }) {
      await readAccount(db, accountId)
      const sessionId = await sessionIdOf(people, request.headers.cookie)
      if (sessionId === null) return
      await viewAccount(
        { db, newId },
        { sessionId, accountId, until: later(systemClock(), viewMs), at: clock(), actor },
      )
    },
  }),
  route({
    method: 'DELETE',
    path: '/staff/view',
    operationId: 'endAccountView',
    needs: null,
    sessionOnly: true,
    summary: 'End the view of an account',
    answer: Nothing,
    async handle({ caller: { actor }, request }) {
      const sessionId = await sessionIdOf(people, request.headers.cookie)
      if (sessionId !== null) await endView({ db, newId }, { sessionId, now: systemClock(), at: clock(), actor })
    },
  }),
])
