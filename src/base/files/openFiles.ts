// The maximum number of files and connections that this process may have open. Node raises it as far as the system
// allows.

/** Infinity where the system sets no limit. */
export function maxOpenFiles(): number {
  Object.assign(process.report, { excludeNetwork: true }) // otherwise the report looks up the names of all peers and waits for them
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | string } } }
  const limit = Number(userLimits?.open_files?.soft)
  return Number.isInteger(limit) ? limit : Infinity
}
