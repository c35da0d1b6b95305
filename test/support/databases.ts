import { bothDatabases } from './database.ts'
import { isShortForm } from './form.ts'

/**
 * For tests about rows, not about locks, plans or notifications: PostgreSQL, and beside it PGlite where the form is
 * whole. Use: `for (const { name, fresh } of databasesOfForm) describe(name, ...)`.
 */
export const databasesOfForm = isShortForm ? bothDatabases.filter(({ name }) => name === 'PostgreSQL') : bothDatabases
