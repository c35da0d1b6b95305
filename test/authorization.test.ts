// Who may do what: every route of the running service, by every kind of caller, against the list in test/routes.md.
// What that list means for each caller is derived here, independently of the gate under test. Also what a caller may
// reach on the routes that admit it: resources of another account or mode do not exist for it.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createAccount, createKey, createPerson } from '../src/accounts/accounts.ts'
import type { Role } from '../src/accounts/people/roles.ts'
import type { StaffRole } from '../src/accounts/people/staffRoles.ts'
import { day } from '../src/base/clock.ts'
import { type RouteRow, routeTable } from '../src/http/server/server.ts'
import { files, orderBody, startReceiver, startWorld, type World } from './support/world.ts'

type Row = { method: string; path: string; callers: string[]; needs: string | null; scope: string | null }

/** The committed list: `| METHOD | path | callers |`. */
const listed: Row[] = readFileSync(new URL('routes.md', import.meta.url), 'utf8')
  .split('\n')
  .flatMap(line => {
    const [, method, path, callers] = /^\| ([A-Z]+) \| `(\S+)` \| ([\w:, ]+) \|$/.exec(line) ?? []
    if (callers === undefined) return []
    const needs = /(?:member|staff):(\w+)/.exec(callers)?.[1] ?? null
    const scope = /customer_key:(\w+:\w+)/.exec(callers)?.[1] ?? null
    return [{ method: method!, path: path!, callers: callers.replaceAll(/:[\w:]+/g, '').split(', '), needs, scope }]
  })

/** What a caller comes with. `kind` is what the credentials prove; null when they prove nothing. */
type Comer = {
  who: string
  by: 'nothing' | 'key' | 'session'
  kind: string | null
  foreign?: true
  /** Of a member; an owner when absent. */
  role?: Role
  /** Of the staff; an owner when absent. */
  staffRole?: StaffRole
  /** Of a staff key that may do less than an owner. */
  mayOnly?: string[]
  /** A customer's key for the other mode than the sandbox. */
  isForProduction?: true
  headers(stage: Stage): Promise<Record<string, string>> | Record<string, string>
}

/** The world with everything that there is to reach, of the first customer. */
type Stage = World & {
  strangerKey: string
  metricsKey: string
  stranger: { email: string; password: string }
  /** A member of the first customer's account. */
  colleague(role: Role): { email: string; password: string }
  /** A member of the staff. */
  staffWith(role: StaffRole): { email: string; password: string }
  /** A staff key with the role finance, whose owner has the role support. */
  lessenedKey: string
  /** Of each printer, one that has the jobs and one that has none: a key and a person. */
  printers: Record<'theirs' | 'another', { key: string; person: { email: string; password: string } }>
  revoked: string
  own: Record<string, string>
  cookieOf(person: { email: string; password: string }): Promise<string>
  forgetCookies(): void
}

let addresses = 0
/** An address may try to sign in 30 times. */
const addressOfItsOwn = () => `10.${++addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`

const key = (authorization: string) => ({ authorization })
const foreignOrigin = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }

