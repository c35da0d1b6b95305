// The published tax rates that apply at an instant. They come from the data file of the sales-tax package; its
// functions are not used, because they read the machine's clock and answer for one place at a time, through a promise.
//
// US rates are those of the state alone: the package has no county or city taxes.

import rates from 'sales-tax/res/sales_tax_rates.json' with { type: 'json' }
import { instant } from '../base/clock.ts'
import type { TaxKind } from './tax.ts'

/** `registration` is where an operator registers to collect the tax: GST and HST are one registration, CA. */
export type PublishedTax = { jurisdiction: string; kind: TaxKind; rate: number; registration: string }

type Rate = { rate: number; type: string }
type Dated = Rate & { before?: Record<string, Rate> }
type Country = Dated & { states?: Record<string, Dated> }

/**
 * The taxes of each place that has any, by place: `US-OH`, `CA-QC`, `PR`. Half of Canada's provinces have GST alone.
 */
export function publishedTaxes(now: Date): Map<string, PublishedTax[]> {
  const { US, CA, PR } = rates as unknown as Record<'US' | 'CA' | 'PR', Country>
  const places = new Map<string, PublishedTax[]>()

  for (const [state, dated] of Object.entries(US.states ?? {})) {
    const place = `US-${state}`
    places.set(place, [{ jurisdiction: place, kind: 'sales', rate: inForce(dated, now).rate, registration: place }])
  }
  places.set('PR', [{ jurisdiction: 'PR', kind: 'sales', rate: inForce(PR, now).rate, registration: 'PR' }])

  const gst: PublishedTax = { jurisdiction: 'CA', kind: 'gst', rate: inForce(CA, now).rate, registration: 'CA' }
  for (const province of provinces) {
    const place = `CA-${province}`
    const dated = CA.states?.[province]
    places.set(place, dated === undefined ? [gst] : provincial(gst, place, inForce(dated, now)))
  }
  return places
}

const provinces = ['AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'NT', 'NU', 'ON', 'PE', 'QC', 'SK', 'YT']

/** A harmonised tax is one tax on the invoice, although the package lists its federal and provincial parts. */
function provincial(gst: PublishedTax, place: string, { rate, type }: Rate): PublishedTax[] {
  switch (type) {
    case 'hst':
      return [{ jurisdiction: place, kind: 'hst', rate: gst.rate + rate, registration: gst.registration }]
    case 'pst':
    case 'qst':
      return [gst, { jurisdiction: place, kind: type, rate, registration: place }]
    default:
      throw new Error(`the sales-tax package has an unknown kind of tax in ${place}: ${type}`)
  }
}

/** `before` holds earlier rates, each with the instant at which it ended; the first that ends after `now` applies. */
function inForce(dated: Dated, now: Date): Rate {
  const ends = Object.keys(dated.before ?? {}).filter(end => now < instant(end))
  ends.sort((a, b) => instant(a).getTime() - instant(b).getTime())
  return ends.length === 0 ? dated : dated.before![ends[0]!]!
}
