// Sentences and labels of the service in the reader's language, from languages/<language>/service. The service writes
// and stores English; what a reader sees of it is translated where it leaves: in answers to screens, and in emails.

import { globSync, readFileSync } from 'node:fs'
import { type Language, usualLocales } from './languages.ts'
import { messageIn } from './texts.ts'

/** A sentence with values: `The file has {Got}; a print file can have {Limit}.` */
type Pattern = { regexp: RegExp; names: string[]; message: string; literalLength: number }
/** `maxSentences` is the number of sentences in its longest text. */
type ServiceCatalog = { sentences: Record<string, string>; patterns: Pattern[]; maxSentences: number }

const catalogs = new Map<string, ServiceCatalog>()

/** What is longer quotes something that a person wrote, and comparing it with each pattern would take long. */
const maxLength = 1_000

/**
 * The text in the language, sentence by sentence; what the catalog does not have stays in English. Values whose name
 * begins with a capital are themselves sentences, numbers or amounts; others are put in as they are.
 */
export function sentenceIn(language: Language, english: string): string {
  if (language === 'en' || english === '' || english.length > maxLength) return english
  const { maxSentences } = catalogOf(language)
  const sentences = english.split(sentenceEnd)
  const found: string[] = []
  let isWhole = true
  while (sentences.length > 0) {
    // The catalog also has texts of several sentences.
    let count = Math.min(sentences.length, maxSentences)
    let text: string | null = null
    for (; count > 0 && text === null; count--) text = translated(language, sentences.slice(0, count).join(' '))
    if (text === null) isWhole = false
    found.push(text ?? sentences[0]!)
    sentences.splice(0, count + 1)
  }
  // A name may look like the end of a sentence: Dr. Ada.
  return isWhole ? found.join(' ') : (exactly(language, english, () => true) ?? found.join(' '))
}

/** Numbers, amounts and days of the service, which it writes as in American English; null for any other text. */
function valueIn(language: Language, english: string): string | null {
  if (numberText.test(english)) return swapped(language, english)
  const [, sign, amount] = amountText.exec(english) ?? []
  if (amount !== undefined) {
    // The price of a page has more than two.
    const digits = Math.max(2, amount.split('.')[1]?.length ?? 0)
    const format = new Intl.NumberFormat(usualLocales[language], {
      style: 'currency',
      currency: 'USD',
      minimumFractionDigits: digits,
    })
    return `${sign}${format.format(Number(amount.replaceAll(',', '')))}`
  }
  const [, month, day, year] = dayText.exec(english) ?? []
  if (month === undefined || !months.includes(month)) return null
  const date = new Date(Date.UTC(Number(year), months.indexOf(month), Number(day ?? 1)))
  const shown = { timeZone: 'UTC', year: 'numeric', month: 'long' } as const
  return date.toLocaleDateString(usualLocales[language], day === undefined ? shown : { ...shown, day: 'numeric' })
}

const numberText = /^\d{1,3}(,\d{3})+$|^\d+\.\d+$/
const amountText = /^([−-]?)\$([\d,]+(?:\.\d{2,5})?)$/
const dayText = /^(\p{Lu}\p{Ll}+) (?:(\d{1,2}), )?(\d{4})$/u
const months = Array.from({ length: 12 }, (_, i) =>
  new Date(Date.UTC(2026, i)).toLocaleDateString('en-US', { month: 'long', timeZone: 'UTC' }),
)
const sentenceEnd = /(?<=[.!?]) (?=\p{Lu})/u

function swapped(language: Language, number: string): string {
  const digits = number.split('.')[1]?.length ?? 0
  const format = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return Number(number.replaceAll(',', '')).toLocaleString(usualLocales[language], format)
}

/** Null for a text that the catalog does not have, also not with another case of its first letter. */
function translated(language: Language, english: string): string | null {
  const known = exactly(language, english)
  if (known !== null) return known
  const small = english.charAt(0).toLowerCase() + english.slice(1)
  const begun = small === english ? null : exactly(language, small)
  return begun === null ? null : begun.charAt(0).toUpperCase() + begun.slice(1)
}

function exactly(
  language: Language,
  english: string,
  mayBe = isOneSentence,
  { sentences, patterns } = catalogOf(language),
): string | null {
  if (Object.hasOwn(sentences, english)) return sentences[english]!
  for (const { regexp, names, message } of patterns) {
    const found = regexp.exec(english)
    if (found === null) continue
    const values = new Map(names.map((name, i) => [name, found[i + 1]!] as const))
    if (![...values.values()].every(mayBe)) continue
    return message.replaceAll(valuePattern, (_, name: string) => {
      const value = values.get(name) ?? ''
      return isText(name) ? textIn(language, value) : value
    })
  }
  return null
}

/** A value that is a text: one, or several joined by "and" or "or". */
function textIn(language: Language, english: string): string {
  const known = valueIn(language, english) ?? translated(language, english)
  if (known !== null) return known
  const [, first, word, second] = /^(.+?),? (and|or) (.+)$/.exec(english) ?? []
  // The label of a status is a message.
  if (first === undefined || word === undefined || second === undefined) return messageIn(language, english)
  return `${textIn(language, first)} ${sentenceIn(language, word)} ${textIn(language, second)}`
}

const isOneSentence = (value: string): boolean => !sentenceEnd.test(value)

const valuePattern = /\{(\w+)\}/g
const isText = (name: string): boolean => /^\p{Lu}/u.test(name)

/** What a value may be, where any text would let a sentence be read in two ways. */
const shapes: Record<string, string> = {
  N: '[\\d.,]+',
  M: '[\\d.,]+',
  is: '(?:is|are)',
  JobState: '(?:is|was|has) [\\w ]+',
  Pages: 'Pages? [\\d, andmore-]+ (?:is|are|has|have)',
  Amount: '[−-]?\\$[\\d,.]+\\d',
}

function patternOf(english: string, message: string): Pattern {
  const parts = english.split(valuePattern)
  const names = parts.filter((_, i) => i % 2 === 1)
  const source = parts.map((part, i) => (i % 2 === 1 ? `(${shapes[part] ?? '.*?'})` : RegExp.escape(part))).join('')
  const literalLength = parts.filter((_, i) => i % 2 === 0).join('').length
  return { regexp: new RegExp(`^${source}$`, 's'), names, message, literalLength }
}

/** `file`: only the messages of that one. */
function catalogOf(language: Language, file = '*'): ServiceCatalog {
  const name = `${language}/service/${file}.json`
  const known = catalogs.get(name)
  if (known !== undefined) return known
  const files = globSync(`${import.meta.dirname}/${name}`)
  const entries = files.flatMap(file => Object.entries<string>(JSON.parse(readFileSync(file, 'utf8'))))
  const catalog = {
    sentences: Object.fromEntries(entries.filter(([english]) => english.search(valuePattern) < 0)),
    // What says most itself is tried first.
    patterns: entries
      .filter(([english]) => english.search(valuePattern) >= 0)
      .map(([english, message]) => patternOf(english, message))
      .sort((a, b) => b.literalLength - a.literalLength),
    maxSentences: Math.max(...entries.map(([english]) => english.split(sentenceEnd).length)),
  }
  catalogs.set(name, catalog)
  return catalog
}
