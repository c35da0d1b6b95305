// The check that reads the files. It fetches files that are not stored, reads each file once, evaluates the books by
// the requirements of their SKUs, and repairs the faults that need no question to the customer.

import { say } from '../../languages/texts.ts'
import { createPool, type Pool } from '../base/guarded/pool.ts'
import type { Problem } from '../base/refusal.ts'
import type { Tx } from '../db/db.ts'
import type { Artwork, ArtworkCheck, CheckedFiles, FileSource, OrderArtwork, StartCheck, Verdict } from './artwork.ts'
import { type FetchFailure, type Missing, type MissingFinding, missingFile } from './fetchFindings.ts'
import type { StoredFile } from './fileStore.ts'
import type { Files, StoreResult } from './files.ts'
import { evaluateBook } from './preflight/evaluateBook.ts'
import type { ReadScope } from './preflight/fileReport.ts'
import type { Finding } from './preflight/finding.ts'
import type { Preflight } from './preflight/preflight.ts'
import { type BookFiles, createBookRepairer, pdfFactsOf, withRepairsRefused } from './repairBook.ts'
import type { Storage } from './storage.ts'

/** Of one order. So many files may be fetched before the limit on all files together takes effect. */
const maxParallelFetches = 4
/** Per order and severity. */
const maxProblems = 100
const parts = ['cover', 'guts'] as const

type Deps = {
  files: Files
  storage: Storage
  preflight: Pick<Preflight, 'repair'>
  /** The limit of one file, and of all files of an order together. */
  maxBytes: number
  maxBytesOfOrder: number
}

/** The result of the check of one book. */
type BookFindings = {
  findings: Finding[]
  pageCount: number | null
  files: CheckedFiles
}

export type BookCheck =
  | { kind: 'checked'; book: BookFindings; missing: Missing[] }
  | { kind: 'unavailable'; cause: string }

/** Checks one of the books of a run. */
export type CheckBook = (accountId: string, book: Artwork, run: CheckRun) => Promise<BookCheck>

/** `bytes` counts the bytes of an order's files, each file once. */
type CheckRun = { number: number; start: StartCheck; isGivenUp: boolean; bytes: Map<string, number>; fetching: Pool }

let runCount = 0
const alwaysStart: StartCheck = () => Promise.resolve(true)
export const newCheckRun = (start: StartCheck = alwaysStart): CheckRun => runOf(++runCount, start)
/** A fetch ahead of a check lets all checks pass. */
const aheadOfChecks = Number.MAX_SAFE_INTEGER
const runOf = (number: number, start: StartCheck): CheckRun => ({
  number,
  start,
  isGivenUp: false,
  bytes: new Map(),
  fetching: createPool(maxParallelFetches),
})

/** The files that were fetched from addresses, one entry per book; null for all others. */
export type FetchedAhead =
  | { kind: 'fetched'; files: CheckedFiles[]; missing: (Pick<Missing, 'retry'> & { problem: Problem })[] }
  | { kind: 'unavailable'; cause: string }

/** Fetches, reads and stores the files of an order that are at addresses, without checking its books. */
export type FetchAhead = (accountId: string, books: Artwork[]) => Promise<FetchedAhead>

export function checkContent(deps: Deps): { artwork: ArtworkCheck; checkBook: CheckBook; fetchAhead: FetchAhead } {
  const getFile = fileGetter(deps)
  const checkBook = bookChecker(deps, getFile)
  return {
    checkBook,
    fetchAhead: fetcherAhead(deps, getFile),
    artwork: {
      areRead: (tx, orders) => areOrdersRead(deps.files, tx, orders),
      async check(accountId, books, start): Promise<Verdict | null> {
        const run = newCheckRun(start)
        const checks = await Promise.all(books.map(book => checkBook(accountId, book, run)))
        if (run.isGivenUp) return null
        const unavailable = checks.find(check => check.kind === 'unavailable')
        if (unavailable !== undefined) return unavailable
        return verdictOf(books, checks as Extract<BookCheck, { kind: 'checked' }>[])
      },
    },
  }
}

