// Lists as files: CSV for spreadsheets, and JSON for programs. Pages are read while the file is sent, so the memory of
// an export does not grow with its rows.

import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { type TProperties, Type } from 'typebox'
import { byteOrderMark, csvText } from '../../base/files/csv.ts'
import { malformedField } from '../../base/refusal.ts'
import { oneOf } from '../objects/common.ts'

export const ExportFormat = oneOf(['csv', 'json'], { default: 'csv' })

/** The columns of a CSV file, in the sequence of the query. */
export const ExportColumnNames = (names: readonly string[]) =>
  Type.Optional(
    Type.String({
      maxLength: 400,
      pattern: `^(?:${names.join('|')})(?:,(?:${names.join('|')}))*$`,
      'x-expected': `one or more of ${names.join(', ')}, separated by commas`,
      description: 'The columns of the CSV file; without it, all.',
    }),
  )

/** The filters of a list, and which file. */
export const exportQuery = <Filters extends TProperties>(filters: Filters, columns: ExportColumns<never>) =>
  Type.Object(
    { ...filters, format: ExportFormat, columns: ExportColumnNames(Object.keys(columns)) },
    { additionalProperties: false },
  )

/** `row` is one of `name`, such as “order” and “orders”. */
const exportOf = (row: string, name: string) =>
  Type.Unsafe<Buffer>({
    description: `CSV has a line per ${row}; JSON is an object with \`${name}\`, each with all fields.`,
    content: {
      'text/csv': { schema: { type: 'string' } },
      'application/json': { schema: { type: 'object', additionalProperties: true } },
    },
  })

export const OrderExport = exportOf('order', 'orders')
export const DeliveryExport = exportOf('webhook', 'deliveries')
export const AuditExport = exportOf('entry', 'entries')
export const MailExport = exportOf('email', 'mails')
export const ChargeExport = exportOf('charge', 'charges')
export const DocumentExport = exportOf('document', 'documents')

type ListName = 'orders' | 'deliveries' | 'entries' | 'mails' | 'charges' | 'documents'
/** A file is named after what it lists. */
const fileNames: Record<ListName, string> = {
  orders: 'orders',
  deliveries: 'deliveries',
  entries: 'audit-log',
  mails: 'emails',
  charges: 'charges',
  documents: 'invoices',
}

type ExportQuery = { format: 'csv' | 'json'; columns?: string }

/** Sends the rows of all pages as a file with the name of the list. */
export function sendList<Row>(
  reply: FastifyReply,
  { format, columns }: ExportQuery,
  { name, pages, all }: { name: ListName; pages: AsyncIterable<Row[]>; all: ExportColumns<Row> },
): FastifyReply {
  const names = columns?.split(',') ?? Object.keys(all)
  if (new Set(names).size < names.length) {
    const detail = 'columns must name each column once.'
    throw malformedField('?columns', 'wrong_format', detail)
  }
  const chosen = Object.fromEntries(names.map(name => [name, all[name]!]))
  return reply
    .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileNames[name]}.${format}"`)
    .send(Readable.from(format === 'csv' ? csvOf(pages, chosen) : jsonOf(name, pages)))
}

/** A column of a CSV file, and its text for a row. */
export type ExportColumns<Row> = Record<string, (row: Row) => string | number | null>

/** All rows of a list, page by page. */
export async function* allPages<Row, Position>(
  read: (after: Position | null) => Promise<{ rows: Row[]; next: Position | null }>,
): AsyncGenerator<Row[]> {
  for (let after: Position | null = null; ; ) {
    const { rows, next } = await read(after)
    yield rows
    if (next === null) return
    after = next
  }
}

async function* csvOf<Row>(pages: AsyncIterable<Row[]>, columns: ExportColumns<Row>): AsyncGenerator<string> {
  yield `${byteOrderMark}${Object.keys(columns).join(',')}\r\n`
  const values = Object.values(columns)
  for await (const rows of pages)
    if (rows.length > 0) yield rows.map(row => `${values.map(value => csvField(value(row))).join(',')}\r\n`).join('')
}

const csvField = (value: string | number | null): string =>
  value === null ? '' : typeof value === 'number' ? String(value) : csvText(value)

async function* jsonOf<Row>(name: string, pages: AsyncIterable<Row[]>): AsyncGenerator<string> {
  yield `{"${name}":[`
  let isFirst = true
  for await (const rows of pages) {
    if (rows.length === 0) continue
    yield (isFirst ? '' : ',') + rows.map(row => JSON.stringify(row)).join(',')
    isFirst = false
  }
  yield ']}'
}
