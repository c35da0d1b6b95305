// Money is integer cents of US dollars. It becomes a decimal only where it leaves the service, and it is rounded here only.

/** Half away from zero, the way an invoice is rounded. */
export function roundCents(cents: number): number {
  return Math.sign(cents) * Math.round(Math.abs(cents))
}

/** Cents as the JSON number of dollars that the API shows: 1999 -> 19.99. */
export const dollars = (cents: number): number => cents / 100

export const dollarsOrNull = (cents: number | null): number | null => (cents === null ? null : dollars(cents))

/** Ten billion dollars: beyond it somebody mistook the unit. */
const mostCents = 1e12
/** The same in dollars. */
export const mostDollars = mostCents / 100

/** Dollars from a JSON number with at most two decimals; null when it has more, is negative, or is too large. */
export function centsOf(amount: number): number | null {
  const cents = Math.round(amount * 100)
  // Dividing rounds to the double nearest to the decimal, which is what a JSON parser made of the text.
  const exact = dollars(cents) === amount
  return exact && cents >= 0 && cents <= mostCents ? cents : null
}

/**
 * Parts of a whole number of cents in proportion to `weights`, by largest remainder: they add up to `cents`, and none differs
 * by a cent or more from its exact part. Of equal remainders the first gets the cent; a weight of 0 gets nothing.
 * Weights are whole and not negative, and not all 0 unless `cents` is.
 */
export function apportion(cents: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  if (cents === 0) return weights.map(() => 0)
  if (sum <= 0 || cents < 0) throw new RangeError(`${cents} cents cannot be apportioned to weights of ${sum} in all`)
  // Products of two amounts pass 2^53, so they are made exactly.
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
