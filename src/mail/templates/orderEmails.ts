// Emails about orders that cannot be printed, wait, or have left. An email is about one order, or about several of a
// short time or a day.

import { type Words as Prose, say } from '../../../languages/texts.ts'
import {
  type Block,
  button,
  type EmailTime,
  list,
  type SampleFacts,
  type Template,
  table,
  template,
  type Words,
} from '../template.ts'

export type EmailedOrder = {
  customerOrderId: string
  /** Its name for people (orderTitle.ts). */
  title: string
  /** Its page. */
  url: string
  /** Why it cannot be printed, or waits. */
  findings: Prose[]
  parcels: { carrier: string; trackingNumber: string; trackingUrl: string | null }[]
  /** When its proof expires. */
  approveBy?: EmailTime
}

/** `orders` are the first of `count` orders. `ordersUrl` is the page that lists them. */
type Orders = { accountName: string; orders: EmailedOrder[]; count: number; ordersUrl: string }

type Texts = Pick<Template<Orders>, 'subject' | 'opening' | 'required'> & {
  button(words: Words): string
  sample(facts: SampleFacts): Partial<EmailedOrder>
  /** Of the sample: the status of the page that lists the orders, and how many there are. */
  status: string
  count?: number
}

/** Of an email about one order. */
const aboutOne = ({ sample, status, button: label, ...texts }: Texts): Template<Orders> => ({
  ...texts,
  group: 'orders',
  shown: ({ accountName, orders: [order] }) => ({ account: accountName, order: order!.title }),
  rest({ orders: [order] }, words) {
    const { parcels, url } = order!
    const findings = findingsOf(order!, words)
    return [
      ...(findings.length === 0 ? [] : [list(findings)]),
      ...(parcels.length === 0 ? [] : [parcelsTable(parcels, words)]),
      button(label(words), url),
    ]
  },
  sample: facts => ({ ...sampleOf(facts, status), orders: [{ ...sampleOrder(facts), ...sample(facts) }], count: 1 }),
})

const aboutSeveral = ({
  sample,
  status,
  count: sampleCount = 2,
  button: label,
  ...texts
}: Texts): Template<Orders> => ({
  ...texts,
  group: 'orders',
  shown: ({ accountName, count: all }, { count }) => ({ account: accountName, count: count(all) }),
  rest: ({ orders, count, ordersUrl }, words) => [
    list(orders.map(order => summaryOf(order, words))),
    ...(count > orders.length ? [words.t('And {count, number} more.', { count: count - orders.length })] : []),
    button(label(words), ordersUrl),
  ],
  sample: facts => {
    const order = { ...sampleOrder(facts), ...sample(facts) }
    return {
      ...sampleOf(facts, status),
      orders: [order, { ...order, customerOrderId: 'PLB-1043', title: 'PLB-1043' }],
      count: sampleCount,
    }
  },
})

const sampleOf = ({ accountName, page }: SampleFacts, status: string) => ({
  accountName,
  ordersUrl: page(`/dashboard/production/orders?status=${status}`),
})
const sampleOrder = ({ page }: SampleFacts): EmailedOrder => ({
  ...{ customerOrderId: 'PLB-1042', title: 'PLB-1042', url: page('/dashboard/production/orders/PLB-1042') },
  ...{ findings: [], parcels: [] },
})

const failed = () => ({
  findings: [
    say('The pages file has {got}; this product has {range}.', {
      got: say('{count, plural, one {{count} page} other {{count} pages}}', { count: 31 }),
      range: say('{min} to {max} pages', { min: 32, max: 800 }),
    }),
  ],
})
const held = () => ({ findings: [say('The printer reported a problem with the order. Support is reviewing it.')] })
const missing = () => ({ findings: [say('The file could not be fetched: {cause}.', { cause: 'HTTP status 403' })] })
const shipped = () => ({
  parcels: [{ carrier: 'UPS', trackingNumber: '1Z999AA10123456784', trackingUrl: 'https://www.ups.com/track' }],
})
const unproved = ({ inDays }: SampleFacts) => ({ approveBy: inDays(3) })

const seeOrder = ({ t }: Words) => t('See the order')
const seeOrders = ({ t }: Words) => t('See these orders')

/** `url` is the page of the order. */
type OrderMessage = { accountName: string; title: string; text: string; url: string }

