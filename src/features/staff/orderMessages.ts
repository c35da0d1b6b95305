// Notes about an order, which only the staff read, and messages to its customer, which are also sent by email. Both are
// erased together with the recipient of the order.

import { sql } from 'kysely'
import { say } from '../../../languages/texts.ts'
import { appendAudit } from '../../accounts/auditLog.ts'
import { Refusal } from '../../base/refusal.ts'
import { orderTitle } from '../../base/text/orderTitle.ts'
import { redacted } from '../../base/text/redacted.ts'
import type { Db, Tx } from '../../db/db.ts'
import type { Order, OrderKey } from '../../orders/order.ts'
import { keyRows, lockFound } from '../../orders/orderStore.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import { notifyOfMessage } from '../notify/accountEmails.ts'

/** More than people write about an order. */
const maxMessages = 200

export const messageReaders = ['staff', 'customer'] as const
type Reader = (typeof messageReaders)[number]

export type OrderMessage = { messageId: string; reader: Reader; actor: string; text: string; at: Date }

/** `url` is the page of the order in the dashboard. */
type NewMessage = { reader: Reader; text: string; url: string; actor: string; now: Date }

/** Refuses with `recipient_forgotten`, and with `wrong_state` when the order has too many messages. */
export const writeOrderMessage = (
  transactor: Transactor,
  found: Order,
  { reader, text, url, actor, now }: NewMessage,
): Promise<OrderMessage> =>
  transact(transactor, { now, actor }, async work => {
    const order = await lockFound(work.tx, found)
    const { accountId, mode, orderId, customerOrderId } = order
    if (order.recipientErasedAt !== null)
      throw new Refusal(
        'recipient_forgotten',
        say('The personal data of this order was erased, so nothing more is written about it.'),
      )
    const message = { messageId: work.newId('msg'), reader, actor, text, at: now }
    const { rows } = await sql`
      insert into order_messages (account_id, mode, order_id, message_id, reader, actor, text, at)
      select ${accountId}, ${mode}, ${orderId}, ${message.messageId}, ${reader}, ${actor}, ${text}, ${now}
      where (
        select count(*) from order_messages
        where account_id = ${accountId} and mode = ${mode} and order_id = ${orderId}
      ) < ${maxMessages}
      returning message_id`.execute(work.tx)
    if (rows.length === 0)
      throw new Refusal('wrong_state', say('This order already has {maxMessages} messages.', { maxMessages }))
    // Without the text, because the audit log is never erased.
    await appendAudit(work.tx, work.newId, {
      ...{ at: now, actor, accountId, subject: customerOrderId, details: { mode } },
      action: reader === 'staff' ? 'order_note_added' : 'order_message_sent',
    })
    const title = orderTitle(order, order.books[0]?.title)
    if (reader === 'customer') await notifyOfMessage(work, { accountId, orderId, title, text, url })
    work.ordersChanged([order])
    return message
  })

/** The oldest first. */
export async function listOrderMessages(db: Db, { accountId, mode, orderId }: OrderKey): Promise<OrderMessage[]> {
  const { rows } = await sql<OrderMessage>`
    select message_id as "messageId", reader, actor, text, at
    from order_messages
    where account_id = ${accountId} and mode = ${mode} and order_id = ${orderId}
    order by message_id`.execute(db)
  return rows
}

/** For eraseRecipients.ts. */
export async function redactOrderMessages(tx: Tx, orders: OrderKey[]): Promise<void> {
  await sql`
    update order_messages
    set text = ${redacted}
    where (account_id, mode, order_id) in (${keyRows(orders)})`.execute(tx)
}
