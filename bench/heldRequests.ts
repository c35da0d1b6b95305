// What (t) sends: every route of the service as each kind of caller who may call it, and the largest inputs.

import { readFileSync } from 'node:fs'
import { addPerson, createKey } from '../src/accounts/accounts.ts'
import { systemClock } from '../src/base/clock.ts'
import { createVault } from '../src/base/secrets/vault.ts'
import { openDatabase } from '../src/db/db.ts'
import { createRequest, newId, secretKey } from './customers.ts'
import type { Bench } from './measurement.ts'
import type { Service } from './service.ts'

const bookCount = 10_000
const rowCount = 5_000
const manufacturingSku = 'PB-0600X0900-BW-60W'
const json = { 'content-type': 'application/json' }
/** Just below the limit of all bodies, and of sign-ins. */
const wrongBodies = [wrongFields(9_900, 25), wrongFields(1_500, 8)]
const kinds = ['public', 'member', 'staff', 'printer', 'customer_key'] as const
type Kind = (typeof kinds)[number]

/** `path` and `body` may differ for each attempt, so that nothing is answered from a cache. */
export type Sent = {
  title: string
  method: string
  path: string | ((attempt: number) => string)
  headers?: Record<string, string>
  body?: string | ((attempt: number) => string)
  /** Is sent before each attempt, and not measured. */
  before?: Sent
}

const password = 'a long password of the bench'
/** Made beforehand: other measurements make hashes quick in this process, and the service would not accept these. */
const passwordHash =
  '26a421d618423e8aa2fbabb13f1641df:3dc7deefb6a4c21c46113d97df132eaf21722855665df8f9bb594a99cd6ccba86ca634742c9f302b7de9cb764567bc0f5d483b9fd028c5f04f4c5e7e836b6cb0'

/** The headers of each kind of caller, all with every right: the people are signed in. */
export type Callers = Record<Kind, Record<string, string>>

export async function signInCallers({ customers }: Bench, service: Service, databaseUrl: string): Promise<Callers> {
  const { accountId, authorization } = customers[0]!
  const database = await openDatabase({ databaseUrl, dataDir: null })
  const deps = { db: database.db, clock: systemClock, newId, vault: createVault(secretKey) }
  const signIn = async (
    who: { kind: 'staff' } | { kind: 'printer'; printer: null } | { kind: 'customer'; accountId: string },
  ) => {
    const email = `${who.kind}@bench.example`
    await database.db
      .transaction()
      .execute(tx => addPerson(tx, deps, { name: 'Bench', ...who, email, passwordHash }, 'bench'))
    const body = JSON.stringify({ email, password })
    const answer = await fetch(`${service.url}/auth/sign-in/email`, { method: 'POST', headers: json, body })
    if (answer.status !== 200) throw new Error(`signing in was answered with ${answer.status}: ${await answer.text()}`)
    return {
      cookie: answer.headers
        .getSetCookie()
        .map(cookie => cookie.split(';', 1)[0])
        .join('; '),
    }
  }
  const callers = {
    public: {},
    member: await signIn({ kind: 'customer', accountId }),
    staff: await signIn({ kind: 'staff' }),
    printer: await signIn({ kind: 'printer', printer: null }),
    customer_key: { authorization },
  }
  await database.close()
  return callers
}

export async function staffKey(databaseUrl: string): Promise<Record<string, string>> {
  const database = await openDatabase({ databaseUrl, dataDir: null })
  const deps = { db: database.db, clock: systemClock, newId, vault: createVault(secretKey) }
  const { authorization } = await createKey(deps, { kind: 'staff', ownerId: null, role: 'owner' }, '', 'bench')
  await database.close()
  return { ...json, authorization }
}

