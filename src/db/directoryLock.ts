// One process per data directory. The lock is an exclusive transaction on an empty SQLite file: the operating system
// holds it and releases it the moment its process dies, and two processes cannot both get it. So there is never a stale
// lock to detect or clean up.

import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const sqliteBusy = 5
// Two processes in the same instant can block each other; then both step back and retry within this time.
const retryMs = 500

// The garbage collector would close a file without a reference, and so release the lock.
const openLocks = new Set<DatabaseSync>()

export type DirectoryLock = { release(): void }

/** Takes the lock of `directory`, which is created if needed. Throws when this or another process has it already. */
export function lockDirectory(directory: string): DirectoryLock {
  mkdirSync(directory, { recursive: true })
  const folder = realpathSync(directory)
  const pidFile = join(folder, 'lock.pid')
  const file = new DatabaseSync(join(folder, 'lock'), { timeout: retryMs })
  try {
    file.exec('begin exclusive')
  } catch (error) {
    file.close()
    if ((error as { errcode?: number }).errcode !== sqliteBusy) throw error
    throw new Error(
      `The data directory ${folder} is in use by another process${holderPid(pidFile)}. ` +
        'Stop that process, or give this one a directory of its own with DATA_DIR.',
      { cause: error },
    )
  }
  writeFileSync(pidFile, `${process.pid}\n`)
  openLocks.add(file)
  return {
    release() {
      if (openLocks.delete(file)) file.close()
    },
  }
}

/** For the message only: the file may be missing, or older than the lock. */
function holderPid(pidFile: string): string {
  try {
    return ` (pid ${readFileSync(pidFile, 'utf8').trim()})`
  } catch {
    return ''
  }
}
