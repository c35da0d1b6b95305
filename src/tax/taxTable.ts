// Sales tax from tables with the taxes of each jurisdiction, one for each period between two changes of published
// rates. An order pays the taxes for which the operator is registered, and those of the ship-from jurisdiction.
//
// State and provincial taxes depend on the destination. So do local taxes, except for orders within an origin-sourced
// state, which pay the local taxes of the ship-from address.

import { say, type Translatable } from '../../languages/texts.ts'
import { utcDay } from '../base/clock.ts'
import { apportion, roundCents } from '../base/money.ts'
import { type DataMistake, dataMistake, OperatorDataError } from '../base/schemaCheck.ts'
import { changesOf, type DatedRates, type PublishedTax, packagedRates, publishedTaxes } from './publishedTaxes.ts'
import type { TaxAddress, TaxLine, TaxParts, TaxQuote, TaxRequest } from './tax.ts'
import type { TaxedPart, TaxRules } from './taxRules.ts'

/** The tax port, with a `quote` that is synchronous and always succeeds. */
export type TableTaxes = {
  name: string
  /** By place of registration, of the registrations on any day from an instant until another. */
  registrationNumbers(from: Date, until: Date): Record<string, string>
  quote(requests: readonly TaxRequest[]): TaxQuote[]
}

// Rates as whole millionths: 9.975 % is exact, and so is every tax that ends in half a cent.
const million = 1_000_000

/** A tax with the parts that have its rate: one jurisdiction may tax books and shipping at two rates. */
type Levy = PublishedTax & {
  rateMillionths: number
  isTaxed: Record<TaxedPart, boolean>
  registered: Registration | null
}
type Registration = TaxRules['registrations'][string]
/** A local tax with its postal code prefixes. */
type LocalLevy = Levy & { postal: string[] }
type Table = { levies: Map<string, Levy[]>; locals: Map<string, LocalLevy[]>; originSourced: Set<string> }

/** `ratesAt` has the published rates that orders created at an instant are taxed by. */
export function tableTaxes(rules: TaxRules, ratesAt: (at: Date) => DatedRates = () => packagedRates.rates): TableTaxes {
  const tablesOf = new WeakMap<DatedRates, (at: Date) => Table>()
  const tableAt = (at: Date): Table => {
    const rates = ratesAt(at)
    const tables = tablesOf.get(rates) ?? tablesByPeriod(rules, rates)
    tablesOf.set(rates, tables)
    return tables(at)
  }
  return {
    name: 'table',
    registrationNumbers: (from, until) =>
      Object.fromEntries(
        Object.entries(rules.registrations).flatMap(([place, registration]) =>
          registration.taxNumber !== undefined && isInForce(registration, from, until)
            ? [[place, registration.taxNumber]]
            : [],
        ),
      ),
    quote: requests => requests.map(request => quoteOne(tableAt(request.at), request)),
  }
}

/** Throws an OperatorDataError that lists each jurisdiction of the rules without a tax. */
export function checkTaxNames(rules: TaxRules, now: Date): void {
  checkNames(rules, [...publishedTaxes(packagedRates.rates, now).values()].flat())
}

function tablesByPeriod(rules: TaxRules, rates: DatedRates): (at: Date) => Table {
  const changes = changesOf(rates)
  const tables = new Map<number, Table>()
  return at => {
    const period = changes.filter(change => change <= at).length
    const table = tables.get(period) ?? buildTable(rules, publishedTaxes(rates, at))
    tables.set(period, table)
    return table
  }
}

