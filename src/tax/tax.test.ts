import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import sample from '../../operator/tax.json' with { type: 'json' }
import { instant } from '../base/clock.ts'
import type { TaxAddress, TaxRequest } from './tax.ts'
import { parseTaxRules, type TaxRules } from './taxRules.ts'
import { checkTaxNames, tableTaxes } from './taxTable.ts'

const now = instant('2026-03-01T00:00:00.000Z')
const addressIn = (text: string): TaxAddress => {
  const [country, state] = text.split('-') as [string, string?]
  return { country, state: state ?? null }
}
const order = (to: string, over: Partial<TaxRequest> = {}): TaxRequest => ({
  at: now,
  from: addressIn('US-NV'),
  to: addressIn(to),
  itemsCents: 10_000,
  fulfillmentCents: 1_000,
  shippingCents: 500,
  isExempt: false,
  ...over,
})

const rules: TaxRules = {
  registrations: Object.fromEntries(
    ['US-NY', 'US-PA', 'US-CA', 'PR', 'CA', 'CA-BC', 'CA-QC'].map(place => [place, { since: '2020-01-01' }]),
  ),
  taxedByDefault: ['items', 'fulfillment', 'shipping'],
  taxed: { 'US-PA': ['items', 'fulfillment'], 'US-CA': [], 'CA-BC': ['items'] },
  rates: {},
}
const taxes = tableTaxes(rules)
const quoteOne = (request: TaxRequest, table = taxes) => table.quote([request])[0]!
const lines = (request: TaxRequest, table = taxes) =>
  quoteOne(request, table).byJurisdiction.map(
    ({ jurisdiction, kind, rate, taxableCents, taxCents }) =>
      `${jurisdiction} ${kind} ${rate} of ${taxableCents}: ${taxCents}`,
  )