const comers: Comer[] = [
  { who: 'nobody', by: 'nothing', kind: null, headers: () => ({}) },
  {
    who: 'a sandbox key',
    by: 'key',
    kind: 'customer_key',
    headers: ({ charged }) => key(charged.sandbox.authorization),
  },
  {
    who: 'a production key',
    by: 'key',
    kind: 'customer_key',
    isForProduction: true,
    headers: ({ charged }) => key(charged.production.authorization),
  },
  {
    who: 'a key of another account',
    by: 'key',
    kind: 'customer_key',
    isForProduction: true,
    headers: ({ strangerKey }) => key(strangerKey),
  },
  { who: 'a revoked key', by: 'key', kind: null, headers: ({ revoked }) => key(revoked) },
  { who: 'a malformed key', by: 'key', kind: null, headers: () => key('Basic b2N0YXZvOg') },
  {
    who: 'a key with a wrong secret',
    by: 'key',
    kind: null,
    headers: ({ charged }) => key(`${charged.production.authorization.slice(0, -4)}AAAA`),
  },
  {
    who: 'a member',
    by: 'session',
    kind: 'member',
    headers: async ({ cookieOf, charged }) => ({ cookie: await cookieOf(charged.user) }),
  },
  {
    who: 'a member of another account',
    by: 'session',
    kind: 'member',
    headers: async ({ cookieOf, stranger }) => ({ cookie: await cookieOf(stranger) }),
  },
  ...(['developer', 'bookkeeper', 'viewer'] as const).map(
    (role): Comer => ({
      who: `a member who is ${role}`,
      by: 'session',
      kind: 'member',
      role,
      headers: async ({ cookieOf, colleague }) => ({ cookie: await cookieOf(colleague(role)) }),
    }),
  ),
  {
    who: 'a member on a page of another site',
    by: 'session',
    kind: 'member',
    foreign: true,
    headers: async ({ cookieOf, charged }) => ({ cookie: await cookieOf(charged.user), ...foreignOrigin }),
  },
  { who: 'a made-up session', by: 'session', kind: null, headers: () => ({ cookie: 'octavo.session_token=made.up' }) },
  { who: 'a staff key', by: 'key', kind: 'staff', headers: ({ demo }) => key(demo.staff.authorization) },
  {
    who: 'a staff session',
    by: 'session',
    kind: 'staff',
    headers: async ({ cookieOf, demo }) => ({ cookie: await cookieOf(demo.staff) }),
  },
  ...(['support', 'finance', 'production', 'read_only'] as const).map(
    (staffRole): Comer => ({
      who: `a staff session of the role ${staffRole}`,
      by: 'session',
      kind: 'staff',
      staffRole,
      headers: async ({ cookieOf, staffWith }) => ({ cookie: await cookieOf(staffWith(staffRole)) }),
    }),
  ),
  {
    who: 'a finance key whose owner is support',
    by: 'key',
    kind: 'staff',
    mayOnly: ['refunds'],
    headers: ({ lessenedKey }) => key(lessenedKey),
  },
  {
    who: 'a staff session on a page of another site',
    by: 'session',
    kind: 'staff',
    foreign: true,
    headers: async ({ cookieOf, demo }) => ({ cookie: await cookieOf(demo.staff), ...foreignOrigin }),
  },
  { who: 'a metrics key', by: 'key', kind: 'metrics', headers: ({ metricsKey }) => key(metricsKey) },
  { who: 'a printer key', by: 'key', kind: 'printer', headers: ({ demo }) => key(demo.printer.authorization) },
  {
    who: 'a printer session',
    by: 'session',
    kind: 'printer',
    headers: async ({ cookieOf, demo }) => ({ cookie: await cookieOf(demo.printer) }),
  },
]

/** Customers' programs come with keys, their people with sessions, the operator's with either. */
const comesWith: Record<string, Comer['by'][]> = {
  customer_key: ['key'],
  member: ['session'],
  staff: ['key', 'session'],
  printer: ['key', 'session'],
  metrics: ['key'],
}

/** Apart from src/accounts/people/roles.ts, which it holds to its word. */
const mayDo: Record<Role, string[]> = {
  owner: ['orders', 'products', 'keys', 'webhooks', 'billing', 'team'],
  developer: ['orders', 'products', 'keys', 'webhooks'],
  bookkeeper: ['billing'],
  viewer: [],
}

/** Apart from src/accounts/people/staffRoles.ts, which it holds to its word. */
const staffMayDo: Record<StaffRole, string[]> = {
  owner: ['customers', 'orders', 'refunds', 'approvals', 'money', 'printing', 'catalog', 'people', 'installation'],
  support: ['customers', 'orders', 'refunds'],
  finance: ['refunds', 'approvals', 'money', 'catalog'],
  production: ['orders', 'printing'],
  read_only: [],
}

/** 401: nobody was proven here; 403: somebody was who may not do this. */
function expected({ method, path, callers, needs }: Row, comer: Comer): 'in' | 401 | 403 {
  const { by, kind, foreign, role = 'owner', staffRole = 'owner', mayOnly = staffMayDo[staffRole] } = comer
  if (callers.includes('public')) return foreign && countsAttempts(method, path) ? 403 : 'in'
  if (by === 'key' && path.startsWith('/auth/') && !Object.hasOwn(forPeopleOnly, path)) return 401
  if (by === 'key' && isInPersonOnly({ method, path })) return 401
  if (!callers.some(caller => comesWith[caller]!.includes(by))) return 401
  if (by === 'session' && foreign && method !== 'GET') return 403
  if (kind === null) return 401
  if (kind === 'member' && needs !== null && !mayDo[role].includes(needs)) return 403
  if (kind === 'staff' && needs !== null && path.startsWith('/staff/') && !mayOnly.includes(needs)) return 403
  // Without this permission people revoke only their own keys, which this is not.
  if (kind === 'staff' && path === '/staff/keys/:keyId' && !mayOnly.includes('people')) return 403
  // Where a body is needed, its absence is refused first.
  if (comer.isForProduction && sandboxWithoutBody.includes(`${method} ${path}`)) return 403
  // The matrix names no statement by a number, and an address that can name none is not there for any key.
  const isOfProduction = path.startsWith('/billing/') && !path.includes(':number')
  if (kind === 'customer_key' && !comer.isForProduction && isOfProduction) return 403
  return callers.includes(kind) ? 'in' : 403
}

