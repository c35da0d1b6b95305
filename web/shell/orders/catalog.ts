// The operator's books, with their page counts and prices.

import { useQuery } from '@tanstack/react-query'
import { allowedPageCount } from '../../../src/base/pageCounts.ts'
import { api, type ResponseBody } from '../../api.ts'
import { t } from '../../language.ts'

export type CatalogEntry = ResponseBody<'/dashboard/api/catalogue'>['skus'][number]

/** Prices change with versions and price lists. */
const pricesMs = 60_000

const catalog = {
  queryKey: ['catalog'],
  queryFn: () => api.GET('/dashboard/api/catalogue'),
  staleTime: pricesMs,
}
export const useCatalog = () => useQuery({ ...catalog, select: ({ skus }) => skus })
/** The size of a print file, at most; undefined until it is known. */
export const useMaxFileBytes = () => useQuery({ ...catalog, select: ({ maxFileBytes }) => maxFileBytes }).data

export const usePrices = (manufacturingSku: string) =>
  useQuery({
    queryKey: ['catalog', manufacturingSku, 'prices'],
    queryFn: () =>
      api.GET('/dashboard/api/catalogue/{manufacturingSku}/prices', { params: { path: { manufacturingSku } } }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Why the book does not allow a page count, or null. Shown while typing; the service has the last word. */
export function pageCountProblem({ pages }: CatalogEntry, pageCount: number): string | null {
  return allowedPageCount(pages, pageCount) === pageCount ? null : pageRule(pages)
}

export const pageRule = ({ min, max, step }: CatalogEntry['pages']): string =>
  step === 1
    ? t('{min} to {max} pages', { min, max })
    : t('{min} to {max} pages, in steps of {step}', { min, max, step })

export type Point = { pageCount: number; perCopy: number[] }

/** Prices rise linearly with the pages, so interpolation between two points is right to within a cent. */
export function pointAt(points: Point[], pageCount: number): Point | null {
  const right = points.find(point => point.pageCount >= pageCount)
  const left = points.findLast(point => point.pageCount <= pageCount)
  if (left === undefined || right === undefined) return null
  const part = right === left ? 0 : (pageCount - left.pageCount) / (right.pageCount - left.pageCount)
  const perCopy = left.perCopy.map((price, i) => price + part * ((right.perCopy[i] ?? price) - price))
  return { pageCount, perCopy }
}
