// Packages that are loaded only on demand, so that processes that never need them stay small. The first customer who
// needs a package must not be the one to find out that it is missing.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '..')
const sources = globSync('src/**/*.ts', { cwd: root }).filter(path => !path.endsWith('.test.ts'))
const late = sources.flatMap(path => {
  const file = join(root, path)
  const names = readFileSync(file, 'utf8').matchAll(/(?<!typeof )\bimport\('((?!node:)[^']+)'\)/g)
  return Array.from(names, ([, name]) => ({ path, name: name!, url: urlOf(file, name!) }))
})
/** Each takes 3 to 40 MB. */
const heavy = [
  '@aws-sdk',
  '@better-auth/passkey',
  '@cantoo',
  '@electric-sql',
  'bwip-js',
  'nodemailer',
  'sharp',
  'stripe',
]

function urlOf(file: string, name: string): string {
  return name.startsWith('.') ? new URL(name, pathToFileURL(file)).href : name
}

describe('what is read in late', () => {
  for (const { path, name, url } of late)
    it(`the late import ${name} of ${path} exists`, async () => {
      assert.notEqual(Object.keys(await import(url)).length, 0)
    })

  it('packages of late imports are not loaded at the start of a service', async () => {
    const script = `
      import { registerHooks } from 'node:module'
      const loaded = new Set()
      registerHooks({ load: (url, context, next) => (loaded.add(url), next(url, context)) })
      await import(${JSON.stringify(pathToFileURL(join(root, 'src/app/app.ts')).href)})
      process.stdout.write(JSON.stringify([...loaded]), () => process.exit(0))`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      cwd: root,
      maxBuffer: 10_000_000,
    })
    const loaded: string[] = JSON.parse(stdout)
    assert.ok(loaded.some(url => url.includes('/node_modules/fastify/')))
    for (const name of heavy)
      assert.deepEqual(
        loaded.filter(url => url.includes(`/node_modules/${name}/`)),
        [],
        name,
      )
  })
})