const sandboxWithoutBody = [
  'GET /sandbox',
  'DELETE /sandbox/orders',
  'GET /sandbox/webhook-secret',
  'POST /sandbox/webhook-secret/rotate',
]

/** Where people prove who they are, pages of other sites are turned away before a body is read. */
const countsAttempts = (method: string, path: string) =>
  method === 'POST' && path.startsWith('/auth/') && path !== '/auth/sign-in/passkey/options'

/** A key that is nobody's in person has no session to show or to end. */
const forPeopleOnly: Record<string, number> = {
  '/auth/session': 404,
  '/auth/sign-out': 204,
}

/** No key does these. */
const inPersonOnly = [
  '/press/views',
  '/press/views/:viewId',
  '/staff/accounts/:accountId/invitations',
  'DELETE /staff/accounts/:accountId/single-sign-on',
  'PUT /staff/accounts/:accountId/single-sign-on',
  '/staff/accounts/:accountId/single-sign-on/domains/:domain/confirm',
  '/staff/accounts/:accountId/view',
  '/staff/approvals/:approvalId/approve',
  '/staff/installation',
  '/staff/installation/:group',
  '/staff/installation/address',
  '/staff/installation/mail',
  '/staff/installation/payment',
  '/staff/installation/storage',
  '/staff/printer-settings',
  '/staff/printer-settings/printers',
  '/staff/printer-settings/printers/:name',
  '/staff/printer-settings/test',
  '/staff/printer-settings/times',
  '/staff/keys',
  '/staff/keys/:keyId',
  '/staff/people/:userId',
  '/staff/people/invitations',
  '/staff/people/invitations/:invitationId',
  '/staff/people/second-factor',
  '/staff/mails/samples/:name/send',
  '/staff/set-up/practice-order',
  '/staff/set-up/test-email',
  '/staff/view',
  '/staff/views',
  '/staff/views/:viewId',
]

const isInPersonOnly = ({ method, path }: Pick<Row, 'method' | 'path'>): boolean =>
  inPersonOnly.includes(path) || inPersonOnly.includes(`${method} ${path}`)

describe('the routes', () => {
  let stage: Stage
  before(async () => {
    stage = await setStage()
  })
  after(() => stage?.[Symbol.asyncDispose]())

  it('the routes are those that test/routes.md lists, with their callers', () => {
    assert.deepEqual(listed, rowsOf(routeTable(stage.app.server)))
  })

  it('every role of the staff may send only these requests that change something', () => {
    assert.deepEqual(
      routeTable(stage.app.server)
        .filter(({ method, callers, needs }) => method !== 'GET' && callers.includes('staff') && needs === null)
        .map(({ method, path }) => `${method} ${path}`)
        .filter(name => !name.includes(' /auth/')),
      [
        'POST /staff/approvals/:approvalId/decline',
        'POST /staff/keys',
        'DELETE /staff/keys/:keyId',
        'POST /staff/mails/samples/:name/send',
        // These four change nothing: they compute measures, prices, colors and logos.
        'POST /staff/operator-data/book-measures',
        'POST /staff/operator-data/book-prices',
        'POST /staff/operator-data/brand/check',
        'POST /staff/operator-data/quote',
        'POST /staff/set-up/test-email',
        'DELETE /staff/view',
        'POST /staff/views',
        'DELETE /staff/views/:viewId',
      ],
    )
  })

  for (const row of listed) {
    it(`${row.method} ${row.path} lets in ${row.callers.join(', ')} and nobody else`, async () => {
      const wrong: string[] = []
      for (const comer of comers) {
        const answer = await stage.call(pathTo(row.path, stage.own), {
          method: row.method as 'GET',
          headers: { ...(await comer.headers(stage)), 'x-forwarded-for': addressOfItsOwn() },
        })
        const wanted = expected(row, comer)
        const got = answer.status === 401 || answer.status === 403 ? answer.status : 'in'
        if (got !== wanted) wrong.push(`${comer.who}: ${answer.status} ${JSON.stringify(answer.body)}, not ${wanted}`)
        assert.ok(answer.status < 500)
        if (wanted === 401) assert.match(String(answer.headers['www-authenticate']), /^Basic realm="octavo"/)
        if (wanted === 'in' && Object.hasOwn(forPeopleOnly, row.path))
          assert.equal(answer.status, comer.by === 'key' || row.method === 'POST' ? forPeopleOnly[row.path] : 200)
        if (row.path === '/auth/sign-out') stage.forgetCookies()
      }
      assert.deepEqual(wrong, [])
    })
  }
})