describe('sales tax', () => {
  // biome-ignore format: a table
  const cases: [string, TaxRequest, string[]][] = [
    ['a state where the operator is registered taxes the order',   order('US-NY'), ['US-NY sales 0.04 of 11500: 460']],
    ['a state may leave shipping untaxed',                         order('US-PA'), ['US-PA sales 0.06 of 11000: 660']],
    ['a state may tax nothing of it',                              order('US-CA'), []],
    ['a state without registration gets no tax',                   order('US-TX'), []],
    ['the ship-from state always gets its tax',                    order('US-NV'), ['US-NV sales 0.0685 of 11500: 788']],
    ['the ship-from state gets no tax on orders to other states',    order('US-OH', { from: addressIn('US-TX') }), []],
    ['a state without sales tax has no tax',                       order('US-OR', { from: addressIn('US-OR') }), []],
    ['military mail has no tax',                                   order('US-AE'), []],
    ['Puerto Rico has its own tax',                                order('PR'), ['PR sales 0.115 of 11500: 1323']],
    ['Puerto Rico may come with a state',                          order('PR-PR'), ['PR sales 0.115 of 11500: 1323']],
    ['Guam has no tax',                                            order('GU'), []],
    ['the Virgin Islands have no tax',                             order('VI'), []],
    ['American Samoa has no tax',                                  order('AS'), []],
    ['the Northern Marianas have no tax',                          order('MP'), []],
    ['Alberta has only the federal tax',                           order('CA-AB'), ['CA gst 0.05 of 11500: 575']],
    ['the Yukon has only the federal tax',                         order('CA-YT'), ['CA gst 0.05 of 11500: 575']],
    ['Ontario has one harmonized tax',                             order('CA-ON'), ['CA-ON hst 0.13 of 11500: 1495']],
    ['Nova Scotia has its present rate',                           order('CA-NS'), ['CA-NS hst 0.14 of 11500: 1610']],
    ['British Columbia has two taxes on different parts',          order('CA-BC'), ['CA gst 0.05 of 11500: 575', 'CA-BC pst 0.07 of 10000: 700']],
    ['a province without registration has only the federal tax',   order('CA-SK'), ['CA gst 0.05 of 11500: 575']],
    ['Quebec has two taxes, neither on the other',                 order('CA-QC'), ['CA gst 0.05 of 11500: 575', 'CA-QC qst 0.09975 of 11500: 1147']],
    ['a certificate exempts in a state',                           order('US-NY', { isExempt: true }), []],
    ['a certificate exempts in the ship-from state',               order('US-NV', { isExempt: true }), []],
    ['a certificate exempts in Puerto Rico',                       order('PR', { isExempt: true }), []],
    ['a certificate does not exempt in Canada',                    order('CA-ON', { isExempt: true }), ['CA-ON hst 0.13 of 11500: 1495']],
    ['an order that costs nothing has no tax lines',               order('US-NY', { itemsCents: 0, fulfillmentCents: 0, shippingCents: 0 }), []],
    ['a tax without a taxable amount has no line',                 order('CA-BC', { itemsCents: 0 }), ['CA gst 0.05 of 1500: 75']],
    ['a country outside the table has no tax',                     order('FR'), []],
    ['a state that does not exist has no tax',                     order('US-ZZ'), []],
  ]
  for (const [promise, request, expected] of cases) {
    it(promise, () => assert.deepEqual(lines(request), expected))
  }

  // biome-ignore format: a table
  const roundings: [string, number, string, number][] = [
    ['half a cent of tax rounds up',                             50,  'US-NY',     2],
    ['half a cent rounds up at a rate without an exact binary form', 200, 'US-CA', 15],
    ['less than half a cent of tax rounds down',                 12,  'US-NY',     0],
    ['the tax at a rate with three decimals of a percent is exact', 20_000, 'CA-QC', 2_995],
    ['the tax on billions is exact',              1_500_000_000_000,  'US-NY', 60_000_000_000],
    ['the tax on the largest amount is exact', 9_007_199_254_740_991, 'US-NY', 360_287_970_189_640],
  ]
  const itemsOnly = tableTaxes({ ...rules, taxed: {}, rates: { 'US-CA': 0.0725 } })
  for (const [promise, itemsCents, to, expected] of roundings) {
    it(promise, () => {
      const quote = quoteOne(order(to, { itemsCents, fulfillmentCents: 0, shippingCents: 0 }), itemsOnly)
      assert.equal(quote.taxesCents, expected)
    })
  }

  it('the quotes of a batch have the sequence of its requests', () => {
    const quotes = taxes.quote([order('US-NY'), order('US-OR'), order('CA-ON')])
    assert.deepEqual(
      quotes.map(quote => quote.taxesCents),
      [460, 0, 1495],
    )
    assert.deepEqual(taxes.quote([]), [])
  })

  it('a Canadian operator collects at home without a rule', () => {
    const unregistered = tableTaxes({ ...rules, registrations: {} })
    assert.deepEqual(lines(order('CA-ON', { from: addressIn('CA-QC') }), unregistered), [
      'CA-ON hst 0.13 of 11500: 1495',
    ])
    assert.deepEqual(lines(order('CA-BC', { from: addressIn('CA-QC') }), unregistered), ['CA gst 0.05 of 11500: 575'])
    assert.deepEqual(lines(order('US-NY', { from: addressIn('CA-QC') }), unregistered), [])
  })

  it('a registration collects from its first day to its last, and documents of these days have its number', () => {
    const registrations = {
      'US-NY': { since: '2026-02-01', until: '2026-03-31', taxNumber: 'NY-1' },
      CA: { since: '2026-01-01' },
    }
    const dated = tableTaxes({ ...rules, registrations })
    const at = (day: string) => instant(`${day}.000Z`)
    const taxesAt = (day: string) => quoteOne(order('US-NY', { at: at(day) }), dated).taxesCents
    assert.equal(taxesAt('2026-01-31T23:59:59'), 0)
    assert.equal(taxesAt('2026-02-01T00:00:00'), 460)
    assert.equal(taxesAt('2026-03-31T23:59:59'), 460)
    assert.equal(taxesAt('2026-04-01T00:00:00'), 0)
    const numbersOf = (first: string, last: string) => dated.registrationNumbers(at(first), at(last))
    assert.deepEqual(numbersOf('2026-01-30T12:00:00', '2026-01-31T23:59:59'), {})
    assert.deepEqual(numbersOf('2026-01-30T12:00:00', '2026-02-01T00:00:00'), { 'US-NY': 'NY-1' })
    assert.deepEqual(numbersOf('2026-03-31T23:59:59', '2026-04-14T12:00:00'), { 'US-NY': 'NY-1' })
    assert.deepEqual(numbersOf('2026-04-01T00:00:00', '2026-04-14T12:00:00'), {})
  })

  it('a rate that changes on a date is the rate in force when the order is created', () => {
    const linesAt = (at: string) => lines(order('CA-NS', { at: instant(at) }))
    assert.deepEqual(linesAt('2025-03-31T23:59:59.999Z'), ['CA-NS hst 0.15 of 11500: 1725'])
    assert.deepEqual(linesAt('2025-04-01T00:00:00.000Z'), ['CA-NS hst 0.14 of 11500: 1610'])
  })

  it('the operator can replace a rate, also of a whole harmonized tax', () => {
    const corrected = tableTaxes({ ...rules, rates: { 'US-NY': 0.0425, 'CA-ON': 0.12 } })
    assert.deepEqual(lines(order('US-NY'), corrected), ['US-NY sales 0.0425 of 11500: 489'])
    assert.deepEqual(lines(order('CA-ON'), corrected), ['CA-ON hst 0.12 of 11500: 1380'])
  })

  it('a place may tax books and the other parts at different rates', () => {
    const books = tableTaxes({ ...rules, taxed: {}, partRates: { 'CA-ON': { items: 0.05 }, 'CA-QC': { items: 0 } } })
    assert.deepEqual(lines(order('CA-ON'), books), ['CA-ON hst 0.05 of 10000: 500', 'CA-ON hst 0.13 of 1500: 195'])
    const [ofBooks, ofRest] = quoteOne(order('CA-ON'), books).byJurisdiction
    assert.deepEqual(ofBooks!.parts, { items: 500, fulfillment: 0, shipping: 0 })
    assert.deepEqual(ofRest!.parts, { items: 0, fulfillment: 130, shipping: 65 })
    assert.deepEqual(lines(order('CA-QC'), books), ['CA gst 0.05 of 11500: 575', 'CA-QC qst 0.09975 of 1500: 150'])
  })

  describe('local taxes', () => {
    const local = tableTaxes({
      ...rules,
      local: {
        'Monroe County': { in: 'US-NY', postal: ['144', '14604'], rate: 0.04 },
        'New York City': { in: 'US-NY', postal: ['100', '101'], rate: 0.045 },
        'Clark County': { in: 'US-NV', postal: ['891'], rate: 0.01525 },
        'Franklin County': { in: 'US-OH', postal: ['432'], rate: 0.0175 },
      },
      originSourced: ['US-NV'],
    })
    const at = (text: string, postal: string): TaxAddress => ({ ...addressIn(text), postal })
    const lasVegas = at('US-NV', '89101')
    // biome-ignore format: a table
    const cases: [string, TaxRequest, string[]][] = [
      ['a local tax is added to the tax of the destination state', order('', { to: at('US-NY', '10001-1234') }), ['US-NY sales 0.04 of 11500: 460', 'New York City sales 0.045 of 11500: 518']],
      ['a local tax applies to postal codes with its prefix',      order('', { to: at('US-NY', '14604') }), ['US-NY sales 0.04 of 11500: 460', 'Monroe County sales 0.04 of 11500: 460']],
      ['a local tax does not apply elsewhere in the state',        order('', { to: at('US-NY', '12345') }), ['US-NY sales 0.04 of 11500: 460']],
      ['a local tax does not apply in an estimate, which has only a state', order('US-NY'), ['US-NY sales 0.04 of 11500: 460']],
      ['a local tax does not apply where the operator does not collect', order('', { to: at('US-OH', '43215') }), []],
      ['the local tax of the ship-from address applies within an origin-sourced state', order('', { from: lasVegas, to: at('US-NV', '89501') }), ['US-NV sales 0.0685 of 11500: 788', 'Clark County sales 0.01525 of 11500: 175']],
      ['the local tax of the destination applies to orders from another state', order('', { from: lasVegas, to: at('US-NY', '10001') }), ['US-NY sales 0.04 of 11500: 460', 'New York City sales 0.045 of 11500: 518']],
      ['a local tax is not due with an exemption',                 order('', { to: at('US-NY', '10001'), isExempt: true }), []],
    ]
    for (const [promise, request, expected] of cases)
      it(promise, () => assert.deepEqual(lines(request, local), expected))
  })

  it('a tax is split in proportion to the taxed parts of the order', () => {
    const [line] = quoteOne(order('US-PA')).byJurisdiction
    assert.deepEqual(line!.parts, { items: 600, fulfillment: 60, shipping: 0 })
  })

  it('the tax of any order is whole cents, the sum of its lines, and at most a third of the price', () => {
    const amount = fc.nat(1_000_000_000)
    const to = fc.constantFrom('US-NY', 'US-PA', 'US-NV', 'PR', 'CA-ON', 'CA-QC', 'CA-BC', 'GU')
    fc.assert(
      fc.property(to, amount, amount, amount, (destination, itemsCents, fulfillmentCents, shippingCents) => {
        const quote = quoteOne(order(destination, { itemsCents, fulfillmentCents, shippingCents }))
        assert.equal(
          quote.taxesCents,
          quote.byJurisdiction.reduce((sum, line) => sum + line.taxCents, 0),
        )
        for (const { parts, taxCents } of quote.byJurisdiction)
          assert.equal(parts.items + parts.fulfillment + parts.shipping, taxCents)
        assert.ok(Number.isSafeInteger(quote.taxesCents) && quote.taxesCents >= 0)
        assert.ok(quote.taxesCents <= (itemsCents + fulfillmentCents + shippingCents) / 3)
      }),
    )
  })
})

