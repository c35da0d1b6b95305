// Arabic, Hebrew and the like on pages whose writer puts one letter beside the other from the left: Arabic letters in
// the forms in which they join, and the letters of a line in the order in which they stand on paper.

const rightToLeft = String.raw`\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}`
const leftToRight = `[\\p{L}--[${rightToLeft}]]`
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

/** From the first letter of such a script to the last one, or number, before other letters. */
const stretch = new RegExp(`[${rightToLeft}](?:[^${leftToRight}]*[${rightToLeft}\\p{N}\\p{M}])?`, 'gv')
const mirrored = new Map(
  ['()', '[]', '{}', '«»', '<>'].flatMap(
    ([a, b]) =>
      [
        [a, b],
        [b, a],
      ] as [string, string][],
  ),
)

/** The letters of a line from the left to the right, as they stand on a page whose other text begins at the left. */
export const asDrawn = (line: string): string =>
  line.replaceAll(stretch, text =>
    (text.match(/\p{N}+(?:[.,:/]\p{N}+)*|.\p{M}*/gsu) ?? [])
      .reverse()
      .map(unit => mirrored.get(unit) ?? unit)
      .join(''),
  )