/** Bodies that a route takes, so that only the thing itself can be missing. */
const bodies: Record<string, unknown> = {
  '/dashboard/api/:mode/keys/:keyId/roll': { overlapHours: 1 },
  '/dashboard/api/:mode/orders/:customerOrderId': { shippingClassification: 'rush' },
  '/orders/:customerOrderId': { shippingClassification: 'rush' },
  '/dashboard/api/products/:sku': { name: 'Mine now' },
  '/dashboard/api/sandbox/orders/:customerOrderId/simulate': { outcome: 'payment_success' },
  '/sandbox/orders/:customerOrderId/simulate': { outcome: 'payment_success' },
  '/dashboard/api/:mode/orders/:customerOrderId/proof/approve': { files: [] },
  '/dashboard/api/:mode/orders/:customerOrderId/proof/reject': { comment: 'torn' },
  '/dashboard/api/:mode/orders/:customerOrderId/proof/links': {},
  '/orders/:customerOrderId/proof/approve': { files: [] },
  '/orders/:customerOrderId/proof/links': {},
  '/orders/:customerOrderId/proof/reject': { comment: 'torn' },
  '/products/:sku': { name: 'Mine now' },
  '/quotes/:quoteId/accept': {},
  '/dashboard/api/:mode/quotes/:quoteId/accept': {},
  '/webhook-endpoints/:endpointId': { enabled: true },
  '/dashboard/api/:mode/webhook-endpoints/:endpointId': { enabled: true },
  '/press/jobs/:jobId/ship': { shipments: [{ packages: [{}] }] },
  '/press/jobs/:jobId/cancellation': { decision: 'accept' },
  '/press/jobs/:jobId/change': { decision: 'accept', requestedAt: '2026-01-02T03:04:05Z' },
  '/press/jobs/:jobId/delay': { until: '2030-01-02' },
  '/press/jobs/:jobId/packages': { shipments: [{ packages: [{}] }] },
  '/press/jobs/:jobId/labels': { parcel: 1 },
  '/press/jobs/:jobId/problem': { reason: 'torn' },
  '/press/jobs/:jobId/refuse': { reason: 'torn' },
  '/staff/accounts/:accountId/billing/charges': { amount: 1, reference: 'CH-1', reason: 'torn' },
  '/staff/accounts/:accountId/billing/charges/remove': { reference: 'CH-1', reason: 'torn' },
  '/staff/accounts/:accountId/billing/online-payments/:paymentId/settle': { decision: 'close', reason: 'returned' },
  '/staff/accounts/:accountId/billing/payments': { receivedOn: '2026-01-02', amount: 1, reference: 'TR-1' },
  '/staff/accounts/:accountId/billing/payments/:paymentId/reverse': { reason: 'torn' },
  '/staff/accounts/:accountId/name': { name: 'Torn' },
  '/staff/accounts/:accountId/billing/statements/:number/waive-late-fees': { reason: 'torn' },
  '/staff/accounts/:accountId/end-sessions': { reason: 'torn' },
  '/staff/accounts/:accountId/invitations': { email: 'new@example.com', role: 'owner' },
  '/staff/accounts/:accountId/price-list': { priceList: null, reason: 'torn' },
  '/staff/accounts/:accountId/:mode/quotes/:quoteId/decline': { reason: 'torn' },
  '/staff/accounts/:accountId/:mode/quotes/:quoteId/offer': {
    ...{ itemsTotal: 1, shippingTotal: 1, manufacturingDays: 1, validUntil: '2026-12-31' },
  },
  '/staff/accounts/:accountId/resume': { reason: 'torn' },
  '/staff/accounts/:accountId/single-sign-on': {
    ...{ issuer: 'https://login.example', clientId: 'mine', clientSecret: 'mine', domains: [] },
    ...{ roles: [], defaultRole: null, localSignIn: true },
  },
  '/staff/accounts/:accountId/suspend': { reason: 'torn' },
  '/staff/charges/:accountId/:chargeId/not-taken': { reason: 'torn' },
  '/staff/orders/:accountId/:customerOrderId/messages': { reader: 'staff', text: 'torn' },
  '/staff/orders/:accountId/:customerOrderId/refund': { reason: 'torn' },
  '/staff/orders/:accountId/:customerOrderId/returned-parcels': {
    ...{ trackingNumbers: ['1Z999AA10123456784'], decision: 'refunded', reason: 'torn' },
  },
  '/staff/orders/:accountId/:customerOrderId/resend': {
    ...{ trackingNumber: '1Z999AA10123456784', destination: orderBody().destination, reason: 'torn' },
  },
  '/staff/refunds/:accountId/:refundId/given-back': { reference: 're_1', reason: 'torn' },
  '/staff/exemptions/:accountId/:exemptionId/approve': { expiresOn: '2027-12-31' },
  '/staff/exemptions/:accountId/:exemptionId/refuse': { reason: 'torn' },
}
/** Parameters without which a GET is malformed. */
const queries: Record<string, string> = {
  '/staff/orders/:accountId/:customerOrderId/resend': '?trackingNumber=1Z999AA10123456784',
}
const named = listed.filter(({ path }) =>
  /:(customerOrderId|keyId|quoteId|sku|deliveryId|endpointId|jobId|accountId)/.test(path),
)

