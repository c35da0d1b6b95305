/** SQLSTATE classes 08 (connection), 53 (no resources), 57P (shutting down), 58 (system), and what sockets and pools say. */
export function isUnreachableDatabase(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  const { code } = thrown as { code?: unknown }
  if (
    typeof code === 'string' &&
    /^(08...|53...|57P..|58...|ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/.test(code)
  ) {
    return true
  }
  return /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (has encountered a connection error|was closed) and is not queryable)/.test(
    thrown.message,
  )
}
