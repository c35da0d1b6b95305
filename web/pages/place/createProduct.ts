// The product of a new book.

import { allowedPageCount } from '../../../src/base/pageCounts.ts'
import { ApiProblem, api } from '../../api.ts'
import type { CatalogEntry } from '../../shell/orders/catalog.ts'
import { filesOf } from '../../shell/orders/products.ts'
import { type DroppedFile, type Part, skusFor } from './dropped.ts'

/** `asked` is the SKU that an earlier attempt asked for, or empty; `ask` keeps the one that this attempt asks for. */
type NewProduct = Record<Part, DroppedFile> & {
  name: string
  book: CatalogEntry
  asked: string
  ask: (sku: string) => void
}

/** Returns its SKU, which is made of the name. */
export async function createProduct({ name, book, asked, ask, ...files }: NewProduct): Promise<string> {
  const { manufacturingSku } = book
  const pageCount = files.guts.pageCount ?? 0
  // Missing blank pages are added.
  const allowed = allowedPageCount(book.pages, pageCount)
  let refusal: unknown
  for (const sku of skusFor(name, asked)) {
    ask(sku)
    try {
      // The count of the file decides, unless the book does not allow it.
      const body = { sku, name, manufacturingSku, pageCount: allowed === pageCount ? null : allowed }
      await api.POST('/dashboard/api/products', { body })
      return sku
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.code !== 'already_exists') throw error
      if (sku === asked && (await isOurs(sku))) return sku
      refusal = error
    }
  }
  throw refusal

  /** Our earlier attempt, whose answer was lost, and which may have got as far as its files. */
  async function isOurs(sku: string): Promise<boolean> {
    const found = await api.GET('/dashboard/api/products/{sku}', { params: { path: { sku } } })
    if (found.name !== name || found.manufacturingSku !== manufacturingSku || found.archivedAt !== null) return false
    if (found.coverUrl !== null || found.gutsUrl !== null) return false
    const { files: stored } = await filesOf(sku).queryFn()
    return stored.every(({ part, sha256 }) => sha256 === files[part].sha256)
  }
}
