// Compiles the client for customers' programs into clients/typescript/dist, and the command line into clients/cli/dist:
// `npm run client`.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const compiler = at('../node_modules/typescript/bin/tsc')
if (existsSync(compiler)) {
  const compile = (folder: string) =>
    spawnSync(process.execPath, [compiler, '-p', at(`../${folder}`)], { stdio: 'inherit' }).status ?? 1
  process.exitCode = compile('clients/typescript') || compile('clients/cli')
} else {
  console.error('npm run client needs the TypeScript compiler: install the development packages too (npm ci).')
  process.exitCode = 1
}
