// Emails about charges: declined, to be confirmed, made; and about cards that expire.

import { type Block, button, type EmailTime, table, template, type Words } from '../template.ts'

type Decline = {
  accountName: string
  amountCents: number
  orderCount: number
  /** The number of these orders that are no longer charged automatically. */
  givenUpCount: number
  at: EmailTime
  card: Card | null
  code: string
  nextChargeAt: EmailTime
  billingUrl: string
}
type Card = { brand: string; last4: string }

export const paymentEmails = {
  payment_declined: template<Decline>({
    group: 'payments',
    subject: 'Your payment of {amount} did not go through',
    opening: 'On {time} we tried to charge {amount} for {orders}, but {reason}.',
    required: ['amount', 'reason'],
    shown: (decline, words) => ({
      account: decline.accountName,
      time: words.time(decline.at),
      amount: words.money(decline.amountCents),
      orders: words.orders(decline.orderCount),
      reason: declineReason(decline, words),
    }),
    rest(decline, words) {
      const { t } = words
      // Neither another attempt nor another card can solve these.
      if (decline.code === 'amount_too_large')
        return [
          t(
            'Your orders are waiting for payment. Reply to this email and we will arrange another way to pay, or cancel orders that can wait to reduce the total.',
          ),
        ]
      if (decline.code === 'order_too_large')
        return [
          t(
            'We will not try to charge it again. Reply to this email and we will arrange another way to pay, or cancel the order and place it again as several smaller orders.',
          ),
        ]
      return nextAttempts(decline, words)
    },
    sample: ({ accountName, at, inDays, billingUrl }) => ({
      ...{ accountName, amountCents: 12_550, orderCount: 3, givenUpCount: 0, at, billingUrl },
      ...{ card: { brand: 'Visa', last4: '4242' }, code: 'card_declined', nextChargeAt: inDays(1) },
    }),
  }),

  payment_to_confirm: template<{
    accountName: string
    amountCents: number
    url: string
    at: EmailTime
    confirmBy: EmailTime
  }>({
    group: 'payments',
    subject: 'Please confirm your payment of {amount}',
    opening: 'On {time} we charged {amount} to your card, and your bank asks you to confirm the payment.',
    required: ['amount'],
    shown: ({ accountName, amountCents, at }, { money, time }) => ({
      ...{ account: accountName, time: time(at), amount: money(amountCents) },
    }),
    rest: ({ url, confirmBy }, { t, time }) => [
      button(t('Confirm payment'), url),
      t(
        'Your orders wait for your confirmation. If you do not confirm the payment by {time}, we will cancel it and try again.',
        { time: time(confirmBy) },
      ),
    ],
    sample: ({ accountName, at, inDays, billingUrl }) => ({
      ...{ accountName, amountCents: 12_550, at, url: billingUrl, confirmBy: inDays(3) },
    }),
  }),

  /** `expiresOn` is the last day on which the card works, such as 2030-08-31. */
  card_expires: template<Card & { accountName: string; expiresOn: string; billingUrl: string }>({
    group: 'payments',
    subject: 'Your card expires soon',
    opening: 'Your card {card} ending in {digits} expires at the end of {month}. We charge your orders to it.',
    required: ['digits', 'month'],
    shown: ({ accountName, brand, last4, expiresOn }, { month }) => ({
      ...{ account: accountName, card: brand, digits: last4, month: month(expiresOn) },
    }),
    rest: ({ billingUrl }, { t }) => [
      t('Add another card before then, so that your orders are printed without a delay.'),
      button(t('Add a card'), billingUrl),
    ],
    sample: ({ accountName, billingUrl }) => ({
      ...{ accountName, brand: 'Visa', last4: '4242', expiresOn: '2026-04-30', billingUrl },
    }),
  }),

  invoice: template<{
    accountName: string
    number: number
    amountCents: number
    orderCount: number
    at: EmailTime
    billingUrl: string
  }>({
    group: 'payments',
    subject: 'Invoice {number}: {amount} for {orders}',
    opening: 'Thank you for your payment. Your orders go to print next.',
    required: [],
    shown: ({ accountName, number, amountCents, orderCount }, { money, orders }) => ({
      ...{ account: accountName, number: String(number), amount: money(amountCents), orders: orders(orderCount) },
    }),
    rest: ({ number, amountCents, orderCount, at, billingUrl }, { t, money, count, time }) => [
      table({
        [t('Invoice')]: String(number),
        [t('Amount')]: money(amountCents),
        [t('Orders')]: count(orderCount),
        [t('Paid')]: time(at),
      }),
      button(t('Download the invoice'), billingUrl),
    ],
    sample: ({ accountName, at, billingUrl }) => ({
      ...{ accountName, number: 12, amountCents: 12_550, orderCount: 3, at, billingUrl },
    }),
  }),
}

function declineReason({ code, card }: Decline, { t }: Words): string {
  if (code === 'amount_too_large') return t('that is more than we can charge at once')
  if (code === 'order_too_large') return t('the order costs more than we can charge at once')
  if (code === 'card_removed') return t('the card had been removed')
  if (code === 'not_taken') return t('the payment was not made')
  if (card === null) return t('there is no card on file')
  const { brand, last4 } = card
  return t('the card {brand} ending in {last4} was declined', { brand, last4 })
}

function nextAttempts(decline: Decline, { t, time, orders }: Words): (string | Block)[] {
  const { card, orderCount, givenUpCount, nextChargeAt, billingUrl } = decline
  const blocks: (string | Block)[] = []
  if (givenUpCount < orderCount)
    blocks.push(
      t(
        'Your orders are waiting for payment. We will try again on {time}. Until then you can {addCard} and pay now, or cancel orders that you no longer want.',
        { time: time(nextChargeAt), addCard: card === null ? t('add a card') : t('add another card') },
      ),
    )
  if (givenUpCount > 0)
    blocks.push(
      t(
        'After many attempts, we have stopped charging {orders} automatically. No order is lost: add {card} or pay, and printing continues.',
        { orders: orders(givenUpCount), card: card === null ? t('a card') : t('another card') },
      ),
    )
  return [...blocks, button(t('Go to Billing'), billingUrl)]
}
