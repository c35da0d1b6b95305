// The email to a person of the staff about the day that begins.

import { button, table, template } from '../template.ts'

/** Counts of zero are left out, but for those of the sales and of the day. */
export type MorningValues = {
  name: string
  sold: { orders: number; cents: number }
  dueToday: number
  late: number
  counts: {
    stopped: number
    approvals: number
    alarms: number
    returned: number
    failingPrinters: number
    exemptions: number
    overdue: number
    unmadeRefunds: number
    openDisputes: number
    stuckMails: number
  }
  overviewUrl: string
  ordersUrl: string
}

export const morningEmail = {
  morning: template<MorningValues>({
    group: 'staff',
    subject: 'Today: {due} due, {late} late',
    opening: 'Yesterday you sold {orders} for {amount}.',
    shown: ({ name, sold, dueToday, late }, { count, orders, money }) => ({
      ...{ account: name, due: count(dueToday), late: count(late) },
      ...{ orders: orders(sold.orders), amount: money(sold.cents) },
    }),
    rest: ({ dueToday, late, counts, overviewUrl, ordersUrl }, { t, count }) => {
      const some = (number: number) => (number === 0 ? null : count(number))
      const listed = (due: string): string => `${ordersUrl}?tab=${due}`
      return [
        table({
          [t('Orders due today')]: [count(dueToday), listed('today')],
          [t('Late orders')]: [count(late), listed('late')],
          [t('Orders on hold')]: some(counts.stopped),
          [t('Requests to approve')]: some(counts.approvals),
          [t('Overdue printer updates')]: some(counts.alarms),
          [t('Unreachable printers')]: some(counts.failingPrinters),
          [t('Orders with returned parcels')]: some(counts.returned),
          [t('Unpaid orders')]: some(counts.overdue),
          [t('Failed refunds')]: some(counts.unmadeRefunds),
          [t('Open disputes')]: some(counts.openDisputes),
          [t('Tax exemption certificates to review')]: some(counts.exemptions),
          [t('Emails unsent for over an hour')]: some(counts.stuckMails),
        }),
        button(t('Open the overview'), overviewUrl),
        t('You chose this email in your profile, where you can turn it off.'),
      ]
    },
    sample: ({ staffName, page }) => ({
      ...{ name: staffName, sold: { orders: 42, cents: 128_430 }, dueToday: 17, late: 2 },
      counts: {
        ...{ stopped: 1, approvals: 2, alarms: 0, returned: 1, failingPrinters: 0 },
        ...{ exemptions: 0, overdue: 3, unmadeRefunds: 0, openDisputes: 0, stuckMails: 0 },
      },
      ...{ overviewUrl: page('/staff/overview'), ordersUrl: page('/staff/orders') },
    }),
  }),
}
