// What the service should do, in the most naive form: one account, a list of orders, everything counted anew each time.
// It shares no code with the service; only the day on which a printed order ships comes from its calendar.

import type { Mode } from '../src/base/mode.ts'

export type CardName = 'sim_success' | 'sim_decline' | 'sim_times_out_after_charging'

type Job = {
  status: 'NEW' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'PROBLEM'
  asked: boolean
  refused: boolean
  delayed: boolean
  /** When the simulator ships it, by the day that is due. */
  dueDay: string
  shipsAt: number | null
  /** When the simulator grants a request to cancel. */
  grantsAt: number | null
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
  /** When a card was first charged for it. */
  firstTriedAt: number | null
  holdEndsAt: number | null
  jobs: Job[]
  /** The webhooks of it, as kinds, in their order. */
  told: string[]
}

export type Model = {
  now: number
  enterprise: boolean
  card: CardName
  limits: Record<Mode, { perDay: number; ceiling: number }>
  orders: ModelOrder[]
  /** A charge of which nobody knows what became; asked again a minute later. */
  unknown: { orders: ModelOrder[]; askedAt: number } | null
  capturedCents: number
  refundedCents: number
  shipDay(at: number): string
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** Declined for so long, an order is not charged any more until there is another card. */
const patience = 14 * day

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

function nextTwo(after: number): number {
  let at = Math.floor(after / day) * day + 2 * hour
  while (at <= after) at += day
  return at
}

function move(order: ModelOrder, status: string, webhook: string | null): void {
  order.status = status
  order.holdEndsAt = null
  order.chargeAt = null
  if (webhook !== null) order.told.push(webhook)
}

/** Answers the status that the create should answer. */
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
    told: [],
  }
  const { perDay, ceiling } = m.limits[mode]
  const waiting = inQueue(m, mode).length
  if (!makeable) move(order, 'FAILED', 'OrderValidationFailed')
  else if (waiting === 0 && inWindow(m, mode) < perDay) {
    move(order, 'RECEIVED', 'OrderReceived')
    order.receivedAt = m.now
  } else if (mode === 'production' && inWindow(m, mode) + waiting < ceiling) move(order, 'QUEUED', 'OrderQueued')
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
      job.asked = true
      if (order.mode === 'sandbox') job.grantsAt = m.now + 15 * minute
      return 200
    }
    default:
      return 409
  }
}

/** Cancelled for good: what was paid is given back, and what was not will not be asked for. */
function end(m: Model, order: ModelOrder): void {
  move(order, 'CANCELLED', 'OrderCancelled')
  if (order.payment === 'SUCCEEDED') giveBack(m, order)
  else order.payment = 'NOT_CHARGED'
}

function giveBack(m: Model, order: ModelOrder): void {
  order.payment = 'REFUNDED'
  order.told.push('OrderRefunded')
  if (order.mode === 'production') m.refundedCents += order.cents
}

export type Says = 'accept' | 'delay' | 'ship' | 'problem' | 'cancel_accept' | 'cancel_refuse'

/** The printer says something of the order's newest job. Answers whether it should be taken. */
export function hear(m: Model, order: ModelOrder, says: Says): boolean {
  const job = lastJob(order)
  if (job === undefined) return false
  switch (says) {
    case 'accept':
      if (job.status === 'ACCEPTED' || job.status === 'SHIPPED') return true
      if (job.status !== 'NEW') return false
      job.status = 'ACCEPTED'
      order.told.push('OrderAcceptedByPrinter')
      return true
    case 'delay': // always to the same day, and only in production: it would move the sandbox's parcels
      if (job.status === 'SHIPPED') return true
      if (!isOpen(job)) return false
      if (!job.delayed) order.told.push('OrderDelayed')
      job.delayed = true
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
      if (!isOpen(job) || !job.asked) return false
      job.status = 'CANCELLED'
      end(m, order)
      return true
    case 'cancel_refuse':
      if (isOpen(job) && job.asked) {
        job.asked = false
        job.refused = true
        job.grantsAt = null
        if (order.mode === 'sandbox') job.shipsAt = shipsAt(m, job.dueDay)
        move(order, 'PRINTING', 'OrderCancellationRefused')
        return true
      }
      // Shipped while it was asked for: both sides say the same.
      return (job.refused && job.status !== 'CANCELLED') || (job.asked && job.status === 'SHIPPED')
  }
}

const shipsAt = (m: Model, dueDay: string) => Math.max(Date.parse(`${dueDay}T21:00:00Z`), m.now)

function print(m: Model, order: ModelOrder, webhook: string): void {
  move(order, 'PRINTING', webhook)
  const dueDay = m.shipDay(m.now)
  order.jobs.push({
    status: 'NEW',
    asked: false,
    refused: false,
    delayed: false,
    dueDay,
    shipsAt: null,
    grantsAt: null,
  })
  if (order.mode === 'production') return
  hear(m, order, 'accept')
  lastJob(order)!.shipsAt = shipsAt(m, dueDay)
}

