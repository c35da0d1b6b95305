// Money is integer cents of US dollars. It becomes a decimal only where it leaves the service, and only this file
// rounds it.

/** Rounds half away from zero, as invoices do. */
export function roundCents(cents: number): number {
  return Math.sign(cents) * Math.round(Math.abs(cents))
}

/** Of dollars with any number of decimals. */
export const roundedCentsOf = (amount: number): number => roundCents(amount * 100)

/** Cents as the JSON number of dollars that the API returns: 1999 -> 19.99. */
export const dollars = (cents: number): number => cents / 100

export const dollarsOrNull = (cents: number | null): number | null => (cents === null ? null : dollars(cents))

/** Ten billion dollars: anything larger is a mistake in the unit. */
const maxCents = 1e12
/** The same in dollars. */
export const maxDollars = maxCents / 100

/** Cents from a JSON number of dollars; null when it has more than two decimals, is negative, or is too large. */
export function centsOf(amount: number): number | null {
  const cents = Math.round(amount * 100)
  // The division yields the double nearest to the decimal, which is also what a JSON parser makes of the text.
  const exact = dollars(cents) === amount
  return exact && cents >= 0 && cents <= maxCents ? cents : null
}

/**
 * Splits a whole number of cents in proportion to `weights`, by largest remainder: the parts add up to `cents`, and
 * each differs from its exact share by less than a cent. Of equal remainders the first gets the cent; a weight of 0
 * gets nothing. Weights are non-negative integers, and not all 0 unless `cents` is 0.
 */
export function apportion(cents: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  if (cents === 0) return weights.map(() => 0)
  if (sum <= 0 || cents < 0) throw new RangeError(`${cents} cents cannot be apportioned to weights of ${sum} in all`)
  // The products can exceed 2^53, so they are computed as BigInt.
  const total = BigInt(sum)
  const parts = weights.map((weight, i) => {
    const product = BigInt(cents) * BigInt(weight)
    return { i, cents: Number(product / total), remainder: product % total }
  })
  let leftover = cents - parts.reduce((total, part) => total + part.cents, 0)
  for (const part of parts.toSorted((a, b) =>
    a.remainder === b.remainder ? a.i - b.i : a.remainder > b.remainder ? -1 : 1,
  )) {
    if (leftover === 0) break
    part.cents += 1
    leftover -= 1
  }
  return parts.map(part => part.cents)
}

/** Cents as people write dollars: 123456 -> "1234.56". */
export const dollarsText = (cents: number): string => dollars(cents).toFixed(2)

/** Like dollarsText, with a sign before a negative amount. */
export const signedDollarsText = (cents: number): string => (cents < 0 ? `-${dollarsText(-cents)}` : dollarsText(cents))

/** Thousandths of a cent as people write dollars, with at least two decimals: 1150 -> "0.0115". */
export const millicentsText = (millicents: number): string => (millicents / 100_000).toFixed(5).replace(/0{1,3}$/, '')
