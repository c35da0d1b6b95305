// Emails about orders over the 24-hour limit of an account, and about orders of an account over its credit limit.

import type { Mode } from '../../base/mode.ts'
import { type EmailTime, template, type Words } from '../template.ts'

type Limit = {
  accountName: string
  mode: Mode
  ordersPer24Hours: number
  queueCeiling: number
  at: EmailTime
}
type Credit = Pick<Limit, 'accountName' | 'queueCeiling' | 'at'> & {
  limitCents: number
  owedCents: number
  acceptedCents: number
}

const shown = ({ accountName, mode, ordersPer24Hours, at }: Limit, { t, orders, time }: Words) => ({
  ...{ account: accountName, time: time(at), orders: orders(ordersPer24Hours) },
  mode: mode === 'sandbox' ? t('sandbox') : t('production'),
})

const whatWeAccept = ({ queueCeiling }: Pick<Limit, 'queueCeiling'>, { t, orders }: Words): string =>
  t(
    'We accept up to {orders}, counting the orders received in the last 24 hours and the orders in the queue. Any further order is rejected.',
    { orders: orders(queueCeiling) },
  )

const afterRejection = (_: Limit, { t }: Words): string[] => [
  t('We do not retry rejected orders. Please place them again later, each with a new order ID.'),
  t('If you need a higher limit, reply to this email and tell us how many orders you expect.'),
  t('We will not email you about rejected orders again in the next 24 hours.'),
]

export const limitEmails = {
  orders_queued: template<Limit & { releaseAt: EmailTime | null }>({
    group: 'orders',
    subject: 'Your orders are waiting: you have reached your 24-hour limit',
    opening:
      'On {time} your account reached its limit of {orders} within 24 hours in {mode} mode. No order is lost: we queue new orders and release them, first in first out, as soon as your limit allows.',
    required: ['orders'],
    shown,
    rest: (limit, words) => [
      ...(limit.releaseAt === null
        ? []
        : [words.t('The next order will be released on {time}.', { time: words.time(limit.releaseAt) })]),
      whatWeAccept(limit, words),
      words.t('If you expect to send more orders, reply to this email and we will consider raising your limit.'),
      words.t('We will not email you about queued orders again in the next 24 hours.'),
    ],
    sample: ({ accountName, at, inDays }) => ({
      ...{ accountName, mode: 'production', ordersPer24Hours: 50, queueCeiling: 350, at, releaseAt: inDays(1 / 24) },
    }),
  }),

  orders_held_by_credit: template<Credit>({
    group: 'orders',
    subject: 'Your orders are waiting: you have reached your credit limit',
    opening:
      'On {time} your account reached its credit limit of {limit}: it owes {owed}, and its accepted orders come to {accepted}. No order is lost: we queue new orders, and release them, first in first out, as soon as a payment or the end of an order makes room.',
    required: [],
    shown: ({ accountName, at, limitCents, owedCents, acceptedCents }, { time, money }) => ({
      ...{ account: accountName, time: time(at), limit: money(limitCents), owed: money(owedCents) },
      accepted: money(acceptedCents),
    }),
    rest: (credit, words) => [
      whatWeAccept(credit, words),
      words.t('If you have sent a payment, or need a higher credit limit, reply to this email.'),
      words.t('We will not email you about queued orders again in the next 24 hours.'),
    ],
    sample: ({ accountName, at }) => ({
      ...{ accountName, queueCeiling: 350, at, limitCents: 500_000, owedCents: 312_050, acceptedCents: 200_000 },
    }),
  }),

  orders_rejected: template<Limit>({
    group: 'orders',
    subject: 'Orders were rejected: you have exceeded your limit',
    opening:
      'On {time} your account reached its limit of {orders} received within 24 hours or queued. Orders over this limit are rejected and will not be printed.',
    required: ['orders'],
    shown: (limit, words) => ({ ...shown(limit, words), orders: words.orders(limit.queueCeiling) }),
    rest: afterRejection,
    sample: ({ accountName, at }) => ({
      ...{ accountName, mode: 'production', ordersPer24Hours: 50, queueCeiling: 350, at },
    }),
  }),

  orders_rejected_in_sandbox: template<Limit>({
    group: 'orders',
    subject: 'Sandbox orders were rejected: you have exceeded your limit',
    opening:
      'On {time} your account exceeded its limit of {orders} within 24 hours in sandbox mode. The sandbox has no queue: it rejects orders over the limit immediately.',
    shown,
    rest: afterRejection,
    sample: ({ accountName, at }) => ({
      ...{ accountName, mode: 'sandbox', ordersPer24Hours: 50, queueCeiling: 50, at },
    }),
  }),
}
