import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

type Package = { optionalDependencies?: Record<string, string> }

test('the lock names the optional packages of every platform, without which npm ci refuses to install on any', () => {
  const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
    packages: Record<string, Package>
  }
  const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(name => !placesSeenFrom(place, name).some(seen => seen in packages)),
  )
  assert.deepEqual(missing, [])
})

test('the Node of node_modules is linked again after all that installs or removes packages, as npm before 11 drops it', () => {
  const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
  assert.match(JSON.parse(read('package.json')).scripts.postinstall, /^npm rebuild /)
  for (const file of ['docs/operating.md', 'docs/deployment.md', 'deploy/Containerfile']) {
    const commands = read(file).replaceAll(/\s*\\\n\s*/g, ' ')
    const unlinked = commands.match(/npm (prune|ci --ignore-scripts)(?!.* && npm run postinstall).*/g)
    assert.equal(unlinked, null, file)
    assert.match(commands, /npm run postinstall/)
  }
})

/** Where Node looks for a package: beside the one that asks, then further out. */
function placesSeenFrom(place: string, name: string): string[] {
  const steps = place === '' ? [] : place.split('/node_modules/')
  return [
    ...steps.map((_, i) => `${steps.slice(0, i + 1).join('/node_modules/')}/node_modules/${name}`),
    `node_modules/${name}`,
  ]
}
