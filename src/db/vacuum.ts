// PostgreSQL vacuums and analyzes its tables, and makes checkpoints, by itself. PGlite runs no such process: the dead
// versions of rows would stay in its tables and indexes forever, its planner would never learn how large the tables
// are, and its log would grow until the service is stopped. A prepared statement is planned again after one of its
// tables was analyzed.

import { sql } from 'kysely'
import type { Database, Db } from './db.ts'

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
  await shortenLog(db)
}

/** PostgreSQL too makes a checkpoint at about half of the size that its log may have. */
async function shortenLog(db: Db): Promise<void> {
  const { rows } = await sql<{ isLong: boolean }>`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) > pg_size_bytes(current_setting('max_wal_size')) / 2
      as "isLong"
    from pg_control_checkpoint()`.execute(db)
  if (rows[0]!.isLong) await sql`checkpoint`.execute(db)
}
