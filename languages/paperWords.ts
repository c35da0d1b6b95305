// The labels and figures of a paper in a language.

import { type Language, usualLocales } from './languages.ts'
import { sentenceIn } from './sentences.ts'

export type PaperWords = {
  t(english: string): string
  /** 1234.5 -> 1,234.5 */
  count(value: number): string
  /** A day such as 2026-03-01. */
  day(iso: string): string
}

export const paperWords = (language: Language): PaperWords => ({
  t: english => sentenceIn(language, english),
  count: value => value.toLocaleString(usualLocales[language], { maximumFractionDigits: 6 }),
  day: iso => (language === 'de' ? iso.slice(0, 10).split('-').reverse().join('.') : iso.slice(0, 10)),
})

/** The letters of its labels that are not ASCII. */
export const labelLetters: Record<Language, string> = { en: '', de: 'äöüÄÖÜß' }