/** By the list that the test of authorization holds complete. Signing out comes last. */
export async function everyRoute({ customers }: Bench, service: Service, callers: Callers): Promise<Sent[]> {
  const create = createRequest(customers[0]!, null)
  const created = await fetch(service.url + create.path, create as RequestInit)
  const { customerOrderId } = (await created.json()) as { customerOrderId: string }
  const named: Record<string, string> = {
    ...{ manufacturingSku, customerOrderId, accountId: customers[0]!.accountId, mode: 'production', sku: 'NOVEL' },
    ...{ month: '2026-01', item: '1', part: 'guts', page: '1', version: '1', number: '1' },
  }
  const rows = readFileSync(new URL('../test/routes.md', import.meta.url), 'utf8').matchAll(
    /^\| (\w+) \| `([^`]+)` \| ([^|]+) \|/gm,
  )
  const requests = [...rows].flatMap(([, method = '', route = '', mayCall = '']) => {
    const path = route.replaceAll(/:(\w+)/g, (_, name: string) => named[name] ?? 'x')
    const callersOf = new Set(mayCall.split(', ').map(caller => caller.split(':', 1)[0] as Kind))
    return kinds.filter(kind => callersOf.has(kind)).flatMap(kind => requestsTo(method, route, path, kind, callers))
  })
  const isSignOut = ({ path }: Sent) => path === '/auth/sign-out'
  return [...requests.filter(request => !isSignOut(request)), ...requests.filter(isSignOut)]
}

function requestsTo(method: string, route: string, path: string, kind: Kind, callers: Callers): Sent[] {
  const title = `${method} ${route}${kind === 'public' ? '' : `, as ${kind.replace('_', ' ')}`}`
  const headers = callers[kind]
  if (method === 'GET') return [{ title, method, path: attempt => path + queryOf(path, attempt), headers }]
  if (method === 'DELETE') return [{ title, method, path, headers }]
  return wrongBodies.map((body, i) => ({
    title: `${title}, ${i === 0 ? 'as many fields as a body may have' : '1,500 wrong fields'}`,
    ...{ method, path, body, headers: { ...headers, ...json } },
  }))
}

/** Of the longest books. */
function queryOf(path: string, attempt: number): string {
  if (!path.startsWith('/templates/')) return ''
  const isDrawnWithIsbn = /cover\/(svg|png|idml|pdf)$/.test(path)
  return `?pageCount=${800 - 2 * attempt}${isDrawnWithIsbn ? '&isbn=9780306406157&price=19.99' : ''}`
}

function wrongFields(count: number, letters: number): string {
  return JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`.padEnd(letters, 'x'), 1])))
}

const post = (path: string, what: string, headers: Record<string, string>, body: string): Sent => ({
  title: `POST ${path}, ${what}`,
  ...{ method: 'POST', path, headers, body },
})

/** 500 items, and as many unknown fields as a body may have. */
export function largeOrders({ customers }: Bench): Sent[] {
  const { authorization } = customers[0]!
  const headers = { ...json, authorization }
  const { body } = createRequest(customers[0]!, null)
  const order = JSON.parse(String(body))
  const items = Array.from({ length: 500 }, () => order.orderItems[0])
  const large = JSON.stringify({ ...order, orderItems: items })
  const unknown = JSON.stringify({ ...JSON.parse(wrongBodies[0]!), ...order })
  const ids = JSON.stringify({ customerOrderIds: Array.from({ length: 1000 }, (_, i) => `order-${i}`) })
  return [
    post('/orders/validate', '500 items', headers, large),
    post('/orders/validate', 'with 9,900 unknown fields', headers, unknown),
    post('/orders/create', '500 items', headers, large),
    post('/orders/create', 'with 9,900 unknown fields', headers, unknown),
    post('/products', '9,900 unknown fields', headers, wrongBodies[0]!),
    post('/orders/bulk/cancel', '1,000 orders', headers, ids),
  ]
}

