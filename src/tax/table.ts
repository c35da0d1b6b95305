// Sales tax from a table that is built once, at start: for each place, the taxes that may apply there. An order pays
// those for which the operator is registered, and those of the place it ships from. The answer is immediate.
//
// State and provincial taxes depend on the destination. So do local ones, except when the state is origin-sourced and
// the order stays within it: then those of the ship-from place apply.

import { apportion, roundCents } from '../base/money.ts'
import { type PublishedTax, publishedTaxes } from './published.ts'
import type { TaxedPart, TaxRules } from './rules.ts'
import type { TaxLine, TaxParts, TaxPlace, TaxQuote, TaxRequest } from './tax.ts'

/** The port, with a `quote` that is synchronous and always succeeds. */
export type TableTaxes = {
  name: string
  registrationNumbers: Record<string, string>
  quote(requests: readonly TaxRequest[]): TaxQuote[]
}

// Rates as whole millionths: 9.975 % is exact, and so is every tax that ends in half a cent.
const million = 1_000_000

type Levy = PublishedTax & { rateMillionths: number; taxes: Record<TaxedPart, boolean>; collected: boolean }
/** A local tax with the postal code prefixes that it applies to. */
type LocalLevy = Levy & { postal: string[] }
type Table = { levies: Map<string, Levy[]>; locals: Map<string, LocalLevy[]>; originSourced: Set<string> }

/** Uses the rates in force at `now`. Throws one Error that lists each jurisdiction in the rules that has no tax. */
export function tableTaxes(rules: TaxRules, now: Date): TableTaxes {
  const table = buildTable(rules, now)
  return {
    name: 'table',
    registrationNumbers: rules.registrationNumbers ?? {},
    quote: requests => requests.map(request => quoteOne(table, request)),
  }
}

function quoteOne(table: Table, request: TaxRequest): TaxQuote {
  const byJurisdiction: TaxLine[] = []
  let taxesCents = 0
  if (!request.exempt || request.to.country === 'CA') {
    const home = table.levies.get(placeOf(request.from))
    for (const levy of leviesOn(table, request)) {
      if (!levy.collected && !home?.some(own => own.registration === levy.registration)) continue
      const base = taxable(levy, request)
      const taxableCents = base.items + base.fulfillment + base.shipping
      if (taxableCents === 0) continue
      const taxCents = taxOn(taxableCents, levy.rateMillionths)
      const [items, fulfillment, shipping] = apportion(taxCents, [base.items, base.fulfillment, base.shipping])
      const { jurisdiction, kind, rate } = levy
      const parts: TaxParts = { items: items!, fulfillment: fulfillment!, shipping: shipping! }
      byJurisdiction.push({ jurisdiction, kind, rate, taxableCents, taxCents, parts })
      taxesCents += taxCents
    }
  }
  return { taxesCents, byJurisdiction, ref: null }
}

function leviesOn({ levies, locals, originSourced }: Table, { from, to }: TaxRequest): Levy[] {
  const place = placeOf(to)
  const own = levies.get(place) ?? []
  const local = locals.get(place)
  if (local === undefined) return own
  const { postal } = originSourced.has(place) && placeOf(from) === place ? from : to
  const code = (postal ?? '').replace(/[ -]/g, '').toUpperCase()
  return [...own, ...local.filter(levy => levy.postal.some(beginning => code.startsWith(beginning)))]
}

const taxable = ({ taxes }: Levy, { itemsCents, fulfillmentCents, shippingCents }: TaxRequest): TaxParts => ({
  items: taxes.items ? itemsCents : 0,
  fulfillment: taxes.fulfillment ? fulfillmentCents : 0,
  shipping: taxes.shipping ? shippingCents : 0,
})

/** In two parts, so that no product exceeds 2^53 whatever the amount. */
function taxOn(cents: number, rateMillionths: number): number {
  const rest = cents % million
  return ((cents - rest) / million) * rateMillionths + roundCents((rest * rateMillionths) / million)
}

/** Territories are countries of their own here, without states. */
const placeOf = ({ country, state }: TaxPlace): string =>
  country === 'US' || country === 'CA' ? `${country}-${state}` : country

function buildTable(rules: TaxRules, now: Date): Table {
  const published = publishedTaxes(now)
  checkNames(rules, [...published.values()].flat())
  const collectIn = new Set(rules.collectIn)
  const levyOf = (tax: PublishedTax, rate: number, taxed: readonly TaxedPart[]): Levy => {
    const rateMillionths = Math.round(rate * million)
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
  }
  const taxedIn = (jurisdiction: string) => rules.taxed[jurisdiction] ?? rules.taxedByDefault

  const levies = new Map(
    [...published].map(([place, taxes]) => [
      place,
      taxes.map(tax => levyOf(tax, rules.rates[tax.jurisdiction] ?? tax.rate, taxedIn(tax.jurisdiction))),
    ]),
  )
  const locals = new Map<string, LocalLevy[]>()
  for (const [jurisdiction, { in: place, postal, rate }] of Object.entries(rules.local ?? {})) {
    const tax: PublishedTax = { jurisdiction, kind: 'sales', rate, registration: place }
    const local = { ...levyOf(tax, rate, taxedIn(place)), postal }
    locals.set(place, [...(locals.get(place) ?? []), local])
  }
  return { levies, locals, originSourced: new Set(rules.originSourced) }
}

function checkNames(rules: TaxRules, taxes: PublishedTax[]) {
  const { collectIn, taxed, rates, local = {}, originSourced = [], registrationNumbers = {} } = rules
  const jurisdictions = new Set(taxes.map(tax => tax.jurisdiction))
  const registrations = new Set(taxes.map(tax => tax.registration))
  const states = new Set(taxes.filter(tax => tax.kind === 'sales').map(tax => tax.jurisdiction))
  const namesakes = Object.keys(local).filter(name => jurisdictions.has(name))
  const problems = [
    ...unknown('collectIn', collectIn, registrations, 'a place of registration such as US-OH, PR, CA or CA-QC'),
    ...unknown('registrationNumbers', Object.keys(registrationNumbers), registrations, 'a place of registration'),
    ...unknown('taxed', Object.keys(taxed), jurisdictions, 'a jurisdiction with a tax of its own'),
    ...unknown('rates', Object.keys(rates), jurisdictions, 'a jurisdiction with a tax of its own'),
    ...unknown(
      'local',
      Object.values(local).map(tax => tax.in),
      states,
      'a state with a sales tax, such as US-OH',
    ),
    ...unknown('originSourced', originSourced, states, 'a state with a sales tax, such as US-OH'),
    ...namesakes.map(name => `/local: got ${JSON.stringify(name)}, expected a name of its own`),
  ]
  if (problems.length > 0) throw new Error(`the tax rules cannot be used:\n  ${problems.join('\n  ')}`)
}

const unknown = (where: string, names: readonly string[], known: Set<string>, expected: string): string[] =>
  names.filter(name => !known.has(name)).map(name => `/${where}: got ${JSON.stringify(name)}, expected ${expected}`)
