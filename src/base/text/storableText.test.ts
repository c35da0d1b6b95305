import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseWithWords, say } from '../../../languages/texts.ts'
import { readJson, storableJson, storableText } from './storableText.ts'
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

test('a message keeps its values in a column, and is English in every other JSON', () => {
  const note = say('to be shipped on {day}: {reason}', { day: 'Monday', reason: say('simulated') })
  const row = { note, more: [{ got: say('more than {count}', { count: 5 }) }], plain: 'as it is', at: new Date(0) }
  const read = parseWithWords(readJson(storableJson(row)))
  assert.deepEqual(
    [read.note, read.more, read.plain, read.at],
    [note, row.more, 'as it is', '1970-01-01T00:00:00.000Z'],
  )
  assert.equal(
    JSON.stringify(row),
    '{"note":"to be shipped on Monday: simulated","more":[{"got":"more than 5"}],"plain":"as it is","at":"1970-01-01T00:00:00.000Z"}',
  )
})

test('a text is changed in the values of a message, and never in the message', () => {
  const one = say('there is no product with the SKU {sku} in the account', {
    sku: 'SKU-1',
    or: { or: ['SKU', say('SKU')] },
  })
  const { english, values } = storableTexts({ one: say(one.english, { ...one.values, sku: 'a\0b' }) }).one
  assert.deepEqual([english, values.sku], [one.english, 'a\uFFFDb'])
})
