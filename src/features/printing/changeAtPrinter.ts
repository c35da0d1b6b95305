// A change of address or shipping class of an order that its printer has. The printer is asked, and its answer is a
// message like others (decideMessage.ts). An order that ships first refuses the change (orders/transition.ts).

import { readParcelSettings } from '../../accounts/settings/parcelSettings.ts'
import type { ChangeRequest } from '../../orders/order.ts'
import type { LockedOrder } from '../../orders/orderStore.ts'
import { transition, type UnitOfWork } from '../../orders/transition.ts'
import { changeTickets, markForChange, type TicketDelivery } from '../../printer/jobStore.ts'
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

/** An order before and after the change that the printer of its job accepted. */
type AcceptedChange = { before: LockedOrder; after: LockedOrder; job: PrintJob }

/**
 * Refunds the fall of the price, gives back labels with the earlier address, and changes the tickets. Returns the
 * changes of the tickets by job.
 */
export async function makeChanges(
  work: UnitOfWork,
  accepted: AcceptedChange[],
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
  for (const { before, after } of accepted) {
    const fall = before.state.changeRequest!.effect!.fall
    if (fall === null) continue
    const { cents, owe } = await calculateFall(work.tx, after, fall, null)
    if (cents > 0) await owe(work, after)
  }
  return new Map(jobs.map(({ jobId, delivery }) => [jobId, delivery]))
}
