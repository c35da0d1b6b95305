// Texts of an allowed length that break careless programs.

import fc, { type Arbitrary } from 'fast-check'

const family = '👩‍👩‍👧‍👦'
// biome-ignore format: a list
const lines = [
  '.', '..', '%2F', 'a/b', '%', '%00', 'constructor', '__proto__', 'toString', '=1+1', '+1', '-1', '@sum', "'", '"', '\\', '\\u0000', '$1', '$&', '{}', 'null',
  '<script>alert(1)</script>', '&amp;&#0;', ']]>', '<!DOCTYPE a>', '%s%n', '\u202eabc\u202c', '\u200f', '\ufeff', '\uffff', '\ufffe', '\u{1ffff}', '\u{10ffff}',
  `e${'\u0301'.repeat(300)}`, family, family.repeat(200), 'W'.repeat(2000), 'ﷺ'.repeat(200), '𝕏'.repeat(2000), 'İß'.repeat(100), 'שלום ≤ عليكم', 'a\u2028b\u2029c',
]
// biome-ignore format: a list
const controls = [
  '\0', 'a\0b', '\u0001\u0007\u001b[31m', '\u001a', '\u001a0000', '\u007f\u0085', 'a\r\nBcc: x@example.com\r\n\r\nb', '\t', '\ud800', '\udc00', 'a\udc00\ud800b',
]

const cut = (text: string, maxLength: number): string => Array.from(text).slice(0, maxLength).join('')
const notEmpty = (text: string): string => (text === '' ? 'x' : text)

/** Any text that JSON can hold, of 1 to `maxLength` code points. */
export const strangeText = (maxLength: number): Arbitrary<string> =>
  fc
    .oneof(fc.constantFrom(...lines), fc.constantFrom(...controls), fc.string({ unit: 'binary', maxLength: 40 }))
    .map(text => notEmpty(cut(text, maxLength)))

/** The same as `strangeText`, but not blank. */
export const strangeAddressLine = (maxLength: number): Arbitrary<string> =>
  strangeText(maxLength).map(text => notEmpty(/\P{White_Space}/u.test(text) ? text : ''))

/** The same as `strangeText`, without control characters and half surrogate pairs. */
export const strangeLine = (maxLength: number): Arbitrary<string> =>
  strangeText(maxLength).map(text => notEmpty(text.toWellFormed().replaceAll(/\p{Cc}/gu, '')))

/** The same as `strangeLine`, but for a segment of a URL's path, which cannot be `.` or `..`. */
export const strangeName = (maxLength: number): Arbitrary<string> =>
  strangeLine(maxLength).map(text => (text === '.' || text === '..' ? `${text} ` : text))
