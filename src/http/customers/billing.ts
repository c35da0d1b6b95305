// What an account owes and was charged, and paying at once.

import { Type } from 'typebox'
import type { Clock } from '../../base/clock.ts'
import { centsOf, dollars } from '../../base/money.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Db } from '../../db/db.ts'
import type { ChargeDeps } from '../../orders/money/pay.ts'
import { endWaiting, payNow } from '../../orders/money/payNow.ts'
import { listDueOrders } from '../../orders/money/unpaidOrders.ts'
import { type ChargeView, listCharges, readCharge, readProviderRef } from '../../payments/read.ts'
import { idempotencyKeyOf, saysIdempotencyKey } from '../idempotency.ts'
import { malformed } from '../problem.ts'
import { type Route, route } from '../route.ts'
import { Dollars, Instant, nullable, oneOf, Text } from '../schemas.ts'

export type BillingParts = { chargeDeps: ChargeDeps; clock: Clock }

const tag = 'Billing'
const chargeStatuses = ['claimed', 'unknown', 'requires_action', 'succeeded', 'declined'] as const
const Amount = Type.Number({
  minimum: 0,
  description: 'US dollars with at most two decimals, the amount returned by `due`.',
})
const OrderAmount = Type.Object({ customerOrderId: Type.String(), amount: Dollars })
const DueOrder = Type.Object({
  customerOrderId: Type.String(),
  recipient: Type.String({ description: 'Whom it goes to.' }),
  createdAt: Instant,
  amount: Dollars,
})
const Due = Type.Object({
  amount: Type.Number({ description: 'US dollars with at most two decimals; confirm this amount to pay.' }),
  currency: Type.String(),
  orders: Type.Array(DueOrder, { description: 'What waits for payment and is in no charge under way.' }),
})
export const Charge = Type.Object(
  {
    chargeId: Type.String(),
    date: Type.String({ description: 'The day of the charge, in UTC.' }),
    kind: oneOf(['daily', 'at_once'], { description: 'at_once: a member of the account requested it.' }),
    status: oneOf(chargeStatuses, {
      description:
        'claimed: in progress; unknown: the outcome is not known yet and is asked for again, never charged anew; requires_action: the cardholder must confirm.',
    }),
    amount: Dollars,
    refunded: Dollars,
    currency: Type.String(),
    card: nullable(Type.Object({ brand: Type.String(), last4: Type.String() })),
    declineCode: nullable(Type.String()),
    declineMessage: nullable(Type.String()),
    confirmUrl: nullable(Type.String({ description: 'Where the cardholder confirms, while the charge waits for it.' })),
    invoiceNumber: nullable(
      Type.Integer({ description: 'Null until the charge has succeeded; only then it has an invoice.' }),
    ),
    orderCount: Type.Integer(),
    orders: Type.Array(OrderAmount, { description: 'The first hundred orders.' }),
    createdAt: Instant,
    settledAt: nullable(Instant),
  },
  { $id: 'Charge' },
)
const ChargePath = Type.Object({ chargeId: Text(64) })
const ChargeQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 25 }),
  cursor: Type.Optional(Text(64)),
})

