// What the operator's staff look after in money: charges that nobody knows the outcome of, refunds that the provider
// does not make, orders that nobody pays, and days whose books differ from the provider's.

import { type Static, Type } from 'typebox'
import { type Clock, utcDay } from '../../base/clock.ts'
import { dollars, dollarsOrNull } from '../../base/money.ts'
import { Refusal } from '../../base/refusal.ts'
import { settleAsNotTaken } from '../../orders/money/notTaken.ts'
import type { ChargeDeps } from '../../orders/money/pay.ts'
import type { RefundDeps } from '../../orders/money/refund.ts'
import { settleGivenBack } from '../../orders/money/refundByHand.ts'
import { listOverdueOrders } from '../../orders/money/unpaidOrders.ts'
import { presentOrder } from '../../orders/present.ts'
import type { Comparison } from '../../payments/books/store.ts'
import { listComparisons } from '../../payments/books/store.ts'
import { hasRefund, listOpenCharges, listUnmadeRefunds } from '../../payments/read.ts'
import { Charge, chargeOf, presentCharge } from '../customers/billing.ts'
import { OrderObject } from '../customers/orderSchemas.ts'
import { type Route, route } from '../route.ts'
import { Dollars, Instant, LongText, nullable, oneOf, Text } from '../schemas.ts'

export type StaffMoneyParts = { chargeDeps: ChargeDeps; refundDeps: RefundDeps; clock: Clock }

const tag = 'Staff: money'
const Limit = Type.Integer({ minimum: 1, maximum: 200, default: 50 })
const NextCursor = nullable(Type.String({ description: 'Null on the last page.' }))

const OpenCharge = Type.Object({
  ...Charge.properties,
  accountId: Type.String(),
  accountName: Type.String(),
  provider: Type.String(),
  attempts: Type.Integer({ description: 'How often the provider was called.' }),
  nextAttemptAt: nullable(Instant),
})
const OpenQuery = Type.Object({
  status: oneOf(['unknown', 'requires_action']),
  limit: Limit,
  cursor: Type.Optional(Text(64)),
})
const UnmadeQuery = Type.Object({ limit: Limit, cursor: Type.Optional(Text(64)) })
const UnmadeRefund = Type.Object({
  accountId: Type.String(),
  accountName: Type.String(),
  refundId: Type.String(),
  chargeId: Type.String(),
  customerOrderId: Type.String(),
  amount: Dollars,
  provider: Type.String(),
  problem: Type.String({ description: 'What the provider answered last.' }),
  attempts: Type.Integer({ description: 'How often it was asked.' }),
  nextAttemptAt: Instant,
  createdAt: Instant,
  returnedAt: nullable(Instant),
})
const OverdueQuery = Type.Object({
  limit: Limit,
  cursor: Type.Optional(
    Type.String({
      maxLength: 200,
      pattern: '^[^/\\p{Cc}\\p{Cs}]+/[^/\\p{Cc}\\p{Cs}]+$',
      'x-expected': 'a nextCursor of an earlier answer',
    }),
  ),
})
const OverdueOrder = Type.Object({
  accountId: Type.String(),
  accountName: Type.String(),
  holderEmail: Type.String(),
  customerOrderId: Type.String(),
  amount: Dollars,
  firstTriedAt: nullable(Instant),
  lastTriedAt: nullable(Instant),
  declineCode: nullable(Type.String()),
})
const ReconciliationQuery = Type.Object({
  before: Type.Optional(Type.String({ format: 'date', description: 'Only days before this one.' })),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 31 }),
})
const Reconciliation = Type.Object({
  provider: Type.String(),
  day: Type.String(),
  comparedAt: Instant,
  entries: Type.Integer({ description: "The number of the provider's entries that day." }),
  differences: Type.Array(
    Type.Object({
      kind: oneOf(['unknown_to_us', 'not_recorded', 'unknown_to_provider', 'amount', 'ledger']),
      ref: Type.String({ description: "The provider's id of it." }),
      accountId: nullable(Type.String()),
      providerAmount: nullable(Dollars),
      ourAmount: nullable(Dollars),
      detail: Type.String(),
    }),
  ),
})

