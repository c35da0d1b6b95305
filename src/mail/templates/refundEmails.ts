// Emails about refunds.

import { button, type EmailContent, emailBody, line, money, table } from '../emailBody.ts'

export type RefundDetails = {
  accountName: string
  customerOrderId: string
  amountCents: number
  reason: string | null
  /** Null if the refund went to the card. */
  manualRef: string | null
  at: Date
  billingUrl: string
}

export const refundMade = (details: RefundDetails): EmailContent => ({
  subject: line`Refund of ${money(details.amountCents)} for order ${details.customerOrderId}`,
  body: emailBody(
    details.accountName,
    details.manualRef === null
      ? line`We refunded ${money(details.amountCents)} for your order ${details.customerOrderId} to the card that paid for it. Your bank may take a few days to show the refund.`
      : line`We refunded ${money(details.amountCents)} for your order ${details.customerOrderId} in another way than to your card.`,
    table({
      Order: details.customerOrderId,
      Amount: money(details.amountCents),
      Refunded: details.at,
      Reference: details.manualRef,
      Reason: details.reason,
    }),
    'The credit note is in the dashboard, under Billing.',
    button('Go to Billing', details.billingUrl),
  ),
})

export const refundReturned = ({
  accountName,
  customerOrderId,
  amountCents,
  at,
}: Omit<RefundDetails, 'reason' | 'manualRef' | 'billingUrl'>): EmailContent => ({
  subject: line`Your ${money(amountCents)} refund was returned`,
  body: emailBody(
    accountName,
    line`On ${at} we learned that your bank returned our refund of ${money(amountCents)} for your order ${customerOrderId}. The card may have been closed.`,
    'We still owe you this money and will refund it in another way. Reply to this email and tell us how you would like to receive it. The credit note stays valid.',
  ),
})
