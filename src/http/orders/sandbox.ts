// Simulation, in the dashboard and with a sandbox key: actions of the bank, the printer or support, and the passage of
// time.

import { Type } from 'typebox'
import { changeSandboxSettings, readSandboxSettings } from '../../accounts/settings/sandboxSettings.ts'
import { type Clock, day, durationMs } from '../../base/clock.ts'
import type { Mode } from '../../base/mode.ts'
import { malformedField, Refusal } from '../../base/refusal.ts'
import type { NewId } from '../../base/secrets/ids.ts'
import type { Fulfillment } from '../../features/printing/fulfillment.ts'
import { emptySandbox, fastForward, simulate } from '../../features/sandbox/sandbox.ts'
import { readSandboxTask } from '../../features/sandbox/sandboxTasks.ts'
import { type SimulatedOutcome, simulatedOutcomes } from '../../orders/simulations.ts'
import type { Transactor } from '../../orders/transact.ts'
import { presentOrder } from '../../orders/view/presentOrder.ts'
import { CustomerOrderId, Instant, nullable, oneOf } from '../objects/common.ts'
import { requirePace, sandboxFields } from '../objects/newOrder.ts'
import { OrderObject } from '../objects/order.ts'
import { type Route, route } from '../server/route.ts'

export type SandboxParts = { transactor: Transactor; clock: Clock; newId: NewId; fulfillment: Fulfillment }

const tag = 'Sandbox'
/** Longer than the life of any order, and far from the limits of calendars. */
const maxFastForwardMs = 400 * day

const Done = Type.Boolean({
  description:
    'False while the work continues in the background: see GET /sandbox. Until it is done, another fast-forward or deletion ' +
    'is refused with `wrong_state`.',
})

const OutcomePath = Type.Object({ customerOrderId: CustomerOrderId })
const Outcome = Type.Object({ outcome: oneOf(simulatedOutcomes) }, { additionalProperties: false })
const FastForward = Type.Object(
  {
    by: Type.String({
      maxLength: 50,
      description: 'An ISO 8601 duration of weeks and shorter units, such as PT2H or P3D.',
    }),
  },
  { additionalProperties: false },
)
const simulateDeclaration = {
  summary: 'Simulate an action of the bank, the printer or support on a sandbox order',
  params: OutcomePath,
  body: Outcome,
  answer: OrderObject,
}
const fastForwardDeclaration = {
  summary: 'Make time pass for the sandbox orders of the account',
  description:
    'All waiting times of the orders, and the window of the sandbox limit, move earlier by this duration. The clock itself does not ' +
    'change: events have the current time, and later steps wait as usual. Webhook attempts keep their times. In a sandbox with many open ' +
    'orders, the work continues after the answer.',
  body: FastForward,
  answer: Type.Object({ by: Type.String(), done: Done }),
}

const emptyWords = {
  summary: 'Empty the sandbox',
  description:
    'Deletes every sandbox order of the account with its webhooks and print jobs. Their identifiers can be used again, and the ' +
    'limit starts at zero. Products, keys and production stay unchanged. Of a sandbox with many orders, most are deleted after ' +
    'the answer; new orders can be placed meanwhile and stay, and an identifier can be used again once its order is deleted.',
  answer: Type.Object({ deleted: Type.Integer({ description: 'Orders deleted so far.' }), done: Done }),
}
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
const SandboxSettings = Type.Object(
  { payments: Type.Optional(sandboxFields.payments), pace: Type.Optional(sandboxFields.pace) },
  { title: 'SandboxSettings', additionalProperties: false },
)

