// An order that waited in the queue and misses files: its customer may give it other addresses before it is FAILED.

import type { CheckedFiles } from '../../artwork/artwork.ts'
import { day } from '../../base/clock.ts'
import type { Problem } from '../../base/refusal.ts'
import { isMissingFile } from '../../orders/failures.ts'
import type { Book, Order } from '../../orders/order.ts'
import type { LockedOrder } from '../../orders/orderStore.ts'
import type { Move } from '../../orders/transition.ts'

/** How long an order that left the queue waits for addresses that work. */
export const mendWindowMs = 3 * day

/** An address that worked when the order was placed may have ended since. Sandbox orders never wait in the queue. */
export const waitedInQueue = ({ mode, receivedAt, createdAt }: Order): boolean =>
  mode === 'production' && receivedAt !== null && receivedAt > createdAt

/** The books with the files that were fetched for them. */
export const withFiles = (books: Book[], files: CheckedFiles[]): Book[] =>
  books.map((book, i) => ({
    ...book,
    coverSha256: files[i]!.cover ?? book.coverSha256 ?? null,
    gutsSha256: files[i]!.guts ?? book.gutsSha256 ?? null,
  }))

/** The warnings of an order whose files are missing now. */
export const withMissing = ({ state }: Order, missing: Problem[]): Problem[] => [
  ...state.warnings.filter(problem => !isMissingFile(problem)),
  ...missing.map(problem => ({ ...problem, severity: 'warning' as const })),
]

/** The step that reports missing files; null when they are reported already. */
export function reportMissing(order: LockedOrder, missing: Problem[], changes: Move['changes']): Move | null {
  const reported = new Set(order.state.warnings.filter(isMissingFile).map(({ pointer }) => pointer))
  if (missing.every(({ pointer }) => reported.has(pointer))) return null
  return { order, on: 'files_unreachable', changes: { ...changes, state: { warnings: withMissing(order, missing) } } }
}
