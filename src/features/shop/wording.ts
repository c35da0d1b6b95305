// Differences of the operator's data as people read them: names instead of paths, dollars instead of cents. The unit of
// a value is the end of its name. The words are messages of languages/<language>/texts/shop.json.

import { type Language, usualLocales } from '../../../languages/languages.ts'
import { messageIn } from '../../../languages/texts.ts'
import { dollarsText, millicentsText } from '../../base/money.ts'
import { allBookFields, severities } from '../../catalog/bookFields.ts'
import type { Difference } from './differences.ts'

/** `before` is null for a value that was added, `after` for a value that was removed. */
export type WordedDifference = {
  file: string
  path: string
  /** The book, price list, zone or day that differs; null for a value of the whole file. */
  subject: string | null
  field: string
  before: string | null
  after: string | null
}

export function wordDifference({ file, path, ...values }: Difference, language: Language): WordedDifference {
  const segments = segmentsOf(path)
  const [list = '', name, ...rest] = segments
  const isNamed = singulars.has(list) && name !== undefined
  const fields = isNamed ? rest : segments
  const words = wordsIn(language)
  const text = (value: unknown) => valueText(words, segments, value)
  return {
    file,
    path,
    subject: isNamed ? name : null,
    field: fields.length === 0 ? words.word(singulars.get(list) ?? 'everything') : fields.map(words.field).join(', '),
    before: 'before' in values ? text(values.before) : null,
    after: 'after' in values ? text(values.after) : null,
  }
}

/** The value at a place of a content, in words: the book, price list, zone or day that has it, and its field. */
export function wordPlace(part: unknown, path: string, language: Language): { subject: string | null; field: string } {
  const [list = '', key, ...rest] = segmentsOf(path)
  const { field, word } = wordsIn(language)
  const fieldsText = (segments: string[]) => segments.map(one => field(countFromOne(one))).join(', ')
  if (!singulars.has(list)) return { subject: null, field: fieldsText(segmentsOf(path)) }
  const noun = word(singulars.get(list)!)
  if (key === undefined) return { subject: null, field: noun }
  const member = (part as Record<string, Record<string, unknown> | undefined> | null)?.[list]?.[key]
  const { manufacturingSku, name, date } = Object(member) as Record<string, unknown>
  const subject = [manufacturingSku, name, date].find(one => typeof one === 'string' && one !== '')
  const unnamed = /^\d+$/.test(key) ? `${noun} ${countFromOne(key)}` : key
  return { subject: String(subject ?? unnamed), field: fieldsText(rest) }
}

const countFromOne = (segment: string) => (/^\d+$/.test(segment) ? String(Number(segment) + 1) : segment)

const segmentsOf = (path: string): string[] =>
  path
    .split('/')
    .slice(1)
    .map(segment => segment.replaceAll('~1', '/').replaceAll('~0', '~'))

/** Of a difference in English: `PB-0600X0900: price, base: $2.15, then $2.35`. */
export function differenceSentence({ subject, field, before, after }: WordedDifference): string {
  const about = subject === null ? field : `${subject}: ${field}`
  if (before === null) return `${about}: added ${after}`
  return after === null ? `${about}: removed ${before}` : `${about}: ${before}, then ${after}`
}

/** Lists whose members have names. */
const singulars = new Map([
  ['skus', 'book'],
  ['lists', 'price list'],
  ['zones', 'zone'],
  ['holidays', 'holiday'],
  ['closedDays', 'closed day'],
  ['local', 'local tax'],
  ['registrations', 'registration'],
])

const unit = /(?:Cents|Millicents|BasisPoints|Inches|Grams|Milligrams|Gsm)$/

const fieldNames = new Map([
  ['address1', 'address'],
  ['address2', 'address line 2'],
  ['postal', 'postal code'],
  ['shipFrom', 'ship-from address'],
])

/** `perPageMillicents` is "per page"; a place such as US-NY stays. */
export const fieldText = (name: string): string =>
  fieldNames.get(name) ??
  (/^[a-z]/.test(name)
    ? name
        .replace(unit, '')
        .replaceAll(/([A-Z])/g, ' $1')
        .toLowerCase()
    : name)

/** Values of the catalog that are words. Other texts are names, codes, or people's own words. */
export const valueWords: ReadonlySet<string> = new Set([
  ...allBookFields.flatMap(({ choices = {} }) => Object.keys(choices)),
  ...severities,
  ...'last monday tuesday wednesday thursday friday saturday sunday'.split(' '),
])

type Words = {
  word(english: string): string
  field(name: string): string
  number(value: number): string
  /** `2.15` -> $2.15. The price of a page has more digits. */
  dollars(text: string): string
}

function wordsIn(language: Language): Words {
  const locale = usualLocales[language]
  const word = (english: string) => messageIn(language, english)
  const number = { maximumFractionDigits: 20, useGrouping: false }
  const dollars = { style: 'currency', currency: 'USD', maximumFractionDigits: 5 } as const
  const money = { ...dollars, useGrouping: language !== 'en' }
  return {
    word,
    field: name => word(fieldText(name)),
    number: value => value.toLocaleString(locale, number),
    dollars: text => Number(text).toLocaleString(locale, money),
  }
}

function valueText(words: Words, path: string[], value: unknown): string {
  const { word } = words
  const name = path.findLast(segment => /^[a-z]/.test(segment)) ?? ''
  if (typeof value === 'number') return numberText(words, path, name, value)
  if (typeof value === 'string' && value.startsWith('data:image/')) return logoText(words, value)
  if (typeof value === 'string') return valueWords.has(value) ? word(value) : value
  if (typeof value === 'boolean') return word(value ? 'yes' : 'no')
  if (typeof value !== 'object' || value === null) return word('nothing')
  if (Array.isArray(value))
    return value.length === 0 ? word('nothing') : value.map(one => valueText(words, path, one)).join('; ')
  const named = value as { name?: unknown }
  if (typeof named.name === 'string') return named.name
  return Object.entries(value)
    .map(([key, inner]) => `${words.field(key)} ${valueText(words, [...path, key], inner)}`)
    .join(', ')
}

/** `SVG, 1.2 kB` */
function logoText({ number }: Words, dataUrl: string): string {
  const [type, base64 = ''] = dataUrl.split(';base64,')
  return `${type === 'data:image/png' ? 'PNG' : 'SVG'}, ${number(Math.ceil((base64.length * 3) / 400) / 10)} kB`
}

function numberText({ word, number, dollars }: Words, path: string[], name: string, value: number): string {
  if (name.endsWith('Millicents')) return dollars(millicentsText(value))
  if (/cents/i.test(name)) return dollars(dollarsText(value))
  if (name.endsWith('BasisPoints')) return `${number(value / 100)} %`
  if (name === 'rate' || path[0] === 'rates' || path[0] === 'partRates')
    return `${number(Math.round(value * 1e6) / 1e4)} %`
  if (name.endsWith('Inches') || name === 'inches') return `${number(value)} ${word('in [[inches]]')}`
  if (name.endsWith('Milligrams')) return `${number(value / 1000)} g`
  if (name.endsWith('Grams')) return `${number(value)} g`
  if (name.endsWith('Gsm')) return `${number(value)} g/m²`
  if (name === 'upToPounds') return `${number(value)} lb`
  return number(value)
}
