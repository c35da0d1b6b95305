import assert from 'node:assert/strict'
import { test } from 'node:test'
import { folded, unseenCharacters } from './foldText.ts'

test('characters that cannot be seen are left out, and dashes, digits and spaces become the plain ones', () => {
  const cases: [text: string, expected: string][] = [
    ['\u202d+1 (585) 555-0100\u202c', '+1 (585) 555-0100'],
    ['14604\u20131234', '14604-1234'],
    ['585\u2011555\u22120100', '585-555-0100'],
    ['１４６０４', '14604'],
    ['ＮＹ', 'NY'],
    ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
    ['𝟎𝟏𝟗𝟘𝟡', '01909'],
    ['K1A\u00a00B1', 'K1A 0B1'],
    ['9\u00ad7\u200b8', '978'],
    ['6\ufe0f\u20e3', '6\u20e3'],
    ['Québec', 'Québec'],
    ['Uſ', 'Uſ'],
    ['', ''],
  ]
  for (const [text, expected] of cases) {
    assert.equal(folded(text), expected, JSON.stringify(text))
    assert.equal(folded(expected), expected)
  }
})

test('each character that cannot be told from nothing or a space is named once', () => {
  assert.equal(unseenCharacters('a\u200bb\u200bc d'), 'U+200B')
  assert.equal(unseenCharacters('\u202d1\u202c\u00a0'), 'U+202D, U+202C, U+00A0')
  assert.equal(unseenCharacters('\u200b\u200c\u200d\u200e'), 'U+200B, U+200C, U+200D and others')
  assert.equal(unseenCharacters('\u{e0061}'), 'U+E0061')
  assert.equal(unseenCharacters('plain – text'), '')
})
