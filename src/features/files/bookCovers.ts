// The covers of books in lists: the proportions of the front of the closed book, and the address of its picture.

import type { FrontOfCover } from '../../artwork/preflight/picture.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import { bindingEdgeOf, flapWithFoldInches, panelSize, tidy } from '../../catalog/geometry.ts'

/** Inches. The address is null without a stored cover. */
export type BookCover = { width: number; height: number; pictureUrl: string | null }

export type CoverFile = { manufacturingSku: string; coverSha256?: string | null }

/** Null for a book that is not in the catalog any more. */
export function bookCover(
  catalog: Catalog,
  { manufacturingSku, coverSha256 = null }: CoverFile,
  urlOf: (sha256: string, manufacturingSku: string) => string,
): BookCover | null {
  const sku = catalog.get(manufacturingSku)
  if (sku === undefined) return null
  const { widthInches, heightInches } = panelSize(sku)
  return {
    width: tidy(widthInches + sku.geometry.cover.hingeInches),
    height: heightInches,
    pictureUrl: coverSha256 === null ? null : urlOf(coverSha256, manufacturingSku),
  }
}

/** The part of a cover file that is the front of the closed book, with the hinge of a hard cover. */
export function frontOfCover(catalog: Catalog, manufacturingSku: string): FrontOfCover | null {
  const sku = catalog.get(manufacturingSku)
  if (sku === undefined) return null
  const { cover } = sku.geometry
  return {
    width: tidy(panelSize(sku).widthInches + cover.hingeInches),
    wrap: cover.wrapInches,
    beside: tidy(cover.wrapInches + flapWithFoldInches(cover)),
    side: bindingEdgeOf(sku) === 'left' ? 'right' : 'left',
  }
}
