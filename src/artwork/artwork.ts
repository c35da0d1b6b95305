// The check of print files, as the order flow sees it. How files are examined is up to the adapters.

import type { Problem } from '../base/refusal.ts'

/** Where a file comes from: an address, or an earlier upload, named by the hash of its bytes. */
export type FileSource = { url: string } | { sha256: string }

/** The files of one book. `pointers` locate them in the request, for findings. */
export type Artwork = {
  pointers: { cover: string; guts: string }
  manufacturingSku: string
  /** The page count that the customer declared in this request. */
  declaredPageCount: number | null
  cover: FileSource | null
  guts: FileSource | null
}

/** What is printed of a book; null where there is no file, or it could not be fetched. */
export type CheckedFiles = { cover: string | null; guts: string | null }

/**
 * The result of checking one order's files; `pageCounts` and `files` (SHA-256) have one entry per book. `unreachable`
 * means that the source does not deliver a file: the check is repeated for a while. `unavailable` is our own fault, and
 * the check is repeated too.
 */
export type Verdict =
  | {
      kind: 'checked'
      errors: Problem[]
      warnings: Problem[]
      unreachable: Problem[]
      pageCounts: (number | null)[]
      files: CheckedFiles[]
    }
  | { kind: 'unavailable'; cause: string }

export type ArtworkCheck = {
  /**
   * Checks the files of one order. A result that needs no waiting is returned synchronously, so that many can be
   * recorded together.
   */
  check(accountId: string, books: Artwork[]): Verdict | Promise<Verdict>
}
