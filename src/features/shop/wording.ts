// Differences of the operator's data as people read them: names instead of paths, dollars instead of cents. The unit of
// a value is the end of its name.

import { dollarsText, millicentsText } from '../../base/money.ts'
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

/** Lists whose members have names. */
const namedLists = new Set(['skus', 'lists', 'zones', 'holidays', 'closedDays', 'local'])

export function wordDifference({ file, path, ...values }: Difference): WordedDifference {
  const segments = path
    .split('/')
    .slice(1)
    .map(segment => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
  const [list = '', name, ...rest] = segments
  const isNamed = namedLists.has(list) && name !== undefined
  const fields = isNamed ? rest : segments
  const text = (value: unknown) => valueText(segments, value)
  return {
    file,
    path,
    subject: isNamed ? name : null,
    field: fields.length === 0 ? (singulars[list] ?? 'everything') : fields.map(fieldText).join(', '),
    before: 'before' in values ? text(values.before) : null,
    after: 'after' in values ? text(values.after) : null,
  }
}

/** `PB-0600X0900: price, base: $2.15, then $2.35`. */
export function differenceSentence({ subject, field, before, after }: WordedDifference): string {
  const about = subject === null ? field : `${subject}: ${field}`
  if (before === null) return `${about}: added ${after}`
  return after === null ? `${about}: removed ${before}` : `${about}: ${before}, then ${after}`
}

const singulars: Record<string, string> = {
  skus: 'book',
  lists: 'price list',
  zones: 'zone',
  holidays: 'holiday',
  closedDays: 'closed day',
  local: 'local tax',
}

const unit = /(?:Cents|Millicents|BasisPoints|Inches|Grams|Milligrams|Gsm)$/

/** `perPageMillicents` is "per page"; a place such as US-NY stays. */
export const fieldText = (name: string): string =>
  /^[a-z]/.test(name)
    ? name
        .replace(unit, '')
        .replaceAll(/([A-Z])/g, ' $1')
        .toLowerCase()
    : name

function valueText(path: string[], value: unknown): string {
  const name = path.findLast(segment => /^[a-z]/.test(segment)) ?? ''
  if (typeof value === 'number') return numberText(path, name, value)
  if (typeof value === 'string') return value.startsWith('data:image/') ? logoText(value) : value
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : value.map(one => valueText(path, one)).join('; ')
  if (typeof value !== 'object' || value === null) return 'nothing'
  const named = value as { name?: unknown }
  if (typeof named.name === 'string') return named.name
  return Object.entries(value)
    .map(([key, inner]) => `${fieldText(key)} ${valueText([...path, key], inner)}`)
    .join(', ')
}

/** `SVG, 1.2 kB` */
function logoText(dataUrl: string): string {
  const [type, base64 = ''] = dataUrl.split(';base64,')
  return `${type === 'data:image/png' ? 'PNG' : 'SVG'}, ${Math.ceil((base64.length * 3) / 400) / 10} kB`
}

function numberText(path: string[], name: string, value: number): string {
  if (name.endsWith('Millicents')) return `$${millicentsText(value)}`
  if (/cents/i.test(name)) return `$${dollarsText(value)}`
  if (name.endsWith('BasisPoints')) return `${value / 100} %`
  if (name === 'rate' || path[0] === 'rates' || path[0] === 'partRates') return `${Math.round(value * 1e6) / 1e4} %`
  if (name.endsWith('Inches') || name === 'inches') return `${value} in`
  if (name.endsWith('Milligrams')) return `${value / 1000} g`
  if (name.endsWith('Grams')) return `${value} g`
  if (name.endsWith('Gsm')) return `${value} g/m²`
  if (name === 'upToPounds') return `${value} lb`
  return String(value)
}
