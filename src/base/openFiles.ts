// How many files and connections the system lets this process have open at once. Node has raised it as far as it may.

/** Infinity where the system sets no limit. */
export function mostOpenFiles(): number {
  Object.assign(process.report, { excludeNetwork: true }) // it would look up the names of all peers, and wait for them
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | string } } }
  const limit = Number(userLimits?.open_files?.soft)
  return Number.isInteger(limit) ? limit : Infinity
}
