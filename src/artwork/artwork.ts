// The check of print files, as the order flow sees it. What is in the files is a matter of adapters.

import type { Problem } from '../base/refusal.ts'

/** The files of one item. `pointer` is where the item stands in the order, for findings. */
export type Artwork = { pointer: string; coverUrl: string | null; gutsUrl: string | null }

/**
 * What a check of one order's files found. `pageCounts` has a count for each item whose pages were read. `unavailable` is
 * our own fault, or a source that does not answer: the check is made again.
 */
export type Verdict =
  | { kind: 'checked'; errors: Problem[]; warnings: Problem[]; pageCounts: (number | null)[] }
  | { kind: 'unavailable'; cause: string }

export type ArtworkCheck = {
  /** Checks the files of many orders; answers one verdict for each, in their order. */
  check(orders: Artwork[][]): Promise<Verdict[]>
}
