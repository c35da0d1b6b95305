// Comments of authors on the pages of a proof. Erased together with the recipient of the order.

import { sql } from 'kysely'
import { say } from '../../../languages/texts.ts'
import type { Part } from '../../artwork/fileStore.ts'
import { malformedField, Refusal } from '../../base/refusal.ts'
import { redacted } from '../../base/text/redacted.ts'
import type { Db, Tx } from '../../db/db.ts'
import type { Order, OrderKey } from '../../orders/order.ts'
import { keyRows, lockFound } from '../../orders/orderStore.ts'
import { type Transactor, transact } from '../../orders/transact.ts'

/** More than people write about a book that is nearly ready. */
const maxComments = 500

export type ProofComment = {
  commentId: string
  author: string
  /** The index of the item. */
  item: number
  part: Part
  page: number
  text: string
  at: Date
}

/** Refuses with `wrong_state` once the order no longer awaits its proof, and with `malformed_request` for no page. */
export const addProofComment = (
  transactor: Transactor,
  found: Order,
  comment: Omit<ProofComment, 'commentId' | 'at'>,
  now: Date,
): Promise<ProofComment> =>
  transact(transactor, { now, actor: 'author' }, async work => {
    const order = await lockFound(work.tx, found)
    if (order.status !== 'AWAITING_PROOF')
      throw new Refusal('wrong_state', say('This proof was already decided. Reload the page to see the decision.'))
    requirePage(order, comment)
    const written = { ...comment, commentId: work.newId('cmt'), at: now }
    const { accountId, mode, orderId } = order
    const { rows } = await sql`
      insert into proof_comments (account_id, mode, order_id, comment_id, author, item, part, page, text, at)
      select
        ${accountId}, ${mode}, ${orderId}, ${written.commentId}, ${written.author}, ${written.item}, ${written.part},
        ${written.page}, ${written.text}, ${now}
      where (
        select count(*) from proof_comments
        where account_id = ${accountId} and mode = ${mode} and order_id = ${orderId}
      ) < ${maxComments}
      returning comment_id`.execute(work.tx)
    if (rows.length === 0)
      throw new Refusal('wrong_state', say('This proof already has {maxComments} comments.', { maxComments }))
    work.ordersChanged([order])
    return written
  })

function requirePage({ books }: Order, { item, part, page }: Pick<ProofComment, 'item' | 'part' | 'page'>): void {
  const book = books[item]
  if (book === undefined)
    throw malformedField(
      '/item',
      'no_such_item',
      `The order has no item ${item}: it has ${books.length} items, from 0.`,
    )
  const pages = part === 'cover' ? 1 : book.pageCount
  if (page > pages)
    throw malformedField('/page', 'no_such_page', `The file has no page ${page}: it has ${pages} pages.`)
}

/** The oldest first. */
export async function listProofComments(db: Db, { accountId, mode, orderId }: OrderKey): Promise<ProofComment[]> {
  const { rows } = await sql<ProofComment>`
    select comment_id as "commentId", author, item, part, page, text, at
    from proof_comments
    where account_id = ${accountId} and mode = ${mode} and order_id = ${orderId}
    order by comment_id`.execute(db)
  return rows
}

/** For eraseRecipients.ts. */
export async function redactProofComments(tx: Tx, orders: OrderKey[]): Promise<void> {
  await sql`
    update proof_comments
    set author = ${redacted}, text = ${redacted}
    where (account_id, mode, order_id) in (${keyRows(orders)})`.execute(tx)
}
