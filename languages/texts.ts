// Texts of the service in a reader's language, as those of the browser (translator.ts): the English text is the key of
// its message in languages/<language>/texts.

import { globSync, readFileSync } from 'node:fs'
import { type Language, usualLocales } from './languages.ts'
import { translator, withoutNote } from './translator.ts'

export type Translate = (english: string, values?: Record<string, string | number>) => string

type Messages = { messageOf(english: string): string; t: Translate }
const loaded = new Map<Language, Messages>()

/** The messages of a language are read when they are first needed: the children that read files need none. */
function messagesOf(language: Language): Messages {
  const known = loaded.get(language)
  if (known !== undefined) return known
  const files = language === 'en' ? [] : globSync(`${import.meta.dirname}/${language}/texts/*.json`)
  const messages: Record<string, string> = Object.assign(
    Object.create(null),
    ...files.map(file => JSON.parse(readFileSync(file, 'utf8'))),
  )
  const messageOf = (english: string): string => messages[english] ?? withoutNote(english)
  const read = { messageOf, t: translator(usualLocales[language], messageOf).t }
  loaded.set(language, read)
  return read
}

export const translate = (language: Language): Translate => messagesOf(language).t

/** `or`: any of these. A number is written with the decimal sign of the language. */
type TranslatableValue = string | number | Translatable | { or: readonly Words[] }
type TranslatableValues = Record<string, TranslatableValue>

/**
 * A text of the service for a reader whose language is not known yet. It is stored as its message with its values, and
 * put into the reader's language where it leaves; programs and files have it in English.
 */
export class Translatable {
  readonly english: string
  readonly values: TranslatableValues

  constructor(english: string, values: TranslatableValues = {}) {
    this.english = english
    this.values = values
  }

  in(language: Language): string {
    return translate(language)(
      this.english,
      mapValues(this.values, value => valueIn(language, value)),
    )
  }

  toString(): string {
    return this.in('en')
  }

  /** For programs, files and logs. */
  toJSON(): string {
    return this.in('en')
  }

  /** For columns: see storableJson. */
  stored(): StoredMessage {
    return { say: this.english, values: mapValues(this.values, storedValue) }
  }
}

type StoredMessage = { say: string; values: Record<string, StoredValue> }
type StoredValue = string | number | StoredMessage | { or: StoredValue[] }

function storedValue(value: TranslatableValue): StoredValue {
  if (value instanceof Translatable) return value.stored()
  return typeof value === 'object' ? { or: value.or.map(storedValue) } : value
}

const mapValues = <From, To>(values: Record<string, From>, change: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))

/** The same JSON value with every text changed, but for the messages of the service. */
export function withTexts<Value>(value: Value, change: (text: string) => string): Value {
  if (typeof value === 'string') return change(value) as Value
  if (Array.isArray(value)) return value.map(one => withTexts(one, change)) as Value
  if (value instanceof Translatable) return new Translatable(value.english, withTexts(value.values, change)) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withTexts(inner, change)])) as Value
}

function valueIn(language: Language, value: TranslatableValue): string | number {
  if (typeof value === 'string') return value
  if (value instanceof Translatable) return value.in(language)
  const locale = usualLocales[language]
  if (typeof value === 'number') return Number.isInteger(value) ? value : value.toLocaleString(locale, decimals)
  const items = value.or.map(one => valueIn(language, one) as string)
  return new Intl.ListFormat(locale, { type: 'disjunction' }).format(items)
}
const decimals = { useGrouping: false, maximumFractionDigits: 20 } as const

/** Like `t`, for a reader who is not known yet. */
export const say = (english: string, values?: TranslatableValues): Translatable => new Translatable(english, values)

/** A text of the service, or of a person, whose text is never translated. */
export type Words = string | Translatable

/** A JSON value in which words were stored. */
export const parseWithWords = (json: string) =>
  json.includes('"say":') ? JSON.parse(json, reviveWords) : JSON.parse(json)

const reviveWords = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'say' in value && 'values' in value
    ? say(value.say as string, value.values as TranslatableValues)
    : value

/** Words from a json column. */
export const readWords = (json: string | null): Words | null => (json === null ? null : parseWithWords(json))

/** The message with its values in braces. */
export const messageIn = (language: Language, english: string): string => messagesOf(language).messageOf(english)
