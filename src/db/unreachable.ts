/**
 * Whether the database cannot serve at the moment, through no fault of the statement. SQLSTATE classes 08 (connection),
 * 53 (no resources), 57P (shutting down), 58 (system); 57014 and 25P03 (over a time limit), 55P03 (a lock was not to be
 * had), 25006 (a standby, or read-only after a switch); and what sockets and pools say.
 */
export function isUnreachableDatabase(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  const { code } = thrown as { code?: unknown }
  if (
    typeof code === 'string' &&
    /^(08...|53...|57P..|57014|58...|25006|25P03|55P03|ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/.test(
      code,
    )
  ) {
    return true
  }
  return /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (has encountered a connection error|was closed) and is not queryable)/.test(
    thrown.message,
  )
}
