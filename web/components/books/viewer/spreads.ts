// The pages of a book as they lie beside each other.

/** Left and right; null for a side without a page, such as the one beside page 1. */
export type Spread = [left: number | null, right: number | null]

/** As bound: page 1 alone at the right, then 2 and 3. A book that is bound at its right begins at the left. */
export function spreadsOf(pageCount: number, isBoundAtRight: boolean): Spread[] {
  const pageOrNull = (page: number) => (page >= 1 && page <= pageCount ? page : null)
  return Array.from({ length: Math.floor(pageCount / 2) + 1 }, (_, i) => {
    const [first, second] = [pageOrNull(2 * i), pageOrNull(2 * i + 1)]
    return isBoundAtRight ? [second, first] : [first, second]
  })
}

/** A right-hand page, or a left-hand page. */
export const sideOf = (page: number, isBoundAtRight: boolean): 'recto' | 'verso' =>
  (page % 2 === 1) === isBoundAtRight ? 'verso' : 'recto'

/** One page at a time, for narrow screens. */
export const singlePagesOf = (pageCount: number): Spread[] => Array.from({ length: pageCount }, (_, i) => [null, i + 1])

/** In the sequence of the book. */
export const pagesIn = (spread: Spread): number[] => spread.filter(page => page !== null).sort((a, b) => a - b)
