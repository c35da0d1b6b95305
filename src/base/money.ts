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

/** Dollars from a JSON number with at most two decimals; null when it has more, is negative, or is too large. */
export function centsOf(amount: number): number | null {
  const cents = Math.round(amount * 100)
  // Dividing rounds to the double nearest to the decimal, which is what a JSON parser made of the text.
  const exact = dollars(cents) === amount
  return exact && cents >= 0 && cents <= mostCents ? cents : null
}
