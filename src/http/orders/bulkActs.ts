// Acts of the staff on many orders, of all accounts: each is the act on one order of staff.ts.

import { type Static, Type } from 'typebox'
import { say } from '../../../languages/texts.ts'
import type { StaffPermission } from '../../accounts/people/staffRoles.ts'
import { redeliverOrder } from '../../features/notify/redeliver.ts'
import { listAllOrders } from '../../features/staff/allOrders.ts'
import {
  abandonByStaff,
  type OrderAct,
  reprintOrder,
  resumeOrder,
  revalidateOrder,
} from '../../features/staff/staffActs.ts'
import { readOrderTitles } from '../../orders/orderTitles.ts'
import { aboutPortions, bulkResult, maxBulkOrders, requireOneOf, resultsOf } from '../lists/bulk.ts'
import { NextCursor } from '../lists/list.ts'
import { CreationSorting, cursorOf, positionOf, sortOf } from '../lists/orderLists.ts'
import { Closed, CustomerOrderId, LongText, Text } from '../objects/common.ts'
import { OrderTitle } from '../objects/orderTitle.ts'
import { idempotencyKeyHeader, idempotencyKeyOf } from '../server/idempotency.ts'
import { malformed } from '../server/problem.ts'
import { moneyPasswordMs, type Route, route } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { allOrdersFiltersOf, listCursor, listFilters } from './allOrders.ts'
import { requireOrderInAnyMode } from './orders.ts'

/**
 * Without a search: it finds a limited number of orders, which are others for each portion, for example when reprints
 * of the portion before match, too. So the orders that a search found are named.
 */
const { search: _search, ...filters } = listFilters

const Selection = Closed(
  {
    orders: Type.Optional(
      Type.Array(Closed({ accountId: Text(64), customerOrderId: CustomerOrderId }), {
        minItems: 1,
        maxItems: maxBulkOrders,
        uniqueItems: true,
      }),
    ),
    filter: Type.Optional(Closed({ sort: CreationSorting, ...filters })),
    cursor: listCursor,
    reason: Type.Optional(LongText(1000, { description: 'For the history of each order and the audit log.' })),
  },
  { title: 'StaffOrderSelection' },
)
type Selection = Static<typeof Selection>

const Answer = Type.Object({
  results: Type.Array(
    Type.Object(
      { accountId: Type.String(), customerOrderId: Type.String(), orderTitle: OrderTitle, ...bulkResult },
      { title: 'StaffActResult' },
    ),
  ),
  nextCursor: NextCursor,
})

type Act = {
  name: string
  operationId: string
  needs: StaffPermission
  summary: string
  description?: string
  /** True for an act that costs money: it requires a recent password. */
  isCostly?: true
  /** True if a repetition without a key would act twice. */
  needsKey?: true
  act(services: Services, order: OrderAct): Promise<'done' | 'awaiting_approval'>
}

const done =
  (act: (services: Services, order: OrderAct) => Promise<unknown>): Act['act'] =>
  async (services, order) => {
    await act(services, order)
    return 'done'
  }

const acts: Act[] = [
  {
    name: 'resume',
    operationId: 'resumeSelectedOrders',
    needs: 'orders',
    summary: 'Send several orders in EXCEPTION to a printer again',
    act: done(resumeOrder),
  },
  {
    name: 'revalidate',
    operationId: 'revalidateSelectedOrders',
    needs: 'orders',
    summary: 'Check the files of several orders in EXCEPTION again',
    act: done(revalidateOrder),
  },
  {
    name: 'abandon',
    operationId: 'abandonSelectedOrders',
    needs: 'refunds',
    summary: 'Cancel several orders in EXCEPTION',
    description: 'The paid amounts are refunded. A large refund waits for a second person.',
    isCostly: true,
    async act(services, order) {
      const { done } = await abandonByStaff(services, order, services.secondPerson)
      return done === null ? 'awaiting_approval' : 'done'
    },
  },
  {
    name: 'reprint',
    operationId: 'reprintSelectedOrders',
    needs: 'orders',
    summary: 'Reprint several shipped orders, free of charge and outside the limit',
    description: `An \`Idempotency-Key\` is required. ${idempotencyKeyHeader}`,
    isCostly: true,
    needsKey: true,
    act: done(reprintOrder),
  },
  {
    name: 'resend-webhooks',
    operationId: 'resendWebhooksOfSelectedOrders',
    needs: 'orders',
    summary: 'Resend the webhooks of several orders that were not delivered',
    act: done(async ({ db, transactor }, { now, actor, ...name }) =>
      redeliverOrder(transactor, await requireOrderInAnyMode(db, name), { now, actor }),
    ),
  },
]

const aboutSearch =
  '`search` is no filter here: name the orders that `GET /staff/orders/all` finds with it, at most 100.'

/** The orders of a request, and the cursor of the next portion. */
async function portionOf(
  { db, vault }: Pick<Services, 'db' | 'vault'>,
  { orders, filter, cursor }: Selection,
  now: Date,
) {
  requireOneOf({ orders, filter })
  if (filter === undefined) return { orders: orders!, next: null }
  const all = { ...allOrdersFiltersOf(filter, now), found: null }
  const { orders: listed, next } = await listAllOrders(db, all, {
    sort: sortOf(filter.sort),
    after: positionOf(vault, { sort: filter.sort, ...(cursor && { cursor }) }, '/cursor'),
    limit: maxBulkOrders,
  })
  const names = listed.map(({ accountId, customerOrderId }) => ({ accountId, customerOrderId }))
  return { orders: names, next: cursorOf(vault, filter.sort, next) }
}

export const staffBulkRoutes = (services: Services): Route[] =>
  acts.map(({ name, operationId, needs, summary, description = '', isCostly, needsKey, act }) =>
    route({
      method: 'POST',
      path: `/staff/orders/bulk/${name}`,
      operationId,
      needs,
      ...(isCostly && { freshWithinMs: moneyPasswordMs }),
      tag: 'Staff',
      summary,
      description: `${description} ${aboutPortions} ${aboutSearch}`.trim(),
      body: Selection,
      answer: Answer,
      async handle({ caller: { actor }, body, request }) {
        const requestKey = idempotencyKeyOf(request)
        if (needsKey && requestKey === null)
          throw malformed(say('Send a unique Idempotency-Key, so that nothing is done twice.'))
        const { orders, next } = await portionOf(services, body, services.clock())
        const results = await resultsOf(
          orders,
          order => act(services, { ...order, reason: body.reason ?? null, requestKey, actor, now: services.clock() }),
          { requestId: request.id, log: services.log },
        )
        const titleOf = await readOrderTitles(services.db, results)
        return { results: results.map(result => ({ ...result, ...titleOf(result) })), nextCursor: next }
      },
    }),
  )