export const orderEmails = {
  order_failed: aboutOne({
    subject: 'Order {order} can’t be printed',
    opening:
      'We can’t print your order {order} as it was submitted. Correct the problems below, and place the order again with a new order ID.',
    required: [],
    button: ({ t }) => t('Fix the order'),
    sample: failed,
    status: 'FAILED',
  }),
  orders_failed: aboutSeveral({
    subject: '{count} orders can’t be printed',
    opening:
      'We can’t print these orders as they were submitted. Correct the problems below, and place the orders again, each with a new order ID.',
    required: [],
    button: seeOrders,
    sample: failed,
    status: 'FAILED',
    count: 24,
  }),
  order_files_missing: aboutOne({
    subject: 'We can’t fetch the files of order {order}',
    opening:
      'We can’t fetch files of your order {order}. Replace them on its page: without them, the order can’t be printed.',
    button: ({ t }) => t('Replace the files'),
    sample: missing,
    status: 'QUEUED,VALIDATING',
  }),
  orders_files_missing: aboutSeveral({
    subject: 'We can’t fetch the files of {count} orders',
    opening: 'We can’t fetch files of these orders. Replace them: without them, the orders can’t be printed.',
    button: seeOrders,
    sample: missing,
    status: 'QUEUED,VALIDATING',
  }),
  order_on_hold: aboutOne({
    subject: 'Order {order} is on hold',
    opening: 'Your order {order} is on hold. We will write to you if we need anything from you.',
    required: [],
    button: seeOrder,
    sample: held,
    status: 'EXCEPTION',
  }),
  orders_on_hold: aboutSeveral({
    subject: '{count} orders are on hold',
    opening: 'These orders are on hold. We will write to you if we need anything from you.',
    button: seeOrders,
    sample: held,
    status: 'EXCEPTION',
  }),
  order_shipped: aboutOne({
    subject: 'Order {order} is on its way',
    opening: 'We have handed your order {order} to the carrier.',
    required: [],
    button: seeOrder,
    sample: shipped,
    status: 'SHIPPED',
  }),
  orders_shipped: aboutSeveral({
    subject: '{count} orders are on their way',
    opening: 'We have handed these orders to the carrier.',
    required: [],
    button: seeOrders,
    sample: shipped,
    status: 'SHIPPED',
  }),
  proof_reminder: aboutOne({
    subject: 'The proof of order {order} expires soon',
    opening:
      'Your order {order} waits until its proof is approved. If nobody approves it in time, the order is canceled.',
    required: [],
    button: ({ t }) => t('See the proof'),
    sample: unproved,
    status: 'AWAITING_PROOF',
  }),
  proof_reminders: aboutSeveral({
    subject: 'The proofs of {count} orders expire soon',
    opening:
      'These orders wait until their proofs are approved. An order whose proof nobody approves in time is canceled.',
    button: seeOrders,
    sample: unproved,
    status: 'AWAITING_PROOF',
  }),
  change_refused: template<Omit<OrderMessage, 'text'> & { reason: Prose | null }>({
    group: 'orders',
    subject: 'Order {order} was not changed',
    opening: 'A change of the address or the shipping class of order {order} was refused. The order stays as it was.',
    required: ['order'],
    shown: ({ accountName, title }) => ({ account: accountName, order: title }),
    rest: ({ reason, url }, words) => [
      ...(reason === null ? [] : [table({ [words.t('Reason')]: words.sentence(reason) })]),
      button(seeOrder(words), url),
    ],
    sample: ({ accountName, page }) => ({
      ...{ accountName, title: 'PLB-1042', reason: 'The parcel is closed.' },
      url: page('/dashboard/production/orders/PLB-1042'),
    }),
  }),
  order_message: template<OrderMessage>({
    group: 'orders',
    subject: 'A message about order {order}',
    opening: 'We are writing to you about your order {order}:',
    required: [],
    shown: ({ accountName, title }) => ({ account: accountName, order: title }),
    rest: ({ text, url }, words) => [...text.trim().split(/\r?\n\s*\n/), button(seeOrder(words), url)],
    sample: ({ accountName, page }) => ({
      ...{ accountName, title: 'PLB-1042', url: page('/dashboard/production/orders/PLB-1042') },
      text: 'The spine of your cover is 2 mm too narrow for 320 pages. May we print it with a white edge?',
    }),
  }),
}

const findingsOf = ({ findings, approveBy }: EmailedOrder, { t, sentence, time }: Words): string[] =>
  approveBy === undefined ? findings.map(sentence) : [t('Approve it by {time}', { time: time(approveBy) })]

function summaryOf(order: EmailedOrder, words: Words): string {
  const more = [...findingsOf(order, words).slice(0, 1), ...order.parcels.map(nameOf)].join(', ')
  return more === '' ? order.title : `${order.title}: ${more}`
}

type Parcel = EmailedOrder['parcels'][number]

const parcelsTable = (parcels: Parcel[], { t }: Words): Block =>
  table(
    Object.fromEntries(
      parcels.map((parcel, i) => [
        parcels.length === 1 ? t('Parcel') : t('Parcel {number, number}', { number: i + 1 }),
        [nameOf(parcel), parcel.trackingUrl],
      ]),
    ),
  )

const nameOf = ({ carrier, trackingNumber }: Parcel): string => [carrier, trackingNumber].filter(Boolean).join(' ')
