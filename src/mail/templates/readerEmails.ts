// The email to the reader of an order: its publisher has sent it.

import { button, template } from '../template.ts'

/** `latest` is the last day of the expected delivery. */
type Shipped = { readerName: string; publisher: string; latest: string | null; url: string }

export const readerEmails = {
  reader_shipped: template<Shipped>({
    group: 'orders',
    subject: 'Your order from {publisher} is on its way',
    opening: '{publisher} has sent your order.',
    required: [],
    shown: ({ readerName, publisher }) => ({ account: readerName, publisher }),
    rest: ({ latest, url }, { t, day }) => [
      ...(latest === null ? [] : [t('It should arrive by {day}.', { day: day(latest) })]),
      button(t('Follow your order'), url),
    ],
    sample: ({ name, accountName, page }) => ({
      ...{ readerName: name, publisher: accountName, latest: '2026-03-12', url: page('/track/sample') },
    }),
  }),
}
