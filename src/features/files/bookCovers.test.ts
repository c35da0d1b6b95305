import assert from 'node:assert/strict'
import { it } from 'node:test'
import { boundAtRight, catalog, jacketed, paperback } from '../../../test/corpus/products.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import { coverInches } from '../../catalog/measures.ts'
import { frontOfCover } from './bookCovers.ts'

it('the picture of a front is cut from the side where the front is, with the hinge and without the flap', () => {
  const leftOf = (books: Catalog) => {
    const measures = coverInches(books.get(paperback.manufacturingSku)!, 200)
    const { width, beside, side } = frontOfCover(books, paperback.manufacturingSku)!
    const left = side === 'left' ? beside : measures.width - beside - width
    return [left.toFixed(3), (left + width).toFixed(3), measures]
  }
  for (const other of [catalog, jacketed]) {
    const [left, right, { front, hinge }] = leftOf(other) as [string, string, ReturnType<typeof coverInches>]
    assert.deepEqual([left, right], [(front.x - hinge).toFixed(3), (front.x + front.width).toFixed(3)])
  }
  const [left, right, { front, hinge }] = leftOf(boundAtRight) as [string, string, ReturnType<typeof coverInches>]
  assert.deepEqual([left, right], [front.x.toFixed(3), (front.x + front.width + hinge).toFixed(3)])
})
