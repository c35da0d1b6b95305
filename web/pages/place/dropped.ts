// The PDFs that were dropped on the form: which is the cover, and what the book made of them is called.

import type { paths } from '../../apiTypes.ts'

type Upload = paths['/dashboard/api/{mode}/files']['post']['responses'][201]['content']['application/json']
export type DroppedFile = Upload & { name: string }
export type Part = 'cover' | 'guts'
/** Empty texts are not chosen yet. `sku` names the product once it is created. */
export type Dropped = Record<Part, DroppedFile | null> & { title: string; manufacturingSku: string; sku: string }

export const nothingDropped: Dropped = { cover: null, guts: null, title: '', manufacturingSku: '', sku: '' }

/** A file of one page is a cover. Of two files of one kind, the one with more pages has the pages of the book. */
export function withFile(dropped: Dropped, file: DroppedFile): Dropped {
  const [own, other]: Part[] = (file.pageCount ?? 0) > 1 ? ['guts', 'cover'] : ['cover', 'guts']
  const before = dropped[own!]
  if (before === null || before.name === file.name || dropped[other!] !== null)
    return withParts(dropped, { [own!]: file })
  const isLonger = (file.pageCount ?? 0) > (before.pageCount ?? 0)
  return withParts(dropped, { cover: isLonger ? before : file, guts: isLonger ? file : before })
}

/** Another file belongs to another product than the one that was begun. Without files, there is no book. */
export function withParts(dropped: Dropped, parts: Partial<Record<Part, DroppedFile | null>>): Dropped {
  const after = { ...dropped, ...parts, sku: '' }
  return after.cover === null && after.guts === null ? nothingDropped : after
}

const partWords = /\b(cover|umschlag|pages|guts|interior|innenteil|buchblock|v\d+)\b/gi

/** The name of the file without its ending and the words for its part. */
export function titleOf({ cover, guts }: Dropped): string {
  const [named, ...others] = [guts, cover].flatMap(file => {
    const words = file?.name.replace(/\.pdf$/i, '').replaceAll(/[_-]+/g, ' ') ?? ''
    const title = words.replaceAll(partWords, ' ').replaceAll(/\s+/g, ' ').trim()
    return title === '' ? [] : [title]
  })
  return named ?? others[0] ?? ''
}

/** The product that has both files already. */
export const productOfBoth = ({ cover, guts }: Dropped): string | null =>
  cover?.products.find(
    ({ sku, part }) => part === 'cover' && guts?.products.some(other => other.part === 'guts' && other.sku === sku),
  )?.sku ?? null

/** The next page count that the book allows: missing blank pages are added. */
export const allowedCount = (
  { pages: { min, step } }: { pages: { min: number; step: number } },
  pageCount: number,
): number => min + Math.max(0, Math.ceil((pageCount - min) / step)) * step

const maxSkuLetters = 40

export const skuOf = (title: string): string =>
  title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, maxSkuLetters)
    .replaceAll(/^-|-$/g, '')
    .toUpperCase() || 'BOOK'
