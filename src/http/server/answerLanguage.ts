// Answers in the language of the reader: what the service says, and the sentences of problems, findings and other
// objects that are still written in English, wherever an answer to a screen has them. Programs always get English.

import type { IncomingHttpHeaders } from 'node:http'
import type { Language } from '../../../languages/languages.ts'
import { sentenceIn } from '../../../languages/sentences.ts'
import { Translatable } from '../../../languages/texts.ts'
import { answerLanguage } from './pageLanguage.ts'

/** The answer, or a copy of it that has other sentences. */
export function inReadersLanguage<Answer>(answer: Answer, headers: IncomingHttpHeaders): Answer {
  const language = answerLanguage(headers)
  return language === 'en' ? answer : (translated(answer, language) as Answer)
}

/** The sentences that people read in an object with a code: a problem or a finding. */
const readByPeople = ['detail', 'message', 'fix', 'got', 'expected', 'tolerance']

function translated(value: unknown, language: Language): unknown {
  if (value instanceof Translatable) return value.in(language)
  if (Array.isArray(value)) return value.map(one => translated(one, language))
  if (!isPlainObject(value)) return value
  const hasCode = typeof value.code === 'string'
  const translatedField = (name: string, one: unknown): unknown => {
    if (typeof one !== 'string') return translated(one, language)
    return hasCode && readByPeople.includes(name) ? sentenceIn(language, one) : one
  }
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, translatedField(name, one)]))
}

/** Dates and buffers stay what they are. */
const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value))
