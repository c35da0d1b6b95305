// The body of an email as templates describe it and as it is stored: text of blocks with an empty line between them. An
// email is rendered when it is sent, as text (emailText.ts) and as HTML (emailHtml.ts), for the brand and the time zone
// of that moment. A tab marks tables, buttons and links. Values of others never contain one: `line` replaces it.

import type { Language } from '../../languages/languages.ts'
import { dollars } from '../base/money.ts'

/** In English; `body` is stored. `language` is that of a reader who has no sign-in yet. */
export type EmailContent = { subject: string; body: string; language?: Language }

type Row = { label: string; value: string; url: string | null }
export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; items: string[] }
  | { kind: 'table'; rows: Row[] }
  | { kind: 'button'; label: string; url: string }

type Value = string | number | Date

/** A text of an email. Customers choose some of its values: a line break in them must not begin a new line. */
export const line = (strings: TemplateStringsArray, ...values: Value[]): string =>
  strings.reduce((text, string, i) => text + valueText(values[i - 1]!) + string)

// biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters are replaced
const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ')

/** An instant is stored in UTC, and shown in the time zone of its reader. */
const valueText = (value: Value): string => {
  if (typeof value === 'string') return oneLine(value)
  return typeof value === 'number' ? value.toLocaleString('en-US') : value.toISOString()
}

/** What the reader should do. An email has at most one. */
export const button = (label: string, url: string): string => `\t${label}\t${oneLine(url)}`

/** Facts without a value are left out. A value can lead to a page: `[value, url]`. */
export const table = (rows: Record<string, Value | [Value, url: string] | null>): string =>
  Object.entries(rows)
    .flatMap(([label, value]) => {
      if (value === null) return []
      const [shown, url] = Array.isArray(value) ? value : [value, null]
      return [factRow(label, valueText(shown), url)]
    })
    .join('\n')

export const factRow = (label: string, value: string, url: string | null): string =>
  `${label}:\t${value}${url === null ? '' : `\t${oneLine(url)}`}`

export const list = (items: string[]): string => items.map(item => `* ${item}`).join('\n')

export const emailBody = (name: string, ...blocks: string[]): string =>
  `${[line`Hello ${name},`, ...blocks].join('\n\n')}\n`

/** The blocks of a stored body. */
export const blocksOf = (body: string): Block[] => body.trimEnd().split('\n\n').map(blockOf)

const buttonPattern = /^\t([^\t\n]+)\t(https?:\/\/\S+)$/
const factPattern = /^([^\t]+):\t([^\t]*)(?:\t(https?:\/\/\S+))?$/

function blockOf(text: string): Block {
  const [, label, url] = buttonPattern.exec(text) ?? []
  if (label !== undefined && url !== undefined) return { kind: 'button', label, url }
  const lines = text.split('\n')
  const rows = lines.flatMap(row => {
    const [, name, value, link = null] = factPattern.exec(row) ?? []
    return name === undefined || value === undefined ? [] : [{ label: name, value, url: link }]
  })
  if (rows.length === lines.length) return { kind: 'table', rows }
  if (lines.every(row => row.startsWith('* '))) return { kind: 'list', items: lines.map(row => row.slice(2)) }
  return { kind: 'paragraph', text: text.replaceAll('\t', ' ') }
}

export const orders = (count: number): string => (count === 1 ? '1 order' : line`${count} orders`)

/** The month of a day such as 2026-03-01: March 2026. */
export const monthName = (day: string): string =>
  Temporal.PlainDate.from(day).toLocaleString('en-US', { year: 'numeric', month: 'long' })

const usDollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

export const money = (cents: number): string => usDollars.format(dollars(cents))
