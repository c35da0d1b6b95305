// Sets of rows as parameters of one statement. Each column is named once, with its type and the source of its value, so
// the arrays, the alias and the list of columns cannot differ. The type decides the format of an array.

import { type RawBuilder, sql } from 'kysely'
import type { Words } from '../../languages/texts.ts'
import { storableJson } from '../base/text/storableText.ts'
import { binaryArray } from './values.ts'

type Type = 'text' | 'json' | 'integer' | 'bigint' | 'boolean' | 'timestamptz' | 'date'

export type Column<Row> = { type: Type; of: (row: Row) => unknown }

export const text = <Row>(of: (row: Row) => string | null): Column<Row> => ({ type: 'text', of })
/** A value that is stored as JSON. */
export const json = <Row>(of: (row: Row) => unknown): Column<Row> => ({
  type: 'json',
  of: row => storableJson(of(row)),
})
/** Words that are stored as JSON. */
export const words = <Row>(of: (row: Row) => Words | null): Column<Row> => ({
  type: 'json',
  of: row => storedWords(of(row)),
})
export const storedWords = (one: Words | null): string | null => (one === null ? null : storableJson(one))
export const integer = <Row>(of: (row: Row) => number | null): Column<Row> => ({ type: 'integer', of })
export const bigint = <Row>(of: (row: Row) => number | null): Column<Row> => ({ type: 'bigint', of })
export const bool = <Row>(of: (row: Row) => boolean | null): Column<Row> => ({ type: 'boolean', of })
/** A day like `2026-03-01`. */
export const date = <Row>(of: (row: Row) => string | null): Column<Row> => ({ type: 'date', of })
export const timestamp = <Row>(of: (row: Row) => Date | null): Column<Row> => ({ type: 'timestamptz', of })

export type Rows = {
  /** `unnest(...) as alias (columns)`, to select from. */
  from: RawBuilder<unknown>
  /** The same with a last column `place`: 1 for the first row. */
  numbered: RawBuilder<unknown>
  /** The names of the columns, for `insert into` and `select`. */
  columns: RawBuilder<unknown>
}

/** Columns are named like the keys, in snake case: `accountId` is `account_id`. */
export function rowsOf<Row>(rows: readonly Row[], alias: string, columns: Record<string, Column<NoInfer<Row>>>): Rows {
  const names = sql.join(Object.keys(columns).map(name => sql.id(columnName(name))))
  const arrays = Object.values(columns).map(({ type, of }) => sql`${arrayOf(type, rows.map(of))}::${sql.raw(type)}[]`)
  const [set, as] = [sql`unnest(${sql.join(arrays)})`, sql.id(alias)]
  return {
    from: sql`${set} as ${as} (${names})`,
    numbered: sql`${set} with ordinality as ${as} (${names}, place)`,
    columns: names,
  }
}

/** Texts and JSON are sent in binary format: in text format each quote is escaped here and unescaped by the server. */
const arrayOf = (type: Type, values: unknown[]): unknown =>
  type === 'text' || type === 'json' ? binaryArray(type, values as (string | null)[]) : values

const columnNames = new Map<string, string>()

/** `accountId` is `account_id`. */
export function columnName(name: string): string {
  const known = columnNames.get(name)
  if (known !== undefined) return known
  const column = name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
  columnNames.set(name, column)
  return column
}
