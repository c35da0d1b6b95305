// Products and the catalogue they are made from, in the dashboard. Products are shared by both modes.

import { type Static, Type } from 'typebox'
import { mostPages } from '../../artwork/files.ts'
import { dollars, roundCents } from '../../base/money.ts'
import { Refusal } from '../../base/refusal.ts'
import { type Catalog, type ManufacturingSku, pageCountProblem } from '../../catalog/catalog.ts'
import { priceItems } from '../../pricing/quote.ts'
import {
  archiveProduct,
  type CanBeMade,
  createProduct,
  editProduct,
  type ProductDeps,
  productNotFound,
  restoreProduct,
} from '../../products/products.ts'
import { listProducts, type Product, readProduct } from '../../products/store.ts'
import { type Route, route } from '../route.ts'
import { Dollars, HttpUrl, Instant, LongText, nullable, Text } from '../schemas.ts'

export type ProductParts = Omit<ProductDeps, 'canBeMade'> & { catalog: Catalog }

const Attributes = Type.Object({
  size: Type.String(),
  cover: Type.String(),
  paperType: Type.String(),
  textColor: Type.String(),
  bleed: Type.Boolean(),
})

const fields = {
  name: Text(200),
  description: nullable(LongText(2000)),
  manufacturingSku: Text(64, { description: 'A manufacturing SKU of the catalogue.' }),
  pageCount: nullable(Type.Integer({ minimum: 1, maximum: mostPages })),
  coverUrl: nullable(HttpUrl),
  gutsUrl: nullable(HttpUrl),
}

const NewProduct = Type.Object(
  {
    sku: Text(100),
    name: fields.name,
    description: Type.Optional(fields.description),
    manufacturingSku: fields.manufacturingSku,
    pageCount: Type.Optional(fields.pageCount),
    coverUrl: Type.Optional(fields.coverUrl),
    gutsUrl: Type.Optional(fields.gutsUrl),
  },
  { additionalProperties: false },
)

const ProductChanges = Type.Partial(Type.Object(fields), { additionalProperties: false })

const ShownProduct = Type.Object({
  sku: Type.String(),
  name: Type.String(),
  description: nullable(Type.String()),
  manufacturingSku: Type.String(),
  attributes: nullable(Attributes),
  pageCount: nullable(Type.Integer()),
  coverUrl: nullable(
    Type.String({ description: "Default file for the cover; an order item's own file takes precedence." }),
  ),
  gutsUrl: nullable(
    Type.String({ description: "Default file for the pages; an order item's own file takes precedence." }),
  ),
  createdAt: Instant,
  updatedAt: Instant,
  archivedAt: nullable(Instant),
})

const Pages = Type.Object(
  { min: Type.Integer(), max: Type.Integer(), step: Type.Integer() },
  { description: 'The page counts that can be made.' },
)

const CatalogueEntry = Type.Object({
  manufacturingSku: Type.String(),
  name: Type.String(),
  attributes: Attributes,
  pages: Pages,
})

/** A product, as a program needs it for ordering copies. */
const OrderableProduct = Type.Object({
  sku: Type.String({ description: 'The SKU for order items.' }),
  name: Type.String(),
  description: nullable(Type.String()),
  manufacturingSku: Type.String({ description: 'The SKU for template addresses.' }),
  /** Null, like the pages, when the product can no longer be made. */
  attributes: nullable(Attributes),
  pages: nullable(Pages),
  pageCount: nullable(Type.Integer({ description: "The product's own page count, if it has one." })),
  coverUrl: nullable(Type.String()),
  gutsUrl: nullable(Type.String()),
})

const ProductPath = Type.Object({ sku: Text(100) })
const tag = 'Products'

