// Searches the whole database, for tests that data was not stored or was erased.

import { sql } from 'kysely'
import type { Db } from '../../src/db/db.ts'

/** The tables that contain one of the texts in any column, in upper or lower case. */
export async function tablesWith(db: Db, texts: string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name
    from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema = current_schema()
    order by table_schema, table_name`.execute(db)
  const tableNames: string[] = []
  for (const { schema, name } of tables) {
    const { rows } = await sql<{ isPresent: boolean }>`
      select exists (
        select from ${sql.table(`${schema}.${name}`)} r
        cross join unnest(${texts.map(text => text.toLowerCase())}::text[]) as t (text)
        where position(t.text in lower(r::text)) > 0
      ) as "isPresent"`.execute(db)
    if (rows[0]!.isPresent) tableNames.push(name)
  }
  return tableNames
}
