// Sales tax from a table that is made once, at start: place, then the taxes that may apply there. An order pays those for
// which the operator is registered, or which belong to the place it ships from. The answer is immediate.

import { roundCents } from '../base/money.ts'
import { type PublishedTax, publishedTaxes } from './published.ts'
import type { TaxedPart, TaxRules } from './rules.ts'
import type { TaxLine, TaxPlace, TaxQuote, TaxRequest } from './tax.ts'

/** The port, with a `quote` that never makes anybody wait. */
export type TableTaxes = { quote(requests: readonly TaxRequest[]): TaxQuote[] }

// Rates as whole millionths: 9.975 % is exact, and so is every tax that ends in half a cent.
const million = 1_000_000

type Levy = PublishedTax & { rateMillionths: number; taxes: Record<TaxedPart, boolean>; collected: boolean }
type Table = Map<string, Levy[]>

/** The rates are those in force at `now`. Throws one Error that lists each jurisdiction in the rules that has no tax. */
export function tableTaxes(rules: TaxRules, now: Date): TableTaxes {
  const table = buildTable(rules, now)
  return { quote: requests => requests.map(request => quoteOne(table, request)) }
}

function quoteOne(table: Table, request: TaxRequest): TaxQuote {
  const byJurisdiction: TaxLine[] = []
  let taxesCents = 0
  if (!request.exempt || request.to.country === 'CA') {
    const home = table.get(placeOf(request.from))
    for (const levy of table.get(placeOf(request.to)) ?? []) {
      if (!levy.collected && !home?.some(own => own.registration === levy.registration)) continue
      const taxableCents = taxable(levy, request)
      if (taxableCents === 0) continue
      const taxCents = taxOn(taxableCents, levy.rateMillionths)
      const { jurisdiction, kind, rate } = levy
      byJurisdiction.push({ jurisdiction, kind, rate, taxableCents, taxCents })
      taxesCents += taxCents
    }
  }
  return { taxesCents, byJurisdiction }
}

const taxable = ({ taxes }: Levy, { itemsCents, fulfillmentCents, shippingCents }: TaxRequest): number =>
  (taxes.items ? itemsCents : 0) + (taxes.fulfillment ? fulfillmentCents : 0) + (taxes.shipping ? shippingCents : 0)

/** In two parts, so that no product passes 2^53 whatever the amount. */
function taxOn(cents: number, rateMillionths: number): number {
  const rest = cents % million
  return ((cents - rest) / million) * rateMillionths + roundCents((rest * rateMillionths) / million)
}

/** Territories are countries of their own here, and none of them has states. */
const placeOf = ({ country, state }: TaxPlace): string =>
  country === 'US' || country === 'CA' ? `${country}-${state}` : country

function buildTable(rules: TaxRules, now: Date): Table {
  const published = publishedTaxes(now)
  checkNames(rules, [...published.values()].flat())
  const collectIn = new Set(rules.collectIn)
  const table: Table = new Map()
  for (const [place, taxes] of published) {
    table.set(
      place,
      taxes.map(tax => {
        const rateMillionths = Math.round((rules.rates[tax.jurisdiction] ?? tax.rate) * million)
        const taxed = rules.taxed[tax.jurisdiction] ?? rules.taxedByDefault
        return {
          ...tax,
          rate: rateMillionths / million,
          rateMillionths,
          taxes: {
            items: taxed.includes('items'),
            fulfillment: taxed.includes('fulfillment'),
            shipping: taxed.includes('shipping'),
          },
          collected: collectIn.has(tax.registration),
        }
      }),
    )
  }
  return table
}

function checkNames({ collectIn, taxed, rates }: TaxRules, taxes: PublishedTax[]) {
  const jurisdictions = new Set(taxes.map(tax => tax.jurisdiction))
  const registrations = new Set(taxes.map(tax => tax.registration))
  const problems = [
    ...unknown('collectIn', collectIn, registrations, 'a place of registration such as US-OH, PR, CA or CA-QC'),
    ...unknown('taxed', Object.keys(taxed), jurisdictions, 'a jurisdiction with a tax of its own'),
    ...unknown('rates', Object.keys(rates), jurisdictions, 'a jurisdiction with a tax of its own'),
  ]
  if (problems.length > 0) throw new Error(`the tax rules cannot be used:\n  ${problems.join('\n  ')}`)
}

const unknown = (where: string, names: string[], known: Set<string>, expected: string): string[] =>
  names.filter(name => !known.has(name)).map(name => `/${where}: got ${JSON.stringify(name)}, expected ${expected}`)
