// Pages of lists. A handler reads one row more than its limit to see whether there is another page.

import { Type } from 'typebox'
import { say } from '../../../languages/texts.ts'
import { malformedField, quoted } from '../../base/refusal.ts'
import { type ByteVault, openOrNull } from '../../base/secrets/vault.ts'
import type { SortPosition } from '../../db/sortPosition.ts'
import { nullable } from '../objects/common.ts'

export const NextCursor = nullable(Type.String({ description: 'Null on the last page.' }))

/** How many rows a page of a list for the staff has. */
export const StaffLimit = Type.Integer({ minimum: 1, maximum: 200, default: 50 })

/** The cursor in a query: the nextCursor of an earlier answer, which fits `pattern`. */
export const Cursor = (pattern: string) =>
  Type.Optional(Type.String({ pattern, 'x-expected': 'a nextCursor of an earlier answer' }))

/** A name of 200 characters, sealed, and an id. */
export const maxCursorChars = 2000

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

type SortedList<Sort extends string> = {
  /** Its name, because the values of one list mean nothing in another. */
  list: string
  usual: Sort
  /** The sorts by the id alone. */
  byId: readonly Sort[]
  ids?: RegExp
}

/**
 * Of a list whose rows are sorted by values that may change between two pages, such as names and email addresses. Who
 * may read the list may know these values, so they are no secret. They are sealed because a cursor is in an address,
 * and addresses are kept in logs and histories. Only what was sealed for a list and its sort reaches the database.
 */
export function sealedCursor<Sort extends string>(
  vault: Pick<ByteVault, 'sealBytes' | 'openBytes'>,
  { list, usual, byId, ids = /^.+$/s }: SortedList<Sort>,
) {
  const purposeOf = (sort: Sort): string => `cursor of ${list} by ${sort}`
  return listCursor<SortPosition, Sort>(
    {
      pattern: /^(?<text>.+)$/s,
      write({ id, value }, sort) {
        if (byId.includes(sort)) return id
        const sealed = vault.sealBytes(Buffer.from(JSON.stringify(value)), purposeOf(sort))
        return `${sealed.toString('base64url')}.${id}`
      },
      read({ text = '' }, sort) {
        if (byId.includes(sort)) return ids.test(text) ? { id: text, value: null } : null
        const [sealed = '', ...rest] = text.split('.')
        const id = rest.join('.')
        const opened = openOrNull(() => vault.openBytes(Buffer.from(sealed, 'base64url'), purposeOf(sort)).toString())
        return opened === null || !ids.test(id) ? null : { id, value: JSON.parse(opened) as string | null }
      },
    },
    usual,
  )
}

function wrongCursor(cursor: string, pointer: '?cursor' | '/cursor' = '?cursor') {
  const detail = say('got {got}; expected {expected}', {
    got: quoted(cursor),
    expected: say('a nextCursor of an earlier answer with the same sort'),
  })
  return malformedField(pointer, 'wrong_format', detail)
}
