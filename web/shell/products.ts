// The account's products, which more than one screen needs to know.

import { type Answer, api, ask } from '../api.ts'

export type Product = Answer<'/dashboard/api/products'>['products'][number]

/** The most that the service lists at once. */
const mostAtOnce = 500

/** All that can be ordered, for whoever looks for one by its SKU. */
export const orderableProducts = { queryKey: ['products', { all: true }], queryFn: readAll }

async function readAll(): Promise<Product[]> {
  const all: Product[] = []
  let cursor: string | null = null
  do {
    const query = { limit: mostAtOnce, ...(cursor === null ? {} : { cursor }) }
    const page: Answer<'/dashboard/api/products'> = await ask(api.GET('/dashboard/api/products', { params: { query } }))
    all.push(...page.products)
    cursor = page.nextCursor
  } while (cursor !== null)
  return all
}
