// Simulation, in the dashboard and with a sandbox key: actions of the bank, the printer or support, and the passage of
// time.

import { Type } from 'typebox'
import { changeSandboxSettings, readSandboxSettings } from '../../accounts/settings/sandboxSettings.ts'
import { day, durationMs } from '../../base/clock.ts'
import { malformedField } from '../../base/refusal.ts'
import type { Db } from '../../db/db.ts'
import { emptySandbox, fastForward, simulate } from '../../features/sandbox/sandbox.ts'
import { readSandboxTask } from '../../features/sandbox/sandboxTasks.ts'
import { simulateParcels } from '../../features/sandbox/simulateParcels.ts'
import { isParcelOutcome, simulatedOutcomes } from '../../orders/simulations.ts'
import { presentOrder } from '../../orders/view/presentOrder.ts'
import { Closed, Instant, nullable, oneOf } from '../objects/common.ts'
import { requirePace, sandboxFields } from '../objects/newOrder.ts'
import { OrderObject } from '../objects/order.ts'
import { resource } from '../server/resource.ts'
import { type Route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'

/** Longer than the life of any order, and far from the limits of calendars. */
const maxFastForwardMs = 400 * day

const Done = Type.Boolean({
  description:
    'False while the work continues in the background: see GET /sandbox. Until it is done, another fast-forward or deletion ' +
    'is refused with `wrong_state`.',
})

const Outcome = Closed({ outcome: oneOf(simulatedOutcomes) })
const FastForward = Closed({
  by: Type.String({
    maxLength: 50,
    description: 'An ISO 8601 duration of weeks and shorter units, such as PT2H or P3D.',
  }),
})
const Work = nullable(
  Type.Object(
    {
      kind: oneOf(['fast_forward', 'emptying']),
      startedAt: Instant,
      orders: Type.Integer({ description: 'Orders moved or deleted so far.' }),
    },
    { description: 'A fast-forward or deletion in the background; null if there is none.' },
  ),
)
const Sandbox = Type.Object({ ...sandboxFields, work: Work }, { title: 'Sandbox' })
const SandboxSettings = Closed(
  { payments: Type.Optional(sandboxFields.payments), pace: Type.Optional(sandboxFields.pace) },
  { title: 'SandboxSettings' },
)

export const sandboxRoutes = tagged('Sandbox', (services: Services): Route[] => [
  ...sandboxSettingRoutes(services),
  ...simulatedOutcomeRoutes(services),
  ...sandboxWorkRoutes(services),
])

const sandboxSettingRoutes = ({ transactor, clock, newId }: Services): Route[] => [
  ...resource({
    method: 'GET',
    at: { key: '/sandbox' },
    operationId: 'getSandbox',
    scope: 'sandbox:read',
    keysOf: 'sandbox',
    summary: 'Read the settings and the background work of the sandbox',
    answer: Sandbox,
    handle: ({ owner: { accountId } }) => sandboxOf(transactor.db, accountId),
  }),
  ...resource({
    method: 'GET',
    at: { member: '/dashboard/api/sandbox' },
    act: 'getSandbox',
    needs: 'orders',
    summary: 'Read the background work in the sandbox',
    answer: Type.Object({ work: Work }),
    handle: async ({ owner: { accountId } }) => ({ work: await workOf(transactor.db, accountId) }),
  }),
  ...resource({
    method: 'PATCH',
    at: { key: '/sandbox' },
    operationId: 'updateSandbox',
    scope: 'sandbox:write',
    keysOf: 'sandbox',
    summary: 'Change the settings of the sandbox',
    description:
      'Settings that are not sent stay unchanged. `payments` applies to orders whose files are checked from now on, `pace` to each step that begins from now on. An order can have settings of its own.',
    body: SandboxSettings,
    answer: Sandbox,
    async handle({ owner: { accountId }, caller: { actor }, body }) {
      requirePace(body.pace, '/pace')
      await changeSandboxSettings({ db: transactor.db, clock, newId }, { accountId, changes: body, actor })
      return sandboxOf(transactor.db, accountId)
    },
  }),
]

const simulatedOutcomeRoutes = ({ transactor, clock, fulfillment, labelDeps }: Services): Route[] => [
  ...resource({
    method: 'POST',
    at: {
      key: '/sandbox/orders/:customerOrderId/simulate',
      member: '/dashboard/api/sandbox/orders/:customerOrderId/simulate',
    },
    operationId: 'simulateOutcome',
    scope: 'sandbox:write',
    needs: 'orders',
    keysOf: 'sandbox',
    summary: 'Simulate an action of the bank, the printer, support or the carrier on a sandbox order',
    body: Outcome,
    answer: OrderObject,
    refuses: ['wrong_state'],
    key: { description: 'For programs and tests, with a sandbox key. Production keys are refused.' },
    async handle({ owner: { accountId }, caller: { actor }, params, body }) {
      const asked = { accountId, ...params, ...body, actor, now: clock() }
      const { outcome } = asked
      const order = isParcelOutcome(outcome)
        ? await simulateParcels(labelDeps, { ...asked, outcome })
        : await simulate({ transactor, fulfillment }, { ...asked, outcome })
      return presentOrder(order)
    },
  }),
]

const sandboxWorkRoutes = ({ transactor, clock, fulfillment, log }: Services): Route[] => {
  const deps = { transactor, fulfillment, log }

  return [
    ...resource({
      method: 'DELETE',
      at: { key: '/sandbox/orders', member: '/dashboard/api/sandbox/orders' },
      operationId: 'emptySandbox',
      scope: 'sandbox:write',
      needs: 'orders',
      keysOf: 'sandbox',
      summary: 'Empty the sandbox',
      description:
        'Deletes every sandbox order of the account with its webhooks and print jobs. Their identifiers can be used again, and the ' +
        'limit starts at zero. Products, keys and production stay unchanged. Of a sandbox with many orders, most are deleted after ' +
        'the answer; new orders can be placed meanwhile and stay, and an identifier can be used again once its order is deleted.',
      answer: Type.Object({ deleted: Type.Integer({ description: 'Orders deleted so far.' }), done: Done }),
      refuses: ['wrong_state'],
      async handle({ owner: { accountId }, caller: { actor } }) {
        const { orders: deleted, done } = await emptySandbox(deps, { accountId, actor, now: clock() })
        return { deleted, done }
      },
    }),
    ...resource({
      method: 'POST',
      at: { key: '/sandbox/fast-forward', member: '/dashboard/api/sandbox/fast-forward' },
      operationId: 'fastForwardSandbox',
      scope: 'sandbox:write',
      needs: 'orders',
      keysOf: 'sandbox',
      summary: 'Make time pass for the sandbox orders of the account',
      description:
        'All waiting times of the orders, and the window of the sandbox limit, move earlier by this duration. The clock itself does not ' +
        'change: events have the current time, and later steps wait as usual. A hold that was already over ends first, so two ' +
        'fast-forwards in a row pass the hold and the print. Webhook attempts keep their times. In a sandbox with many open ' +
        'orders, the work continues after the answer.',
      body: FastForward,
      answer: Type.Object({ by: Type.String(), done: Done }),
      refuses: ['wrong_state'],
      async handle({ owner: { accountId }, caller: { actor }, body: { by } }) {
        const { done } = await fastForward(deps, { accountId, byMs: fastForwardMs(by), actor, now: clock() })
        return { by, done }
      },
    }),
  ]
}

async function workOf(db: Db, accountId: string) {
  const found = await readSandboxTask(db, accountId)
  return found && { kind: found.kind, startedAt: found.requestedAt, orders: found.orders }
}

const sandboxOf = async (db: Db, accountId: string) => ({
  ...(await readSandboxSettings(db, accountId)),
  work: await workOf(db, accountId),
})

function fastForwardMs(by: string): number {
  const ms = durationMs(by)
  if (ms !== null && ms > 0 && ms <= maxFastForwardMs) return ms
  const detail = `by must be an ISO 8601 duration above zero and of at most 400 days, such as PT2H, got ${JSON.stringify(by)}.`
  throw malformedField('/by', 'wrong_format', detail)
}
