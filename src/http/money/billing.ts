// The amount that an account owes, its charges, and immediate payment.

import { Type } from 'typebox'
import { say } from '../../../languages/texts.ts'
import { hasScope } from '../../accounts/keys/restrictions.ts'
import { dollars } from '../../base/money.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Db } from '../../db/db.ts'
import { simulateDispute } from '../../features/money/disputes.ts'
import { endConfirmation, payNow } from '../../features/money/payNow.ts'
import { readDue } from '../../features/money/unpaidOrders.ts'
import { readOrderTitles } from '../../orders/orderTitles.ts'
import {
  type ChargeView,
  chargeStatuses,
  listCharges,
  readCharge,
  readProviderRef,
} from '../../payments/chargeQueries.ts'
import { NextCursor, pageOf } from '../lists/list.ts'
import { centsAt } from '../objects/amounts.ts'
import { Closed, Dollars, Instant, nullable, oneOf, Text, Words } from '../objects/common.ts'
import { OrderTitle } from '../objects/orderTitle.ts'
import { idempotencyKeyHeader, idempotencyKeyOf } from '../server/idempotency.ts'
import { resource } from '../server/resource.ts'
import { type Caller, type Route, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { readByKey } from './billingAddresses.ts'

const Amount = Type.Number({
  minimum: 0,
  description: 'US dollars with at most two decimals, the amount returned by `due`.',
})
const OrderAmount = Type.Object({ customerOrderId: Type.String(), orderTitle: OrderTitle, amount: Dollars })
const DueOrder = Type.Object({
  customerOrderId: Type.String(),
  orderTitle: OrderTitle,
  recipient: nullable(
    Type.String({ description: 'The recipient of the order; null for a key without the scope `orders:read`.' }),
  ),
  createdAt: Instant,
  amount: Dollars,
})
const Due = Type.Object({
  amount: Type.Number({ description: 'US dollars with at most two decimals; confirm this amount to pay.' }),
  currency: Type.String(),
  orderCount: Type.Integer({ description: 'The number of orders in the amount.' }),
  orders: Type.Array(DueOrder, {
    description: 'The orders that wait for payment and are not being charged, oldest first.',
  }),
  nextCursor: NextCursor,
})
export const Charge = Type.Object(
  {
    chargeId: Type.String(),
    date: Type.String({ description: 'The day of the charge, in UTC.' }),
    kind: oneOf(['daily', 'at_once'], { description: 'at_once: requested by a member of the account.' }),
    status: oneOf(chargeStatuses, {
      description:
        'claimed: in progress. unknown: Octavo asks the provider for the result and does not charge again. requires_action: the cardholder must confirm.',
    }),
    amount: Dollars,
    refunded: Dollars,
    currency: Type.String(),
    card: nullable(Type.Object({ brand: Type.String(), last4: Type.String() })),
    declineCode: nullable(Type.String()),
    declineMessage: nullable(Words()),
    confirmUrl: nullable(
      Type.String({
        description:
          'Where the cardholder confirms the charge, while it waits for confirmation; null for a key with scopes.',
      }),
    ),
    invoiceNumber: nullable(Type.Integer({ description: 'Null until the charge has succeeded.' })),
    orderCount: Type.Integer(),
    orders: Type.Array(OrderAmount, { description: 'The first 100 orders.' }),
    createdAt: Instant,
    settledAt: nullable(Instant),
  },
  { $id: 'Charge' },
)
const DueQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
  cursor: Type.Optional(Text(64)),
})
const ChargeQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 25 }),
  cursor: Type.Optional(Text(64)),
})

export const billingRoutes = tagged('Billing', (services: Services): Route[] => [
  ...amountDueRoutes(services),
  ...chargeRoutes(services),
  ...simulatedChargeRoutes(services),
])

function amountDueRoutes({ chargeDeps, clock }: Services): Route[] {
  const { db } = chargeDeps.transactor
  return [
    ...resource({
      method: 'GET',
      at: { key: '/billing/due', member: '/dashboard/api/billing/due' },
      operationId: 'getAmountDue',
      ...readByKey,
      summary: 'Read the amount that is due now',
      description: '`amount` and `orderCount` cover all due orders, not only this page.',
      query: DueQuery,
      answer: Due,
      handle: async ({ owner: { accountId }, caller, query: { limit, cursor = null } }) => {
        const seesRecipients = caller.kind !== 'customer_key' || hasScope(caller, 'orders:read')
        const due = await readDue(db, { accountId, after: cursor, limit: limit + 1 })
        const { page, nextCursor } = pageOf(due.orders, limit, order => order.orderId)
        const titleOf = await readOrderTitles(
          db,
          page.map(order => ({ ...order, accountId })),
        )
        return {
          amount: dollars(due.amountCents),
          currency: 'USD',
          orderCount: due.orderCount,
          orders: page.map(({ orderId: _, amountCents, recipient, ...order }) => ({
            ...order,
            ...titleOf({ ...order, accountId }),
            recipient: seesRecipients ? recipient : null,
            amount: dollars(amountCents),
          })),
          nextCursor,
        }
      },
    }),
    route({
      method: 'POST',
      path: '/dashboard/api/billing/pay',
      operationId: 'payAmountDue',
      needs: 'billing',
      summary: 'Pay everything that is due now',
      description: `Makes the daily charge now. The amount is a confirmation: if the due amount has changed, nothing is charged and the answer is 409. A declined charge, or a charge that the cardholder must confirm, also answers 200: check its status. If the amount is above the provider’s maximum, Octavo makes several charges and returns the first charge. ${idempotencyKeyHeader}`,
      body: Closed({ amount: Amount }),
      answer: Charge,
      refuses: ['amount_changed', 'no_card', 'request_key_reused'],
      handle: async ({ caller: { accountId, actor }, body, request }) => {
        const amountCents = centsAt('/amount', body.amount)
        const payment = { accountId, amountCents, requestKey: idempotencyKeyOf(request), actor, now: clock() }
        return chargeOf(db, accountId, await payNow(chargeDeps, payment))
      },
    }),
  ]
}

