import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storableText } from './storableText.ts'
import { storableTexts } from './storableTexts.ts'

const texts: [string, string][] = [
  ['Zoë 📚', 'Zoë 📚'],
  ['a\0b', 'a\uFFFDb'],
  ['\ud83d', '\uFFFD'],
  ['\udcda\ud83d', '\uFFFD\uFFFD'],
  ['a\n\u0007b', 'a\n\u0007b'],
]
for (const [text, stored] of texts) {
  test(`${JSON.stringify(text)} is stored as ${JSON.stringify(stored)}`, () => assert.equal(storableText(text), stored))
}

test('every text in a value is made storable, and the rest is unchanged', () => {
  const value = { a: ['\0', 1, null, { b: '\ud800', c: true }], d: 'd' }
  assert.deepEqual(storableTexts(value), { a: ['\uFFFD', 1, null, { b: '\uFFFD', c: true }], d: 'd' })
})
