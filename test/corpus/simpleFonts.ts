// Text in fonts whose characters are single bytes: characters without a glyph, for which most fonts draw a box.

import {
  type Compact,
  compactSquare,
  inOpenType,
  instructionsOfGlyph2,
  smallCompactFont,
  smallFont,
  smallType1,
  withNumber,
} from './smallFonts.ts'
import { specimensOf } from './specimen.ts'
import { brokenPage, onOnePage } from './undrawable.ts'
import { flate } from './write.ts'

type Simple = {
  kind: 'Type1' | 'TrueType'
  file: string
  program: Buffer
  text: string
  encoding?: string
  flags?: number
  map?: string
}

const simple =
  ({ kind, file, program, text, encoding = '', flags = 32, map }: Simple) =>
  () =>
    onOnePage(
      `BT /F 12 Tf 72 72 Td (${text}) Tj ET`,
      '/Font << /F 5 0 R >>',
      `<< /Type /Font /Subtype /${kind} /BaseFont /Small /FirstChar 32 /LastChar 90 /Widths [${'500 '.repeat(59)}]
      ${encoding} ${map === undefined ? '' : '/ToUnicode 8 0 R'} /FontDescriptor 6 0 R >>`,
      `<< /Type /FontDescriptor /FontName /Small /Flags ${flags} /FontBBox [0 0 1000 1000] ${file} 7 0 R >>`,
      flate(program, file === '/FontFile3' ? '/Subtype /Type1C' : ''),
      flate(map ?? ''),
    )
const windows = '/Encoding /WinAnsiEncoding'
const ligature = '/Encoding << /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [66 /fi] >>'

