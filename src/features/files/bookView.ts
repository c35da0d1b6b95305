// A book with all its pages, as a viewer shows it: the sizes of the pages, the measures of the book,
// and the places of findings on every page.

import type { PublicFinding } from '../../artwork/checkStore.ts'
import type { Part, StoredFile } from '../../artwork/fileStore.ts'
import type { Files } from '../../artwork/files.ts'
import { factsVersion, type PrintFacts } from '../../artwork/preflight/fileReport.ts'
import type { BookIsbn } from '../../base/text/isbn.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import { bookInches, bookLines, problemsIn } from './requirements.ts'

/** A file with text in the gutter of each of its pages has many places. */
const maxPlaces = 1000
const pointsPerInch = 72

/** In inches, as all measures; `from` and `to` are pages. */
type PageSizes = { from: number; to: number; width: number; height: number }
/** Measured from the lower left corner of the page. */
type FindingPlace = { code: string; page: number; x: number; y: number; width: number; height: number }

type BookFile = {
  part: Part
  /** Null for a file that is not stored or could not be read; it has no pages to show. */
  pageCount: number | null
  sizes: PageSizes[]
  findings: PublicFinding[]
  places: FindingPlace[]
  /** The address of the picture of a page, with `{page}` in place of its number. */
  pageUrl: string
}

export type BookView = {
  sku: string
  /** Null if it is not known. */
  title: string | null
  manufacturingSku: string
  pageCount: number | null
  /** Like `lines`, null while the page count is unknown. */
  measures: ReturnType<typeof bookInches>
  lines: ReturnType<typeof bookLines>
  files: BookFile[]
}

type BookOfAccount = {
  accountId: string
  sku: string
  title: string | null
  manufacturingSku: string
  pageCount: number | null
  isbn: BookIsbn | null
}

export async function bookView(
  { catalog, files }: { catalog: Catalog; files: Pick<Files, 'find'> },
  { accountId, sku, title, manufacturingSku, pageCount: declaredCount, isbn }: BookOfAccount,
  reviewed: (Pick<BookFile, 'part' | 'pageCount' | 'findings'> & { sha256: string | null })[],
  url: string,
): Promise<BookView> {
  const pageCount = declaredCount ?? reviewed.find(({ part }) => part === 'guts')?.pageCount ?? null
  return {
    sku,
    title,
    manufacturingSku,
    pageCount,
    measures: pageCount === null ? null : bookInches(catalog, manufacturingSku, pageCount),
    lines: pageCount === null ? null : bookLines(catalog, manufacturingSku, pageCount),
    files: await Promise.all(
      reviewed.map(async ({ part, sha256, pageCount: pagesOfFile, findings }) => {
        const facts = currentFacts(sha256 === null ? null : await files.find(accountId, sha256))
        const ofBook = { manufacturingSku, pageCount, isbn, part }
        const problems = facts === null ? [] : problemsIn(catalog, facts, ofBook, findings)
        return {
          part,
          pageCount: pagesOfFile,
          sizes: facts === null ? [] : sizesOf(facts),
          findings,
          places: problems.slice(0, maxPlaces).map(({ code, page, place }) => ({ code, page, ...place })),
          pageUrl: `${url}/${part}/preview/{page}`,
        }
      }),
    ),
  }
}

/** Facts of an earlier version of the reader may lack what is needed here. */
const currentFacts = (file: StoredFile | null): PrintFacts | null =>
  file?.reading.kind === 'read' && file.factsVersion === factsVersion ? file.reading.facts : null

const sizesOf = ({ shapes }: PrintFacts): PageSizes[] =>
  shapes.flatMap(({ pages, shown }) =>
    shown === null
      ? []
      : pages.map(([from, to]) => ({
          from,
          to,
          width: shown.width / pointsPerInch,
          height: shown.height / pointsPerInch,
        })),
  )
