// Public corpora of good, damaged and hostile PDF files, against independent programs: qpdf, poppler and MuPDF. Reads
// every file under the named folders in the limited child, and compares the number of pages, the fonts that are not
// embedded, and the images and fonts that are damaged. Lists each file that was read and in which two of the programs
// find another number of pages, each that was refused although two agree, and each of which the programs say otherwise.
//
//     node bench/lab/corpora.ts FOLDER… [--list]
//
// The folders are clones of the corpora in README.md.

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

type Facts = Extract<Reading, { kind: 'read' }>['facts']
/** `says` holds for what each program prints when it finds what `isHere` finds. All of them must, or none. */
type Question = { isHere(facts: Facts): boolean; programs: [program: string, args: string[]][]; says: RegExp }

const draw: Question['programs'] = [
  ['pdftoppm', ['-r', '9', '-gray']],
  ['mutool', ['draw', '-q', '-r', '9', '-F', 'pgm', '-o', '/dev/null']],
]
const hasFault = (facts: Facts, kind: string) => facts.faults.some(fault => fault.kind === kind)
const questions: Record<string, Question> = {
  'fonts that are not embedded': {
    isHere: ({ missingFonts }) => missingFonts.length > 0,
    programs: [['pdffonts', []]],
    says: /\sno +(?:yes|no) +(?:yes|no) +(?:\d+ +\d+|\[none\])$/,
  },
  'damaged images': {
    isHere: facts => hasFault(facts, 'image_damaged'),
    programs: draw,
    says: /jpe?g|DCT|JPX|JP2|j2k|JBIG2|CCITT|fax|image|jbig2dec/i,
  },
  'damaged fonts': { isHere: facts => hasFault(facts, 'font_damaged'), programs: draw, says: /font|FreeType|glyph/i },
}

type Answer = 'found by all' | 'found by none' | 'found here only' | 'found there only'
type Verdict = 'agrees' | 'refused by both' | 'read otherwise' | 'refused here only'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean', default: false } },
})
const preflight = openPreflight()
const counts: Record<string, Partial<Record<Verdict, number>>> = {}
const answers: Record<string, Partial<Record<Answer, number>>> = {}
const reasons: Record<string, number> = {}
const lines: string[] = []
try {
  for (const folder of positionals) await judgeFolder(resolve(folder))
} finally {
  await preflight.close()
}
console.table(counts)
console.table(answers)
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
  if (reading.kind === 'read') await askAll(reading.facts, path, relative(join(folder, '..'), path))
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

async function askAll(facts: Facts, path: string, name: string) {
  const printed = new Map<string, Promise<string>>()
  for (const [what, { isHere, programs, says }] of Object.entries(questions)) {
    const lines = await Promise.all(
      programs.map(async ([program, args]) => {
        if (!printed.has(program)) printed.set(program, outputOf(program, [...args, path]))
        return (await printed.get(program)!).split('\n').find(line => says.test(line))
      }),
    )
    const found = lines.filter(line => line !== undefined)
    // Programs that do not agree with each other are no judge.
    if (found.length > 0 && found.length < programs.length) continue
    const places =
      found.length > 0
        ? (['found by all', 'found there only'] as const)
        : (['found here only', 'found by none'] as const)
    const answer: Answer = places[isHere(facts) ? 0 : 1]
    answers[what] ??= {}
    answers[what][answer] = (answers[what][answer] ?? 0) + 1
    if (answer.endsWith('only')) outputLines(what, answer, name, facts, found)
  }
}

function outputLines(what: string, answer: Answer, name: string, facts: Facts, found: string[]) {
  const here = [...facts.faults.map(({ got }) => got), ...facts.missingFonts.map(font => font.name)].slice(0, 3)
  lines.push(`${what}, ${answer}\t${name}\t${found.join(' / ')}\t${here.join('; ')}`)
}

/** Null when the program does not open the file. */
async function pagesBy(program: string, args: string[], pattern: RegExp): Promise<number | null> {
  const found = pattern.exec(await outputOf(program, args))
  return found === null ? null : Number(found[1])
}

/** Drawings, which begin like a picture, are left out. */
function outputOf(program: string, args: string[]): Promise<string> {
  const { promise, resolve: settle } = Promise.withResolvers<string>()
  const options = { timeout: judgeMs, maxBuffer: 64 * 1024 * 1024, encoding: 'latin1' } as const
  execFile(program, args, options, (_, stdout, stderr) => settle(stdout.startsWith('P5') ? stderr : stdout + stderr))
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
