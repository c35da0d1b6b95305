// Small values of the installation itself, such as the time of a manual clock.

import { sql } from 'kysely'
import type { Db, Tx } from './db.ts'

export async function readSetting(db: Db, name: string): Promise<string | null> {
  const { rows } = await sql<{ value: string }>`select value from settings where name = ${name}`.execute(db)
  return rows[0]?.value ?? null
}

export async function saveSetting(db: Db | Tx, name: string, value: string): Promise<void> {
  await sql`
    insert into settings (name, value) values (${name}, ${value})
    on conflict (name) do update set value = excluded.value`.execute(db)
}

/**
 * Stores the value if there is none yet; false when there is one. Of several processes at once, exactly one gets true.
 */
export async function claimSetting(db: Db | Tx, name: string, value: string): Promise<boolean> {
  const { rows } = await sql`
    insert into settings (name, value) values (${name}, ${value})
    on conflict (name) do nothing
    returning name`.execute(db)
  return rows.length > 0
}
