import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { longestTurnMs } from '../../../test/support/longestTurn.ts'
import { atOnce, inSlices } from '../running/slices.ts'
import { parseJson, writeJson } from './largeJson.ts'

const jsonText = async (value: unknown): Promise<string> => (await Array.fromAsync(writeJson(value))).join('')

const long = 'x'.repeat(70_000)
const many = Array.from({ length: 9000 }, (_, i) => ({
  i,
  list: [i, [i, {}], []],
  text: '\\"]}',
  more: { deep: [null] },
}))
const values: Record<string, unknown> = {
  'a short list': [1, [2], { three: 3 }],
  'a list of many objects': many,
  'a list in a list in an object': { outer: [many, [[many]]], after: 1, empty: {} },
  'a long text': long,
  'a list of long texts with quotes and brackets': [`${long}"`, `\\"[{${long}\\`, 'é漢😀\u2028'],
  'numbers, truths and null': Array.from({ length: 40_000 }, (_, i) => [i / 7, -1e-9, true, false, null][i % 5]),
  'names like those of every object': [
    ...many,
    JSON.parse(`{"__proto__":{"a":["${long}"]},"constructor":[],"toString":{}}`),
  ],
}

describe('JSON in steps', () => {
  for (const [name, value] of Object.entries(values))
    it(`${name} is written and parsed as at once`, async () => {
      const text = JSON.stringify(value)
      assert.ok((await jsonText(value)) === text)
      for (const spaced of [text, JSON.stringify(value, null, 2), ` ${text}\n`]) {
        const parsed = atOnce(parseJson(Buffer.from(spaced)))
        assert.deepEqual(parsed, JSON.parse(spaced))
        assert.ok(JSON.stringify(parsed) === text)
      }
    })

  it('fields without a value are left out, days are texts, and what JSON lacks in a list is null', async () => {
    const value = { a: undefined, b: new Date(0), c: [undefined, Number.NaN], d: {} }
    assert.equal(await jsonText(value), JSON.stringify(value))
  })

  const text = JSON.stringify({ list: many, text: long })
  const broken: Record<string, string> = {
    'an end that is missing': text.slice(0, -1),
    'an end too many': `${text}]`,
    'two values': `${text}${text}`,
    'a bracket of the other kind': `${text.slice(0, -1)}]`,
    'a comma too many': text.replace('}]', '},]'),
    'a text that does not end': `[${text},"`,
    'a name without quotes': text.replace('"list"', 'list'),
    nothing: ' '.repeat(70_000),
  }
  for (const [name, json] of Object.entries(broken))
    it(`${name} is refused`, () => {
      assert.throws(() => JSON.parse(json), SyntaxError)
      assert.throws(() => atOnce(parseJson(Buffer.from(json))), SyntaxError)
    })

  it('16 MB of 10,000 books hold the event loop for less than 50 ms', async () => {
    const books = Array.from({ length: 10_000 }, (_, i) => ({ parts: many.slice(i % 8000, (i % 8000) + 20) }))
    const large = Buffer.from(JSON.stringify({ catalog: { books } }))
    assert.ok(large.length > 14_000_000)
    const turnsMs: number[][] = [[], []]
    // The collector of garbage, and the compiler, may fall into one of the attempts.
    for (let attempt = 1; attempt <= 3; attempt++) {
      turnsMs[0]!.push(await longestTurnMs(() => inSlices(parseJson(large))))
      turnsMs[1]!.push(await longestTurnMs(() => Array.fromAsync(writeJson({ catalog: { books } }))))
    }
    for (const attempts of turnsMs) assert.ok(Math.min(...attempts) < 50, `got ${attempts.join(', ')} ms`)
  })
})
