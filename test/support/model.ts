// A naive model of the service: one account, a list of orders, and every count from scratch. The model shares no code
// with the service. Only the day on which a printed order ships comes from the service's calendar.

import type { Mode } from '../../src/base/mode.ts'

export type CardName = 'sim_success' | 'sim_decline' | 'sim_times_out_after_charging'

type Job = {
  status: 'NEW' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'PROBLEM'
  cancelRequested: boolean
  cancelRefused: boolean
  isDelayed: boolean
  /** The simulator ships on this day. */
  dueDay: string
  shipsAt: number | null
  /** When the simulator grants a request to cancel. */
  cancelledAt: number | null
}

export type ModelOrder = {
  id: string
  mode: Mode
  billing: 'charged' | 'enterprise' | 'reprint'
  status: string
  payment: string
  cents: number
  receivedAt: number | null
  chargeAt: number | null
  /** When a card was first charged for the order. */
  firstTriedAt: number | null
  holdEndsAt: number | null
  jobs: Job[]
  /** The kinds of the order's webhooks, in their order. */
  webhooks: string[]
}

export type Model = {
  now: number
  enterprise: boolean
  card: CardName
  limits: Record<Mode, { perDay: number; ceiling: number }>
  orders: ModelOrder[]
  /** A charge with an unknown outcome; a minute later the service repeats it. */
  unknown: { orders: ModelOrder[]; retryAt: number } | null
  capturedCents: number
  refundedCents: number
  shipDay(at: number): string
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** An order that is declined for this long is not charged again before the card changes. */
const declinePeriod = 14 * day

export const newModel = (now: Date, shipDay: (at: Date) => string): Model => ({
  now: now.getTime(),
  enterprise: false,
  card: 'sim_success',
  limits: { sandbox: { perDay: 50, ceiling: 350 }, production: { perDay: 50, ceiling: 350 } },
  orders: [],
  unknown: null,
  capturedCents: 0,
  refundedCents: 0,
  shipDay: at => shipDay(new Date(at)),
})

const ofMode = (m: Model, mode: Mode) => m.orders.filter(order => order.mode === mode)
export const inWindow = (m: Model, mode: Mode) =>
  ofMode(m, mode).filter(
    order => order.receivedAt !== null && order.receivedAt > m.now - day && order.receivedAt <= m.now,
  ).length
export const inQueue = (m: Model, mode: Mode) => ofMode(m, mode).filter(order => order.status === 'QUEUED')
const lastJob = (order: ModelOrder) => order.jobs.at(-1)
const isOpen = (job: Job) => job.status === 'NEW' || job.status === 'ACCEPTED'

function nextTwoOClock(after: number): number {
  let at = Math.floor(after / day) * day + 2 * hour
  while (at <= after) at += day
  return at
}

function move(order: ModelOrder, status: string, webhook: string | null): void {
  order.status = status
  order.holdEndsAt = null
  order.chargeAt = null
  if (webhook !== null) order.webhooks.push(webhook)
}

/** Answers the status of the new order. */
export function create(m: Model, id: string, mode: Mode, makeable: boolean): string {
  const billing = m.enterprise ? 'enterprise' : 'charged'
  const order: ModelOrder = {
    id,
    mode,
    billing,
    status: '',
    payment: billing === 'charged' ? 'NOT_DUE' : 'NOT_CHARGED',
    cents: 0,
    receivedAt: null,
    chargeAt: null,
    firstTriedAt: null,
    holdEndsAt: null,
    jobs: [],
    webhooks: [],
  }
  const { perDay, ceiling } = m.limits[mode]
  const queued = inQueue(m, mode).length
  if (!makeable) move(order, 'FAILED', 'OrderValidationFailed')
  else if (queued === 0 && inWindow(m, mode) < perDay) {
    move(order, 'RECEIVED', 'OrderReceived')
    order.receivedAt = m.now
  } else if (mode === 'production' && inWindow(m, mode) + queued < ceiling) move(order, 'QUEUED', 'OrderQueued')
  else move(order, 'REJECTED', mode === 'production' ? 'OrderExceedsLimitQueue' : null)
  if (order.status === 'FAILED' || order.status === 'REJECTED') order.payment = 'NOT_CHARGED'
  m.orders.push(order)
  return order.status
}

/** Answers the HTTP status. */
export function cancel(m: Model, order: ModelOrder): number {
  switch (order.status) {
    case 'CANCELLED':
      return 200
    case 'QUEUED':
    case 'RECEIVED':
    case 'VALID_AWAITING_PAYMENT':
    case 'VALID_HOLDING_BIN':
      end(m, order)
      return 200
    case 'PRINTING': {
      const job = lastJob(order)!
      move(order, 'CANCELLATION_REQUESTED', 'OrderCancellationRequested')
      job.cancelRequested = true
      if (order.mode === 'sandbox') job.cancelledAt = m.now + 15 * minute
      return 200
    }
    default:
      return 409
  }
}

/** Cancels the order: a paid order is refunded, and an unpaid order is not charged. */
function end(m: Model, order: ModelOrder): void {
  move(order, 'CANCELLED', 'OrderCancelled')
  if (order.payment === 'SUCCEEDED') refund(m, order)
  else order.payment = 'NOT_CHARGED'
}

function refund(m: Model, order: ModelOrder): void {
  order.payment = 'REFUNDED'
  order.webhooks.push('OrderRefunded')
  if (order.mode === 'production') m.refundedCents += order.cents
}

export type PrinterAction = 'accept' | 'delay' | 'ship' | 'problem' | 'cancel_accept' | 'cancel_refuse'

/** The printer reports about the order's newest job. Answers whether the service applies the message. */
export function receiveMessage(m: Model, order: ModelOrder, action: PrinterAction): boolean {
  const job = lastJob(order)
  if (job === undefined) return false
  switch (action) {
    case 'accept':
      if (job.status === 'ACCEPTED' || job.status === 'SHIPPED') return true
      if (job.status !== 'NEW') return false
      job.status = 'ACCEPTED'
      order.webhooks.push('OrderAcceptedByPrinter')
      return true
    case 'delay': // always to the same day, and only in production: in a sandbox it would move the shipping
      if (job.status === 'SHIPPED') return true
      if (!isOpen(job)) return false
      if (!job.isDelayed) order.webhooks.push('OrderDelayed')
      job.isDelayed = true
      return true
    case 'ship':
      if (job.status === 'SHIPPED') return true
      if (!isOpen(job) || (order.billing === 'enterprise' && job.status === 'NEW')) return false
      job.status = 'SHIPPED'
      move(order, 'SHIPPED', 'OrderShipped')
      return true
    case 'problem':
      if (job.status === 'PROBLEM') return true
      if (!isOpen(job)) return false
      job.status = 'PROBLEM'
      move(order, 'EXCEPTION', 'OrderException')
      return true
    case 'cancel_accept':
      if (job.status === 'CANCELLED') return true
      if (!isOpen(job) || !job.cancelRequested) return false
      job.status = 'CANCELLED'
      end(m, order)
      return true
    case 'cancel_refuse':
      if (isOpen(job) && job.cancelRequested) {
        job.cancelRequested = false
        job.cancelRefused = true
        job.cancelledAt = null
        if (order.mode === 'sandbox') job.shipsAt = shipsAt(m, job.dueDay)
        move(order, 'PRINTING', 'OrderCancellationRefused')
        return true
      }
      // The order shipped while its cancellation was requested, so both messages agree.
      return (job.cancelRefused && job.status !== 'CANCELLED') || (job.cancelRequested && job.status === 'SHIPPED')
  }
}

const shipsAt = (m: Model, dueDay: string) => Math.max(Date.parse(`${dueDay}T21:00:00Z`), m.now)

function print(m: Model, order: ModelOrder, webhook: string | null): void {
  move(order, 'PRINTING', webhook)
  order.webhooks.push('OrderSentToPrinter')
  const dueDay = m.shipDay(m.now)
  order.jobs.push({
    status: 'NEW',
    cancelRequested: false,
    cancelRefused: false,
    isDelayed: false,
    dueDay,
    shipsAt: null,
    cancelledAt: null,
  })
  if (order.mode === 'production') return
  receiveMessage(m, order, 'accept')
  lastJob(order)!.shipsAt = shipsAt(m, dueDay)
}

function hold(m: Model, order: ModelOrder): void {
  move(order, 'VALID_HOLDING_BIN', 'OrderEnteredHoldingBin')
  order.holdEndsAt = m.now + 2 * hour
}

/** Answers whether the service accepts the payment. */
export function simulatePayment(m: Model, order: ModelOrder, succeeds: boolean): boolean {
  if (order.mode !== 'sandbox' || order.status !== 'VALID_AWAITING_PAYMENT') return false
  order.payment = succeeds ? 'SUCCEEDED' : 'FAILED'
  if (succeeds) hold(m, order)
  else order.webhooks.push('OrderPaymentFailed')
  return true
}

export function resume(m: Model, order: ModelOrder): boolean {
  if (order.status !== 'EXCEPTION') return false
  print(m, order, 'OrderResumed')
  return true
}

export function revalidate(m: Model, order: ModelOrder): boolean {
  if (order.status !== 'EXCEPTION') return false
  hold(m, order)
  return true
}

export function abandon(m: Model, order: ModelOrder): boolean {
  if (order.status !== 'EXCEPTION') return false
  end(m, order)
  return true
}

/** Answers whether the service makes the new order, which gets the service's identifier. */
export function reprint(m: Model, order: ModelOrder, id: string): boolean {
  if (order.status !== 'SHIPPED') return false
  m.orders.push({
    id,
    mode: order.mode,
    billing: 'reprint',
    status: 'RECEIVED',
    payment: 'NOT_CHARGED',
    cents: 0,
    receivedAt: null,
    chargeAt: null,
    firstTriedAt: null,
    holdEndsAt: null,
    jobs: [],
    webhooks: ['OrderReceived'],
  })
  return true
}

/** Moves all times of the sandbox, and its window. */
export function fastForward(m: Model, by: number): void {
  for (const order of ofMode(m, 'sandbox')) {
    if (order.receivedAt !== null) order.receivedAt -= by
    if (order.holdEndsAt !== null) order.holdEndsAt -= by
    for (const job of order.jobs.filter(isOpen)) {
      if (job.shipsAt !== null) job.shipsAt -= by
      if (job.cancelledAt !== null) job.cancelledAt -= by
      job.dueDay = new Date(Date.parse(job.dueDay) - Math.floor(by / day) * day).toISOString().slice(0, 10)
    }
  }
}

/** Does all due work. */
export function settle(m: Model): void {
  for (let before = ''; before !== JSON.stringify(m.orders); ) {
    before = JSON.stringify(m.orders)
    release(m)
    for (const order of m.orders) if (order.status === 'RECEIVED') check(m, order)
    charge(m)
    for (const order of m.orders) {
      if (order.holdEndsAt !== null && order.holdEndsAt <= m.now) print(m, order, null)
      const job = lastJob(order)
      if (job === undefined || !isOpen(job)) continue
      if (job.cancelRequested && job.cancelledAt !== null && job.cancelledAt <= m.now)
        receiveMessage(m, order, 'cancel_accept')
      if (!job.cancelRequested && job.shipsAt !== null && job.shipsAt <= m.now) receiveMessage(m, order, 'ship')
    }
  }
}

function release(m: Model): void {
  const mode = 'production'
  for (;;) {
    const [first] = inQueue(m, mode)
    if (first === undefined || inWindow(m, mode) >= m.limits[mode].perDay) return
    move(first, 'RECEIVED', 'OrderReleased')
    first.receivedAt = m.now
  }
}

function check(m: Model, order: ModelOrder): void {
  if (order.billing !== 'charged') {
    hold(m, order)
    return
  }
  move(order, 'VALID_AWAITING_PAYMENT', 'OrderValidated')
  order.payment = 'PENDING'
  if (order.mode === 'production') order.chargeAt = nextTwoOClock(m.now)
}

function charge(m: Model): void {
  if (m.unknown !== null && m.unknown.retryAt <= m.now) {
    capture(m, m.unknown.orders)
    m.unknown = null
  }
  const due = m.orders.filter(order => order.chargeAt !== null && order.chargeAt <= m.now)
  if (due.length === 0) return
  for (const order of due) {
    order.chargeAt = nextTwoOClock(m.now)
    order.firstTriedAt ??= m.now
  }
  if (m.card === 'sim_success') capture(m, due)
  else if (m.card === 'sim_times_out_after_charging') m.unknown = { orders: due, retryAt: m.now + minute }
  else {
    for (const order of due) {
      order.payment = 'FAILED'
      order.webhooks.push('OrderPaymentFailed')
      if (order.firstTriedAt! + declinePeriod <= m.now) order.chargeAt = null
    }
  }
}

/** Waiting orders are charged to the new card for a full period, also the orders that were no longer charged. */
export function changeCard(m: Model, card: CardName): void {
  m.card = card
  for (const order of m.orders) {
    if (order.status !== 'VALID_AWAITING_PAYMENT' || order.mode !== 'production') continue
    order.chargeAt ??= nextTwoOClock(m.now)
    order.firstTriedAt = null
  }
}

function capture(m: Model, orders: ModelOrder[]): void {
  for (const order of orders) {
    m.capturedCents += order.cents
    if (order.status === 'VALID_AWAITING_PAYMENT') {
      order.payment = 'SUCCEEDED'
      hold(m, order)
    } else refund(m, order)
  }
}

/** Moves time from one event to the next. */
export function advance(m: Model, by: number): void {
  const to = m.now + by
  for (;;) {
    settle(m)
    const next = Math.min(
      ...m.orders.flatMap(order => {
        const job = lastJob(order)
        const jobTimes = job !== undefined && isOpen(job) ? [job.cancelRequested ? job.cancelledAt : job.shipsAt] : []
        const leavesWindow = order.receivedAt === null ? null : order.receivedAt + day
        return [order.holdEndsAt, order.chargeAt, leavesWindow, ...jobTimes].filter(
          at => at !== null && at > m.now,
        ) as number[]
      }),
      m.unknown?.retryAt ?? Infinity,
    )
    if (next > to) break
    m.now = next
  }
  m.now = to
  settle(m)
}
