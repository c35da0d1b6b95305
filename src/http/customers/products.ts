// Products and the catalog of books, in the API and the dashboard. Products are shared by both modes.

import { type Static, Type } from 'typebox'
import { readAccountPriceList } from '../../accounts/accountPriceList.ts'
import { maxPages } from '../../artwork/files.ts'
import type { Mode } from '../../base/mode.ts'
import { dollars, roundCents } from '../../base/money.ts'
import { Refusal } from '../../base/refusal.ts'
import { type Catalog, type ManufacturingSku, pageCountProblem } from '../../catalog/catalog.ts'
import type { OperatorData } from '../../orders/core/operatorData.ts'
import { priceBooks, priceListAt } from '../../orders/placing/listPrices.ts'
import { listProducts, type Product, type ProductPage, readProduct } from '../../products/productStore.ts'
import {
  archiveProduct,
  createProduct,
  editProduct,
  type FindProblems,
  type ProductDeps,
  productNotFound,
  restoreProduct,
} from '../../products/products.ts'
import { NextCursor, pageOf } from '../paging.ts'
import { type Route, route } from '../route.ts'
import { Dollars, HttpUrl, Instant, LongText, nullable, Text } from '../schemas.ts'

export type ProductParts = Omit<ProductDeps, 'findProblems'> & {
  catalog: Catalog
  operator: Pick<OperatorData, 'priceLists' | 'shipping'>
}

const Attributes = Type.Object(
  {
    size: Type.String(),
    cover: Type.String(),
    paperType: Type.String(),
    textColor: Type.String(),
    bleed: Type.Boolean(),
  },
  { title: 'ProductAttributes' },
)

const fields = {
  name: Text(200),
  description: nullable(LongText(2000)),
  manufacturingSku: Text(64, { description: 'A manufacturing SKU of the catalog.' }),
  pageCount: nullable(Type.Integer({ minimum: 1, maximum: maxPages })),
  coverUrl: nullable(HttpUrl),
  gutsUrl: nullable(HttpUrl),
  proofRequired: Type.Boolean({
    description:
      'Whether every order of the product waits until its proof is approved before it is charged and printed.',
  }),
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
    proofRequired: Type.Optional(fields.proofRequired),
  },
  { additionalProperties: false, title: 'NewProduct' },
)

const ProductChanges = Type.Partial(Type.Object(fields), { additionalProperties: false, title: 'ProductChanges' })

const PublicProduct = Type.Object(
  {
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
    proofRequired: fields.proofRequired,
    createdAt: Instant,
    updatedAt: Instant,
    archivedAt: nullable(Instant),
  },
  { title: 'ProductInDashboard' },
)

const Pages = Type.Object(
  { min: Type.Integer(), max: Type.Integer(), step: Type.Integer() },
  { description: 'The page counts that can be printed.' },
)

const CatalogEntry = Type.Object(
  {
    manufacturingSku: Type.String(),
    name: Type.String(),
    attributes: Attributes,
    pages: Pages,
  },
  { title: 'CatalogEntry' },
)

/** A product, as a program needs it for ordering copies. */
const OrderableProduct = Type.Object(
  {
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
    proofRequired: fields.proofRequired,
  },
  { title: 'Product' },
)

const ProductPath = Type.Object({ sku: Text(100) })
const tag = 'Products'

/** For changes by key: products are shared by both modes, so one from the sandbox must say that it is meant. */
export const SharedChange = Type.Object(
  {
    alsoInProduction: Type.Boolean({
      default: false,
      description: 'A sandbox key must send `true`, because the product changes in production, too.',
    }),
  },
  { additionalProperties: false },
)

export function refuseUnmeant(mode: Mode, { alsoInProduction }: Static<typeof SharedChange>): void {
  if (mode === 'production' || alsoInProduction) return
  const detail = 'Both modes share the product, so it would change in production, too. Send ?alsoInProduction=true.'
  throw new Refusal('counts_in_production', detail, [{ pointer: '?alsoInProduction', code: 'missing', detail }])
}

