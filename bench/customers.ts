// A thousand customers that the service's own code makes. Each has a product, a key, a card, webhook secrets, and
// limits that are never reached.

import { sql } from 'kysely'
import { createAccount, createKey } from '../src/accounts/accounts.ts'
import { systemClock } from '../src/base/clock.ts'
import { sortableIds } from '../src/base/secrets/ids.ts'
import { createVault } from '../src/base/secrets/vault.ts'
import { openDatabase } from '../src/db/db.ts'
import { migrate } from '../src/db/migrate.ts'
import { addCard } from '../src/payments/cards/cardStore.ts'
import { simulatedGateway } from '../src/payments/simulated/simulatedPayments.ts'
import { insertProduct } from '../src/products/productStore.ts'
import { withoutIsbn } from '../src/products/products.ts'
import type { LoadRequest } from './load.ts'

export const customerCount = 1000
export const secretKey = Buffer.alloc(32, 7)
const concurrency = 16

export type Customer = { accountId: string; authorization: string }
export type Customers = { customers: Customer[]; printer: string }

const clock = systemClock
export const newId = sortableIds(clock)

/** Migrates the database and fills it. */
export async function makeCustomers(databaseUrl: string): Promise<Customers> {
  const database = await openDatabase({ databaseUrl, dataDir: null })
  await migrate(database, clock())
  const { db } = database
  const deps = { db, clock, newId, vault: createVault(secretKey) }
  const customers: Customer[] = []
  const addCustomer = async (number: number) => {
    const { accountId } = await createAccount(
      deps,
      { name: `Customer ${number}`, holderEmail: `owner@customer${number}.example`, enterprise: false },
      'bench',
    )
    const { authorization } = await createKey(deps, { kind: 'customer', accountId, mode: 'production' }, '', 'bench')
    customers.push({ accountId, authorization })
    await db.transaction().execute(async tx => {
      const card = { provider: simulatedGateway, providerRef: 'sim_success', brand: 'Simulated', last4: '0001' }
      await addCard(tx, { accountId, cardId: newId('crd'), ...card }, clock())
      await insertProduct(tx, productOf(accountId))
    })
  }
  for (let number = 0; number < customerCount; number += concurrency)
    await Promise.all(
      Array.from({ length: Math.min(concurrency, customerCount - number) }, (_, i) => addCustomer(number + i)),
    )
  const { authorization: printer } = await createKey(deps, { kind: 'printer', printer: null }, '', 'bench')
  await sql`update order_limits set orders_per_24h = 1000000000, queue_ceiling = 1000000000`.execute(db)
  await database.close()
  return { customers, printer }
}

const productOf = (accountId: string) => ({
  accountId,
  sku: 'NOVEL',
  name: 'A novel',
  description: null,
  manufacturingSku: 'PB-0600X0900-BW-60W',
  pageCount: 120,
  coverUrl: null,
  gutsUrl: null,
  proofRequired: false,
  ...withoutIsbn,
  createdAt: clock(),
  updatedAt: clock(),
  archivedAt: null,
})

let orders = 0

/** A request for a new order. */
export function createRequest({ authorization }: Customer, webhookUrl: string | null): LoadRequest {
  return {
    method: 'POST',
    path: '/orders/create',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({
      customerOrderId: `bench-${orders++}`,
      payload: '{"cart":"5b1f9e0c","campaign":"spring"}',
      shippingClassification: 'standard',
      ...(webhookUrl === null ? {} : { webhookUrl }),
      destination: {
        name: 'Ada Reader',
        address1: '1 Main Street',
        city: 'Rochester',
        state: 'NY',
        postal: '14604',
        country: 'US',
        phone: '+1 585 555 0100',
        email: 'ada@reader.example',
      },
      orderItems: [
        {
          sku: 'NOVEL',
          quantity: 2,
          retailPrice: '19.99',
          product: { coverUrl: 'https://files.example/cover.pdf', gutsUrl: 'https://files.example/pages.pdf' },
        },
      ],
    }),
  }
}
