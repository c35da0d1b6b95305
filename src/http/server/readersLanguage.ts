// Answers in the language of the reader: what the service says, wherever an answer to a screen has it. Programs always
// get English.

import type { IncomingHttpHeaders } from 'node:http'
import type { Language } from '../../../languages/languages.ts'
import { Translatable } from '../../../languages/texts.ts'
import { answerLanguage } from './pageLanguage.ts'

/** The answer, or a copy of it that has other sentences. */
export function inReadersLanguage<Answer>(answer: Answer, headers: IncomingHttpHeaders): Answer {
  const language = answerLanguage(headers)
  return language === 'en' ? answer : (translated(answer, language) as Answer)
}

function translated(value: unknown, language: Language): unknown {
  if (value instanceof Translatable) return value.in(language)
  if (Array.isArray(value)) return value.map(one => translated(one, language))
  if (!isPlainObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, translated(one, language)]))
}

/** Dates and buffers stay what they are. */
const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value))