function hold(m: Model, order: ModelOrder): void {
  move(order, 'VALID_HOLDING_BIN', 'OrderEnteredHoldingBin')
  order.holdEndsAt = m.now + 2 * hour
}

/** Answers whether it should be taken. */
export function simulatePayment(m: Model, order: ModelOrder, succeeds: boolean): boolean {
  if (order.mode !== 'sandbox' || order.status !== 'VALID_AWAITING_PAYMENT') return false
  order.payment = succeeds ? 'SUCCEEDED' : 'FAILED'
  if (succeeds) hold(m, order)
  else order.told.push('OrderPaymentFailed')
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

/** The new order, when there should be one; its identifier is the service's. */
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
    told: ['OrderReceived'],
  })
  return true
}

/** Everything that a sandbox waits for, and its window, come earlier. */
export function fastForward(m: Model, by: number): void {
  for (const order of ofMode(m, 'sandbox')) {
    if (order.receivedAt !== null) order.receivedAt -= by
    if (order.holdEndsAt !== null) order.holdEndsAt -= by
    for (const job of order.jobs.filter(isOpen)) {
      if (job.shipsAt !== null) job.shipsAt -= by
      if (job.grantsAt !== null) job.grantsAt -= by
      job.dueDay = new Date(Date.parse(job.dueDay) - Math.floor(by / day) * day).toISOString().slice(0, 10)
    }
  }
}

/** Does all that is due now. */
export function settle(m: Model): void {
  for (let before = ''; before !== JSON.stringify(m.orders); ) {
    before = JSON.stringify(m.orders)
    release(m)
    for (const order of m.orders) if (order.status === 'RECEIVED') check(m, order)
    charge(m)
    for (const order of m.orders) {
      if (order.holdEndsAt !== null && order.holdEndsAt <= m.now) print(m, order, 'OrderSentToPrinter')
      const job = lastJob(order)
      if (job === undefined || !isOpen(job)) continue
      if (job.asked && job.grantsAt !== null && job.grantsAt <= m.now) hear(m, order, 'cancel_accept')
      if (!job.asked && job.shipsAt !== null && job.shipsAt <= m.now) hear(m, order, 'ship')
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
  if (order.mode === 'production') order.chargeAt = nextTwo(m.now)
}

function charge(m: Model): void {
  if (m.unknown !== null && m.unknown.askedAt <= m.now) {
    capture(m, m.unknown.orders)
    m.unknown = null
  }
  const due = m.orders.filter(order => order.chargeAt !== null && order.chargeAt <= m.now)
  if (due.length === 0) return
  for (const order of due) {
    order.chargeAt = nextTwo(m.now)
    order.firstTriedAt ??= m.now
  }
  if (m.card === 'sim_success') capture(m, due)
  else if (m.card === 'sim_times_out_after_charging') m.unknown = { orders: due, askedAt: m.now + minute }
  else {
    for (const order of due) {
      order.payment = 'FAILED'
      order.told.push('OrderPaymentFailed')
      if (order.firstTriedAt! + patience <= m.now) order.chargeAt = null
    }
  }
}

/**
 * What waits is tried with the card of now for as long as with the first, and what had been given up is tried again.
 */
export function changeCard(m: Model, card: CardName): void {
  m.card = card
  for (const order of m.orders) {
    if (order.status !== 'VALID_AWAITING_PAYMENT' || order.mode !== 'production') continue
    order.chargeAt ??= nextTwo(m.now)
    order.firstTriedAt = null
  }
}

function capture(m: Model, orders: ModelOrder[]): void {
  for (const order of orders) {
    m.capturedCents += order.cents
    if (order.status === 'VALID_AWAITING_PAYMENT') {
      order.payment = 'SUCCEEDED'
      hold(m, order)
    } else giveBack(m, order)
  }
}

/** Lets time pass from one thing that happens to the next. */
export function advance(m: Model, by: number): void {
  const to = m.now + by
  for (;;) {
    settle(m)
    const next = Math.min(
      ...m.orders.flatMap(order => {
        const job = lastJob(order)
        const jobTimes = job !== undefined && isOpen(job) ? [job.asked ? job.grantsAt : job.shipsAt] : []
        const leavesWindow = order.receivedAt === null ? null : order.receivedAt + day
        return [order.holdEndsAt, order.chargeAt, leavesWindow, ...jobTimes].filter(
          at => at !== null && at > m.now,
        ) as number[]
      }),
      m.unknown?.askedAt ?? Infinity,
    )
    if (next > to) break
    m.now = next
  }
  m.now = to
  settle(m)
}
