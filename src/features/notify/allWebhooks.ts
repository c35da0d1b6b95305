// The webhooks of all accounts for the staff: the list, and sending them again.

import { appendAudit } from '../../accounts/auditLog.ts'
import type { Db } from '../../db/db.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import { noDetails } from '../../orders/view/orderFilters.ts'
import {
  type AllDeliveriesFilter,
  listAllDeliveries,
  sendIdleAgain,
  type WebhookName,
  type WebhookPosition,
} from '../../webhooks/allDeliveries.ts'
import { oldestNoticeAt } from '../../webhooks/notices.ts'
import { listAllOrders } from '../staff/allOrders.ts'
import { sendingTasks } from './redeliver.ts'

type Page = { isNewestFirst: boolean; after: WebhookPosition | null; limit: number; now: Date }

/** A page of the list, and the position of the next page (null: this was the last). */
export async function listWebhooks(db: Db, filter: AllDeliveriesFilter, page: Page) {
  const { isNewestFirst, after, now } = page
  const bound = isNewestFirst ? filter.to : filter.from
  const isUnbounded = bound === null && after === null
  const begin = isNewestFirst || !isUnbounded ? (bound ?? now) : ((await oldestAt(db)) ?? now)
  return listAllDeliveries(db, filter, { ...page, begin })
}

/** When the oldest order or notice was made: no webhook is older. */
async function oldestAt(db: Db): Promise<Date | null> {
  const everyOrder = { mode: null, statuses: [], accountId: null, createdAfter: null, createdBefore: null }
  const [{ orders }, notice] = await Promise.all([
    listAllOrders(
      db,
      { ...everyOrder, details: noDetails, found: null },
      { sort: { by: 'created', descending: false }, after: null, limit: 1 },
    ),
    oldestNoticeAt(db),
  ])
  const times = [orders[0]?.createdAt ?? null, notice].filter(at => at !== null)
  return times.sort((a, b) => a.getTime() - b.getTime())[0] ?? null
}

/**
 * Sends webhooks again at once, with an entry in the audit log for each account and mode. Returns what is sent:
 * webhooks in flight and tests are left alone.
 */
export const resendWebhooks = (
  transactor: Transactor,
  names: WebhookName[],
  { now, actor }: { now: Date; actor: string },
): Promise<WebhookName[]> =>
  transact(transactor, { now, actor }, async work => {
    const sent = await sendIdleAgain(work.tx, names, now)
    for (const [first, ...others] of Map.groupBy(sent, ({ accountId, mode }) => `${accountId} ${mode}`).values()) {
      const { accountId, mode, deliveryId } = first!
      const details = { mode, ...(others.length === 0 ? { webhook: deliveryId } : { count: 1 + others.length }) }
      const act = { at: now, actor, action: 'webhooks_redelivered', accountId, subject: null, details }
      await appendAudit(work.tx, work.newId, act)
    }
    if (sent.length > 0) for (const task of sendingTasks) work.wake(task, now)
    return sent
  })
