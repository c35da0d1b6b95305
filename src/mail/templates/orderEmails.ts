// Emails about orders that cannot be printed, wait, or have left. An email is about one order, or about several of a
// short time or a day.

import { button, type EmailContent, emailBody, line, list, table } from '../emailBody.ts'

export type EmailedOrder = {
  customerOrderId: string
  /** Its page. */
  url: string
  /** Why it cannot be printed, or waits. */
  findings: string[]
  parcels: { carrier: string; trackingNumber: string; trackingUrl: string | null }[]
}

/** `orders` are the first of `count` orders. `ordersUrl` is the page that lists them. */
type OrdersDetails = { accountName: string; orders: EmailedOrder[]; count: number; ordersUrl: string }

export const ordersFailed = (details: OrdersDetails): EmailContent =>
  emailAbout(details, {
    one: id => line`Order ${id} can’t be printed`,
    many: count => line`${count} orders can’t be printed`,
    text: id =>
      line`We can’t print your order ${id} as it was submitted. Correct the problems below, and place the order again with a new customerOrderId.`,
    textOfMany:
      'We can’t print these orders as they were submitted. Correct the problems below, and place the orders again, each with a new customerOrderId.',
    button: ['Fix the order', 'See these orders'],
  })

export const ordersOnHold = (details: OrdersDetails): EmailContent =>
  emailAbout(details, {
    one: id => line`Order ${id} is on hold`,
    many: count => line`${count} orders are on hold`,
    text: id => line`Your order ${id} is on hold. We will write to you if we need anything from you.`,
    textOfMany: 'These orders are on hold. We will write to you if we need anything from you.',
    button: ['See the order', 'See these orders'],
  })

export const ordersShipped = (details: OrdersDetails): EmailContent =>
  emailAbout(details, {
    one: id => line`Order ${id} is on its way`,
    many: count => line`${count} orders are on their way`,
    text: id => line`We have handed your order ${id} to the carrier.`,
    textOfMany: 'We have handed these orders to the carrier.',
    button: ['See the order', 'See these orders'],
  })

/** The findings of these orders have the time by which to approve. */
export const proofsExpire = (details: OrdersDetails): EmailContent =>
  emailAbout(details, {
    one: id => line`The proof of order ${id} expires soon`,
    many: count => line`The proofs of ${count} orders expire soon`,
    text: id =>
      line`Your order ${id} waits until its proof is approved. If nobody approves it in time, the order is canceled.`,
    textOfMany:
      'These orders wait until their proofs are approved. An order whose proof nobody approves in time is canceled.',
    button: ['See the proof', 'See these orders'],
  })

type Texts = {
  one(id: string): string
  many(count: number): string
  text(id: string): string
  textOfMany: string
  /** For one order, and for several. */
  button: [string, string]
}

function emailAbout({ accountName, orders, count, ordersUrl }: OrdersDetails, texts: Texts): EmailContent {
  const [first] = orders
  if (first !== undefined && count === 1)
    return {
      subject: texts.one(first.customerOrderId),
      body: emailBody(
        accountName,
        texts.text(first.customerOrderId),
        ...(first.findings.length === 0 ? [] : [list(first.findings.map(finding => line`${finding}`))]),
        ...(first.parcels.length === 0 ? [] : [table(Object.fromEntries(first.parcels.map(parcelRow)))]),
        button(texts.button[0], first.url),
      ),
    }
  return {
    subject: texts.many(count),
    body: emailBody(
      accountName,
      texts.textOfMany,
      list(orders.map(summaryOf)),
      ...(count > orders.length ? [line`And ${count - orders.length} more.`] : []),
      button(texts.button[1], ordersUrl),
    ),
  }
}

type Parcel = EmailedOrder['parcels'][number]

const parcelRow = (parcel: Parcel, i: number, { length }: Parcel[]): [string, string | [string, string]] => [
  length === 1 ? 'Parcel' : `Parcel ${i + 1}`,
  parcel.trackingUrl === null ? nameOf(parcel) : [nameOf(parcel), parcel.trackingUrl],
]

const nameOf = ({ carrier, trackingNumber }: Parcel): string => [carrier, trackingNumber].filter(Boolean).join(' ')

function summaryOf({ customerOrderId, findings, parcels }: EmailedOrder): string {
  const more = [...findings.slice(0, 1), ...parcels.map(nameOf)].join(', ')
  return more === '' ? line`${customerOrderId}` : line`${customerOrderId}: ${more}`
}
