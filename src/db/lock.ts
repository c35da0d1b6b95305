// One process per data directory. The lock is an exclusive transaction on an empty SQLite file: the operating system
// holds it and releases it the moment its process dies, and two takers cannot both win. So there is never a stale lock
// to detect or clean up.

import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const sqliteBusy = 5
// Two takers in the same instant can block each other; then both step back and retry within this time.
const patienceMs = 500

// The garbage collector would close a file that nothing refers to, and so release the lock.
const held = new Set<DatabaseSync>()

export type DirectoryLock = { release(): void }

/** Takes the lock of `directory`, which is created if needed. Throws when this or another process already holds it. */
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

/** For the message only: the file may be missing, or older than the lock. */
function holder(holderFile: string): string {
  try {
    return ` (pid ${readFileSync(holderFile, 'utf8').trim()})`
  } catch {
    return ''
  }
}
