// Emails about charges: declined, to be confirmed, made.

import { button, type EmailContent, emailBody, line, money, monthName, orders, table } from '../emailBody.ts'

export type DeclineDetails = {
  accountName: string
  amountCents: number
  orderCount: number
  /** The number of these orders that are no longer charged automatically. */
  givenUpCount: number
  at: Date
  card: Card | null
  code: string
  nextChargeAt: Date
  billingUrl: string
}
type Card = { brand: string; last4: string }

export const paymentDeclined = (details: DeclineDetails): EmailContent => ({
  subject: line`Your payment of ${money(details.amountCents)} did not go through`,
  body: emailBody(
    details.accountName,
    line`On ${details.at} we tried to charge ${money(details.amountCents)} for ${orders(details.orderCount)}, but ${declineReason(details)}.`,
    ...(otherWaysToPay[details.code] ?? nextAttempts(details)),
  ),
})

function declineReason({ code, card }: DeclineDetails): string {
  if (code === 'amount_too_large') return 'that is more than we can charge at once'
  if (code === 'order_too_large') return 'the order costs more than we can charge at once'
  if (code === 'card_removed') return 'the card had been removed'
  if (code === 'not_taken') return 'the payment was not made'
  return card === null ? 'there is no card on file' : `the card ${card.brand} ending in ${card.last4} was declined`
}

/** For failures that neither another attempt nor another card can solve. */
const otherWaysToPay: Record<string, string[]> = {
  amount_too_large: [
    'Your orders are waiting for payment. Reply to this email and we will arrange another way to pay, or cancel orders that can wait to reduce the total.',
  ],
  order_too_large: [
    'We will not try to charge it again. Reply to this email and we will arrange another way to pay, or cancel the order and place it again as several smaller orders.',
  ],
}

const nextAttempts = ({ card, orderCount, givenUpCount, nextChargeAt, billingUrl }: DeclineDetails): string[] => [
  ...(givenUpCount < orderCount
    ? [
        line`Your orders are waiting for payment. We will try again on ${nextChargeAt}. Until then you can ${card === null ? 'add a card' : 'add another card'} and pay now, or cancel orders that you no longer want.`,
      ]
    : []),
  ...(givenUpCount > 0
    ? [
        line`After many attempts, we have stopped charging ${orders(givenUpCount)} automatically. No order is lost: add ${card === null ? 'a card' : 'another card'} or pay, and printing continues.`,
      ]
    : []),
  button('Go to Billing', billingUrl),
]

export type ConfirmationDetails = { accountName: string; amountCents: number; url: string; at: Date; confirmBy: Date }

export const paymentToConfirm = (details: ConfirmationDetails): EmailContent => ({
  subject: line`Please confirm your payment of ${money(details.amountCents)}`,
  body: emailBody(
    details.accountName,
    line`On ${details.at} we charged ${money(details.amountCents)} to your card, and your bank asks you to confirm the payment.`,
    button('Confirm payment', details.url),
    line`Your orders wait for your confirmation. If you do not confirm the payment by ${details.confirmBy}, we will cancel it and try again.`,
  ),
})

type InvoiceDetails = {
  accountName: string
  number: number
  amountCents: number
  orderCount: number
  at: Date
  billingUrl: string
}

export const invoiceIssued = (details: InvoiceDetails): EmailContent => ({
  subject: line`Invoice ${String(details.number)}: ${money(details.amountCents)} for ${orders(details.orderCount)}`,
  body: emailBody(
    details.accountName,
    'Thank you for your payment. Your orders go to print next.',
    table({
      Invoice: String(details.number),
      Amount: money(details.amountCents),
      Orders: details.orderCount,
      Paid: details.at,
    }),
    button('Download the invoice', details.billingUrl),
  ),
})

/** `expiresOn` is the last day on which the card works, such as 2030-08-31. */
export type ExpiringCardDetails = Card & { accountName: string; expiresOn: string; billingUrl: string }

export const cardExpires = ({
  accountName,
  brand,
  last4,
  expiresOn,
  billingUrl,
}: ExpiringCardDetails): EmailContent => ({
  subject: 'Your card expires soon',
  body: emailBody(
    accountName,
    line`Your card ${brand} ending in ${last4} expires at the end of ${monthName(expiresOn)}. We charge your orders to it.`,
    'Add another card before then, so that your orders are printed without a delay.',
    button('Add a card', billingUrl),
  ),
})
