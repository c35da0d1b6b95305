// Changing a paid order. It is not charged again: a change that would cost more is refused, and a fall of the price is
// refunded. Where the staff change the order, the rules of their refunds apply.

import { say } from '../../../languages/texts.ts'
import { dollars } from '../../base/money.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Db, Tx } from '../../db/db.ts'
import type { Order, PriceFall } from '../../orders/order.ts'
import type { LockedOrder } from '../../orders/orderStore.ts'
import { transition, type UnitOfWork } from '../../orders/transition.ts'
import { allocateFall, cellsOf } from '../../payments/splitSale.ts'
import { placeOf, regionOf } from '../../shipping/destination.ts'
import { oweFall, readPaid, simulatedRefund } from '../money/refunds.ts'
import { needsSecondPerson, type SecondPersonRule } from '../staff/secondPerson.ts'
import type { Exemptions } from './price.ts'

/** `refusal` is for a person without the permission to refund. */
export type StaffRefunds = { refusal: Refusal | null; rule: SecondPersonRule }

/**
 * The exemption of its sale in the jurisdiction of the order, despite later decisions, and the exemptions of `today`
 * elsewhere. A sandbox order has no sale.
 */
export async function exemptionsOfPaid(db: Db, order: Order, today: Exemptions): Promise<Exemptions> {
  if (order.mode === 'sandbox') return today
  const { sale } = await readPaid(db, order)
  const jurisdiction = placeOf(regionOf(order.request.destination))
  const others = [...today].filter(([name]) => name !== jurisdiction)
  return new Map(sale.exemptionId === null ? others : [...others, [jurisdiction, sale.exemptionId]])
}

/** Each tax is owed to its own authority, so none of them may rise either. */
export function requireNoRise({ customerOrderId }: Order, { before, after }: PriceFall): void {
  if (allocateFall({ sale: before, remaining: cellsOf(before) }, before, after) !== null) return
  const problem =
    sum(cellsOf(after)) > sum(cellsOf(before))
      ? say('Order {customerOrderId} is paid and would cost more with this change.', { customerOrderId })
      : say('Order {customerOrderId} is paid and would owe another tax with this change.', { customerOrderId })
  const fix = say('Choose a class or an address that costs no more, or cancel the order and place it again.')
  throw new Refusal('price_would_rise', say('{first} {next}', { first: problem, next: fix }))
}

/** The refund of a fall: never more than the rest of the paid amount. Refuses the staff as for other refunds. */
export async function calculateFall(
  db: Db | Tx,
  order: Order,
  { before, after }: PriceFall,
  refunds: StaffRefunds | null,
): Promise<{ cents: number; owe(work: UnitOfWork, order: LockedOrder): Promise<unknown> }> {
  if (order.mode === 'sandbox') {
    const cents = sum(cellsOf(before)) - sum(cellsOf(after))
    return { cents, owe: (work, locked) => transition(work, [simulatedRefund(locked, cents)]) }
  }
  const { sale, remaining } = await readPaid(db, order)
  const cells = allocateFall({ sale: sale.price, remaining }, before, after)!
  const cents = sum(cells)
  if (refunds !== null && cents > 0) requireRefundByStaff(order, sale.refundedCents, cents, refunds)
  return { cents, owe: work => oweFall(work, sale, cells) }
}

function requireRefundByStaff(
  { customerOrderId }: Order,
  refundedCents: number,
  cents: number,
  { refusal, rule }: StaffRefunds,
): void {
  if (refusal !== null) throw refusal
  if (!needsSecondPerson(rule, refundedCents + cents)) return
  const detail = `The change would refund ${dollars(cents)} dollars of order ${customerOrderId}, which needs a second person: ask the customer to make the change.`
  throw new Refusal('not_allowed', detail)
}

const sum = (cents: number[]): number => cents.reduce((all, one) => all + one, 0)
