// Payments that need the staff: charges with an unknown outcome, failing refunds, unpaid orders, and days with
// differences between the ledger and the provider's records.

import { type Static, type TObject, Type } from 'typebox'
import { say } from '../../../languages/texts.ts'
import { utcDay } from '../../base/clock.ts'
import { dollars, dollarsOrNull } from '../../base/money.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Db } from '../../db/db.ts'
import { recordManualRefund } from '../../features/money/manualRefund.ts'
import { settleAsNotCharged } from '../../features/money/settleAsNotCharged.ts'
import { listOverdueOrders } from '../../features/money/unpaidOrders.ts'
import { readOrderTitles } from '../../orders/orderTitles.ts'
import { presentOrder } from '../../orders/view/presentOrder.ts'
import type { Comparison } from '../../payments/books/comparisonStore.ts'
import { listComparisons } from '../../payments/books/comparisonStore.ts'
import {
  type ChargeFilter,
  type ChargeOfAccount as ChargeOfAccountRow,
  chargeStatuses,
  hasRefund,
  listAllCharges,
  listFailingRefunds,
  sumCharges,
} from '../../payments/chargeQueries.ts'
import { NextCursor, pageOf, StaffLimit } from '../lists/list.ts'
import { type ExportColumns, fieldColumns } from '../lists/listExport.ts'
import { idPattern, timeList } from '../lists/timeLists.ts'
import { AmountBound, boundCents } from '../objects/amounts.ts'
import { Closed, Dollars, Instant, LongText, nullable, oneOf, Text, unprintable, Words } from '../objects/common.ts'
import { OrderObject } from '../objects/order.ts'
import { OrderTitle } from '../objects/orderTitle.ts'
import { moneyPasswordMs, type Route, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { Charge, chargeOf, presentCharge } from './billing.ts'

const ChargeOfAccount = Type.Object({
  ...Charge.properties,
  accountId: Type.String(),
  accountName: Type.String(),
  provider: Type.String(),
  attempts: Type.Integer({ description: 'The number of requests to the provider.' }),
  nextAttemptAt: nullable(Instant),
})
const chargeFilters = {
  accountId: Type.Optional(Text(64)),
  status: Type.Optional(oneOf(chargeStatuses, { description: 'Only charges with this status.' })),
  minAmount: AmountBound('Only charges of at least this amount.'),
  maxAmount: AmountBound('Only charges of at most this amount.'),
}
type ChargeFilters = Static<TObject<typeof chargeFilters>>
const filterOf = ({ accountId, status, minAmount, maxAmount }: ChargeFilters): ChargeFilter => ({
  accountId: accountId ?? null,
  status: status ?? null,
  minCents: boundCents(minAmount),
  maxCents: boundCents(maxAmount),
})
const presented = (charge: ChargeOfAccountRow) => presentCharge(charge)
type ListedCharge = ReturnType<typeof presented>
const chargeColumns: ExportColumns<ListedCharge> = {
  ...fieldColumns('chargeId accountId accountName date kind status amount refunded currency orderCount'),
  cardBrand: charge => charge.card?.brand ?? null,
  cardLast4: charge => charge.card?.last4 ?? null,
  ...fieldColumns('declineCode invoiceNumber provider attempts createdAt settledAt'),
}
const UnmadeQuery = Type.Object({ limit: StaffLimit, cursor: Type.Optional(Text(64)) })
const UnmadeRefund = Type.Object({
  accountId: Type.String(),
  accountName: Type.String(),
  refundId: Type.String(),
  chargeId: Type.String(),
  customerOrderId: Type.String(),
  orderTitle: OrderTitle,
  amount: Dollars,
  provider: Type.String(),
  problem: Words({ description: 'The last answer of the provider.' }),
  attempts: Type.Integer({ description: 'The number of requests to the provider.' }),
  nextAttemptAt: Instant,
  createdAt: Instant,
  returnedAt: nullable(Instant),
})
const OverdueQuery = Type.Object({
  limit: StaffLimit,
  cursor: Type.Optional(
    Type.String({
      maxLength: 200,
      pattern: `^[^/${unprintable}]+/[^/${unprintable}]+$`,
      'x-expected': 'a nextCursor of an earlier answer',
    }),
  ),
})
const OverdueOrder = Type.Object({
  accountId: Type.String(),
  accountName: Type.String(),
  holderEmail: Type.String(),
  customerOrderId: Type.String(),
  orderTitle: OrderTitle,
  amount: Dollars,
  firstTriedAt: nullable(Instant),
  lastTriedAt: nullable(Instant),
  declineCode: nullable(Type.String()),
})
const ReconciliationQuery = Type.Object({
  before: Type.Optional(Type.String({ format: 'date', description: 'Only days before this day.' })),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 31 }),
})
const Reconciliation = Type.Object({
  provider: Type.String(),
  day: Type.String(),
  comparedAt: Instant,
  entries: Type.Integer({ description: "The number of the provider's entries on this day." }),
  differences: Type.Array(
    Type.Object({
      kind: oneOf(['unknown_to_us', 'not_recorded', 'unknown_to_provider', 'amount', 'ledger']),
      ref: Type.String({ description: "The provider's id of the entry." }),
      accountId: nullable(Type.String()),
      providerAmount: nullable(Dollars),
      ourAmount: nullable(Dollars),
      detail: Words(),
    }),
  ),
})

