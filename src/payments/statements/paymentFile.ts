// Payments from a CSV file of the bank. Every mistake is named by row and field: row 1 has the names of the columns, as
// in a spreadsheet. Pure: what only the database knows is checked afterwards.

import papa from 'papaparse'
import { isDay } from '../../base/clock.ts'
import { centsOf } from '../../base/money.ts'
import { type Problem, quoted } from '../../base/refusal.ts'

export type PaymentRow = {
  /** As a spreadsheet numbers it. */
  row: number
  /** Of the row, as a JSON Pointer into the body of the import. */
  place: string
  accountId: string
  receivedOn: string
  amountCents: number
  reference: string
  statement: number | null
  note: string | null
}

const required = ['accountId', 'receivedOn', 'amount', 'reference'] as const
const optional = ['statement', 'note'] as const
const columns: readonly string[] = [...required, ...optional]
type Field = (typeof required | typeof optional)[number]

export const maxReferenceLength = 100
export const maxNoteLength = 500
const maxIdLength = 64
const maxRows = 5000

/** `today` is the day at the operator; no payment is received later. */
export function readPaymentFile(csv: string, today: string): { rows: PaymentRow[]; problems: Problem[] } {
  // Empty lines are kept, so that rows are counted as in a spreadsheet.
  const { data, meta, errors } = papa.parse<Record<string, string>>(csv.replace(/^\uFEFF/, ''), {
    header: true,
    transformHeader: name => name.trim(),
    transform: value => value.trim(),
  })
  const names = meta.fields ?? []
  const problems: Problem[] = [
    ...required
      .filter(name => !names.includes(name))
      .map(name => problemAt(1, name, `the file has no column ${name}; it needs ${required.join(', ')}`)),
    ...names
      .filter(name => name !== '' && !columns.includes(name))
      .map(name => problemAt(1, name, `there is no column ${quoted(name)}; expected ${columns.join(', ')}`)),
  ]
  if (problems.length > 0) return { rows: [], problems }
  const filled = data
    .map((fields, i) => ({ fields, row: i + 2 }))
    .filter(({ fields }) => names.some(name => (fields[name] ?? '') !== ''))
  if (filled.length === 0) return { rows: [], problems: [problemAt(1, 'accountId', 'the file has no payments')] }
  if (filled.length > maxRows)
    return { rows: [], problems: [problemAt(1, 'accountId', `the file has more than ${maxRows} payments`)] }
  for (const { code, row = 0 } of errors)
    if (code === 'TooManyFields') problems.push(problemAt(row + 2, 'note', 'the row has more fields than row 1'))
    else if (code === 'MissingQuotes' || code === 'InvalidQuotes')
      problems.push(problemAt(row + 2, 'note', 'a quoted text does not end, or ends too early'))
  const firstRows = new Map<string, number>()
  const rows = filled.map(({ fields, row }) => {
    const { found, wrong } = readRow(fields, row, today)
    for (const problem of wrong) problems.push(problem)
    const key = found.reference.toLowerCase()
    const first = firstRows.get(key)
    if (key === '') return found
    if (first === undefined) firstRows.set(key, row)
    else problems.push(problemAt(row, 'reference', `row ${first} has the reference ${quoted(found.reference)} too`))
    return found
  })
  return { rows, problems }
}

/** Invalid values are empty in `found`. */
function readRow(fields: Record<string, string>, row: number, today: string) {
  const wrong: Problem[] = []
  const get = (name: Field) => fields[name] ?? ''
  const fail = (name: Field, expected: string) => {
    wrong.push(problemAt(row, name, `got ${quoted(get(name))}, expected ${expected}`))
  }
  const amountCents = centsFrom(get('amount'))
  if (amountCents === null) fail('amount', 'dollars above zero with at most two decimals, such as 1250.00')
  const receivedOn = get('receivedOn')
  if (!isDayUntil(receivedOn, today)) fail('receivedOn', `a day such as 2026-03-31, not after today, ${today}`)
  const accountId = textFrom(get('accountId'), maxIdLength)
  if (accountId === '') fail('accountId', 'the id of an account')
  const reference = textFrom(get('reference'), maxReferenceLength)
  if (reference === '') fail('reference', `the reference of the bank, of 1 to ${maxReferenceLength} characters`)
  const statement = get('statement')
  if (!/^([1-9]\d{0,8})?$/.test(statement)) fail('statement', 'the number of a statement, or nothing')
  const note = get('note')
  if (note !== textFrom(note, maxNoteLength)) fail('note', `at most ${maxNoteLength} characters`)
  const found: PaymentRow = {
    row,
    place: placeOf(row),
    accountId,
    receivedOn,
    amountCents: amountCents ?? 0,
    reference,
    statement: statement === '' ? null : Number(statement),
    note: note === '' ? null : note,
  }
  return { found, wrong }
}

/** Days of this century; today is the last. */
export const isDayUntil = (day: string, today: string): boolean =>
  /^20\d\d-\d\d-\d\d$/.test(day) && isDay(day) && day <= today

/** Empty when it is too long, or not one line of text. */
const textFrom = (text: string, maxLength: number): string =>
  [...text].length <= maxLength && !/[\p{Cc}\p{Cs}]/u.test(text) ? text : ''

/** `1,250.00` and `$1250` are amounts too. */
function centsFrom(text: string): number | null {
  const plain = text.replace(/^\$/, '')
  if (!/^(\d+|\d{1,3}(,\d{3})+)(\.\d{1,2})?$/.test(plain)) return null
  const cents = centsOf(Number(plain.replaceAll(',', '')))
  return cents === null || cents === 0 ? null : cents
}

const placeOf = (row: number): string => `/csv/${row}`

export const problemAt = (row: number, name: string, what: string): Problem => ({
  pointer: `${placeOf(row)}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
  code: 'wrong_format',
  detail: `Row ${row}, ${name}: ${what}.`,
})
