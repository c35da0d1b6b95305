// Text as every search compares it: both the texts that are searched and the text that somebody types.

import { storableText } from './storableText.ts'

/** Storable text in lower case, with single spaces and without accents: `nunez` finds Núñez, and is found by it. */
export const searchable = (text: string): string =>
  withoutAccents(storableText(text).toLowerCase()).trim().replaceAll(/\s+/g, ' ')

/** One wrong letter of five is forgiven. */
export const minSimilarity = 0.35
/** Shorter texts are similar to too many words. */
export const minSimilarChars = 4

const withoutAccents = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replaceAll(/[ßæœøłđðþı]/g, letter => plainLetters[letter]!)

/** Letters of the Latin script that are no accented letters. */
const plainLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}
