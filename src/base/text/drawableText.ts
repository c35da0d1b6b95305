// Which letters documents can print, without loading their fonts (documentFonts.ts): the first 65,536 characters, which
// Unifont covers. documentFonts.test.ts compares this with the fonts.

import { codePointName } from './foldText.ts'

const undrawable = /[\u{10000}-\u{10ffff}\p{Co}\p{Cn}\p{Cs}]/u
const picture = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]/u

/** The first letter that no font of documents has, such as an emoji; null when there is none. */
export const undrawableLetter = (text: string): string | null => undrawable.exec(text.normalize('NFC'))?.[0] ?? null

/** Whether the fonts of documents may have a letter. */
export const isDrawable = (letter: string): boolean => !undrawable.test(letter)

/** The text in the place of a letter that no font has: no picture, and other letters by their code. */
export const printedInstead = (letter: string): string => (picture.test(letter) ? '' : `[${codePointName(letter)}]`)
