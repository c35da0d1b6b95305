// What a printer has said otherwise than to the service, on the telephone or on its own screens, told by the staff: any
// of its messages, about a job of any printer. It is judged like the printer's own, and stands in the audit log with
// its reason.

import { appendAudit } from '../../accounts/audit.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Message } from '../../printer/printer.ts'
import { findJobs } from '../../printer/store.ts'
import type { Order } from '../order.ts'
import { findOrder } from '../store.ts'
import { inOneWork, type Shell } from '../work.ts'
import type { Press } from './print.ts'
import { lockAtPrinter, noSuchJob, tellOf } from './printed.ts'

type ToldByHand = { jobId: string; message: Message; reason: string; now: Date; actor: string }

/**
 * Answers the order as it then is. Refuses with `not_found`, with `wrong_state` what contradicts or a job that was
 * never handed over, and with `malformed_request` what is incomplete.
 */
export async function tellByHand(
  { shell, press }: { shell: Shell; press: Press },
  { jobId, message, reason, now, actor }: ToldByHand,
): Promise<Order> {
  const [found] = await findJobs(shell.db, [jobId])
  if (found === undefined) throw noSuchJob(jobId)
  return inOneWork(shell, { now, actor }, async work => {
    const [place] = await lockAtPrinter(work.tx, [found])
    const { order, job } = place!
    if (job.offeredAt === null) throw new Refusal('wrong_state', `${job.printer} was not given the job yet`)
    const messageId = `staff:${work.newId('msg')}`
    const { verdict } = await tellOf(work, place!, { messageId, saidAt: null, message }, press)
    await appendAudit(work.tx, work.newId, {
      at: now,
      actor,
      action: 'job_told_by_hand',
      accountId: job.accountId,
      subject: jobId,
      details: {
        printer: job.printer,
        said: message.kind === 'cancellation' ? `${message.kind}: ${message.decision}` : message.kind,
        messageId,
        verdict,
        reason,
        customerOrderId: order.customerOrderId,
      },
    })
    return (await findOrder(work.tx, order))!
  })
}
