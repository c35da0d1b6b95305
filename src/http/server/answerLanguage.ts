// Answers in the language of the reader: the sentences of problems, findings and other objects that the service writes
// for people, and its notes about orders and print jobs, wherever an answer to a screen has them.
// They are written and stored in English, which programs always get.

import type { IncomingHttpHeaders } from 'node:http'
import type { Language } from '../../../languages/languages.ts'
import { noteIn, sentenceIn } from '../../../languages/sentences.ts'
import { Translatable } from '../../../languages/texts.ts'
import { answerLanguage } from './pageLanguage.ts'

/** The answer, or a copy of it that has other sentences. */
export function inReadersLanguage<Answer>(answer: Answer, headers: IncomingHttpHeaders): Answer {
  const language = answerLanguage(headers)
  return language === 'en' ? answer : (translated(answer, language) as Answer)
}

/** The sentences that people read in an object: `fields`, if it has texts in all fields of `known`. */
const readByPeople = [
  // A problem or a finding.
  { known: ['code'], fields: ['detail', 'message', 'fix', 'got', 'expected', 'tolerance'] },
  // A difference between our books and those of the payment provider.
  { known: ['kind', 'ref', 'detail'], fields: ['detail'] },
  // A declined charge.
  { known: ['chargeId', 'declineMessage'], fields: ['declineMessage'] },
  // A refund that was not made.
  { known: ['refundId', 'problem'], fields: ['problem'] },
  // A printer's message.
  { known: ['verdict', 'why'], fields: ['why'] },
  // A mistake of the operator's data.
  { known: ['path', 'text'], fields: ['text'] },
]

/** A note in `field`, if the object has the fields of `known`. */
const noteFields = [
  // A step of an order.
  { known: ['on', 'sequence'], field: 'note' },
  // An order that waits for the staff.
  { known: ['customerOrderId', 'since'], field: 'note' },
  // A cause for which orders are on hold.
  { known: ['stoppedIn', 'note'], field: 'text' },
  // A print job, as the staff see it.
  { known: ['jobId', 'attempt'], field: 'problem' },
]

function translated(value: unknown, language: Language): unknown {
  if (value instanceof Translatable) return value.in(language)
  if (Array.isArray(value)) return value.map(one => translated(one, language))
  if (!isPlainObject(value)) return value
  const read = readByPeople.filter(({ known }) => known.every(name => typeof value[name] === 'string'))
  const notes = noteFields.filter(({ known }) => known.every(name => name in value)).map(({ field }) => field)
  const translatedField = (name: string, one: unknown): unknown => {
    if (typeof one !== 'string') return translated(one, language)
    if (read.some(({ fields }) => fields.includes(name))) return sentenceIn(language, one)
    return notes.includes(name) ? noteIn(language, one) : one
  }
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, translatedField(name, one)]))
}

/** Dates and buffers stay what they are. */
const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value))
