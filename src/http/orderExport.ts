// The answer of an export of orders.

import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { malformedField } from '../base/refusal.ts'
import { type ExportColumns, ordersCsv, ordersJson } from '../orders/view/orderExport.ts'
import { oneOf } from './schemas.ts'

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

export const OrderExport = Type.Unsafe<Buffer>({
  description: 'CSV has a line per order; JSON is an object with `orders`, each with all fields.',
  content: {
    'text/csv': { schema: { type: 'string' } },
    'application/json': { schema: { type: 'object', additionalProperties: true } },
  },
})

type ExportQuery = { format: 'csv' | 'json'; columns?: string }

export function sendOrders<Row>(
  reply: FastifyReply,
  { format, columns }: ExportQuery,
  { pages, all }: { pages: AsyncIterable<Row[]>; all: ExportColumns<Row> },
): FastifyReply {
  const names = columns?.split(',') ?? Object.keys(all)
  if (new Set(names).size < names.length) {
    const detail = 'columns must name each column once.'
    throw malformedField('?columns', 'wrong_format', detail)
  }
  const chosen = Object.fromEntries(names.map(name => [name, all[name]!]))
  return reply
    .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8')
    .header('content-disposition', `attachment; filename="orders.${format}"`)
    .send(Readable.from(format === 'csv' ? ordersCsv(pages, chosen) : ordersJson(pages)))
}
