// Everything that is stored, for tests of what must not be.

import { sql } from 'kysely'
import type { Db } from '../src/db/db.ts'

/** The tables that have one of the texts in any of their columns, in capitals or not. */
export async function tablesWith(db: Db, texts: string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name
    from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
    order by table_schema, table_name`.execute(db)
  const found: string[] = []
  for (const { schema, name } of tables) {
    const { rows } = await sql<{ holds: boolean }>`
      select exists (
        select from ${sql.table(`${schema}.${name}`)} r
        cross join unnest(${texts.map(text => text.toLowerCase())}::text[]) as t (text)
        where position(t.text in lower(r::text)) > 0
      ) as holds`.execute(db)
    if (rows[0]!.holds) found.push(name)
  }
  return found
}
