// A book as a viewer reads it: its pages in spreads, and what was found on them.

import type { ResponseBody } from '../../../api.ts'

export type Book = ResponseBody<'/products/{sku}/book'>
export type BookFile = Book['files'][number]
export type Finding = BookFile['findings'][number]
export type Area = { x: number; y: number; width: number; height: number }
export type PictureSize = 'thumbnail' | 'screen' | 'zoom'
/** Left and right; null for a side without a page, such as the one beside page 1. */
export type Spread = [left: number | null, right: number | null]

export const fileOf = (book: Book, part: BookFile['part']): BookFile | null =>
  book.files.find(file => file.part === part && file.pageCount !== null) ?? null

/** As bound: page 1 alone at the right, then 2 and 3. */
export function spreadsOf(pageCount: number): Spread[] {
  const pageOrNull = (page: number) => (page >= 1 && page <= pageCount ? page : null)
  return Array.from({ length: Math.floor(pageCount / 2) + 1 }, (_, i) => [pageOrNull(2 * i), pageOrNull(2 * i + 1)])
}

/** One page at a time, for narrow screens. */
export const singlePagesOf = (pageCount: number): Spread[] => Array.from({ length: pageCount }, (_, i) => [null, i + 1])

export const pagesIn = (spread: Spread): number[] => spread.filter(page => page !== null)

/** "Page 1" or "Pages 2 and 3". */
export function pagesText(spread: Spread): string {
  const pages = pagesIn(spread)
  return pages.length === 1 ? `Page ${pages[0]}` : `Pages ${pages.join(' and ')}`
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

type Line = { kind: 'trim' | 'bleed' | 'safe' | 'gutter' | 'fold' | 'barcode'; area: Area }
export type LineKind = Line['kind']

/** Files of another size than expected get no lines, since nobody can say where these would be. */
const maxOffInches = 0.05

/** What is drawn over a page, and the part of it that the trimmed book has. */
export function measuresOfPage(book: Book, file: BookFile, page: number): { trim: Area | null; lines: Line[] } {
  const size = sizeOfPage(file, page)
  const none = { trim: null, lines: [] }
  if (book.measures === null || size === null) return none
  const { cover, pages } = book.measures
  const expected = file.part === 'cover' ? cover : pages
  const side = page % 2 === 1 ? pages.recto : pages.verso
  const { trim } = file.part === 'cover' ? cover : side
  const isOff =
    Math.abs(expected.width - size.width) > maxOffInches || Math.abs(expected.height - size.height) > maxOffInches
  if (isOff) return none
  const whole = { x: 0, y: 0, width: expected.width, height: expected.height }
  const outer: Line[] = [
    ...(trim.width < expected.width ? [{ kind: 'bleed' as const, area: whole }] : []),
    { kind: 'trim', area: trim },
  ]
  const all = (kind: LineKind, areas: (Area | null)[]): Line[] =>
    areas.flatMap(area => (area === null ? [] : [{ kind, area }]))
  if (file.part === 'guts')
    return { trim, lines: [...all('gutter', [side.gutter]), ...outer, ...all('safe', [side.safe])] }
  const { hingeBack, spineArea, hingeFront, safeBack, safeSpine, safeFront, barcode } = cover
  return {
    trim,
    lines: [
      ...outer,
      ...all('fold', [hingeBack, spineArea, hingeFront]),
      ...all('safe', [safeBack, safeSpine, safeFront]),
      ...all('barcode', [barcode]),
    ],
  }
}
