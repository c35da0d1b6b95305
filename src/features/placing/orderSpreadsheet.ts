// Orders in a spreadsheet: a row for each book, and rows with the same identifier are one order. A rule over cells:
// each order becomes the body of a create request, and each mistake is named by row and column. Changes of spreadsheet
// programs to cells are undone if that is sure, and are mistakes if not.

import { say, type Words } from '../../../languages/texts.ts'
import { type Cell, type DecimalMark, numberOf } from '../../base/files/cellNumbers.ts'
import { cellFault, namedRows, plainText } from '../../base/files/sheetRows.ts'
import type { Sheet } from '../../base/files/spreadsheet.ts'
import { type Problem, quoted } from '../../base/refusal.ts'
import { createPause } from '../../base/running/slices.ts'
import { supportedCountry } from '../../shipping/destination.ts'
import { addressColumns, bookColumns, type Column, columns, requiredColumns } from './orderColumns.ts'

export type SheetMistake = { row: number; column: string; code: string; detail: Words }
export type SheetOrder = { rows: number[]; order: Record<string, unknown> }

/** Columns of the whole order: its rows may leave them empty after the first, and must not contradict it. */
const orderColumns = columns.filter(column => !bookColumns.some(name => name === column))

/** A row is an item. The body has room for so many with long texts. */
const maxBooks = 5000
const maxCopies = 10_000
const maxPages = 100_000
const maxPrice = 9_999_999.99

type Row = { row: number; cells: Partial<Record<Column, Cell | undefined>> }

/** If it is unsure which cell belongs to which column, no order is read. */
export async function readOrders(
  sheet: Sheet,
): Promise<{ orders: SheetOrder[]; mistakes: SheetMistake[]; ignoredColumns: string[] }> {
  const { headerRow, names, rows, faults } = await namedRows(sheet, requiredColumns)
  const mistakes = [
    ...faults.map(({ row, column, detail }) => mistake(row, column, detail)),
    ...(rows.length === 0
      ? [mistake(headerRow, 'sku', say('the file has no orders below the names of the columns'))]
      : []),
    ...(rows.length > maxBooks
      ? [
          mistake(
            headerRow,
            'sku',
            say('the file has more than {maxBooks} books: place them with several files', { maxBooks }),
          ),
        ]
      : []),
  ]
  const ignoredColumns = names.filter(name => name !== '' && !columns.some(known => known === name))
  if (mistakes.length > 0) return { orders: [], mistakes, ignoredColumns }
  const groups = Map.groupBy(
    rows,
    // A row without an identifier is an order of its own.
    ({ row, cells }: Row) => plainText(cells.customerOrderId) || row,
  )
  const pause = createPause()
  const read: ReturnType<typeof readOrder>[] = []
  for (const group of groups.values()) {
    await pause()
    read.push(readOrder(group, sheet.decimalMark))
  }
  return {
    orders: read.filter(one => one.mistakes.length === 0).map(({ rows, order }) => ({ rows, order })),
    mistakes: read.flatMap(one => one.mistakes),
    ignoredColumns,
  }
}

/** A problem of an order, where the file has it. */
export function sheetMistake(rows: readonly number[], { pointer, code, detail }: Problem): SheetMistake {
  const [, first = '', second = '', ...rest] = pointer.split('/')
  const row = first === 'orderItems' ? (rows[Number(second)] ?? rows[0]!) : rows[0]!
  if (first === 'packingSlip') return { row, column: slipColumns[second] ?? 'blindShipping', code, detail }
  const column = rest.at(-1) ?? (first === 'orderItems' ? 'sku' : second || first || 'customerOrderId')
  return { row, column: column === 'product' ? 'coverUrl' : column, code, detail }
}

const slipColumns: Record<string, Column> = { message: 'packingSlipMessage', giftMessage: 'giftMessage' }

const mistake = (row: number, column: string, detail: Words): SheetMistake => ({
  row,
  column,
  code: 'wrong_cell',
  detail,
})

