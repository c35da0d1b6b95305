// The PDFs that were dropped on the form: which is the cover, and what the book made of them is called.

import type { paths } from '../../apiTypes.ts'

type Upload = paths['/dashboard/api/{mode}/files']['post']['responses'][201]['content']['application/json']
export type DroppedFile = Upload & { name: string }
export type Part = 'cover' | 'guts'
/**
 * Empty texts are not chosen yet, and without a `title` those of the files count, or their names. A second cover is
 * `waiting` until the first one is used or removed. `sku` names the product as
 * soon as its creation is asked for. `isAnother` wants a product of its own for files that a product has already.
 */
export type Dropped = Record<Part, DroppedFile | null> & {
  waiting: DroppedFile[]
  title: string | null
  manufacturingSku: string
  sku: string
  isAnother: boolean
}

export const nothingDropped: Dropped = {
  cover: null,
  guts: null,
  waiting: [],
  title: null,
  manufacturingSku: '',
  sku: '',
  isAnother: false,
}

/** A file of one page is a cover. Of two files of one kind, the one with more pages has the pages of the book. */
export function withFile(dropped: Dropped, file: DroppedFile): Dropped {
  if (isSecondCover(dropped, file)) {
    const others = dropped.waiting.filter(({ name }) => name !== file.name)
    return { ...dropped, waiting: [...others, file] }
  }
  const [own, other]: Part[] = (file.pageCount ?? 0) > 1 ? ['guts', 'cover'] : ['cover', 'guts']
  const before = dropped[own!]
  if (before === null || before.name === file.name || dropped[other!] !== null)
    return withParts(dropped, { [own!]: file })
  const isLonger = (file.pageCount ?? 0) > (before.pageCount ?? 0)
  return withParts(dropped, { cover: isLonger ? before : file, guts: isLonger ? file : before })
}

/** Another file belongs to another product than the one that was begun. Without files, there is no book. */
export function withParts(dropped: Dropped, parts: Partial<Record<Part, DroppedFile | null>>): Dropped {
  const after = { ...dropped, ...parts, sku: '', isAnother: false }
  const [next, ...waiting] = after.waiting
  if (after.cover === null && next !== undefined) return { ...after, cover: next, waiting }
  return after.cover === null && after.guts === null ? nothingDropped : after
}

/** After a book of both files was added to the order: a cover that waits is next. */
export const withoutBook = ({ waiting }: Dropped): Dropped => withParts({ ...nothingDropped, waiting }, {})

const partWord = '(?:cover|umschlag|pages|guts|interior|innenteil|buchblock)'
const lastWords = new RegExp(`(?:^|\\s)(?:${partWord}(?:\\s+v\\d+)?|v\\d+(?:\\s+${partWord})?)$`, 'i')
export const maxTitleLetters = 200

/**
 * The title in the pages or the cover; else the name of one of them without its ending. Without the words for its part,
 * which are its last.
 */
export function titleOf({ cover, guts }: Dropped): string {
  const files = [guts, cover].filter(file => file !== null)
  const named = files.map(({ name }) => name.replace(/\.pdf$/i, '').replaceAll(/[\s_-]+/g, ' '))
  return (
    [...files.map(({ title }) => title ?? ''), ...named]
      .map(words =>
        words
          .trim()
          .replace(lastWords, '')
          .slice(0, maxTitleLetters)
          .replace(/(?<![\s–—:,-])[\s–—:,-]+$/, ''),
      )
      .find(title => title !== '') ?? ''
  )
}

/** The product that has both files already. */
export const productOfBoth = ({ cover, guts, isAnother }: Dropped): string | null =>
  isAnother
    ? null
    : (cover?.products.find(
        ({ sku, part }) => part === 'cover' && guts?.products.some(other => other.part === 'guts' && other.sku === sku),
      )?.sku ?? null)

const maxSkuLetters = 40

export const skuOf = (title: string): string =>
  title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, maxSkuLetters)
    .replaceAll(/^-|-$/g, '')
    .toUpperCase() || 'BOOK'

const maxSameNames = 50

/** The SKUs to try for a new product of this title; first the one that an earlier attempt asked for. */
export function skusFor(title: string, asked: string): string[] {
  const numbered = Array.from({ length: maxSameNames }, (_, i) => (i === 0 ? skuOf(title) : `${skuOf(title)}-${i + 1}`))
  return asked === '' ? numbered : [asked, ...numbered.filter(sku => sku !== asked)]
}

/** `file` would be the second cover of one page, beside no pages. */
const isSecondCover = ({ cover, guts }: Dropped, { name, pageCount }: DroppedFile): boolean =>
  pageCount === 1 && cover?.pageCount === 1 && guts === null && cover.name !== name
