// What the console of the support staff shows besides lists: how the service performs, an order of any account with its
// whole history, and an account's people and orders.

import { Type } from 'typebox'
import { readAccountWithLimits } from '../../accounts/read.ts'
import { roleNames } from '../../accounts/roles.ts'
import { listMembers } from '../../accounts/team.ts'
import type { Clock } from '../../base/clock.ts'
import { dollars } from '../../base/money.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Db } from '../../db/db.ts'
import { readTurn } from '../../limits/store.ts'
import { mailsOfOrder } from '../../mail/read.ts'
import { findOrdersOf } from '../../orders/desk/findOrders.ts'
import { accountNotFound } from '../../orders/desk/staff.ts'
import {
  findInAnyMode,
  orderActs,
  readStaffOrder,
  readStaffOverview,
  unpaidReasons,
} from '../../orders/desk/staffReads.ts'
import { presentOrder } from '../../orders/present.ts'
import { jobStatuses } from '../../printer/printer.ts'
import { listSent } from '../../webhooks/list.ts'
import { attemptsOfOrder } from '../../webhooks/store.ts'
import { AttemptObject, DeliveryObject } from '../customers/deliveries.ts'
import {
  OrderObject,
  OrderPage,
  OrderQuery,
  OrderStatus,
  OrderSteps,
  PageCounts,
  Turn,
} from '../customers/orderSchemas.ts'
import { orderPage, presentSteps } from '../customers/orders.ts'
import { type Route, route } from '../route.ts'
import { CustomerOrderId, Dollars, Instant, Mode, nullable, oneOf, Text } from '../schemas.ts'
import { Mail } from './desk.ts'
import { glanceFields, presentGlance } from './glance.ts'

export type StaffReadParts = { db: Db; clock: Clock }

const tag = 'Staff'
const AccountId = Text(64)
const Day = Type.String({ format: 'date' })
const Count = Type.Integer({ description: 'Counted up to 10,000.' })

const Overview = Type.Object({
  now: Instant,
  days: Type.Array(
    Type.Object({
      day: Day,
      counts: Type.Array(Type.Object({ status: OrderStatus, orders: Type.Integer() })),
      jobs: Type.Integer({ description: 'Jobs given to printers.' }),
      copies: Type.Integer(),
    }),
  ),
  waiting: Type.Array(
    Type.Object({
      status: OrderStatus,
      lateAfterMinutes: Type.Integer({ description: 'Orders that wait longer than this are counted.' }),
      late: Count,
      oldestSince: nullable(Instant),
      examples: Type.Array(Type.Object({ accountId: Type.String(), customerOrderId: Type.String(), since: Instant }), {
        description: 'The orders that wait longest.',
      }),
    }),
  ),
  counts: Type.Object({
    stopped: Type.Integer({ description: 'Production orders that wait for a decision, up to 10,000.' }),
    alarms: Count,
    unknownCharges: Count,
    unconfirmedCharges: Count,
    unmadeRefunds: Count,
    approvals: Type.Integer({ description: 'Acts of the staff that wait for a second person, up to 10,000.' }),
    exemptions: Count,
    overdue: Count,
    untaxed: Type.Integer({ description: 'Orders without a tax quote for more than half an hour.' }),
    heldPrinters: Count,
    failingPrinters: Count,
    contradictions: Type.Integer({ description: 'In the last seven days.' }),
    unevenDays: Type.Integer({ description: "Days, of the last seven, whose books differ from the provider's." }),
    stuckMails: Type.Integer({ description: 'Not sent for more than an hour.' }),
  }),
  capped: Type.Boolean({ description: 'True when a count stopped at its bound.' }),
})

const Job = Type.Object({
  jobId: Type.String(),
  attempt: Type.Integer(),
  printer: Type.String(),
  status: oneOf(jobStatuses),
  cancellationRequested: Type.Boolean(),
  enterprise: Type.Boolean({ description: 'Its printer sets the prices.' }),
  problem: nullable(Type.String()),
  alarm: nullable(oneOf(['submission', 'acceptance', 'shipping', 'cancellation'])),
  dueDate: nullable(Day),
  createdAt: Instant,
  updatedAt: Instant,
})

/** `null` or the object: fast-json-stringify needs an explicit type. */
const Money = Type.Unsafe<{ chargeId: string; paid: number; refunded: number } | null>({
  ...Type.Object({ chargeId: Type.String(), paid: Dollars, refunded: Dollars }),
  type: ['object', 'null'],
  description: 'Null when nothing was charged for the order.',
})

const TaxWait = Type.Unsafe<{ since: Date | string; cause: string } | null>({
  ...Type.Object({ since: Instant, cause: Type.String() }),
  type: ['object', 'null'],
  description: 'Since when the order waits for a tax quote, and the last answer; null when it does not wait for one.',
})

const StaffOrder = Type.Object({
  accountId: Type.String(),
  accountName: Type.String(),
  order: OrderObject,
  pageCounts: PageCounts,
  steps: OrderSteps,
  jobs: Type.Array(Job, { description: 'Newest first.' }),
  acts: Type.Array(oneOf(orderActs), { description: 'What you can do with the order now.' }),
  money: Money,
  taxWait: TaxWait,
  unpaidBy: nullable(
    oneOf(unpaidReasons, {
      description:
        'Why the next daily charge does not take an unpaid order: it is in a charge whose outcome is unknown, or that the cardholder must confirm, or it was declined too often. Null for any other order.',
    }),
  ),
  turn: Turn,
})

const Found = Type.Object({
  accountId: Type.String(),
  accountName: Type.String(),
  mode: Mode,
  customerOrderId: Type.String(),
  status: OrderStatus,
  ...glanceFields,
  createdAt: Instant,
})

