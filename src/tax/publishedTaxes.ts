// The published tax rates that apply at an instant. They come from the data file of the sales-tax package; its
// functions are not used, because they read the machine's clock and return one jurisdiction at a time, through a
// promise. The database keeps each edition of the rates (features/shop/rateEditions.ts), so that an order keeps
// the rates of its day when a later release of the package corrects them.
//
// US rates are state rates only: the package has no county or city taxes.

import salesTax from 'sales-tax/package.json' with { type: 'json' }
import rates from 'sales-tax/res/sales_tax_rates.json' with { type: 'json' }
import { instant } from '../base/clock.ts'
import type { TaxKind } from './tax.ts'

/** `registration` is where an operator registers to collect the tax: GST and HST are one registration, CA. */
export type PublishedTax = { jurisdiction: string; kind: TaxKind; rate: number; registration: string }

type Rate = { rate: number; type: string }
type Dated = Rate & { before?: Record<string, Rate> }
type Country = Dated & { states?: Record<string, Dated> }
export type DatedRates = Record<'US' | 'CA' | 'PR', Country>

/** The rates of the installed package. `release` is its version. */
export const packagedRates: { release: string; rates: DatedRates } = {
  release: salesTax.version,
  rates: pickRates(rates),
}

function pickRates({ US, CA, PR }: Record<keyof DatedRates, unknown>): DatedRates {
  return { US, CA, PR } as DatedRates
}

/** The instants at which rates changed or will change, the earliest first: between two of them all rates stay. */
export function changesOf({ US, CA, PR }: DatedRates): Date[] {
  const dated = [US, CA, PR].flatMap(country => [country, ...Object.values(country.states ?? {})])
  const ends = new Set(dated.flatMap(({ before = {} }) => Object.keys(before)))
  return [...ends].map(end => instant(end)).toSorted((a, b) => a.getTime() - b.getTime())
}

/**
 * The taxes of each state, province and territory with a tax: `US-OH`, `CA-QC`, `PR`. Half of the provinces have only
 * GST.
 */
export function publishedTaxes({ US, CA, PR }: DatedRates, now: Date): Map<string, PublishedTax[]> {
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
