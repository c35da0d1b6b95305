// Whether the account of an order, or one of its products, requires an approved proof now. New orders read the same
// together with everything else that placing needs (placing/orderContext.ts).

import { sql } from 'kysely'
import type { Tx } from '../../db/db.ts'
import type { Order, OrderState } from '../../orders/order.ts'
import { requiredProof } from '../../orders/proofRules.ts'

/** A reprint needs a new approval: of its order's rule, or of a rule of today. */
export async function proofOfReprint(
  tx: Tx,
  { accountId, request, state }: Pick<Order, 'accountId' | 'request' | 'state'>,
): Promise<Pick<OrderState, 'proof'>> {
  const isRequired = state.proof !== undefined || (await isRequiredNow(tx, accountId, request.orderItems))
  return isRequired ? { proof: requiredProof } : {}
}

async function isRequiredNow(tx: Tx, accountId: string, items: { sku: string }[]): Promise<boolean> {
  const { rows } = await sql<{ required: boolean }>`
    select proof_required or exists (
      select from products
      where account_id = ${accountId} and sku = any (${items.map(({ sku }) => sku)}::text[]) and proof_required
    ) as required
    from accounts
    where account_id = ${accountId}`.execute(tx)
  return rows[0]?.required ?? false
}
