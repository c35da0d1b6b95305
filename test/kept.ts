// What takes long to make and is the same for every test: the first test makes it, and the others find it in a folder.

import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const shelf = join(root, 'node_modules', '.cache', 'octavo')

/**
 * A folder that `fill` has filled, now or in an earlier process; anew if one of the files of which it is made has
 * changed (globs from the root of the project). If two processes fill it at once, both find what one of them made.
 */
export async function keptFolder(
  name: string,
  { madeOf, fill }: { madeOf: string[]; fill: (folder: string) => Promise<void> },
): Promise<string> {
  const hash = createHash('sha256')
  for (const file of globSync(madeOf, { cwd: root }).sort()) hash.update(readFileSync(join(root, file)))
  const folder = join(shelf, `${name}-${hash.digest('hex').slice(0, 16)}`)
  if (existsSync(folder)) return folder
  const draft = join(shelf, `draft-${name}-${process.pid}`)
  mkdirSync(draft, { recursive: true })
  await fill(draft)
  try {
    renameSync(draft, folder)
  } catch {
    rmSync(draft, { recursive: true }) // another process was faster
  }
  for (const older of readdirSync(shelf).filter(other => other.startsWith(`${name}-`)))
    if (join(shelf, older) !== folder) rmSync(join(shelf, older), { recursive: true, force: true })
  return folder
}
