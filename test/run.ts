// Runs all test files, or those that are named, and ends with 1 if one fails twice. A file in which a test failed runs
// once more, alone: many tests start processes, databases and browsers, and a machine that also does other work can be
// too slow for one of them. A defect fails again, and what passed only alone is listed.
//
//     node test/run.ts --changed    the files that the changes since origin/main can reach, the nearest first
//     node test/run.ts --rest       the files that `npm test` runs in a short form

import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { parseArgs } from 'node:util'
import { emptyDatabaseFile } from '../src/db/emptyDatabase.ts'
import { testsThatImport, testsThatReach } from './support/importGraph.ts'
import { readProcessorTimes, timesVariable } from './support/processorTime.ts'

const root = join(import.meta.dirname, '..')
const { values, positionals: named } = parseArgs({
  options: { changed: { type: 'boolean' }, rest: { type: 'boolean' } },
  allowPositionals: true,
})
/** Files in one process: another process costs three seconds for the modules and for what the first world compiles. */
const groupSize = 24
const browserGroupSize = 3
/** More failures than these are not chance: one process that was killed is. */
const maxRepeatedFiles = 30
const dearestListed = 40
/** Tests wait a part of their time, for processes, databases and browsers: one more than there are cores uses it. */
const atOnce = availableParallelism() + 1
/**
 * Each PGlite has some 30 megabytes outside the heap. By a fixed limit for such memory, V8 would mark the whole heap
 * for each of them, which takes longer than the start of the PGlite.
 */
