// Lists for the support staff: overdue orders, orders in EXCEPTION by cause, and emails.

import { type Static, Type } from 'typebox'
import { instant, isWithinYears } from '../../base/clock.ts'
import type { Db } from '../../db/db.ts'
import { actOnCause, causeActs, listCauses, maxBatchOrders } from '../../features/staff/causes.ts'
import { listWaiting, type WaitingCursor } from '../../features/staff/waitingOrders.ts'
import { emailStates, type ListedEmail, listEmails } from '../../mail/emailQueries.ts'
import { openStatuses, type Status } from '../../orders/lifecycle.ts'
import { readOrderTitles } from '../../orders/orderTitles.ts'
import { listCursor, NextCursor, pageOf, StaffLimit } from '../lists/list.ts'
import { type ExportColumns, fieldColumns } from '../lists/listExport.ts'
import { idPattern, timeList } from '../lists/timeLists.ts'
import { Closed, Instant, LongText, Mode, nullable, oneOf, Text, Words } from '../objects/common.ts'
import { OrderStatus } from '../objects/order.ts'
import { orderSummaryFields, presentOrderSummary } from '../objects/orderSummary.ts'
import { OrderTitle } from '../objects/orderTitle.ts'
import { type Route, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'

const Cursor = Type.String({ maxLength: 300, pattern: '^[\\w-]+$', 'x-expected': 'a nextCursor' })
const OrderQuery = Type.Object({
  status: Type.String({
    default: 'EXCEPTION,CANCELLATION_REQUESTED',
    pattern: `^(?:${openStatuses.join('|')})(?:,(?:${openStatuses.join('|')}))*$`,
    'x-expected': `one or more of ${openStatuses.join(', ')}, separated by commas`,
  }),
  mode: Type.Optional(Mode),
  olderThan: Type.Optional(
    Type.String({ format: 'date-time', description: 'Only orders that entered their status by this time.' }),
  ),
  limit: StaffLimit,
  cursor: Type.Optional(Cursor),
})
const WaitingOrder = Type.Object({
  accountId: Type.String(),
  accountName: Type.String(),
  mode: Mode,
  customerOrderId: Type.String(),
  orderNumber: Type.String(),
  status: OrderStatus,
  ...orderSummaryFields,
  since: Instant,
  dueAt: nullable(
    Type.String({ format: 'date-time', description: 'When the service checks the order again by itself.' }),
  ),
  createdAt: Instant,
  note: nullable(Words({ description: 'The note of the last step.' })),
})

const cause = {
  stoppedIn: OrderStatus,
  note: nullable(Type.String({ maxLength: 2000, description: 'The note of the step at which the orders stopped.' })),
}
const Causes = Type.Object({
  causes: Type.Array(
    Type.Object({
      ...cause,
      text: nullable(Words({ description: 'The note in the language of the screen.' })),
      orders: Type.Integer({ description: 'Counted up to 10,000.' }),
      oldestSince: Instant,
    }),
  ),
  capped: Type.Boolean({ description: 'True if the count is incomplete.' }),
  asOf: Instant,
})
const CauseBody = Closed({
  mode: Mode,
  ...cause,
  asOf: Type.String({
    format: 'date-time',
    description: 'Excludes orders that stopped after this time. Use the value from the list.',
  }),
  limit: Type.Integer({ minimum: 1, maximum: maxBatchOrders, default: maxBatchOrders }),
  cursor: Type.Optional(Cursor),
  reason: Type.Optional(LongText(1000, { description: 'For the history of each order and the audit log.' })),
})
const CauseResult = Type.Object({
  done: Type.Integer(),
  failed: Type.Array(
    Type.Object({
      accountId: Type.String(),
      customerOrderId: Type.String(),
      orderTitle: OrderTitle,
      code: Type.String(),
      detail: Words(),
    }),
    { description: 'The orders that stay in EXCEPTION, and why.' },
  ),
  nextCursor: nullable(Type.String({ description: 'The cursor of the next batch; null if there are no more orders.' })),
})

export const Mail = Type.Object({
  emailId: Type.String(),
  accountId: Type.String({ description: '`operator` for staff, printers, and recipients without a known account.' }),
  recipient: Type.String(),
  subject: Type.String(),
  body: Type.String({ description: 'Without the tokens of its links.' }),
  state: oneOf(emailStates, {
    description: '`kept`: stored without being sent, because there is no mail server.',
  }),
  attempts: Type.Integer(),
  createdAt: Instant,
  sentAt: nullable(Instant),
  nextAttemptAt: nullable(Instant),
})

/** Bodies have many lines; they are in the JSON file. */
const mailColumns: ExportColumns<ListedEmail> = fieldColumns(
  'emailId accountId recipient subject state attempts createdAt sentAt nextAttemptAt',
)
const waitingCursor = listCursor<WaitingCursor>({
  pattern: /^(?<ms>\d{1,15})-(?<orderId>ord_\w{10,60})$/,
  write: ({ since, orderId }) => `${since.getTime()}-${orderId}`,
  read({ ms, orderId }) {
    const since = instant(Number(ms))
    return isWithinYears(since) ? { since, orderId: orderId! } : null
  },
})

export const staffListRoutes = tagged('Staff', (services: Services): Route[] => [
  ...exceptionRoutes(services),
  ...overdueOrderRoutes(services),
])

const exceptionRoutes = ({ transactor, db, clock, fulfillment, log }: Services): Route[] => [
  route({
    method: 'GET',
    path: '/staff/orders/causes',
    operationId: 'countExceptionCauses',
    summary: 'Count the orders in EXCEPTION by cause, most frequent first',
    query: Type.Object({ mode: Type.Unsafe<Static<typeof Mode>>({ ...Mode, default: 'production' }) }),
    answer: Causes,
    async handle({ query: { mode } }) {
      const asOf = clock()
      const { causes, capped } = await listCauses(db, mode)
      return {
        causes: causes.map(({ note, ...cause }) => ({
          ...cause,
          note: note === null ? null : String(note),
          text: note,
        })),
        capped,
        asOf,
      }
    },
  }),
  ...causeActs.map(act =>
    route({
      method: 'POST',
      path: `/staff/orders/${act}`,
      operationId: act === 'resume' ? 'resumeOrders' : 'revalidateOrders',
      needs: 'orders',
      summary:
        act === 'resume'
          ? 'Resume the orders in EXCEPTION with the same cause'
          : 'Revalidate the orders in EXCEPTION with the same cause',
      description:
        'Oldest first, in batches: send the request again with `nextCursor` until it is null. Each order is ' +
        'treated as by the request for a single order, with an entry in the audit log. The answer lists the orders that stay in EXCEPTION.',
      body: CauseBody,
      answer: CauseResult,
      async handle({ caller: { actor }, body: { mode, stoppedIn, note, asOf, limit, cursor, reason = null } }) {
        const { done, failed, next } = await actOnCause(
          { transactor, fulfillment, db, log },
          {
            ...{ act, mode, cause: { stoppedIn, note }, asOf: instant(asOf), limit, reason, now: clock(), actor },
            after: waitingCursor.read(cursor, { pointer: '/cursor' }),
          },
        )
        const titleOf = await readOrderTitles(db, failed)
        return {
          done,
          failed: failed.map(order => ({ ...order, ...titleOf(order) })),
          nextCursor: next === null ? null : waitingCursor.write(next),
        }
      },
    }),
  ),
]

const overdueOrderRoutes = ({ db, clock }: Services): Route[] => [
  route({
    method: 'GET',
    path: '/staff/orders',
    operationId: 'listOverdueOrders',
    summary: 'List overdue orders, longest waiting first',
    query: OrderQuery,
    answer: Type.Object({ orders: Type.Array(WaitingOrder), nextCursor: NextCursor }),
    handle: ({ query }) => waitingPage(db, query, clock()),
  }),
  ...timeList(db, {
    of: 'mails',
    at: { staff: '/staff/mails' },
    operationId: 'listMails',
    summary: 'List emails',
    exported: {
      description:
        'Exactly the emails of GET /staff/mails with the same filters, as a file. The CSV file has no bodies.',
    },
    filters: { accountId: Type.Optional(Text(64)), state: Type.Optional(oneOf(emailStates)) },
    row: Mail,
    id: idPattern('eml'),
    read: (db, { query: { accountId = null, state = null } }, page) => listEmails(db, { accountId, state }, page),
    idOf: mail => mail.emailId,
    present: mail => mail,
    columns: mailColumns,
  }),
]

async function waitingPage(db: Db, query: Static<typeof OrderQuery>, now: Date) {
  const { status, mode = null, olderThan, limit, cursor } = query
  const found = await listWaiting(db, {
    statuses: status.split(',') as Status[],
    mode,
    before: olderThan === undefined ? now : instant(olderThan),
    after: waitingCursor.read(cursor),
    limit: limit + 1,
  })
  const { page, nextCursor } = pageOf(found, limit, last => waitingCursor.write(last))
  const orders = page.map(({ dueAt, ...order }) => ({
    ...presentOrderSummary(order),
    dueAt: dueAt?.toISOString() ?? null,
  }))
  return { orders, nextCursor }
}
