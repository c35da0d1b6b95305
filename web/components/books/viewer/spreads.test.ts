// Books as they are bound: at the left, and at the right as in Hebrew and manga.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pagesIn, sideOf, spreadsOf } from './spreads.ts'

describe('a book that is bound at its left', () => {
  it('begins with a right-hand page, and ends with a left-hand page', () => {
    assert.deepEqual(spreadsOf(4, false), [
      [null, 1],
      [2, 3],
      [4, null],
    ])
    assert.deepEqual([sideOf(1, false), sideOf(2, false)], ['recto', 'verso'])
  })
})

describe('a book that is bound at its right', () => {
  it('begins with a left-hand page, and has the earlier page of each spread at the right', () => {
    assert.deepEqual(spreadsOf(4, true), [
      [1, null],
      [3, 2],
      [null, 4],
    ])
    assert.deepEqual([sideOf(1, true), sideOf(2, true)], ['verso', 'recto'])
  })

  it('names the pages of a spread in the sequence of the book', () => assert.deepEqual(pagesIn([3, 2]), [2, 3]))
})