export const staffMoneyRoutes = tagged('Staff: money', (services: Services): Route[] => [
  ...allChargeRoutes(services),
  ...failedRefundRoutes(services),
  ...reconciliationRoutes(services),
])

function allChargeRoutes({ chargeDeps, clock }: Services): Route[] {
  const { db } = chargeDeps.transactor
  return [
    ...timeList(db, {
      of: 'charges',
      at: { all: '/staff/charges' },
      act: 'listCharges',
      summary: 'List the charges of all accounts',
      description:
        'Filters combine. unknown: the payment status is unknown; after a day, ask the provider. requires_action: the cardholder must confirm.',
      filters: chargeFilters,
      row: ChargeOfAccount,
      id: idPattern('chg'),
      read: (db, { query }, page) => listAllCharges(db, filterOf(query), page),
      idOf: charge => charge.chargeId,
      present: presented,
      columns: chargeColumns,
      sum: (db, { query }, page) => sumCharges(db, filterOf(query), page),
      listed: withTitles,
    }),
    route({
      method: 'POST',
      path: '/staff/charges/:accountId/:chargeId/not-taken',
      operationId: 'markChargeNotTaken',
      needs: 'money',
      freshWithinMs: moneyPasswordMs,
      summary: 'Mark a charge as not charged after its status was unknown for a day',
      description:
        'First ask the provider in another way. Octavo cancels the charge at the provider. If the provider reports that the money was taken, the charge is recorded as succeeded and the answer is 409. Otherwise its orders are due again, and the holder is notified as for a decline.',
      body: Closed({ reason: LongText(1000, { minLength: 1, description: 'For the audit log.' }) }),
      answer: Charge,
      refuses: ['wrong_state', 'provider_unavailable'],
      handle: async ({ caller: { actor }, params: { accountId, chargeId }, body: { reason } }) => {
        await chargeOf(db, accountId, chargeId)
        await settleAsNotCharged(chargeDeps, { accountId, chargeId, reason, actor, now: clock() })
        return chargeOf(db, accountId, chargeId)
      },
    }),
  ]
}

async function withTitles(db: Db, charges: ListedCharge[]) {
  const ordersOf = ({ accountId, orders }: ListedCharge) => orders.map(order => ({ accountId, ...order }))
  const titleOf = await readOrderTitles(db, charges.flatMap(ordersOf))
  return charges.map(charge => ({
    ...charge,
    orders: ordersOf(charge).map(order => ({ ...order, ...titleOf(order) })),
  }))
}

