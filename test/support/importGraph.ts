// Which tests a change can reach, as the texts of the files tell: through imports, and because a file reads another one
// by a path, a folder or a glob that it has in quotes.

import { globSync, readFileSync } from 'node:fs'
import { dirname, join, matchesGlob } from 'node:path'

const root = join(import.meta.dirname, '..', '..')
const codeFolders = ['bench', 'clients', 'scripts', 'site', 'src', 'test', 'web']
const readFolders = [...codeFolders, 'deploy', 'docs', 'examples', 'languages', 'operator']
const imports = /'(\.{1,2}\/[^'\n]+\.\w+)'/g
const reads = new RegExp(`'((?:${readFolders.join('|')})(?:/[^'\\n]+)?|[\\w-]+\\.(?:md|json))'`, 'g')
/** The program of a process that a test starts. */
const alsoImports: Record<string, string[]> = {
  'test/support/bundle.ts': ['src/main.ts', 'test/support/chargeProcess.ts'],
}
/** The built screens. */
const alsoReads: Record<string, string[]> = { 'test/browser/stage.ts': ['web', 'languages'] }

const codeFiles = () =>
  globSync(`{${codeFolders.join()}}/**/*.{ts,tsx}`, { cwd: root, exclude: ['**/node_modules', '**/dist'] })

function readGraph() {
  const importedBy = new Map<string, string[]>()
  const readBy: { path: string; file: string }[] = []
  for (const file of codeFiles()) {
    const text = readFileSync(join(root, file), 'utf8').replace(/^import type .*$/gm, '')
    const imported = Array.from(text.matchAll(imports), ([, path = '']) => join(dirname(file), path))
    for (const path of [...imported, ...(alsoImports[file] ?? [])])
      importedBy.getOrInsertComputed(path, () => []).push(file)
    const read = file.startsWith('src/') ? [] : Array.from(text.matchAll(reads), ([, path = '']) => path)
    for (const path of [...read, ...(alsoReads[file] ?? [])]) readBy.push({ path, file })
  }
  return { importedBy, readBy }
}

const isIn = (file: string, path: string) =>
  file === path || file.startsWith(`${path}/`) || (path.includes('*') && matchesGlob(file, path))

function importers(files: string[], importedBy: Map<string, string[]>): string[] {
  const reached = new Set(files)
  for (const file of reached) for (const importer of importedBy.get(file) ?? []) reached.add(importer)
  return [...reached].filter(file => file.endsWith('.test.ts'))
}

/** The test files that import the file, themselves or through others. */
export const testsThatImport = (file: string): string[] => importers([file], readGraph().importedBy)

/** The test files that import or read one of the files, themselves or through others. The nearest come first. */
export function testsThatReach(files: string[]): string[] {
  const { importedBy, readBy } = readGraph()
  const readers = readBy.filter(({ path }) => files.some(file => isIn(file, path))).map(({ file }) => file)
  return [...new Set([...importers(files, importedBy), ...importers(readers, importedBy)])]
}
