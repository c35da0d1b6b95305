// The check that reads the files. It fetches what it does not have, reads each file once, judges the books by what their
// SKUs demand, and has mended what can be mended without asking.

import type { Problem } from '../base/refusal.ts'
import { addressInvalid } from './addresses.ts'
import type { Artwork, ArtworkCheck, CheckedFiles, FileSource, Verdict } from './artwork.ts'
import type { Files, Had } from './files.ts'
import type { PdfFacts } from './preflight/facts.ts'
import { type Expected, type Finding, judge } from './preflight/judge.ts'
import { createPool, type Pool } from './preflight/pool.ts'
import type { Preflight } from './preflight/preflight.ts'
import type { Repair } from './preflight/repair.ts'
import type { Storage } from './storage.ts'
import type { KeptFile, Part } from './store.ts'

/** Of one order: by so many files it may be over the limit of all together before that is seen. */
const fetchedAtOnce = 4
const parts = ['cover', 'guts'] as const

/** What is demanded of the files of a book; null for a SKU that the catalogue does not have (any more). */
export type Demands = (manufacturingSku: string) => ((pageCount: number) => Expected) | null

type Deps = {
  files: Files
  storage: Storage
  preflight: Pick<Preflight, 'repair'>
  demands: Demands
  /** Of one file, and of all files of an order together. */
  mostBytes: number
  mostBytesOfOrder: number
}

/** What a check found out about one book. */
type BookFindings = {
  findings: Finding[]
  pageCount: number | null
  files: CheckedFiles
}

/** What could not even be looked at: the file's own problem, for good or for now. */
type Missing = { part: Part; problem: Problem; now: 'for_good' | 'for_now' }

export type BookCheck =
  | { kind: 'checked'; found: BookFindings; missing: Missing[] }
  | { kind: 'unavailable'; cause: string }

/** Checks one book. `spent` counts the bytes of the files of an order, each file once. */
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
  const missing = checks.flatMap(check => check.missing)
  return {
    kind: 'checked',
    errors: [
      ...missing.filter(({ now }) => now === 'for_good').map(({ problem }) => problem),
      ...problems.filter(({ severity }) => severity === 'error'),
    ],
    warnings: problems.filter(({ severity }) => severity === 'warning'),
    unreachable: missing.filter(({ now }) => now === 'for_now').map(({ problem }) => problem),
    pageCounts: checks.map(({ found }) => found.pageCount),
    files: checks.map(({ found }) => found.files),
  }
}

/** A finding in the form in which an order tells of it. */
const problemOf = (finding: Finding, { pointers }: Artwork): Problem => ({
  pointer: pointers[finding.file],
  detail: `${finding.message} ${finding.fix}`.trim(),
  ...finding,
})

function bookChecker({ files, storage, preflight, demands, mostBytes, mostBytesOfOrder }: Deps): CheckBook {
  return async (accountId, book, spent) => {
    const expected = demands(book.manufacturingSku)
    if (expected === null) return { kind: 'unavailable', cause: 'the catalogue no longer has the SKU' }
    const [cover, guts] = await Promise.all(parts.map(part => have(accountId, book[part], spent)))
    const had = { cover: cover!, guts: guts! }
    const missing: Missing[] = []
    const findings: Finding[] = []
    const facts: Record<Part, PdfFacts | null> = { cover: null, guts: null }
    for (const part of parts) {
      const file = had[part]
      if (file === null) continue
      if (file.kind === 'unavailable') return file
      if (file.kind !== 'had') {
        missing.push(missingFile(part, book.pointers[part], file, { mostBytes, mostBytesOfOrder }))
        continue
      }
      const { reading } = file.file
      if (reading.kind === 'read') facts[part] = reading.facts
      else findings.push(...reading.findings.map(one => ({ ...one, file: part })))
    }
    // With one file missing or unreadable the other is judged all the same, so that everything is told at once.
    const judged =
      facts.cover === null && facts.guts === null
        ? { findings: [], pageCount: null, repairs: { cover: [], guts: [] } }
        : judge(facts, expected, book.declaredPageCount)
    findings.push(...judged.findings)
    const found: BookFindings = { findings, pageCount: judged.pageCount, files: { cover: null, guts: null } }
    const isGood = missing.length === 0 && !findings.some(({ severity }) => severity === 'error')
    for (const part of parts) {
      const file = had[part]
      if (file?.kind !== 'had') continue
      const repairs = judged.repairs[part]
      const printed = isGood && repairs.length > 0 ? await repaired(accountId, file.file, repairs) : file
      if (printed.kind !== 'had') return { kind: 'unavailable', cause: 'a file could not be mended' }
      found.files[part] = printed.file.sha256
    }
    return { kind: 'checked', found, missing }
  }

  async function have(accountId: string, source: FileSource | null, spent: Spent): Promise<Had | null> {
    if (source === null) return null
    if ('sha256' in source) {
      const file = await files.find(accountId, source.sha256)
      return file === null ? { kind: 'unreachable', cause: 'it is no longer kept' } : { kind: 'had', file }
    }
    return spent.fetching.take(async () => {
      if (total(spent) > mostBytesOfOrder) return { kind: 'too_large' }
      const had = await files.fetch(accountId, source.url)
      if (had.kind === 'had') spent.files.set(had.file.sha256, had.file.bytes)
      return total(spent) > mostBytesOfOrder ? { kind: 'too_large' } : had
    })
  }

  function repaired(accountId: string, file: KeptFile, repairs: Repair[]): Promise<Had> {
    return files.make(accountId, file.sha256, to =>
      storage.asFile(file.storageKey, from => preflight.repair(from, repairs, to)),
    )
  }
}

function total({ files }: Spent): number {
  let bytes = 0
  for (const one of files.values()) bytes += one
  return bytes
}

function missingFile(
  part: Part,
  pointer: string,
  had: Exclude<Had, { kind: 'had' } | { kind: 'unavailable' }>,
  { mostBytes, mostBytesOfOrder }: Pick<Deps, 'mostBytes' | 'mostBytesOfOrder'>,
): Missing {
  const name = pointer.split('/').at(-1)
  switch (had.kind) {
    case 'blocked':
      return { part, now: 'for_good', problem: addressInvalid(pointer, 'leads where the service may not go') }
    case 'too_large':
      return {
        part,
        now: 'for_good',
        problem: {
          pointer,
          code: 'file_too_large',
          severity: 'error',
          file: part,
          expected: `at most ${megabytes(mostBytes)} a file, and ${megabytes(mostBytesOfOrder)} an order`,
          detail: `the file of ${name} is too large: at most ${megabytes(mostBytes)} a file, and ${megabytes(mostBytesOfOrder)} an order`,
        },
      }
    case 'unreachable':
      return {
        part,
        now: 'for_now',
        problem: {
          pointer,
          code: 'file_unreachable',
          severity: 'error',
          file: part,
          got: had.cause,
          detail: `the file of ${name} could not be had: ${had.cause}`,
        },
      }
    default:
      return had satisfies never
  }
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1_000_000)} MB`
