// A CSV file of orders, as create requests with the problems of each. What only the service can know (a used
// identifier, a wrong postal code) is in its answers.

import { countries, needsRetailPrice, needsState } from './countries.ts'

export const columnsOfTheFile = [
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
] as const
export const neededColumns = ['sku', 'name', 'address1', 'city', 'postal', 'country'] as const

type Column = (typeof columnsOfTheFile)[number]
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
  isNamedHere?: true
  body: {
    customerOrderId?: string
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
  }
  problems: string[]
}

export function draftsOf(
  lines: Line[],
  header: string[],
  skus: ReadonlySet<string>,
): { drafts: Draft[]; problems: string[] } {
  const missing = neededColumns.filter(column => !header.includes(column))
  if (missing.length > 0) {
    return {
      drafts: [],
      problems: [`The file has no column ${missing.join(', ')}. Its first line must contain the column names.`],
    }
  }
  const unknown = header.filter(column => column !== '' && !columnsOfTheFile.includes(column as Column))
  const groups = new Map<string, { line: Line; number: number }[]>()
  for (const [i, line] of lines.entries()) {
    const name = text(line, 'customerOrderId')
    // A line without an identifier is a separate order.
    const key = name === '' ? `line ${i}` : `id ${name}`
    groups.set(key, [...(groups.get(key) ?? []), { line, number: i + 2 }])
  }
  return {
    drafts: [...groups.values()].map(group => draftOf(group, skus)),
    problems: [
      ...(lines.length === 0 ? ['The file has no lines below its header.'] : []),
      ...(unknown.length > 0 ? [`These columns are unknown and ignored: ${unknown.join(', ')}.`] : []),
    ],
  }
}

const text = (line: Line, column: Column): string => (line[column] ?? '').trim()

function given<const Name extends Column>(line: Line, names: readonly Name[]): { [One in Name]?: string } {
  return Object.fromEntries(
    names.map(name => [name, text(line, name)] as const).filter(([, value]) => value !== ''),
  ) as { [One in Name]?: string }
}

function draftOf(group: { line: Line; number: number }[], skus: ReadonlySet<string>): Draft {
  const first = group[0]!.line
  const country = text(first, 'country').toUpperCase()
  const problems: string[] = []
  const say = (number: number, problem: string) =>
    problems.push(group.length === 1 ? problem : `Line ${number}: ${problem}`)

  for (const column of ['name', 'address1', 'city', 'postal', 'country'] as const) {
    if (text(first, column) === '') say(group[0]!.number, `${column} is empty.`)
  }
  if (country !== '' && !countries.some(({ value }) => value === country)) {
    const supported = countries.map(({ value }) => value).join(', ')
    say(group[0]!.number, `Orders cannot go to ${country}; the supported countries are ${supported}.`)
  }
  if (needsState(country) && text(first, 'state') === '') say(group[0]!.number, 'state is empty.')
  if ([...text(first, 'customerOrderId')].length > 40)
    say(group[0]!.number, 'customerOrderId is longer than 40 characters.')

  for (const { line, number } of group) {
    const sku = text(line, 'sku')
    if (sku === '') say(number, 'sku is empty.')
    else if (!skus.has(sku)) say(number, `You have no product ${sku}.`)
    if (!isCount(text(line, 'quantity') || '1', 10_000)) say(number, `quantity is not a number from 1 to 10,000.`)
    if (text(line, 'pageCount') !== '' && !isCount(text(line, 'pageCount'), 100_000))
      say(number, 'pageCount is not a number.')
    const price = text(line, 'retailPrice')
    if (price === '' && needsRetailPrice(country))
      say(number, `retailPrice is empty; customs requires it for ${country}.`)
    if (price !== '' && !/^\d{1,7}\.\d{2}$/.test(price)) say(number, `retailPrice must be like 19.99, not ${price}.`)
    const differs = (['name', 'address1', 'city', 'postal', 'country'] as const).find(
      column => text(line, column) !== '' && text(line, column) !== text(first, column),
    )
    if (differs) say(number, `${differs} differs from the first line of the order; an order has one address.`)
  }

  return {
    lines: group.map(({ number }) => number),
    problems,
    body: {
      ...given(first, ['customerOrderId', 'webhookUrl', 'payload']),
      shippingClassification: text(first, 'shippingClassification') || 'standard',
      destination: {
        name: text(first, 'name'),
        address1: text(first, 'address1'),
        city: text(first, 'city'),
        postal: text(first, 'postal'),
        country,
        ...given(first, ['company', 'address2', 'state', 'phone', 'email']),
      },
      orderItems: group.map(({ line }) => itemOf(line)),
    },
  }
}

function itemOf(line: Line): Item {
  const pageCount = text(line, 'pageCount')
  const files = given(line, ['coverUrl', 'gutsUrl'])
  return {
    sku: text(line, 'sku'),
    quantity: Number(text(line, 'quantity') || '1'),
    ...(pageCount === '' ? {} : { pageCount: Number(pageCount) }),
    ...given(line, ['retailPrice']),
    ...(Object.keys(files).length === 0 ? {} : { product: files }),
  }
}

const isCount = (value: string, most: number): boolean =>
  /^\d+$/.test(value) && Number(value) >= 1 && Number(value) <= most

export const exampleFile = `${columnsOfTheFile.join(',')}
shop-1001,NOVEL,2,,,,,standard,Ada Reader,,1 Main Street,,Rochester,NY,14604,US,,,,
shop-1002,NOVEL,1,,19.99,,,standard,Noor Folio,,9 Rue Peel,,Montreal,QC,H3A 1T1,CA,,,,
`