async function areOrdersRead(files: Files, tx: Tx, orders: OrderArtwork[]): Promise<boolean[]> {
  const sources = orders.flatMap(({ accountId, books }, order) =>
    books.flatMap(({ cover, guts }) =>
      [cover, guts].flatMap(source => (source === null ? [] : [{ order, accountId, source }])),
    ),
  )
  const isRead = await files.areRead(tx, sources)
  const unread = new Set(sources.filter((_, i) => !isRead[i]).map(({ order }) => order))
  return orders.map((_, order) => !unread.has(order))
}

function verdictOf(books: Artwork[], checks: Extract<BookCheck, { kind: 'checked' }>[]): Verdict {
  const problems = checks.flatMap(({ book }, i) => book.findings.map(finding => problemOf(finding, books[i]!)))
  const missing = (retry: Missing['retry']) =>
    checks.flatMap((check, i) =>
      check.missing.flatMap(item => (item.retry === retry ? [problemOf(item.finding, books[i]!)] : [])),
    )
  return {
    kind: 'checked',
    errors: limitProblems([...missing('never'), ...problems.filter(({ severity }) => severity === 'error')]),
    // Findings with the severity `info` are listed here too.
    warnings: limitProblems(problems.filter(({ severity }) => severity !== 'error')),
    unreachable: limitProblems(missing('later')),
    pageCounts: checks.map(({ book }) => book.pageCount),
    files: checks.map(({ book }) => book.files),
  }
}

/** A finding in the form in which orders show it. */
const problemOf = (finding: Finding | MissingFinding, { pointers }: Artwork): Problem => ({
  pointer: pointers[finding.file],
  detail: say('{message} {fix}', { message: finding.message, fix: finding.fix }),
  ...finding,
})

/**
 * Limits the number of problems, because an order stores them with each of its events and sends them in each webhook.
 */
function limitProblems(problems: Problem[]): Problem[] {
  if (problems.length <= maxProblems) return problems
  const rest = problems.slice(maxProblems)
  const items = new Set(rest.map(({ pointer }) => pointer)).size
  const count = rest.length
  const message = say(
    'There are {count} more problems, in {items, plural, one {{items} file} other {{items} files}}.',
    {
      count,
      items,
    },
  )
  const fix = say('Check each book separately to see all of them.')
  const detail = say('{message} {fix}', { message, fix })
  const summary = { ...rest[0]!, pages: null, got: say('{count} more', { count }), message, fix, detail }
  return [...problems.slice(0, maxProblems), summary]
}

function fetcherAhead({ maxBytes, maxBytesOfOrder }: Deps, getFile: GetFile): FetchAhead {
  return async (accountId, books) => {
    const run = runOf(aheadOfChecks, alwaysStart)
    const fetched = await Promise.all(
      books.map(book => {
        const scope = scopeOf(book)
        return Promise.all(parts.map(part => getFile(accountId, { source: atAddress(book[part]), scope }, run)))
      }),
    )
    const unavailable = fetched.flat().find(result => result?.kind === 'unavailable')
    if (unavailable !== undefined) return unavailable
    const missing = fetched.flatMap((results, i) =>
      results.flatMap((result, p) => {
        if (result === null || result.kind === 'stored' || result.kind === 'unavailable') return []
        const { retry, finding } = missingFile(parts[p]!, result, { maxBytes, maxBytesOfOrder })
        return [{ retry, problem: problemOf(finding, books[i]!) }]
      }),
    )
    const hashOf = (result: FileResult) => storedFile(result)?.sha256 ?? null
    return {
      kind: 'fetched',
      files: fetched.map(([cover, guts]) => ({ cover: hashOf(cover!), guts: hashOf(guts!) })),
      missing,
    }
  }
}

const atAddress = (source: FileSource | null): FileSource | null => (source !== null && 'url' in source ? source : null)

const scopeOf = ({ isbn }: Artwork): ReadScope => (isbn === null ? 'usual' : 'with_isbns')

