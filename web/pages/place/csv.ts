// A CSV file of orders, as create requests with the problems of each. Problems that only the service can
// know (a used identifier, a wrong postal code) are in its responses.

import { countries, needsRetailPrice, needsState } from '../../components/orders/countries.ts'
import { t } from '../../language.ts'

export const csvColumns = [
  'customerOrderId',
  'sku',
  'quantity',
  'pageCount',
  'retailPrice',
  'coverUrl',
  'gutsUrl',
  'shippingClassification',
  'name',
  'company',
  'address1',
  'address2',
  'city',
  'state',
  'postal',
  'country',
  'phone',
  'email',
  'webhookUrl',
  'payload',
  'giftMessage',
  'packingSlipMessage',
  'blindShipping',
  'purchaseOrderNumber',
] as const
export const requiredColumns = ['sku', 'name', 'address1', 'city', 'postal', 'country'] as const

type Column = (typeof csvColumns)[number]
type Line = Partial<Record<string, string>>

type Item = {
  sku: string
  quantity: number
  pageCount?: number
  retailPrice?: string
  product?: { coverUrl?: string; gutsUrl?: string }
}
export type Draft = {
  /** Lines of the file; the header is line 1. */
  lines: number[]
  /** Whether the identifier is generated because the file has none. */
  hasGeneratedId?: true
  body: {
    customerOrderId?: string
    purchaseOrderNumber?: string
    webhookUrl?: string
    payload?: string
    shippingClassification: string
    destination: {
      name: string
      address1: string
      city: string
      postal: string
      country: string
      company?: string
      address2?: string
      state?: string
      phone?: string
      email?: string
    }
    orderItems: Item[]
    packingSlip?: { message?: string; giftMessage?: string; blind?: boolean }
  }
  problems: string[]
}

