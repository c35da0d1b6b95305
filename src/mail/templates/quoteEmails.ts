// Emails about quotes: to the staff, who answer, and to the customer.

import { button, type EmailTime, type Template, table, template } from '../template.ts'

type Answer = { accountName: string; quoteUrl: string }

type Offer = Answer & { orderCents: number; validUntil: EmailTime }

/** The emails about an offer, with this number of days in the sample. */
const offer = (days: number): Omit<Template<Offer>, 'subject' | 'opening'> => ({
  group: 'orders',
  required: ['total', 'until'],
  shown: ({ accountName, orderCents, validUntil }, { money, time }) => ({
    account: accountName,
    total: money(orderCents),
    until: time(validUntil),
  }),
  rest: ({ quoteUrl }, { t }) => [button(t('Read the quote and accept it'), quoteUrl)],
  sample: ({ accountName, inDays, page }) => ({
    ...{ accountName, orderCents: 1_284_000, validUntil: inDays(days), quoteUrl: page('/dashboard/production/quotes') },
  }),
})

export const quoteEmails = {
  quote_requested: template<{ name: string; accountName: string; copies: number; quotesUrl: string }>({
    group: 'staff',
    subject: '{customer} asks for a quote',
    opening: '{customer} asks what {copies} copies cost, and when they can be ready.',
    required: ['customer'],
    shown: ({ name, accountName, copies }, { count }) => ({
      account: name,
      customer: accountName,
      copies: count(copies),
    }),
    rest: ({ quotesUrl }, { t }) => [button(t('Answer the quote'), quotesUrl)],
    sample: ({ staffName, accountName, page }) => ({
      ...{ name: staffName, accountName, copies: 5000, quotesUrl: page('/staff/quotes') },
    }),
  }),

  quote_offered: template<Offer>({
    subject: 'Your quote is ready: {total}',
    opening: 'You asked for a quote. Your order costs {total} if you accept it by {until}.',
    ...offer(14),
  }),

  quote_expires: template<Offer>({
    subject: 'Your quote of {total} expires soon',
    opening: 'Your quote of {total} is valid until {until}. Accept it before then to order at this price.',
    ...offer(3),
  }),

  quote_declined: template<Answer & { reason: string }>({
    group: 'orders',
    subject: 'We cannot offer the quote that you asked for',
    opening: 'You asked for a quote. We cannot offer it.',
    shown: ({ accountName }) => ({ account: accountName }),
    rest: ({ reason, quoteUrl }, { t }) => [table({ [t('Reason')]: reason }), button(t('View the quote'), quoteUrl)],
    sample: ({ accountName, page }) => ({
      ...{ accountName, reason: 'Our presses are booked until spring.' },
      quoteUrl: page('/dashboard/production/quotes'),
    }),
  }),
}