export function productRoutes({ db, clock, catalog, operator }: ProductParts): Route[] {
  const deps = { db, clock, findProblems: makeabilityRule(catalog) }
  // Products of a SKU that the operator has removed from the catalog have no attributes.
  const present = ({ accountId: _own, ...product }: Product): Static<typeof PublicProduct> => ({
    ...product,
    attributes: catalog.get(product.manufacturingSku)?.attributes ?? null,
  })

  const productPage = async (filter: ProductPage) => {
    const found = await listProducts(db, { ...filter, limit: filter.limit + 1 })
    const { page: products, nextCursor } = pageOf(found, filter.limit, product => product.sku)
    return { products, nextCursor }
  }
  const presentOrderable = (product: Product): Static<typeof OrderableProduct> => {
    const { attributes, ...shown } = present(product)
    const { sku, name, description, manufacturingSku, pageCount, coverUrl, gutsUrl, proofRequired } = shown
    const book = catalog.get(manufacturingSku)
    const isSold = book !== undefined && book.retired !== true
    return {
      ...{ sku, name, description, manufacturingSku, pageCount, coverUrl, gutsUrl, proofRequired },
      attributes: isSold ? attributes : null,
      pages: isSold ? book.pages : null,
    }
  }
  async function findOrderable(accountId: string, sku: string) {
    const product = await readProduct(db, accountId, sku)
    if (product === null || product.archivedAt !== null) throw productNotFound(sku)
    return product
  }
  function create(accountId: string, { sku, ...given }: Static<typeof NewProduct>) {
    const absent = { description: null, pageCount: null, coverUrl: null, gutsUrl: null, proofRequired: false }
    return createProduct(deps, { accountId, sku }, { ...absent, ...given })
  }

  return [
    route({
      method: 'GET',
      path: '/products',
      operationId: 'listProducts',
      callers: ['customer_key'],
      scope: 'products:read',
      tag,
      summary: 'List the products that can be ordered',
      description: 'Sorted by SKU, the same in both modes.',
      query: Type.Object({
        cursor: Type.Optional(Text(100, { description: 'The nextCursor of the previous page.' })),
        limit: Type.Integer({ minimum: 1, maximum: 100, default: 100 }),
      }),
      answer: Type.Object({
        products: Type.Array(OrderableProduct),
        nextCursor: NextCursor,
      }),
      refuses: ['malformed_request'],
      async handle({ caller: { accountId }, query: { cursor: after = '', limit } }) {
        const { products, nextCursor } = await productPage({ accountId, archived: false, search: '', after, limit })
        return { products: products.map(presentOrderable), nextCursor }
      },
    }),
    route({
      method: 'GET',
      path: '/products/:sku',
      operationId: 'getProduct',
      callers: ['customer_key'],
      scope: 'products:read',
      tag,
      summary: 'Read a product that can be ordered',
      params: ProductPath,
      answer: OrderableProduct,
      refuses: ['not_found'],
      handle: async ({ caller: { accountId }, params: { sku } }) =>
        presentOrderable(await findOrderable(accountId, sku)),
    }),
    route({
      method: 'POST',
      path: '/products',
      operationId: 'createProduct',
      callers: ['customer_key'],
      scope: 'products:write',
      tag,
      summary: 'Create a product',
      description: 'Orders of both modes can name it at once. Its manufacturing SKU decides size, cover and paper.',
      body: NewProduct,
      status: 201,
      answer: OrderableProduct,
      refuses: ['malformed_request', 'already_exists'],
      handle: async ({ caller: { accountId }, body }) => presentOrderable(await create(accountId, body)),
    }),
    route({
      method: 'PATCH',
      path: '/products/:sku',
      operationId: 'updateProduct',
      callers: ['customer_key'],
      scope: 'products:write',
      tag,
      summary: 'Change a product',
      description: 'Changes the given fields. Orders that were already placed keep the old values.',
      params: ProductPath,
      query: SharedChange,
      body: ProductChanges,
      answer: OrderableProduct,
      refuses: ['malformed_request', 'not_found', 'counts_in_production'],
      async handle({ caller: { accountId, mode }, params: { sku }, query, body }) {
        await findOrderable(accountId, sku)
        refuseUnmeant(mode, query)
        return presentOrderable(await editProduct(deps, { accountId, sku }, body))
      },
    }),
    route({
      method: 'POST',
      path: '/products/:sku/archive',
      operationId: 'archiveProduct',
      callers: ['customer_key'],
      scope: 'products:write',
      tag,
      summary: 'Archive a product',
      description: 'The product can no longer be ordered. Its SKU cannot be reused.',
      params: ProductPath,
      query: SharedChange,
      answer: OrderableProduct,
      refuses: ['not_found', 'counts_in_production'],
      async handle({ caller: { accountId, mode }, params: { sku }, query }) {
        if ((await readProduct(db, accountId, sku)) === null) throw productNotFound(sku)
        refuseUnmeant(mode, query)
        return presentOrderable(await archiveProduct(deps, { accountId, sku }))
      },
    }),
    route({
      method: 'POST',
      path: '/products/:sku/restore',
      operationId: 'restoreProduct',
      callers: ['customer_key'],
      scope: 'products:write',
      tag,
      summary: 'Restore an archived product',
      params: ProductPath,
      query: SharedChange,
      answer: OrderableProduct,
      refuses: ['not_found', 'counts_in_production'],
      async handle({ caller: { accountId, mode }, params: { sku }, query }) {
        if ((await readProduct(db, accountId, sku)) === null) throw productNotFound(sku)
        refuseUnmeant(mode, query)
        return presentOrderable(await restoreProduct(deps, { accountId, sku }))
      },
    }),
    route({
      method: 'GET',
      path: '/dashboard/api/catalogue',
      operationId: 'getCatalog',
      callers: ['member'],
      tag,
      summary: 'List the catalog',
      description: 'Without the books that are no longer sold.',
      answer: Type.Object({ skus: Type.Array(CatalogEntry) }),
      handle: () => ({ skus: catalog.list().filter(({ retired }) => retired !== true) }),
    }),
    route({
      method: 'GET',
      path: '/dashboard/api/catalogue/:manufacturingSku/prices',
      operationId: 'getCatalogPrices',
      callers: ['member'],
      tag,
      summary: 'Read the price of a copy by page count and quantity',
      description:
        'By the price list of the account, if it has one. Without handling, shipping and taxes. Does not apply if the printer sets the prices of the account.',
      params: Type.Object({ manufacturingSku: Text(64) }),
      answer: Type.Object({
        priceList: nullable(Type.String({ description: 'The name of the price list; null for the catalog prices.' })),
        quantities: Type.Array(Type.Integer()),
        points: Type.Array(
          Type.Object({
            pageCount: Type.Integer(),
            perCopy: Type.Array(Dollars, { description: 'One price per quantity, in the same order.' }),
          }),
        ),
      }),
      refuses: ['not_found'],
      async handle({ caller: { accountId }, params: { manufacturingSku } }) {
        const sku = catalog.get(manufacturingSku)
        if (sku === undefined) throw new Refusal('not_found', 'The catalog has no such manufacturing SKU.')
        const list = priceListAt(operator, await readAccountPriceList(db, accountId), clock())
        const { breaks } = list?.bookTerms(sku).price ?? sku.price
        const quantities = [1, ...breaks.map(({ fromCopies }) => fromCopies)]
        const perCopy = (pageCount: number) =>
          quantities.map(quantity => {
            const { itemsCents } = priceBooks({ catalog }, list, [{ manufacturingSku, pageCount, quantity }])
            return dollars(roundCents(itemsCents / quantity))
          })
        return {
          priceList: list?.name ?? null,
          quantities,
          points: pageCountsOf(sku).map(pageCount => ({ pageCount, perCopy: perCopy(pageCount) })),
        }
      },
    }),
    route({
      method: 'GET',
      path: '/dashboard/api/products',
      operationId: 'listProductsInDashboard',
      callers: ['member'],
      tag,
      summary: 'List products',
      description: 'Sorted by SKU.',
      query: Type.Object(
        {
          archived: Type.Boolean({ default: false }),
          search: Type.Optional(Text(300, { description: 'Part of `SKU · name`, in any case.' })),
          cursor: Type.Optional(Text(100, { description: 'The nextCursor of the previous page.' })),
          limit: Type.Integer({ minimum: 1, maximum: 500, default: 100 }),
        },
        { additionalProperties: false },
      ),
      answer: Type.Object({
        products: Type.Array(PublicProduct),
        nextCursor: NextCursor,
      }),
      refuses: ['malformed_request'],
      async handle({ caller: { accountId }, query: { archived, search = '', cursor: after = '', limit } }) {
        const { products, nextCursor } = await productPage({ accountId, archived, search, after, limit })
        return { products: products.map(present), nextCursor }
      },
    }),
    route({
      method: 'POST',
      path: '/dashboard/api/products',
      operationId: 'createProductInDashboard',
      callers: ['member'],
      needs: 'products',
      tag,
      summary: 'Create a product',
      body: NewProduct,
      status: 201,
      answer: PublicProduct,
      refuses: ['malformed_request', 'already_exists'],
      handle: async ({ caller: { accountId }, body }) => present(await create(accountId, body)),
    }),
    route({
      method: 'GET',
      path: '/dashboard/api/products/:sku',
      operationId: 'getProductInDashboard',
      callers: ['member'],
      tag,
      summary: 'Read a product',
      params: ProductPath,
      answer: PublicProduct,
      refuses: ['not_found'],
      async handle({ caller, params: { sku } }) {
        const product = await readProduct(db, caller.accountId, sku)
        if (product === null) throw productNotFound(sku)
        return present(product)
      },
    }),
    route({
      method: 'PATCH',
      path: '/dashboard/api/products/:sku',
      operationId: 'updateProductInDashboard',
      callers: ['member'],
      needs: 'products',
      tag,
      summary: 'Edit a product',
      description: 'Changes the given fields. Orders that were already placed keep the old values.',
      params: ProductPath,
      body: ProductChanges,
      answer: PublicProduct,
      refuses: ['malformed_request', 'not_found'],
      handle: async ({ caller: { accountId }, params: { sku }, body }) =>
        present(await editProduct(deps, { accountId, sku }, body)),
    }),
    route({
      method: 'POST',
      path: '/dashboard/api/products/:sku/archive',
      operationId: 'archiveProductInDashboard',
      callers: ['member'],
      needs: 'products',
      tag,
      summary: 'Archive a product',
      description: 'The product can no longer be ordered. Its SKU cannot be reused.',
      params: ProductPath,
      answer: PublicProduct,
      refuses: ['not_found'],
      handle: async ({ caller: { accountId }, params: { sku } }) =>
        present(await archiveProduct(deps, { accountId, sku })),
    }),
    route({
      method: 'POST',
      path: '/dashboard/api/products/:sku/restore',
      operationId: 'restoreProductInDashboard',
      callers: ['member'],
      needs: 'products',
      tag,
      summary: 'Restore an archived product',
      params: ProductPath,
      answer: PublicProduct,
      refuses: ['not_found'],
      handle: async ({ caller: { accountId }, params: { sku } }) =>
        present(await restoreProduct(deps, { accountId, sku })),
    }),
  ]
}

