// The demo data of a start without configuration, so that a newcomer can place an order at once: two customers, a
// member of the staff, and a printer. The data is made once, and never with NODE_ENV=production.
//
// Its passwords and keys are only in the file, because the database has only hashes of them. So all rows go into one
// transaction, and the file is written before the commit. A start that is killed leaves no rows, and at most a file,
// which the next start overwrites.

import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { addKey, addPerson, hashNewPassword, openAccount } from '../accounts/accounts.ts'
import type { Mode } from '../base/mode.ts'
import type { Crash } from '../base/running/crash.ts'
import { randomBase62 } from '../base/secrets/ids.ts'
import { minPageCount, pageCountProblem } from '../catalog/catalog.ts'
import type { Tx } from '../db/db.ts'
import { claimSetting } from '../db/settings.ts'
import { addCard } from '../payments/cards/cardStore.ts'
import { simulatedGateway, testCards } from '../payments/simulated/simulatedPayments.ts'
import { addProduct, withoutIsbn } from '../products/products.ts'
import type { App } from './app.ts'

type Keys = { authorization: string; webhookSecret: string }

/** The content of DATA_DIR/demo.json. */
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
const sampleSkus = ['PB-0600X0900-BW-60W', 'HC-0600X0900-BW-60C']
const samplePageCount = 120

/** Makes the demo in an empty database, or returns the existing demo; null when the data is not a demo. */
export async function openDemo(app: App, dataDir: string, url: string, crash: Crash = () => {}): Promise<Demo | null> {
  const file = join(dataDir, 'demo.json')
  const stored = readDemo(file)
  if (stored !== null && (await isInDatabase(app, stored))) return writeDemo(file, { ...stored, url })
  return app.database.db.transaction().execute(async tx => {
    if (!(await isFirst(tx))) return null
    const created = await makeDemo(tx, app)
    crash('demo:created')
    const demo = writeDemo(file, { url, ...created })
    crash('demo:stored')
    return demo
  })
}

function readDemo(file: string): Demo | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/** Writes the file atomically, readable by its owner only. */
function writeDemo(file: string, demo: Demo): Demo {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 })
  renameSync(draft, file)
  return demo
}

/** The file may describe another database than the current database. */
async function isInDatabase({ database }: App, { accounts }: Demo): Promise<boolean> {
  const { rows } = await sql`
    select 1
    from accounts
    where account_id = any(${accounts.map(({ accountId }) => accountId)}::text[])`.execute(database.db)
  return rows.length === accounts.length
}

/** When several processes start at once on an empty database, one of them makes the demo, and the rest wait here. */
async function isFirst(tx: Tx): Promise<boolean> {
  const { rows } = await sql`select 1 from accounts limit 1`.execute(tx)
  return rows.length === 0 && claimSetting(tx, 'demo', 'made')
}

async function makeDemo(tx: Tx, app: App): Promise<Omit<Demo, 'url'>> {
  return {
    accounts: [
      await makeCustomer(tx, app, {
        name: 'Paper Lantern Books',
        holder: 'Mina Okafor',
        email: 'owner@paperlantern.example',
        enterprise: false,
      }),
      await makeCustomer(tx, app, {
        name: 'Harbor University Press',
        holder: 'Theo Larsen',
        email: 'owner@harbor.example',
        enterprise: true,
      }),
    ],
    staff: await makeStaff(tx, app, 'staff@octavo.example'),
    printer: await makePrinter(tx, app, 'press@octavo.example'),
  }
}

async function makeCustomer(
  tx: Tx,
  app: App,
  { name, holder, email, enterprise }: { name: string; holder: string; email: string; enterprise: boolean },
): Promise<Demo['accounts'][number]> {
  const { accountId, webhookSecrets } = await openAccount(tx, app, { name, holderEmail: email, enterprise }, actor)
  const password = randomBase62(16)
  const passwordHash = await hashNewPassword(password, email)
  await addPerson(tx, app, { kind: 'customer', accountId, name: holder, email, passwordHash }, actor)
  const keysOf = async (mode: Mode): Promise<Keys> => {
    const { authorization } = await addKey(tx, app, { kind: 'customer', accountId, mode }, 'Demo', actor)
    return { authorization, webhookSecret: webhookSecrets[mode] }
  }
  if (!enterprise) {
    const card = {
      provider: simulatedGateway,
      providerRef: 'sim_success',
      brand: 'Simulated',
      last4: testCards.sim_success.last4,
    }
    await addCard(tx, { accountId, cardId: app.newId('crd'), ...card }, app.clock())
  }
  return {
    accountId,
    name,
    enterprise,
    user: { email, password },
    sandbox: await keysOf('sandbox'),
    production: await keysOf('production'),
    products: await makeProducts(tx, app, accountId),
  }
}

async function makeProducts(tx: Tx, app: App, accountId: string) {
  const { catalog } = app.operatorVersions.at(app.clock())
  const samples = sampleSkus.flatMap(name => catalog.get(name) ?? [])
  const products: Demo['accounts'][number]['products'] = []
  for (const [i, book] of (samples.length > 0 ? samples : catalog.list().slice(0, 2)).entries()) {
    const { manufacturingSku, name } = book
    const sku = ['NOVEL', 'KEEPSAKE'][i]!
    const pageCount = pageCountProblem(book, samplePageCount) === null ? samplePageCount : minPageCount(book)
    const fields = {
      name,
      description: null,
      manufacturingSku,
      pageCount,
      coverUrl: null,
      gutsUrl: null,
      proofRequired: false,
      ...withoutIsbn,
    }
    await addProduct(tx, { ...app, findProblems: () => [] }, { accountId, sku }, fields)
    products.push({ sku, manufacturingSku, pageCount })
  }
  return products
}

async function makeStaff(tx: Tx, app: App, email: string): Promise<Demo['staff']> {
  const password = randomBase62(16)
  const person = {
    kind: 'staff' as const,
    name: 'Support',
    email,
    passwordHash: await hashNewPassword(password, email),
  }
  const { userId: ownerId } = await addPerson(tx, app, person, actor)
  const { authorization } = await addKey(tx, app, { kind: 'staff', ownerId, role: 'owner' }, 'Demo', actor)
  return { email, password, authorization }
}

async function makePrinter(tx: Tx, app: App, email: string): Promise<Demo['printer']> {
  const password = randomBase62(16)
  const scope = { kind: 'printer' as const, printer: null }
  await addPerson(
    tx,
    app,
    { ...scope, name: 'Press', email, passwordHash: await hashNewPassword(password, email) },
    actor,
  )
  const { authorization } = await addKey(tx, app, scope, 'Demo', actor)
  return { email, password, authorization }
}
