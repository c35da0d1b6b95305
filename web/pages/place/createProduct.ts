// The product of a new book.

import { ApiProblem, api } from '../../api.ts'
import type { CatalogEntry } from '../../shell/orders/catalog.ts'
import { allowedCount, skuOf } from './dropped.ts'

const maxSameNames = 50

/** Returns its SKU, which is made of the name. */
export async function createProduct(name: string, book: CatalogEntry, pageCount: number): Promise<string> {
  const { manufacturingSku } = book
  const allowed = allowedCount(book, pageCount)
  for (let number = 1; ; number++) {
    const sku = number === 1 ? skuOf(name) : `${skuOf(name)}-${number}`
    try {
      // The count of the file decides, unless the book does not allow it.
      const body = { sku, name, manufacturingSku, pageCount: allowed === pageCount ? null : allowed }
      await api.POST('/dashboard/api/products', { body })
      return sku
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.code !== 'already_exists' || number === maxSameNames) throw error
      // Our earlier attempt, whose answer was lost.
      const found = await api.GET('/dashboard/api/products/{sku}', { params: { path: { sku } } })
      const isOurs = found.name === name && found.manufacturingSku === manufacturingSku && found.archivedAt === null
      if (isOurs && found.uploadedFiles.length === 0 && found.coverUrl === null && found.gutsUrl === null) return sku
    }
  }
}
