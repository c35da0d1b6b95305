// A book as a viewer reads it: its pages in spreads, and the findings on them.

import type { ResponseBody } from '../../../api.ts'
import { t } from '../../../language.ts'

export type Book = ResponseBody<'/products/{sku}/book'>
export type BookFile = Book['files'][number]
export type Finding = BookFile['findings'][number]
export type Area = { x: number; y: number; width: number; height: number }
export type PictureSize = 'thumbnail' | 'screen' | 'zoom'
/** Left and right; null for a side without a page, such as the one beside page 1. */
export type Spread = [left: number | null, right: number | null]

export const fileOf = (book: Book, part: BookFile['part']): BookFile | null =>
  book.files.find(file => file.part === part && file.pageCount !== null) ?? null

/** As bound: page 1 alone at the right, then 2 and 3. A book that is bound at its right begins at the left. */
export function spreadsOf(pageCount: number, isBoundAtRight: boolean): Spread[] {
  const pageOrNull = (page: number) => (page >= 1 && page <= pageCount ? page : null)
  return Array.from({ length: Math.floor(pageCount / 2) + 1 }, (_, i) => {
    const [first, second] = [pageOrNull(2 * i), pageOrNull(2 * i + 1)]
    return isBoundAtRight ? [second, first] : [first, second]
  })
}

export const isBoundAtRight = ({ measures }: Book): boolean => measures?.pages.bindingEdge === 'right'

/** One page at a time, for narrow screens. */
export const singlePagesOf = (pageCount: number): Spread[] => Array.from({ length: pageCount }, (_, i) => [null, i + 1])

/** In the sequence of the book. */
export const pagesIn = (spread: Spread): number[] => spread.filter(page => page !== null).sort((a, b) => a - b)

/** "Page 1" or "Pages 2 and 3". */
export function pagesText(spread: Spread): string {
  const pages = pagesIn(spread)
  return pages.length === 1
    ? t('Page {page}', { page: pages[0]! })
    : t('Pages {first} and {second}', { first: pages[0]!, second: pages[1]! })
}

/** Pictures are loaded from the page's own origin, even if the service is configured with another address. */
export function pictureUrl({ pageUrl }: BookFile, page: number, size: PictureSize): string {
  const { pathname } = new URL(pageUrl.replace('{page}', String(page)), location.origin)
  return `${pathname}?size=${size}&lines=false`
}

export function sizeOfPage({ sizes }: BookFile, page: number): { width: number; height: number } | null {
  return sizes.find(({ from, to }) => from <= page && page <= to) ?? null
}

/** The pages of a finding, as far as they are listed: "1-4, 9 and 3 more". */
export function pagesOfFinding({ places }: BookFile, { code, pages, place }: Finding): number[] {
  const listed = [...(pages ?? '').replace(/ and .*/, '').matchAll(/(\d+)(?:-(\d+))?/g)].flatMap(([, from, to]) =>
    Array.from({ length: Number(to ?? from) - Number(from) + 1 }, (_, i) => Number(from) + i),
  )
  const placed = places.filter(one => one.code === code).map(({ page }) => page)
  return [...new Set([...listed, ...placed, ...(place === undefined ? [] : [place.page])])].sort((a, b) => a - b)
}

export type PageLine = NonNullable<Book['lines']>['cover'][number]
export type LineKind = PageLine['kind']

/** Files of another size than expected get no lines, since their places are unknown. */
const maxOffInches = 0.05

/** The lines drawn over a page, and the part of it that the trimmed book has. */
export function measuresOfPage(book: Book, file: BookFile, page: number): { trim: Area | null; lines: PageLine[] } {
  const size = sizeOfPage(file, page)
  const { measures, lines } = book
  const none = { trim: null, lines: [] }
  if (measures === null || lines === null || size === null) return none
  const expected = file.part === 'cover' ? measures.cover : measures.pages
  const isOff =
    Math.abs(expected.width - size.width) > maxOffInches || Math.abs(expected.height - size.height) > maxOffInches
  if (isOff) return none
  if (file.part === 'cover') return { trim: measures.cover.trim, lines: lines.cover }
  const side = (page % 2 === 1) === isBoundAtRight(book) ? 'verso' : 'recto'
  return { trim: measures.pages[side].trim, lines: lines[side] }
}