const maxCurvePoints = 25

/** Page counts that the SKU allows, evenly spaced from the minimum to the maximum. */
function pageCountsOf({ pages: { min, max, step } }: ManufacturingSku): number[] {
  const stepsBetween = Math.max(1, Math.ceil((max - min) / step / (maxCurvePoints - 1)))
  const counts: number[] = []
  for (let count = min; count < max; count += stepsBetween * step) counts.push(count)
  return [...counts, max - ((max - min) % step)]
}

const makeabilityRule =
  (catalog: Catalog): FindProblems =>
  ({ manufacturingSku, pageCount }, before) => {
    const made = catalog.get(manufacturingSku)
    if (made === undefined) {
      const detail = `The catalog has no manufacturing SKU ${manufacturingSku}.`
      return [{ pointer: '/manufacturingSku', code: 'unknown_manufacturing_sku', detail }]
    }
    if (made.retired === true && manufacturingSku !== before) {
      const detail = `${made.name} (${manufacturingSku}) is no longer sold.`
      return [{ pointer: '/manufacturingSku', code: 'book_retired', detail }]
    }
    const problem = pageCount === null ? null : pageCountProblem(made, pageCount)
    return problem === null ? [] : [{ pointer: '/pageCount', code: 'page_count_not_allowed', detail: `${problem}.` }]
  }
