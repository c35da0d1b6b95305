// PostgreSQL vacuums and analyzes its tables by itself. PGlite runs no such process: the dead versions of rows would
// stay in its tables and indexes forever, and its planner would never learn how large the tables are. A prepared
// statement is planned again after one of its tables was analyzed.

import { sql } from 'kysely'
import type { Database } from './db.ts'

/**
 * On PGlite, vacuums and analyzes the tables that changed much, by PostgreSQL's own measure; not while the disk is
 * nearly full, because a vacuum writes much.
 */
export async function vacuum({ kind, db }: Database): Promise<void> {
  if (kind === 'postgresql') return
  const { rows } = await sql<{ schema: string; table: string }>`
    select schemaname as schema, relname as "table"
    from pg_stat_user_tables
    where not current_setting('transaction_read_only')::boolean and greatest(n_dead_tup, n_mod_since_analyze)
      > current_setting('autovacuum_vacuum_threshold')::int
        + current_setting('autovacuum_vacuum_scale_factor')::float * n_live_tup
    order by relid`.execute(db)
  for (const { schema, table } of rows) await sql`vacuum (analyze) ${sql.table(`${schema}.${table}`)}`.execute(db)
}
