// The labels and figures of a paper in a language.

import { type Language, usualLocales } from './languages.ts'
import { messageIn, type Translate, translate } from './texts.ts'

export type PaperWords = {
  t: Translate
  /** Of the operator's catalog, such as the name of a paper. Those of the sample catalog are known. */
  option(english: string): string
  /** 1234.5 -> 1,234.5 */
  count(value: number): string
  /** `0.125`, with the decimal sign of the language. */
  decimal(text: string): string
  /** A day such as 2026-03-01. */
  day(iso: string): string
}

export const paperWords = (language: Language): PaperWords => ({
  t: translate(language),
  option: english => messageIn(language, english),
  count: value => value.toLocaleString(usualLocales[language], { maximumFractionDigits: 6 }),
  decimal: text => (language === 'de' ? text.replace('.', ',') : text),
  day: iso => (language === 'de' ? iso.slice(0, 10).split('-').reverse().join('.') : iso.slice(0, 10)),
})

/** The letters of its labels that are not ASCII. */
export const labelLetters: Record<Language, string> = { en: '', de: 'äöüÄÖÜß' }
