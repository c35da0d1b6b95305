// One process per data directory. The lock is an exclusive transaction on an empty SQLite file: the operating system
// holds it, lets it go the moment its process dies, however it dies, and two takers cannot both win. So there is no
// stale lock to judge, and none to clean up.

import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const sqliteBusy = 5
// Two takers in the same instant can each hold the other up; then both step back and try again within this time.
const patienceMs = 500

// A file that nobody refers to would be closed by the garbage collector, and the lock with it.
const held = new Set<DatabaseSync>()

export type DirectoryLock = { release(): void }

/** Takes the lock of `directory`, which is made when it is not there. Throws when another process (or this one) has it. */
export function lockDirectory(directory: string): DirectoryLock {
  mkdirSync(directory, { recursive: true })
  const folder = realpathSync(directory)
  const holderFile = join(folder, 'lock.pid')
  const file = new DatabaseSync(join(folder, 'lock'), { timeout: patienceMs })
  try {
    file.exec('begin exclusive')
  } catch (error) {
    file.close()
    if ((error as { errcode?: number }).errcode !== sqliteBusy) throw error
    throw new Error(
      `The data directory ${folder} is in use by another process${holder(holderFile)}. ` +
        'Stop that process, or give this one a directory of its own with DATA_DIR.',
      { cause: error },
    )
  }
  writeFileSync(holderFile, `${process.pid}\n`)
  held.add(file)
  return {
    release() {
      if (held.delete(file)) file.close()
    },
  }
}

/** Only for the message: the file may be missing, or older than the lock. */
function holder(holderFile: string): string {
  try {
    return ` (pid ${readFileSync(holderFile, 'utf8').trim()})`
  } catch {
    return ''
  }
}
