import { useQuery } from '@tanstack/react-query'
import { api, type ResponseBody } from '../../api.ts'
import type { paths } from '../../apiTypes.ts'
import type { BookCover } from '../../components/books/Cover.tsx'
import { t } from '../../language.ts'
import { pagesOf } from '../../shell/lists/ListScreen.tsx'
import type { Product } from '../../shell/orders/products.ts'

export type CatalogEntry = ResponseBody<'/dashboard/api/catalogue'>['skus'][number]

/** Prices change with versions and price lists. */
const pricesMs = 60_000

export const useCatalog = () =>
  useQuery({
    queryKey: ['catalog'],
    queryFn: () => api.GET('/dashboard/api/catalogue'),
    staleTime: pricesMs,
    select: ({ skus }) => skus,
  })

export type ProductSort = NonNullable<
  NonNullable<paths['/dashboard/api/products']['get']['parameters']['query']>['sort']
>
export type ProductRow = Product & { cover: BookCover | null }

export const products = (archived: boolean, sort: ProductSort) =>
  pagesOf(['products'], { archived, sort }, async query => {
    const { products, covers, nextCursor } = await api.GET('/dashboard/api/products', { params: { query } })
    return { rows: products.map((product, i): ProductRow => ({ ...product, cover: covers[i] ?? null })), nextCursor }
  })

export const usePrices = (manufacturingSku: string) =>
  useQuery({
    queryKey: ['catalog', manufacturingSku, 'prices'],
    queryFn: () =>
      api.GET('/dashboard/api/catalogue/{manufacturingSku}/prices', { params: { path: { manufacturingSku } } }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Why the book does not allow a page count, or null. Shown while typing; the service has the last word. */
export function pageCountProblem({ pages }: CatalogEntry, pageCount: number): string | null {
  const { min, max, step } = pages
  if (pageCount >= min && pageCount <= max && (pageCount - min) % step === 0) return null
  return pageRule(pages)
}

export const pageRule = ({ min, max, step }: CatalogEntry['pages']): string =>
  step === 1
    ? t('{min} to {max} pages', { min, max })
    : t('{min} to {max} pages, in steps of {step}', { min, max, step })
