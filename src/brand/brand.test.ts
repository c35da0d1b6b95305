import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mistakeLine, OperatorDataError } from '../base/schemaCheck.ts'
import { defaultBrand, parseBrand } from './brand.ts'

const mistakesOf = (file: unknown): readonly string[] => {
  try {
    parseBrand(file)
    return []
  } catch (error) {
    assert.ok(error instanceof OperatorDataError)
    return error.mistakes.map(mistakeLine)
  }
}

describe('the brand of a file', () => {
  it('the brand of a file is the default brand without a file', () => assert.equal(parseBrand(undefined), defaultBrand))

  it('the brand of a file needs a name only', () => {
    assert.deepEqual(parseBrand({ name: 'Acme Books' }), { ...defaultBrand, name: 'Acme Books' })
  })

  const refused: [string, unknown, RegExp][] = [
    ['no object', 'Acme', /^\/: got "Acme", expected an object$/],
    ['no name', {}, /^\/name: got nothing, expected a value$/],
    ['an empty name', { name: '' }, /^\/name: got ""/],
    ['a name with a line break', { name: 'Acme\r\nBcc: x' }, /^\/name: got "Acme.*, expected a line of text/],
    ['a name with a space at its end', { name: 'Acme ' }, /^\/name: got "Acme ", expected a line of text/],
    ['a name of 61 letters', { name: 'x'.repeat(61) }, /^\/name: got /],
    ['a color by name', { name: 'A', accent: 'red' }, /^\/accent: got "red", expected a color such as #234672$/],
    ['a pale color', { name: 'A', accent: '#FFCC00' }, /^\/accent: white text on #FFCC00 has a contrast of 1\.5 : 1/],
    ['two addresses', { name: 'A', replyTo: 'a@b.example, c@d.example' }, /^\/replyTo: .*expected an email address$/],
    ['an address with a line break', { name: 'A', supportAddress: 'a@b.example\n' }, /^\/supportAddress: /],
    ['seven legal lines', { name: 'A', legalLines: Array(7).fill('x') }, /^\/legalLines: /],
    ['an unknown key', { name: 'A', colour: '#234672' }, /^\/colour: got "#234672", expected no such key$/],
    ['a link to a logo', { name: 'A', logo: { light: 'https://evil.example/a.svg' } }, /^\/logo\/light: .*PNG or SVG/],
    ['a logo of HTML', { name: 'A', logo: { light: 'data:text/html;base64,PGI+' } }, /^\/logo\/light: .*PNG or SVG/],
    ['a dark logo alone', { name: 'A', logo: { dark: 'data:image/png;base64,AAAA' } }, /^\/logo\/light: got nothing/],
  ]
  for (const [what, file, expected] of refused)
    it(`the brand of a file is refused with ${what}`, () => {
      const mistakes = mistakesOf(file)
      assert.equal(mistakes.length, 1, mistakes.join('\n'))
      assert.match(mistakes[0]!, expected)
    })
})
