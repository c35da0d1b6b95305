// A grid as a file for a spreadsheet program. When it comes back without changes, it changes nothing.

import { type CsvStyle, type WrittenCell, writeCsv, writeXlsx } from '../../../src/base/files/spreadsheet.ts'
import { download } from '../forms/download.ts'
import type { CellUnit, GridColumn, GridRow } from './cells.ts'
import { mark } from './useCells.ts'

type Grid<Value> = { label: string; rowTitle: string; rows: GridRow<Value>[]; columns: GridColumn<Value>[] }

/** As the spreadsheet programs of the reader's country read CSV. */
const style: CsvStyle = mark === ',' ? { separator: ';', decimalMark: ',' } : { separator: ',', decimalMark: '.' }
/** In letters. */
const [namesWidth, cellWidth] = [40, 16]
const maxSheetName = 31

export async function downloadGrid<Value>(format: 'xlsx' | 'csv', grid: Grid<Value>): Promise<void> {
  const { label, rowTitle, rows, columns } = grid
  const heads = [
    { name: rowTitle, isPercent: false, width: namesWidth },
    ...columns.map(({ title, unit }) => ({ name: title, isPercent: unit.sign === '%', width: cellWidth })),
  ]
  const lines = async function* (): AsyncGenerator<WrittenCell[]> {
    for (const { names, value } of rows)
      yield [names[0]!, ...columns.map(({ read, unit }) => fileCell(read(value), unit))]
  }
  const sheetName = label.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, maxSheetName)
  const parts: BlobPart[] = []
  const written = format === 'csv' ? writeCsv(heads, lines(), style) : writeXlsx(sheetName, heads, lines())
  for await (const part of written) parts.push(part as BlobPart)
  const address = URL.createObjectURL(new Blob(parts))
  download(address, `${label}.${format}`)
  URL.revokeObjectURL(address)
}

/** A text that says no value is in the draft until it is mended. */
const fileCell = (stored: unknown, { decimals }: CellUnit): WrittenCell =>
  typeof stored === 'number' ? stored / 10 ** decimals : typeof stored === 'string' ? stored : null
