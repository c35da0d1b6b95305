// Simulation in the dashboard: what the bank, the printer or support would do, and the passage of time.

import { Type } from 'typebox'
import { type Clock, day, durationMs } from '../../base/clock.ts'
import { emptySandbox, fastForward, simulate } from '../../orders/desk/sandbox.ts'
import { presentOrder } from '../../orders/present.ts'
import type { Press } from '../../orders/printing/print.ts'
import { simulatedOutcomes } from '../../orders/simulations.ts'
import type { Shell } from '../../orders/work.ts'
import { malformed } from '../problem.ts'
import { type Route, route } from '../route.ts'
import { CustomerOrderId, oneOf } from '../schemas.ts'
import { OrderObject } from './orderSchemas.ts'

export type SandboxParts = { shell: Shell; clock: Clock; press: Press }

const tag = 'Sandbox'
/** Longer than any order lives, and far from the limits of calendars. */
const longestJumpMs = 400 * day

export const sandboxRoutes = ({ shell, clock, press }: SandboxParts): Route[] => [
  route({
    method: 'POST',
    path: '/dashboard/api/sandbox/orders/:customerOrderId/simulate',
    callers: ['member'],
    needs: 'orders',
    tag,
    summary: 'Simulate what the bank, the printer or support does with a sandbox order',
    params: Type.Object({ customerOrderId: CustomerOrderId }),
    body: Type.Object({ outcome: oneOf(simulatedOutcomes) }, { additionalProperties: false }),
    answer: OrderObject,
    refuses: ['malformed_request', 'order_not_found', 'wrong_state'],
    handle: async ({ caller: { accountId, actor }, params: { customerOrderId }, body: { outcome } }) =>
      presentOrder(await simulate({ shell, press }, { accountId, customerOrderId, outcome, actor, now: clock() })),
  }),
  route({
    method: 'POST',
    path: '/dashboard/api/sandbox/fast-forward',
    callers: ['member'],
    needs: 'orders',
    tag,
    summary: 'Make time pass for the sandbox orders of the account',
    description:
      'Everything that they wait for, and the window of the sandbox limit, comes earlier by that time. The clock itself does not ' +
      'change: events are dated now, and what follows waits anew. Webhook attempts keep their times.',
    body: Type.Object(
      {
        by: Type.String({
          maxLength: 50,
          description: 'An ISO 8601 duration of weeks and shorter units, such as PT2H or P3D.',
        }),
      },
      { additionalProperties: false },
    ),
    answer: Type.Object({ by: Type.String() }),
    refuses: ['malformed_request'],
    async handle({ caller: { accountId, actor }, body: { by } }) {
      await fastForward(shell, { accountId, byMs: jumpMs(by), actor, now: clock() })
      return { by }
    },
  }),
  route({
    method: 'DELETE',
    path: '/dashboard/api/sandbox/orders',
    callers: ['member'],
    needs: 'orders',
    tag,
    summary: 'Empty the sandbox',
    description:
      'Deletes every sandbox order of the account with its webhooks and print jobs. Their identifiers can be used again, and the ' +
      'limit starts at zero. Products, keys and production stay unchanged.',
    answer: Type.Object({ deleted: Type.Integer() }),
    async handle({ caller: { accountId, actor } }) {
      return { deleted: await emptySandbox(shell, { accountId, actor, now: clock() }) }
    },
  }),
]

function jumpMs(by: string): number {
  const ms = durationMs(by)
  if (ms !== null && ms > 0 && ms <= longestJumpMs) return ms
  const detail = `by must be an ISO 8601 duration above zero and of at most 400 days, such as PT2H; got ${JSON.stringify(by)}.`
  throw malformed(detail, [{ pointer: '/by', code: 'wrong_format', detail }])
}
