// Lists as files: CSV for spreadsheets, and JSON for programs. Pages are read while the file is sent, so the memory of
// an export does not grow with its rows.

import type { FastifyReply } from 'fastify'
import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { say } from '../../../languages/texts.ts'
import { byteOrderMark, csvText } from '../../base/files/csv.ts'
import { malformedField } from '../../base/refusal.ts'
import { Closed, oneOf } from '../objects/common.ts'
import { type Addresses, type ResourceDeclaration, type ResourceInput, resource } from '../server/resource.ts'
import type { Route } from '../server/route.ts'
import { sendFile } from '../server/sendFile.ts'
import { type ListName, listOf } from './lists.ts'

const ExportFormat = oneOf(['csv', 'json'], { default: 'csv' })

/** The columns of a CSV file, in the sequence of the query. */
const ExportColumnNames = (names: readonly string[]) =>
  Type.Optional(
    Type.String({
      maxLength: 400,
      pattern: `^(?:${names.join('|')})(?:,(?:${names.join('|')}))*$`,
      'x-expected': `one or more of ${names.join(', ')}, separated by commas`,
      description: 'The columns of the CSV file; without it, all.',
    }),
  )

type Export<At extends Addresses, Params extends TSchema, Query, Row> = {
  /** The name of the rows in the answer. */
  of: ListName
  columns: ExportColumns<Row>
  /** All rows, with the filters of the list. */
  pages(
    ask: ResourceInput<At, Params, Omit<Query, 'limit' | 'cursor'>, unknown>,
  ): AsyncIterable<Row[]> | Promise<AsyncIterable<Row[]>>
  /** By default those of the list, and `/export`. */
  at?: { [Of in keyof At]?: string }
  summary?: string
  description?: string
}

/**
 * A list, and its export: all of its rows as a file, with the same audiences and filters. The export of `listOrders` is
 * `exportOrders`.
 */
export function listAndExport<
  const At extends Addresses,
  Answer extends TSchema,
  Row,
  Params extends TSchema = TSchema,
  Query extends TObject = TObject,
>(
  list: ListDeclaration<At, Answer, Params, Query>,
  { of, columns, pages, ...file }: Export<At, Params, Static<Query>, Row>,
): Route[] {
  const { limit, cursor, ...filters } = list.query?.properties ?? {}
  const { row, rows = `${row}s` } = listOf(of)
  const [address] = Object.values(list.at)
  const exported = {
    ...list,
    at: Object.fromEntries(Object.entries(list.at).map(([audience, path]) => [audience, `${path}/export`])),
    operationId: list.operationId?.replace(/^list/, 'export'),
    act: list.act?.replace(/^list/, 'export'),
    summary: list.summary.replace(/^List/, 'Export'),
    description: `Exactly the ${rows} of GET ${address} with the same filters, as a file.`,
    ...file,
    query: Closed({ ...filters, format: ExportFormat, columns: ExportColumnNames(Object.keys(columns)) }),
    answer: Type.Unsafe<Buffer>({
      description: `CSV has a line per ${row}; JSON is an object with \`${of}\`, each with all fields.`,
      content: {
        'text/csv': { schema: { type: 'string' } },
        'application/json': { schema: { type: 'object', additionalProperties: true } },
      },
    }),
    async handle(ask: ResourceInput<At, Params, Static<Query> & ExportQuery, unknown>) {
      return sendList(ask.reply, ask.query, { name: of, pages: await pages(ask), all: columns })
    },
  }
  return [...resource(list), ...resource(exported as unknown as ListDeclaration<At, TSchema, Params, TObject>)]
}

type ListDeclaration<
  At extends Addresses,
  Answer extends TSchema,
  Params extends TSchema,
  Query extends TObject,
> = ResourceDeclaration<'GET', At, Answer, Params, Query, TSchema, Query, Static<Answer>>

type ExportQuery = { format: 'csv' | 'json'; columns?: string }

/** Sends the rows of all pages as a file with the name of the list. */
function sendList<Row>(
  reply: FastifyReply,
  { format, columns }: ExportQuery,
  { name, pages, all }: { name: ListName; pages: AsyncIterable<Row[]>; all: ExportColumns<Row> },
): FastifyReply {
  const names = columns?.split(',') ?? Object.keys(all)
  if (new Set(names).size < names.length) {
    const detail = say('columns must name each column once.')
    throw malformedField('?columns', 'wrong_format', detail)
  }
  const chosen = Object.fromEntries(names.map(name => [name, all[name]!]))
  return sendFile(
    reply,
    `${listOf(name).file ?? name}.${format}`,
    format === 'csv' ? csvOf(pages, chosen) : jsonOf(name, pages),
  )
}

/** A column of a CSV file, and its text for a row. */
export type ExportColumns<Row> = Record<string, (row: Row) => string | number | null>

type NamesIn<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | NamesIn<Rest> : Text

/** Columns with the fields of these names, which spaces separate. */
export function fieldColumns<Names extends string>(names: Names) {
  type Fields = Record<NamesIn<Names>, string | number | Date | null>
  const shown = (field: Fields[keyof Fields]) => (field instanceof Date ? field.toISOString() : field)
  const columns = (names.split(' ') as NamesIn<Names>[]).map(name => [name, (row: Fields) => shown(row[name])])
  return Object.fromEntries(columns) as ExportColumns<Fields>
}

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
