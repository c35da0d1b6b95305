// The check of print files, as orders use it. Its adapters decide how files are examined.

import type { Problem } from '../base/refusal.ts'
import type { BookIsbn } from '../base/text/isbn.ts'
import type { Tx } from '../db/db.ts'
import type { Expected } from './preflight/expectedFiles.ts'

/** The source of a file: an address, or an earlier upload, named by the hash of its bytes. */
export type FileSource = { url: string } | { sha256: string }

/** The requirements for the files of a book of a page count. */
export type BookRequirements = (pageCount: number) => Expected

/** The files of one book. `pointers` locate them in the request, for findings. */
export type Artwork = {
  pointers: { cover: string; guts: string }
  /** Null for a book that is not in the catalog. */
  requirements: BookRequirements | null
  /** The page count that the customer declared in this request. */
  declaredPageCount: number | null
  /** Whether small faults are repaired; otherwise they are errors. */
  mayRepair: boolean
  /** With an ISBN, its barcode and the ISBNs in the text are looked for and compared. */
  isbn: BookIsbn | null
  cover: FileSource | null
  guts: FileSource | null
}

/** The SHA-256 of each file to print. Null without a file, or when the file could not be fetched. */
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

/** Called when the work on a check starts. Resolves to false when the check is no longer needed. */
export type StartCheck = () => Promise<boolean>

/** The files of an order that are to be checked. */
export type OrderArtwork = { accountId: string; books: Artwork[] }

export type ArtworkCheck = {
  /** For each order, whether all of its files were read before: its check takes nearly no time of the processor. */
  areRead(tx: Tx, orders: OrderArtwork[]): Promise<boolean[]>
  /**
   * Checks the files of one order. A result that needs no waiting is returned synchronously, so that many can be
   * recorded together. Otherwise `start` is called when each file has its turn; the result is null when `start`
   * resolves to false.
   */
  check(accountId: string, books: Artwork[], start: StartCheck): Verdict | Promise<Verdict | null>
}
