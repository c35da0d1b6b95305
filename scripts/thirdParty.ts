// The text of THIRD-PARTY.md, from the lock file: the packages of an installation and their licenses. The page lists
// the packages of every platform, not only of this machine.

import { readFileSync } from 'node:fs'

export const thirdPartyFile = new URL('../THIRD-PARTY.md', import.meta.url)

type LockedPackage = { version: string; license?: string; dev?: true; link?: true }

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
  const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'))
  const rows = (Object.entries(lock.packages) as [string, LockedPackage][])
    .filter(([path, { dev, link }]) => path !== '' && !dev && !link)
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

An installation of Octavo (\`npm ci --omit=dev\`) comes with these ${sorted.length} packages, fewer on each platform. Each
package holds its own license text in \`node_modules\`. Octavo itself is under the [MIT license](LICENSE).
\`npm run docs\` writes this page from \`package-lock.json\`.

${duties.map(({ text }) => `* ${text}`).join('\n')}

| license | packages |
|---|---|
${counts.join('\n')}

| package | version | license |
|---|---|---|
${sorted.map(({ name, version, license }) => `| ${name} | ${version} | ${license} |`).join('\n')}
`
}
