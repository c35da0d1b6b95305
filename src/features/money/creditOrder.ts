// A refund of an enterprise order is a credit: a line of the next statement, posted like a refund that is owed. No
// money moves. The printer named one price for all items, so a credit is an amount of the whole order.

import { say } from '../../../languages/texts.ts'
import { dollars } from '../../base/money.ts'
import { malformedField, Refusal } from '../../base/refusal.ts'
import type { RequestKey } from '../../base/secrets/requestKey.ts'
import type { LockedOrder } from '../../orders/orderStore.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import { creditPosting } from '../../payments/ledger.ts'
import { insertPostings } from '../../payments/postingStore.ts'
import { allocateRefund, cellsOf, split } from '../../payments/splitSale.ts'
import { printersCells, printersPrice } from '../../payments/statements/printersPrice.ts'
import { addLines, readBilledAmounts } from '../../payments/statements/statementStore.ts'
import { lockBillingOf, reviewCredit } from './billingTerms.ts'

type Selection = { amountCents: number | null; items: unknown[]; reason: string }

export type Credit = {
  totalCents: number
  /** Credited before. */
  creditedCents: number
  /** Writes the credit for the next statement. */
  record(request: RequestKey | null): Promise<void>
}

/**
 * The credit of a locked enterprise order. Refuses with `wrong_state` when it was not billed or is credited completely,
 * with `malformed_request` for a credit of single items, and with `refund_too_large`.
 */
export async function calculateCredit(
  work: UnitOfWork,
  order: LockedOrder,
  { amountCents, items, reason }: Selection,
): Promise<Credit> {
  const { tx, now } = work
  const { accountId, orderId, customerOrderId } = order
  if (items.length > 0) {
    const detail = say('the printer set one price for all items of an enterprise order: give an amount')
    throw malformedField('/items', 'not_allowed', detail)
  }
  const amounts = await readBilledAmounts(tx, order)
  if (amounts === undefined)
    throw new Refusal(
      'wrong_state',
      say('order {customerOrderId} was not billed: it is billed when it ships', { customerOrderId }),
    )
  const price = printersPrice(amounts.billed)
  const credited = printersCells(price, amounts.credited)
  const remaining = cellsOf(price).map((cents, i) => cents + credited[i]!)
  const selection =
    amountCents === null ? ({ kind: 'all' } as const) : ({ kind: 'amount', cents: amountCents } as const)
  const cells = allocateRefund(price, remaining, selection)
  if (!Array.isArray(cells))
    throw new Refusal(
      'refund_too_large',
      say('at most {count} dollars remain to be credited', { count: dollars(cells.remainingCents) }),
    )
  const parts = split(price, cells)
  if (parts.totalCents === 0)
    throw new Refusal(
      'wrong_state',
      say('order {customerOrderId} has already been credited completely', { customerOrderId }),
    )
  const { itemsCents, shippingCents, taxCents } = amounts.credited
  return {
    totalCents: parts.totalCents,
    creditedCents: -(itemsCents + shippingCents + taxCents),
    async record(request) {
      await lockBillingOf(work, accountId)
      const lineId = work.newId('lin')
      await addLines(tx, [
        {
          ...{ accountId, lineId, orderId, kind: 'credit', at: now, reason, actor: work.actor, request, monthEnd: now },
          itemsCents: -parts.parts.items,
          shippingCents: -parts.parts.shipping,
          taxCents: -parts.taxCents,
        },
      ])
      const { place } = amounts
      const posting = {
        accountId,
        orderId,
        place,
        exemptionId: null,
        price,
        split: parts,
        chargeId: null,
        refundId: lineId,
      }
      await insertPostings(tx, [creditPosting(posting, now)])
      await reviewCredit(work, accountId)
      work.wake('bill_accounts', now)
    },
  }
}
