// Money is integer cents of US dollars. It becomes a decimal only where it leaves the service, and only this file
// rounds it.

/** Rounds half away from zero, as invoices do. */
export function roundCents(cents: number): number {
  return Math.sign(cents) * Math.round(Math.abs(cents))
}

/** Cents as the JSON number of dollars that the API returns: 1999 -> 19.99. */
export const dollars = (cents: number): number => cents / 100

export const dollarsOrNull = (cents: number | null): number | null => (cents === null ? null : dollars(cents))

/** Ten billion dollars: anything larger is a mistake in the unit. */
const mostCents = 1e12
/** The same in dollars. */
export const mostDollars = mostCents / 100

/** Cents from a JSON number of dollars; null when it has more than two decimals, is negative, or is too large. */
export function centsOf(amount: number): number | null {
  const cents = Math.round(amount * 100)
  // The division yields the double nearest to the decimal, which is also what a JSON parser makes of the text.
  const exact = dollars(cents) === amount
  return exact && cents >= 0 && cents <= mostCents ? cents : null
}

/**
 * Splits a whole number of cents in proportion to `weights`, by largest remainder: the parts add up to `cents`, and
 * each differs from its exact share by less than a cent. Of equal remainders the first gets the cent; a weight of 0
 * gets nothing. Weights are non-negative integers, and not all 0 unless `cents` is 0.
 */
export function apportion(cents: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  if (cents === 0) return weights.map(() => 0)
  if (sum <= 0 || cents < 0) throw new RangeError(`${cents} cents cannot be apportioned to weights of ${sum} in all`)
  // The products can exceed 2^53, so they are computed as BigInt.
  const whole = BigInt(cents)
  const all = BigInt(sum)
  const parts = weights.map((weight, i) => {
    const product = whole * BigInt(weight)
    return { i, cents: Number(product / all), rest: product % all }
  })
  let missing = cents - parts.reduce((done, part) => done + part.cents, 0)
  for (const part of parts.toSorted((a, b) => (a.rest === b.rest ? a.i - b.i : a.rest > b.rest ? -1 : 1))) {
    if (missing === 0) break
    part.cents += 1
    missing -= 1
  }
  return parts.map(part => part.cents)
}

/** Cents as people write dollars: 123456 -> "1234.56". */
export const dollarsText = (cents: number): string => dollars(cents).toFixed(2)
