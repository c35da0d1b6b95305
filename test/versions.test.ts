// A release has one version: that of the service, its clients, its image, its chart and its changelog.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { cliVersion, interfaceVersion } from '../clients/cli/failures.ts'
import { releaseName, releaseVersion } from '../scripts/release.ts'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const found = (path: string, pattern: RegExp) => pattern.exec(read(path))?.[1]

it('the service, its clients, its image, its chart and its changelog have one version', () => {
  const { version, packages } = JSON.parse(read('package-lock.json'))
  const versions = {
    ...{ 'package-lock.json': version, 'its root': packages[''].version, 'the command line': cliVersion },
    'clients/typescript': JSON.parse(read('clients/typescript/package.json')).version,
    'clients/cli': JSON.parse(read('clients/cli/package.json')).version,
    'clients/python': found('clients/python/pyproject.toml', /^version = "(.+)"$/m),
    'the chart': found('deploy/helm/octavo/Chart.yaml', /^version: (.+)$/m),
    'the program of the chart': found('deploy/helm/octavo/Chart.yaml', /^appVersion: (.+)$/m),
    'the image': found('deploy/Containerfile', /org\.opencontainers\.image\.version="(.+?)"/),
    // Above it may be what comes next.
    'the changelog': found('CHANGELOG.md', new RegExp(`^## (${RegExp.escape(releaseVersion)}) `, 'm')),
  }
  assert.deepEqual(versions, Object.fromEntries(Object.keys(versions).map(name => [name, releaseVersion])))
})

it('the pages name the archive of this version', () => {
  for (const page of ['docs/operating.md', 'docs/releasing.md']) {
    const named = read(page).match(/octavo-service-\d+\.\d+\.\d+/g) ?? []
    assert.deepEqual(new Set(named), new Set([releaseName]), page)
  }
})

it('the service and the command line speak the interface of one date, which is in the document of the API', () => {
  assert.equal(JSON.parse(read('docs/openapi.json')).info.version, interfaceVersion)
})
