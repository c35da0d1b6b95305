import assert from 'node:assert/strict'
import { test } from 'node:test'
import { booksAlike } from './booksAlike.ts'

const attributes = {
  size: '6 x 9 in',
  cover: 'paperback',
  paperType: '60 lb uncoated white',
  textColor: 'black and white',
  bleed: false,
}

test('a copy of a book with another name is named with the book that it looks like', () =>
  assert.deepEqual(
    booksAlike([
      { name: 'Trade paperback', attributes },
      { name: 'Casewrap', attributes: { ...attributes, cover: 'hardcover casewrap' } },
      { name: 'House edition', attributes: { ...attributes } },
    ]),
    [['Trade paperback', 'House edition']],
  ))

test('a book that is no longer sold, and what is no book, look like no other', () =>
  assert.deepEqual(
    booksAlike([
      { name: 'Trade paperback', attributes },
      { name: 'Old paperback', attributes, retired: true },
      { name: 'Nothing' },
    ]),
    [],
  ))