const Member = Type.Object({
  userId: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role: oneOf(roleNames),
  secondFactor: Type.Boolean(),
  since: Instant,
})

const mostFound = 50
const mostWebhooks = 100
const mostMails = 100

export const staffReadRoutes = ({ db, clock }: StaffReadParts): Route[] => [
  route({
    method: 'GET',
    path: '/staff/overview',
    callers: ['staff'],
    tag,
    summary: 'Read the overview: orders by day, what waits too long, and what needs attention',
    answer: Overview,
    handle: () => readStaffOverview(db, clock()),
  }),
  route({
    method: 'GET',
    path: '/staff/orders/find',
    callers: ['staff'],
    tag,
    summary: 'Find orders of any account by what a customer can name, newest first',
    description:
      'By the identifier, the name or the e-mail address of who gets it, or the beginning of one of these, and by a ' +
      'whole tracking number or job id. Letters of identifiers are upper or lower case as they were sent. ' +
      'At most 50; orders with just that identifier come first.',
    query: Type.Object({ search: Text(100) }, { additionalProperties: false }),
    answer: Type.Object({
      orders: Type.Array(Found),
      more: Type.Boolean({ description: 'True when others may have been left out: search for more of the text.' }),
    }),
    refuses: ['malformed_request'],
    async handle({ query: { search } }) {
      const { orders, more } = await findOrdersOf(db, search, mostFound)
      return { orders: orders.map(presentGlance), more }
    },
  }),
  route({
    method: 'GET',
    path: '/staff/orders/:accountId/:customerOrderId',
    callers: ['staff'],
    tag,
    summary: 'Read an order with its steps, its print jobs, and what can be done with it',
    params: Type.Object({ accountId: AccountId, customerOrderId: CustomerOrderId }),
    answer: StaffOrder,
    refuses: ['order_not_found'],
    async handle({ params }) {
      const found = await readStaffOrder(db, params)
      const account = found && (await readAccountWithLimits(db, params.accountId))
      if (found === undefined || account === undefined) {
        throw noSuchOrder(params)
      }
      const { order, steps, jobs, acts, money, taxWait, unpaidBy } = found
      return {
        accountId: params.accountId,
        accountName: account.name,
        order: presentOrder(order),
        pageCounts: order.books.map(({ pageCount }) => pageCount),
        steps: await presentSteps(db, steps, null),
        jobs,
        acts,
        taxWait,
        unpaidBy,
        turn: await readTurn(db, order, clock()),
        money: money && {
          chargeId: money.chargeId,
          paid: dollars(money.paidCents),
          refunded: dollars(money.refundedCents),
        },
      }
    },
  }),
  route({
    method: 'GET',
    path: '/staff/orders/:accountId/:customerOrderId/webhooks',
    callers: ['staff'],
    tag,
    summary: 'List the webhooks of an order with their attempts, newest first',
    description: 'At most 100 webhooks, and the newest 500 attempts of those that are still kept.',
    params: Type.Object({ accountId: AccountId, customerOrderId: CustomerOrderId }),
    answer: Type.Object({
      webhooks: Type.Array(Type.Object({ ...DeliveryObject.properties, tries: Type.Array(AttemptObject) })),
    }),
    refuses: ['order_not_found'],
    async handle({ params }) {
      const order = await findInAnyMode(db, params)
      if (order === undefined) throw noSuchOrder(params)
      const [sent, tries] = await Promise.all([
        listSent(db, order, { orderId: order.orderId, limit: mostWebhooks }),
        attemptsOfOrder(db, order),
      ])
      const triesAt = Map.groupBy(tries, ({ sequence }) => sequence)
      return { webhooks: sent.map(one => ({ ...one, tries: triesAt.get(one.sequence!) ?? [] })) }
    },
  }),
  route({
    method: 'GET',
    path: '/staff/orders/:accountId/:customerOrderId/mails',
    callers: ['staff'],
    tag,
    summary: 'List the mails about an order, newest first',
    description:
      'At most 100. Mails about several orders, such as those about a payment, are in the list of all mails.',
    params: Type.Object({ accountId: AccountId, customerOrderId: CustomerOrderId }),
    answer: Type.Object({ mails: Type.Array(Mail) }),
    refuses: ['order_not_found'],
    async handle({ params }) {
      const order = await findInAnyMode(db, params)
      if (order === undefined) throw noSuchOrder(params)
      return { mails: await mailsOfOrder(db, order, mostMails) }
    },
  }),
  route({
    method: 'GET',
    path: '/staff/accounts/:accountId/members',
    callers: ['staff'],
    tag,
    summary: 'List the people of an account',
    params: Type.Object({ accountId: AccountId }),
    answer: Type.Object({ members: Type.Array(Member) }),
    refuses: ['not_found'],
    async handle({ params: { accountId } }) {
      await requireAccount(db, accountId)
      return { members: await listMembers(db, accountId) }
    },
  }),
  route({
    method: 'GET',
    path: '/staff/accounts/:accountId/:mode/orders',
    callers: ['staff'],
    tag,
    summary: 'List the orders of an account, newest first',
    params: Type.Object({ accountId: AccountId, mode: Mode }),
    query: OrderQuery,
    answer: OrderPage,
    refuses: ['malformed_request', 'not_found'],
    async handle({ params: { accountId, mode }, query }) {
      await requireAccount(db, accountId)
      return orderPage(db, accountId, mode, query)
    },
  }),
]

const noSuchOrder = ({ accountId, customerOrderId }: { accountId: string; customerOrderId: string }) =>
  new Refusal('order_not_found', `account ${accountId} has no order ${customerOrderId}`)

async function requireAccount(db: Db, accountId: string): Promise<void> {
  if ((await readAccountWithLimits(db, accountId)) === undefined) throw accountNotFound(accountId)
}
