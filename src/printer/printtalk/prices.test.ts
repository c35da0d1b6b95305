import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pricesIn, shippingIn } from './prices.ts'
import { rootIn } from './xml.ts'

const document = (prices: string, currency = 'Currency="USD"') =>
  rootIn(`<Confirmation><Pricing ${currency}>${prices}</Pricing></Confirmation>`)!
const price = (type: string, tax: string, amount: string, more = '') =>
  `<Price PriceType="${type}" TaxType="${tax}" Price="${amount}" ${more}/>`
const books = price('Product', 'Net', '100.00') + price('Product', 'Tax', '7.00')
const none = { itemsCents: null, taxesCents: null }

describe('the prices of a Confirmation', () => {
  const cases: [what: string, prices: string, expected: object][] = [
    ['are net products and their taxes', books, { itemsCents: 10000, taxesCents: 700 }],
    [
      'are those of everything that is made, less the discounts, however they are written',
      `${books}${price('Handling', 'Net', '2')}${price('Markup', 'Net', '1.5')}${price('Other', 'Net', '0.25')}
       ${price('Discount', 'Net', '-5.00')}${price('Discount', 'Net', '3.00')}${price('Discount', 'Tax', '-0.56')}`,
      { itemsCents: 9575, taxesCents: 644 },
    ],
    [
      'count no sum, no gross price, nothing paid, nothing of another name, and no shipping',
      `${books}${price('Subtotal', 'Net', '100.00')}${price('Total', 'Gross', '107.00')}${price('Total', 'Tax', '7.00')}
       ${price('Product', 'Gross', '107.00')}${price('DownPayment', 'Net', '50.00')}${price('Prepaid', 'Net', '50.00')}
       ${price('constructor', 'Net', '1.00')}<Price Price="9.00"/>${price('Shipping', 'Net', '4.99')}`,
      { itemsCents: 10000, taxesCents: 700 },
    ],
    ['may be none', '', none],
    [
      'may be nothing',
      price('Product', 'Net', '0') + price('Product', 'Tax', '0.00'),
      { itemsCents: 0, taxesCents: 0 },
    ],
    [
      'are not taken when they come to less than nothing',
      books + price('Discount', 'Net', '100.01'),
      { ...none, notTaken: 'they add up to less than nothing' },
    ],
    ...['1e3', '0x10', '1,000.00', '12.345', 'Infinity', '', ' '].map((amount): [string, string, object] => [
      `are not taken with the amount "${amount}"`,
      books + price('Product', 'Net', amount),
      { ...none, notTaken: `"${amount.trim()}" is not a plain amount with at most two decimals` },
    ]),
    [
      'are not taken when one is in another currency',
      books + price('Product', 'Net', '1.00', 'Currency="EUR"'),
      { ...none, notTaken: 'they are in EUR, and only USD is taken' },
    ],
  ]
  for (const [what, prices, expected] of cases) {
    it(what, () => assert.deepEqual(pricesIn(document(prices)), expected))
  }

  it('are in US dollars, or in nothing that is named', () => {
    const canadian = { ...none, notTaken: 'they are in CAD, and only USD is taken' }
    assert.deepEqual(pricesIn(document(books, 'Currency="CAD"')), canadian)
    assert.deepEqual(pricesIn(document(books, '')), { itemsCents: 10000, taxesCents: 700 })
    assert.deepEqual(pricesIn(document('', 'Currency="CAD"')), none)
  })
})

describe('the price of shipping', () => {
  it('is the net price and its tax', () => {
    const prices = `${books}${price('Shipping', 'Net', '4.99')}${price('Shipping', 'Tax', '0.35')}${price('Shipping', 'Gross', '5.34')}`
    assert.deepEqual(shippingIn(document(prices)), { shippingCents: 534 })
    assert.deepEqual(shippingIn(document(books)), { shippingCents: null })
    const notTaken = 'they are in CAD, and only USD is taken'
    assert.deepEqual(shippingIn(document(prices, 'Currency="CAD"')), { shippingCents: null, notTaken })
  })
})
