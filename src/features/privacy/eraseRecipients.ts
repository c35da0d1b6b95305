// Erasing the recipients of final orders: a number of days after their end, or at once on request. The order, its money
// and its destination stay; name, street, phone and email address are erased in all places for good, and so are texts
// that people wrote about the order. docs/decisions/0023-recipients-are-erased-in-place.md gives the reasons.

import { day, earlier } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import { eraseInLabels } from '../../carriers/labelStore.ts'
import type { Tx } from '../../db/db.ts'
import { isolateFailures } from '../../jobs/isolateFailures.ts'
import { redactInEmails, redactMessagesInEmails } from '../../mail/emailStore.ts'
import type { Destination, OrderKey, OrderRequest } from '../../orders/order.ts'
import { type LockedOrder, lockEndedOrders, lockMovedOrders, writeRedacted } from '../../orders/orderStore.ts'
import { logFailed } from '../../orders/postponeFailed.ts'
import { eraseFromSearch } from '../../orders/searchStore.ts'
import { statesWith, writeStates } from '../../orders/stepStore.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import { redactReasons } from '../../payments/refundStore.ts'
import { redactCreditReasons } from '../../payments/statements/statementStore.ts'
import { redactJobs } from '../../printer/jobStore.ts'
import { redactMessages } from '../../printer/messageStore.ts'
import { redactResponses } from '../../webhooks/deliveryStore.ts'
import { deleteReaderEmails } from '../notify/readerEmails.ts'
import { redactProofComments } from '../proofs/proofComments.ts'
import { deleteProofLinks } from '../proofs/proofLinks.ts'
import { redactInApprovals } from '../staff/approvalStore.ts'
import { redactOrderMessages } from '../staff/orderMessages.ts'
import {
  patternOf,
  problemsOfDestination,
  problemsOfReturnAddress,
  redactedRequest,
  redactedState,
} from './recipient.ts'

const maxOrders = 100

/** `days` after the end of an order; null erases nothing. */
type Deps = { transactor: Transactor; days: number | null; log: Log }

/** Erases the recipients of at most one batch of orders that ended long ago; returns how many. */
export function eraseOldRecipients({ transactor, days, log }: Deps): (now: Date) => Promise<number> {
  return async now => {
    if (days === null) return 0
    return transact(transactor, { now, actor: 'system' }, async work => {
      const by = earlier(now, days * day)
      const finished = await lockEndedOrders(work.tx, by, maxOrders)
      const ended = finished.length > 0 ? finished : await lockMovedOrders(work.tx, by, maxOrders)
      const { results, failed } = await isolateFailures(work, ended, async orders => {
        await eraseRecipients(work, orders)
        return orders
      })
      logFailed(log, failed)
      return results.length
    })
  }
}

/** Erases the recipients of final orders. */
export async function eraseRecipients(work: UnitOfWork, orders: LockedOrder[]): Promise<void> {
  const { tx, now } = work
  const destinations = await readDestinations(tx, orders)
  const addressesOf = ({ orderId }: OrderKey): Destination[] => destinations.get(orderId)!.addresses
  await eraseInSteps(work, orders, addressesOf)
  await writeRedacted(
    tx,
    orders.map(order => ({
      ...order,
      request: redactedRequest(order.placed ?? order.request),
      state: redactedState(order.state, addressesOf(order)),
    })),
    now,
  )
  await eraseFromSearch(tx, orders)
  await eraseProofs(
    tx,
    orders.filter(({ state }) => state.proof !== undefined),
  )
  await deleteReaderEmails(tx, orders)
  await redactOrderMessages(tx, orders)
  await redactMessagesInEmails(tx, orders)
  const jobs = await redactJobs(tx, orders)
  await eraseInLabels(tx, orders)
  await redactMessages(tx, jobs)
  await redactResponses(tx, orders)
  const patterns = orders.flatMap(({ accountId, orderId, customerOrderId }) => {
    const pattern = patternOf(destinations.get(orderId)!.destinations)
    return pattern === null ? [] : [{ accountId, orderId, customerOrderId, pattern }]
  })
  await redactInEmails(tx, patterns)
  await redactReasons(tx, patterns)
  await redactCreditReasons(tx, patterns)
  await redactInApprovals(tx, patterns)
  work.ordersChanged(orders)
  work.jobsChanged(jobs.map(({ printer }) => printer))
}

async function eraseProofs(tx: Tx, orders: LockedOrder[]): Promise<void> {
  if (orders.length === 0) return
  await redactProofComments(tx, orders)
  await deleteProofLinks(tx, orders)
}

/** All destinations that each order has had, by its id; `addresses` has the return address of its parcel as well. */
async function readDestinations(
  tx: Tx,
  orders: LockedOrder[],
): Promise<Map<string, { destinations: Destination[]; addresses: Destination[] }>> {
  const steps = await changesOf(tx, orders)
  const stepsOf = Map.groupBy(steps, ({ orderId }) => orderId)
  return new Map(
    orders.map(({ orderId, request, placed = request }) => {
      const later = (stepsOf.get(orderId) ?? []).flatMap(({ state: { edited, changeRequest } }) =>
        [edited, changeRequest].flatMap(change => change?.destination ?? []),
      )
      const destinations = [placed.destination, ...later]
      return [orderId, { destinations, addresses: [...destinations, ...returnAddressesOf(placed)] }]
    }),
  )
}

/** The steps of changes, and of requests of changes. */
async function changesOf(tx: Tx, orders: LockedOrder[]): Promise<Awaited<ReturnType<typeof statesWith>>> {
  const edited = orders.filter(({ placed }) => placed !== undefined)
  const asked = orders.filter(({ state }) => state.changeRequest !== undefined)
  return [
    ...(edited.length === 0 ? [] : await statesWith(tx, edited, '"edited"')),
    ...(asked.length === 0 ? [] : await statesWith(tx, asked, '"changeRequest"')),
  ]
}

const returnAddressesOf = ({ packingSlip }: OrderRequest): Destination[] =>
  packingSlip?.returnAddress === undefined ? [] : [packingSlip.returnAddress]

/** The states of steps have and quote the addresses too, and have the texts about a proof and a price. */
async function eraseInSteps(
  { tx }: UnitOfWork,
  orders: LockedOrder[],
  addressesOf: (order: OrderKey) => Destination[],
): Promise<void> {
  const withProof = orders.filter(({ state }) => state.proof !== undefined)
  const quoting = await statesWith(tx, orders, `"${problemsOfDestination}`)
  const returned = orders.filter(({ request }) => request.packingSlip?.returnAddress !== undefined)
  const quotingReturns = returned.length === 0 ? [] : await statesWith(tx, returned, `"${problemsOfReturnAddress}`)
  const deciding = withProof.length === 0 ? [] : await statesWith(tx, withProof, '"proof"')
  const withAgreement = orders.filter(({ state }) => state.agreed !== undefined)
  const priced = withAgreement.length === 0 ? [] : await statesWith(tx, withAgreement, '"aboveAgreement"')
  const changing = await changesOf(tx, orders)
  const arriving = orders.filter(({ state }) => state.delivery !== undefined)
  const delivered = arriving.length === 0 ? [] : await statesWith(tx, arriving, '"delivery"')
  const found = [...quoting, ...quotingReturns, ...deciding, ...priced, ...changing, ...delivered]
  const steps = [...new Map(found.map(step => [`${step.orderId} ${step.sequence}`, step])).values()]
  await writeStates(
    tx,
    steps.map(step => ({ ...step, state: redactedState(step.state, addressesOf(step)) })),
  )
}
