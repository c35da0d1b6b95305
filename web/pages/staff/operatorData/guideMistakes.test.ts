import assert from 'node:assert/strict'
import { it } from 'node:test'
import { bookPaths, isBelow } from './guideMistakes.ts'

const mistake = (path: string, part = 'catalog') => ({ part, path })

it('a mistake keeps an owner at the step that has its field', () => {
  const isOfAddress = isBelow([['shipping', 'shipFrom']])
  assert.equal(isOfAddress(mistake('/shipFrom', 'shipping')), true)
  assert.equal(isOfAddress(mistake('/shipFrom/city', 'shipping')), true)
  assert.equal(isOfAddress(mistake('/shipFromAll', 'shipping')), false)
  assert.equal(isOfAddress(mistake('/zones', 'shipping')), false)
  assert.equal(isOfAddress(mistake('/shipFrom', 'brand')), false)
  assert.equal(isOfAddress({ part: null, path: '' }), false)
})

it('a mistake of another book, or in another section of the book, keeps no owner at a step', () => {
  const isOfBook = isBelow(bookPaths([1], 'book'))
  assert.equal(isOfBook(mistake('/skus/1/name')), true)
  assert.equal(isOfBook(mistake('/skus/10/name')), false)
  assert.equal(isOfBook(mistake('/skus/1/geometry')), false)
  assert.equal(isOfBook(mistake('/skus')), false)
  assert.equal(isBelow(bookPaths([0, 1], 'price'))(mistake('/skus/0/price/baseCents')), true)
})
