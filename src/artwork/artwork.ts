// The check of print files, as the order flow sees it. What is in the files is a matter of adapters.

import type { Problem } from '../base/refusal.ts'

/** Where a file comes from: an address, or what was uploaded before, by its bytes. */
export type FileSource = { url: string } | { sha256: string }

/** The files of one book. `pointers` are where they stand in the request, for findings. */
export type Artwork = {
  pointers: { cover: string; guts: string }
  manufacturingSku: string
  /** What the customer said in this very request. */
  declaredPageCount: number | null
  cover: FileSource | null
  guts: FileSource | null
}

/** What is to be printed of a book; null where there is no file, or it could not be had. */
export type CheckedFiles = { cover: string | null; guts: string | null }

/**
 * What a check of one order's files found; one of `pageCounts` and of `files` (SHA-256) for each book. `unreachable` are
 * files that their sources do not give: the check is made again for a while. `unavailable` is our own fault, and the check
 * is made again too.
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
  /** Checks the files of one order. An answer that needs no waiting is given at once, so that many are recorded together. */
  check(accountId: string, books: Artwork[]): Verdict | Promise<Verdict>
}