export function productRoutes({ db, clock, catalog }: ProductParts): Route[] {
  const deps = { db, clock, canBeMade: judgeOf(catalog) }
  // A SKU that the operator has removed from the catalogue leaves its products without attributes.
  const show = ({ accountId: _own, ...product }: Product): Static<typeof ShownProduct> => ({
    ...product,
    attributes: catalog.get(product.manufacturingSku)?.attributes ?? null,
  })

  const productPage = async (asked: { accountId: string; archived: boolean; after: string; limit: number }) => {
    const found = await listProducts(db, { ...asked, limit: asked.limit + 1 })
    const products = found.slice(0, asked.limit)
    return { products, nextCursor: found.length > asked.limit ? products.at(-1)!.sku : null }
  }
  const showOrderable = (product: Product): Static<typeof OrderableProduct> => {
    const { sku, name, description, manufacturingSku, attributes, pageCount, coverUrl, gutsUrl } = show(product)
    const pages = catalog.get(manufacturingSku)?.pages ?? null
    return { sku, name, description, manufacturingSku, attributes, pages, pageCount, coverUrl, gutsUrl }
  }

  return [
    route({
      method: 'GET',
      path: '/products',
      callers: ['customer_key'],
      tag,
      summary: 'List the products that can be ordered',
      description: 'Sorted by SKU, the same in both modes. Products are created in the dashboard.',
      query: Type.Object({
        cursor: Type.Optional(Text(100, { description: 'The nextCursor of the previous page.' })),
        limit: Type.Integer({ minimum: 1, maximum: 100, default: 100 }),
      }),
      answer: Type.Object({
        products: Type.Array(OrderableProduct),
        nextCursor: nullable(Type.String({ description: 'Null on the last page.' })),
      }),
      refuses: ['malformed_request'],
      async handle({ caller: { accountId }, query: { cursor: after = '', limit } }) {
        const { products, nextCursor } = await productPage({ accountId, archived: false, after, limit })
        return { products: products.map(showOrderable), nextCursor }
      },
    }),
    route({
      method: 'GET',
      path: '/products/:sku',
      callers: ['customer_key'],
      tag,
      summary: 'Read a product that can be ordered',
      params: ProductPath,
      answer: OrderableProduct,
      refuses: ['not_found'],
      async handle({ caller: { accountId }, params: { sku } }) {
        const product = await readProduct(db, accountId, sku)
        if (product === null || product.archivedAt !== null) throw productNotFound(sku)
        return showOrderable(product)
      },
    }),
    route({
      method: 'GET',
      path: '/dashboard/api/catalogue',
      callers: ['member'],
      tag,
      summary: 'List the catalogue',
      answer: Type.Object({ skus: Type.Array(CatalogueEntry) }),
      handle: () => ({ skus: [...catalog.list()] }),
    }),
    route({
      method: 'GET',
      path: '/dashboard/api/catalogue/:manufacturingSku/prices',
      callers: ['member'],
      tag,
      summary: 'Read what a copy costs, by page count and quantity',
      description: 'Without handling, shipping and taxes. Does not apply to accounts whose printer sets the prices.',
      params: Type.Object({ manufacturingSku: Text(64) }),
      answer: Type.Object({
        quantities: Type.Array(Type.Integer()),
        points: Type.Array(
          Type.Object({
            pageCount: Type.Integer(),
            perCopy: Type.Array(Dollars, { description: 'One price per quantity, in the same order.' }),
          }),
        ),
      }),
      refuses: ['not_found'],
      handle({ params: { manufacturingSku } }) {
        const sku = catalog.get(manufacturingSku)
        if (sku === undefined) throw new Refusal('not_found', 'The catalogue has no such manufacturing SKU.')
        const quantities = [1, ...sku.price.breaks.map(({ fromCopies }) => fromCopies)]
        const perCopy = (pageCount: number) =>
          quantities.map(quantity => {
            const { itemsCents } = priceItems([{ sku, pageCount, quantity }], catalog.fulfillment)
            return dollars(roundCents(itemsCents / quantity))
          })
        return { quantities, points: pageCountsOf(sku).map(pageCount => ({ pageCount, perCopy: perCopy(pageCount) })) }
      },
    }),
    route({
      method: 'GET',
      path: '/dashboard/api/products',
      callers: ['member'],
      tag,
      summary: 'List products',
      description: 'Sorted by SKU.',
      query: Type.Object(
        {
          archived: Type.Boolean({ default: false }),
          cursor: Type.Optional(Text(100, { description: 'The nextCursor of the previous page.' })),
          limit: Type.Integer({ minimum: 1, maximum: 500, default: 100 }),
        },
        { additionalProperties: false },
      ),
      answer: Type.Object({
        products: Type.Array(ShownProduct),
        nextCursor: nullable(Type.String({ description: 'Null on the last page.' })),
      }),
      refuses: ['malformed_request'],
      async handle({ caller: { accountId }, query: { archived, cursor: after = '', limit } }) {
        const { products, nextCursor } = await productPage({ accountId, archived, after, limit })
        return { products: products.map(show), nextCursor }
      },
    }),
    route({
      method: 'POST',
      path: '/dashboard/api/products',
      callers: ['member'],
      needs: 'products',
      tag,
      summary: 'Create a product',
      body: NewProduct,
      status: 201,
      answer: ShownProduct,
      refuses: ['malformed_request', 'already_exists'],
      async handle({ caller: { accountId }, body }) {
        const { sku, description = null, pageCount = null, coverUrl = null, gutsUrl = null, ...rest } = body
        return show(
          await createProduct(deps, { accountId, sku }, { ...rest, description, pageCount, coverUrl, gutsUrl }),
        )
      },
    }),
    route({
      method: 'GET',
      path: '/dashboard/api/products/:sku',
      callers: ['member'],
      tag,
      summary: 'Read a product',
      params: ProductPath,
      answer: ShownProduct,
      refuses: ['not_found'],
      async handle({ caller, params: { sku } }) {
        const product = await readProduct(db, caller.accountId, sku)
        if (product === null) throw productNotFound(sku)
        return show(product)
      },
    }),
    route({
      method: 'PATCH',
      path: '/dashboard/api/products/:sku',
      callers: ['member'],
      needs: 'products',
      tag,
      summary: 'Edit a product',
      description: 'Changes the given fields. Orders that were already placed keep the old values.',
      params: ProductPath,
      body: ProductChanges,
      answer: ShownProduct,
      refuses: ['malformed_request', 'not_found'],
      handle: async ({ caller: { accountId }, params: { sku }, body }) =>
        show(await editProduct(deps, { accountId, sku }, body)),
    }),
    route({
      method: 'POST',
      path: '/dashboard/api/products/:sku/archive',
      callers: ['member'],
      needs: 'products',
      tag,
      summary: 'Archive a product',
      description: 'It can no longer be ordered. Its SKU cannot be reused.',
      params: ProductPath,
      answer: ShownProduct,
      refuses: ['not_found'],
      handle: async ({ caller: { accountId }, params: { sku } }) =>
        show(await archiveProduct(deps, { accountId, sku })),
    }),
    route({
      method: 'POST',
      path: '/dashboard/api/products/:sku/restore',
      callers: ['member'],
      needs: 'products',
      tag,
      summary: 'Restore an archived product',
      params: ProductPath,
      answer: ShownProduct,
      refuses: ['not_found'],
      handle: async ({ caller: { accountId }, params: { sku } }) =>
        show(await restoreProduct(deps, { accountId, sku })),
    }),
  ]
}

const pointsOfACurve = 25

/** Page counts that the SKU allows, evenly spaced from the least to the most. */
function pageCountsOf({ pages: { min, max, step } }: ManufacturingSku): number[] {
  const stepsBetween = Math.max(1, Math.ceil((max - min) / step / (pointsOfACurve - 1)))
  const counts: number[] = []
  for (let count = min; count < max; count += stepsBetween * step) counts.push(count)
  return [...counts, max - ((max - min) % step)]
}

const judgeOf =
  (catalog: Catalog): CanBeMade =>
  (manufacturingSku, pageCount) => {
    const made = catalog.get(manufacturingSku)
    if (made === undefined) {
      const detail = `The catalogue has no manufacturing SKU ${manufacturingSku}.`
      return [{ pointer: '/manufacturingSku', code: 'unknown_manufacturing_sku', detail }]
    }
    const problem = pageCount === null ? null : pageCountProblem(made, pageCount)
    return problem === null ? [] : [{ pointer: '/pageCount', code: 'page_count_not_allowed', detail: `${problem}.` }]
  }
