import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { say, Translatable } from '../../languages/texts.ts'
import { adviceOf, type DataMistake, dataMistake, distinct, mistakeLine, OperatorDataError } from './schemaCheck.ts'

class Counted extends Translatable {
  static read = 0

  override in(language: 'en' | 'de'): string {
    Counted.read++
    return super.in(language)
  }
}
const mistake = (path: string, limit: number): DataMistake => ({
  path,
  text: new Counted('got {got}, expected {expected}', {
    got: '0',
    expected: new Counted('{limit} or more', { limit }),
  }),
})

describe('mistakes of the operator’s data', () => {
  it('are made texts of only when somebody reads them, and each is kept once', () => {
    const found = distinct([mistake('/a', 1), mistake('/a', 2), mistake('/b', 1), mistake('/a', 1)])
    const error = new OperatorDataError(found)
    assert.equal(Counted.read, 0)
    assert.deepEqual(found.map(mistakeLine), [
      '/a: got 0, expected 1 or more',
      '/a: got 0, expected 2 or more',
      '/b: got 0, expected 1 or more',
    ])
    const lines = ["the operator's data has 3 mistakes:", ...found.map(one => `  * ${mistakeLine(one)}`)].join('\n')
    assert.equal(error.message, lines)
    assert.ok(error.stack?.startsWith(`Error: ${lines}\n`))
  })

  it('tell a person what to enter, without the value and the rule', () => {
    const advice = (got: unknown, expected: string | Translatable) =>
      String(adviceOf(dataMistake({ path: '/city', got, expected })))
    assert.equal(advice('', say('{limit} or more', { limit: 1 })), 'Enter a value')
    assert.equal(advice(undefined, say('a value')), 'Enter a value')
    assert.equal(advice(null, say('a number')), 'Enter a value')
    assert.equal(advice('32', say('a number')), 'Enter a number')
    assert.equal(advice('x', say('the pattern {pattern}', { pattern: '^[A-Z]$' })), 'Check how this is written')
    for (const value of [1, '', null])
      assert.equal(advice(value, say('no such key')), 'Remove this value: it has no meaning here')
    assert.equal(String(adviceOf({ path: '', text: 'Mars is not a time zone' })), 'Mars is not a time zone')
  })
})
