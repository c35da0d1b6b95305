// The books of a catalog as a spreadsheet, one row each, and back. A row changes only what its cells say differently:
// an unchanged export changes nothing. Books that the file does not name stay as they are.

import { say, type Translatable, type Words } from '../../languages/texts.ts'
import type { Cell, DecimalMark } from '../base/files/cellNumbers.ts'
import {
  type CsvStyle,
  type Sheet,
  type WrittenCell,
  type WrittenColumn,
  writeCsv,
  writeXlsx,
} from '../base/files/spreadsheet.ts'
import { createPause, inSlices } from '../base/running/slices.ts'
import {
  type BookColumn,
  bookColumns,
  columnNamed,
  discountColumn,
  likeColumn,
  type Path,
  plainName,
  skuColumn,
} from './bookColumns.ts'
import { findCatalogMistakes } from './catalogProblems.ts'

/** Of any shape: a draft may have mistakes. */
type Book = Record<string, unknown>
export type BookFormat = 'xlsx' | 'csv'

/** Where in the spreadsheet, by the row that it shows and the name of the column. */
export type CellMistake = { row: number; column: string; got: Words; expected: Words }

export const cellMistakeText = ({ row, column, got, expected }: CellMistake): Translatable =>
  say('row {row}, {column}: got {got}, expected {expected}', { row, column, got, expected })

export type BookChanges = {
  /** All books: those of before in their order, then the new books in the order of the file. */
  books: unknown[]
  added: string[]
  changed: string[]
  unchanged: number
  /** Books that are sold and not in the file. */
  missing: string[]
  mistakes: CellMistake[]
}

/** Rows that begin with it are for the reader alone. */
const commentMark = '#'
const maxQuote = 60
/** Columns for more numbers of copies make no table that a person can read. */
const maxDiscountColumns = 100

export class TooManyDiscounts extends Error {
  readonly detail: Translatable
  constructor(detail: Translatable) {
    super(String(detail))
    this.detail = detail
  }
}

/** The file with the books of a catalog. */
export const writeBooks = (catalog: unknown, format: BookFormat, style: CsvStyle): AsyncIterable<string | Uint8Array> =>
  writeRows(columnsOf(booksOf(catalog)), { books: booksOf(catalog), comments: [] }, { format, style })

/** A file with an explanation of each column and the sample's first book as an example; an import ignores both. */
export function writeTemplate(
  sample: unknown,
  format: BookFormat,
  style: CsvStyle,
): AsyncIterable<string | Uint8Array> {
  const [example = {}] = booksOf(sample)
  const columns = columnsOf([example])
  const mark = markOf(format, style)
  const explained = [
    `${commentMark} ${skuColumn.expected}. Rows that begin with ${commentMark} are not imported.`,
    String(likeColumn.expected),
    ...columns.map(({ expected }) => String(expected)),
  ]
  const [sku, ...cells] = rowOf(example, columns, mark)
  const comments = [explained, [`${commentMark} ${sku}`, ...cells]]
  return writeRows(columns, { books: [], comments }, { format, style })
}

const markOf = (format: BookFormat, { decimalMark }: CsvStyle): DecimalMark => (format === 'csv' ? decimalMark : '.')

function writeRows(
  columns: BookColumn[],
  { books, comments }: { books: Book[]; comments: WrittenCell[][] },
  { format, style }: { format: BookFormat; style: CsvStyle },
): AsyncIterable<string | Uint8Array> {
  async function* rows(): AsyncGenerator<WrittenCell[]> {
    yield* comments
    const pause = createPause()
    for (const book of books) {
      await pause()
      yield rowOf(book, columns, markOf(format, style))
    }
  }
  const written: WrittenColumn[] = [writtenColumn(skuColumn), likeColumn, ...columns.map(writtenColumn)]
  return format === 'csv' ? writeCsv(written, rows(), style) : writeXlsx('Books', written, rows())
}

const writtenColumn = ({ name, isPercent = false }: BookColumn): WrittenColumn => ({
  name,
  isPercent,
  width: Math.max(12, name.length + 2),
})

