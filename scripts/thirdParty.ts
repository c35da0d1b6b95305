// The text of THIRD-PARTY.md, from the lock file: the packages of an installation, those that the build puts into the
// browser's files, and their licenses. The page lists the packages of every platform, not only of this machine.

import { globSync, readFileSync } from 'node:fs'

const root = new URL('..', import.meta.url)
export const thirdPartyFile = new URL('THIRD-PARTY.md', root)

type LockedPackage = {
  version: string
  license?: string
  dev?: true
  link?: true
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}
type Locked = Record<string, LockedPackage>

/** Licenses with more duties for a distributor than to keep the notice. */
const licenseDuties: { license: RegExp; text: string }[] = [
  {
    license: /LGPL/,
    text: 'LGPL: shared libraries (libvips and the libraries in it), which stay separate, replaceable files. A distributor must offer their source; the packages name it.',
  },
  {
    license: /MPL/,
    text: 'MPL: used unchanged. A distributor must say where their source is; changed files stay under the MPL.',
  },
  { license: /OFL/, text: 'OFL: fonts. They are distributed with their license, and not sold alone.' },
]

export function thirdPartyText(): string {
  const { packages } = JSON.parse(readFileSync(new URL('package-lock.json', root), 'utf8')) as { packages: Locked }
  const bundled = bundledPaths(packages)
  const rows = Object.entries(packages)
    .filter(([path, { dev, link }]) => path !== '' && (!dev || bundled.has(path)) && !link)
    .map(([path, { version, license }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      if (license === undefined) throw new Error(`${name} names no license: may we distribute it?`)
      return { name, version, license }
    })
  const unique = [...new Map(rows.map(row => [`${row.name} ${row.version}`, row])).values()]
  const sorted = unique.toSorted((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1))
  const byLicense = Map.groupBy(sorted, ({ license }) => license)
  const counts = [...byLicense]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([license, { length }]) => `| ${license} | ${length} |`)
  const duties = licenseDuties.filter(({ license }) => [...byLicense.keys()].some(name => license.test(name)))
  return `# Third-party packages

An installation of Octavo without its development packages comes with these ${sorted.length} packages, fewer on each
platform; the browser's packages are in the files of its screens. Each package has its own license text. Octavo itself
is under the [MIT license](LICENSE). \`npm run docs\` writes this page from \`package-lock.json\`.

${duties.map(({ text }) => `* ${text}`).join('\n')}

| license | packages |
|---|---|
${counts.join('\n')}

| package | version | license |
|---|---|---|
${sorted.map(({ name, version, license }) => `| ${name} | ${version} | ${license} |`).join('\n')}
`
}

/** The paths in the lock file of the packages that the browser's sources import, and of what those import. */
function bundledPaths(packages: Locked): Set<string> {
  const sources = globSync('web/**/*.{ts,tsx,css}', { cwd: root, exclude: ['web/dist/**', 'web/vite.config.ts'] })
  const imported = sources.flatMap(path =>
    [
      ...readFileSync(new URL(path, root), 'utf8').matchAll(
        /(?:from|import|import\(|url\() ?['"]((?:@[\w-]+\/)?[\w-]+)/g,
      ),
    ].map(([, name]) => name!),
  )
  const paths = new Set<string>()
  const add = (name: string, importer: string) => {
    const path = [`${importer}/node_modules/${name}`, `node_modules/${name}`].find(one => one in packages)
    if (path === undefined || paths.has(path)) return
    paths.add(path)
    for (const dependency of Object.keys({ ...packages[path]!.dependencies, ...packages[path]!.peerDependencies }))
      add(dependency, path)
  }
  for (const name of imported) add(name, '')
  return paths
}
