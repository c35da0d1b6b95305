// Changing where and how an order is shipped. The change is examined and priced by the order's own terms, outside of
// any transaction, because a tax provider may be asked; it is recorded only if the order is still the same. An unpaid
// order gets the new price. A paid order keeps the paid price, and a fall of the price is refunded. An order at its
// printer stays as it is until the printer accepts the change, unless its job certainly has reached no printer yet.

import { isDeepStrictEqual } from 'node:util'
import { say } from '../../../languages/texts.ts'
import { appendAudit } from '../../accounts/auditLog.ts'
import { instant, later, latest } from '../../base/clock.ts'
import type { Mode } from '../../base/mode.ts'
import { type Problem, Refusal, StatusRefusal } from '../../base/refusal.ts'
import { edgeOf, type Status } from '../../orders/lifecycle.ts'
import {
  type Delivery,
  type Order,
  type OrderRequest,
  type OrderState,
  type PriceFall,
  wasPaid,
} from '../../orders/order.ts'
import { type LockedOrder, lockFound, lockOrders, noOrderOfAccount, orderNotFound } from '../../orders/orderStore.ts'
import { countSteps } from '../../orders/stepStore.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import { transition, type UnitOfWork } from '../../orders/transition.ts'
import { findLastJob } from '../../printer/jobStore.ts'
import { placeOf, regionOf } from '../../shipping/destination.ts'
import type { Archive } from '../archive/archive.ts'
import { readOrder, readOrderInAnyMode } from '../archive/readOrder.ts'
import { changeSale } from '../money/sales.ts'
import { isBeingCharged } from '../money/unpaidOrders.ts'
import { findUnsentJob, makeChanges, requestChange } from '../printing/changeAtPrinter.ts'
import type { Fulfillment } from '../printing/fulfillment.ts'
import type { OperatorVersion, OperatorVersions } from '../shop/operatorData.ts'
import { agreedPricing, finalAgreedPricing } from './agreedPricing.ts'
import { fileCheckRetrySeconds } from './cancel.ts'
import { calculateFall, exemptionsOfPaid, requireNoRise, type StaffRefunds } from './changePaid.ts'
import { datesOf, deliveryOf, toPrinterAt } from './dates.ts'
import { deliveryProblems, deliveryWarnings } from './examine.ts'
import { readExemptions } from './orderContext.ts'
import { printingWarnings } from './packingSlip.ts'
import { acceptedList, type FinalPrice, priceFinally, priceOrders } from './price.ts'

/** How often an order that another request changes meanwhile is examined again. */
const maxAttempts = 5
/** Each change is a step that the order keeps, and a webhook. */
const maxChanges = 50
/** Most charges are known within seconds. */
const chargeRetrySeconds = 10

export type ChangeDeps = {
  transactor: Transactor
  archive: Pick<Archive, 'read'>
  operatorVersions: OperatorVersions
  fulfillment: Fulfillment
}

/** `mode` is null for the staff, who know only the account. */
export type OrderChange = {
  accountId: string
  mode: Mode | null
  customerOrderId: string
  change: Partial<Delivery>
}

/** `audit` is of a change by the staff; its reason is also in the history. */
type By = { now: Date; actor: string; audit: { reason: string | null; refunds: StaffRefunds } | null }

/**
 * Changes the order, or asks its printer, and returns it; a change to the present values, and one that the printer is
 * asked for already, changes nothing. Refuses with `order_not_found`,
 * with `order_not_changeable` naming the status, with `change_not_possible` and its problems, with `price_would_rise`
 * for a paid order, and with `provider_unavailable` when the tax is not known now.
 */
export async function changeOrder(deps: ChangeDeps, wanted: OrderChange, by: By): Promise<Order> {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const found = await findToChange(deps, wanted)
    if (hasChange(found, wanted)) return found
    const changed = await prepare(deps, found, wanted, by.now)
    const order = await transact(deps.transactor, by, work =>
      record(work, { found, changed, wanted, by, fulfillment: deps.fulfillment }),
    )
    if (order !== null) return order
  }
  throw new Refusal(
    'overloaded',
    say('The order was changed by other requests at the same time. This change was not made.'),
  )
}

