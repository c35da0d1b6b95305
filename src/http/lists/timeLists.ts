// Lists that are sorted by time, with a period as a filter, and their exports. The id of a row is its cursor.
//
//   ...timeList(db, {
//     of: 'mails',
//     at: { staff: '/staff/mails' },
//     operationId: 'listMails',
//     summary: 'List emails',
//     filters: { accountId: Type.Optional(Text(64)) },
//     row: Mail,
//     id: idPattern('eml'),
//     read: (db, { query }, page) => listEmails(db, query.accountId ?? null, page),
//     idOf: mail => mail.emailId,
//     present: mail => mail,
//     columns: { emailId: mail => mail.emailId },
//   }),

import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { instant } from '../../base/clock.ts'
import { dollars } from '../../base/money.ts'
import type { Db } from '../../db/db.ts'
import type { TimePage } from '../../db/timePages.ts'
import { nullable, oneOf } from '../objects/common.ts'
import type { Addresses, ResourceInput } from '../server/resource.ts'
import type { Route } from '../server/route.ts'
import { Cursor, idCursor, NextCursor, pageOf, StaffLimit } from './list.ts'
import { allPages, type ExportColumns, listAndExport } from './listExport.ts'
import type { ListName } from './lists.ts'

type Sort = 'newest' | 'oldest'
const cursors = idCursor<Sort>('newest', /^(?!oldest\.)(?<id>.+)$/s)

const timeFilters = {
  sort: oneOf(['newest', 'oldest'], { default: 'newest', description: 'By time.' }),
  from: Type.Optional(Type.String({ format: 'date-time', description: 'Only of this time or later.' })),
  to: Type.Optional(Type.String({ format: 'date-time', description: 'Only of before this time.' })),
}
/** The pattern of an id with this prefix. */
export const idPattern = (prefix: string) => `${prefix}_[0-9a-z]{22}`

type TimeQuery = { sort: Sort; from?: string; to?: string }

/** How many rows of an export are read at a time. */
const exportPage = 1000
/** How many rows are counted and summed. */
const maxSummed = 10_000

const whenSummed = 'On the first page, unless more than 10,000 match; otherwise null.'
const sumFields = {
  count: nullable(Type.Integer({ description: `How many match. ${whenSummed}` })),
  total: nullable(Type.Number({ description: `The sum of their amounts in dollars. ${whenSummed}` })),
}

type Sums = { count: number; totalCents: number }

type Ask<At extends Addresses, Filters extends TProperties> = Pick<
  ResourceInput<At, TSchema, Static<TObject<Filters>>, unknown>,
  'owner' | 'query'
>
type TimeList<At extends Addresses, Filters extends TProperties, Found, Row, Listed extends TSchema> = {
  /** The name of the rows in the answer. */
  of: ListName
  at: At
  summary: string
  description?: string
  /** Where those of the list do not fit its export. */
  exported?: { summary?: string; description?: string }
  /** Besides those of time. */
  filters: Filters
  row: Listed
  /** The pattern of the id of a row. */
  id: string
  idOf(found: Found): string
  read(db: Db, ask: Ask<At, Filters>, page: TimePage): Promise<Found[]>
  present(found: Found): Row
  columns: ExportColumns<Row>
  /** Reads the count and the sum of at most the limit of a page. */
  sum?(db: Db, ask: Ask<At, Filters>, page: TimePage): Promise<Sums>
} & ({ operationId: string } | { act: string }) &
  (Row extends Static<Listed> ? Listing<Row, Listed> : Required<Listing<Row, Listed>>)

/** The rows as a page has them, with what the export does not have. */
type Listing<Row, Listed extends TSchema> = { listed?(db: Db, rows: Row[]): Promise<Static<Listed>[]> }

export function timeList<const At extends Addresses, Filters extends TProperties, Found, Row, Listed extends TSchema>(
  db: Db,
  declaration: TimeList<At, Filters, Found, Row, Listed>,
): Route[] {
  const { of, filters, row, id, idOf, read: readRows, present, columns, sum, listed, exported, ...list } = declaration
  async function answer(ask: Ask<At, Filters> & { query: PageQuery }) {
    const { sort, limit, cursor } = ask.query
    const page = pageFrom(ask.query, cursors.read(cursor, { sort }), limit)
    const { page: found, nextCursor } = pageOf(await readRows(db, ask, page), limit, last =>
      cursors.write(idOf(last), sort),
    )
    const rows = found.map(present)
    return {
      [of]: listed === undefined ? rows : await listed(db, rows),
      nextCursor,
      ...(sum && (cursor === undefined ? sumsOf(await sum(db, ask, pageFrom(ask.query, null, maxSummed))) : noSums)),
    }
  }
  return listAndExport<Addresses, TSchema, Row, TSchema, TObject>(
    {
      method: 'GET',
      ...list,
      query: Type.Object({ ...filters, ...timeFilters, limit: StaffLimit, cursor: Cursor(`^(?:oldest[.])?${id}$`) }),
      answer: Type.Object({ [of]: Type.Array(row), nextCursor: NextCursor, ...(sum && sumFields) }),
      handle: answer,
    } as never,
    {
      of,
      columns,
      ...exported,
      pages: ask =>
        allPages(async (after: string | null) => {
          const page = pageFrom(ask.query as TimeQuery, after, exportPage)
          const found = await ask.read(db => readRows(db, ask as never, page))
          const { page: rows, nextCursor } = pageOf(found, exportPage, idOf)
          return { rows: rows.map(present), next: nextCursor }
        }),
    },
  )
}

type PageQuery = TimeQuery & { limit: number; cursor?: string }

const pageFrom = ({ sort, from, to }: TimeQuery, after: string | null, limit: number): TimePage => ({
  isNewestFirst: sort === 'newest',
  from: from === undefined ? null : instant(from),
  to: to === undefined ? null : instant(to),
  after,
  limit: limit + 1,
})

const sumsOf = ({ count, totalCents }: Sums) => (count > maxSummed ? noSums : { count, total: dollars(totalCents) })

const noSums = { count: null, total: null }