export function staffMoneyRoutes({ chargeDeps, refundDeps, clock }: StaffMoneyParts): Route[] {
  const { db } = chargeDeps.shell
  return [
    route({
      method: 'GET',
      path: '/staff/charges',
      callers: ['staff'],
      tag,
      summary: 'List open charges, oldest first',
      description:
        'unknown: it is not known whether money moved; after a day, ask the provider. requires_action: the cardholder must confirm.',
      query: OpenQuery,
      answer: Type.Object({ charges: Type.Array(OpenCharge), nextCursor: NextCursor }),
      refuses: ['malformed_request'],
      handle: async ({ query: { status, limit, cursor = '' } }) => {
        const found = await listOpenCharges(db, { status, after: cursor, limit: limit + 1 })
        const page = found.slice(0, limit)
        return {
          charges: page.map(presentCharge),
          nextCursor: found.length > limit ? page.at(-1)!.chargeId : null,
        }
      },
    }),
    route({
      method: 'POST',
      path: '/staff/charges/:accountId/:chargeId/not-taken',
      callers: ['staff'],
      tag,
      summary: 'Settle a charge that has been unknown for a day as one that took no money',
      description:
        'For when the provider has been asked by other ways. It is told to give the charge up first; should it know that the money was taken, the charge is settled as that instead, and the answer is 409. Else its orders are due again, and the holder is told as of a decline.',
      params: Type.Object({ accountId: Text(64), chargeId: Text(64) }),
      body: Type.Object(
        { reason: LongText(1000, { minLength: 1, description: 'For the audit log.' }) },
        { additionalProperties: false },
      ),
      answer: Charge,
      refuses: ['malformed_request', 'not_found', 'wrong_state', 'provider_unavailable'],
      handle: async ({ caller: { actor }, params: { accountId, chargeId }, body: { reason } }) => {
        await chargeOf(db, accountId, chargeId)
        await settleAsNotTaken(chargeDeps, { accountId, chargeId, reason, actor, now: clock() })
        return chargeOf(db, accountId, chargeId)
      },
    }),
    route({
      method: 'GET',
      path: '/staff/refunds',
      callers: ['staff'],
      tag,
      summary: 'Refunds that the provider was asked for and has not made, or that have come back, oldest first',
      description:
        'It is asked again daily, with the same key. What it refuses for good somebody has to give back by hand; so also what was made, and came back from the bank at `returnedAt`.',
      query: UnmadeQuery,
      answer: Type.Object({ refunds: Type.Array(UnmadeRefund), nextCursor: NextCursor }),
      refuses: ['malformed_request'],
      handle: async ({ query: { limit, cursor = '' } }) => {
        const found = await listUnmadeRefunds(db, { after: cursor, limit: limit + 1 })
        const page = found.slice(0, limit)
        return {
          refunds: page.map(({ amountCents, ...refund }) => ({ ...refund, amount: dollars(amountCents) })),
          nextCursor: found.length > limit ? page.at(-1)!.refundId : null,
        }
      },
    }),
    route({
      method: 'POST',
      path: '/staff/refunds/:accountId/:refundId/given-back',
      callers: ['staff'],
      tag,
      summary: 'End a refund that the provider has not made, as refunded by hand',
      description:
        "Once the money is on its way to the customer. The provider is looked at once more; should it have made the refund meanwhile, that is recorded instead, and the answer is 409. A refund that was made by hand in the provider's own pages is named by the provider's reference, by which the books are compared.",
      params: Type.Object({ accountId: Text(64), refundId: Text(64) }),
      body: Type.Object(
        {
          reference: Text(200, { description: 'What names the movement of the money. The holder reads it.' }),
          reason: LongText(1000, { minLength: 1, description: 'For the audit log.' }),
        },
        { additionalProperties: false },
      ),
      answer: OrderObject,
      refuses: ['malformed_request', 'not_found', 'wrong_state', 'provider_unavailable'],
      handle: async ({ caller: { actor }, params, body }) => {
        const { accountId, refundId } = params
        if (!(await hasRefund(db, accountId, refundId)))
          throw new Refusal('not_found', `account ${accountId} has no refund ${refundId}`)
        return presentOrder(await settleGivenBack(refundDeps, { ...params, ...body, actor, now: clock() }))
      },
    }),
    route({
      method: 'GET',
      path: '/staff/orders/overdue',
      callers: ['staff'],
      tag,
      summary: 'List unpaid orders that are no longer charged automatically',
      description: 'They wait until their account adds a card or pays, or until they are cancelled.',
      query: OverdueQuery,
      answer: Type.Object({ orders: Type.Array(OverdueOrder), nextCursor: NextCursor }),
      refuses: ['malformed_request'],
      handle: ({ query }) => overduePage(db, query),
    }),
    route({
      method: 'GET',
      path: '/staff/reconciliations',
      callers: ['staff'],
      tag,
      summary: "List the daily comparisons of our books with the provider's, newest first",
      query: ReconciliationQuery,
      answer: Type.Object({ days: Type.Array(Reconciliation) }),
      refuses: ['malformed_request'],
      handle: async ({ query: { before, limit } }) => {
        const tomorrow = utcDay(clock()).add({ days: 1 }).toString()
        const days = await listComparisons(db, { before: before ?? tomorrow, limit })
        return { days: days.map(presentComparison) }
      },
    }),
  ]
}

async function overduePage(db: ChargeDeps['shell']['db'], { limit, cursor = '/' }: Static<typeof OverdueQuery>) {
  const [accountId = '', orderId = ''] = cursor.split('/')
  const found = await listOverdueOrders(db, { after: { accountId, orderId }, limit: limit + 1 })
  const page = found.slice(0, limit)
  const last = page.at(-1)
  return {
    orders: page.map(({ amountCents, ...order }) => ({ ...order, amount: dollars(amountCents) })),
    nextCursor: found.length > limit ? `${last!.accountId}/${last!.orderId}` : null,
  }
}

const presentComparison = ({ differences, ...comparison }: Comparison) => ({
  ...comparison,
  differences: differences.map(({ providerCents, ourCents, ...difference }) => ({
    ...difference,
    providerAmount: dollarsOrNull(providerCents),
    ourAmount: dollarsOrNull(ourCents),
  })),
})