const rowOf = (book: Book, columns: BookColumn[], mark: DecimalMark): WrittenCell[] => [
  cellOf(book, skuColumn, mark),
  null,
  ...columns.map(one => cellOf(book, one, mark)),
]

const cellOf = (book: Book, column: BookColumn, mark: DecimalMark) => column.write(valueAt(book, column.path), mark)

/** Discounts stand after the price of a page, and those of the cost after its cost. */
function columnsOf(books: Book[]): BookColumn[] {
  const discountsOf = (list: 'price.breaks' | 'cost.breaks') => {
    const copies = new Set(books.flatMap(book => breaksAt(book, list.split('.')).map(one => one.fromCopies)))
    if (copies.size > maxDiscountColumns)
      throw new TooManyDiscounts(
        say(
          'The books have discounts from {copies} different numbers of copies, and a spreadsheet has columns for {maxDiscountColumns}. Export JSON.',
          { copies: copies.size, maxDiscountColumns },
        ),
      )
    return [...copies].toSorted((a, b) => a - b).map(fromCopies => discountColumn(list, fromCopies))
  }
  return bookColumns.flatMap(one => [
    one,
    ...(one.path.join('.') === 'price.perPageMillicents' ? discountsOf('price.breaks') : []),
    ...(one.path.join('.') === 'cost.perPageMillicents' ? discountsOf('cost.breaks') : []),
  ])
}

type Read = {
  sheet: Sheet
  /** The catalog that the file changes, and books outside of it that a new book may be like. */
  catalog: unknown
  sample: unknown
}

/** The books of a catalog with the changes of a spreadsheet. With mistakes, none of them may be used. */
export async function readBooks({ sheet, catalog, sample }: Read): Promise<BookChanges> {
  const [head, ...rows] = sheet.rows
  const before = skusOf(catalog)
  const untouched = { books: before, added: [], changed: [], unchanged: 0, missing: [] }
  if (head === undefined) return { ...untouched, mistakes: [headMistake(1, 'SKU', nothing, say('names of columns'))] }
  const columns = readHead(head)
  if (columns.mistakes.length > 0) return { ...untouched, mistakes: columns.mistakes }

  const { written, unchanged, firstRows, mistakes } = await readRows({ sheet, catalog, sample }, rows, columns)
  if (firstRows.size === 0)
    mistakes.push(headMistake(head.row, skuColumn.name, say('no books'), say('a row for each book')))
  for (const mistake of await ruleMistakes(written, columns.columns, new Set(mistakes.map(placeKey))))
    mistakes.push(mistake)
  await createPause()()
  return {
    books: withWritten(before, written),
    added: written.flatMap(({ sku, place }) => (place === null ? [sku] : [])),
    changed: written.flatMap(({ sku, place }) => (place === null ? [] : [sku])),
    unchanged,
    missing: booksOf(catalog).flatMap(({ manufacturingSku, retired }) =>
      retired !== true && typeof manufacturingSku === 'string' && !firstRows.has(manufacturingSku)
        ? [manufacturingSku]
        : [],
    ),
    mistakes: inOrder(mistakes, head),
  }
}

function withWritten(before: unknown[], written: Touched[]): unknown[] {
  const books = [...before]
  for (const { book, place } of written) {
    if (place === null) books.push(book)
    else books[place] = book
  }
  return books
}

type Rows = {
  written: Touched[]
  unchanged: number
  /** The first row of each SKU. */
  firstRows: Map<string, number>
  mistakes: CellMistake[]
}

