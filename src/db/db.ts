// The database: PGlite in DATA_DIR by default, PostgreSQL by DATABASE_URL. One dialect, one schema, one set of queries.

import type { Kysely, Transaction } from 'kysely'

/** Tables are spelled in the SQL itself, so Kysely is given no schema: each query names the shape of its rows. */
export type Db = Kysely<unknown>
export type Tx = Transaction<unknown>