/** The order as the change would make it. Refuses like the change. */
export async function previewChange(deps: ChangeDeps, wanted: OrderChange, { now, audit }: By): Promise<Order> {
  const found = await findToChange(deps, wanted)
  if (hasChange(found, wanted)) return found
  const { db } = deps.transactor
  const job = isAtPrinter(found) ? await findLastJob(db, found) : undefined
  if (job !== undefined && job.collected.length > 0) throw notChangeable(found, hasLeft)
  const { request, state, fall } = await prepare(deps, found, wanted, now)
  const { cents } = fall === null ? { cents: 0 } : await calculateFall(db, found, fall, audit?.refunds ?? null)
  const refunded = cents === 0 ? {} : { refundedCents: (found.state.refundedCents ?? 0) + cents }
  return { ...found, request, state: { ...found.state, ...state, ...refunded } }
}

async function findToChange({ transactor: { db }, archive }: ChangeDeps, wanted: OrderChange): Promise<Order> {
  const { accountId, mode, customerOrderId } = wanted
  const { stored, archived } =
    mode === null
      ? await readOrderInAnyMode({ db, archive }, { accountId, customerOrderId })
      : await readOrder({ db, archive }, { accountId, mode, customerOrderId })
  if (archived !== undefined && !hasChange(archived.order, wanted)) throw notChangeable(archived.order)
  const found = stored ?? archived?.order
  if (found !== undefined) return found
  throw mode === null ? noOrderOfAccount({ accountId, customerOrderId }) : orderNotFound({ customerOrderId, mode })
}

/**
 * The order is so already, or its printer is being asked for this change: then the present values are another change.
 */
function hasChange({ request, state }: Order, { change }: OrderChange): boolean {
  const { destination, shippingClassification } = isAsking(state) ? state.changeRequest! : request
  return isDeepStrictEqual(requestWith(request, change), { ...request, destination, shippingClassification })
}

const isAsking = ({ changeRequest }: OrderState): boolean => changeRequest?.status === 'REQUESTED'

const requestWith = (request: OrderRequest, { destination, shippingClassification }: Partial<Delivery>) => ({
  ...request,
  destination: destination ?? request.destination,
  shippingClassification: shippingClassification ?? request.shippingClassification,
})

/** An examined change. `fall` is of a paid order; `price` is of an unpaid order whose price is final. */
type Changed = {
  request: OrderRequest
  state: Partial<OrderState>
  price: FinalPrice | null
  fall: PriceFall | null
}

/** Examines and prices the change. Nothing is locked. */
async function prepare(deps: ChangeDeps, order: Order, { mode, change }: OrderChange, now: Date): Promise<Changed> {
  if (edgeOf(order.status, 'changed') === undefined) throw notChangeable(order)
  if (order.billing === 'reprint' && mode !== null) throw notChangeable(order, isReprint)
  if (isAsking(order.state)) throw notChangeable(order, isAsked)
  const isFirst = order.placed === undefined && order.state.changeRequest === undefined
  if (!isFirst && (await countSteps(deps.transactor.db, order, ['changed', 'change_refused'])) >= maxChanges) {
    throw notChangeable(order, changedOften)
  }
  const operator = deps.operatorVersions.byNumber(order.operatorVersion)
  const request = requestWith(order.request, change)
  const problems = [...quoteProblems(order.request, request), ...deliveryProblems(operator, request)]
  if (problems.length > 0) throw new Refusal('change_not_possible', problems[0]!.detail, problems)
  const { destination, shippingClassification } = request
  const state = {
    edited: { destination, shippingClassification },
    warnings: [
      ...order.state.warnings.filter(({ pointer }) => !isAboutDelivery(pointer)),
      ...deliveryWarnings(operator, request),
      ...printingWarnings(request, order.books, null).filter(({ pointer }) => isAboutDelivery(pointer)),
    ],
    ...datesAfter(operator, { ...order, request }, now),
  }
  const { pricing } = order.state
  if (order.billing === 'enterprise') {
    if (isAtPrinter(order) && placeIn(request) !== placeIn(order.request)) throw notChangeable(order, hasTaxes)
    const agreed = await agreedAfter(deps, operator, { ...order, request }, now)
    return { request, state: { ...state, ...agreed }, price: null, fall: null }
  }
  if (order.billing !== 'charged' || pricing === null) return { request, state, price: null, fall: null }
  const exemptions = (await readExemptions(deps.transactor.db, [order.accountId], now)).get(order.accountId)
  const { books } = order
  const terms = { ...order, exemptions: exemptions ?? new Map<string, string>(), quoted: { pricing, books } }
  if (wasPaid(order.state.payment)) {
    const paid = { ...terms, exemptions: await exemptionsOfPaid(deps.transactor.db, order, terms.exemptions) }
    const [before, after] = await finalPrices(deps, [paid, { ...paid, request }])
    const fall = { before: before!.sale.price, after: after!.sale.price }
    requireNoRise(order, fall)
    return { request, state, price: null, fall }
  }
  const priceList = acceptedList(operator, terms.quoted)
  const quoted = priceOrders(operator, [{ ...terms, request, priceList }])[0]!
  if (!pricing.final) return { request, state: { ...state, pricing: quoted }, price: null, fall: null }
  const [price] = await finalPrices(deps, [{ ...terms, request, quoted: { pricing: quoted, books } }])
  return { request, state: { ...state, pricing: price!.pricing }, price: price!, fall: null }
}

