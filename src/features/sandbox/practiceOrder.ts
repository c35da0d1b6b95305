// A practice order: the operator tries the way from a file to a parcel before the first customer does. It is an order
// of the sandbox, in an account of its own. It is paid and leaves the hold by itself, and its job comes to a press
// desk.

import { sql } from 'kysely'
import { say } from '../../../languages/texts.ts'
import { type AccountDeps, openAccount } from '../../accounts/accounts.ts'
import { Refusal } from '../../base/refusal.ts'
import { type ManufacturingSku, minPageCount } from '../../catalog/catalog.ts'
import type { Db } from '../../db/db.ts'
import { claimSetting, readSetting } from '../../db/settings.ts'
import type { Order } from '../../orders/order.ts'
import { addProduct, withoutIsbn } from '../../products/products.ts'
import { type FileReview, upload } from '../files/fileReview.ts'
import type { PlaceOrder } from '../placing/placeOrders.ts'
import type { OperatorVersions } from '../shop/operatorData.ts'
import { sampleCover, samplePages } from './sampleArtwork.ts'

const setting = 'practice_account'
const accountName = 'Practice orders'

export type PracticeDeps = AccountDeps & {
  operatorVersions: OperatorVersions
  fileReview: FileReview
  place: PlaceOrder
}

/** One copy of the first book for sale, to the operator's own address. Refuses with `not_set_up` and `wrong_state`. */
export async function placePracticeOrder(
  deps: PracticeDeps,
  { email, actor }: { email: string; actor: string },
): Promise<Order> {
  const { catalog, shipping } = deps.operatorVersions.at(deps.clock())
  const book = catalog.list().find(({ retired }) => retired !== true)
  if (book === undefined) throw new Refusal('wrong_state', say('No book is for sale.'))
  const accountId = await practiceAccount(deps, email, actor)
  await addSampleProduct(deps, accountId, book)
  const { name, address1, address2, city, state, postal, country, phone } = shipping.shipFrom
  return deps.place({
    accountId,
    mode: 'sandbox',
    customerOrderId: await nextIdentifier(deps.db, accountId),
    request: {
      currency: 'USD',
      shippingClassification: 'standard',
      destination: {
        ...{ name, address1, city, postal, country },
        ...(address2 && { address2 }),
        ...(state && { state }),
        ...(phone && { phone }),
      },
      orderItems: [{ sku: book.manufacturingSku, quantity: 1 }],
      sandbox: { payments: 'automatic', pace: 'PT0S', practice: true },
    },
    warnings: [],
    actor,
    requestKey: null,
  })
}

/** Of two people at once, one opens the account. */
async function practiceAccount(deps: PracticeDeps, holderEmail: string, actor: string): Promise<string> {
  const { db } = deps
  const known = await readSetting(db, setting)
  if (known !== null) return known
  await db.transaction().execute(async tx => {
    const { accountId } = await openAccount(tx, deps, { name: accountName, holderEmail, enterprise: false }, actor)
    if (!(await claimSetting(tx, setting, accountId)))
      throw new Refusal('wrong_state', say('Another request changed the same data at the same time. Try again.'))
  })
  return (await readSetting(db, setting))!
}

/**
 * A person waits for it. On a busy machine a child starts for ten seconds, so the artwork, which is not foreign, is
 * drawn in this process, and its two files are read at the same time.
 */
async function addSampleProduct(deps: PracticeDeps, accountId: string, book: ManufacturingSku): Promise<void> {
  const { db, clock, fileReview } = deps
  const { manufacturingSku: sku, name } = book
  const { rows } = await sql`select from product_files where account_id = ${accountId} and sku = ${sku}`.execute(db)
  if (rows.length === parts.length) return
  const pageCount = minPageCount(book)
  const product = { name, description: null, manufacturingSku: sku, pageCount, coverUrl: null, gutsUrl: null }
  const key = { accountId, sku }
  await db
    .transaction()
    .execute(tx =>
      addProduct(tx, { clock, findProblems: () => [] }, key, { ...product, proofRequired: false, ...withoutIsbn }),
    )
    .catch((error: unknown) => {
      // An earlier request ended between the product and its files.
      if (!(error instanceof Refusal) || error.code !== 'already_exists') throw error
    })
  // Drawing needs packages that a service without a practice order never loads.
  const { drawTemplate } = await import('../../artwork/templates/draw.ts')
  await Promise.all(
    parts.map(async ([part, sample]) => {
      const pdf = await drawTemplate(sample(book, pageCount))
      await upload(fileReview, { ...key, part }, oneChunk(pdf), clock())
    }),
  )
}

const parts = [
  ['cover', sampleCover],
  ['guts', samplePages],
] as const

async function* oneChunk(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

async function nextIdentifier(db: Db, accountId: string): Promise<string> {
  const { rows } = await sql<{ placed: number }>`
    select count(*)::int as placed from orders where account_id = ${accountId} and mode = 'sandbox'`.execute(db)
  return `PRACTICE-${rows[0]!.placed + 1}`
}
