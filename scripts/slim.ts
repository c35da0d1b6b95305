// Removes from node_modules the files that nothing here loads: `npm ci` and `npm run postinstall` run it. Beside the
// development packages it removes little; once they are pruned, all that only programmers, browsers and other systems
// need.
// It leaves alone the packages that Octavo did not come with, and all that these may load. Each removal stands alone:
// after a run that was killed, the next one continues. The licenses of parts that stay are kept, also of parts within
// others. `npm ci --ignore-scripts && npm rebuild` keeps everything.

import { existsSync, globSync, lstatSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, sep } from 'node:path'

type Installed = {
  version?: string
  dev?: true
  link?: true
  os?: string | string[]
  cpu?: string | string[]
  libc?: string | string[]
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

const root = join(import.meta.dirname, '..')
const modules = join(root, 'node_modules')
/** The list of npm. Other package managers share the files of packages between projects, so they have none. */
const installedFile = join(modules, '.package-lock.json')
/** The packages that Octavo came with. An image may have only the manifests yet. */
const ownPackagesFile = join(root, 'THIRD-PARTY.md')

const always = [
  'node-*/{include,share}', // for compilers
  '@napi-rs/canvas*', // pdf.js draws nothing here
  'recheck-jar', // recheck has a program for each usual system
]
const inProduction = [
  // The peers of packages that have parts for browsers.
  '{react,react-dom,scheduler}',
  // Sources, and builds for browsers, for `require`, and for debugging.
  '@cantoo/pdf-lib/{src,cjs,ts3.4,dist/pdf-lib*}',
  '@cantoo/fontkit/{src,dist/*umd*,dist/*browser*}',
  '@electric-sql/pglite/dist/**/*.cjs',
  '@fontsource/*/files/*.woff2',
  '@fontsource/inter/files/*-{100,200,300,500,600,700,800,900}-*',
  '@fontsource/inter/files/*-italic.woff',
  '@hyzyla/pdfium/dist/{*base64*,*.cjs,*.worker.js,*.browser.js,*.cdn.js,worker*}',
  'bwip-js/{src,barcode.ps,dist/bwip-js.js,dist/bwip-js-min.js,dist/bwip-js-node.js}',
  'pdfjs-dist/{legacy,web,image_decoders,build/*.sandbox*,build/pdf.mjs,build/pdf.worker.mjs,build/pdf.renderer.mjs}',
  'stripe/cjs',
  'zod/src',
  'zxing-wasm/dist/{full,writer,*/full,*/writer}',
]
/** At the top of a package. */
const foldersForProgrammers = /^(tests?|__tests__|docs|examples?|benchmarks?)$/
const filesForProgrammers = /\.map$|\.d\.[cm]?ts$|\.md$/i
const licenses = /licen[cs]e|notice|copying|copyright/i
/** Has the license of a package without a file of its own for it. */
const readMe = /^readme/i

if (existsSync(installedFile) && existsSync(ownPackagesFile) && !lstatSync(modules).isSymbolicLink()) slim()

function slim(): void {
  const { packages } = JSON.parse(readFileSync(installedFile, 'utf8')) as { packages: Record<string, Installed> }
  const entries = Object.entries(packages)
  const kept = keptNames(entries)
  const others = entries.filter(
    ([path, { link }]) => !link && path.startsWith('node_modules/') && !kept.has(nameOf(path)),
  )
  const isProduction = !entries.some(([, { dev }]) => dev)
  for (const [path, { os, cpu, libc }] of others)
    if (!(isFor(os, process.platform) && isFor(cpu, process.arch) && isFor(libc, systemLibc())))
      remove(join(root, path))
  for (const path of globSync(isProduction ? [...always, ...inProduction] : always, { cwd: modules })) {
    if (kept.has(topName(path))) continue
    if (path === topName(path)) remove(join(modules, path))
    else removeButLicenses(join(modules, path))
  }
  if (!isProduction) return
  for (const [path] of others) removeForProgrammers(join(root, path), true)
  for (const path of globSync('node-linux-*/bin/node', { cwd: modules }))
    if (!kept.has(topName(path))) dropSymbols(join(modules, path))
}

/** The names of the packages that Octavo did not come with, and of all packages that these may load. */
function keptNames(entries: [string, Installed][]): Set<string> {
  const list = readFileSync(ownPackagesFile, 'utf8')
  const known = new Set(
    Array.from(list.matchAll(/^\| (\S+) \| (\S+) \|/gm), ([, name, version]) => `${name} ${version}`),
  )
  const byName = Map.groupBy(entries, ([path]) => nameOf(path))
  const kept = new Set<string>()
  const keep = ([path, { dependencies, optionalDependencies, peerDependencies }]: [string, Installed]) => {
    kept.add(nameOf(path))
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
      if (!kept.has(name)) byName.get(name)?.forEach(keep)
  }
  entries.filter(([path, { dev, version }]) => !dev && !known.has(`${nameOf(path)} ${version}`)).forEach(keep)
  return kept
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

/** Of a path in node_modules. */
function topName(path: string): string {
  const parts = path.split(sep)
  return parts.slice(0, parts[0]!.startsWith('@') ? 2 : 1).join('/')
}

/** As npm reads `os`, `cpu` and `libc` of a package, of which Debian's npm ignores the last. */
function isFor(listed: string | string[] = [], own: string | null): boolean {
  if (own === null) return true
  const names = [listed].flat()
  const wanted = names.filter(name => !name.startsWith('!'))
  return !names.includes(`!${own}`) && (wanted.length === 0 || wanted.includes(own) || wanted.includes('any'))
}

function systemLibc(): string | null {
  if (process.platform !== 'linux') return null
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  return header.glibcVersionRuntime === undefined ? 'musl' : 'glibc'
}

function removeForProgrammers(folder: string, isTop = false): void {
  if (!existsSync(folder)) return
  const entries = readdirSync(folder, { withFileTypes: true })
  const needed = isTop && !entries.some(({ name }) => licenses.test(name)) ? readMe : licenses
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isFile() && filesForProgrammers.test(entry.name) && !needed.test(entry.name)) remove(path)
    if (!entry.isDirectory() || entry.name === 'node_modules') continue // packages in packages have their own turn
    if (isTop && foldersForProgrammers.test(entry.name)) removeButLicenses(path)
    else removeForProgrammers(path)
  }
}

