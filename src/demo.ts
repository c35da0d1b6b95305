// The demo that a start with nothing configured makes, so that a newcomer can place an order at once: two customers, the
// operator's staff, and a printer. It is data like any other, made once, and never with NODE_ENV=production.

import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type AccountDeps, createAccount, createKey, createPerson } from './accounts/accounts.ts'
import type { App } from './app.ts'
import { randomBase62 } from './base/ids.ts'
import { leastPageCount } from './catalog/catalog.ts'
import { claimSetting } from './db/settings.ts'
import { addCard } from './payments/cards/store.ts'
import { simulatedGateway, testCards } from './payments/simulated.ts'
import { createProduct } from './products/products.ts'

type Keys = { authorization: string; webhookSecret: string }

/** What DATA_DIR/demo.json holds. */
export type Demo = {
  url: string
  accounts: {
    accountId: string
    name: string
    enterprise: boolean
    user: { email: string; password: string }
    sandbox: Keys
    production: Keys
    products: { sku: string; manufacturingSku: string; pageCount: number }[]
  }[]
  staff: { email: string; password: string; authorization: string }
  printer: { email: string; password: string; authorization: string }
}

const actor = 'demo'
const samples = ['PB-0600X0900-BW-60W', 'HC-0600X0900-BW-60C']
const pagesOfASample = 120

/** Makes the demo in an empty database, or answers the one made before; null when the data is not a demo's. */
export async function openDemo(app: App, dataDir: string, url: string): Promise<Demo | null> {
  const file = join(dataDir, 'demo.json')
  const kept = readDemo(file)
  const known = kept !== null && (await isIn(app, kept)) ? kept : null
  if (known === null && !(await isFirst(app))) return null
  const demo = { ...(known ?? (await makeDemo(app))), url }
  keep(file, { url: demo.url, accounts: demo.accounts, staff: demo.staff, printer: demo.printer })
  return demo
}

function readDemo(file: string): Demo | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/** In one go, so that no half of it is ever read, and readable by its owner only. */
function keep(file: string, demo: Demo): void {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 })
  renameSync(draft, file)
}

/** The file may tell of another database than the one that this process was given. */
async function isIn({ database }: App, { accounts }: Demo): Promise<boolean> {
  const { rows } = await sql`
    select 1
    from accounts
    where account_id = any(${accounts.map(({ accountId }) => accountId)}::text[])`.execute(database.db)
  return rows.length === accounts.length
}

/** Of several processes that start at once on an empty database one makes the demo. */
async function isFirst({ database: { db } }: App): Promise<boolean> {
  const { rows } = await sql`select 1 from accounts limit 1`.execute(db)
  return rows.length === 0 && claimSetting(db, 'demo', 'made')
}

async function makeDemo(app: App): Promise<Omit<Demo, 'url'>> {
  const deps = { ...app, db: app.database.db }
  return {
    accounts: [
      await makeCustomer(app, deps, {
        name: 'Paper Lantern Books',
        holder: 'Mina Okafor',
        email: 'owner@paperlantern.example',
        enterprise: false,
      }),
      await makeCustomer(app, deps, {
        name: 'Harbor University Press',
        holder: 'Theo Larsen',
        email: 'owner@harbor.example',
        enterprise: true,
      }),
    ],
    staff: await makeOperator(deps, 'staff', 'staff@octavo.example'),
    printer: await makeOperator(deps, 'printer', 'press@octavo.example'),
  }
}

async function makeCustomer(
  app: App,
  deps: AccountDeps,
  { name, holder, email, enterprise }: { name: string; holder: string; email: string; enterprise: boolean },
): Promise<Demo['accounts'][number]> {
  const { accountId, webhookSecrets } = await createAccount(deps, { name, holderEmail: email, enterprise }, actor)
  const password = randomBase62(16)
  await createPerson(deps, { kind: 'customer', accountId, name: holder, email, password }, actor)
  const keysOf = async (mode: 'sandbox' | 'production'): Promise<Keys> => {
    const { authorization } = await createKey(deps, { kind: 'customer', accountId, mode }, 'Demo', actor)
    return { authorization, webhookSecret: webhookSecrets[mode] }
  }
  if (!enterprise) {
    const card = {
      provider: simulatedGateway,
      providerRef: 'sim_success',
      brand: 'Simulated',
      last4: testCards.sim_success.last4,
    }
    await deps.db
      .transaction()
      .execute(tx => addCard(tx, { accountId, cardId: deps.newId('crd'), ...card }, deps.clock()))
  }
  return {
    accountId,
    name,
    enterprise,
    user: { email, password },
    sandbox: await keysOf('sandbox'),
    production: await keysOf('production'),
    products: await makeProducts(app, deps, accountId),
  }
}

async function makeProducts({ operator: { catalog } }: App, deps: AccountDeps, accountId: string) {
  const listed = catalog.list()
  const chosen = samples.flatMap(name => catalog.get(name) ?? [])
  return Promise.all(
    (chosen.length > 0 ? chosen : listed.slice(0, 2)).map(async ({ manufacturingSku, name, pages }, i) => {
      const sku = ['NOVEL', 'KEEPSAKE'][i]!
      const fits =
        pagesOfASample >= pages.min && pagesOfASample <= pages.max && (pagesOfASample - pages.min) % pages.step === 0
      const pageCount = fits ? pagesOfASample : leastPageCount(catalog.get(manufacturingSku)!)
      const fields = { name, description: null, manufacturingSku, pageCount, coverUrl: null, gutsUrl: null }
      await createProduct({ ...deps, canBeMade: () => [] }, { accountId, sku }, fields)
      return { sku, manufacturingSku, pageCount }
    }),
  )
}

async function makeOperator(deps: AccountDeps, kind: 'staff' | 'printer', email: string) {
  const password = randomBase62(16)
  await createPerson(deps, { kind, name: kind === 'staff' ? 'Support' : 'Press', email, password }, actor)
  const { authorization } = await createKey(deps, { kind }, 'Demo', actor)
  return { email, password, authorization }
}
