// Texts that programs stumble over, of a length that is allowed.

import fc, { type Arbitrary } from 'fast-check'

const family = '👩‍👩‍👧‍👦'
// biome-ignore format: a list
const lines = [
  '.', '..', '%2F', 'a/b', '%', '%00', 'constructor', '__proto__', 'toString', '=1+1', '+1', '-1', '@sum', "'", '"', '\\', '\\u0000', '$1', '$&', '{}', 'null',
  '<script>alert(1)</script>', '&amp;&#0;', ']]>', '<!DOCTYPE a>', '%s%n', '\u202eabc\u202c', '\u200f', '\ufeff', '\uffff', '\ufffe', '\u{1ffff}', '\u{10ffff}',
  `e${'\u0301'.repeat(300)}`, family, family.repeat(200), 'W'.repeat(2000), 'ﷺ'.repeat(200), '𝕏'.repeat(2000), 'İß'.repeat(100), 'שלום ≤ عليكم', 'a\u2028b\u2029c',
]
// biome-ignore format: a list
const others = [
  '\0', 'a\0b', '\u0001\u0007\u001b[31m', '\u001a', '\u001a0000', '\u007f\u0085', 'a\r\nBcc: x@example.com\r\n\r\nb', '\t', '\ud800', '\udc00', 'a\udc00\ud800b',
]

const cut = (text: string, most: number): string => Array.from(text).slice(0, most).join('')
const orElse = (text: string): string => (text === '' ? 'x' : text)

/** Any text that JSON can hold, of 1 to `most` code points. */
export const strangeText = (most: number): Arbitrary<string> =>
  fc
    .oneof(fc.constantFrom(...lines), fc.constantFrom(...others), fc.string({ unit: 'binary', maxLength: 40 }))
    .map(text => orElse(cut(text, most)))

/** The same, but not blank. */
export const strangeAddressLine = (most: number): Arbitrary<string> =>
  strangeText(most).map(text => orElse(/\P{White_Space}/u.test(text) ? text : ''))

/** The same as `strangeText`, without control characters and half surrogate pairs. */
export const strangeLine = (most: number): Arbitrary<string> =>
  strangeText(most).map(text => orElse(text.toWellFormed().replaceAll(/\p{Cc}/gu, '')))

/** The same as a name in addresses of pages, in which no client sends `.` or `..` as a step of its own. */
export const strangeName = (most: number): Arbitrary<string> =>
  strangeLine(most).map(text => (text === '.' || text === '..' ? `${text} ` : text))
