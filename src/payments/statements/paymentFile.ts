// Payments from a spreadsheet of the bank. Every mistake is named by row and field, as the spreadsheet shows them.
// Pure: what only the database knows is checked afterwards.

import { say, type Words } from '../../../languages/texts.ts'
import { isDay } from '../../base/clock.ts'
import { type Cell, type DecimalMark, numberOf } from '../../base/files/cellNumbers.ts'
import { type CellKind, cellFault, namedRows, plainText } from '../../base/files/sheetRows.ts'
import type { Sheet } from '../../base/files/spreadsheet.ts'
import { centsOf, maxDollars } from '../../base/money.ts'
import { type Problem, quoted } from '../../base/refusal.ts'
import { createPause } from '../../base/running/slices.ts'

export type PaymentRow = {
  /** As a spreadsheet numbers it. */
  row: number
  /** Empty in a row that only its invoice places. */
  accountId: string
  receivedOn: string
  amountCents: number
  reference: string
  statement: number | null
  /** The number of the statement's invoice. */
  invoice: number | null
  note: string | null
}

const required = ['accountId', 'receivedOn', 'amount', 'reference'] as const
const optional = ['statement', 'invoice', 'note'] as const
const columns: readonly string[] = [...required, ...optional]
type Field = (typeof required | typeof optional)[number]

export const maxReferenceLength = 100
export const maxNoteLength = 500
const maxIdLength = 64
const maxRows = 5000

/** `today` is the day at the operator; no payment is received later. */
export async function readPaymentFile(
  sheet: Sheet,
  today: string,
): Promise<{ rows: PaymentRow[]; problems: Problem[] }> {
  const { headerRow, names, rows: filled, faults } = await namedRows(sheet, required)
  const problems: Problem[] = [
    ...faults.map(({ row, column, detail }) => problemAt(row, column, detail)),
    ...names
      .filter(name => name !== '' && !columns.includes(name))
      .map(name =>
        problemAt(
          headerRow,
          name,
          say('there is no column {column}; expected {columns}', { column: quoted(name), columns: columns.join(', ') }),
        ),
      ),
    ...(filled.length === 0 ? [problemAt(headerRow, 'accountId', say('the file has no payments'))] : []),
    ...(filled.length > maxRows
      ? [problemAt(headerRow, 'accountId', say('the file has more than {maxRows} payments', { maxRows }))]
      : []),
  ]
  if (problems.length > 0) return { rows: [], problems }
  const firstRows = new Map<string, number>()
  const pause = createPause()
  const rows: PaymentRow[] = []
  for (const { row, cells } of filled) {
    await pause()
    const { found, wrong } = readRow({ row, cells, decimalMark: sheet.decimalMark }, today)
    for (const problem of wrong) problems.push(problem)
    const key = found.reference.toLowerCase()
    const first = firstRows.get(key)
    rows.push(found)
    if (key === '') continue
    if (first === undefined) firstRows.set(key, row)
    else
      problems.push(
        problemAt(
          row,
          'reference',
          say('row {first} has the reference {reference} too', { first, reference: quoted(found.reference) }),
        ),
      )
  }
  return { rows, problems }
}

type Row = { row: number; cells: Partial<Record<Field, Cell | undefined>>; decimalMark: DecimalMark }
const kindOf: Partial<Record<Field, CellKind>> = { accountId: 'name', reference: 'name', receivedOn: 'day' }

/** Invalid values are empty in `found`. */
function readRow({ row, cells, decimalMark }: Row, today: string) {
  const wrong: Problem[] = []
  const get = (name: Field) => plainText(cells[name])
  const faulty = new Set<Field>()
  for (const name of [...required, ...optional]) {
    const fault = cellFault(cells[name] ?? null, kindOf[name] ?? 'other')
    if (fault === null) continue
    faulty.add(name)
    wrong.push(problemAt(row, name, say('got {got}, because {fault}', { got: quoted(get(name)), fault })))
  }
  const fail = (name: Field, expected: Words) => {
    if (!faulty.has(name))
      wrong.push(problemAt(row, name, say('got {got}, expected {expected}', { got: quoted(get(name)), expected })))
  }
  const amountCents = centsFrom(cells.amount ?? null, decimalMark)
  if (amountCents === null) fail('amount', say('dollars above zero with at most two decimals, such as 1250.00'))
  const receivedOn = get('receivedOn')
  if (!isDayUntil(receivedOn, today))
    fail('receivedOn', say('a day such as 2026-03-31, not after today, {today}', { today }))
  const accountId = textFrom(get('accountId'), maxIdLength)
  const invoice = numberFrom(get('invoice'))
  if (invoice === null && get('invoice') !== '') fail('invoice', say('the number of an invoice, or nothing'))
  const isPlacedByInvoice = get('accountId') === '' && get('invoice') !== ''
  if (accountId === '' && !isPlacedByInvoice) fail('accountId', say('the id of an account'))
  const reference = textFrom(get('reference'), maxReferenceLength)
  if (reference === '')
    fail('reference', say('the reference of the bank, of 1 to {maxReferenceLength} characters', { maxReferenceLength }))
  const statement = numberFrom(get('statement'))
  if (statement === null && get('statement') !== '') fail('statement', say('the number of a statement, or nothing'))
  const note = get('note')
  if (note !== textFrom(note, maxNoteLength)) fail('note', say('at most {maxNoteLength} characters', { maxNoteLength }))
  const found: PaymentRow = {
    row,
    accountId,
    receivedOn,
    amountCents: amountCents ?? 0,
    reference,
    statement,
    invoice,
    note: note === '' ? null : note,
  }
  return { found, wrong }
}

/** Days of this century; today is the last. */
export const isDayUntil = (day: string, today: string): boolean =>
  /^20\d\d-\d\d-\d\d$/.test(day) && isDay(day) && day <= today

/** The number of a document, with the zeros before it; null when the text is none. */
const numberFrom = (text: string): number | null => (/^0*[1-9]\d{0,8}$/.test(text) ? Number(text) : null)

/** Empty when it is too long, or not one line of text. */
const textFrom = (text: string, maxLength: number): string =>
  [...text].length <= maxLength && !/[\p{Cc}\p{Cs}]/u.test(text) ? text : ''

/** `1,250.00` and `$1250` are amounts too. `1.250` and `1,250` could be two amounts with either decimal mark. */
function centsFrom(cell: Cell, decimalMark: DecimalMark): number | null {
  if (typeof cell === 'string' && /^[^.,]*[.,]\d{3,}\D*$|e/i.test(cell)) return null
  const amount = numberOf(cell, decimalMark, maxDollars)
  const cents = amount === null ? null : centsOf(amount)
  return cents === 0 ? null : cents
}

export const problemAt = (row: number, name: string, what: Words): Problem => ({
  pointer: `/${row}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
  code: 'wrong_format',
  detail: say('Row {row}, {name}: {what}.', { row, name, what }),
})