describe('tax rules', () => {
  it('the sample tax rules can be used', () => {
    const table = tableTaxes(parseTaxRules(sample))
    assert.deepEqual(lines(order('US-OH'), table), ['US-OH sales 0.0575 of 11500: 661'])
    assert.deepEqual(lines(order('US-CA'), table), ['US-CA sales 0.0725 of 11000: 798'])
  })

  // biome-ignore lint/suspicious/noExplicitAny: the mistakes are about types
  const wrong: [string, (file: any) => void, RegExp][] = [
    ['a missing list', file => delete file.registrations, /\/registrations: got nothing, expected a value/],
    ['a misspelled key', file => Object.assign(file, { rate: {} }), /\/rate: got {}, expected no such key/],
    [
      'a last day before the first',
      file => Object.assign(file.registrations, { PR: { since: '2026-02-01', until: '2026-01-31' } }),
      /\/registrations\/PR\/until: got "2026-01-31", expected 2026-02-01 or later, as since says/,
    ],
    [
      'a day that the calendar does not have',
      file => Object.assign(file.registrations, { PR: { since: '2026-02-30' } }),
      /\/registrations\/PR\/since: got "2026-02-30", expected a day of the calendar/,
    ],
    [
      'a percentage in place of a rate',
      file => Object.assign(file.rates, { 'US-NY': 8 }),
      /\/rates\/US-NY: got 8, expected 0.5 or less/,
    ],
    [
      'an unknown part',
      file => Object.assign(file, { taxedByDefault: ['books'] }),
      /\/taxedByDefault\/0: got "books", expected one of items, fulfillment, shipping/,
    ],
  ]
  for (const [mistake, make, expected] of wrong) {
    it(`tax rules with ${mistake} are refused`, () => {
      const file = structuredClone(sample)
      make(file)
      assert.throws(() => parseTaxRules(file), expected)
    })
  }

  it('tax rules with local taxes in no state, or with a duplicate name, are refused', () => {
    const local = {
      'Old Town': { in: 'US-OR', postal: ['970'], rate: 0.01 },
      'US-NY': { in: 'US-NY', postal: ['1'], rate: 0.01 },
    }
    assert.throws(
      () =>
        checkTaxNames(
          { ...rules, local, originSourced: ['CA-ON'], registrations: { 'US-OR': { since: '2026-01-01' } } },
          now,
        ),
      (error: Error) => {
        for (const mistake of [
          '/local: got "US-OR"',
          '/local: got "US-NY"',
          '/originSourced: got "CA-ON"',
          '/registrations: got "US-OR"',
        ])
          assert.ok(error.message.includes(mistake), `${mistake} in ${error.message}`)
        return true
      },
    )
  })

  it('all jurisdictions without the tax are reported in one error', () => {
    const misspelled = {
      ...rules,
      ...{
        registrations: { 'US-OR': { since: '2026-01-01' }, 'CA-ON': { since: '2026-01-01' } },
        taxed: { NY: [] },
        rates: { 'CA-AB': 0.1 },
      },
      partRates: { ON: { items: 0.05 } },
    }
    assert.throws(
      () => checkTaxNames(misspelled, now),
      (error: Error) => {
        for (const name of ['US-OR', 'CA-ON', 'NY', 'CA-AB', 'ON'])
          assert.ok(error.message.includes(`got "${name}"`), name)
        return true
      },
    )
  })
})
