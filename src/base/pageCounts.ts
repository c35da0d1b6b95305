// The page counts that a book can have.

/** The largest is a whole number of steps from the smallest. */
export type PageCounts = { min: number; max: number; step: number }

/** The page count itself where the book can have it, otherwise the next that it can have, or its largest. */
export function allowedPageCount({ min, max, step }: PageCounts, pageCount: number): number {
  const wanted = Math.min(Math.max(pageCount, min), max)
  return min + Math.ceil((wanted - min) / step) * step
}
