// The account's products, which several screens need.

import { api, type ResponseBody } from '../../api.ts'

export type Product = ResponseBody<'/dashboard/api/products'>['products'][number]

/** Products that a search shows; typing more of a SKU or name finds the others. */
const maxFound = 50

type Part = Product['uploadedFiles'][number]

/** Whether the product has a file, uploaded or at an address, for orders that name none. */
export const hasFile = (product: Product | undefined, part: Part): boolean =>
  product !== undefined &&
  (product.uploadedFiles.includes(part) || (part === 'cover' ? product.coverUrl : product.gutsUrl) !== null)
export const hasFiles = (product: Product): boolean => hasFile(product, 'cover') && hasFile(product, 'guts')

export const labelOf = ({ sku, name }: Product): string => `${sku} · ${name}`

/** The first products that can be ordered whose label has a text in it, by SKU. */
export const productsWith = (search: string) => ({
  queryKey: ['products', { search }],
  queryFn: async (): Promise<Product[]> => {
    const query = { limit: maxFound, ...(search === '' ? {} : { search }) }
    return (await api.GET('/dashboard/api/products', { params: { query } })).products
  },
})

export const productOf = (sku: string) => ({
  queryKey: ['products', sku],
  queryFn: () => api.GET('/dashboard/api/products/{sku}', { params: { path: { sku } } }),
})

/** The uploaded files with their findings. */
export const filesOf = (sku: string) => ({
  queryKey: ['products', sku, 'files'],
  queryFn: () => api.GET('/products/{sku}/files', { params: { path: { sku } } }),
})