function failedRefundRoutes({ chargeDeps, refundDeps, clock }: Services): Route[] {
  const { db } = chargeDeps.transactor
  return [
    route({
      method: 'GET',
      path: '/staff/refunds',
      operationId: 'listOpenRefunds',
      summary: 'List refunds that the provider has not made yet, or that were returned, oldest first',
      description:
        'Octavo repeats each request daily with the same key. Make a refund by hand if the provider refuses it for good, or if the bank returned it at `returnedAt`.',
      query: UnmadeQuery,
      answer: Type.Object({ refunds: Type.Array(UnmadeRefund), nextCursor: NextCursor }),
      handle: async ({ query: { limit, cursor = '' } }) => {
        const found = await listFailingRefunds(db, { after: cursor, limit: limit + 1 })
        const { page, nextCursor } = pageOf(found, limit, refund => refund.refundId)
        const titleOf = await readOrderTitles(db, page)
        const refunds = page.map(({ amountCents, ...refund }) => ({
          ...{ ...refund, ...titleOf(refund), amount: dollars(amountCents) },
        }))
        return { refunds, nextCursor }
      },
    }),
    route({
      method: 'POST',
      path: '/staff/refunds/:accountId/:refundId/given-back',
      operationId: 'recordManualRefund',
      needs: 'money',
      freshWithinMs: moneyPasswordMs,
      summary: 'Record that a refund was made by hand',
      description:
        "Send this once the money is on its way to the customer. Octavo asks the provider again: if the provider has made the refund in the meantime, that is recorded instead, and the answer is 409. For a refund made by hand at the provider, give the provider's reference, with which the books are compared.",
      body: Closed({
        reference: Text(200, { description: 'The reference of the money transfer. The holder sees it.' }),
        reason: LongText(1000, { minLength: 1, description: 'For the audit log.' }),
      }),
      answer: OrderObject,
      refuses: ['wrong_state', 'provider_unavailable'],
      handle: async ({ caller: { actor }, params, body }) => {
        const { accountId, refundId } = params
        if (!(await hasRefund(db, accountId, refundId)))
          throw new Refusal('not_found', say('account {accountId} has no refund {refundId}', { accountId, refundId }))
        return presentOrder(await recordManualRefund(refundDeps, { ...params, ...body, actor, now: clock() }))
      },
    }),
  ]
}

function reconciliationRoutes({ chargeDeps, clock }: Services): Route[] {
  const { db } = chargeDeps.transactor
  return [
    route({
      method: 'GET',
      path: '/staff/orders/overdue',
      operationId: 'listUnpaidOrders',
      summary: 'List unpaid orders that are no longer charged automatically',
      description: 'The orders wait until the account adds a card or pays, or until they are canceled.',
      query: OverdueQuery,
      answer: Type.Object({ orders: Type.Array(OverdueOrder), nextCursor: NextCursor }),
      handle: ({ query }) => overduePage(db, query),
    }),
    route({
      method: 'GET',
      path: '/staff/reconciliations',
      operationId: 'listReconciliations',
      summary: "List the daily comparisons of our books with the provider's, newest first",
      query: ReconciliationQuery,
      answer: Type.Object({ days: Type.Array(Reconciliation) }),
      handle: async ({ query: { before, limit } }) => {
        const tomorrow = utcDay(clock()).add({ days: 1 }).toString()
        const days = await listComparisons(db, { before: before ?? tomorrow, limit })
        return { days: days.map(presentComparison) }
      },
    }),
  ]
}

async function overduePage(db: Db, { limit, cursor = '/' }: Static<typeof OverdueQuery>) {
  const [accountId = '', orderId = ''] = cursor.split('/')
  const found = await listOverdueOrders(db, { after: { accountId, orderId }, limit: limit + 1 })
  const { page, nextCursor } = pageOf(found, limit, order => `${order.accountId}/${order.orderId}`)
  const titleOf = await readOrderTitles(db, page)
  const orders = page.map(({ amountCents, ...order }) => ({
    ...{ ...order, ...titleOf(order), amount: dollars(amountCents) },
  }))
  return { orders, nextCursor }
}

const presentComparison = ({ differences, ...comparison }: Comparison) => ({
  ...comparison,
  differences: differences.map(({ providerCents, ourCents, ...difference }) => ({
    ...difference,
    providerAmount: dollarsOrNull(providerCents),
    ourAmount: dollarsOrNull(ourCents),
  })),
})
