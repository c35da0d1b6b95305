// Reads for the console of the support staff: the overview, an order of any account with its whole history, and the
// orders of an account.

import { Type } from 'typebox'
import { readAccountWithLimits } from '../../accounts/accountQueries.ts'
import { dollars } from '../../base/money.ts'
import { readOrderInAnyMode } from '../../features/archive/readOrder.ts'
import { searchWithArchive } from '../../features/archive/searchWithArchive.ts'
import { marginOfOrder } from '../../features/placing/margins.ts'
import { findLabelCosts } from '../../features/printing/labelCosts.ts'
import { listOrderMessages } from '../../features/staff/orderMessages.ts'
import { orderActs, readStaffOrder, readStaffOverview, unpaidReasons } from '../../features/staff/staffQueries.ts'
import { readQueuePosition } from '../../limits/limitStore.ts'
import { listEmailsOfOrder } from '../../mail/emailQueries.ts'
import { readOrderTitles } from '../../orders/orderTitles.ts'
import { presentOrder } from '../../orders/view/presentOrder.ts'
import { alarmSteps, jobStatuses } from '../../printer/printer.ts'
import { attemptsOfOrder } from '../../webhooks/deliveryStore.ts'
import { deliveryIdOf, listDeliveriesAndNotices } from '../../webhooks/listDeliveries.ts'
import { Dispute, presentDispute } from '../money/disputes.ts'
import { OrderMarginObject, presentOrderMargin } from '../money/margins.ts'
import { archivedOrderFields } from '../objects/archive.ts'
import { Closed, Dollars, Instant, Mode, nullable, oneOf, Text, Words } from '../objects/common.ts'
import { OrderObject, OrderStatus, OrderSteps, PageCounts, QueueTurn } from '../objects/order.ts'
import { orderSummaryFields, presentOrderSummary } from '../objects/orderSummary.ts'
import { OrderTitle } from '../objects/orderTitle.ts'
import { resource } from '../server/resource.ts'
import { type Route, route } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { AttemptObject, DeliveryObject } from '../webhooks/deliveries.ts'
import { BookTitles, Covers, staffCovers } from './covers.ts'
import { OrderMessage, presentMessages } from './orderMessages.ts'
import { noOrderOfAccount, presentSteps, requireOrderInAnyMode } from './orders.ts'
import { Mail } from './waitingOrders.ts'

const tag = 'Staff'
const Day = Type.String({ format: 'date' })
const Count = Type.Integer({ description: 'Counted up to 10,000.' })

const Sales = Type.Object({
  orders: Type.Integer({ description: 'Orders that were paid, and orders that shipped at prices of the printer.' }),
  amount: Dollars,
})
const presentSales = ({ orders, cents }: { orders: number; cents: number }) => ({ orders, amount: dollars(cents) })

const Overview = Type.Object({
  now: Instant,
  days: Type.Array(
    Type.Object({
      day: Day,
      counts: Type.Array(Type.Object({ status: OrderStatus, orders: Type.Integer() })),
    }),
  ),
  work: Type.Array(Type.Object({ day: Day, jobs: Type.Integer(), copies: Type.Integer() }), {
    description: 'The print jobs of printers by the day that they are planned for, also of the next days.',
  }),
  waiting: Type.Array(
    Type.Object({
      status: OrderStatus,
      lateAfterMinutes: Type.Integer({ description: 'Orders that wait longer than this are counted.' }),
      late: Count,
      oldestSince: nullable(Instant),
      examples: Type.Array(
        Type.Object({
          accountId: Type.String(),
          customerOrderId: Type.String(),
          orderTitle: OrderTitle,
          since: Instant,
        }),
        {
          description: 'The orders that have waited longest.',
        },
      ),
    }),
  ),
  counts: Type.Object({
    stopped: Type.Integer({ description: 'Production orders that wait for a decision, up to 10,000.' }),
    alarms: Count,
    returned: Type.Integer({ description: 'Orders with returned parcels that nobody has decided about.' }),
    quotes: Type.Integer({ description: 'Quotes that wait for an answer.' }),
    unknownCharges: Count,
    unconfirmedCharges: Count,
    unmadeRefunds: Count,
    refusedPayments: Type.Integer({ description: 'Payments of statements that need the staff, up to 10,000.' }),
    openDisputes: Count,
    approvals: Type.Integer({ description: 'Staff actions that wait for a second person, up to 10,000.' }),
    exemptions: Count,
    expiringExemptions: Type.Integer({
      description: 'Certificates that expire soon or have expired, without a successor.',
    }),
    overdue: Count,
    untaxed: Type.Integer({ description: 'Orders without a tax quote for more than half an hour.' }),
    heldPrinters: Count,
    failingPrinters: Count,
    contradictions: Type.Integer({ description: 'In the last seven days.' }),
    unevenDays: Type.Integer({
      description: "Days in the last week with differences between the ledger and the provider's records.",
    }),
    stuckMails: Type.Integer({ description: 'Emails that have waited for more than an hour.' }),
  }),
  sales: Type.Object(
    { today: Sales, yesterday: Sales },
    { description: 'Of production, by UTC days. Today is without the last hour.' },
  ),
  capped: Type.Boolean({ description: 'True if a count is incomplete.' }),
  isSelling: Type.Boolean({ description: 'False before the first version of the data: orders are refused.' }),
})

