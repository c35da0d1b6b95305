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

/** Where Node looks for a package: beside the one that asks, then further out. */
function placesSeenFrom(place: string, name: string): string[] {
  const steps = place === '' ? [] : place.split('/node_modules/')
  return [
    ...steps.map((_, i) => `${steps.slice(0, i + 1).join('/node_modules/')}/node_modules/${name}`),
    `node_modules/${name}`,
  ]
}
