import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readPrices, readShippingPrice } from './prices.ts'
import { parseRoot } from './xml.ts'

const document = (prices: string, currency = 'Currency="USD"') =>
  parseRoot(`<Confirmation><Pricing ${currency}>${prices}</Pricing></Confirmation>`)!
const price = (type: string, tax: string, amount: string, attributes = '') =>
  `<Price PriceType="${type}" TaxType="${tax}" Price="${amount}" ${attributes}/>`
const books = price('Product', 'Net', '100.00') + price('Product', 'Tax', '7.00')
const none = { itemsCents: null, taxesCents: null }

describe('the prices of a Confirmation', () => {
  const cases: [what: string, prices: string, expected: object][] = [
    ['are net products and their taxes', books, { itemsCents: 10000, taxesCents: 700 }],
    [
      'include all that is made, less the discounts, with or without a minus sign',
      `${books}${price('Handling', 'Net', '2')}${price('Markup', 'Net', '1.5')}${price('Other', 'Net', '0.25')}
       ${price('Discount', 'Net', '-5.00')}${price('Discount', 'Net', '3.00')}${price('Discount', 'Tax', '-0.56')}`,
      { itemsCents: 9575, taxesCents: 644 },
    ],
    [
      'exclude sums, gross prices, payments, unknown types, and shipping',
      `${books}${price('Subtotal', 'Net', '100.00')}${price('Total', 'Gross', '107.00')}${price('Total', 'Tax', '7.00')}
       ${price('Product', 'Gross', '107.00')}${price('DownPayment', 'Net', '50.00')}${price('Prepaid', 'Net', '50.00')}
       ${price('constructor', 'Net', '1.00')}<Price Price="9.00"/>${price('Shipping', 'Net', '4.99')}`,
      { itemsCents: 10000, taxesCents: 700 },
    ],
    ['are null when there are none', '', none],
    ['may be zero', price('Product', 'Net', '0') + price('Product', 'Tax', '0.00'), { itemsCents: 0, taxesCents: 0 }],
    [
      'are not accepted when their sum is negative',
      books + price('Discount', 'Net', '100.01'),
      { ...none, notTaken: 'their sum is negative' },
    ],
    ...['1e3', '0x10', '1,000.00', '12.345', 'Infinity', '', ' '].map((amount): [string, string, object] => [
      `are not accepted with the amount "${amount}"`,
      books + price('Product', 'Net', amount),
      { ...none, notTaken: `"${amount.trim()}" is not a plain amount with at most two decimals` },
    ]),
    [
      'are not accepted when one of them is in another currency',
      books + price('Product', 'Net', '1.00', 'Currency="EUR"'),
      { ...none, notTaken: 'they are in EUR, and only USD is accepted' },
    ],
  ]
  for (const [what, prices, expected] of cases) {
    it(what, () => assert.deepEqual(readPrices(document(prices)), expected))
  }

  it('the prices of a Confirmation are in US dollars, or in no named currency', () => {
    const canadian = { ...none, notTaken: 'they are in CAD, and only USD is accepted' }
    assert.deepEqual(readPrices(document(books, 'Currency="CAD"')), canadian)
    assert.deepEqual(readPrices(document(books, '')), { itemsCents: 10000, taxesCents: 700 })
    assert.deepEqual(readPrices(document('', 'Currency="CAD"')), none)
  })
})

describe('the price of shipping', () => {
  it('the price of shipping is the net price and its tax', () => {
    const prices = `${books}${price('Shipping', 'Net', '4.99')}${price('Shipping', 'Tax', '0.35')}${price('Shipping', 'Gross', '5.34')}`
    assert.deepEqual(readShippingPrice(document(prices)), { shippingCents: 534 })
    assert.deepEqual(readShippingPrice(document(books)), { shippingCents: null })
    const notTaken = 'they are in CAD, and only USD is accepted'
    assert.deepEqual(readShippingPrice(document(prices, 'Currency="CAD"')), { shippingCents: null, notTaken })
  })
})
