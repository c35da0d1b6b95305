// Lists that are sorted by time, with a period as a filter, and their exports. The id of a row is its cursor.

import { Type } from 'typebox'
import { instant } from '../../base/clock.ts'
import { dollars } from '../../base/money.ts'
import type { Db } from '../../db/db.ts'
import type { Read } from '../../db/standby.ts'
import type { TimePage } from '../../db/timePages.ts'
import { nullable, oneOf } from '../objects/common.ts'
import { idCursor, pageOf } from './list.ts'
import { allPages } from './listExport.ts'

type Sort = 'newest' | 'oldest'
const cursors = idCursor<Sort>('newest', /^(?!oldest\.)(?<id>.+)$/s)

export const timeFilters = {
  sort: oneOf(['newest', 'oldest'], { default: 'newest', description: 'By time.' }),
  from: Type.Optional(Type.String({ format: 'date-time', description: 'Only of this time or later.' })),
  to: Type.Optional(Type.String({ format: 'date-time', description: 'Only of before this time.' })),
}
/** `row` is the pattern of the name of a row. */
export const CursorOf = (row: string) =>
  Type.Optional(Type.String({ pattern: `^(?:oldest[.])?${row}$`, 'x-expected': 'a nextCursor of an earlier answer' }))
export const TimeCursor = (prefix: string) => CursorOf(`${prefix}_[0-9a-z]{22}`)

export type TimeQuery = { sort: Sort; from?: string; to?: string }

/** How many rows of an export are read at a time. */
const exportPage = 1000
/** How many rows are counted and summed. */
const maxSummed = 10_000

const whenSummed = 'On the first page, unless more than 10,000 match; otherwise null.'
export const sumFields = {
  count: nullable(Type.Integer({ description: `How many match. ${whenSummed}` })),
  total: nullable(Type.Number({ description: `The sum of their amounts in dollars. ${whenSummed}` })),
}

type Sums = { count: number; totalCents: number }

export function timeList<Query extends TimeQuery, Row>(
  readRows: (db: Db, query: Query, page: TimePage) => Promise<Row[]>,
  idOf: (row: Row) => string,
) {
  const pageFrom = ({ sort, from, to }: Query, after: string | null, limit: number): TimePage => ({
    isNewestFirst: sort === 'newest',
    from: from === undefined ? null : instant(from),
    to: to === undefined ? null : instant(to),
    after,
    limit: limit + 1,
  })
  return {
    async page(db: Db, query: Query & { limit: number; cursor?: string }) {
      const { sort, limit, cursor } = query
      const rows = await readRows(db, query, pageFrom(query, cursors.read(cursor, { sort }), limit))
      return pageOf(rows, limit, last => cursors.write(idOf(last), sort))
    },
    /** `sum` reads the count and the sum of at most the limit of a page. */
    async sums(query: Query & { cursor?: string }, sum: (query: Query, page: TimePage) => Promise<Sums>) {
      if (query.cursor !== undefined) return noSums
      const { count, totalCents } = await sum(query, pageFrom(query, null, maxSummed))
      return count > maxSummed ? noSums : { count, total: dollars(totalCents) }
    },
    /** All rows, for an export. */
    all: (read: Read, query: Query) =>
      allPages(async (after: string | null) => {
        const found = await read(db => readRows(db, query, pageFrom(query, after, exportPage)))
        const { page: rows, nextCursor } = pageOf(found, exportPage, idOf)
        return { rows, next: nextCursor }
      }),
  }
}

const noSums = { count: null, total: null }
