// Amounts of money in requests.

import { centsOf } from '../base/money.ts'
import { malformedField } from '../base/refusal.ts'

/** The cents of an amount in dollars; refuses the field at `pointer` if it has none, or fewer than `minCents`. */
export function centsAt(pointer: string, amount: number, minCents = 0): number {
  const cents = centsOf(amount)
  if (cents !== null && cents >= minCents) return cents
  const expected = `dollars ${minCents > 0 ? 'above 0 ' : ''}with at most two decimals`
  throw malformedField(pointer, 'invalid_amount', `got ${amount}; expected ${expected}`)
}
