// Links to the proof of an order, for people without a sign-in, such as the author of the book. A link ends, and can be
// revoked. Only the hash of its token is stored, and the token is in the fragment of the address, which browsers never
// send.

import { sql } from 'kysely'
import { say } from '../../../languages/texts.ts'
import { appendAudit } from '../../accounts/auditLog.ts'
import { digestOfToken, newToken } from '../../accounts/signIn/tokens.ts'
import { day, later } from '../../base/clock.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Db, Tx } from '../../db/db.ts'
import type { Order, OrderKey } from '../../orders/order.ts'
import { findOrder, keyRows, lockFound, type NamedOrder, orderNotFound } from '../../orders/orderStore.ts'
import { requireAwaitingProof } from '../../orders/proofRules.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import type { UnitOfWork } from '../../orders/transition.ts'

/** People need no more, and a program that makes one for each visitor should notice. */
const maxLinks = 20

export type ProofLink = { linkId: string; createdAt: Date; expiresAt: Date; createdBy: string }

const columns = sql`link_id as "linkId", created_at as "createdAt", expires_at as "expiresAt", created_by as "createdBy"`

/** Refuses with `order_not_found`, and with `wrong_state` when the order does not await its proof. */
export async function createProofLink(
  transactor: Transactor,
  name: NamedOrder,
  { days, now, actor }: { days: number; now: Date; actor: string },
): Promise<ProofLink & { token: string }> {
  const found = await findOrder(transactor.db, name)
  if (found === undefined) throw orderNotFound(name)
  return transact(transactor, { now, actor }, async work => {
    const { tx, newId } = work
    const order = await lockFound(tx, found)
    requireAwaitingProof(order)
    if ((await listProofLinks(tx, order, now)).length >= maxLinks) {
      const detail = `order ${order.customerOrderId} has ${maxLinks} links to its proof: revoke one of them first`
      throw new Refusal('wrong_state', detail)
    }
    const { token, digest } = newToken()
    const link = { linkId: newId('plk'), createdAt: now, expiresAt: later(now, days * day), createdBy: actor }
    await sql`
      insert into proof_links (
        account_id, mode, order_id, link_id, token_sha256, created_by, created_at, expires_at)
      values (
        ${order.accountId}, ${order.mode}, ${order.orderId}, ${link.linkId}, ${digest}, ${actor}, ${now},
        ${link.expiresAt})`.execute(tx)
    const { linkId, expiresAt } = link
    await record(work, order, 'order_proof_link_created', { linkId, expiresAt: expiresAt.toISOString() })
    return { ...link, token }
  })
}

/** The links of an order that still work, the oldest first. */
export async function listProofLinks(
  db: Db | Tx,
  { accountId, mode, orderId }: OrderKey,
  now: Date,
): Promise<ProofLink[]> {
  const { rows } = await sql<ProofLink>`
    select ${columns}
    from proof_links
    where account_id = ${accountId} and mode = ${mode} and order_id = ${orderId} and expires_at > ${now}
    order by link_id`.execute(db)
  return rows
}

/** Refuses with `order_not_found` and `not_found`. */
export async function revokeProofLink(
  transactor: Transactor,
  name: NamedOrder,
  linkId: string,
  { now, actor }: { now: Date; actor: string },
): Promise<void> {
  const found = await findOrder(transactor.db, name)
  if (found === undefined) throw orderNotFound(name)
  await transact(transactor, { now, actor }, async work => {
    const { accountId, mode, orderId } = await lockFound(work.tx, found)
    const { numAffectedRows } = await sql`
      delete from proof_links
      where account_id = ${accountId} and mode = ${mode} and order_id = ${orderId} and link_id = ${linkId}`.execute(
      work.tx,
    )
    if (numAffectedRows !== 1n) throw new Refusal('not_found', say('there is no link {linkId}', { linkId }))
    await record(work, found, 'order_proof_link_revoked', { linkId })
  })
}

const record = (
  { tx, newId, now, actor }: UnitOfWork,
  { accountId, customerOrderId }: Order,
  action: string,
  details: Record<string, string>,
) => appendAudit(tx, newId, { at: now, actor, action, accountId, subject: customerOrderId, details })

/** The order of a link. Refuses with `not_found` when the link is wrong, has ended, or was revoked. */
export async function orderOfLink(db: Db, token: string, now: Date): Promise<Order> {
  const { rows } = await sql<NamedOrder>`
    select o.account_id as "accountId", o.mode, o.customer_order_id as "customerOrderId"
    from proof_links l
    join orders o using (account_id, mode, order_id)
    where l.token_sha256 = ${digestOfToken(token)} and l.expires_at > ${now}`.execute(db)
  const [name] = rows
  const order = name === undefined ? undefined : await findOrder(db, name)
  if (order !== undefined) return order
  throw new Refusal('not_found', say('This link has expired or was revoked. Ask for a new link.'))
}

/** For eraseRecipients.ts. */
export async function deleteProofLinks(tx: Tx, orders: OrderKey[]): Promise<void> {
  await sql`delete from proof_links where (account_id, mode, order_id) in (${keyRows(orders)})`.execute(tx)
}
