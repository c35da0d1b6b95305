// A customer's products, ordered by the customer's own SKU. Each product has a manufacturing SKU of the operator's
// catalog, which decides its attributes and page counts; the caller passes that rule in. Products are archived, and
// never deleted; an archived product cannot be ordered.

import { say } from '../../languages/texts.ts'
import type { Clock } from '../base/clock.ts'
import { type Problem, Refusal } from '../base/refusal.ts'
import { parseIsbn } from '../base/text/isbn.ts'
import type { Db, Tx } from '../db/db.ts'
import { insertProduct, lockProduct, type Product, updateProduct } from './productStore.ts'

/**
 * The problems with a product of this SKU and page count; an empty list when it can be made. `before` is the SKU that
 * the product had until now; null for a new product.
 */
export type FindProblems = (
  product: Pick<Product, 'manufacturingSku' | 'pageCount'>,
  before: string | null,
) => Problem[]

export type ProductDeps = { db: Db; clock: Clock; findProblems: FindProblems }

/** The ISBN may have any spelling. */
export type ProductFields = Pick<
  Product,
  | 'name'
  | 'description'
  | 'manufacturingSku'
  | 'pageCount'
  | 'coverUrl'
  | 'gutsUrl'
  | 'proofRequired'
  | 'isbn'
  | 'priceAddOn'
  | 'barcode'
>

export type ProductKey = Pick<Product, 'accountId' | 'sku'>

export const withoutIsbn = { isbn: null, priceAddOn: null, barcode: 'none' } as const satisfies Partial<ProductFields>

/** Refuses with `malformed_request` and `already_exists`. */
export const createProduct = (deps: ProductDeps, key: ProductKey, fields: ProductFields): Promise<Product> =>
  deps.db.transaction().execute(tx => addProduct(tx, deps, key, fields))

export async function addProduct(
  tx: Tx,
  { clock, findProblems }: Omit<ProductDeps, 'db'>,
  key: ProductKey,
  fields: ProductFields,
): Promise<Product> {
  refuseIfAny([...findProblems(fields, null), ...isbnProblems(fields)])
  const now = clock()
  const times = { createdAt: now, updatedAt: now, archivedAt: null }
  const product: Product = { ...key, ...withIsbnDigits(fields), ...times, uploadedFiles: [] }
  if (!(await insertProduct(tx, product)))
    throw new Refusal('already_exists', say('The product {sku} already exists; it may be archived.', { sku: key.sku }))
  return product
}

/** Changes the given fields. Refuses with `not_found`. */
export const editProduct = (deps: ProductDeps, key: ProductKey, changes: Partial<ProductFields>): Promise<Product> =>
  change(deps, key, product => {
    const edited = { ...product, ...changes }
    refuseIfAny([...deps.findProblems(edited, product.manufacturingSku), ...isbnProblems(edited)])
    return withIsbnDigits(edited)
  })

/** Archiving an archived product, or restoring a live one, changes nothing. Refuses with `not_found`. */
export const archiveProduct = (deps: ProductDeps, key: ProductKey): Promise<Product> =>
  change(deps, key, (product, now) => ({ ...product, archivedAt: product.archivedAt ?? now }))

export const restoreProduct = (deps: ProductDeps, key: ProductKey): Promise<Product> =>
  change(deps, key, product => ({ ...product, archivedAt: null }))

function change(
  { db, clock }: ProductDeps,
  { accountId, sku }: ProductKey,
  decide: (product: Product, now: Date) => Product,
): Promise<Product> {
  const now = clock()
  return db.transaction().execute(async tx => {
    const product = await lockProduct(tx, accountId, sku)
    if (product === null) throw productNotFound(sku)
    const changed = { ...decide(product, now), updatedAt: now }
    await updateProduct(tx, changed)
    return changed
  })
}

export const productNotFound = (sku: string) => new Refusal('not_found', say('There is no product {sku}.', { sku }))

function isbnProblems({ isbn, barcode }: Pick<Product, 'isbn' | 'barcode'>): Problem[] {
  const parsed = isbn === null ? null : parseIsbn(isbn)
  if (parsed !== null && 'problem' in parsed)
    return [{ pointer: '/isbn', code: 'isbn_invalid', detail: parsed.problem }]
  if (barcode === 'none' || isbn !== null) return []
  const detail = say('A barcode can only be drawn for a product with an ISBN. Send the ISBN, or set barcode to "none".')
  return [{ pointer: '/barcode', code: 'isbn_missing', detail }]
}

function withIsbnDigits<Fields extends { isbn: string | null }>(fields: Fields): Fields {
  const parsed = fields.isbn === null ? null : parseIsbn(fields.isbn)
  return parsed !== null && 'isbn' in parsed ? { ...fields, isbn: parsed.isbn } : fields
}

function refuseIfAny(problems: Problem[]): void {
  const [first] = problems
  if (first) throw new Refusal('malformed_request', first.detail, problems)
}
