// Public corpora of good, damaged and hostile PDF files, against independent programs: qpdf, poppler and MuPDF. Reads
// every file under the named folders in the limited child, and compares the number of pages. Lists each file that was
// read and in which two of the programs find another number of pages, and each that was refused although two agree.
//
//     node bench/lab/corpora.ts FOLDER… [--list]
//
// The folders are clones of, for example, mozilla/pdf.js, qpdf/qpdf, veraPDF/veraPDF-corpus, pdfminer/pdfminer.six and
// pdf-association/safedocs.

import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openPreflight, type Reading } from '../../src/artwork/preflight/preflight.ts'

/** More than any real book has, so that no file is refused for its length. */
const maxPages = 1_000_000
const judgeMs = 30_000

/** Each prints the number of pages. */
const judges: [program: string, args: string[], pattern: RegExp][] = [
  ['qpdf', ['--show-npages'], /^(\d+)$/m],
  ['pdfinfo', [], /^Pages:\s+(\d+)$/m],
  ['mutool', ['info'], /^Pages:\s+(\d+)$/m],
]

type Verdict = 'agrees' | 'refused by both' | 'read otherwise' | 'refused here only'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean', default: false } },
})
const preflight = openPreflight()
const counts: Record<string, Partial<Record<Verdict, number>>> = {}
const reasons: Record<string, number> = {}
const lines: string[] = []
try {
  for (const folder of positionals) await judgeFolder(resolve(folder))
} finally {
  await preflight.close()
}
console.table(counts)
console.table(Object.fromEntries(Object.entries(reasons).toSorted(([, a], [, b]) => b - a)))
if (values.list) console.log(lines.toSorted().join('\n'))

async function judgeFolder(folder: string) {
  const files = globSync('**/*.{pdf,PDF}', { cwd: folder }).values()
  const judgeNext = async () => {
    for (const file of files) await judgeFile(folder, join(folder, file))
  }
  await Promise.all(Array.from({ length: availableParallelism() }, judgeNext))
}

async function judgeFile(folder: string, path: string) {
  const reading = await preflight.read('corpora', path, { maxPages })
  const pages = await Promise.all(judges.map(([program, args, pattern]) => pagesBy(program, [...args, path], pattern)))
  const verdict = verdictOf(reading, majorityOf(pages))
  counts[basename(folder)] ??= {}
  const corpus = counts[basename(folder)]!
  corpus[verdict] = (corpus[verdict] ?? 0) + 1
  if (verdict === 'agrees' || verdict === 'refused by both') return
  const reason = `${verdict}: ${reasonOf(reading)}`
  reasons[reason] = (reasons[reason] ?? 0) + 1
  const found = judges.map(([program], i) => `${program} ${pages[i] ?? 'none'}`).join(', ')
  lines.push(`${reason}\t${relative(join(folder, '..'), path)}\t${found}\t${detailOf(reading)}`)
}

/** Null when the program does not open the file. */
function pagesBy(program: string, args: string[], pattern: RegExp): Promise<number | null> {
  const { promise, resolve: settle } = Promise.withResolvers<number | null>()
  execFile(program, args, { timeout: judgeMs, maxBuffer: 64 * 1024 * 1024, encoding: 'latin1' }, (_, stdout) => {
    const found = pattern.exec(stdout)
    settle(found === null ? null : Number(found[1]))
  })
  return promise
}

/** The number of pages that at least two programs find; null when no two agree on a book with pages. */
function majorityOf(pages: (number | null)[]): number | null {
  return pages.find((count, i) => count !== null && count > 0 && pages.indexOf(count) < i) ?? null
}

function verdictOf(reading: Reading, majority: number | null): Verdict {
  if (reading.kind === 'unavailable') throw new Error(reading.cause)
  if (reading.kind === 'read') return reading.facts.pageCount === majority ? 'agrees' : 'read otherwise'
  return majority === null ? 'refused by both' : 'refused here only'
}

function reasonOf(reading: Reading): string {
  return reading.kind === 'refused' ? reading.findings.map(({ code }) => code).join() : 'read'
}

function detailOf(reading: Reading): string {
  if (reading.kind === 'read') return `${reading.facts.pageCount} pages`
  return reading.kind === 'refused' ? reading.findings.map(({ got }) => got).join() : ''
}
