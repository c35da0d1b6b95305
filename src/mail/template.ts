// The parts of templates of emails. An email is stored as its kind and values, and its template makes its text when
// it is sent: in the language and the time zone of its reader, with the brand of that moment.

import { type Language, usualLocales } from '../../languages/languages.ts'
import { type Words as Prose, type Translate, translate } from '../../languages/texts.ts'
import { dollars } from '../base/money.ts'
import { timeIn } from './emailTimes.ts'

export const emailGroups = ['orders', 'payments', 'account', 'sign_in', 'staff'] as const

/** Values are JSON: in those that were stored, an instant is a text. */
export type EmailTime = Date | string

export type Template<Values> = {
  group: (typeof emailGroups)[number]
  /** The English messages, which the operator may replace; `shown` has their values, and `{account}`. */
  subject: string
  opening: string
  /** The facts that no other part of the email has: without them in another opening, the texts stay ours. */
  required?: readonly string[]
  /** `account`: whom the email greets. */
  shown(values: Values, words: Words): { account: string } & Record<string, string>
  /** The blocks after the opening: paragraphs and other blocks. */
  rest(values: Values, words: Words): (string | Block)[]
  /** For the staff, who see how their brand looks, and for tests. */
  sample(facts: SampleFacts): Values
}

/** Lets TypeScript check a template and know its values. */
export const template = <Values>(own: Template<Values>): Template<Values> => own

type Row = { label: string; value: string; url: string | null }
export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; items: string[] }
  | { kind: 'table'; rows: Row[] }
  | { kind: 'button'; label: string; url: string }

/** The act that the reader should do. An email has at most one. */
export const button = (label: string, url: string): Block => ({ kind: 'button', label, url })

/** Facts without a value are left out. A value can lead to a page: `[value, url]`. */
export const table = (rows: Record<string, string | [string, url: string | null] | null>): Block => ({
  kind: 'table',
  rows: Object.entries(rows).flatMap(([label, value]) => {
    if (value === null) return []
    const [shown, url] = typeof value === 'string' ? [value, null] : value
    return [{ label, value: shown, url }]
  }),
})

export const list = (items: string[]): Block => ({ kind: 'list', items })

/** How a reader is told of values. */
export type Words = {
  t: Translate
  /** A finding about an order. */
  sentence(finding: Prose): string
  money(cents: number): string
  count(count: number): string
  orders(count: number): string
  time(at: EmailTime): string
  /** Of a day such as 2026-03-01: March 1, 2026, and March 2026. */
  day(day: string): string
  month(day: string): string
}

/** `timeZone` is null for UTC. */
export type EmailReader = { timeZone: string | null; language: Language }

export function wordsFor({ language, timeZone }: EmailReader): Words {
  const t = translate(language)
  const locale = usualLocales[language]
  return {
    t,
    sentence: finding => {
      const text = typeof finding === 'string' ? finding : finding.in(language)
      return text.charAt(0).toUpperCase() + text.slice(1)
    },
    money: cents => dollars(cents).toLocaleString(locale, { style: 'currency', currency: 'USD' }),
    count: count => count.toLocaleString(locale),
    orders: count => t('{count, plural, one {# order} other {# orders}}', { count }),
    time: at => timeIn({ language, timeZone }, at),
    day: day => Temporal.PlainDate.from(day).toLocaleString(locale, { dateStyle: 'long' }),
    month: day => Temporal.PlainDate.from(day).toLocaleString(locale, { year: 'numeric', month: 'long' }),
  }
}

/** Links lead to pages of the service, but none contains a secret that works. */
export type SampleFacts = {
  accountName: string
  name: string
  staffName: string
  at: Date
  inDays(days: number): Date
  billingUrl: string
  page(path: string): string
  link(path: string): { url: string; expiresAt: Date }
}
