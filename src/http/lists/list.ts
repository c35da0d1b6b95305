// Pages of lists. A handler reads one row more than its limit to see whether there is another page.

import { Type } from 'typebox'
import { malformedField, quoted } from '../../base/refusal.ts'
import { nullable } from '../objects/common.ts'

export const NextCursor = nullable(Type.String({ description: 'Null on the last page.' }))

/** How many rows a page of a list for the staff has. */
export const StaffLimit = Type.Integer({ minimum: 1, maximum: 200, default: 50 })

/** The cursor in a query: the nextCursor of an earlier answer, which fits `pattern`. */
export const Cursor = (pattern: string) =>
  Type.Optional(Type.String({ pattern, 'x-expected': 'a nextCursor of an earlier answer' }))

/** The first `limit` rows, and the cursor of the next page if there are more rows. */
export function pageOf<Row>(rows: Row[], limit: number, cursorOf: (last: Row) => string) {
  const page = rows.slice(0, limit)
  return { page, nextCursor: rows.length > limit ? cursorOf(page.at(-1)!) : null }
}

/**
 * The cursor of a list that can be sorted. A cursor of the default sort is the key of the row. Other
 * cursors begin with their sort, so that lists with another sort refuse them.
 */
export const sortedCursors = <Sort extends string>(usual: Sort) => ({
  cursorOf: (sort: Sort, key: string): string => (sort === usual ? key : `${sort}.${key}`),
  keyOf(sort: Sort, cursor: string): string {
    if (sort === usual) return cursor
    if (!cursor.startsWith(`${sort}.`)) throw wrongCursor(cursor)
    return cursor.slice(sort.length + 1)
  },
})

export function wrongCursor(cursor: string, pointer: '?cursor' | '/cursor' = '?cursor') {
  const detail = `got ${quoted(cursor)}; expected a nextCursor of an earlier answer with the same sort`
  return malformedField(pointer, 'wrong_format', detail)
}