describe('what belongs to others is not there:', () => {
  let stage: Stage
  before(async () => {
    stage = await setStage()
  })
  after(() => stage?.[Symbol.asyncDispose]())

  for (const row of named) {
    const ask = async (names: Record<string, string>, headers: Record<string, string>) => {
      const body = bodies[row.path]
      const path = `${pathTo(row.path, names)}${row.method === 'GET' ? (queries[row.path] ?? '') : ''}`
      const { status } = await stage.call(path, {
        method: row.method as 'GET',
        headers,
        ...(body === undefined ? {} : { body }),
      })
      return status
    }
    if (row.callers.includes('customer_key')) {
      it(`what belongs to others is not there: ${row.method} ${row.path} by a key of another account, or of the other mode`, async () => {
        // The stranger's key is for production, where nothing is simulated.
        assert.equal(await ask(stage.own, key(stage.strangerKey)), row.path.startsWith('/sandbox/') ? 403 : 404)
        if (row.path.includes(':sku')) return // products are shared by both modes
        assert.equal(await ask(stage.own, key(stage.charged.sandbox.authorization)), 404)
      })
    }
    if (row.callers.includes('member')) {
      it(`what belongs to others is not there: ${row.method} ${row.path} by a member of another account, or in the other mode`, async () => {
        const { own, cookieOf, stranger, charged } = stage
        const ofSandbox = row.path.includes('/sandbox/') ? { ...own, customerOrderId: own.sandboxOrderId! } : own
        assert.equal(await ask(ofSandbox, { cookie: await cookieOf(stranger) }), 404)
        const elsewhere = row.path.includes('/sandbox/') ? own : { ...own, mode: 'sandbox' }
        if (row.path.includes(':sku')) return // products are shared by both modes
        assert.equal(await ask(elsewhere, { cookie: await cookieOf(charged.user) }), 404)
      })
    }
    if (row.callers.includes('printer')) {
      it(`what belongs to others is not there: ${row.method} ${row.path} for a sandbox order`, async () => {
        const printer = key(stage.demo.printer.authorization)
        assert.equal(await ask({ jobId: stage.own.sandboxJobId! }, printer), 404)
      })
      it(`what belongs to others is not there: ${row.method} ${row.path} for a person of another printer, as for its key`, async () => {
        const { cookieOf, own, printers } = stage
        assert.equal(await ask(own, key(printers.another.key)), 404)
        assert.equal(await ask(own, { cookie: await cookieOf(printers.another.person) }), 404)
      })
    }
    if (row.callers.includes('staff') && row.path.includes(':accountId')) {
      it(`what belongs to others is not there: ${row.method} ${row.path} under the wrong account`, async () => {
        const { cookieOf, demo } = stage
        const staff = isInPersonOnly(row) ? { cookie: await cookieOf(demo.staff) } : key(demo.staff.authorization)
        const accountId = row.path.includes(':customerOrderId') ? stage.enterprise.accountId : 'acc_none'
        const status = await ask({ ...stage.own, accountId }, staff)
        assert.equal(status, row.method === 'PATCH' ? 400 : 404) // a change of nothing has no body
      })
    }
  }

  it('a list shows only what belongs to the caller', async () => {
    const { call, strangerKey, charged, cookieOf, stranger } = stage
    assert.deepEqual((await call('/orders', { as: strangerKey })).body.orders, [])
    const ids = (await call('/orders', { as: charged.sandbox.authorization })).body.orders
    assert.deepEqual(
      ids.map((one: { customerOrderId: string }) => one.customerOrderId),
      [stage.own.sandboxOrderId],
    )
    const cookie = await cookieOf(stranger)
    for (const [path, list] of [
      ['production/orders', 'orders'],
      ['production/deliveries', 'deliveries'],
      ['products', 'products'],
    ] as const) {
      assert.deepEqual((await call(`/dashboard/api/${path}`, { cookie })).body[list], [], path)
    }
  })

  it('a list shows a person of a printer what it shows a key of that printer', async () => {
    const { call, cookieOf, own, printers } = stage
    const seen = async (headers: Record<string, string>) => {
      const { jobs } = (await call('/press/jobs?status=all', { headers })).body
      return jobs.map((one: { jobId: string }) => one.jobId)
    }
    for (const [whose, jobIds] of [
      ['theirs', [own.jobId]],
      ['another', []],
    ] as const) {
      assert.deepEqual(await seen(key(printers[whose].key)), jobIds)
      assert.deepEqual(await seen({ cookie: await cookieOf(printers[whose].person) }), jobIds)
    }
  })

  it("jobs of another printer are not accepted together with the caller's own jobs", async () => {
    const { call, cookieOf, own, printers } = stage
    const body = { jobIds: [own.jobId] }
    for (const headers of [key(printers.another.key), { cookie: await cookieOf(printers.another.person) }]) {
      const { results } = (await call('/press/jobs/accept', { method: 'POST', headers, body })).body
      assert.deepEqual([results[0].accepted, results[0].code], [false, 'not_found'])
    }
  })

  it('no attempt to reach what belongs to others has changed anything', async () => {
    const { call, own, charged, cookieOf } = stage
    const cookie = await cookieOf(charged.user)
    assert.equal((await call('/orders/own', { as: charged.production.authorization })).body.status, 'PRINTING')
    const toy = await call(`/orders/${own.sandboxOrderId}`, { as: charged.sandbox.authorization })
    assert.equal(toy.body.status, 'PRINTING')
    const product = (await call(`/dashboard/api/products/${own.sku}`, { cookie })).body
    assert.deepEqual([product.name, product.archivedAt], ['Own', null])
    const { keys } = (await call('/dashboard/api/production/keys', { cookie })).body
    assert.equal(keys.find((one: { keyId: string }) => one.keyId === own.keyId).revokedAt, null)
  })
})

