// Emails about failed, held and shipped orders of production, about waiting orders whose files cannot be fetched, and
// about proofs that expire soon. Nothing is written when an order changes: a sweep reads the events since its last run,
// and collects them for the accounts where somebody wants these emails. Orders within a few minutes share an email.
// After many emails in a day, the rest of the day shares one email.

import type { Words } from '../../../languages/texts.ts'
import { readRecipients } from '../../accounts/people/emailChoices.ts'
import { day, earlier, later, minute, nextUtcHour } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import type { Problem } from '../../base/refusal.ts'
import { orderTitle } from '../../base/text/orderTitle.ts'
import { readCompletedBelow } from '../../db/transactions.ts'
import { claimDue } from '../../jobs/claimDue.ts'
import { isolateFailures } from '../../jobs/isolateFailures.ts'
import type { Email, EmailKind } from '../../mail/emails.ts'
import type { EmailedOrder } from '../../mail/templates/orderEmails.ts'
import { failures, isMissingFile } from '../../orders/failures.ts'
import type { OrderState } from '../../orders/order.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import { quotesAddress } from '../privacy/recipient.ts'
import { emailRecipients } from './emailRecipients.ts'
import {
  type Digest,
  type DigestKey,
  type DigestKind,
  type DigestRow,
  digestColumns,
  digestOf,
  type EmailedEvent,
  lockDigests,
  movePosition,
  readEmailedEvents,
  readPosition,
  saveDigests,
  type WaitingOrder,
} from './orderDigestStore.ts'

const maxEvents = 500
const maxDigests = 50
/** Further orders are only counted. */
export const maxOrdersListed = 20
const maxFindings = 5
const maxParcels = 10
/** How long an order waits for others, so that a batch is one email. */
const collectMs = 10 * minute
/** Of a kind to an account within a day. Later orders of that day are one email at its end. */
export const maxEmailsPerDay = 5
/** Morning where the customers are. */
const dailyHourUtc = 12
/** So many transactions without an event that concerns anybody are not read again. */
const maxTransactionsUnread = 10_000

const digestKinds = {
  OrderValidationFailed: 'order_failed',
  OrderException: 'order_on_hold',
  OrderFilesUnreachable: 'order_files_missing',
  OrderShipped: 'order_shipped',
} as const satisfies Record<EmailedEvent['kind'], DigestKind>

/** The email about several orders, and the status of the page that lists them. */
const aboutSeveral = {
  order_failed: { kind: 'orders_failed', status: 'FAILED' },
  order_files_missing: { kind: 'orders_files_missing', status: 'QUEUED,VALIDATING' },
  order_on_hold: { kind: 'orders_on_hold', status: 'EXCEPTION' },
  order_shipped: { kind: 'orders_shipped', status: 'SHIPPED' },
  proof_reminder: { kind: 'proof_reminders', status: 'AWAITING_PROOF' },
} as const satisfies Record<DigestKind, { kind: EmailKind; status: string }>

/** The sweep that collects events. Returns their number. */
export const collectOrderEvents =
  ({ transactor, log }: { transactor: Transactor; log: Log }) =>
  async (now: Date): Promise<number> => {
    const end = await readCompletedBelow(transactor.db)
    const from = await readPosition(transactor.db)
    const events = await readEmailedEvents(transactor.db, from, { end, max: maxEvents })
    const last = events.at(-1)
    if (last === undefined) {
      if (end - from.transaction > maxTransactionsUnread)
        await movePosition(transactor.db, from, { transaction: end - 1, eventId: '' })
      return 0
    }
    return transact(transactor, { now, actor: 'system' }, async work => {
      if (!(await movePosition(work.tx, from, last))) return 0
      // The position has moved: an event that fails is left out.
      const { failed } = await isolateFailures(work, events, async some => {
        await emailAboutOrders(work, some.map(newsOf))
        return some
      })
      for (const { item, error } of failed)
        log.error({ accountId: item.accountId, orderId: item.orderId, err: error }, 'an email leaves out an order')
      return events.length
    })
  }

const newsOf = (event: EmailedEvent): News => ({
  accountId: event.accountId,
  kind: digestKinds[event.kind],
  order: waitingOrder(event),
})

type News = { accountId: string; kind: DigestKind; order: WaitingOrder }

/** Lets orders wait for the next email of their kind, in the accounts where somebody wants it. */
export async function emailAboutOrders(work: UnitOfWork, news: News[]): Promise<void> {
  const arrived = Map.groupBy(news, ({ accountId, kind }) => `${accountId} ${kind}`)
  const wanted = Array.from(arrived.values(), ([first]) => ({ accountId: first!.accountId, kind: first!.kind }))
  const recipients = await readRecipients(work.tx, wanted)
  const keys = new Map(
    recipients.map(({ accountId, kind, frequency }) => {
      const key: DigestKey = { accountId, kind: kind as DigestKind, frequency }
      return [keyOf(key), key]
    }),
  )
  if (keys.size === 0) return
  const existing = new Map((await lockDigests(work.tx, [...keys.values()])).map(digest => [keyOf(digest), digest]))
  const digests = Array.from(keys, ([name, key]) => {
    const orders = arrived.get(`${key.accountId} ${key.kind}`)!.map(({ order }) => order)
    return withOrders(existing.get(name) ?? emptyDigest(key), orders, work.now)
  })
  await saveDigests(work.tx, digests)
  for (const { dueAt } of digests) work.wake('email_orders', dueAt!)
}

