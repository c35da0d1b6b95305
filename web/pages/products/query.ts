import { useQuery } from '@tanstack/react-query'
import { api, type ResponseBody, unwrap } from '../../api.ts'
import { usePages } from '../../shell/pages.ts'

export type CatalogEntry = ResponseBody<'/dashboard/api/catalogue'>['skus'][number]

export const useCatalog = () =>
  useQuery({
    queryKey: ['catalog'],
    queryFn: () => unwrap(api.GET('/dashboard/api/catalogue')),
    staleTime: Number.POSITIVE_INFINITY,
    select: ({ skus }) => skus,
  })

export const useProducts = (archived: boolean) =>
  usePages(['products'], { archived }, cursor =>
    unwrap(api.GET('/dashboard/api/products', { params: { query: { archived, ...cursor } } })),
  )

export const usePrices = (manufacturingSku: string) =>
  useQuery({
    queryKey: ['catalog', manufacturingSku, 'prices'],
    queryFn: () =>
      unwrap(api.GET('/dashboard/api/catalogue/{manufacturingSku}/prices', { params: { path: { manufacturingSku } } })),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Why the book does not allow a page count, or null. Shown while typing; the service has the last word. */
export function pageCountProblem({ pages }: CatalogEntry, pageCount: number): string | null {
  const { min, max, step } = pages
  if (pageCount >= min && pageCount <= max && (pageCount - min) % step === 0) return null
  return pageRule(pages)
}

export const pageRule = ({ min, max, step }: CatalogEntry['pages']): string =>
  `${min} to ${max} pages${step === 1 ? '' : `, in steps of ${step}`}`