function rowsOf(table: RouteRow[]): Row[] {
  return table.map(({ callers, ...row }) => ({ ...row, callers: [...callers] }))
}

const pathTo = (path: string, names: Record<string, string>) =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(names[name] ?? 'none'))

/** A customer with an order at the printer in each mode, and a stranger with nothing. */
async function setStage(): Promise<Stage> {
  const plenty = { perSecond: 1e6, burst: 1e6 }
  const world = await startWorld({ config: { rateLimits: { key: plenty, address: plenty }, trustProxy: true } })
  const { app, call, charged, demo, advance, signIn } = world
  await using receiver = await startReceiver(() => charged.production.webhookSecret)
  const deps = { ...app, db: app.database.db }

  const details = { name: 'Stranger', holderEmail: 'stranger@example.com', enterprise: false }
  const { accountId } = await createAccount(deps, details, 'test')
  const stranger = { email: 'stranger@example.com', password: 'correct horse battery' }
  await createPerson(deps, { kind: 'customer', accountId, name: 'Stranger', ...stranger }, 'test')
  const { authorization } = await createKey(deps, { kind: 'customer', accountId, mode: 'production' }, 'Key', 'test')

  const colleague: Stage['colleague'] = role => ({ email: `${role}@example.com`, password: stranger.password })
  for (const role of ['developer', 'bookkeeper', 'viewer'] as const) {
    const person = { kind: 'customer' as const, accountId: charged.accountId, name: role, role, ...colleague(role) }
    await createPerson(deps, person, 'test')
  }

  const staffWith: Stage['staffWith'] = role => ({ email: `${role}@staff.example`, password: stranger.password })
  const staffIds = new Map<StaffRole, string>()
  for (const role of ['support', 'finance', 'production', 'read_only'] as const) {
    const { userId } = await createPerson(deps, { kind: 'staff', name: role, role, ...staffWith(role) }, 'test')
    staffIds.set(role, userId)
  }
  const ofSupport = { kind: 'staff', ownerId: staffIds.get('support')!, role: 'finance' } as const

  const printerNamed = async (printer: string): Promise<Stage['printers']['theirs']> => {
    const person = { email: `${printer}@example.com`, password: stranger.password }
    await createPerson(deps, { kind: 'printer', printer, name: printer, ...person }, 'test')
    return { key: (await createKey(deps, { kind: 'printer', printer }, 'Key', 'test')).authorization, person }
  }

  const cookies = new Map<string, string>()
  const cookieOf: Stage['cookieOf'] = async person => {
    const known = cookies.get(person.email) ?? (await signIn(person, { 'x-forwarded-for': addressOfItsOwn() }))
    cookies.set(person.email, known)
    return known
  }
  const cookie = await cookieOf(charged.user)
  const post = (path: string, body?: unknown) => call(`/dashboard/api${path}`, { method: 'POST', cookie, body })
  const own = (await post('/production/keys', { label: 'own' })).body
  const revoked = (await post('/production/keys', { label: 'revoked' })).body
  await call(`/dashboard/api/production/keys/${revoked.keyId}`, { method: 'DELETE', cookie })
  const { manufacturingSku } = charged.products[0]!
  await post('/products', { sku: 'OWN', name: 'Own', manufacturingSku, ...files })

  for (const [mode, customerOrderId] of [
    ['production', 'own'],
    ['sandbox', 'toy'],
  ] as const) {
    const body = orderBody({ customerOrderId, webhookUrl: receiver.url })
    assert.equal((await call('/orders/create', { method: 'POST', as: charged[mode].authorization, body })).status, 201)
  }
  const quote = await post('/production/quotes', orderBody())
  assert.equal(quote.status, 201)
  await world.settle()
  assert.equal((await post('/sandbox/orders/toy/simulate', { outcome: 'payment_success' })).status, 200)
  await advance(day)
  const { jobs } = (await call('/press/jobs', { as: demo.printer.authorization })).body
  const { deliveries } = (await call('/dashboard/api/production/deliveries', { cookie })).body
  const endpoint = await post('/production/webhook-endpoints', { url: receiver.url })
  assert.equal(endpoint.status, 201, JSON.stringify(endpoint.body))
  return {
    ...world,
    stranger,
    colleague,
    staffWith,
    lessenedKey: (await createKey(deps, ofSupport, 'Lessened', 'test')).authorization,
    printers: { theirs: await printerNamed('desk'), another: await printerNamed('another') },
    strangerKey: authorization!,
    metricsKey: (await createKey(deps, { kind: 'metrics' }, 'Prometheus', 'test')).authorization,
    revoked: revoked.authorization,
    cookieOf,
    forgetCookies: () => cookies.clear(),
    own: {
      mode: 'production',
      accountId: charged.accountId,
      customerOrderId: 'own',
      sandboxOrderId: 'toy',
      keyId: own.keyId,
      sku: 'OWN',
      quoteId: quote.body.quoteId,
      deliveryId: deliveries[0].deliveryId,
      endpointId: endpoint.body.endpointId,
      jobId: jobs[0].jobId,
      sandboxJobId: await sandboxJobOf(world),
    },
  }
}

/** No answer ever tells it. */
async function sandboxJobOf({ app }: World): Promise<string> {
  const { rows } = await sql<{ jobId: string }>`
    select job_id as "jobId" from print_jobs where mode = 'sandbox'`.execute(app.database.db)
  return rows[0]!.jobId
}