export function sandboxRoutes({ transactor, clock, newId, fulfillment }: SandboxParts): Route[] {
  type Actor = { accountId: string; actor: string }
  const simulateOne = async ({ accountId, actor }: Actor, customerOrderId: string, outcome: SimulatedOutcome) =>
    presentOrder(
      await simulate({ transactor, fulfillment }, { accountId, customerOrderId, outcome, actor, now: clock() }),
    )
  const fastForwardBy = async ({ accountId, actor }: Actor, by: string) => {
    const { done } = await fastForward(transactor, { accountId, byMs: fastForwardMs(by), actor, now: clock() })
    return { by, done }
  }
  const empty = async ({ accountId, actor }: Actor) => {
    const { orders: deleted, done } = await emptySandbox(transactor, { accountId, actor, now: clock() })
    return { deleted, done }
  }
  const workOf = async (accountId: string) => {
    const found = await readSandboxTask(transactor.db, accountId)
    return found && { kind: found.kind, startedAt: found.requestedAt, orders: found.orders }
  }
  const sandboxOf = async (accountId: string) => ({
    ...(await readSandboxSettings(transactor.db, accountId)),
    work: await workOf(accountId),
  })
  return [
    route({
      method: 'GET',
      path: '/sandbox',
      operationId: 'getSandbox',
      callers: ['customer_key'],
      scope: 'sandbox:read',
      tag,
      summary: 'Read the settings and the background work of the sandbox',
      answer: Sandbox,
      refuses: ['not_allowed'],
      handle: ({ caller }) => sandboxOf(requireSandbox(caller).accountId),
    }),
    route({
      method: 'PATCH',
      path: '/sandbox',
      operationId: 'updateSandbox',
      callers: ['customer_key'],
      scope: 'sandbox:write',
      tag,
      summary: 'Change the settings of the sandbox',
      description:
        'Settings that are not sent stay unchanged. `payments` applies to orders whose files are checked from now on, `pace` to each step that begins from now on. An order can have settings of its own.',
      body: SandboxSettings,
      answer: Sandbox,
      refuses: ['malformed_request', 'not_allowed'],
      async handle({ caller, body }) {
        const { accountId, actor } = requireSandbox(caller)
        requirePace(body.pace, '/pace')
        await changeSandboxSettings({ db: transactor.db, clock, newId }, { accountId, changes: body, actor })
        return sandboxOf(accountId)
      },
    }),
    route({
      method: 'DELETE',
      path: '/sandbox/orders',
      operationId: 'emptySandbox',
      callers: ['customer_key'],
      scope: 'sandbox:write',
      tag,
      ...emptyWords,
      refuses: ['not_allowed', 'wrong_state'],
      handle: ({ caller }) => empty(requireSandbox(caller)),
    }),
    route({
      method: 'POST',
      path: '/dashboard/api/sandbox/orders/:customerOrderId/simulate',
      operationId: 'simulateOutcomeInDashboard',
      callers: ['member'],
      needs: 'orders',
      tag,
      ...simulateDeclaration,
      refuses: ['malformed_request', 'order_not_found', 'wrong_state'],
      handle: ({ caller, params, body }) => simulateOne(caller, params.customerOrderId, body.outcome),
    }),
    route({
      method: 'POST',
      path: '/sandbox/orders/:customerOrderId/simulate',
      operationId: 'simulateOutcome',
      callers: ['customer_key'],
      scope: 'sandbox:write',
      tag,
      ...simulateDeclaration,
      description: 'For programs and tests, with a sandbox key. Production keys are refused.',
      refuses: ['malformed_request', 'not_allowed', 'order_not_found', 'wrong_state'],
      handle: ({ caller, params, body }) => simulateOne(requireSandbox(caller), params.customerOrderId, body.outcome),
    }),
    route({
      method: 'POST',
      path: '/dashboard/api/sandbox/fast-forward',
      operationId: 'fastForwardSandboxInDashboard',
      callers: ['member'],
      needs: 'orders',
      tag,
      ...fastForwardDeclaration,
      refuses: ['malformed_request', 'wrong_state'],
      handle: ({ caller, body: { by } }) => fastForwardBy(caller, by),
    }),
    route({
      method: 'POST',
      path: '/sandbox/fast-forward',
      operationId: 'fastForwardSandbox',
      callers: ['customer_key'],
      scope: 'sandbox:write',
      tag,
      ...fastForwardDeclaration,
      refuses: ['malformed_request', 'not_allowed', 'wrong_state'],
      handle: ({ caller, body: { by } }) => fastForwardBy(requireSandbox(caller), by),
    }),
    route({
      method: 'DELETE',
      path: '/dashboard/api/sandbox/orders',
      operationId: 'emptySandboxInDashboard',
      callers: ['member'],
      needs: 'orders',
      tag,
      ...emptyWords,
      refuses: ['wrong_state'],
      handle: ({ caller }) => empty(caller),
    }),
    route({
      method: 'GET',
      path: '/dashboard/api/sandbox',
      operationId: 'getSandboxInDashboard',
      callers: ['member'],
      needs: 'orders',
      tag,
      summary: 'Read the background work in the sandbox',
      answer: Type.Object({ work: Work }),
      handle: async ({ caller: { accountId } }) => ({ work: await workOf(accountId) }),
    }),
  ]
}

/** The caller, if the key is for the sandbox. */
export function requireSandbox<Of extends { mode: Mode }>(caller: Of): Of {
  if (caller.mode === 'sandbox') return caller
  throw new Refusal(
    'not_allowed',
    'The key is for production, and this is possible in the sandbox only: use a sandbox key.',
  )
}

function fastForwardMs(by: string): number {
  const ms = durationMs(by)
  if (ms !== null && ms > 0 && ms <= maxFastForwardMs) return ms
  const detail = `by must be an ISO 8601 duration above zero and of at most 400 days, such as PT2H, got ${JSON.stringify(by)}.`
  throw malformedField('/by', 'wrong_format', detail)
}
