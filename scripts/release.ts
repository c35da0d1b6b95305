// npm run release [FOLDER]: writes the files of a release into dist/release or FOLDER, from the last commit and the
// built screens: the service, which then needs no compiler and no development package, its parts list, the packages of
// the clients, and the checksums of all. The same commit has the same bytes. docs/releasing.md has the steps after it.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { archiveOf, type Files } from '../site/packages.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path))
const run = (program: string, ...words: string[]) =>
  execFileSync(program, words, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 })

/** The files that the service needs besides its packages, and the pages that its operator reads. */
const shipped = ['deploy', 'docs', 'languages', 'operator', 'scripts', 'src', ':!src/**/*.test.ts']
const shippedOfRoot = ['package.json', 'package-lock.json', '.npmrc', '.nvmrc', 'LICENSE', '*.md']

export const releaseVersion: string = JSON.parse(read('package.json').toString()).version
/** Another name than that of the command line, which is a package named octavo. */
export const releaseName = `octavo-service-${releaseVersion}`

/** The service in a folder of its name: the files of the checkout that belong to the commit, and the built screens. */
export async function releaseArchive(): Promise<Buffer> {
  const paths = run('git', 'ls-files', '-z', '--', ...shipped, ...shippedOfRoot.map(path => `:(top,glob)${path}`))
  const screens = globSync('web/dist/**/*', { cwd: root, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1))
  const files: Files = {}
  for (const path of [...paths.split('\0').filter(Boolean), ...screens].sort())
    files[`${releaseName}/${path}`] = read(path)
  return archiveOf(files, committedAt())
}

export const changelogFile = join(root, 'CHANGELOG.md')
const releasedHeading = /^## (\d+\.\d+\.\d+) \(\d{4}-\d\d-\d\d\)$/gm

/** The versions whose heading in the changelog has a date. */
export const releasedVersions = (): string[] =>
  Array.from(readFileSync(changelogFile, 'utf8').matchAll(releasedHeading), ([, version]) => version!)

const committedAt = () => run('git', 'log', '-1', '--format=%cI').trim()

/** The packages of production, by the lock file, in the form of CycloneDX. */
function partsList(): string {
  const made = run('npm', 'sbom', '--package-lock-only', '--omit=dev', '--sbom-format=cyclonedx')
  const { serialNumber: _, metadata, ...parts } = JSON.parse(made)
  // npm names a folder, a moment and a random number.
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  const uuid = digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')
  const component = { ...metadata.component, name: 'octavo-service' }
  const about = { ...metadata, component, timestamp: new Date(committedAt()).toISOString() }
  return `${JSON.stringify({ ...parts, serialNumber: `urn:uuid:${uuid}`, metadata: about }, null, 2)}\n`
}

async function writeRelease(folder: string): Promise<void> {
  const changed = run('git', 'status', '--porcelain').trim()
  if (changed !== '') throw new Error(`a release is made of a commit, and these files differ from it:\n${changed}`)
  if (!releasedVersions().includes(releaseVersion))
    throw new Error(`${releaseVersion} is not frozen: CHANGELOG.md has no date of it`)
  run('npm', 'run', '-s', 'build')
  const files: Files = {
    [`${releaseName}.tar.gz`]: await releaseArchive(),
    [`${releaseName}.cdx.json`]: Buffer.from(partsList()),
  }
  for (const file of globSync('*', { cwd: join(root, 'web/dist/docs/packages') }))
    files[file] = read(join('web/dist/docs/packages', file))
  const sums = Object.keys(files)
    .sort()
    .map(file => `${createHash('sha256').update(files[file]!).digest('hex')}  ${file}\n`)
  if (folder === usualFolder) rmSync(folder, { recursive: true, force: true })
  else if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty`)
  mkdirSync(folder, { recursive: true })
  for (const [file, bytes] of Object.entries({ ...files, SHA256SUMS: Buffer.from(sums.join('')) }))
    writeFileSync(join(folder, file), bytes)
  console.log(sums.join(''))
}

const usualFolder = join(root, 'dist', 'release')
if (import.meta.main) await writeRelease(process.argv[2] ?? usualFolder)
