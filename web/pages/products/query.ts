import { useQuery } from '@tanstack/react-query'
import { type Answer, api, ask } from '../../api.ts'
import { usePages } from '../../shell/pages.ts'

export type CatalogueEntry = Answer<'/dashboard/api/catalogue'>['skus'][number]

export const useCatalogue = () =>
  useQuery({
    queryKey: ['catalogue'],
    queryFn: () => ask(api.GET('/dashboard/api/catalogue')),
    staleTime: Number.POSITIVE_INFINITY,
    select: ({ skus }) => skus,
  })

export const useProducts = (archived: boolean) =>
  usePages(['products', { archived }], cursor =>
    ask(api.GET('/dashboard/api/products', { params: { query: { archived, ...cursor } } })),
  )

export const usePrices = (manufacturingSku: string) =>
  useQuery({
    queryKey: ['catalogue', manufacturingSku, 'prices'],
    queryFn: () =>
      ask(api.GET('/dashboard/api/catalogue/{manufacturingSku}/prices', { params: { path: { manufacturingSku } } })),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Why the book does not allow a page count, or null. Shown while typing; the service has the last word. */
export function pageCountProblem({ pages }: CatalogueEntry, pageCount: number): string | null {
  const { min, max, step } = pages
  if (pageCount >= min && pageCount <= max && (pageCount - min) % step === 0) return null
  return pageRule(pages)
}

export const pageRule = ({ min, max, step }: CatalogueEntry['pages']): string =>
  `${min} to ${max} pages${step === 1 ? '' : `, in steps of ${step}`}`
