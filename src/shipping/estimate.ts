// How the options of an estimate are sorted and marked. Exactly one is the cheapest and one the fastest, so that a
// program needs no tie-breaking; without prices, none is the cheapest. One that another beats in both is dominated.

import { type DeliveryWindow, type ShippingClass, shippingClasses } from './shipping.ts'

/**
 * What is compared: the price of the whole order with this option in cents (null when the printer sets it), and the
 * days of arrival.
 */
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

/** Whether it costs no more and arrives no later, and one of them is better. */
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

/** The last possible day decides, since one can rely on it. ISO dates of the same length sort as text. */
function byArrival(a: Comparable, b: Comparable): number {
  return order(a.delivery.latest, b.delivery.latest) || order(a.delivery.earliest, b.delivery.earliest)
}

const byClass = (a: Comparable, b: Comparable): number =>
  shippingClasses.indexOf(a.shippingClass) - shippingClasses.indexOf(b.shippingClass)

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
