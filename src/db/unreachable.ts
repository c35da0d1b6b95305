// The meaning of an error for the connection to the database.

import { isOutdatedStatement } from './prepare.ts'

/** The same for errors of work that also uses the storage: its client adds metadata to the errors of its sockets. */
export const isDatabaseOutage = (thrown: unknown): boolean =>
  isUnreachableDatabase(thrown) && !Object.hasOwn(thrown as Error, '$metadata')

/**
 * Whether the database cannot serve at the moment, through no fault of the statement. SQLSTATE classes 08 (connection),
 * 28 (the role may not connect), 53 (no resources), 57P (shutting down), 58 (system); 3D000 (no such database), 57014,
 * 25P03 and 25P04 (over a time limit), 55P03 (a lock was not available), 25006 (a standby, or read-only after a
 * failover); a statement that was prepared before a migration; and the errors of sockets, pools and a database that
 * accepts no connections.
 */
export function isUnreachableDatabase(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  if (isOutdatedStatement(thrown)) return true
  const { code } = thrown as { code?: unknown }
  if (
    typeof code === 'string' &&
    /^(08...|28...|3D000|53...|57P..|57014|58...|25006|25P0[34]|55P03|ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/.test(
      code,
    )
  ) {
    return true
  }
  return /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (has encountered a connection error|was closed) and is not queryable)|is not currently accepting connections$/.test(
    thrown.message,
  )
}
