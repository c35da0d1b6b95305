// A change of address or shipping class of an order that its printer has. The printer is asked, and its answer is a
// message like others (decideMessage.ts). An order that ships first refuses the change (orders/transition.ts).

import { readParcelSettings } from '../../accounts/settings/parcelSettings.ts'
import type { ChangeRequest, PriceFall } from '../../orders/order.ts'
import type { LockedOrder } from '../../orders/orderStore.ts'
import { transition, type UnitOfWork } from '../../orders/transition.ts'
import { changeTickets, markForChange, putOffUnsentJob, type TicketDelivery } from '../../printer/jobStore.ts'
import type { PrintJob } from '../../printer/printer.ts'
import { calculateFall } from '../placing/changePaid.ts'
import type { Fulfillment } from './fulfillment.ts'
import { giveBackLabels } from './jobLabels.ts'

/** Asks the printer of a locked order. False when it cannot be asked any more: parcels have left. */
export async function requestChange(
  work: UnitOfWork,
  order: LockedOrder,
  { changeRequest, note }: { changeRequest: ChangeRequest; note: string | null },
): Promise<boolean> {
  const printer = await markForChange(work.tx, order, work.now)
  if (printer === null) return false
  await transition(work, [
    { order, on: 'change_requested', changes: { state: { changeRequest } }, ...(note === null ? {} : { note }) },
  ])
  work.jobsChanged([printer])
  return true
}

/**
 * The job of a locked order that certainly has reached no printer, which therefore need not be asked: once the order is
 * changed, the ticket follows with `makeChanges`.
 */
export async function findUnsentJob(work: UnitOfWork, order: LockedOrder): Promise<PrintJob | undefined> {
  const job = await putOffUnsentJob(work.tx, order, work.now)
  if (job === undefined) return undefined
  if (job.nextStepAt !== null) work.wake('step_jobs', job.nextStepAt)
  work.jobsChanged([job.printer])
  return job
}

/** A changed order, its job, and the fall of its price that is not refunded yet. */
type ChangedOrder = { after: LockedOrder; job: PrintJob; fall: PriceFall | null }

/**
 * Refunds the fall of the price, gives back labels with the earlier address, and changes the tickets. Returns the
 * changes of the tickets by job.
 */
export async function makeChanges(
  work: UnitOfWork,
  accepted: ChangedOrder[],
  { makeTicket }: Fulfillment,
): Promise<Map<string, TicketDelivery>> {
  if (accepted.length === 0) return new Map()
  const accounts = accepted.map(({ after }) => after.accountId)
  const settings = await readParcelSettings(work.tx, accounts)
  const jobs = accepted.map(({ after, job }) => {
    const { destination, shippingClassification, customs = null } = makeTicket(after, settings.get(after.accountId))
    return { ...job, delivery: { destination, shippingClassification, customs } }
  })
  await changeTickets(work.tx, jobs)
  await giveBackLabels(work, jobs)
  for (const { after, fall } of accepted) {
    if (fall === null) continue
    const { cents, owe } = await calculateFall(work.tx, after, fall, null)
    if (cents > 0) await owe(work, after)
  }
  return new Map(jobs.map(({ jobId, delivery }) => [jobId, delivery]))
}
