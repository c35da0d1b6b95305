// The language of the screens: this browser's choice, or else by its languages. The catalog of another language than
// English is a script of the page that runs before all others, so `t` can be called while a module loads. A change
// loads the page again.

import { Children, type ReactNode } from 'react'
import { englishMessage } from '../languages/english.ts'
import { isLanguage, type Language, languageCookie, languageFor, localeFor } from '../languages/languages.ts'
import { type Catalog, type RichValues, translator } from '../languages/translator.ts'

/** This browser's choice; null: by the languages of the browser. */
export function chosenLanguage(): Language | null {
  const [, chosen] = new RegExp(`(?:^|; )${languageCookie}=(\\w+)`).exec(document.cookie) ?? []
  return isLanguage(chosen) ? chosen : null
}

/** The texts of each language that the page has. */
const { octavoCatalogs: catalogs = {} } = globalThis as { octavoCatalogs?: Partial<Record<Language, Catalog>> }

const wanted = chosenLanguage() ?? languageFor(navigator.languages)
export const language: Language = catalogs[wanted] === undefined ? 'en' : wanted
document.documentElement.lang = language
const catalog = catalogs[language] ?? {}

/** The locale of dates and numbers: the reader's kind of the language, 1 Dec 2026 in British English. */
export const readerLocale = localeFor(language, navigator.languages)

/** The locale of numbers. In English they look as in the API. */
export const numberLocale = language === 'en' ? 'en-US' : readerLocale

const { t: translate, parts } = translator(readerLocale, english => catalog[english] ?? englishMessage(english))

/** An English text in the language of the screens. Values and plurals: see docs/browser.md. */
export const t = translate

/** A text of a table that the service has too (test/languages.test.ts lists these tables). */
export const word = (english: string): string => translate(english)

/** A text with elements in it: `rich('Sent to <b>{email}</b>', { email, b: text => <strong>{text}</strong> })`. */
export const rich = (english: string, values: RichValues<ReactNode>): ReactNode =>
  Children.toArray(parts<ReactNode>(english, Object.fromEntries(Object.entries(values).map(withKeys))))

type Entry = [string, RichValues<ReactNode>[string]]

/** React wants a key for each of several children. */
const withKeys = ([name, value]: Entry): Entry => [
  name,
  typeof value === 'function' ? content => value(Children.toArray(content)) : value,
]

const choiceSeconds = 365 * 86_400

/** Shows the screens in another language from now on. */
export function changeLanguage(to: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: CookieStore is not in all browsers, and not over plain http
  document.cookie = `${languageCookie}=${to}; path=/; max-age=${choiceSeconds}; samesite=lax`
  location.reload()
}
