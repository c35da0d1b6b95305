// The sequence and marks of the options of an estimate. Exactly one option is the cheapest and one the fastest, so that
// a program needs no tie-breaking. Without prices, no option is the cheapest. An option is dominated when another
// option is better in one respect and no worse in the other.

import { type DeliveryWindow, type ShippingClass, shippingClasses } from './shipping.ts'

/** `totalCents` is the price of the whole order with this option; null when the printer sets it. */
export type Comparable = { shippingClass: ShippingClass; totalCents: number | null; delivery: DeliveryWindow }

/**
 * The options, cheapest first, each with its marks. Of equal prices the faster comes first; of equally fast options the
 * cheaper is the fastest. Options without a price come last, slowest class first.
 */
export function rankOptions<Option extends Comparable>(
  options: readonly Option[],
): (Option & { cheapest: boolean; fastest: boolean; dominated: boolean })[] {
  const sorted = options.toSorted((a, b) => byPrice(a, b) || byClass(a, b))
  const fastest = options.toSorted((a, b) => byArrival(a, b) || byPrice(a, b) || byClass(b, a))[0]
  return sorted.map((option, i) => ({
    ...option,
    cheapest: i === 0 && option.totalCents !== null,
    fastest: option === fastest,
    dominated: options.some(other => dominates(other, option)),
  }))
}

/** Whether `a` costs no more and arrives no later than `b`, and is better in at least one respect. */
function dominates(a: Comparable, b: Comparable): boolean {
  if (a.totalCents === null || b.totalCents === null) return false
  const [dearer, later] = [a.totalCents - b.totalCents, byArrival(a, b)]
  return dearer <= 0 && later <= 0 && dearer + later < 0
}

function byPrice(a: Comparable, b: Comparable): number {
  if (a.totalCents === null || b.totalCents === null)
    return Number(a.totalCents === null) - Number(b.totalCents === null)
  return a.totalCents - b.totalCents || byArrival(a, b)
}

/** The last possible day decides, because customers can rely on it. ISO dates of the same length sort as text. */
function byArrival(a: Comparable, b: Comparable): number {
  return order(a.delivery.latest, b.delivery.latest) || order(a.delivery.earliest, b.delivery.earliest)
}

const byClass = (a: Comparable, b: Comparable): number =>
  shippingClasses.indexOf(a.shippingClass) - shippingClasses.indexOf(b.shippingClass)

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
