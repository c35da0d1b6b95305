// The plans of a book's cover and pages, and of sample artwork for them.

import type { TemplateRequest } from '../../artwork/templates/draw.ts'
import { sampleBooks } from '../../artwork/templates/sampleBooks.ts'
import type { ManufacturingSku } from '../../catalog/catalog.ts'
import { coverInches, inUnit, pageInches } from '../../catalog/measures.ts'
import { pressOf } from '../../catalog/press.ts'

export const coverPlan = (sku: ManufacturingSku, pageCount: number) => ({
  manufacturingSku: sku.manufacturingSku,
  pageCount,
  edge: sku.geometry.cover.edge,
  measures: inUnit(coverInches(sku, pageCount), 'pt'),
})

export const pagesPlan = (sku: ManufacturingSku, pageCount: number) => ({
  manufacturingSku: sku.manufacturingSku,
  pageCount,
  measures: inUnit(pageInches(sku, pageCount), 'pt'),
})

export function sampleCover(sku: ManufacturingSku, pageCount: number): TemplateRequest {
  const book = sampleBooks[sku.geometry.cover.edge]
  return { of: 'sample cover', as: 'pdf', plan: { ...coverPlan(sku, pageCount), withBarcode: false, isbn: null, book } }
}

export function samplePages(sku: ManufacturingSku, pageCount: number): TemplateRequest {
  const book = sampleBooks[sku.geometry.cover.edge]
  const hasColor = pressOf(sku).pageInks === 'color'
  return { of: 'sample pages', as: 'pdf', plan: { ...pagesPlan(sku, pageCount), book, hasColor } }
}
