// (t): for how long each public route, and each of the largest bodies that somebody may send, holds the event loop, and
// how much processor time it takes in the service and its children.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKey } from '../src/accounts/accounts.ts'
import { systemClock } from '../src/base/clock.ts'
import { createVault } from '../src/base/secrets/vault.ts'
import { openDatabase } from '../src/db/db.ts'
import { cpuMeter, measureCpu } from './cpu.ts'
import { createRequest, newId, secretKey } from './customers.ts'
import type { Bench } from './measurement.ts'
import type { Finding } from './report.ts'
import { median } from './rounds.ts'
import { type Service, startService } from './service.ts'

const maxHoldMs = 50
/** Requests below are only counted. */
const shownHoldMs = 10
const attempts = 3
const bookCount = 10_000
const manufacturingSku = 'PB-0600X0900-BW-60W'
const json = { 'content-type': 'application/json' }
/** Just below the limit of all bodies, and of sign-ins. */
const wrongBodies = [wrongFields(9_900, 25), wrongFields(1_500, 8)]

/** `path` may differ for each attempt, so that nothing is answered from a cache. */
type Sent = {
  title: string
  method: string
  path: string | ((attempt: number) => string)
  headers?: Record<string, string>
  body?: string
}

export async function measureHolds(bench: Bench): Promise<Finding[]> {
  const databaseUrl = await bench.database('holds')
  const staff = { ...json, authorization: await staffKey(databaseUrl) }
  const folder = mkdtempSync(join(tmpdir(), 'octavo-holds-'))
  const holdFile = join(folder, 'hold')
  const meter = `--import=${new URL('holdMeter.ts', import.meta.url)}`
  await using service = await startService({
    databaseUrl,
    profileDir: bench.profileDir,
    env: { NODE_OPTIONS: meter, HOLD_FILE: holdFile },
  })
  const readHoldMs = () => signalled(service, holdFile)
  const cpu = await cpuMeter([service.pid], databaseUrl)
  const customer = { ...json, authorization: bench.customers[0]!.authorization }
  const findings: Finding[] = []
  for (const sent of [...publicRequests(), ...ordersOf(bench, customer), ...(await draftsOf(service, staff))]) {
    const holds: number[] = []
    const uses: number[] = []
    let status = 0
    for (let attempt = 0; attempt < attempts; attempt++) {
      await readHoldMs()
      const { result, use } = await measureCpu(cpu, () => send(service, sent, attempt))
      status = result
      uses.push(use.serviceUs / 1000)
      holds.push(await readHoldMs())
    }
    const holdMs = median(holds)
    findings.push({
      id: 't',
      title: sent.title,
      measured: `holds ${holdMs.toFixed(0)} ms, takes ${median(uses).toFixed(0)} ms (${status})`,
      ratio: holdMs / maxHoldMs,
      goal: { atMost: 1 },
    })
  }
  rmSync(folder, { recursive: true })
  const isShown = ({ ratio = 0 }: Finding) => ratio * maxHoldMs >= shownHoldMs
  const others = findings.filter(finding => !isShown(finding))
  return [
    ...findings.filter(isShown).toSorted((a, b) => b.ratio! - a.ratio!),
    { id: 't', title: 'the other requests', measured: `${others.length}, which hold less than ${shownHoldMs} ms each` },
  ]
}

async function send(service: Service, { method, path, headers = {}, body }: Sent, attempt = 0): Promise<number> {
  const url = service.url + (typeof path === 'string' ? path : path(attempt))
  // The service may close the connection before a body that is too large has arrived.
  const answer = await fetch(url, { method, headers, redirect: 'manual', body: body ?? null }).catch(() => null)
  await answer?.arrayBuffer()
  return answer?.status ?? 0
}

async function signalled(service: Service, file: string): Promise<number> {
  rmSync(file, { force: true })
  process.kill(service.pid, 'SIGUSR2')
  for (;;) {
    try {
      const text = readFileSync(file, 'utf8')
      if (text !== '') return Number(text)
    } catch {
      // not yet written
    }
    await new Promise(resolve => setTimeout(resolve, 2))
  }
}