function removeButLicenses(path: string): void {
  if (!lstatSync(path).isDirectory()) {
    if (!licenses.test(basename(path))) remove(path)
    return
  }
  for (const name of readdirSync(path)) removeButLicenses(join(path, name))
  if (readdirSync(path).length === 0) remove(path)
}

function remove(path: string): void {
  rmSync(path, { recursive: true, force: true })
}

/**
 * A program in the ELF format begins with a header and a list of the parts that the system loads. The rest of the file
 * is for debuggers: a quarter of Node. The program may be running, so a new file takes its place.
 */
function dropSymbols(file: string): void {
  const program = readFileSync(file)
  const isElf64 = program.readUInt32BE(0) === 0x7f454c46 && program[4] === 2 && program[5] === 1 // little-endian
  if (!isElf64 || program.readBigUInt64LE(40) === 0n) return
  const partsAt = Number(program.readBigUInt64LE(32))
  const [partBytes, partCount] = [program.readUInt16LE(54), program.readUInt16LE(56)]
  const ends = Array.from({ length: partCount }, (_, part) => {
    const at = partsAt + part * partBytes
    return Number(program.readBigUInt64LE(at + 8) + program.readBigUInt64LE(at + 32))
  })
  program.fill(0, 40, 48) // where the list of sections is, for debuggers
  program.fill(0, 58, 64) // and how many there are
  const draft = `${file}.slim`
  writeFileSync(draft, program.subarray(0, Math.max(...ends)), { mode: 0o755 })
  renameSync(draft, file)
}
