// A book as a viewer reads it: its pages, and the findings on them.

import type { ResponseBody } from '../../../api.ts'
import { t } from '../../../language.ts'
import { pagesIn, type Spread, sideOf } from './spreads.ts'

export type Book = ResponseBody<'/products/{sku}/book'>
export type BookFile = Book['files'][number]
export type Finding = BookFile['findings'][number]
export type Area = { x: number; y: number; width: number; height: number }
export type PictureSize = 'thumbnail' | 'screen' | 'zoom'

export const fileOf = (book: Book, part: BookFile['part']): BookFile | null =>
  book.files.find(file => file.part === part && file.pageCount !== null) ?? null

export const isBoundAtRight = ({ measures }: Book): boolean => measures?.pages.bindingEdge === 'right'

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
  const side = sideOf(page, isBoundAtRight(book))
  return { trim: measures.pages[side].trim, lines: lines[side] }
}