/** The book of each row, for itself. */
async function readRows(
  { sheet, catalog, sample }: Read,
  rows: Sheet['rows'],
  { columns, skuAt, likeAt }: ReturnType<typeof readHead>,
): Promise<Rows> {
  const before = skusOf(catalog)
  const placeOf = new Map(
    before.flatMap((book, i) => (isBook(book) ? [[String(book.manufacturingSku), i] as const] : [])),
  )
  const pause = createPause()
  await pause()
  const likes = new Map([...booksOf(sample), ...booksOf(catalog)].map(book => [String(book.manufacturingSku), book]))
  const found: Rows = { written: [], unchanged: 0, firstRows: new Map(), mistakes: [] }
  for (const { row, cells } of rows) {
    await pause()
    const cell = cells[skuAt] ?? null
    if (typeof cell === 'string' && cell.startsWith(commentMark)) continue
    const sku = readSku({ row, cell, mark: sheet.decimalMark }, found)
    if (sku === null) continue
    const like = shownText(likeAt === null ? null : (cells[likeAt] ?? null))
    const place = placeOf.get(sku)
    const base = place === undefined ? newBook(sku, likes.get(like)) : (before[place] as Book)
    if (place === undefined && like !== '' && !likes.has(like))
      found.mistakes.push({
        row,
        column: likeColumn.name,
        got: like,
        expected: say('the SKU of a book of the catalog, of the sample or of a row above'),
      })
    const { book, wrong } = withCells(base, { row, cells, columns, keepsEmpty: like !== '', mark: sheet.decimalMark })
    for (const mistake of wrong) found.mistakes.push(mistake)
    likes.set(sku, book)
    if (place !== undefined && book === base) found.unchanged++
    else found.written.push({ row, cells, sku, book, place: place ?? null })
  }
  return found
}

/** The SKU of a row; null if it has none, or that of a row above. */
function readSku(
  { row, cell, mark }: { row: number; cell: Cell; mark: DecimalMark },
  { firstRows, mistakes }: Rows,
): string | null {
  const sku = cell === null ? undefined : skuColumn.read(cell, mark)
  const fail = (expected: Translatable) => {
    mistakes.push({ row, column: skuColumn.name, got: shown(cell), expected })
    return null
  }
  if (typeof sku !== 'string') return fail(skuColumn.expected)
  const first = firstRows.get(sku)
  firstRows.set(sku, first ?? row)
  return first === undefined ? sku : fail(say('another SKU than that of row {first}', { first }))
}

/** As a reader goes through the file. */
function inOrder(mistakes: CellMistake[], { cells }: Sheet['rows'][number]): CellMistake[] {
  const placeOf = new Map(cells.map((name, i) => [plainName(String(name)), i]))
  const place = ({ column }: CellMistake) => placeOf.get(plainName(column)) ?? -1
  return mistakes.toSorted((a, b) => a.row - b.row || place(a) - place(b))
}

/** A book that a row makes or changes. */
type Touched = { row: number; cells: Cell[]; sku: string; book: Book; place: number | null }

/** The books of a catalog of any shape. */
const skusOf = (catalog: unknown): unknown[] => {
  const skus = (catalog as { skus?: unknown } | null | undefined)?.skus
  return Array.isArray(skus) ? skus : []
}
const booksOf = (catalog: unknown): Book[] => skusOf(catalog).filter(isBook)
const isBook = (value: unknown): value is Book => typeof value === 'object' && value !== null && !Array.isArray(value)

const headMistake = (row: number, column: string, got: Words, expected: Translatable): CellMistake => ({
  row,
  column,
  got,
  expected,
})

/** The columns of a file by their place; null is a column that is not imported. */
function readHead({ row, cells }: Sheet['rows'][number]) {
  const mistakes: CellMistake[] = []
  const names = cells.map(cell => (cell === null ? '' : String(cell)))
  const seen = new Set<string>()
  const columns = names.map((name): BookColumn | null => {
    if (name === '' || name.startsWith(commentMark)) return null
    const found = columnNamed(name)
    const isLike = plainName(name) === plainName(likeColumn.name)
    const key = found?.path.join('.') ?? plainName(name)
    if (found === null && !isLike)
      mistakes.push(
        headMistake(
          row,
          name,
          name,
          say('a column of the template, or a name that begins with {commentMark}', { commentMark }),
        ),
      )
    else if (seen.has(key)) mistakes.push(headMistake(row, name, name, say('each column once')))
    seen.add(key)
    return found
  })
  const skuAt = columns.findIndex(one => one?.path === skuColumn.path)
  if (skuAt === -1) mistakes.push(headMistake(row, skuColumn.name, nothing, say('a column SKU')))
  const likeAt = names.findIndex(name => plainName(name) === plainName(likeColumn.name))
  return { columns, skuAt, likeAt: likeAt === -1 ? null : likeAt, mistakes }
}

