import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sample from '../../operator/catalog.json' with { type: 'json' }
import { mistakeLine, OperatorDataError } from '../base/schemaCheck.ts'
import { createCatalog } from './catalog.ts'
import { isInEffect, parsePriceLists } from './priceLists.ts'

const catalog = createCatalog(sample)
const [novel, other] = catalog.list() as [
  ReturnType<typeof catalog.list>[number],
  ReturnType<typeof catalog.list>[number],
]
const price = { baseCents: 100, perPageMillicents: 1000, breaks: [{ fromCopies: 10, offBasisPoints: 500 }] }
const list = { code: 'SCHOOLS', name: 'Schools' }

const mistakesOf = (file: unknown): readonly string[] => {
  try {
    parsePriceLists(file, catalog)
    return []
  } catch (error) {
    assert.ok(error instanceof OperatorDataError)
    return error.mistakes.map(mistakeLine)
  }
}

describe('the price lists of a file', () => {
  it('the price lists of a file are none without a file', () =>
    assert.equal(parsePriceLists(undefined, catalog).size, 0))

  it('a list without rules has the prices of the catalog', () => {
    const plain = parsePriceLists({ lists: [list] }, catalog).get('SCHOOLS')!
    assert.deepEqual(plain.bookTerms(novel), { price: novel.price, offBasisPoints: 0 })
    assert.deepEqual([plain.fulfillmentOffBasisPoints, plain.shippingOffBasisPoints], [0, 0])
  })

  it("a book's own price comes before its percentage on the list for all books", () => {
    const books = [
      { manufacturingSku: novel.manufacturingSku, price },
      { manufacturingSku: other.manufacturingSku, offBasisPoints: -250 },
    ]
    const rules = parsePriceLists({ lists: [{ ...list, allBooksOffBasisPoints: 1000, books }] }, catalog).get(
      'SCHOOLS',
    )!
    assert.deepEqual(rules.bookTerms(novel), { price, offBasisPoints: 0 })
    assert.deepEqual(rules.bookTerms(other), { price: other.price, offBasisPoints: -250 })
    const third = catalog.list()[2]!
    assert.deepEqual(rules.bookTerms(third), { price: third.price, offBasisPoints: 1000 })
  })

  it('a list is in effect from its first to its last day', () => {
    const days = { from: '2027-01-01', until: '2027-01-31' }
    const inEffect = ['2026-12-31', '2027-01-01', '2027-01-31', '2027-02-01'].map(day => isInEffect(days, day))
    assert.deepEqual(inEffect, [false, true, true, false])
    assert.ok(isInEffect({ from: null, until: null }, '1999-01-01'))
  })

  const book = { manufacturingSku: novel.manufacturingSku }
  const refused: [string, object, RegExp][] = [
    ['no code', { name: 'Schools' }, /^\/lists\/0\/code: got nothing, expected a value$/],
    ['a code in small letters', { code: 'schools', name: 'S' }, /^\/lists\/0\/code: got "schools", expected a code of/],
    ['a name of two lines', { ...list, name: 'a\nb' }, /^\/lists\/0\/name: got .*, expected a line of text/],
    [
      'more than everything off',
      { ...list, allBooksOffBasisPoints: 10_001 },
      /^\/lists\/0\/allBooksOffBasisPoints: got/,
    ],
    [
      'a day that does not exist',
      { ...list, from: '2027-02-30' },
      /^\/lists\/0\/from: .*expected a day of the calendar$/,
    ],
    [
      'an end before its beginning',
      { ...list, from: '2027-02-02', until: '2027-02-01' },
      /^\/lists\/0\/until: .*expected 2027-02-02 or later/,
    ],
    [
      'an unknown book',
      { ...list, books: [{ manufacturingSku: 'PB-NONE', price }] },
      /^\/lists\/0\/books\/0\/manufacturingSku: got "PB-NONE", expected a book of the catalog$/,
    ],
    [
      'a book without a price',
      { ...list, books: [book] },
      /^\/lists\/0\/books\/0: .*expected either a discount or a price$/,
    ],
    [
      'a book with two prices',
      { ...list, books: [{ ...book, price, offBasisPoints: 1 }] },
      /^\/lists\/0\/books\/0: .*either/,
    ],
    [
      'discounts out of order',
      { ...list, books: [{ ...book, price: { ...price, breaks: [...price.breaks, ...price.breaks] } }] },
      /^\/lists\/0\/books\/0\/price\/breaks\/1\/fromCopies: got 10, expected more than/,
    ],
    ['an unknown key', { ...list, discount: 10 }, /^\/lists\/0\/discount: got 10, expected no such key$/],
  ]
  for (const [what, wrong, expected] of refused)
    it(`a price list is refused with ${what}`, () => assert.match(mistakesOf({ lists: [wrong] })[0]!, expected))

  it('two lists with one code, and a book that is twice on a list, are refused', () => {
    assert.match(mistakesOf({ lists: [list, list] })[0]!, /^\/lists\/1\/code: got "SCHOOLS", expected another value/)
    const twice = {
      ...list,
      books: [
        { ...book, price },
        { ...book, price },
      ],
    }
    assert.match(
      mistakesOf({ lists: [twice] })[0]!,
      /^\/lists\/0\/books\/1\/manufacturingSku: .*expected another value/,
    )
  })
})
