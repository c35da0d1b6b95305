// Pages of lists. A handler reads one row more than its limit to see whether there is another page.

import { Type } from 'typebox'
import { say } from '../../../languages/texts.ts'
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

type CursorCodec<Position, Sort> = {
  /** Of the text of a position, with a group for each part. */
  pattern: RegExp
  write(position: Position, sort: Sort): string
  /** Null for what no row can have. */
  read(parts: Record<string, string | undefined>, sort: Sort): Position | null
}
type CursorUse<Sort> = { sort?: Sort; pointer?: '?cursor' | '/cursor' }

/**
 * The cursor of a list: the position of its last row. Of another sort than the usual one it begins with the sort, so
 * that a list with another sort refuses it.
 */
export function listCursor<Position, Sort extends string = ''>(codec: CursorCodec<Position, Sort>, usual = '' as Sort) {
  const prefixOf = (sort: Sort) => (sort === usual ? '' : `${sort}.`)
  function read(cursor: string | undefined, { sort = usual, pointer }: CursorUse<Sort> = {}): Position | null {
    if (cursor === undefined) return null
    const prefix = prefixOf(sort)
    const parts = cursor.startsWith(prefix) ? codec.pattern.exec(cursor.slice(prefix.length))?.groups : undefined
    const position = parts === undefined ? null : codec.read(parts, sort)
    if (position === null) throw wrongCursor(cursor, pointer)
    return position
  }
  return { write: (position: Position, sort = usual): string => prefixOf(sort) + codec.write(position, sort), read }
}

/** Of a list whose rows are found by their id alone. */
export const idCursor = <Sort extends string>(usual: Sort, pattern = /^(?<id>.+)$/s) =>
  listCursor<string, Sort>({ pattern, write: id => id, read: ({ id }) => id! }, usual)

export function wrongCursor(cursor: string, pointer: '?cursor' | '/cursor' = '?cursor') {
  const detail = say('got {got}; expected {expected}', {
    got: quoted(cursor),
    expected: say('a nextCursor of an earlier answer with the same sort'),
  })
  return malformedField(pointer, 'wrong_format', detail)
}