function quoteOne(table: Table, request: TaxRequest): TaxQuote {
  const byJurisdiction: TaxLine[] = []
  let taxesCents = 0
  if (!request.isExempt || request.to.country === 'CA') {
    const shipFromLevies = table.levies.get(jurisdictionOf(request.from))
    for (const levy of leviesOn(table, request)) {
      if (
        !isInForce(levy.registered, request.at, request.at) &&
        !shipFromLevies?.some(({ registration }) => registration === levy.registration)
      )
        continue
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
  const jurisdiction = jurisdictionOf(to)
  const general = levies.get(jurisdiction) ?? []
  const local = locals.get(jurisdiction)
  if (local === undefined) return general
  const { postal } = originSourced.has(jurisdiction) && jurisdictionOf(from) === jurisdiction ? from : to
  const code = (postal ?? '').replace(/[ -]/g, '').toUpperCase()
  return [...general, ...local.filter(levy => levy.postal.some(prefix => code.startsWith(prefix)))]
}

/** On any of the days from an instant until another. */
function isInForce(registration: Registration | null, from: Date, until: Date): boolean {
  if (registration === null || registration.since > utcDay(until).toString()) return false
  return registration.until === undefined || utcDay(from).toString() <= registration.until
}

const taxable = ({ isTaxed }: Levy, { itemsCents, fulfillmentCents, shippingCents }: TaxRequest): TaxParts => ({
  items: isTaxed.items ? itemsCents : 0,
  fulfillment: isTaxed.fulfillment ? fulfillmentCents : 0,
  shipping: isTaxed.shipping ? shippingCents : 0,
})

/** In two parts, so that no product exceeds 2^53 for any amount. */
function taxOn(cents: number, rateMillionths: number): number {
  const rest = cents % million
  return ((cents - rest) / million) * rateMillionths + roundCents((rest * rateMillionths) / million)
}

/** Territories are countries without states here. */
const jurisdictionOf = ({ country, state }: TaxAddress): string =>
  country === 'US' || country === 'CA' ? `${country}-${state}` : country

function buildTable(rules: TaxRules, published: Map<string, PublishedTax[]>): Table {
  const levyOf = (tax: PublishedTax, rate: number, taxed: readonly TaxedPart[]): Levy => {
    const rateMillionths = Math.round(rate * million)
    return {
      ...tax,
      rate: rateMillionths / million,
      rateMillionths,
      isTaxed: {
        items: taxed.includes('items'),
        fulfillment: taxed.includes('fulfillment'),
        shipping: taxed.includes('shipping'),
      },
      registered: rules.registrations[tax.registration] ?? null,
    }
  }
  const taxedIn = (jurisdiction: string) => rules.taxed[jurisdiction] ?? rules.taxedByDefault

  const levies = new Map(
    [...published].map(([jurisdiction, taxes]) => [
      jurisdiction,
      taxes.flatMap(tax => {
        const rate = rules.rates[tax.jurisdiction] ?? tax.rate
        const ofPart = rules.partRates?.[tax.jurisdiction] ?? {}
        const byRate = Map.groupBy(taxedIn(tax.jurisdiction), part => ofPart[part] ?? rate)
        return [...byRate].flatMap(([rate, parts]) => (rate === 0 ? [] : [levyOf(tax, rate, parts)]))
      }),
    ]),
  )
  const locals = new Map<string, LocalLevy[]>()
  for (const [jurisdiction, { in: state, postal, rate }] of Object.entries(rules.local ?? {})) {
    const tax: PublishedTax = { jurisdiction, kind: 'sales', rate, registration: state }
    const local = { ...levyOf(tax, rate, taxedIn(state)), postal }
    locals.set(state, [...(locals.get(state) ?? []), local])
  }
  return { levies, locals, originSourced: new Set(rules.originSourced) }
}

function checkNames(rules: TaxRules, taxes: PublishedTax[]) {
  const { taxed, rates, partRates = {}, local = {}, originSourced = [] } = rules
  const jurisdictions = new Set(taxes.map(tax => tax.jurisdiction))
  const registrations = new Set(taxes.map(tax => tax.registration))
  const states = new Set(taxes.filter(tax => tax.kind === 'sales').map(tax => tax.jurisdiction))
  const namesakes = Object.keys(local).filter(name => jurisdictions.has(name))
  const problems = [
    ...unknown(
      'registrations',
      Object.keys(rules.registrations),
      registrations,
      say('a place of registration such as US-OH, PR, CA or CA-QC'),
    ),
    ...unknown('taxed', Object.keys(taxed), jurisdictions, say('a jurisdiction with a tax of its own')),
    ...unknown('rates', Object.keys(rates), jurisdictions, say('a jurisdiction with a tax of its own')),
    ...unknown('partRates', Object.keys(partRates), jurisdictions, say('a jurisdiction with a tax of its own')),
    ...unknown(
      'local',
      Object.values(local).map(tax => tax.in),
      states,
      say('a state with a sales tax, such as US-OH'),
    ),
    ...unknown('originSourced', originSourced, states, say('a state with a sales tax, such as US-OH')),
    ...namesakes.map(name => dataMistake({ path: '/local', got: name, expected: say('a name of its own') })),
  ]
  if (problems.length > 0) throw new OperatorDataError(problems)
}

const unknown = (where: string, names: readonly string[], known: Set<string>, expected: Translatable): DataMistake[] =>
  names.filter(name => !known.has(name)).map(name => dataMistake({ path: `/${where}`, got: name, expected }))
