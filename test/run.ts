// Runs all test files, or those that are named, and ends with 1 if one fails twice. A file in which a test failed runs
// once more, alone: many tests start processes, databases and browsers, and a machine that also does other work can be
// too slow for one of them. A defect fails again, and what passed only alone is listed.

import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'

const root = join(import.meta.dirname, '..')
const named = process.argv.slice(2)
/** More failures than these are not chance. */
const maxRepeatedFiles = 8
const slowestListed = 12
/** Some tests wait most of their time, for processes and databases; one more than there are cores uses that time. */
const atOnce = availableParallelism() + 1
const imported = ['./compiled.ts', './support/deadline.ts']
/** Most tests end before PGlite has gained from optimized code what it takes to compile that code. */
const quickWasm = '--liftoff-only'
/** The slowest kinds come first, so that no slow file is left alone at the end. */
const kinds = ['test/browser/*.test.ts', 'test/**/*.test.ts', 'src/**/*.test.ts']

/** The time of each file, and the files in which a test failed, as paths from the root. */
async function runFiles(files: string[], concurrency: number) {
  const stream = run({
    files: files.map(file => join(root, file)),
    concurrency,
    execArgv: [quickWasm, ...imported.flatMap(file => ['--import', import.meta.resolve(file)])],
  })
  const seconds = new Map<string, number>()
  const passed = new Set<string>()
  stream.on('test:summary', ({ file, success, duration_ms }) => {
    if (file === undefined) return
    seconds.set(relative(root, file), duration_ms / 1000)
    if (success) passed.add(relative(root, file))
  })
  await pipeline(stream, new spec(), process.stdout, { end: false })
  // A file whose process was killed has no summary.
  return { seconds, failed: files.filter(file => !passed.has(file)) }
}

const list = (title: string, lines: string[]): void => {
  if (lines.length > 0) console.log([`\n${title}`, ...lines].join('\n  '))
}

const all = () => [...new Set(kinds.flatMap(kind => globSync(kind, { cwd: root }).toSorted()))]
const first = await runFiles(named.length > 0 ? named : all(), atOnce)
const slowest = [...first.seconds].toSorted(([, a], [, b]) => b - a).slice(0, slowestListed)
list(
  'The slowest files:',
  slowest.map(([file, taken]) => `${taken.toFixed(0).padStart(4)} s  ${file}`),
)
if (first.failed.length > maxRepeatedFiles) {
  list('Failed:', first.failed)
  process.exitCode = 1
} else if (first.failed.length > 0) {
  list('Failed beside other tests, and run again alone:', first.failed)
  const { failed } = await runFiles(first.failed, 1)
  list(
    'Passed only alone:',
    first.failed.filter(file => !failed.includes(file)),
  )
  list('Failed twice:', failed)
  process.exitCode = failed.length > 0 ? 1 : 0
}