/** The rows of a file, the first of which has the names of the columns. A row that cannot be read stops the file. */
export function draftsOf(rows: string[][], skus: ReadonlySet<string>): { drafts: Draft[]; problems: string[] } {
  const header = (rows[0] ?? []).map(name => name.trim())
  const missing = requiredColumns.filter(column => !header.includes(column))
  if (missing.length > 0) {
    return {
      drafts: [],
      problems: [
        t(
          'The file is missing {count, plural, one {a required column} other {required columns}}: {columns}. The first line must contain the column names.',
          { count: missing.length, columns: missing.join(', ') },
        ),
      ],
    }
  }
  const unreadable = shapeProblems(header, rows)
  if (unreadable.length > 0) return { drafts: [], problems: unreadable }
  const unknown = header.filter(column => column !== '' && !csvColumns.includes(column as Column))
  const lines = rows.flatMap((cells, i): { line: Line; number: number }[] =>
    i === 0 || isEmpty(cells)
      ? []
      : [{ line: Object.fromEntries(header.map((name, at) => [name, cells[at] ?? ''])), number: i + 1 }],
  )
  const groups = new Map<string, { line: Line; number: number }[]>()
  for (const one of lines) {
    const name = text(one.line, 'customerOrderId')
    // A line without an identifier is a separate order.
    const key = name === '' ? `line ${one.number}` : `id ${name}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [one])
    else group.push(one)
  }
  return {
    drafts: [...groups.values()].map(group => draftOf(group, skus)),
    problems: [
      ...(lines.length === 0 ? [t('The file has no orders below the header.')] : []),
      ...(unknown.length > 0 ? [t('Unknown columns are ignored: {columns}.', { columns: unknown.join(', ') })] : []),
    ],
  }
}

const isEmpty = (cells: string[]): boolean => cells.every(cell => cell.trim() === '')

/** What makes it unsure which cell belongs to which column. */
function shapeProblems(header: string[], rows: string[][]): string[] {
  const repeated = header.find((name, i) => name !== '' && header.indexOf(name) !== i)
  if (repeated !== undefined) return [t('Row 1 has the column {column} twice.', { column: repeated })]
  const problems: string[] = []
  for (const [i, cells] of rows.entries()) {
    if (problems.length === maxShapeProblems) break
    if (i === 0 || isEmpty(cells) || cells.length === header.length) continue
    problems.push(
      t(
        'Row {row} has {count, plural, one {# cell} other {# cells}}, row 1 has {expected}. A text with a comma must be in quotes.',
        { row: i + 1, count: cells.length, expected: header.length },
      ),
    )
  }
  return problems
}

const text = (line: Line, column: Column): string => (line[column] ?? '').trim()

function nonEmptyCells<const Name extends Column>(line: Line, names: readonly Name[]): { [One in Name]?: string } {
  return Object.fromEntries(
    names.map(name => [name, text(line, name)] as const).filter(([, value]) => value !== ''),
  ) as { [One in Name]?: string }
}

function draftOf(group: { line: Line; number: number }[], skus: ReadonlySet<string>): Draft {
  const first = group[0]!.line
  const country = text(first, 'country').toUpperCase()
  const problems: string[] = []
  const addProblem = (number: number, problem: string) =>
    problems.push(group.length === 1 ? problem : t('Line {number}: {problem}', { number, problem }))

  for (const column of ['name', 'address1', 'city', 'postal', 'country'] as const) {
    if (text(first, column) === '') addProblem(group[0]!.number, t('{column} is empty.', { column }))
  }
  if (country !== '' && !countries.some(({ value }) => value === country)) {
    const supported = countries.map(({ value }) => value).join(', ')
    addProblem(
      group[0]!.number,
      t('We can’t ship to {country}. Supported countries: {supported}.', { country, supported }),
    )
  }
  if (needsState(country) && text(first, 'state') === '')
    addProblem(group[0]!.number, t('{column} is empty.', { column: 'state' }))
  for (const column of ['customerOrderId', 'purchaseOrderNumber'] as const) {
    if ([...text(first, column)].length > maxNumberLetters)
      addProblem(group[0]!.number, t('{column} is longer than 40 characters.', { column }))
  }
  for (const column of ['giftMessage', 'packingSlipMessage'] as const) {
    if ([...text(first, column)].length > maxSlipLetters)
      addProblem(group[0]!.number, t('{column} is longer than 500 characters.', { column }))
  }
  const blind = text(first, 'blindShipping').toLowerCase()
  if (!(blind in blindWords)) addProblem(group[0]!.number, t('blindShipping must be yes, no or empty.'))
  const packingSlip = slipOf(first)

  for (const { line, number } of group) {
    const sku = text(line, 'sku')
    if (sku === '') addProblem(number, t('{column} is empty.', { column: 'sku' }))
    else if (!skus.has(sku)) addProblem(number, t('You have no product {sku}.', { sku }))
    if (!isCount(text(line, 'quantity') || '1', 10_000))
      addProblem(number, t('quantity must be a number from 1 to 10,000.'))
    if (text(line, 'pageCount') !== '' && !isCount(text(line, 'pageCount'), 100_000))
      addProblem(number, t('pageCount must be a number from 1 to 100,000.'))
    const price = text(line, 'retailPrice')
    if (price === '' && needsRetailPrice(country))
      addProblem(number, t('retailPrice is empty. Customs requires it for {country}.', { country }))
    if (price !== '' && !/^\d{1,7}\.\d{2}$/.test(price))
      addProblem(number, t('retailPrice must look like 19.99, not {price}.', { price }))
    const differs = orderColumns.find(column => text(line, column) !== '' && text(line, column) !== text(first, column))
    if (differs) addProblem(number, t('{column} differs from the first line of the order.', { column: differs }))
  }

  return {
    lines: group.map(({ number }) => number),
    problems,
    body: {
      ...nonEmptyCells(first, ['customerOrderId', 'purchaseOrderNumber', 'webhookUrl', 'payload']),
      shippingClassification: text(first, 'shippingClassification') || 'standard',
      destination: {
        name: text(first, 'name'),
        address1: text(first, 'address1'),
        city: text(first, 'city'),
        postal: text(first, 'postal'),
        country,
        ...nonEmptyCells(first, ['company', 'address2', 'state', 'phone', 'email']),
      },
      orderItems: group.map(({ line }) => itemOf(line)),
      ...(Object.keys(packingSlip).length === 0 ? {} : { packingSlip }),
    },
  }
}

const maxShapeProblems = 20
/** Columns of the whole order: its lines may leave them empty after the first, and must not contradict it. */
const bookColumns: readonly Column[] = ['sku', 'quantity', 'pageCount', 'retailPrice', 'coverUrl', 'gutsUrl']
const orderColumns = csvColumns.filter(column => !bookColumns.includes(column))
const maxNumberLetters = 40
const maxSlipLetters = 500
const blindWords: Record<string, boolean | null> = { '': null, yes: true, true: true, no: false, false: false }

/** Empty cells leave it to the account's settings. */
function slipOf(line: Line): NonNullable<Draft['body']['packingSlip']> {
  const message = text(line, 'packingSlipMessage')
  const blind = blindWords[text(line, 'blindShipping').toLowerCase()] ?? null
  return {
    ...nonEmptyCells(line, ['giftMessage']),
    ...(message === '' ? {} : { message }),
    ...(blind === null ? {} : { blind }),
  }
}

function itemOf(line: Line): Item {
  const pageCount = text(line, 'pageCount')
  const files = nonEmptyCells(line, ['coverUrl', 'gutsUrl'])
  return {
    sku: text(line, 'sku'),
    quantity: Number(text(line, 'quantity') || '1'),
    ...(pageCount === '' ? {} : { pageCount: Number(pageCount) }),
    ...nonEmptyCells(line, ['retailPrice']),
    ...(Object.keys(files).length === 0 ? {} : { product: files }),
  }
}

const isCount = (value: string, max: number): boolean =>
  /^\d+$/.test(value) && Number(value) >= 1 && Number(value) <= max
