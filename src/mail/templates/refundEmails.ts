// Emails about refunds.

import { button, type EmailTime, type SampleFacts, type Template, table, template } from '../template.ts'

type Refund = { accountName: string; title: string; amountCents: number; at: EmailTime }
/** `manualRef` is null if the refund went to the card. */
type RefundMade = Refund & { reason: string | null; manualRef: string | null; billingUrl: string }

const made: Pick<Template<RefundMade>, 'group' | 'subject' | 'shown' | 'rest'> = {
  group: 'payments',
  subject: 'Refund of {amount} for order {order}',
  shown: ({ accountName, title, amountCents }, { money }) => ({
    ...{ account: accountName, order: title, amount: money(amountCents) },
  }),
  rest: ({ title, amountCents, at, manualRef, reason, billingUrl }, { t, money, time }) => [
    table({
      [t('Order')]: title,
      [t('Amount')]: money(amountCents),
      [t('Refunded')]: time(at),
      [t('Reference')]: manualRef,
      [t('Reason')]: reason,
    }),
    t('The credit note is in the dashboard, under Billing.'),
    button(t('Go to Billing'), billingUrl),
  ],
}

const sample = ({ accountName, at, billingUrl }: SampleFacts) => ({
  ...{ accountName, title: 'PLB-1042', amountCents: 1554, at, billingUrl },
})

export const refundEmails = {
  refund: template<RefundMade>({
    ...made,
    opening:
      'We refunded {amount} for your order {order} to the card that paid for it. Your bank may take a few days to show the refund.',
    required: [],
    sample: facts => ({ ...sample(facts), reason: 'Damaged in transit', manualRef: null }),
  }),

  refund_otherwise: template<RefundMade>({
    ...made,
    opening: 'We refunded {amount} for your order {order} in another way than to your card.',
    sample: facts => ({ ...sample(facts), reason: 'Damaged in transit', manualRef: 'Transfer 77' }),
  }),

  refund_returned: template<Refund>({
    group: 'payments',
    subject: 'Your {amount} refund was returned',
    opening:
      'On {time} we learned that your bank returned our refund of {amount} for your order {order}. The card may have been closed.',
    required: ['amount', 'order'],
    shown: ({ accountName, title, amountCents, at }, { money, time }) => ({
      ...{ account: accountName, time: time(at), amount: money(amountCents), order: title },
    }),
    rest: (_, { t }) => [
      t(
        'We still owe you this money and will refund it in another way. Reply to this email and tell us how you would like to receive it. The credit note stays valid.',
      ),
    ],
    sample,
  }),
}
