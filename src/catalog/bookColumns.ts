// The columns of the spreadsheet of books follow from the table of its fields, bookFields.ts: how a cell says a value.
// Prices are dollars, weights grams, lengths inches. Discounts have a column for each number of copies; the widths of
// gutters and spines by page count are in one cell, because books share them and they seldom change.

import { say, type Translatable } from '../../languages/texts.ts'
import { type Cell, type DecimalMark, numberOf, percentOf } from '../base/files/cellNumbers.ts'
import { textOf, type WrittenCell, type WrittenColumn } from '../base/files/spreadsheet.ts'
import type { PlacedField, Unit } from './bookField.ts'
import { allBookFields } from './bookFields.ts'

export type Path = readonly string[]

/** How a cell says a value. `read` has undefined for a cell that says none; cells are not empty. */
type Notation = {
  expected: Translatable
  isPercent?: boolean
  read(cell: Exclude<Cell, null>, mark: DecimalMark): unknown
  write(value: unknown, mark: DecimalMark): WrittenCell
}

export type BookColumn = Notation & {
  name: string
  /** Of the value in a book. */
  path: Path
  /** An empty cell means that the book has no such value. */
  isOptional: boolean
}

/** An amount of the catalog is so many units to one of the cell: a dollar has 100 cents. */
function scaled(unitsPerOne: number, max: number, expected: Translatable): Notation {
  return {
    expected,
    read(cell, mark) {
      const number = numberOf(cell, mark, max)
      if (number === null) return undefined
      const units = Math.round(number * unitsPerOne)
      // The product of 1.15 and 100 is a little more than 115.
      return Math.abs(number * unitsPerOne - units) < 1e-6 ? units : undefined
    },
    write: value => (typeof value === 'number' ? value / unitsPerOne : plain(value)),
  }
}

const wholeNumber = (expected: Translatable) => scaled(1, 100_000, expected)
const pageCount = wholeNumber(say('a whole number of pages from 1 to 2,000'))

const decimal = (max: number, expected: Translatable): Notation => ({
  expected,
  read: (cell, mark) => numberOf(cell, mark, max) ?? undefined,
  write: plain,
})
const percent = (max: number): Notation => ({
  expected: say('a percentage from 0% to {max}%, with the sign', { max }),
  isPercent: true,
  read: (cell, mark) => percentOf(cell, mark) ?? undefined,
  write: plain,
})

/** Hundredths of a percent. */
const discount: Notation = {
  expected: say('a percentage from 0.01% to 99.99%, with the sign, or nothing'),
  isPercent: true,
  read(cell, mark) {
    const percentage = percentOf(cell, mark)
    const units = Math.round((percentage ?? Number.NaN) * 100)
    return Math.abs(percentage! * 100 - units) < 1e-6 ? units : undefined
  },
  write: value => (typeof value === 'number' ? value / 100 : plain(value)),
}

const text = (expected: Translatable): Notation => ({
  expected,
  read: cell => (typeof cell === 'string' ? textOf(cell) : typeof cell === 'number' ? String(cell) : undefined),
  write: plain,
})

/** Spreadsheet programs make 4902.9 of 4902.90. */
const hsCode: Notation = {
  ...text(say('a code of the Harmonized System, such as 4901.99')),
  read: cell => (typeof cell === 'object' ? undefined : String(cell).replace(/^(\d{4}\.\d)$/, '$10')),
}

/** With a word after it, because spreadsheet programs make a day of 4/4. */
const colors: Notation = {
  expected: say('the colors of front and back, such as 4/0 colors'),
  read: cell => (typeof cell === 'string' ? /^\s*([14]\/[014])(?:\s.*)?$/.exec(cell)?.[1] : undefined),
  write: value => (typeof value === 'string' ? `${value} colors` : plain(value)),
}

const answers = new Map<string, boolean>([
  ...['yes', 'y', 'true', 'x', '1', 'ja', 'wahr'].map(word => [word, true] as const),
  ...['no', 'n', 'false', '0', 'nein', 'falsch'].map(word => [word, false] as const),
])
const yesOrNo: Notation = {
  expected: say('yes or no'),
  read: cell => answers.get(String(cell).trim().toLowerCase()),
  write: value => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : plain(value)),
}