export function billingRoutes({ chargeDeps, clock }: BillingParts): Route[] {
  const { db } = chargeDeps.shell
  return [
    route({
      method: 'GET',
      path: '/dashboard/api/billing/due',
      callers: ['member'],
      tag,
      summary: 'Read what can be paid now',
      answer: Due,
      handle: async ({ caller: { accountId } }) => {
        const orders = await listDueOrders(db, accountId)
        const dueCents = orders.reduce((sum, order) => sum + order.amountCents, 0)
        return {
          amount: dollars(dueCents),
          currency: 'USD',
          orders: orders.map(({ amountCents, ...order }) => ({ ...order, amount: dollars(amountCents) })),
        }
      },
    }),
    route({
      method: 'POST',
      path: '/dashboard/api/billing/pay',
      callers: ['member'],
      needs: 'billing',
      tag,
      summary: 'Pay everything that is due now',
      description: `Makes the daily charge now. The amount confirms what is paid: if the due amount has changed, nothing is charged and the answer is 409. A charge that is declined, or that the cardholder must confirm first, also answers 200: see its status. ${saysIdempotencyKey}`,
      body: Type.Object({ amount: Amount }, { additionalProperties: false }),
      answer: Charge,
      refuses: ['malformed_request', 'amount_changed', 'no_card', 'request_key_reused'],
      handle: async ({ caller: { accountId, actor }, body, request }) => {
        const amountCents = confirmedCents(body.amount)
        const payment = { accountId, amountCents, requestKey: idempotencyKeyOf(request), actor, now: clock() }
        return chargeOf(db, accountId, await payNow(chargeDeps, payment))
      },
    }),
    route({
      method: 'GET',
      path: '/dashboard/api/charges',
      callers: ['member'],
      tag,
      summary: 'List charges, newest first',
      query: ChargeQuery,
      answer: Type.Object({
        charges: Type.Array(Charge),
        nextCursor: nullable(Type.String({ description: 'Null on the last page.' })),
      }),
      refuses: ['malformed_request'],
      handle: async ({ caller: { accountId }, query: { limit, cursor = null } }) => {
        const found = await listCharges(db, { accountId, before: cursor, limit: limit + 1 })
        const page = found.slice(0, limit)
        return {
          charges: page.map(presentCharge),
          nextCursor: found.length > limit ? page.at(-1)!.chargeId : null,
        }
      },
    }),
    route({
      method: 'GET',
      path: '/dashboard/api/charges/:chargeId',
      callers: ['member'],
      tag,
      summary: 'Read a charge',
      params: ChargePath,
      answer: Charge,
      refuses: ['malformed_request', 'not_found'],
      handle: ({ caller: { accountId }, params: { chargeId } }) => chargeOf(db, accountId, chargeId),
    }),
    route({
      method: 'POST',
      path: '/dashboard/api/charges/:chargeId/withdraw',
      callers: ['member'],
      needs: 'billing',
      tag,
      summary: 'Cancel a charge that waits for confirmation',
      description:
        'Its orders are then due again, and can be paid with another card. If it has been confirmed in the meantime, it stands.',
      params: ChargePath,
      answer: Charge,
      refuses: ['malformed_request', 'not_found', 'wrong_state'],
      handle: async ({ caller: { accountId, actor }, params: { chargeId } }) => {
        await chargeOf(db, accountId, chargeId)
        await endWaiting(chargeDeps, { accountId, chargeId, act: 'withdraw', actor, now: clock() })
        return chargeOf(db, accountId, chargeId)
      },
    }),
    route({
      method: 'POST',
      path: '/dashboard/api/charges/:chargeId/confirm',
      callers: ['member'],
      needs: 'billing',
      tag,
      summary: "Play the cardholder's bank (simulated gateway only)",
      description: 'With a real provider the cardholder confirms at `confirmUrl`, and this answers 409.',
      params: ChargePath,
      body: Type.Object({ says: oneOf(['confirmed', 'refused']) }, { additionalProperties: false }),
      answer: Charge,
      refuses: ['malformed_request', 'not_found', 'wrong_state'],
      handle: async ({ caller: { accountId, actor }, params: { chargeId }, body: { says } }) => {
        await chargeOf(db, accountId, chargeId)
        const ref = await readProviderRef(db, accountId, chargeId)
        const { playHolder } = chargeDeps.payments
        if (playHolder === null || ref === null || !(await playHolder(ref, says)))
          throw new Refusal('wrong_state', 'That charge does not wait for a confirmation here.')
        await endWaiting(chargeDeps, { accountId, chargeId, act: 'charge', actor, now: clock() })
        return chargeOf(db, accountId, chargeId)
      },
    }),
  ]
}

/** The charge as it is answered. Refuses with `not_found`. */
export async function chargeOf(db: Db, accountId: string, chargeId: string) {
  const charge = await readCharge(db, accountId, chargeId)
  if (charge === undefined) throw new Refusal('not_found', `there is no charge ${chargeId}`)
  return presentCharge(charge)
}

function confirmedCents(amount: number): number {
  const cents = centsOf(amount)
  if (cents !== null) return cents
  const detail = `amount must be the dollars returned by \`due\`, with at most two decimals; got ${amount}.`
  throw malformed(detail, [{ pointer: '/amount', code: 'wrong_format', detail }])
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
