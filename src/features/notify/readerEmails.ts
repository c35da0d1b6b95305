// The email to a reader whose order has shipped, with the address of the page that follows it. The account decides
// whether its readers get one. No order of a sandbox sends one.

import { sql } from 'kysely'
import { type Publisher, readPublisher } from '../../accounts/settings/readerTracking.ts'
import type { Tx } from '../../db/db.ts'
import { queueEmails } from '../../mail/emailStore.ts'
import type { LockedOrder } from '../../orders/orderStore.ts'
import type { UnitOfWork } from '../../orders/transition.ts'

export async function writeToReaders(work: UnitOfWork, shipped: LockedOrder[]): Promise<void> {
  const followed = shipped.filter(({ mode, state }) => mode === 'production' && state.readerPage !== undefined)
  const publishers = new Map<string, Publisher>()
  for (const { accountId, orderId, request, state } of followed) {
    const { name: readerName, email } = request.destination
    if (email === undefined) continue
    if (!publishers.has(accountId)) publishers.set(accountId, await readPublisher(work.tx, accountId))
    const { name: publisher, tracking, language } = publishers.get(accountId)!
    if (tracking !== 'page_and_email') continue
    const values = { readerName, publisher, latest: state.estimatedDelivery?.latest ?? null, url: state.readerPage! }
    const address = { accountId, emailId: work.newId('eml'), recipient: email.trim(), orderId }
    await queueEmails(work.tx, [{ ...address, kind: 'reader_shipped', values, language }], work.now)
    work.wake('send_mail', work.now)
  }
}

/** The emails to readers of orders whose recipients are erased. Their address is personal, and one may wait. */
export async function deleteReaderEmails(tx: Tx, orders: LockedOrder[]): Promise<void> {
  const followed = orders.filter(({ state }) => state.readerPage !== undefined)
  if (followed.length === 0) return
  const accounts = followed.map(({ accountId }) => accountId)
  const ids = followed.map(({ orderId }) => orderId)
  await sql`
    delete from emails
    where kind = 'reader_shipped' and account_id = any (${accounts}::text[]) and order_id = any (${ids}::text[])`.execute(
    tx,
  )
}
