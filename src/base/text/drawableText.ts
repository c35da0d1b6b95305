// Which letters documents can print, without loading their fonts (documentFonts.ts): the first 65,536 characters, which
// Unifont covers. documentFonts.test.ts compares this with the fonts.

const undrawable = /[\u{10000}-\u{10ffff}\p{Co}\p{Cn}\p{Cs}]/u

/** The first letter that no font of documents has, such as an emoji; null when there is none. */
export const undrawableLetter = (text: string): string | null => undrawable.exec(text.normalize('NFC'))?.[0] ?? null
