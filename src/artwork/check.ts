// The check that reads the files. It fetches the files that it does not have, reads each once, judges the books by what
// their SKUs require, and repairs what can be repaired without asking.

import type { Problem } from '../base/refusal.ts'
import type { Artwork, ArtworkCheck, CheckedFiles, FileSource, Verdict } from './artwork.ts'
import type { Files, Had } from './files.ts'
import { type BookFiles, createMend, factsOf } from './mend.ts'
import { type Missing, type MissingFinding, missingFile, type WhyMissing } from './missing.ts'
import type { Expected } from './preflight/expected.ts'
import type { Finding } from './preflight/finding.ts'
import { judge } from './preflight/judge.ts'
import { createPool, type Pool } from './preflight/pool.ts'
import type { Preflight } from './preflight/preflight.ts'
import type { Storage } from './storage.ts'
import type { KeptFile } from './store.ts'

/**
 * Files of one order fetched in parallel; this many may be fetched before the limit on all of them together is noticed.
 */
const fetchedAtOnce = 4
/** Per order and severity. */
const mostProblems = 100
const parts = ['cover', 'guts'] as const

/** The requirements for the files of a book; null for a SKU that is not, or no longer, in the catalogue. */
export type Demands = (manufacturingSku: string) => ((pageCount: number) => Expected) | null

type Deps = {
  files: Files
  storage: Storage
  preflight: Pick<Preflight, 'repair'>
  demands: Demands
  /** The limit of one file, and of all files of an order together. */
  mostBytes: number
  mostBytesOfOrder: number
}

/** What a check found out about one book. */
type BookFindings = {
  findings: Finding[]
  pageCount: number | null
  files: CheckedFiles
}

export type BookCheck =
  | { kind: 'checked'; found: BookFindings; missing: Missing[] }
  | { kind: 'unavailable'; cause: string }

/** Checks one book. `spent` counts the bytes of an order's files, each file once. */
export type CheckBook = (accountId: string, book: Artwork, spent: Spent) => Promise<BookCheck>
type Spent = { files: Map<string, number>; fetching: Pool }
export const nothingSpent = (): Spent => ({ files: new Map(), fetching: createPool(fetchedAtOnce) })

export function checkContent(deps: Deps): { artwork: ArtworkCheck; checkBook: CheckBook } {
  const checkBook = bookChecker(deps)
  return {
    checkBook,
    artwork: {
      async check(accountId, books): Promise<Verdict> {
        const spent = nothingSpent()
        const checks = await Promise.all(books.map(book => checkBook(accountId, book, spent)))
        const unavailable = checks.find(check => check.kind === 'unavailable')
        if (unavailable !== undefined) return unavailable
        return verdictOf(books, checks as Extract<BookCheck, { kind: 'checked' }>[])
      },
    },
  }
}

function verdictOf(books: Artwork[], checks: Extract<BookCheck, { kind: 'checked' }>[]): Verdict {
  const problems = checks.flatMap(({ found }, i) => found.findings.map(one => problemOf(one, books[i]!)))
  const missing = (when: Missing['now']) =>
    checks.flatMap((check, i) =>
      check.missing.flatMap(({ now, finding }) => (now === when ? [problemOf(finding, books[i]!)] : [])),
    )
  return {
    kind: 'checked',
    errors: bounded([...missing('for_good'), ...problems.filter(({ severity }) => severity === 'error')]),
    // Findings that are only information are listed here too; their severity says so.
    warnings: bounded(problems.filter(({ severity }) => severity !== 'error')),
    unreachable: bounded(missing('for_now')),
    pageCounts: checks.map(({ found }) => found.pageCount),
    files: checks.map(({ found }) => found.files),
  }
}

/** A finding in the form in which orders show it. */
const problemOf = (finding: Finding | MissingFinding, { pointers }: Artwork): Problem => ({
  pointer: pointers[finding.file],
  detail: `${finding.message} ${finding.fix}`.trim(),
  ...finding,
})