/** With the discounts of a price, which are given by columns and may be none. */
function newBook(manufacturingSku: string, like: Book | undefined): Book {
  const { retired: _retired, ...values } = structuredClone(like ?? { price: { breaks: [] } })
  return { ...values, manufacturingSku }
}

type Row = { row: number; cells: Cell[]; columns: (BookColumn | null)[]; keepsEmpty: boolean; mark: DecimalMark }

/** The same book if no cell says anything else. */
function withCells(base: Book, { row, cells, columns, keepsEmpty, mark }: Row): { book: Book; wrong: CellMistake[] } {
  let book = base
  const wrong: CellMistake[] = []
  columns.forEach((column, i) => {
    if (column === null || column.path === skuColumn.path) return
    const cell = cells[i] ?? null
    const current = valueAt(base, column.path)
    const change = (value: unknown) => {
      if (book === base) book = structuredClone(base)
      setAt(book, column.path, value)
    }
    const fail = () => wrong.push({ row, column: column.name, got: shown(cell), expected: column.expected })
    if (cell === null) {
      if (keepsEmpty || column.write(current, mark) === null) return
      if (column.isOptional) change(undefined)
      else fail()
      return
    }
    const value = column.read(cell, mark)
    // A value that is wrong already, and stays as it is, is a mistake of the draft and not of the file.
    if (value === undefined) {
      if (String(cell) !== String(column.write(current, mark))) fail()
    } else if (JSON.stringify(value) !== JSON.stringify(current)) change(value)
  })
  if (book !== base) completeCost(book)
  return { book, wrong }
}

/** The cost of a book has discounts, which may be none; without any value, the book has no cost. */
function completeCost(book: Book): void {
  if (!isBook(book.cost)) return
  const { breaks = [], ...amounts } = book.cost
  if (Object.keys(amounts).length === 0 && Array.isArray(breaks) && breaks.length === 0) delete book.cost
  else book.cost = { ...amounts, breaks }
}

const placeKey = ({ row, column }: Pick<CellMistake, 'row' | 'column'>): string => `${row} ${column}`
const pathKey = ({ path }: BookColumn): string => path.join('.')

/** Mistakes of whole books: what is missing, too large, or contradicts something else. A cell has one mistake. */
async function ruleMistakes(
  touched: Touched[],
  columns: (BookColumn | null)[],
  found: Set<string>,
): Promise<CellMistake[]> {
  if (touched.length === 0) return []
  const pause = createPause()
  const placeOf = new Map(columns.flatMap((one, i) => (one === null ? [] : [[pathKey(one), i] as const])))
  const mistakes: CellMistake[] = []
  const add = (mistake: CellMistake) => {
    if (!found.has(placeKey(mistake))) mistakes.push(mistake)
    found.add(placeKey(mistake))
  }
  /** The fields that a new book needs and the file has no column for. */
  const lacking: BookColumn[][] = []
  const needed = bookColumns.filter(one => !one.isOptional && !placeOf.has(pathKey(one)))
  for (const { book, place } of touched) {
    await pause()
    lacking.push(place === null ? needed.filter(one => isMissing(book, one)) : [])
  }
  const addAt = (path: string, expectedOf: (column: BookColumn) => Words) => {
    const [, , index = '', ...keys] = path.split('/')
    const { row, cells, book } = touched[Number(index)]!
    const column = columnAt(book, keys)
    const at = placeOf.get(pathKey(column))
    if (at === undefined && lacking[Number(index)]!.includes(column)) return
    const got = at === undefined ? shown(cellOf(book, column, '.')) : shown(cells[at] ?? null)
    add({ row, column: column.name, got, expected: expectedOf(column) })
  }
  const catalog = { fulfillment: { perOrderCents: 0, perItemCents: 0 }, skus: touched.map(({ book }) => book) }
  const { shape, rules } = await inSlices(findCatalogMistakes(catalog))
  for (const { path, keyword } of shape) {
    await pause()
    addAt(path, column =>
      keyword === 'additionalProperties' && path.endsWith(`/${column.path.join('/')}`)
        ? say('nothing, for a book of this kind')
        : column.expected,
    )
  }
  for (const { path, expected } of rules)
    addAt(path, column => (isDiscount(column.path) ? say('more off than for fewer copies') : expected))
  touched.forEach(({ row }, i) => {
    if (lacking[i]!.length === 0) return
    const expected = say('the SKU of a similar book, because the book is new and the file has no column {columns}', {
      columns: listed(lacking[i]!),
    })
    add({ row, column: likeColumn.name, got: nothing, expected })
  })
  return mistakes
}

