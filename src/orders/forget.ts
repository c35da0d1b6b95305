// Forgetting who an order was for, once it has come to its end: so many days later by the clock, or at once when
// support is asked to. The order, its money and where it went stay; name, street, phone and e-mail address go, wherever
// they are kept, and so does what people wrote about the order. Nothing can bring them back. What stays, and why:
// docs/decisions/0023-recipients-are-forgotten-in-place.md

import { day, earlier } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import { forgetInMails } from '../mail/store.ts'
import { forgetInReasons } from '../payments/refundStore.ts'
import { forgetWords } from '../printer/messages.ts'
import { forgetInJobs } from '../printer/store.ts'
import { forgetAnswers } from '../webhooks/store.ts'
import { logFailed, togetherOrAlone } from './apart.ts'
import { forgetInApprovals } from './desk/approvalStore.ts'
import { forgottenDestination, forgottenState, patternOf, problemsOfDestination } from './recipient.ts'
import { type LockedOrder, lockEndedOrders, statesWith, writeForgotten, writeStates } from './store.ts'
import type { Work } from './transition.ts'
import { inOneWork, type Shell } from './work.ts'

const ordersInASweep = 100

/** `days` after their end; null keeps everything. */
type Deps = { shell: Shell; days: number | null; log: Log }

/** Forgets the recipients of at most one batch of orders that ended long ago; returns how many. */
export function sweepRecipients({ shell, days, log }: Deps): (now: Date) => Promise<number> {
  return async now => {
    if (days === null) return 0
    return inOneWork(shell, { now, actor: 'system' }, async work => {
      const ended = await lockEndedOrders(work.tx, earlier(now, days * day), ordersInASweep)
      const { made, failed } = await togetherOrAlone(work, ended, async orders => {
        await forgetRecipients(work, orders)
        return orders
      })
      logFailed(log, failed)
      return made.length
    })
  }
}

/** Forgets the recipients of orders that have come to their end. */
export async function forgetRecipients(work: Work, orders: LockedOrder[]): Promise<void> {
  const { tx, now } = work
  await forgetInSteps(work, orders)
  await writeForgotten(
    tx,
    orders.map(order => {
      const { request, state } = order
      const destination = forgottenDestination(request.destination)
      return {
        ...order,
        request: { ...request, destination },
        state: forgottenState(state, request.destination),
      }
    }),
    now,
  )
  const jobs = await forgetInJobs(
    tx,
    orders.map(order => ({ ...order, destination: forgottenDestination(order.request.destination) })),
  )
  await forgetWords(tx, jobs)
  await forgetAnswers(tx, orders)
  const named = orders.flatMap(({ accountId, orderId, customerOrderId, request }) => {
    const pattern = patternOf(request.destination)
    return pattern === null ? [] : [{ accountId, orderId, customerOrderId, pattern }]
  })
  await forgetInMails(tx, named)
  await forgetInReasons(tx, named)
  await forgetInApprovals(tx, named)
  work.changed(orders)
  work.jobsChanged(jobs.map(({ printer }) => printer))
}

/** Each step keeps the state of its time. */
async function forgetInSteps({ tx }: Work, orders: LockedOrder[]): Promise<void> {
  const byId = new Map(orders.map(order => [order.orderId, order.request.destination]))
  const steps = await statesWith(tx, orders, `"${problemsOfDestination}`)
  await writeStates(
    tx,
    steps.map(step => ({ ...step, state: forgottenState(step.state, byId.get(step.orderId)!) })),
  )
}
