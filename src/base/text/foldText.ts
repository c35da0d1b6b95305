// Text as rules compare it: without characters that cannot be seen, with plain hyphens, and with the digits 0 to 9.
// People paste invisible characters from contacts, word processors and web pages, and cannot find them. Rules that read
// phone numbers, codes and addresses fold the text first; the text itself is kept as it was sent.

const invisible = /\p{Default_Ignorable_Code_Point}/gu
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Zs}\p{Zl}\p{Zp}]/gu
/** Fullwidth forms of ASCII, as keyboards for Chinese and Japanese type them. */
const fullwidth = /[\uff01-\uff5e]/g
const fullwidthOffset = 0xfee0
const foldable = /[^\x20-\x7e]/

/** A problem names no more characters that cannot be seen. */
const maxNamed = 3

export function folded(text: string): string {
  if (!foldable.test(text)) return text
  return text
    .replace(invisible, '')
    .replace(fullwidth, character => String.fromCharCode(character.charCodeAt(0) - fullwidthOffset))
    .replace(/\p{Dash}/gu, '-')
    .replace(/\p{Nd}/gu, digitValue)
    .replace(/\p{Zs}/gu, ' ')
}

/** The digits of each script are ten characters in a row, from its zero on. */
function digitValue(digit: string): string {
  const at = digit.codePointAt(0)!
  let before = 0
  while (/^\p{Nd}$/u.test(String.fromCodePoint(at - before - 1))) before++
  return String(before % 10)
}

/** `U+200B, U+202D`: the characters that a reader cannot tell from nothing or from a space; '' without any. */
export function unseenCharacters(text: string): string {
  const found = [...new Set(text.match(unseen))].filter(character => character !== ' ')
  const names = found.map(codePointName)
  return names.slice(0, maxNamed).join(', ') + (names.length > maxNamed ? ' and others' : '')
}

/** Such as U+200B. */
export const codePointName = (character: string): string =>
  `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
