import assert from 'node:assert/strict'
import { it } from 'node:test'
import { allowedPageCount } from './pageCounts.ts'

it('a book has the next page count that it can have, or its largest', () => {
  const counts = [1, 32, 33, 36, 797, 800, 801].map(count => allowedPageCount({ min: 32, max: 800, step: 4 }, count))
  assert.deepEqual(counts, [32, 32, 36, 36, 800, 800, 800])
})