async function staffKey(databaseUrl: string): Promise<string> {
  const database = await openDatabase({ databaseUrl, dataDir: null })
  const deps = { db: database.db, clock: systemClock, newId, vault: createVault(secretKey) }
  const { authorization } = await createKey(deps, { kind: 'staff', ownerId: null, role: 'owner' }, '', 'bench')
  await database.close()
  return authorization
}

/** By the list that the test of authorization holds complete. */
function publicRequests(): Sent[] {
  const rows = readFileSync(new URL('../test/routes.md', import.meta.url), 'utf8').matchAll(
    /^\| (\w+) \| `([^`]+)` \| public/gm,
  )
  return [...rows].flatMap(([, method = '', route = '']): Sent[] => {
    const path = route.replace(':manufacturingSku', manufacturingSku).replaceAll(/:\w+/g, 'x')
    const title = `${method} ${route}`
    if (method === 'GET') return [{ title, method, path: attempt => path + queryOf(path, attempt) }]
    return wrongBodies.map((body, i) => ({
      title: `${title}, ${i === 0 ? 'as many fields as a body may have' : '1,500 wrong fields'}`,
      ...{ method, path, body, headers: json },
    }))
  })
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

/** 500 items, and as many unknown fields as a body may have. */
function ordersOf({ customers }: Bench, headers: Record<string, string>): Sent[] {
  const { body } = createRequest(customers[0]!, null)
  const order = JSON.parse(String(body))
  const items = Array.from({ length: 500 }, () => order.orderItems[0])
  const large = JSON.stringify({ ...order, orderItems: items })
  const unknown = JSON.stringify({ ...JSON.parse(wrongBodies[0]!), ...order })
  const ids = JSON.stringify({ customerOrderIds: Array.from({ length: 1000 }, (_, i) => `order-${i}`) })
  const post = (path: string, what: string, sent: string): Sent => ({
    title: `POST ${path}, ${what}`,
    ...{ method: 'POST', path, headers, body: sent },
  })
  return [
    post('/orders/validate', '500 items', large),
    post('/orders/validate', 'with 9,900 unknown fields', unknown),
    post('/orders/create', '500 items', large),
    post('/orders/create', 'with 9,900 unknown fields', unknown),
    post('/products', '9,900 unknown fields', wrongBodies[0]!),
    post('/orders/bulk/cancel', '1,000 orders', ids),
  ]
}

/** A draft of 10,000 books, which the first request saves, and what else reads it. */
async function draftsOf(service: Service, headers: Record<string, string>): Promise<Sent[]> {
  const draft = (await (await fetch(`${service.url}/staff/operator-data/draft`, { headers })).json()) as {
    revision: number
    newest: number
    content: { catalog: { skus: { manufacturingSku: string }[] } }
  }
  const { skus } = draft.content.catalog
  const books = Array.from({ length: bookCount }, (_, i) => ({
    ...skus[i % skus.length]!,
    ...(i < skus.length ? {} : { manufacturingSku: `BOOK-${i}` }),
  }))
  const content = { ...draft.content, catalog: { ...draft.content.catalog, skus: books } }
  const saved = (revision: number): Sent => ({
    title: `PUT /staff/operator-data/draft, ${bookCount} books`,
    ...{ method: 'PUT', path: '/staff/operator-data/draft', headers },
    body: JSON.stringify({ revision, basedOn: draft.newest, content }),
  })
  await send(service, saved(draft.revision))
  const revision = draft.revision + 1
  const names = books.map(({ manufacturingSku }, i) => `${manufacturingSku},Renamed ${i}`)
  const get = (path: string): Sent => ({ title: `GET ${path}`, method: 'GET', path, headers })
  return [
    { ...saved(revision), title: `PUT /staff/operator-data/draft, ${bookCount} books, of which the first is saved` },
    get('/staff/operator-data/draft'),
    get(`/staff/operator-data/difference?draft=${revision + 1}`),
    get('/staff/operator-data/books?format=csv&decimals=point'),
    get('/staff/operator-data/books?format=xlsx&decimals=point'),
    {
      title: `POST /staff/operator-data/books/import, ${bookCount} rows`,
      method: 'POST',
      path: `/staff/operator-data/books/import?revision=${revision + 1}`,
      headers: { ...headers, 'content-type': 'text/csv' },
      body: `SKU,Name\n${names.join('\n')}\n`,
    },
  ]
}