const Job = Type.Object({
  jobId: Type.String(),
  attempt: Type.Integer(),
  printer: Type.String(),
  status: oneOf(jobStatuses),
  cancellationRequested: Type.Boolean(),
  changeRequested: Type.Boolean({ description: 'The customer wants another address or shipping class.' }),
  enterprise: Type.Boolean({ description: 'The printer sets the prices of this account.' }),
  agreedPrices: Type.Boolean({ description: 'Prices that the printer does not name are the agreed prices.' }),
  problem: nullable(Words()),
  alarm: nullable(oneOf(alarmSteps)),
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
  description: 'Since when the order has waited for a tax quote, and the last answer; null if it does not wait.',
})

const StaffOrder = Type.Object({
  accountId: Type.String(),
  accountName: Type.String(),
  order: OrderObject,
  margin: OrderMarginObject,
  pageCounts: PageCounts,
  covers: Covers,
  bookTitles: BookTitles,
  steps: OrderSteps,
  jobs: Type.Array(Job, { description: 'Newest first.' }),
  acts: Type.Array(oneOf(orderActs), { description: 'What you can do with the order now.' }),
  money: Money,
  taxWait: TaxWait,
  disputes: Type.Array(Dispute, { description: 'Disputes of the charge that paid for the order, newest first.' }),
  unpaidBy: nullable(
    oneOf(unpaidReasons, {
      description:
        'Why the next daily charge leaves out an unpaid order: its charge has an unknown outcome, the cardholder must confirm its charge, or it was declined too often. Null for all other orders.',
    }),
  ),
  turn: QueueTurn,
  messages: Type.Array(OrderMessage, { description: 'Notes of the staff and messages to the customer, oldest first.' }),
  archivedAt: nullable(
    Type.String({
      format: 'date-time',
      description: 'Null if it is not archived. The print jobs of an archived order are shown once it is restored.',
    }),
  ),
})

/** The name of an order in a list of the orders of all accounts. */
export const accountOrderFields = {
  accountId: Type.String(),
  accountName: Type.String(),
  mode: Mode,
  customerOrderId: Type.String(),
  orderNumber: Type.String(),
  status: OrderStatus,
}

export const FoundOrder = Type.Object({
  ...accountOrderFields,
  ...orderSummaryFields,
  createdAt: Instant,
})

export const FoundArchived = Type.Object({
  accountId: Type.String(),
  accountName: Type.String(),
  ...archivedOrderFields,
})

const maxFound = 50
const maxWebhooks = 100
const maxMails = 100

export const staffReadRoutes = (services: Services): Route[] => [
  ...overviewRoutes(services),
  ...orderSearchRoutes(services),
  ...orderDetailRoutes(services),
  ...orderMessageReadRoutes(services),
]

const overviewRoutes = ({ clock, operatorVersions }: Services): Route[] => [
  ...resource({
    method: 'GET',
    at: { staff: '/staff/overview' },
    act: 'getOverview',
    tag,
    summary: 'Read the overview: orders by day, overdue orders, and what needs attention',
    answer: Overview,
    async handle({ read }) {
      const { sales, waiting, ...overview } = await read(db => readStaffOverview(db, clock()))
      const titleOf = await read(db =>
        readOrderTitles(
          db,
          waiting.flatMap(({ examples }) => examples),
        ),
      )
      return {
        ...overview,
        waiting: waiting.map(({ examples, ...status }) => ({
          ...status,
          examples: examples.map(order => ({ ...order, ...titleOf(order) })),
        })),
        sales: { today: presentSales(sales.today), yesterday: presentSales(sales.yesterday) },
        isSelling: operatorVersions.inEffect(clock()) !== null,
      }
    },
  }),
]

