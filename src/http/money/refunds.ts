// The operator's staff refund a paid order.

import { type Static, Type } from 'typebox'
import { say } from '../../../languages/texts.ts'
import { malformedField } from '../../base/refusal.ts'
import { refundByStaff } from '../../features/money/refunds.ts'
import { presentOrder } from '../../orders/view/presentOrder.ts'
import { centsAt } from '../objects/amounts.ts'
import { Closed, LongText } from '../objects/common.ts'
import { OrderObject } from '../objects/order.ts'
import { ApprovalObject, answerAwaitingApproval, mayAwaitApproval } from '../orders/approvals.ts'
import { idempotencyKeyHeader, idempotencyKeyOf } from '../server/idempotency.ts'
import { malformed } from '../server/problem.ts'
import { moneyPasswordMs, type Route, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'

const Amount = Type.Optional(
  Type.Number({ minimum: 0, description: 'US dollars with at most two decimals, including taxes.' }),
)
const Refund = Closed({
  reason: LongText(1000, { minLength: 1, description: 'Sent to the account holder, and recorded in the audit log.' }),
  amount: Amount,
  items: Type.Optional(
    Type.Array(
      Closed({
        index: Type.Integer({ minimum: 0, maximum: 499, description: 'Index of the item in orderItems, from 0.' }),
        quantity: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, description: 'Number of copies.' })),
        amount: Amount,
      }),
      { minItems: 1, maxItems: 500 },
    ),
  ),
})

export const refundRoutes = tagged('Staff', ({ transactor, db, clock, archive, secondPerson }: Services): Route[] => [
  route({
    method: 'POST',
    path: '/staff/orders/:accountId/:customerOrderId/refund',
    operationId: 'refundOrder',
    needs: 'refunds',
    freshWithinMs: moneyPasswordMs,
    summary: 'Refund a paid order',
    description: `Without \`amount\` and \`items\`, refunds the full remaining amount. With \`amount\`, refunds that much of the whole order; with \`items\`, a number of copies or an amount of each item, or its full remaining amount. Taxes are refunded in proportion. The order itself continues unchanged. A refund of an enterprise order is a credit on its next statement, always as an amount. ${mayAwaitApproval} ${idempotencyKeyHeader}`,
    body: Refund,
    answer: OrderObject,
    waits: ApprovalObject,
    refuses: ['wrong_state', 'refund_too_large', 'request_key_reused'],
    handle: async ({ caller, params, body, request, reply }) => {
      const by = { requestKey: idempotencyKeyOf(request), actor: caller.actor, now: clock() }
      const wanted = { ...params, ...readRefund(body), reason: body.reason, ...by }
      await archive.restore(params, by)
      const { done, approval } = await refundByStaff(transactor, wanted, secondPerson)
      return done === null ? answerAwaitingApproval(reply, db, approval, caller) : presentOrder(done)
    },
  }),
])

function readRefund({ amount, items = [] }: Static<typeof Refund>) {
  if (amount !== undefined && items.length > 0) {
    throw malformed(say('Send either an amount for the whole order or items, not both.'), [
      { pointer: '/amount', code: 'ambiguous', detail: say('got both amount and items, expected one of them') },
    ])
  }
  const seen = new Set<number>()
  return {
    amountCents: amount === undefined ? null : centsAt('/amount', amount, 1),
    items: items.map(({ index, quantity, amount }, i) => {
      if (seen.has(index))
        throw malformedField(
          `/items/${i}/index`,
          'repeated',
          say('got {index} twice, expected each item once', { index }),
        )
      seen.add(index)
      if (quantity !== undefined && amount !== undefined) {
        throw malformedField(
          `/items/${i}/amount`,
          'ambiguous',
          say('got both quantity and amount, expected one of them'),
        )
      }
      return {
        index,
        ...(quantity === undefined ? {} : { quantity }),
        ...(amount === undefined ? {} : { amountCents: centsAt(`/items/${i}/amount`, amount, 1) }),
      }
    }),
  }
}
