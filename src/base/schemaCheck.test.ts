import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Translatable } from '../../languages/texts.ts'
import { type DataMistake, distinct, mistakeLine, OperatorDataError } from './schemaCheck.ts'

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
})
