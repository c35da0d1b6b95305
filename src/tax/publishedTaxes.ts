// The published tax rates that apply at an instant. They come from the data file of the sales-tax package; its
// functions are not used, because they read the machine's clock and return one jurisdiction at a time, through a
// promise.
//
// US rates are state rates only: the package has no county or city taxes.

import rates from 'sales-tax/res/sales_tax_rates.json' with { type: 'json' }
import { instant } from '../base/clock.ts'
import type { TaxKind } from './tax.ts'

/** `registration` is where an operator registers to collect the tax: GST and HST are one registration, CA. */
export type PublishedTax = { jurisdiction: string; kind: TaxKind; rate: number; registration: string }

type Rate = { rate: number; type: string }
type Dated = Rate & { before?: Record<string, Rate> }
type Country = Dated & { states?: Record<string, Dated> }

/**
 * The taxes of each state, province and territory with a tax: `US-OH`, `CA-QC`, `PR`. Half of the provinces have only
 * GST.
 */
export function publishedTaxes(now: Date): Map<string, PublishedTax[]> {
  const { US, CA, PR } = rates as unknown as Record<'US' | 'CA' | 'PR', Country>
  const taxes = new Map<string, PublishedTax[]>()

  for (const [state, dated] of Object.entries(US.states ?? {})) {
    const jurisdiction = `US-${state}`
    const { rate } = rateInForce(dated, now)
    taxes.set(jurisdiction, [{ jurisdiction, kind: 'sales', rate, registration: jurisdiction }])
  }
  taxes.set('PR', [{ jurisdiction: 'PR', kind: 'sales', rate: rateInForce(PR, now).rate, registration: 'PR' }])

  const gst: PublishedTax = { jurisdiction: 'CA', kind: 'gst', rate: rateInForce(CA, now).rate, registration: 'CA' }
  for (const province of provinces) {
    const jurisdiction = `CA-${province}`
    const dated = CA.states?.[province]
    taxes.set(jurisdiction, dated === undefined ? [gst] : provincialTaxes(gst, jurisdiction, rateInForce(dated, now)))
  }
  return taxes
}

const provinces = ['AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'NT', 'NU', 'ON', 'PE', 'QC', 'SK', 'YT']

/** A harmonized tax is one tax on the invoice, although the package lists its federal and provincial parts. */
function provincialTaxes(gst: PublishedTax, jurisdiction: string, { rate, type }: Rate): PublishedTax[] {
  switch (type) {
    case 'hst':
      return [{ jurisdiction, kind: 'hst', rate: gst.rate + rate, registration: gst.registration }]
    case 'pst':
    case 'qst':
      return [gst, { jurisdiction, kind: type, rate, registration: jurisdiction }]
    default:
      throw new Error(`the sales-tax package has an unknown kind of tax in ${jurisdiction}: ${type}`)
  }
}

/** `before` has the earlier rates, by the instant at which each ended. The first that ends after `now` applies. */
function rateInForce(dated: Dated, now: Date): Rate {
  const ends = Object.keys(dated.before ?? {}).filter(end => now < instant(end))
  ends.sort((a, b) => instant(a).getTime() - instant(b).getTime())
  return ends.length === 0 ? dated : dated.before![ends[0]!]!
}
