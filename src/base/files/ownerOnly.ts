// The data directory holds password hashes, keys and customers' files, so no other user of the machine may enter it.
// The folders decide: the embedded database opens its own files to everybody, with any umask.

import { chmodSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../log.ts'

/** Takes from a new file or folder every permission of the group and of others. */
const ownerUmask = 0o077
const othersBits = 0o077
const stickyBit = 0o1000
/** Windows has no such permissions. */
const hasPermissions = process.platform !== 'win32'

/** Files and folders that this process creates from now on are closed to other users. */
export function setOwnerOnlyUmask(): void {
  process.umask(ownerUmask)
}

/** Closes the folder and its entries to other users. Logs the paths that were open, and the paths that remain open. */
export function restrictToOwner(folder: string, log: Log): void {
  if (!hasPermissions) return
  const openPaths = [folder, ...readdirSync(folder).map(name => join(folder, name))].filter(isOpenToOthers)
  const closed = openPaths.filter(removeOthersAccess)
  if (closed.length > 0) log.warn({ closed }, 'other users of this machine had access to the data, so it was removed')
  const open = openPaths.filter(path => !closed.includes(path))
  if (open.length > 0)
    log.error({ open }, 'other users of this machine have access to the data: remove it with chmod go-rwx')
}

function isOpenToOthers(path: string): boolean {
  const mode = modeOf(path)
  return mode !== null && (mode & othersBits) !== 0
}

/** Null when another process has just removed the file, or a link leads nowhere. */
function modeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.mode ?? null
}

/** False for a sticky folder, such as the folder for temporary files, which belongs to all users on purpose. */
function removeOthersAccess(path: string): boolean {
  const mode = modeOf(path)
  if (mode === null || (mode & stickyBit) !== 0) return false
  try {
    chmodSync(path, mode & ~othersBits)
    return true
  } catch {
    return false // another user owns it
  }
}