function chargeRoutes({ chargeDeps, clock }: Services): Route[] {
  const { db } = chargeDeps.transactor
  return [
    ...resource({
      method: 'GET',
      at: { key: '/billing/charges', member: '/dashboard/api/charges' },
      operationId: 'listCharges',
      ...readByKey,
      summary: 'List charges, newest first',
      query: ChargeQuery,
      answer: Type.Object({
        charges: Type.Array(Charge),
        nextCursor: NextCursor,
      }),
      handle: async ({ owner: { accountId }, caller, query: { limit, cursor = null } }) => {
        const found = await listCharges(db, { accountId, before: cursor, limit: limit + 1 })
        const { page, nextCursor } = pageOf(found, limit, charge => charge.chargeId)
        return { charges: page.map(charge => seenBy(caller, presentCharge(charge))), nextCursor }
      },
    }),
    ...resource({
      method: 'GET',
      at: { key: '/billing/charges/:chargeId', member: '/dashboard/api/charges/:chargeId' },
      operationId: 'getCharge',
      ...readByKey,
      summary: 'Read a charge',
      answer: Charge,
      handle: async ({ owner: { accountId }, caller, params: { chargeId } }) =>
        seenBy(caller, await chargeOf(db, accountId, chargeId)),
    }),
    route({
      method: 'POST',
      path: '/dashboard/api/charges/:chargeId/withdraw',
      operationId: 'withdrawCharge',
      needs: 'billing',
      summary: 'Cancel a charge that waits for confirmation',
      description:
        'Its orders are then due again and can be paid with another card. If the charge was confirmed in the meantime, it is not canceled.',
      answer: Charge,
      refuses: ['wrong_state'],
      handle: async ({ caller: { accountId, actor }, params: { chargeId } }) => {
        await chargeOf(db, accountId, chargeId)
        await endConfirmation(chargeDeps, { accountId, chargeId, act: 'withdraw', actor, now: clock() })
        return chargeOf(db, accountId, chargeId)
      },
    }),
  ]
}

/** The address completes a payment; a key with scopes only reads. */
const seenBy = <Shown extends { confirmUrl: string | null }>(caller: Caller, charge: Shown): Shown =>
  caller.kind === 'customer_key' && caller.scopes !== null ? { ...charge, confirmUrl: null } : charge

function simulatedChargeRoutes({ chargeDeps, clock }: Services): Route[] {
  const { db } = chargeDeps.transactor
  return [
    route({
      method: 'POST',
      path: '/dashboard/api/charges/:chargeId/confirm',
      operationId: 'simulateConfirmation',
      needs: 'billing',
      summary: "Simulate the response of the cardholder's bank (simulated gateway only)",
      description: 'With a real provider the cardholder confirms at `confirmUrl`, and this answers 409.',
      body: Closed({ says: oneOf(['confirmed', 'refused']) }),
      answer: Charge,
      refuses: ['wrong_state'],
      handle: async ({ caller: { accountId, actor }, params: { chargeId }, body: { says } }) => {
        await chargeOf(db, accountId, chargeId)
        const ref = await readProviderRef(db, accountId, chargeId)
        const { simulateHolder } = chargeDeps.payments
        if (simulateHolder === null || ref === null || !(await simulateHolder(ref, says)))
          throw new Refusal('wrong_state', say('This charge does not wait for a confirmation.'))
        await endConfirmation(chargeDeps, { accountId, chargeId, act: 'charge', actor, now: clock() })
        return chargeOf(db, accountId, chargeId)
      },
    }),
    route({
      method: 'POST',
      path: '/dashboard/api/charges/:chargeId/dispute',
      operationId: 'simulateDispute',
      needs: 'billing',
      summary: 'Simulate a dispute of a charge (simulated gateway only)',
      description:
        'opened: the bank withdraws the money, and the gateway charges a fee. won: the money is reinstated. lost: the cardholder keeps the money. With a real provider this answers 409.',
      body: Closed({ says: oneOf(['opened', 'won', 'lost']) }),
      answer: Charge,
      refuses: ['wrong_state'],
      handle: async ({ caller: { accountId, actor }, params: { chargeId }, body: { says } }) => {
        await chargeOf(db, accountId, chargeId)
        const chargeRef = await readProviderRef(db, accountId, chargeId)
        await simulateDispute(chargeDeps, { chargeRef, event: says, actor, now: clock() })
        return chargeOf(db, accountId, chargeId)
      },
    }),
  ]
}

/** The charge for an answer. Refuses with `not_found`. */
export async function chargeOf(db: Db, accountId: string, chargeId: string) {
  const charge = await readCharge(db, accountId, chargeId)
  if (charge === undefined) throw new Refusal('not_found', say('There is no charge {chargeId}.', { chargeId }))
  return presentCharge(charge)
}

const presentAmount = ({ customerOrderId, amountCents }: { customerOrderId: string; amountCents: number }) => ({
  customerOrderId,
  amount: dollars(amountCents),
})

export const presentCharge = <Shown extends ChargeView>({
  run,
  chargeDate,
  amountCents,
  refundedCents,
  orders,
  ...charge
}: Shown) => ({
  ...charge,
  date: chargeDate,
  kind: run === 0 ? ('daily' as const) : ('at_once' as const),
  amount: dollars(amountCents),
  refunded: dollars(refundedCents),
  currency: 'USD',
  orders: orders.map(presentAmount),
})
