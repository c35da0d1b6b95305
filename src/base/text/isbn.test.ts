import assert from 'node:assert/strict'
import { it } from 'node:test'
import { addOnOf, hyphenatedIsbn, isbnDigits, parseIsbn, priceOf } from './isbn.ts'

const isbn = '9781402894626'

for (const spelling of [
  isbn,
  '978-1-4028-9462-6',
  '978 1 4028 9462 6',
  '978\u20131\u20134028\u20139462\u20136',
  '\u200b978\u20111\u22124028\u20149462\u20136\ufeff',
  '９７８１４０２８９４６２６',
  ' ISBN-13: 978-1-4028-9462-6',
  '1-4028-9462-7',
  'ISBN 1402894627',
])
  it(`the ISBN ${JSON.stringify(spelling)} is kept as ${isbn}`, () => assert.deepEqual(parseIsbn(spelling), { isbn }))

it('an ISBN of 10 digits can end with X', () => {
  assert.deepEqual(parseIsbn('0-8044-2957-X'), { isbn: '9780804429573' })
  assert.deepEqual(parseIsbn('080442957x'), { isbn: '9780804429573' })
})

for (const [text, problem] of [
  ['978-1-4028-9462-5', /check digit of the ISBN 9781402894625 is wrong: .* would be 6/],
  ['1402894628', /check digit of the ISBN 1402894628 is wrong: .* would be 7/],
  ['978140289462', /13 digits, or 10; got 12/],
  ['97814028946260', /13 digits, or 10; got 14/],
  ['978140289462X', /13 digits, or 10; got 13/],
  ['4006381333931', /begins with 978 or 979/],
  ['9790060115615', /979-0 is for printed music/],
  ['', /digits and hyphens only/],
  ['978-1-4028-9462-six', /digits and hyphens only/],
] as const)
  it(`${JSON.stringify(text)} is not an ISBN, with the reason`, () => {
    const parsed = parseIsbn(text)
    assert.match('problem' in parsed ? String(parsed.problem) : 'none', problem)
  })

it('hyphens stand where the ISBN agencies put them', () => {
  assert.equal(hyphenatedIsbn(isbn), '978-1-4028-9462-6')
  assert.equal(hyphenatedIsbn('9798602477191'), '979-8-6024-7719-1')
})

it('a search for part of an ISBN finds its digits, and a name is not part of one', () => {
  assert.equal(isbnDigits('978-1-4028'), '97814028')
  assert.equal(isbnDigits('1-4028-9462-7'), isbn)
  assert.equal(isbnDigits('Tide'), null)
  assert.equal(isbnDigits('123'), null)
})

it('the five digits beside the barcode are currency and price, and back', () => {
  for (const [currency, amount, addOn] of [
    ['USD', '19.99', '51999'],
    ['USD', '3.00', '50300'],
    ['CAD', '24.95', '62495'],
    ['GBP', '9.99', '00999'],
  ] as const) {
    assert.equal(addOnOf({ currency, amount }), addOn)
    assert.deepEqual(priceOf(addOn), { currency, amount })
  }
  assert.equal(priceOf('90000'), null)
})
