import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bookTitleIn } from './documentTitle.ts'

const cases: [title: string | null, found: string | null][] = [
  ['The Birch Wood', 'The Birch Wood'],
  ['  Das\nBirkenwäldchen ', 'Das Birkenwäldchen'],
  ['1984, or Nineteen Eighty-Four', '1984, or Nineteen Eighty-Four'],
  ['Cover Her Face', 'Cover Her Face'],
  [null, null],
  ['', null],
  ['Microsoft Word - x.docx', null],
  ['birch_wood_final', null],
  ['C:\\books\\birch', null],
  ['birch.indd', null],
  ['Untitled-1', null],
  ['Dokument 2', null],
  ['cover', null],
  ['2026-11-30', null],
  ['x'.repeat(201), null],
]
for (const [title, found] of cases)
  test(`the title ${JSON.stringify(title)?.slice(0, 40)} of a PDF is ${found === null ? 'no' : 'a'} title of a book`, () =>
    assert.equal(bookTitleIn(title), found))
