// Builds the screens into web/dist: `npm run build`, and `npm ci` by itself. A checkout without development packages
// keeps the screens that it came with.

import { existsSync } from 'node:fs'
import { join } from 'node:path'

const web = join(import.meta.dirname, '..', 'web')
const cure = 'run npm ci --include=dev && npm prune --omit=dev && npm run postinstall'

if (hasVite()) {
  const { build } = await import('vite')
  await build({ root: web, logLevel: 'warn' })
} else if (existsSync(join(web, 'dist', 'staff.html')))
  console.log('The screens in web/dist stay as they are: a build needs the development packages.')
else {
  console.error(`The screens (web/dist) are not built, and a build needs the development packages: ${cure}.`)
  process.exitCode = 1
}

function hasVite(): boolean {
  try {
    return import.meta.resolve('vite') !== ''
  } catch {
    return false
  }
}