const fewCollections = ['--external-memory-accounted-in-global-limit', '--external-memory-max-growing-factor=4']
const imported = ['./compiled.ts', './support/deadline.ts', './support/processorTime.ts']
/** The slowest kinds come first, so that no slow file is left alone at the end. */
const kinds = ['test/browser/*.test.ts', 'test/**/*.test.ts', '{src,web}/**/*.test.ts']
const folder = mkdtempSync(join(tmpdir(), 'octavo-run-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
process.env[timesVariable] = join(folder, 'processorTimes')

/** Files that start processes, or take longer than a minute, have a process of their own. */
const alone = /^test\/[^/]+$/
const inBrowser = /^test\/browser\//
const busyPerWaiting = 3

/** What one process runs: a file, or a written file that imports several. */
function processesOf(files: string[], concurrency: number): string[] {
  const grouped = (files: string[], maxSize: number) => {
    const size = concurrency === 1 ? 1 : Math.min(maxSize, Math.ceil(files.length / concurrency))
    return chunksOf(files, size).map(group => (group.length === 1 ? join(root, group[0]!) : writeGroup(group)))
  }
  const single = files.filter(file => alone.test(file)).map(file => join(root, file))
  const short = files.filter(file => !alone.test(file) && !inBrowser.test(file))
  const waiting = grouped(
    files.filter(file => inBrowser.test(file)),
    browserGroupSize,
  )
  return mixed(waiting, [...single, ...grouped(short, groupSize)])
}

/** Tests in a browser mostly wait for it: three of them at once would leave a core idle. The last files are short. */
function mixed(waiting: string[], busy: string[]): string[] {
  const turns = chunksOf(busy, busyPerWaiting)
  const length = Math.max(waiting.length, turns.length)
  return Array.from({ length }, (_, i) => [...waiting.slice(i, i + 1), ...(turns[i] ?? [])]).flat()
}

const chunksOf = <T>(list: T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size))

function writeGroup(files: string[]): string {
  const name = files[0]!.replaceAll('/', '-').replace('.test.ts', '')
  const path = join(folder, `group-of-${name}.test.mjs`)
  const named = Object.fromEntries(files.map(file => [file, join(root, file)]))
  const module = JSON.stringify(import.meta.resolve('./support/group.ts'))
  writeFileSync(path, `import { describeFiles } from ${module}\ndescribeFiles(${JSON.stringify(named)})\n`)
  return path
}

/** The time of each file, those with a failed test, and those whose process ended before, as paths from the root. */
async function runFiles(files: string[], concurrency: number, env: Record<string, string> = {}) {
  const stream = run({
    files: processesOf(files, concurrency),
    concurrency,
    env: { ...process.env, ...env },
    execArgv: [...fewCollections, ...imported.flatMap(file => ['--import', import.meta.resolve(file)])],
  })
  const seconds = new Map<string, number>()
  const failed = new Set<string>()
  const note = (file: string, success: boolean, milliseconds: number) => {
    seconds.set(file, milliseconds / 1000)
    if (!success) failed.add(file)
  }
  stream.on('test:summary', ({ file, success, duration_ms }) => {
    if (file !== undefined) note(relative(root, file), success, duration_ms)
  })
  // The suites of a group are its files.
  for (const event of ['test:pass', 'test:fail'] as const)
    stream.on(event, ({ name, nesting, details }) => {
      if (nesting === 0 && details.type === 'suite') note(name, event === 'test:pass', details.duration_ms)
    })
  await pipeline(stream, new spec(), process.stdout, { end: false })
  // A file whose process was killed has no summary.
  const unended = files.filter(file => !seconds.has(file))
  return { seconds, failed: files.filter(file => failed.has(file)), unended }
}

/** Several files share a PostgreSQL and a browser. */
async function runTogether(files: string[]) {
  if (files.length < 2) return runFiles(files, atOnce)
  const { startShared } = await import('./support/sharedServers.ts')
  const { env, stop } = await startShared(files)
  try {
    return await runFiles(files, atOnce, env)
  } finally {
    await stop()
  }
}

const list = (title: string, lines: string[]): void => {
  if (lines.length > 0) console.log([`\n${title}`, ...lines].join('\n  '))
}

/** The files that took the most processor time, with their elapsed time, and the sum of each folder. */
function listProcessorTimes(elapsed: Map<string, number>): void {
  const taken = [...readProcessorTimes()].map(([file, seconds]) => ({ file: relative(root, file), seconds }))
  const sum = (part: typeof taken) => part.reduce((total, { seconds }) => total + seconds, 0)
  const inSeconds = (seconds: number) => `${seconds.toFixed(1).padStart(7)} s`
  list(
    'The most processor time, and the time from start to end:',
    taken
      .toSorted((a, b) => b.seconds - a.seconds)
      .slice(0, dearestListed)
      .map(({ file, seconds }) => `${inSeconds(seconds)}${inSeconds(elapsed.get(file) ?? 0)}  ${file}`),
  )
  const byFolder = Map.groupBy(taken, ({ file }) => /^(src|test\/\w+(?=\/)|test)/.exec(file)?.[0] ?? '')
  const sums = [...byFolder].map(([folder, part]) => `${inSeconds(sum(part))}  ${folder} (${part.length})`)
  list('Processor time of each folder:', [...sums.toSorted(), `${inSeconds(sum(taken))}  together`])
}

/** Of all files. */
const every = () => [...new Set(kinds.flatMap(kind => globSync(kind, { cwd: root }).toSorted()))]

/** Changes of packages reach every file. */
function reachedByChanges(): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim().split('\n')
  const [base = ''] = git('merge-base', 'origin/main', 'HEAD')
  const changed = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
  return changed.includes('package-lock.json') ? every() : testsThatReach(changed)
}

function chosenFiles(): string[] {
  if (values.changed) return reachedByChanges()
  if (values.rest) return testsThatImport('test/support/form.ts')
  return named.length > 0 ? named : every()
}

if (!existsSync(emptyDatabaseFile())) await import('../scripts/emptyDatabase.ts') // otherwise each service makes its own
const first = await runTogether(chosenFiles())
list('Not ended, as their process was killed, and run again:', first.unended)
const second = first.unended.length > 0 ? await runTogether(first.unended) : { failed: [], unended: [] }
listProcessorTimes(first.seconds)
const suspects = [...first.failed, ...second.failed, ...second.unended]
if (suspects.length > maxRepeatedFiles) {
  list('Failed:', suspects)
  process.exitCode = 1
} else if (suspects.length > 0) {
  list('Failed beside other tests, and run again alone:', suspects)
  const alone = await runFiles(suspects, 1)
  const failed = [...alone.failed, ...alone.unended]
  list(
    'Passed only alone:',
    suspects.filter(file => !failed.includes(file)),
  )
  list('Failed twice:', failed)
  process.exitCode = failed.length > 0 ? 1 : 0
}