/** A quote is for one class to one state: the street may change. */
function quoteProblems(quoted: OrderRequest, request: OrderRequest): Problem[] {
  const { quote } = quoted
  if (quote === undefined) return []
  const isSamePlace = placeIn(quoted) === placeIn(request)
  const pointer = isSamePlace ? '/shippingClassification' : '/destination/state'
  const detail = say('the quote {quoteId} is for another place or class; cancel the order and ask for another quote', {
    quoteId: quote.quoteId,
  })
  return isSamePlace && request.shippingClassification === quoted.shippingClassification
    ? []
    : [{ pointer, code: 'not_as_quoted', detail }]
}

/**
 * The agreed prices of an enterprise order. The price of a printer that the order came back from was of the order as it
 * was before: the next printer sets it anew.
 */
async function agreedAfter(
  deps: ChangeDeps,
  operator: OperatorVersion,
  order: Order,
  now: Date,
): Promise<Partial<Pick<OrderState, 'agreed' | 'pricing'>>> {
  const { agreed } = order.state
  if (agreed === undefined) return {}
  const unpriced = isAtPrinter(order) ? {} : { pricing: null }
  const exemptions = (await readExemptions(deps.transactor.db, [order.accountId], now)).get(order.accountId)
  const quoted = { pricing: agreed, books: order.books }
  const terms = { ...order, agreedPrices: true, exemptions: exemptions ?? new Map<string, string>() }
  if (agreed.final) {
    const [price] = await finalPrices(deps, [{ ...terms, quoted }])
    return { agreed: finalAgreedPricing(price!), ...unpriced }
  }
  const [price] = priceOrders(operator, [{ ...terms, priceList: acceptedList(operator, quoted) }])
  return { agreed: agreedPricing(price!), ...unpriced }
}

const isAboutDelivery = (pointer: string): boolean =>
  pointer.startsWith('/destination/') || pointer === '/shippingClassification'

const isAtPrinter = ({ status }: Order): boolean => status === 'PRINTING'
const placeIn = ({ destination }: OrderRequest): string => placeOf(regionOf(destination))

/** An order that waits for its proof has no dates. At the printer, the day of shipping stays. */
function datesAfter(operator: OperatorVersion, order: Order, now: Date): Partial<OrderState> {
  if (order.status === 'AWAITING_PROOF') return {}
  const { estimatedShipDate } = order.state
  if (isAtPrinter(order)) {
    return estimatedShipDate === null ? {} : { estimatedDelivery: deliveryOf(operator, order, estimatedShipDate) }
  }
  const isHeld = order.status === 'VALID_HOLDING_BIN' && order.dueAt !== null
  return datesOf(operator, order, isHeld ? order.dueAt! : toPrinterAt(order.billing, now))
}

async function finalPrices(
  { operatorVersions }: ChangeDeps,
  orders: Parameters<typeof priceFinally>[1],
): Promise<FinalPrice[]> {
  const prices = await priceFinally(operatorVersions, orders)
  return prices.map(price => {
    if (price !== null && !('unavailable' in price)) return price
    const detail = 'The tax of the changed order cannot be calculated right now. The order was not changed: try again.'
    throw new Refusal('provider_unavailable', detail)
  })
}

type Recording = { found: Order; changed: Changed; wanted: OrderChange; by: By; fulfillment: Fulfillment }

