// Another address for a file of an order that was not fetched yet, given by its customer, or by the staff.

import { say } from '../../../languages/texts.ts'
import { appendAudit } from '../../accounts/auditLog.ts'
import { findFile, type Part } from '../../artwork/fileStore.ts'
import { uploadIn } from '../../artwork/fileUrl.ts'
import type { Mode } from '../../base/mode.ts'
import { Refusal } from '../../base/refusal.ts'
import { isMissingFile } from '../../orders/failures.ts'
import { edgeOf } from '../../orders/lifecycle.ts'
import type { Order } from '../../orders/order.ts'
import { findOrder, findOrderInAnyMode, lockFound, noOrderOfAccount, orderNotFound } from '../../orders/orderStore.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import { transition } from '../../orders/transition.ts'
import { extendRetention } from './fileRetention.ts'
import { pointersOf } from './orderArtwork.ts'
import { startFetches } from './queuedFetchStore.ts'

/** `mode` is null for the staff, who know only the account. */
type OrderFile = { accountId: string; mode: Mode | null; customerOrderId: string; item: number; part: Part }

/**
 * Returns the order with the address. Refuses with `order_not_found`, with `not_found` for an item that the order does
 * not have, with `file_not_kept` for an upload that the account does not have, and with `wrong_state` for a file that
 * is fetched already: its bytes belong to the order.
 */
export async function replaceFile(
  transactor: Transactor,
  { item, part, ...name }: OrderFile,
  fileUrl: string,
  { now, actor }: { now: Date; actor: string },
): Promise<Order> {
  const { accountId, mode, customerOrderId } = name
  const found =
    mode === null
      ? await findOrderInAnyMode(transactor.db, name)
      : await findOrder(transactor.db, { accountId, mode, customerOrderId })
  if (found === undefined) throw mode === null ? noOrderOfAccount(name) : orderNotFound({ customerOrderId, mode })
  return transact(transactor, { now, actor }, async work => {
    const order = await lockFound(work.tx, found)
    const book = order.books[item]
    if (book === undefined) throw new Refusal('not_found', say('the order has no item {item}', { item }))
    const { status } = order
    if (edgeOf(status, 'file_replaced') === undefined)
      throw new Refusal(
        'wrong_state',
        say('order {customerOrderId} is {status}, and waits for no file', { customerOrderId, status }),
      )
    if (book[`${part}Url`] === null || book[`${part}Sha256`])
      throw new Refusal('wrong_state', say('the file is fetched already, and the order is printed from these bytes'))
    const upload = uploadIn(fileUrl)
    if (upload !== null && (await findFile(work.tx, order.accountId, upload)) === null)
      throw new Refusal('file_not_kept', say('the account has no such upload: upload the file again'))
    const pointer = pointersOf(item)[part]
    const [replaced] = await transition(work, [
      {
        order,
        on: 'file_replaced',
        changes: {
          books: order.books.map((one, i) => (i === item ? { ...one, [`${part}Url`]: fileUrl } : one)),
          state: { warnings: order.state.warnings.filter(one => !isMissingFile(one) || one.pointer !== pointer) },
          dueAt: status === 'QUEUED' ? order.dueAt : now,
        },
      },
    ])
    await extendRetention(work.tx, [replaced!], now)
    if (mode === null)
      await appendAudit(work.tx, work.newId, {
        at: now,
        actor,
        action: 'order_file_replaced',
        accountId,
        subject: customerOrderId,
        details: { mode: order.mode, item, part },
      })
    if (status === 'QUEUED') await startFetches(work.tx, [replaced!], now)
    return replaced!
  })
}