/** Files with as many rows as they may have, and the largest logos. */
export function largeFiles({ customers }: Bench, { member, staff }: Callers): Sent[] {
  const csv = { 'content-type': 'text/csv' }
  const rowsOf = (head: string, row: (i: number) => string) =>
    `${head}\n${Array.from({ length: rowCount }, (_, i) => row(i)).join('\n')}\n`
  const orders = rowsOf(
    'customerOrderId,name,address1,city,state,postal,country,phone,email,shippingClassification,sku,quantity,coverUrl,gutsUrl',
    i =>
      `sheet-${i},Ada Reader,1 Main Street,Rochester,NY,14604,US,+1 585 555 0100,ada@reader.example,standard,NOVEL,2,https://files.example/c${i}.pdf,https://files.example/p${i}.pdf`,
  )
  const payments = rowsOf(
    'accountId,receivedOn,amount,reference',
    i => `${customers[i % customers.length]!.accountId},2026-01-02,12.50,wire ${i}`,
  )
  const paths = `<path d="${'M0 0L9 9'.repeat(20_000)}"/>`.repeat(2)
  const logo = `data:image/svg+xml;base64,${Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${paths}</svg>`).toString('base64')}`
  const brand = { name: 'Bench', logo, logoDark: logo }
  return [
    post('/dashboard/api/production/orders/spreadsheet', `${rowCount} orders`, { ...member, ...csv }, orders),
    post('/staff/payments/import', `${rowCount} payments`, { ...staff, ...csv }, payments),
    post('/staff/operator-data/brand/check', 'two large logos', { ...staff, ...json }, JSON.stringify({ brand })),
    {
      ...post('/dashboard/api/account/packing-slip', 'a large logo', { ...member, ...json }, JSON.stringify({ logo })),
      ...{ title: 'PATCH /dashboard/api/account/packing-slip, a large logo', method: 'PATCH' },
    },
  ]
}

/** A draft of 10,000 books, saved with other names by each attempt, and what reads it then; and its versions. */
export async function largeDrafts(
  service: Service,
  headers: Record<string, string>,
  attempts: number,
): Promise<{ drafts: Sent[]; versions: Sent[] }> {
  const draft = (await (await fetch(`${service.url}/staff/operator-data/draft`, { headers })).json()) as {
    revision: number
    newest: number
    content: { catalog: { skus: { manufacturingSku: string; name: string }[] } }
  }
  const { skus } = draft.content.catalog
  const booksOf = (attempt: number) =>
    Array.from({ length: bookCount }, (_, i) => ({
      ...skus[i % skus.length]!,
      ...(i < skus.length ? {} : { manufacturingSku: `BOOK-${i}`, name: `Book ${i} of ${attempt}` }),
    }))
  const bodyOf = (attempt: number, revision: number, basedOn = draft.newest) => {
    const content = { ...draft.content, catalog: { ...draft.content.catalog, skus: booksOf(attempt) } }
    return JSON.stringify({ revision, basedOn, content })
  }
  const put = { method: 'PUT', path: '/staff/operator-data/draft', headers }
  const names = booksOf(0).map(({ manufacturingSku }, i) => `${manufacturingSku},Renamed ${i}`)
  const get = (path: string): Sent => ({ title: `GET ${path}`, method: 'GET', path, headers })
  const saved = draft.revision + attempts
  /** Each attempt saves and publishes, and both raise the revision. */
  const beforeSaving = (attempt: number) => saved + 2 * attempt
  const reason = 'Spring prices'
  const drafts = [
    {
      ...put,
      title: `PUT /staff/operator-data/draft, ${bookCount} books`,
      body: (attempt: number) => bodyOf(attempt, draft.revision + attempt),
    },
    {
      ...put,
      title: `PUT /staff/operator-data/draft, ${bookCount} books, after another person`,
      body: bodyOf(attempts, draft.revision),
    },
    get('/staff/operator-data/draft'),
    get(`/staff/operator-data/difference?draft=${saved}`),
    get('/staff/operator-data/books?format=csv&decimals=point'),
    get('/staff/operator-data/books?format=xlsx&decimals=point'),
    {
      title: `POST /staff/operator-data/books/import, ${bookCount} rows`,
      method: 'POST',
      path: `/staff/operator-data/books/import?revision=${saved}`,
      headers: { ...headers, 'content-type': 'text/csv' },
      body: `SKU,Name\n${names.join('\n')}\n`,
    },
  ]
  const again = `/staff/operator-data/versions/${draft.newest + 1}/publish`
  const versions = [
    {
      ...post('/staff/operator-data/draft/publish', `${bookCount} books`, headers, ''),
      before: {
        ...put,
        title: 'the draft',
        body: (attempt: number) => bodyOf(attempt, beforeSaving(attempt), draft.newest + attempt),
      },
      body: (attempt: number) => JSON.stringify({ revision: beforeSaving(attempt) + 1, reason }),
    },
    {
      ...post(again, `${bookCount} books`, headers, ''),
      body: (attempt: number) => JSON.stringify({ basedOn: draft.newest + attempts + attempt, reason }),
    },
    get('/staff/operator-data/versions'),
  ]
  return { drafts, versions }
}
