// The operator's staff refund a paid order.

import { type Static, Type } from 'typebox'
import type { Clock } from '../../base/clock.ts'
import { centsOf } from '../../base/money.ts'
import type { Db } from '../../db/db.ts'
import type { SecondPersonRule } from '../../orders/desk/secondPerson.ts'
import { refundByStaff } from '../../orders/money/refund.ts'
import { presentOrder } from '../../orders/present.ts'
import type { Shell } from '../../orders/work.ts'
import { OrderObject } from '../customers/orderSchemas.ts'
import { idempotencyKeyOf, saysIdempotencyKey } from '../idempotency.ts'
import { malformed } from '../problem.ts'
import { type Route, route } from '../route.ts'
import { CustomerOrderId, LongText, Text } from '../schemas.ts'
import { ApprovalObject, answerWaits, saysItMayWait } from './approvals.ts'

export type RefundParts = { shell: Shell; db: Db; clock: Clock; secondPerson: SecondPersonRule }

const strict = { additionalProperties: false }
const Amount = Type.Optional(
  Type.Number({ minimum: 0, description: 'US dollars with at most two decimals, taxes included.' }),
)
const Refund = Type.Object(
  {
    reason: LongText(1000, { minLength: 1, description: 'Sent to the account holder, and recorded in the audit log.' }),
    amount: Amount,
    items: Type.Optional(
      Type.Array(
        Type.Object(
          {
            index: Type.Integer({ minimum: 0, maximum: 499, description: 'Index of the item in orderItems, from 0.' }),
            quantity: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, description: 'Number of copies.' })),
            amount: Amount,
          },
          strict,
        ),
        { minItems: 1, maxItems: 500 },
      ),
    ),
  },
  strict,
)

export const refundRoutes = ({ shell, db, clock, secondPerson }: RefundParts): Route[] => [
  route({
    method: 'POST',
    path: '/staff/orders/:accountId/:customerOrderId/refund',
    callers: ['staff'],
    tag: 'Staff',
    summary: 'Refund a paid order',
    description: `Without \`amount\` and \`items\`, refunds everything that is left. With \`amount\`, refunds that much of the whole order; with \`items\`, a number of copies or an amount of each item, or all that is left of it. Taxes are refunded in proportion. The order itself continues unchanged. ${saysItMayWait} ${saysIdempotencyKey}`,
    params: Type.Object({ accountId: Text(64), customerOrderId: CustomerOrderId }),
    body: Refund,
    answer: OrderObject,
    waits: ApprovalObject,
    refuses: ['malformed_request', 'order_not_found', 'wrong_state', 'refund_too_large', 'request_key_reused'],
    handle: async ({ caller, params, body, request, reply }) => {
      const by = { requestKey: idempotencyKeyOf(request), actor: caller.actor, now: clock() }
      const wanted = { ...params, ...readRefund(body), reason: body.reason, ...by }
      const { done, waits } = await refundByStaff(shell, wanted, secondPerson)
      return done === null ? answerWaits(reply, db, waits, caller) : presentOrder(done)
    },
  }),
]

function readRefund({ amount, items = [] }: Static<typeof Refund>) {
  if (amount !== undefined && items.length > 0) {
    throw malformed('Give either an amount of the whole order or items.', [
      { pointer: '/amount', code: 'ambiguous', detail: 'got both amount and items, expected one of them' },
    ])
  }
  const seen = new Set<number>()
  return {
    amountCents: amount === undefined ? null : dollarsAt(amount, '/amount'),
    items: items.map(({ index, quantity, amount }, i) => {
      if (seen.has(index)) throw wrong(`/items/${i}/index`, 'repeated', `got ${index} twice, expected each item once`)
      seen.add(index)
      if (quantity !== undefined && amount !== undefined) {
        throw wrong(`/items/${i}/amount`, 'ambiguous', 'got both quantity and amount, expected one of them')
      }
      return {
        index,
        ...(quantity === undefined ? {} : { quantity }),
        ...(amount === undefined ? {} : { amountCents: dollarsAt(amount, `/items/${i}/amount`) }),
      }
    }),
  }
}

function dollarsAt(amount: number, pointer: string): number {
  const cents = centsOf(amount)
  if (cents !== null && cents > 0) return cents
  throw wrong(pointer, 'invalid_amount', `got ${amount}; expected dollars above 0 with at most two decimals`)
}

const wrong = (pointer: string, code: string, detail: string) => malformed(detail, [{ pointer, code, detail }])