export const simpleFonts = specimensOf(add => {
  const missing = (name: string, font: Simple) =>
    add(name, simple(font), ['glyph_missing'], { page: brokenPage, object: 7 })
  const whole = (name: string, font: Simple) => add(name, simple(font), [])

  const type1 = { kind: 'Type1', file: '/FontFile', program: smallType1({}), encoding: windows } as const
  missing('Type 1 font that draws a box for a letter', { ...type1, text: 'AB' })
  missing('Type 1 font whose encoding names no letter', {
    ...type1,
    text: 'AB',
    encoding: '/Encoding << /Differences [66 /.notdef] >>',
  })
  whole('Type 1 font that draws nothing for a letter', {
    ...type1,
    program: smallType1({ missing: 'blank' }),
    text: 'AB',
  })
  whole('Type 1 font whose encrypted part begins like white space', {
    ...type1,
    program: smallType1({ first: 'y' }),
    text: 'A',
  })
  whole('Type 1 font with another code for its letter', {
    ...type1,
    text: 'AB',
    encoding: '/Encoding << /BaseEncoding /WinAnsiEncoding /Differences [66 /A] >>',
  })

  const compact = { kind: 'Type1', file: '/FontFile3', program: smallCompactFont() } as const
  missing('compact font that draws a box for a letter', { ...compact, text: 'AB', encoding: windows })
  missing('compact font that draws a box, with codes of its own', { ...compact, text: 'AB' })
  whole('compact font that draws nothing for a letter', {
    ...compact,
    program: smallCompactFont({ missing: 'blank' }),
    text: 'AB',
  })
  add(
    'compact font without its last byte',
    simple({ ...compact, program: compact.program.subarray(0, -1), text: 'A' }),
    ['font_damaged'],
    { page: brokenPage, object: 7 },
  )
  whole('compact font with its last byte', { ...compact, text: 'A' })
  whole('compact font with a ligature', { ...compact, text: 'AB', encoding: ligature })

  const withLetter = (font: Compact): Simple => ({ ...compact, program: smallCompactFont(font), text: 'A' })
  const brokenLetters: [name: string, font: Compact][] = [
    ['breaks off within a number', { letter: [239, 239, 21, 239, 6, 247] }],
    ['breaks off before an operator', { letter: [239, 239, 21, 239, 6, 239, 139] }],
    ['lacks a coordinate', { letter: [239, 21, 239, 6, 14] }],
    ['is made of zeros', { letter: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0] }],
    ['calls a part that the font does not have', { letter: [239, 239, 21, 33, 10, 14], part: [239, 6, 11] }],
    ['calls a part that breaks off', { letter: [239, 239, 21, 32, 10, 14], part: [239, 6, 28] }],
    ['has a mask that breaks off', { letter: [239, 239, 1, 239, 239, 19] }],
    ['is made of a letter that the font does not have', { letter: [139, 139, 247, 66, 206, 14] }],
  ]
  const isBroken = { page: brokenPage, object: 7 }
  for (const [name, font] of brokenLetters)
    add(`compact font with a letter that ${name}`, simple(withLetter(font)), ['font_damaged'], isBroken)
  const goodLetters: [name: string, font: Compact][] = [
    ['has no end', { letter: compactSquare.slice(0, -1) }],
    ['calls a part', { letter: [239, 239, 21, 32, 10, 14], part: [239, 6, 239, 7, 39, 6, 11] }],
    ['has hints and a mask', { letter: [239, 239, 1, 239, 239, 19, 192, ...compactSquare] }],
    ['is made of another', { letter: [139, 139, 247, 66, 247, 66, 14] }],
    ['calls none of its parts, whose place is 0', { hasPartsAt0: true }],
    ['leans by a number that ends with half a byte', { angle: [30, 0xe9, 0xa5, 0xf0] }],
    ['adds numbers', { letter: [239, 139, 239, 12, 10, 21, 239, 6, 239, 7, 39, 6, 14] }],
  ]
  for (const [name, font] of goodLetters) whole(`compact font with a letter that ${name}`, withLetter(font))
  const zeros = smallCompactFont({ letter: [0, 0] })
  whole('compact font with a damaged letter, which no text uses', {
    ...compact,
    program: zeros,
    text: 'BB',
    encoding: ligature,
  })
  add(
    'OpenType font with a damaged letter',
    simple({ ...compact, program: inOpenType(zeros), text: 'A' }),
    ['font_damaged'],
    isBroken,
  )
  whole('OpenType font', { ...compact, program: inOpenType(compact.program), text: 'A' })

  const numbered = (font: Compact, hex: string) => () =>
    onOnePage(
      `BT /F 12 Tf 72 72 Td <${hex}> Tj ET`,
      '/Font << /F 5 0 R >>',
      '<< /Type /Font /Subtype /Type0 /BaseFont /Small /Encoding /Identity-H /DescendantFonts [6 0 R] >>',
      `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Small /FontDescriptor 8 0 R
      /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>`,
      flate(smallCompactFont({ numbers: [50, 90], ...font }), '/Subtype /CIDFontType0C'),
      '<< /Type /FontDescriptor /FontName /Small /Flags 4 /FontBBox [0 0 1000 1000] /FontFile3 7 0 R >>',
    )
  const part = [239, 6, 239, 7, 39, 6, 11]
  const called = [239, 239, 21, 32, 10, 14]
  add('font of numbered letters', numbered({ letter: called, part }, '0032005A'), [])
  add(
    'font of numbered letters that breaks off in one',
    numbered({ letter: called, part: [239, 28] }, '005A0032'),
    ['font_damaged'],
    isBroken,
  )
  add(
    'font of numbered letters that breaks off in one, which no text uses',
    numbered({ letter: called, part: [239, 28] }, '005A'),
    [],
  )
  const twice: [number, number] = [50, 50]
  add('font of two letters of a number', numbered({ numbers: twice }, '0032'), [])
  add(
    'font of two letters of a number, of which the first breaks off',
    numbered({ numbers: twice, letter: [0, 0] }, '0032'),
    ['font_damaged'],
    isBroken,
  )
  add('font of numbered letters that draws a box', numbered({}, '00320001'), ['glyph_missing'], isBroken)
  add('font of numbered letters that draws nothing for a letter', numbered({ missing: 'blank' }, '00320001'), [])

  const letters = (glyphs: number[]) => smallFont(3, { codes: { kind: 'unicode', first: 65, glyphs } })
  const trueType = { kind: 'TrueType', file: '/FontFile2', encoding: windows } as const
  missing('TrueType font that draws a box for a letter', { ...trueType, program: letters([1, 2]), text: 'ABC' })
  whole('TrueType font with all letters, and a space without a glyph', {
    ...trueType,
    program: letters([1, 2]),
    text: 'AB A',
  })
  whole('TrueType font with a name that is only its own', {
    ...trueType,
    program: letters([1, 2]),
    text: 'AC',
    encoding: '/Encoding << /BaseEncoding /WinAnsiEncoding /Differences [67 /g17] >>',
  })
  whole('TrueType font that draws nothing for a letter, by a glyph without lines', {
    ...trueType,
    program: withNumber(letters([1, 2]), 'glyf', 0, 0),
    text: 'ABC',
  })
  const damaged = (name: string, program: Buffer) =>
    add(name, simple({ ...trueType, program, text: 'AB' }), ['font_damaged'], { page: brokenPage, object: 7 })
  const cutGlyph = withNumber(letters([1, 2]), 'glyf', instructionsOfGlyph2, 900)
  damaged('TrueType font with a letter whose outline breaks off', cutGlyph)
  whole('TrueType font with such a letter, which no text uses', { ...trueType, program: cutGlyph, text: 'A' })
  damaged('TrueType font without a unit', withNumber(letters([1, 2]), 'head', 18, 0))
  const renamed = letters([1, 2]).toString('latin1').replace('hhea', 'none')
  damaged('TrueType font without a table of its lines', Buffer.from(renamed, 'latin1'))
  const symbols = { kind: 'TrueType', file: '/FontFile2', flags: 4 } as const
  const symbolsOf = (glyphs: number[]) => smallFont(3, { codes: { kind: 'symbols', first: 0xf041, glyphs } })
  missing('font of symbols that draws a box', { ...symbols, program: symbolsOf([1, 2]), text: 'ABC' })
  whole('font of symbols whose first glyph is a symbol', {
    ...symbols,
    program: symbolsOf([1, 2]),
    text: 'ABC',
    map: '1 beginbfchar <43> <2605> endbfchar',
  })
  whole('font of symbols with all its symbols', { ...symbols, program: symbolsOf([1, 2]), text: 'AB' })
})