/**
 * Limits the number of problems, because an order stores them with each of its events and sends them in each webhook.
 */
function bounded(problems: Problem[]): Problem[] {
  if (problems.length <= mostProblems) return problems
  const [told, left] = [problems.slice(0, mostProblems), problems.slice(mostProblems)]
  const items = new Set(left.map(({ pointer }) => pointer)).size
  const message = `There are ${left.length} more, about ${items === 1 ? '1 file' : `${items} files`}.`
  const fix = 'Check each book separately (POST /files/check) to see all of them.'
  return [...told, { ...left[0]!, pages: null, got: `${left.length} more`, message, fix, detail: `${message} ${fix}` }]
}

function bookChecker({ files, storage, preflight, demands, mostBytes, mostBytesOfOrder }: Deps): CheckBook {
  const mend = createMend({ files, storage, preflight })
  return async (accountId, book, spent) => {
    const expected = demands(book.manufacturingSku)
    if (expected === null) return { kind: 'unavailable', cause: 'the catalogue no longer has the SKU' }
    const [cover, guts] = await Promise.all(parts.map(part => have(accountId, book[part], spent)))
    const had = { cover: cover!, guts: guts! }
    const missing: Missing[] = []
    const findings: Finding[] = []
    for (const part of parts) {
      const file = had[part]
      if (file === null) continue
      if (file.kind === 'unavailable') return file
      if (file.kind !== 'had') missing.push(missingFile(part, file, { mostBytes, mostBytesOfOrder }))
      else if (file.file.reading.kind === 'refused')
        findings.push(...file.file.reading.findings.map(one => ({ ...one, file: part })))
    }
    const sent: BookFiles = { cover: keptIn(had.cover), guts: keptIn(had.guts) }
    const facts = factsOf(sent)
    // When one file is missing or unreadable, the other is judged all the same, so that everything is reported at once.
    const judged =
      facts.cover === null && facts.guts === null
        ? { findings: [], pageCount: null, repairs: { cover: [], guts: [] } }
        : judge(facts, expected, book.declaredPageCount)
    findings.push(...judged.findings)
    const isGood = missing.length === 0 && !findings.some(({ severity }) => severity === 'error')
    const printed = isGood ? await mend(accountId, sent, judged, expected) : { files: sent, findings }
    if (printed === null) return { kind: 'unavailable', cause: 'a file could not be mended' }
    const { cover: coverFile, guts: gutsFile } = printed.files
    const found: BookFindings = {
      findings: printed.findings,
      pageCount: judged.pageCount,
      files: { cover: coverFile?.sha256 ?? null, guts: gutsFile?.sha256 ?? null },
    }
    return { kind: 'checked', found, missing }
  }

  async function have(accountId: string, source: FileSource | null, spent: Spent): Promise<Had | WhyMissing | null> {
    if (source === null) return null
    if ('sha256' in source) return asSent(accountId, await files.kept(accountId, source.sha256))
    return spent.fetching.take(async () => {
      const isSpent = (): WhyMissing | null =>
        total(spent) > mostBytesOfOrder ? { kind: 'too_large_together', bytes: total(spent) } : null
      const before = isSpent()
      if (before !== null) return before
      const had = await files.fetch(accountId, source.url)
      if (had.kind === 'had') spent.files.set(had.file.sha256, had.file.bytes)
      return isSpent() ?? had
    })
  }

  /** A file that an earlier check repaired is judged again as it was sent, as long as the original is stored. */
  async function asSent(accountId: string, had: Had): Promise<Had> {
    if (had.kind !== 'had' || had.file.repairedFrom === null) return had
    const sent = await files.kept(accountId, had.file.repairedFrom)
    return sent.kind === 'had' ? sent : had
  }
}

const keptIn = (had: Had | WhyMissing | null): KeptFile | null => (had?.kind === 'had' ? had.file : null)

function total({ files }: Spent): number {
  let bytes = 0
  for (const one of files.values()) bytes += one
  return bytes
}
