import { api } from '../../api.ts'
import type { paths } from '../../apiTypes.ts'
import type { BookCover } from '../../components/books/Cover.tsx'
import { pagesOf } from '../../shell/lists/ListScreen.tsx'
import type { Product } from '../../shell/orders/products.ts'

export type ProductSort = NonNullable<
  NonNullable<paths['/dashboard/api/products']['get']['parameters']['query']>['sort']
>
export type ProductRow = Product & { cover: BookCover | null }

export const products = (archived: boolean, sort: ProductSort) =>
  pagesOf(['products'], { archived, sort }, async query => {
    const { products, covers, nextCursor } = await api.GET('/dashboard/api/products', { params: { query } })
    return { rows: products.map((product, i): ProductRow => ({ ...product, cover: covers[i] ?? null })), nextCursor }
  })