/** Values by the words of the cell. */
function choice(values: Record<string, unknown>): Notation {
  const valueNamed = new Map(Object.entries(values))
  const wordOf = new Map(Object.entries(values).map(([word, value]) => [value, word]))
  return {
    expected: say('one of {values}', { values: Object.keys(values).join(', ') }),
    read: cell => valueNamed.get(String(cell).trim().toLowerCase()),
    write: value => wordOf.get(value) ?? plain(value),
  }
}

const never = 'never'
const spineText: Notation = {
  expected: say('a whole number of pages, or never'),
  read: (cell, mark) => (String(cell).trim().toLowerCase() === never ? null : pageCount.read(cell, mark)),
  write: value => (value === null ? never : plain(value)),
}

/** `from 1: 0; from 61: 0.125`. It begins with a word, because spreadsheet programs make a time of 1: 0. */
const widths: Notation = {
  expected: say('inches by page count, such as from 1: 0; from 61: 0.125'),
  read(cell) {
    const parts = String(cell)
      .split(/[;\n]/)
      .filter(part => part.trim() !== '')
      .map(part => /^\s*(?:from|ab)\s*(\d{1,5})\s*:\s*(\d+(?:[.,]\d+)?)\s*$/i.exec(part))
    return parts.includes(null)
      ? undefined
      : parts.map(part => ({ fromPages: Number(part![1]), inches: Number(part![2]!.replace(',', '.')) }))
  },
  write(value, mark) {
    const isList = Array.isArray(value) && value.length > 0 && value.every(isWidth)
    return isList
      ? value.map(({ fromPages, inches: width }) => `from ${fromPages}: ${String(width).replace('.', mark)}`).join('; ')
      : plain(value)
  },
}
const isWidth = (one: unknown): one is { fromPages: number; inches: number } =>
  typeof one === 'object' && one !== null && Object.values(one).every(value => typeof value === 'number')

const any = 'any'
const pdfVersions: Notation = {
  expected: say('any, or some of PDF/X-1a; PDF/X-3; PDF/X-4'),
  read: cell => (String(cell).trim().toLowerCase() === any ? [] : listOf(String(cell))),
  write: value => (Array.isArray(value) ? value.join('; ') || any : plain(value)),
}

const usual = 'usual'
const severities: Notation = {
  expected: say('usual, or codes of findings with error, warning, info or off, such as colour_rgb: off'),
  read(cell) {
    if (String(cell).trim().toLowerCase() === usual) return {}
    const pairs = listOf(String(cell)).map(one => /^(\w+)\s*:\s*(\w+)$/.exec(one))
    return pairs.includes(null) ? undefined : Object.fromEntries(pairs.map(pair => [pair![1], pair![2]]))
  },
  write: value =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value)
          .map(([code, severity]) => `${code}: ${severity}`)
          .join('; ') || usual
      : plain(value),
}

const listOf = (cell: string): string[] =>
  cell
    .split(/[;\n]/)
    .map(part => part.trim())
    .filter(part => part !== '')

/** Values that a draft may have by mistake are shown as they are. */
function plain(value: unknown): WrittenCell {
  if (value === undefined || value === null) return null
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value)
}

