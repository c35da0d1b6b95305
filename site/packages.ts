// The tools of customers' developers as packages that npm and pip install from the service's own address, so that a
// developer needs no registry in which the operator published them: the command line, and both clients.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { pack } from 'tar-stream'

export type Files = Record<string, Uint8Array>
export type Package = { file: string; bytes: Uint8Array }

/** A build of the same sources has the same bytes. */
const madeAt = '1985-10-26T08:15:00Z'

/** The packages, made of the sources in `root`: seconds, for two runs of the compiler. */
export const packagesOf = async (root: URL): Promise<Package[]> => [
  await npmPackage(root, 'clients/cli'),
  await npmPackage(root, 'clients/typescript'),
  wheel(root),
]

/** The same files that `npm publish` sends for the folder. */
async function npmPackage(root: URL, folder: 'clients/cli' | 'clients/typescript'): Promise<Package> {
  const about = readFileSync(new URL(`${folder}/package.json`, root), 'utf8')
  const { name, version } = JSON.parse(about)
  const files: Files = { 'package.json': Buffer.from(about), ...compiled(root, folder) }
  files['README.md'] = readmeOf(new URL(folder, root))
  files.LICENSE = readFileSync(new URL(`${folder}/LICENSE`, root))
  const inFolder = Object.entries(files).map(([path, bytes]) => [`package/${path}`, bytes])
  return { file: `${name}-${version}.tgz`, bytes: await archiveOf(Object.fromEntries(inFolder), madeAt) }
}

/** A compressed archive of the files, all with this time. */
export async function archiveOf(files: Files, at: string): Promise<Buffer> {
  const archive = pack()
  for (const [name, bytes] of Object.entries(files)) archive.entry({ name, mtime: new Date(at) }, Buffer.from(bytes))
  archive.finalize()
  return gzipSync(await buffer(archive))
}

/** Without links to files of the project, which a package does not have. Their text names the page. */
const readmeOf = (folder: URL): Buffer =>
  Buffer.from(readFileSync(`${fileURLToPath(folder)}/README.md`, 'utf8').replace(/\[([^\]]+)\]\(\.\.?\/[^)]*\)/g, '$1'))

function compiled(root: URL, folder: string): Files {
  const outDir = mkdtempSync(join(tmpdir(), 'octavo-package-'))
  try {
    const compiler = fileURLToPath(new URL('node_modules/typescript/bin/tsc', root))
    execFileSync(process.execPath, [compiler, '-p', fileURLToPath(new URL(folder, root)), '--outDir', outDir])
    const paths = globSync('**/*.{js,ts}', { cwd: outDir }).sort()
    return Object.fromEntries(paths.map(path => [`dist/${path}`, readFileSync(join(outDir, path))]))
  } finally {
    rmSync(outDir, { recursive: true })
  }
}

/** A wheel is a zip file of the modules, and of what is known about them: packaging.python.org, binary distribution. */
function wheel(root: URL): Package {
  const folder = new URL('clients/python/', root)
  const read = (path: string) => readFileSync(new URL(path, folder))
  const project = read('pyproject.toml').toString()
  const field = (name: string) => new RegExp(`^${name} = "(.+)"$`, 'm').exec(project)![1]!
  const listed = (name: string): string[] =>
    JSON.parse(new RegExp(`^${name} = (\\[.+?\\])$`, 'ms').exec(project)![1]!.replace(/,\s*\]/, ']'))
  const name = field('name').replaceAll('-', '_')
  const version = field('version')
  const info = `${name}-${version}.dist-info`
  const paths = globSync('octavo_client/{*.py,py.typed}', { cwd: fileURLToPath(folder) }).sort()
  const metadata = [
    'Metadata-Version: 2.4',
    `Name: ${field('name')}`,
    `Version: ${version}`,
    `Summary: ${field('description')}`,
    `Author: ${/^authors = \[\{ name = "(.+)" \}\]$/m.exec(project)![1]}`,
    `Keywords: ${listed('keywords').join(',')}`,
    ...listed('classifiers').map(classifier => `Classifier: ${classifier}`),
    `License-Expression: ${field('license')}`,
    'License-File: LICENSE',
    `Requires-Python: ${field('requires-python')}`,
    'Description-Content-Type: text/markdown',
    '',
    readmeOf(folder).toString(),
  ]
  const files: Files = {
    ...Object.fromEntries(paths.map(path => [path, read(path)])),
    [`${info}/METADATA`]: Buffer.from(metadata.join('\n')),
    [`${info}/WHEEL`]: Buffer.from('Wheel-Version: 1.0\nGenerator: octavo\nRoot-Is-Purelib: true\nTag: py3-none-any\n'),
    [`${info}/licenses/LICENSE`]: read('LICENSE'),
  }
  const rows = Object.entries(files).map(([path, bytes]) => {
    const digest = createHash('sha256').update(bytes).digest('base64url')
    return `${path},sha256=${digest},${bytes.length}`
  })
  files[`${info}/RECORD`] = Buffer.from([...rows, `${info}/RECORD,,`, ''].join('\n'))
  return { file: `${name}-${version}-py3-none-any.whl`, bytes: zipSync(files, { mtime: madeAt }) }
}