function bookChecker({ files, storage, preflight, maxBytes, maxBytesOfOrder }: Deps, getFile: GetFile): CheckBook {
  const repairBook = createBookRepairer({ files, storage, preflight })
  return async (accountId, book, run) => {
    const expected = book.requirements
    if (expected === null) return { kind: 'unavailable', cause: 'the catalog no longer has the SKU' }
    const scope = scopeOf(book)
    const [cover, guts] = await Promise.all(parts.map(part => getFile(accountId, { source: book[part], scope }, run)))
    const results = { cover: cover!, guts: guts! }
    const missing: Missing[] = []
    const findings: Finding[] = []
    for (const part of parts) {
      const result = results[part]
      if (result === null) continue
      if (result.kind === 'unavailable') return result
      if (result.kind !== 'stored') missing.push(missingFile(part, result, { maxBytes, maxBytesOfOrder }))
      else if (result.file.reading.kind === 'refused')
        for (const one of result.file.reading.findings.map(finding => ({ ...finding, file: part }))) findings.push(one)
    }
    const sent: BookFiles = { cover: storedFile(results.cover), guts: storedFile(results.guts) }
    const facts = pdfFactsOf(sent)
    // When one file is missing or unreadable, the other file is still evaluated, so that all faults are reported
    // together.
    const evaluation =
      facts.cover === null && facts.guts === null
        ? { findings: [], pageCount: null, repairs: { cover: [], guts: [] } }
        : evaluateBook(facts, expected, book.declaredPageCount, book.isbn)
    for (const finding of evaluation.findings) findings.push(finding)
    const isGood = missing.length === 0 && !findings.some(({ severity }) => severity === 'error')
    const printed = !book.mayRepair
      ? { files: sent, findings: withRepairsRefused(findings, evaluation) }
      : isGood
        ? await repairBook(accountId, sent, evaluation, { expected, isbn: book.isbn })
        : { files: sent, findings }
    if (printed === null) return { kind: 'unavailable', cause: 'a file could not be repaired' }
    const { cover: coverFile, guts: gutsFile } = printed.files
    const checked: BookFindings = {
      findings: printed.findings,
      pageCount: evaluation.pageCount,
      files: { cover: coverFile?.sha256 ?? null, guts: gutsFile?.sha256 ?? null },
    }
    return { kind: 'checked', book: checked, missing }
  }
}

type FileResult = StoreResult | FetchFailure | null
type GetFile = (
  accountId: string,
  file: { source: FileSource | null; scope: ReadScope },
  run: CheckRun,
) => Promise<FileResult>

function fileGetter({ files, maxBytesOfOrder }: Pick<Deps, 'files' | 'maxBytesOfOrder'>): GetFile {
  return getFile

  async function getFile(
    accountId: string,
    { source, scope }: { source: FileSource | null; scope: ReadScope },
    run: CheckRun,
  ): Promise<StoreResult | FetchFailure | null> {
    if (source === null) return null
    if ('sha256' in source) {
      if (!(await run.start())) return giveUp(run)
      return originalOf(accountId, await files.readStored(accountId, source.sha256, scope), scope)
    }
    return run.fetching.run(accountId, async () => {
      const tooLargeTogether = (): FetchFailure | null =>
        totalBytes(run) > maxBytesOfOrder ? { kind: 'too_large_together', bytes: totalBytes(run) } : null
      const tooLarge = tooLargeTogether()
      if (tooLarge !== null) return tooLarge
      const result = await files.fetch(accountId, source.url, { number: run.number, start: run.start, scope })
      if (result === null) return giveUp(run)
      if (result.kind === 'stored') run.bytes.set(result.file.sha256, result.file.bytes)
      return tooLargeTogether() ?? result
    })
  }

  function giveUp(run: CheckRun): StoreResult {
    run.isGivenUp = true
    return { kind: 'unavailable', cause: 'the check is not needed any more' }
  }

  /** A file that an earlier check repaired is evaluated again in its original form, while the original is stored. */
  async function originalOf(accountId: string, result: StoreResult, scope: ReadScope): Promise<StoreResult> {
    if (result.kind !== 'stored' || result.file.repairedFrom === null) return result
    const original = await files.readStored(accountId, result.file.repairedFrom, scope)
    return original.kind === 'stored' ? original : result
  }
}

const storedFile = (result: StoreResult | FetchFailure | null): StoredFile | null =>
  result?.kind === 'stored' ? result.file : null

const totalBytes = ({ bytes }: CheckRun): number => bytes.values().reduce((sum, fileBytes) => sum + fileBytes, 0)