/** By the unit of a field, how a cell says its value. */
const notations: Record<Exclude<Unit, 'breaks'>, (field: PlacedField) => Notation> = {
  sku: () => text(say('3 to 64 capitals, digits and hyphens')),
  words: () => text(say('a text of 1 to 100 characters')),
  hsCode: () => hsCode,
  paperKind: () => text(say('a kind of paper of ISO 12647-2, PS1 to PS8')),
  colors: () => colors,
  printStandard: () => text(say('a name such as GRACoL2006_Coated1')),
  yesOrNo: () => yesOrNo,
  choice: ({ choices = {}, words = {} }) =>
    choice(Object.fromEntries(Object.keys(choices).map(value => [words[value] ?? value, value]))),
  cents: () => scaled(100, 100_000, say('dollars and cents from 0 to 100,000, such as 2.15')),
  millicents: () => scaled(100_000, 1, say('dollars from 0 to 1 with at most five decimals, such as 0.0115')),
  grams: () => wholeNumber(say('a whole number of grams from 1 to 10,000')),
  milligrams: () => scaled(1000, 100, say('grams from 0.001 to 100 with at most three decimals, such as 1.36')),
  gsm: () => decimal(1_000, say('g/m² from 20 to 1,000')),
  inches: ({ schema }) =>
    decimal(
      40,
      say('minimum' in schema ? 'inches from 0 to 40, such as 0.125' : 'inches above 0, up to 40, such as 6.14'),
    ),
  bands: () => widths,
  pages: ({ schema }) =>
    schema.minimum === 0 ? wholeNumber(say('a whole number of pages from 0 to 2,000')) : pageCount,
  pagesOrNever: () => spineText,
  pagesPerInch: () => decimal(2_000, say('pages per inch from 50 to 2,000')),
  percent: ({ schema }) => percent(Number(schema.maximum)),
  points: ({ schema }) =>
    decimal(Number(schema.maximum), say('points from 0 to {max}', { max: Number(schema.maximum) })),
  ppi: ({ schema }) =>
    wholeNumber(
      say('a whole number of ppi from {min} to {max}', { min: Number(schema.minimum), max: Number(schema.maximum) }),
    ),
  pdfx: () => pdfVersions,
  severities: () => severities,
}

const columnOf = (field: PlacedField, unit: Exclude<Unit, 'breaks'>): BookColumn => {
  const notation = notations[unit](field)
  const expected = field.isOptional ? say('{expected}, or nothing', { expected: notation.expected }) : notation.expected
  return { ...notation, expected, name: field.columnName, path: field.path.split('.'), isOptional: field.isOptional }
}

const columns = allBookFields.flatMap(one => (one.unit === 'breaks' ? [] : [columnOf(one, one.unit)]))

/** The column that names the book of each row. */
export const skuColumn = columns.find(({ name }) => name === 'SKU')!

/** For a new book: the book from which it takes what is empty in its row. It is no value of the book. */
export const likeColumn: WrittenColumn & { expected: Translatable } = {
  name: 'Like',
  isPercent: false,
  width: 20,
  expected: say('for a new book: the SKU of the book from which it takes what is empty in its row'),
}

/** The columns after those of the SKU, in the sequence of the file; discounts follow their price, and their cost. */
export const bookColumns = columns.filter(one => one !== skuColumn)

/** Quantity discounts of the price and of the cost: a column for each number of copies. */
const discounts = [
  { list: 'price.breaks', before: 'Discount from', pattern: /^discount from (\d{1,5}) copies$/ },
  { list: 'cost.breaks', before: 'Cost reduction from', pattern: /^cost reduction from (\d{1,5}) copies$/ },
] as const
type DiscountList = (typeof discounts)[number]['list']

/** The path of its value has the number of copies: `price.breaks.25`. */
export const discountColumn = (list: DiscountList, fromCopies: number): BookColumn => ({
  name: `${discounts.find(one => one.list === list)!.before} ${fromCopies} copies`,
  path: [...list.split('.'), String(fromCopies)],
  isOptional: true,
  ...discount,
})

/** The same name, however it is written. */
export const plainName = (name: string): string =>
  name.trim().replaceAll(/\s+/g, ' ').replaceAll("'", '’').toLowerCase()

const columnsByName = new Map([skuColumn, ...bookColumns].map(one => [plainName(one.name), one]))

/** The column of a name in the first row of a file. */
export function columnNamed(name: string): BookColumn | null {
  const found = columnsByName.get(plainName(name))
  if (found !== undefined) return found
  for (const { list, pattern } of discounts) {
    const fromCopies = pattern.exec(plainName(name))?.[1]
    if (fromCopies !== undefined) return discountColumn(list, Number(fromCopies))
  }
  return null
}