function readOrder(group: Row[], decimalMark: DecimalMark) {
  const lines = group.map(({ row, cells }) => ({ row, cells, texts: textsOf(cells) }))
  const [{ row, texts: own }, ...others] = lines as [Line, ...Line[]]
  const mistakes = lines.flatMap(faultsIn)
  for (const { row: other, texts } of others) {
    for (const column of orderColumns) {
      if (texts[column] === '' || texts[column] === own[column]) continue
      const detail = say('got {got}, and {other} in row {row} of the same order', {
        got: quoted(texts[column]),
        other: quoted(own[column]),
        row,
      })
      mistakes.push(mistake(other, column, detail))
    }
  }
  const failIn =
    (at: number): Fail =>
    (column, text, expected) => {
      mistakes.push(mistake(at, column, say('got {got}; expected {expected}', { got: quoted(text), expected })))
    }
  const orderItems = lines.map(line => readBook(line, decimalMark, failIn(line.row)))
  const packingSlip = slipOf(own, failIn(row))
  const { customerOrderId, purchaseOrderNumber, webhookUrl, payload, shippingClassification } = own
  return {
    rows: group.map(one => one.row),
    mistakes,
    order: {
      ...filled({ customerOrderId, purchaseOrderNumber, webhookUrl, payload, shippingClassification }),
      destination: addressOf(own),
      orderItems,
      ...(Object.keys(packingSlip).length === 0 ? {} : { packingSlip }),
    },
  }
}

const textsOf = (cells: Row['cells']): Texts =>
  Object.fromEntries(columns.map(column => [column, plainText(cells[column])])) as Texts

type Texts = Record<Column, string>
type Line = Row & { texts: Texts }
type Fail = (column: Column, text: string, expected: Words) => void

function addressOf(own: Texts): Record<string, string> {
  const address = Object.fromEntries(addressColumns.map(column => [column, own[column]]))
  return filled({ ...address, country: own.country.toUpperCase(), postal: postalOf(own) })
}

/** Spreadsheets take ZIP codes for numbers, and drop the zeros of New England, New Jersey, Puerto Rico and others. */
function postalOf({ postal, country }: Texts): string {
  const code = supportedCountry(country)
  if (code === null || code === 'CA') return postal
  if (/^\d{3,4}$/.test(postal)) return postal.padStart(5, '0')
  if (/^\d{7,8}$/.test(postal)) return postal.padStart(9, '0')
  return postal.replace(/^\d{3,4}(?=[- ]\d{4}$)/, zip => zip.padStart(5, '0'))
}

function readBook({ cells, texts }: Line, decimalMark: DecimalMark, fail: Fail) {
  const count = (column: Column, max: number): number | undefined => {
    if (texts[column] === '') return undefined
    const number = numberOf(cells[column]!, decimalMark, max)
    if (number !== null && Number.isInteger(number) && number >= 1 && number <= max) return number
    fail(column, texts[column], say('a whole number from 1 to {max}', { max }))
    return undefined
  }
  const files = filled({ coverUrl: texts.coverUrl, gutsUrl: texts.gutsUrl })
  return filled({
    sku: texts.sku,
    quantity: count('quantity', maxCopies),
    pageCount: count('pageCount', maxPages),
    retailPrice: priceOf(cells.retailPrice ?? null, texts, { decimalMark, fail }),
    product: Object.keys(files).length === 0 ? undefined : files,
  })
}

/** `19,5` where commas are decimal marks, and 19.5 of .xlsx, are 19.50. */
function priceOf(
  cell: Cell,
  { retailPrice }: Texts,
  { decimalMark, fail }: { decimalMark: DecimalMark; fail: Fail },
): string | undefined {
  if (retailPrice === '') return undefined
  const number = numberOf(cell, decimalMark, maxPrice)
  if (number !== null && number >= 0 && number <= maxPrice && Number(number.toFixed(2)) === number)
    return number.toFixed(2)
  fail('retailPrice', retailPrice, say('dollars with at most two decimals, such as 19.99'))
  return undefined
}

const blindWords: Record<string, boolean | undefined> = { yes: true, true: true, no: false, false: false }

/** Empty cells leave it to the account's settings. */
function slipOf({ packingSlipMessage: message, giftMessage, blindShipping }: Texts, fail: Fail) {
  const blind = blindWords[blindShipping.toLowerCase()]
  if (blindShipping !== '' && blind === undefined) fail('blindShipping', blindShipping, say('yes, no or nothing'))
  return filled({ message, giftMessage, blind })
}

const filled = <Value>(fields: Record<string, Value>): Record<string, Exclude<Value, undefined>> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '' && value !== undefined)) as Record<
    string,
    Exclude<Value, undefined>
  >

/** Columns whose digits are a name and no number. */
const namingColumns: readonly Column[] = ['customerOrderId', 'sku', 'purchaseOrderNumber', 'postal', 'phone']

/** Changes of a spreadsheet program to cells that cannot be undone. */
const faultsIn = ({ row, cells, texts }: Line): SheetMistake[] =>
  columns.flatMap(column => {
    const fault = cellFault(cells[column] ?? null, namingColumns.includes(column) ? 'name' : 'other')
    return fault === null
      ? []
      : [mistake(row, column, say('got {got}, because {fault}', { got: quoted(texts[column]), fault }))]
  })
