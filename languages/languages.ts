// The languages of screens, emails and papers. English is the language of the source; every other one has a folder of
// catalogs here.

/** Each by its own name. */
export const languages = { en: 'English', de: 'Deutsch' } as const

export type Language = keyof typeof languages
export const languageCodes = Object.keys(languages) as Language[]

/** The text in the language, or else in English, or else in any. */
export const inLanguage = <Text>(texts: Partial<Record<Language, Text>> = {}, language: Language): Text | null =>
  [language, ...languageCodes].map(code => texts[code]).find(text => text !== undefined) ?? null

/** Holds the choice of a browser. */
export const languageCookie = 'octavo-language'

/** Holds the time zone of a browser. */
export const timeZoneCookie = 'octavo-time-zone'

export const isLanguage = (text: unknown): text is Language => languageCodes.includes(text as Language)

/** The first of a reader's locales (tags of BCP 47, the best first) that is in one of our languages; else English. */
export const languageFor = (locales: readonly string[]): Language => locales.map(languageOf).find(isLanguage) ?? 'en'

/**
 * The reader's own kind of a language, for dates and numbers: de-AT for German, in Austria. Tags that are not of BCP
 * 47, like en-US@posix, would make Intl throw.
 */
export const localeFor = (language: Language, locales: readonly string[]): string =>
  locales.find(tag => languageOf(tag) === language && /^[a-z]+(-[a-z0-9]+)*$/i.test(tag)) ?? usualLocales[language]

const languageOf = (tag: string): string => tag.split('-', 1)[0]!.toLowerCase()

export const usualLocales: Record<Language, string> = { en: 'en-US', de: 'de-DE' }
