// Staff enter a message on behalf of a printer, for instance after a phone call: any message, about a job of any
// printer. It is decided like a message of the printer, and is recorded in the audit log with the reason.

import { say } from '../../../languages/texts.ts'
import { appendAudit } from '../../accounts/auditLog.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Order } from '../../orders/order.ts'
import { findOrder } from '../../orders/orderStore.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import { findJobs } from '../../printer/jobStore.ts'
import type { MessageContent } from '../../printer/printer.ts'
import { applyMessage, lockOrdersAndJobs, noSuchJob } from './applyMessages.ts'
import type { Fulfillment } from './fulfillment.ts'

type MessageByStaff = { jobId: string; content: MessageContent; reason: string; now: Date; actor: string }

/**
 * Returns the order after the message. Refuses with `not_found`, with `wrong_state` when the message contradicts the
 * state or the printer was never given the job, and with `malformed_request` when the message is incomplete.
 */
export async function applyMessageByStaff(
  { transactor, fulfillment }: { transactor: Transactor; fulfillment: Fulfillment },
  { jobId, content, reason, now, actor }: MessageByStaff,
): Promise<Order> {
  const [found] = await findJobs(transactor.db, [jobId])
  if (found === undefined) throw noSuchJob(jobId)
  return transact(transactor, { now, actor }, async work => {
    const [pair] = await lockOrdersAndJobs(work.tx, [found])
    const { order, job } = pair!
    if (job.offeredAt === null)
      throw new Refusal('wrong_state', say('{printer} was not given the job yet', { printer: job.printer }))
    const messageId = `staff:${work.newId('msg')}`
    const { verdict } = await applyMessage(work, pair!, { messageId, sentAt: null, content }, fulfillment)
    await appendAudit(work.tx, work.newId, {
      at: now,
      actor,
      action: 'printer_message_recorded',
      accountId: job.accountId,
      subject: jobId,
      details: {
        printer: job.printer,
        message: 'decision' in content ? `${content.kind}: ${content.decision}` : content.kind,
        messageId,
        verdict,
        reason,
        customerOrderId: order.customerOrderId,
      },
    })
    return (await findOrder(work.tx, order))!
  })
}
