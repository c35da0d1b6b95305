import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { accentMistake, contrast, legibleAccent, minContrast, paletteOf } from './palette.ts'

const steps = ['00', '33', '66', '99', 'cc', 'ff']
const colors = steps.flatMap(red => steps.flatMap(green => steps.map(blue => `#${red}${green}${blue}`)))

describe('the colors of a brand', () => {
  it('contrast is that of WCAG', () => {
    assert.equal(contrast('#000000', '#ffffff'), 21)
    assert.equal(contrast('#767676', '#ffffff').toFixed(2), '4.54')
  })

  it('a color on which white text is illegible is refused with the measured contrast and a shade that fits', () => {
    assert.equal(
      String(accentMistake('#ffcc00')),
      'white text on #ffcc00 has a contrast of 1.5 : 1, expected at least 4.5 : 1, as #8f7200 has',
    )
    assert.equal(String(accentMistake('#777777')).includes('4.4 : 1'), true)
    assert.equal(accentMistake('#767676'), null)
  })

  it('every color becomes legible, and gives a palette in which all text is legible in both modes', () => {
    for (const color of colors) {
      const accent = legibleAccent(color)
      assert.equal(accentMistake(accent), null, color)
      const { shades, text, pale } = paletteOf(accent)
      const pairs: [string, string][] = [
        ...[shades[6]!, shades[7]!, shades[8]!].map((button): [string, string] => ['#ffffff', button]),
        ...['#ffffff', '#f8f5ee', '#f5f2eb', pale.light].map((ground): [string, string] => [text.light, ground]),
        ...['#1d1b18', '#151310', '#262320', pale.dark].map((ground): [string, string] => [text.dark, ground]),
      ]
      for (const [letters, ground] of pairs)
        assert.ok(contrast(letters, ground) >= minContrast, `${letters} on ${ground}, of ${color}`)
      assert.equal(shades.length, 10)
    }
  })
})
