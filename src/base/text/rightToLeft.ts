// Arabic, Hebrew and other scripts that run from the right, for a PDF writer that places glyphs from the left.
//
// The order follows the Unicode Bidirectional Algorithm, by bidi-js. A mark comes before its letter, which is where the
// font for these scripts wants it: its glyph has no width and covers what is drawn next. The forms in which Arabic
// letters join are chosen here: the library that draws (fontkit) chooses them, and turns the line, only for a font with
// tables for it (GSUB), and Unifont has none.

import bidiFactory from 'bidi-js'

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const isolated = 0
const final = 1
const initial = 2
const medial = 3

/**
 * The forms of letters, and of lam with each alef, in Unicode's order. Unicode names the letter of each form. A letter
 * with four forms joins the letters before and after it; a letter with two forms joins only the letter before it.
 */
const forms = new Map<string, string[]>()
for (const [first, last] of [
  [0xfb50, 0xfbe7],
  [0xfe80, 0xfefc],
] as const) {
  for (let code = first; code <= last; code++) {
    const form = String.fromCodePoint(code)
    const letter = form.normalize('NFKC')
    if (letter !== form) forms.set(letter, [...(forms.get(letter) ?? []), form])
  }
}

const joinsNext = (letter: string | undefined) => letter === '\u0640' || forms.get(letter ?? '')?.length === 4
const joinsPrevious = (letter: string | undefined) => letter === '\u0640' || (forms.get(letter ?? '')?.length ?? 0) > 1

/**
 * The text with each Arabic letter in the form that its neighbors require; marks between letters do not separate them.
 */
export function joinArabic(text: string): string {
  if (!/\p{Script=Arabic}/u.test(text)) return text
  const units = text.match(/ل[آأإا]|./gsu)!
  const letters = units.filter(unit => !/\p{M}/u.test(unit))
  let position = 0
  const shaped = units.map(unit => {
    if (/\p{M}/u.test(unit)) return unit
    const [previous, next] = [letters[position - 1], letters[++position]]
    const [joinsBefore, joinsAfter] = [
      joinsPrevious(unit) && joinsNext(previous),
      joinsNext(unit) && joinsPrevious(next),
    ]
    return forms.get(unit)?.[joinsBefore ? (joinsAfter ? medial : final) : joinsAfter ? initial : isolated] ?? unit
  })
  return shaped.join('')
}

/** The package's types describe its ES module, but Node loads its CommonJS module. */
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)()

/** The letters of a line from the left to the right, as they stand on a page whose other text begins at the left. */
export function toVisualOrder(line: string): string {
  if (!rightToLeft.test(line)) return line
  const embedding = bidi.getEmbeddingLevels(line, 'ltr')
  const mirrored = bidi.getMirroredCharactersMap(line, embedding.levels)
  return bidi
    .getReorderedIndices(line, embedding)
    .map(index => mirrored.get(index) ?? line[index])
    .join('')
}
