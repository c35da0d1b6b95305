// A cache for files that take long to make and are the same for every test.

import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')
const cacheFolder = join(root, 'node_modules', '.cache', 'octavo')

/**
 * Answers a folder that `fill` has filled, now or in an earlier process. A change of an input file, or of its name,
 * fills a new folder; `inputs` are globs from the root of the project. If two processes fill a folder at the same time,
 * both use the faster one's.
 */
export async function cachedFolder(
  name: string,
  { inputs, fill }: { inputs: string[]; fill: (folder: string) => Promise<void> },
): Promise<string> {
  const hash = createHash('sha256')
  for (const file of globSync(inputs, { cwd: root }).sort()) hash.update(file).update(readFileSync(join(root, file)))
  const folder = join(cacheFolder, `${name}-${hash.digest('hex').slice(0, 16)}`)
  if (existsSync(folder)) return folder
  const draft = join(cacheFolder, `draft-${name}-${process.pid}`)
  mkdirSync(draft, { recursive: true })
  await fill(draft)
  try {
    renameSync(draft, folder)
  } catch {
    rmSync(draft, { recursive: true }) // another process was faster
  }
  for (const older of readdirSync(cacheFolder).filter(entry => entry.startsWith(`${name}-`)))
    if (join(cacheFolder, older) !== folder) rmSync(join(cacheFolder, older), { recursive: true, force: true })
  return folder
}