/** The sweep that writes the emails that are due. `publicUrl` is the service's. Returns the number of digests. */
export const writeOrderEmails =
  ({ transactor, publicUrl, log }: { transactor: Transactor; publicUrl: URL; log: Log }) =>
  (now: Date): Promise<number> =>
    transact(transactor, { now, actor: 'system' }, work =>
      claimDue<DigestRow>(work, 'email about orders', {
        ...{ columns: digestColumns, max: maxDigests, log },
        async act(rows) {
          const digests = rows.map(digestOf)
          const recipients = await readRecipients(work.tx, digests)
          for (const digest of digests) await writeOrderEmail(work, digest, { recipients, publicUrl })
          await saveDigests(
            work.tx,
            digests.map(digest => afterEmail(digest, now)),
          )
        },
        keyOf: ({ accountId, kind, frequency }) => ({ accountId, kind, frequency }),
      }),
    )

async function writeOrderEmail(
  work: UnitOfWork,
  digest: Digest,
  { recipients, publicUrl }: { recipients: Awaited<ReturnType<typeof readRecipients>>; publicUrl: URL },
): Promise<void> {
  const { accountId, kind, frequency, orders, orderCount } = digest
  const ofDigest = recipients.filter(
    one => one.accountId === accountId && one.kind === kind && one.frequency === frequency,
  )
  const [first] = orders
  const about = { accountId, ...(orderCount === 1 && first !== undefined ? { orderId: first.orderId } : {}) }
  await emailRecipients(work, ofDigest, about, accountName => contentOf(digest, accountName, publicUrl))
}

const keyOf = ({ accountId, kind, frequency }: DigestKey): string => `${accountId} ${kind} ${frequency}`

const emptyDigest = (key: DigestKey): Digest => ({
  ...key,
  orders: [],
  orderCount: 0,
  dueAt: null,
  countedFrom: null,
  emailCount: 0,
})

/** A digest with further orders. The time of its email stays, once it has one. */
export function withOrders(digest: Digest, orders: WaitingOrder[], now: Date): Digest {
  return {
    ...digest,
    orders: [...digest.orders, ...orders].slice(0, maxOrdersListed),
    orderCount: digest.orderCount + orders.length,
    dueAt: digest.dueAt ?? dueAtOf(digest, now),
  }
}

function dueAtOf({ frequency, countedFrom, emailCount }: Digest, now: Date): Date {
  if (frequency === 'daily') return nextUtcHour(now, dailyHourUtc)
  const isFull = countedFrom !== null && countedFrom > earlier(now, day) && emailCount >= maxEmailsPerDay
  return isFull ? later(countedFrom, day) : later(now, collectMs)
}

/** A digest whose email was written. */
export function afterEmail(digest: Digest, now: Date): Digest {
  const { countedFrom, emailCount } = digest
  const isSameDay = countedFrom !== null && countedFrom > earlier(now, day)
  return {
    ...digest,
    orders: [],
    orderCount: 0,
    dueAt: null,
    countedFrom: isSameDay ? countedFrom : now,
    emailCount: isSameDay ? emailCount + 1 : 1,
  }
}

/** The facts about an order in an email. They have no data of the recipient: it is not erased with the order. */
const waitingOrder = ({ kind, state, bookTitle, ...order }: EmailedEvent): WaitingOrder => ({
  orderId: order.orderId,
  customerOrderId: order.customerOrderId,
  title: orderTitle(order, bookTitle),
  findings: findingsOf(problemsOf(kind, state)),
  parcels: kind === 'OrderShipped' ? parcelsOf(state) : [],
})

function problemsOf(kind: EmailedEvent['kind'], { errors = [], warnings = [] }: Partial<OrderState>): Problem[] {
  if (kind === 'OrderShipped') return []
  return kind === 'OrderFilesUnreachable' ? warnings.filter(isMissingFile) : errors
}

const findingsOf = (problems: Problem[]): Words[] =>
  problems
    .slice(0, maxFindings)
    .map(({ pointer, code, detail }) =>
      quotesAddress({ pointer }) ? (failures[code as keyof typeof failures] ?? code) : detail,
    )

const parcelsOf = ({ shipmentTracking = [] }: Partial<OrderState>): WaitingOrder['parcels'] =>
  shipmentTracking
    .flatMap(({ carrier, packages }) =>
      packages.map(({ trackingNumber, trackingUrl }) => ({
        carrier,
        trackingNumber,
        trackingUrl: /^https?:\/\/\S+$/.test(trackingUrl) ? trackingUrl : null,
      })),
    )
    .slice(0, maxParcels)

function contentOf({ kind, orders, orderCount }: Digest, accountName: string, publicUrl: URL): Email {
  const several = aboutSeveral[kind]
  const page = (path: string) => new URL(`/dashboard/production/orders${path}`, publicUrl).href
  const shown = orders.map(
    ({ orderId: _, ...order }): EmailedOrder => ({
      ...order,
      url: page(`/${encodeURIComponent(order.customerOrderId)}`),
    }),
  )
  const values = { accountName, orders: shown, count: orderCount, ordersUrl: page(`?status=${several.status}`) }
  return { kind: orderCount === 1 ? kind : several.kind, values }
}
