// Arabic, Hebrew and the like on pages whose writer puts one glyph beside the other from the left.
//
// The order is that of the Unicode Bidirectional Algorithm, by bidi-js. A mark comes before its letter, which is where
// the font for these scripts wants it: its glyph has no width and covers what is drawn next. The forms in which Arabic
// letters join are chosen here: the library that draws (fontkit) chooses them, and turns the line, only for a font with
// tables for it (GSUB), and Unifont has none.

import bidiFactory from 'bidi-js'

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const isolated = 0
const final = 1
const initial = 2
const medial = 3

/**
 * The forms of letters, and of lam with each alef: Unicode lists them in this order, and says of each what it is a form
 * of. A letter with four forms joins the next one; one with two only the one before it.
 */
const forms = new Map<string, string[]>()
for (const [first, last] of [
  [0xfb50, 0xfbe7],
  [0xfe80, 0xfefc],
] as const) {
  for (let code = first; code <= last; code++) {
    const form = String.fromCodePoint(code)
    const of = form.normalize('NFKC')
    if (of !== form) forms.set(of, [...(forms.get(of) ?? []), form])
  }
}

const joinsNext = (letter: string | undefined) => letter === '\u0640' || forms.get(letter ?? '')?.length === 4
const joinsLast = (letter: string | undefined) => letter === '\u0640' || (forms.get(letter ?? '')?.length ?? 0) > 1

/** The text with each Arabic letter in the form that its neighbours give it; marks between letters do not part them. */
export function joinedLetters(text: string): string {
  if (!/\p{Script=Arabic}/u.test(text)) return text
  const units = text.match(/ل[آأإا]|./gsu)!
  const letters = units.filter(unit => !/\p{M}/u.test(unit))
  let place = 0
  const shaped = units.map(unit => {
    if (/\p{M}/u.test(unit)) return unit
    const [last, next] = [letters[place - 1], letters[++place]]
    const [before, after] = [joinsLast(unit) && joinsNext(last), joinsNext(unit) && joinsLast(next)]
    return forms.get(unit)?.[before ? (after ? medial : final) : after ? initial : isolated] ?? unit
  })
  return shaped.join('')
}

/** Its types describe its ES module, and Node loads its CommonJS one. */
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)()

/** The letters of a line from the left to the right, as they stand on a page whose other text begins at the left. */
export function asDrawn(line: string): string {
  if (!rightToLeft.test(line)) return line
  const embedding = bidi.getEmbeddingLevels(line, 'ltr')
  const mirrored = bidi.getMirroredCharactersMap(line, embedding.levels)
  return bidi
    .getReorderedIndices(line, embedding)
    .map(place => mirrored.get(place) ?? line[place])
    .join('')
}
