// Products and the catalog of books, in the API and the dashboard. Products are shared by both modes.

import { type Static, Type } from 'typebox'
import { say } from '../../../languages/texts.ts'
import { readAccountPriceList } from '../../accounts/settings/accountPriceList.ts'
import { dollars, roundCents } from '../../base/money.ts'
import { malformedField, Refusal } from '../../base/refusal.ts'
import type { ByteVault } from '../../base/secrets/vault.ts'
import { addOnOf, maxPriceCents, priceOf } from '../../base/text/isbn.ts'
import { type Catalog, type ManufacturingSku, pageCountProblem, pageCountsOf } from '../../catalog/catalog.ts'
import { bindingEdgeOf } from '../../catalog/geometry.ts'
import type { PriceList } from '../../catalog/priceLists.ts'
import type { Db } from '../../db/db.ts'
import { priceBooks, priceListAt } from '../../features/placing/listPrices.ts'
import {
  type ListedProduct,
  listProducts,
  type Product,
  type ProductPage,
  type ProductSort,
  productPosition,
  productSorts,
  readProduct,
} from '../../products/productStore.ts'
import {
  archiveProduct,
  createProduct,
  editProduct,
  type FindProblems,
  productNotFound,
  restoreProduct,
  withoutIsbn,
} from '../../products/products.ts'
import { maxCursorChars, NextCursor, pageOf, sealedCursor } from '../lists/list.ts'
import { Closed, Dollars, nullable, oneOf, Text } from '../objects/common.ts'
import {
  type BarcodePrice,
  CatalogEntry,
  NewProduct,
  OrderableProduct,
  ProductChanges,
  PublicProduct,
  refuseUnmeant,
  SharedChange,
} from '../objects/product.ts'
import { Covers, memberCovers } from '../orders/covers.ts'
import { resource, shown } from '../server/resource.ts'
import { type Route, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'

const ProductSorting = oneOf(productSorts, {
  default: 'sku',
  description: '`-` before a column sorts in descending order. Names are compared in lower case.',
})
const productCursors = (vault: ByteVault) =>
  sealedCursor<ProductSort>(vault, { list: 'products', usual: 'sku', byId: ['sku', '-sku'] })
const ProductCursor = Type.Optional(
  Text(maxCursorChars, { description: 'The nextCursor of the previous page, which had the same `sort`.' }),
)

type FoundPage = { products: ListedProduct[]; nextCursor: string | null }

const archiveActs = [
  {
    act: 'archive',
    change: archiveProduct,
    summary: 'Archive a product',
    description: 'The product can no longer be ordered. Its SKU cannot be reused.',
  },
  { act: 'restore', change: restoreProduct, summary: 'Restore an archived product' },
] as const

const CatalogPrices = Type.Object({
  priceList: nullable(Type.String({ description: 'The name of the price list; null for the catalog prices.' })),
  quantities: Type.Array(Type.Integer()),
  points: Type.Array(
    Type.Object({
      pageCount: Type.Integer(),
      perCopy: Type.Array(Dollars, { description: 'One price per quantity, in the same order.' }),
    }),
  ),
})
const forBothModes = { query: SharedChange, refuses: ['counts_in_production' as const] }

export const productRoutes = tagged('Products', (services: Services): Route[] => [
  ...productListRoutes(services),
  ...productEditRoutes(services),
  ...productArchiveRoutes(services),
  ...catalogRoutes(services),
])

const productListRoutes = (services: Services): Route[] => {
  const { catalog, publicUrl } = services
  const coverOf = memberCovers({ catalog, publicUrl })
  const { present, presentOrderable } = productViews(catalog)

  return [
    ...resource({
      method: 'GET',
      at: { key: '/products', member: '/dashboard/api/products' },
      operationId: 'listProducts',
      scope: 'products:read',
      summary: 'List the products that can be ordered',
      description: 'The same in both modes.',
      query: Type.Object({
        sort: ProductSorting,
        cursor: ProductCursor,
        limit: Type.Integer({ minimum: 1, maximum: 100, default: 100 }),
      }),
      key: shown(
        Type.Object({ products: Type.Array(OrderableProduct), nextCursor: NextCursor }),
        (page: FoundPage) => ({
          ...page,
          products: page.products.map(presentOrderable),
        }),
      ),
      member: {
        summary: 'List products',
        description: 'With the cover of each product in turn.',
        query: Closed({
          sort: ProductSorting,
          archived: Type.Boolean({ default: false }),
          search: Type.Optional(
            Text(300, {
              description:
                'Part of `SKU · name`, in any case and without accents or with them, or of an ISBN in any spelling.',
            }),
          ),
          cursor: ProductCursor,
          limit: Type.Integer({ minimum: 1, maximum: 500, default: 100 }),
        }),
        ...shown(
          Type.Object({ products: Type.Array(PublicProduct), covers: Covers, nextCursor: NextCursor }),
          ({ products, nextCursor }: FoundPage) => ({
            products: products.map(present),
            covers: products.map(coverOf),
            nextCursor,
          }),
        ),
      },
      handle: ({ owner: { accountId }, query: { archived = false, search = '', cursor, ...query } }) =>
        productPage(services, { accountId, archived, search, cursor, ...query }),
    }),
  ]
}

const productEditRoutes = (services: Services): Route[] => {
  const { db, clock, catalog } = services
  const deps = { db, clock, findProblems: makeabilityRule(catalog) }
  const { orderable, whole } = productViews(catalog)

  return [
    ...resource({
      method: 'GET',
      at: { key: '/products/:sku', member: '/dashboard/api/products/:sku' },
      operationId: 'getProduct',
      scope: 'products:read',
      summary: 'Read a product that can be ordered',
      key: orderable,
      member: { summary: 'Read a product', ...whole },
      handle: ({ owner: { accountId, mode }, params: { sku } }) =>
        mode === null ? find(db, accountId, sku) : findOrderable(db, accountId, sku),
    }),
    ...resource({
      method: 'POST',
      at: { key: '/products', member: '/dashboard/api/products' },
      operationId: 'createProduct',
      scope: 'products:write',
      needs: 'products',
      summary: 'Create a product',
      body: NewProduct,
      status: 201,
      refuses: ['already_exists'],
      key: {
        description: 'Orders of both modes can name it at once. Its manufacturing SKU decides size, cover and paper.',
        ...orderable,
      },
      member: whole,
      handle({ owner: { accountId }, body: { sku, ...given } }) {
        const absent = { description: null, pageCount: null, coverUrl: null, gutsUrl: null, proofRequired: false }
        return createProduct(deps, { accountId, sku }, { ...absent, ...withoutIsbn, ...storedFields(given) })
      },
    }),
    ...resource({
      method: 'PATCH',
      at: { key: '/products/:sku', member: '/dashboard/api/products/:sku' },
      operationId: 'updateProduct',
      scope: 'products:write',
      needs: 'products',
      summary: 'Change a product',
      description: 'Changes the given fields. Orders that were already placed keep the old values.',
      body: ProductChanges,
      key: { ...forBothModes, ...orderable },
      member: { summary: 'Edit a product', ...whole },
      async handle({ owner, params: { sku }, query, body }) {
        if (owner.mode !== null) await findOrderable(db, owner.accountId, sku)
        refuseUnmeant(owner.mode, query)
        return editProduct(deps, { accountId: owner.accountId, sku }, storedFields(body))
      },
    }),
  ]
}

const productArchiveRoutes = (services: Services): Route[] => {
  const { db, clock, catalog } = services
  const deps = { db, clock, findProblems: makeabilityRule(catalog) }
  const { orderable, whole } = productViews(catalog)

  return [
    ...archiveActs.flatMap(({ act, change, ...described }) =>
      resource({
        method: 'POST',
        at: { key: `/products/:sku/${act}`, member: `/dashboard/api/products/:sku/${act}` },
        operationId: `${act}Product`,
        scope: 'products:write',
        needs: 'products',
        ...described,
        key: { ...forBothModes, ...orderable },
        member: whole,
        async handle({ owner: { accountId, mode }, params: { sku }, query }) {
          await find(db, accountId, sku)
          refuseUnmeant(mode, query)
          return change(deps, { accountId, sku })
        },
      }),
    ),
  ]
}

const catalogRoutes = (services: Services): Route[] => {
  const { catalog, fileReview } = services

  return [
    route({
      method: 'GET',
      path: '/dashboard/api/catalogue',
      operationId: 'getCatalog',
      summary: 'List the catalog',
      description: 'Without the books that are no longer sold.',
      answer: Type.Object({
        skus: Type.Array(
          Type.Object({
            ...CatalogEntry.properties,
            fromPrice: { ...Dollars, description: 'Of one copy with the fewest pages, as GET of its prices has it.' },
          }),
        ),
        maxFileBytes: Type.Integer({ description: 'What a print file may have at most.' }),
      }),
      async handle({ caller: { accountId } }) {
        const list = await priceListOf(services, accountId)
        const sold = catalog.list().filter(({ retired }) => retired !== true)
        return {
          skus: sold.map(book => ({
            ...book,
            bindingEdge: bindingEdgeOf(book),
            fromPrice: perCopy(catalog, list, book, book.pages.min, 1),
          })),
          maxFileBytes: fileReview.maxBytes,
        }
      },
    }),
    route({
      method: 'GET',
      path: '/dashboard/api/catalogue/:manufacturingSku/prices',
      operationId: 'getCatalogPrices',
      summary: 'Read the price of a copy by page count and quantity',
      description:
        'By the price list of the account, if it has one. Without handling, shipping and taxes. Does not apply if the printer sets the prices of the account.',
      params: Type.Object({ manufacturingSku: Text(64) }),
      answer: CatalogPrices,
      async handle({ caller: { accountId }, params: { manufacturingSku } }) {
        const sku = catalog.get(manufacturingSku)
        if (sku === undefined) throw new Refusal('not_found', say('The catalog has no such manufacturing SKU.'))
        const list = await priceListOf(services, accountId)
        const { breaks } = list?.bookTerms(sku).price ?? sku.price
        const quantities = [1, ...breaks.map(({ fromCopies }) => fromCopies)]
        return {
          priceList: list?.name ?? null,
          quantities,
          points: pageCountsOf(sku).map(pageCount => ({
            pageCount,
            perCopy: quantities.map(quantity => perCopy(catalog, list, sku, pageCount, quantity)),
          })),
        }
      },
    }),
  ]
}

/** A product as programs read it, and as members do. */
function productViews(catalog: Catalog) {
  // Products of a SKU that the operator has removed from the catalog have no attributes.
  const present = ({
    accountId: _own,
    coverSha256: _cover,
    priceAddOn,
    ...product
  }: Product & Partial<ListedProduct>): Static<typeof PublicProduct> => ({
    ...product,
    barcodePrice: priceAddOn === null ? null : priceOf(priceAddOn),
    attributes: catalog.get(product.manufacturingSku)?.attributes ?? null,
  })
  const presentOrderable = (product: Product): Static<typeof OrderableProduct> => {
    const { attributes, ...shown } = present(product)
    const { sku, name, description, manufacturingSku, pageCount, coverUrl, gutsUrl, proofRequired } = shown
    const { isbn, barcodePrice, barcode, uploadedFiles } = shown
    const book = catalog.get(manufacturingSku)
    const isSold = book !== undefined && book.retired !== true
    return {
      ...{ sku, name, description, manufacturingSku, pageCount, coverUrl, gutsUrl, proofRequired },
      ...{ isbn, barcodePrice, barcode, uploadedFiles },
      attributes: isSold ? attributes : null,
      pages: isSold ? book.pages : null,
    }
  }
  return {
    ...{ present, presentOrderable },
    orderable: shown(OrderableProduct, presentOrderable),
    whole: shown(PublicProduct, present),
  }
}

async function productPage(
  { db, vault }: Services,
  { cursor, ...filter }: Omit<ProductPage, 'after'> & { cursor: string | undefined },
): Promise<FoundPage> {
  const { sort, limit } = filter
  const cursors = productCursors(vault)
  const after = cursors.read(cursor, { sort })
  const found = await listProducts(db, { ...filter, after, limit: limit + 1 })
  const { page: products, nextCursor } = pageOf(found, limit, product =>
    cursors.write(productPosition(product, sort), sort),
  )
  return { products, nextCursor }
}

async function find(db: Db, accountId: string, sku: string) {
  const product = await readProduct(db, accountId, sku)
  if (product === null) throw productNotFound(sku)
  return product
}

async function findOrderable(db: Db, accountId: string, sku: string) {
  const product = await find(db, accountId, sku)
  if (product.archivedAt !== null) throw productNotFound(sku)
  return product
}

const priceListOf = async ({ db, operator, clock }: Services, accountId: string) =>
  priceListAt(operator, await readAccountPriceList(db, accountId), clock())

function perCopy(
  catalog: Catalog,
  list: PriceList | null,
  { manufacturingSku }: ManufacturingSku,
  pageCount: number,
  quantity: number,
) {
  const { itemsCents } = priceBooks({ catalog }, list, [{ manufacturingSku, pageCount, quantity }])
  return dollars(roundCents(itemsCents / quantity))
}

/** The price in the barcode as it is stored. */
function storedFields<Given extends { barcodePrice?: Static<typeof BarcodePrice> | null }>({
  barcodePrice,
  ...given
}: Given) {
  if (barcodePrice === undefined) return given
  const isTooHigh = barcodePrice !== null && Number(barcodePrice.amount.replace('.', '')) > maxPriceCents
  if (isTooHigh) {
    const detail = `A barcode can show a price of at most ${dollars(maxPriceCents)}. Leave the price out.`
    throw malformedField('/barcodePrice/amount', 'out_of_range', detail)
  }
  return { ...given, priceAddOn: barcodePrice === null ? null : addOnOf(barcodePrice) }
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