/** Null when the order has changed since it was examined. */
async function record(work: UnitOfWork, { found, changed, wanted, by, fulfillment }: Recording): Promise<Order | null> {
  const order = await lockFound(work.tx, found)
  if (order.sequence !== found.sequence) return null
  if (await isBeingCharged(work.tx, order)) throw notChangeable(order, isCharged, chargeRetrySeconds)
  const { state, price, fall } = changed
  const unsentJob = isAtPrinter(order) ? await findUnsentJob(work, order) : undefined
  if (isAtPrinter(order) && unsentJob === undefined) return askPrinter(work, order, { changed, wanted, by })
  const [moved] = await transition(work, [
    {
      order,
      on: 'changed',
      changes: {
        state,
        ...(price === null ? {} : { chargeCents: price.pricing.orderCents }),
        // A check of its files that is under way has an old order, and is not recorded.
        dueAt: order.status === 'RECEIVED' ? work.now : order.dueAt,
      },
      ...(by.audit?.reason == null ? {} : { note: by.audit.reason }),
    },
  ])
  if (price !== null) await changeSale(work, moved!, price.sale)
  if (fall !== null) {
    const { cents, owe } = await calculateFall(work.tx, moved!, fall, by.audit?.refunds ?? null)
    if (cents > 0) await owe(work, moved!)
  }
  if (unsentJob !== undefined) await makeChanges(work, [{ after: moved!, job: unsentJob, fall: null }], fulfillment)
  if (by.audit !== null) await recordForAudit(work, 'order_edited', { order, reason: by.audit.reason, wanted })
  const [after] = await lockOrders(work.tx, [order])
  return after!
}

/** A person without the right to refund must not ask for a change that refunds. */
async function askPrinter(
  work: UnitOfWork,
  order: LockedOrder,
  { changed: { request, state, fall }, wanted, by }: Omit<Recording, 'found' | 'fulfillment'>,
): Promise<Order> {
  if (fall !== null) await calculateFall(work.tx, order, fall, by.audit?.refunds ?? null)
  const { destination, shippingClassification } = request
  // The printer answers by this time, so no two requests of an order have the same.
  const last = order.state.changeRequest?.requestedAt
  const requestedAt = last === undefined ? work.now : latest(work.now, later(instant(last), 1))
  const asked = { status: 'REQUESTED', requestedAt: requestedAt.toISOString(), reason: null } as const
  const changeRequest = { ...asked, destination, shippingClassification, effect: { state, fall } }
  const reason = by.audit?.reason ?? null
  if (!(await requestChange(work, order, { changeRequest, note: reason }))) throw notChangeable(order, hasLeft)
  if (by.audit !== null) await recordForAudit(work, 'order_change_requested', { order, reason, wanted })
  const [after] = await lockOrders(work.tx, [order])
  return after!
}

/** The audit log names what was changed, and not the recipient: the history of the order has both addresses. */
async function recordForAudit(
  work: UnitOfWork,
  action: 'order_edited' | 'order_change_requested',
  { order, reason, wanted }: { order: Order; reason: string | null; wanted: OrderChange },
): Promise<void> {
  await appendAudit(work.tx, work.newId, {
    at: work.now,
    actor: work.actor,
    action,
    accountId: order.accountId,
    subject: order.customerOrderId,
    details: { mode: order.mode, reason, changed: Object.keys(wanted.change) },
  })
}

/** `reason` is by default that of the status. */
function notChangeable({ customerOrderId, status }: Order, reason?: string, retryAfterSeconds?: number): StatusRefusal {
  const because = reason ?? refusalReasons[status] ?? 'that is final'
  const detail = `order ${customerOrderId} is ${status} and cannot be changed: ${because}`
  const retryOfStatus = status === 'VALIDATING' ? fileCheckRetrySeconds : null
  const retry = { retryAfterSeconds: retryAfterSeconds ?? retryOfStatus }
  return new StatusRefusal('order_not_changeable', detail, { currentStatus: status, ...retry })
}

const isCanceling = 'its printer was asked to cancel it'
const isAsked = 'its printer was asked for another change and has not answered yet'
const hasLeft = 'some of its parcels have left'
const hasTaxes = 'its printer sets its taxes, so its new address must be in the same state; ask support'
const isReprint = 'it is a free reprint, which only the support staff can change; ask support'
const changedOften = `it was changed ${maxChanges} times; cancel it and place it again`
const isCharged = 'it is being charged right now, so try again in a moment'

/** Why an order that is not final cannot be changed right now, and the remedy. */
const refusalReasons: Partial<Record<Status, string>> = {
  VALIDATING: 'its files are being checked, so try again in a moment',
  CANCELLATION_REQUESTED: isCanceling,
  EXCEPTION: 'the support staff must decide about it',
}
