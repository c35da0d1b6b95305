// npm run freeze [-- DATE]: writes the database of the version in package.json into test/releases, as this code makes
// it. With a DATE, such as 2026-12-01, the heading in CHANGELOG.md gets it, and the version is released: from then on
// its migrations never change. Without it, the file is a draft that can be made anew.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeRelease } from '../test/support/releaseScene.ts'
import { releasesFolder } from '../test/support/releases.ts'
import { changelogFile, releasedVersions, releaseVersion as version } from './release.ts'

const [, , date] = process.argv
if (date !== undefined && !/^\d{4}-\d\d-\d\d$/.test(date)) throw new Error(`expected a date, got ${date}`)
if (releasedVersions().includes(version))
  throw new Error(
    `${version} is released: CHANGELOG.md has its date. Give the next version first (docs/releasing.md), or take the ` +
      'date back if the version was not published.',
  )
const changelog = readFileSync(changelogFile, 'utf8')
const heading = `## ${version} (not released yet)`
if (!changelog.includes(`\n${heading}\n`)) throw new Error(`CHANGELOG.md has no heading "${heading}"`)

const dataDir = mkdtempSync(join(tmpdir(), 'octavo-freeze-'))
const { script } = await makeRelease(version, dataDir)
const folder = join(releasesFolder, version)
rmSync(folder, { recursive: true, force: true })
for (const path of ['demo.json', 'files']) cpSync(join(dataDir, path), join(folder, path), { recursive: true })
rmSync(dataDir, { recursive: true })
writeFileSync(join(releasesFolder, `${version}.sql`), script)
if (date !== undefined) writeFileSync(changelogFile, changelog.replace(heading, `## ${version} (${date})`))
const kilobytes = Math.round(script.length / 1024)
console.log(`${version}: ${kilobytes} KB${date === undefined ? ', a draft' : `, released on ${date}`}`)
process.exit() // the server of the database stays, for tests