const orderSearchRoutes = ({ archive }: Services): Route[] => [
  route({
    method: 'GET',
    path: '/staff/orders/find',
    operationId: 'findOrders',
    tag,
    summary: 'Find orders of any account by details that a customer knows, newest first',
    description:
      'By any part of the identifier of the order, of the name, company or email address of the recipient, or of a ' +
      'tracking number, in any case and without accents or with them, or by a job id. If there are no such orders, ' +
      'similar texts match. At most 50; orders with exactly this identifier come first. A whole identifier of eight or ' +
      'more characters with a digit finds only what has it: an id, a number of a followed parcel, or the barcode of a ticket.',
    query: Closed({ search: Text(100) }),
    answer: Type.Object({
      orders: Type.Array(FoundOrder),
      more: Type.Boolean({ description: 'True if more orders may match: search for a longer text.' }),
      exact: Type.Boolean({ description: 'False: no order has the text, and these orders have similar texts.' }),
      archived: Type.Array(FoundArchived, {
        description: 'Archived orders whose identifier or number is exactly the text.',
      }),
    }),
    async handle({ query: { search }, read }) {
      const found = await read(db =>
        searchWithArchive({ db, archive }, 'all accounts', search, { limit: maxFound, filters: null }),
      )
      const { orders, more, isExact, archived } = found
      return { orders: orders.map(presentOrderSummary), more, exact: isExact, archived }
    },
  }),
]

const orderDetailRoutes = ({ db, clock, archive, operatorVersions, catalog, publicUrl }: Services): Route[] => [
  ...resource({
    method: 'GET',
    at: { staff: '/staff/orders/:accountId/:customerOrderId' },
    act: 'getOrder',
    tag,
    summary: 'Read an order with its steps, its print jobs, and the possible actions',
    answer: StaffOrder,
    async handle({ owner: { accountId }, params }) {
      const name = { accountId, ...params }
      const { stored, archived } = await readOrderInAnyMode({ db, archive }, name)
      const one = stored ?? archived?.order
      const found = one && (await readStaffOrder(db, one, archived?.steps ?? null))
      const account = found && (await readAccountWithLimits(db, accountId))
      if (found === undefined || account === undefined) throw noOrderOfAccount(name)
      const { order, steps, jobs, acts, money, taxWait, unpaidBy, disputes } = found
      const operator = operatorVersions.find(order.operatorVersion)
      const labelCents = (await findLabelCosts(db, [order])).get(order.orderId) ?? null
      return {
        accountId,
        accountName: account.name,
        order: presentOrder(order),
        margin: presentOrderMargin(operator && marginOfOrder(operator, order, labelCents)),
        pageCounts: order.books.map(({ pageCount }) => pageCount),
        covers: order.books.map(book => staffCovers({ catalog, publicUrl })(accountId, book)),
        bookTitles: order.books.map(({ title = null }) => title),
        steps: await presentSteps(db, order, steps, null),
        jobs,
        acts,
        taxWait,
        unpaidBy,
        disputes: disputes.map(presentDispute),
        turn: await readQueuePosition(db, order, clock()),
        messages: await presentMessages(db, archived?.messages ?? (await listOrderMessages(db, order))),
        archivedAt: archived?.archivedAt.toISOString() ?? null,
        money: money && {
          chargeId: money.chargeId,
          paid: dollars(money.paidCents),
          refunded: dollars(money.refundedCents),
        },
      }
    },
  }),
]

const orderMessageReadRoutes = ({ db }: Services): Route[] => [
  route({
    method: 'GET',
    path: '/staff/orders/:accountId/:customerOrderId/webhooks',
    operationId: 'listOrderWebhooks',
    tag,
    summary: 'List the webhooks of an order with their attempts, newest first',
    description: 'At most 100 webhooks, and the newest 500 stored attempts.',
    answer: Type.Object({
      webhooks: Type.Array(Type.Object({ ...DeliveryObject.properties, tries: Type.Array(AttemptObject) })),
    }),
    async handle({ params }) {
      const order = await requireOrderInAnyMode(db, params)
      const [sent, tries] = await Promise.all([
        listDeliveriesAndNotices(db, order, { orderId: order.orderId, limit: maxWebhooks }),
        attemptsOfOrder(db, order),
      ])
      const { orderId } = order
      const triesAt = Map.groupBy(tries, one => deliveryIdOf({ orderId, ...one }))
      return { webhooks: sent.map(one => ({ ...one, tries: triesAt.get(one.deliveryId) ?? [] })) }
    },
  }),
  route({
    method: 'GET',
    path: '/staff/orders/:accountId/:customerOrderId/mails',
    operationId: 'listOrderMails',
    tag,
    summary: 'List the emails about an order, newest first',
    description:
      'At most 100. Emails about several orders, such as emails about a payment, are only in the list of all emails.',
    answer: Type.Object({ mails: Type.Array(Mail) }),
    async handle({ params }) {
      const order = await requireOrderInAnyMode(db, params)
      return { mails: await listEmailsOfOrder(db, order, maxMails) }
    },
  }),
]