const isMissing = (book: Book, { path }: BookColumn): boolean => valueAt(book, path) === undefined

const listed = (columns: BookColumn[]): Words => {
  const names = columns.map(({ name }) => name)
  return names.length > 3
    ? say('{names} and {count} more', { names: names.slice(0, 3).join(', '), count: names.length - 3 })
    : names.join(', ')
}

/** The column of a value, or of the nearest value that has one. */
function columnAt(book: Book, keys: string[]): BookColumn {
  const [part = '', list = '', place] = keys
  if (list === 'breaks' && (part === 'price' || part === 'cost')) {
    const one = breaksAt(book, [part, list])[Number(place)]
    if (one !== undefined) return discountColumn(`${part}.breaks`, one.fromCopies)
  }
  const all = [skuColumn, ...bookColumns]
  const startsAlike = (path: Path) => path.every((key, i) => keys[i] === undefined || keys[i] === key)
  const isWithin = (path: Path) => path.every((key, i) => keys[i] === key)
  return all.find(({ path }) => isWithin(path)) ?? all.find(({ path }) => startsAlike(path)) ?? skuColumn
}

type Break = { fromCopies: number; offBasisPoints: number }

/** The discounts of a price that can be read. */
function breaksAt(book: Book, path: Path): Break[] {
  const breaks = nodeAt(book, path)
  return Array.isArray(breaks) ? breaks.filter(one => isBook(one) && typeof one.fromCopies === 'number') : []
}

const isDiscount = (path: Path): boolean => path.length === 3 && path[1] === 'breaks'

function valueAt(book: Book, path: Path): unknown {
  if (!isDiscount(path)) return nodeAt(book, path)
  return breaksAt(book, path.slice(0, 2)).find(({ fromCopies }) => fromCopies === Number(path[2]))?.offBasisPoints
}

const nodeAt = (book: Book, path: Path): unknown =>
  path.reduce<unknown>((value, key) => (isBook(value) ? value[key] : undefined), book)

/** Undefined removes a value, and what is empty without it. */
function setAt(book: Book, path: Path, value: unknown): void {
  const [key = '', ...rest] = path
  if (isDiscount(path)) setAt(book, path.slice(0, 2), withDiscount(book, path, value))
  else if (rest.length > 0) {
    const inner = isBook(book[key]) ? book[key] : {}
    setAt(inner, rest, value)
    if (Object.keys(inner).length > 0) book[key] = inner
    else delete book[key]
  } else if (value === undefined) delete book[key]
  else book[key] = value
}

function withDiscount(book: Book, path: Path, offBasisPoints: unknown): Book[] {
  const fromCopies = Number(path[2])
  const others = breaksAt(book, path.slice(0, 2)).filter(one => one.fromCopies !== fromCopies)
  return [...others, ...(offBasisPoints === undefined ? [] : [{ fromCopies, offBasisPoints }])].toSorted(
    (a, b) => a.fromCopies - b.fromCopies,
  )
}

/** A cell as a mistake repeats it. */
function shown(cell: Cell): Words {
  if (cell instanceof Date) return say('the day {day}', { day: cell.toISOString().slice(0, 10) })
  const text = shownText(cell)
  if (text === '') return nothing
  return text.length > maxQuote ? `${text.slice(0, maxQuote)}…` : text
}

const nothing = say('nothing')

const shownText = (cell: Cell): string =>
  cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? '').trim()
