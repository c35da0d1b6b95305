// Amounts of money in requests.

import { Type } from 'typebox'
import { say } from '../../../languages/texts.ts'
import { centsOf } from '../../base/money.ts'
import { malformedField } from '../../base/refusal.ts'

/** The cents of an amount in dollars; refuses the field at `pointer` if it has none, or fewer than `minCents`. */
export function centsAt(pointer: string, amount: number, minCents = 0): number {
  const cents = centsOf(amount)
  if (cents !== null && cents >= minCents) return cents
  const expected =
    minCents > 0 ? say('dollars above 0 with at most two decimals') : say('dollars with at most two decimals')
  throw malformedField(pointer, 'invalid_amount', say('got {amount}; expected {expected}', { amount, expected }))
}

/** A bound of a filter, in dollars. */
export const AmountBound = (description: string) =>
  Type.Optional(
    Type.String({ pattern: '^[0-9]{1,7}([.][0-9]{2})?$', 'x-expected': 'dollars, such as 25 or 24.95', description }),
  )

export const boundCents = (dollars: string | undefined): number | null =>
  dollars === undefined ? null : centsOf(Number(dollars))
