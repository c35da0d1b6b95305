// Lists of orders as files: CSV for spreadsheets, and JSON for programs. Pages are read while the file is sent, so the
// memory of an export does not grow with its orders.

import { byteOrderMark, csvText } from '../../base/csv.ts'

/** A column of a CSV file, and its text for an order. */
export type ExportColumns<Row> = Record<string, (row: Row) => string | number | null>

/** All rows of a list, page by page. */
export async function* allPages<Row, Position>(
  read: (after: Position | null) => Promise<{ orders: Row[]; next: Position | null }>,
): AsyncGenerator<Row[]> {
  for (let after: Position | null = null; ; ) {
    const { orders, next } = await read(after)
    yield orders
    if (next === null) return
    after = next
  }
}

export async function* ordersCsv<Row>(
  pages: AsyncIterable<Row[]>,
  columns: ExportColumns<Row>,
): AsyncGenerator<string> {
  yield `${byteOrderMark}${Object.keys(columns).join(',')}\r\n`
  const values = Object.values(columns)
  for await (const rows of pages)
    if (rows.length > 0) yield rows.map(row => `${values.map(value => csvField(value(row))).join(',')}\r\n`).join('')
}

const csvField = (value: string | number | null): string =>
  value === null ? '' : typeof value === 'number' ? String(value) : csvText(value)

export async function* ordersJson<Row>(pages: AsyncIterable<Row[]>): AsyncGenerator<string> {
  yield '{"orders":['
  let isFirst = true
  for await (const rows of pages) {
    if (rows.length === 0) continue
    yield (isFirst ? '' : ',') + rows.map(row => JSON.stringify(row)).join(',')
    isFirst = false
  }
  yield ']}'
}
