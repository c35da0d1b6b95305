// Journeys of people through the dashboard API, on the whole server and a real database.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { freshPglite } from '../../../test/support/database.ts'
import { operator } from '../../../test/support/orderRules.ts'
import { servicesOf, testSettings } from '../../../test/support/routeServer.ts'
import { type AccountDeps, createAccount, createKey, createPerson } from '../../accounts/accounts.ts'
import { type Keyring, openKeyring } from '../../accounts/keys/keyring.ts'
import { openPeople, type PasswordReset } from '../../accounts/people/people.ts'
import { instant, manualClock } from '../../base/clock.ts'
import { silentLog } from '../../base/log.ts'
import { modes } from '../../base/mode.ts'
import { sortableIds } from '../../base/secrets/ids.ts'
import { type ByteVault, createVault } from '../../base/secrets/vault.ts'
import { createCatalog } from '../../catalog/catalog.ts'
import type { Database } from '../../db/db.ts'
import { keyRoutes } from '../accounts/keys.ts'
import { docsRoutes } from '../document/docs.ts'
import { peopleRoutes, sessionsOf } from '../people/profile.ts'
import { openSignIn } from '../people/signIn.ts'
import { productRoutes } from '../products/products.ts'
import { healthRoutes } from './health.ts'
import { route } from './route.ts'
import { serverOf } from './server.ts'

const clock = manualClock(instant('2026-03-02T10:00:00Z'))
const password = 'correct horse battery'
const resets: PasswordReset[] = []

let database: Database
let server: FastifyInstance
let deps: AccountDeps
let keyring: Keyring
let acme: { accountId: string }

before(async () => {
  database = await freshPglite()
  const { db } = database
  const vault = createVault(randomBytes(32))
  deps = { db, clock, newId: sortableIds(clock), vault }
  keyring = openKeyring(db, clock)
  server = await newServer()
  acme = await createAccount(deps, { name: 'Acme', holderEmail: 'holder@acme.example', enterprise: false }, 'test')
  const globex = await createAccount(
    deps,
    { name: 'Globex', holderEmail: 'holder@globex.example', enterprise: true },
    'test',
  )
  await createPerson(
    deps,
    { name: 'Ann', email: 'Ann@acme.example', password, kind: 'customer', accountId: acme.accountId },
    'test',
  )
  await createPerson(
    deps,
    { name: 'Gil', email: 'gil@globex.example', password, kind: 'customer', accountId: globex.accountId },
    'test',
  )
  await createPerson(deps, { name: 'Sue', email: 'sue@octavo.example', password, kind: 'staff' }, 'test')
  const pia = { name: 'Pia', email: 'pia@hill.example', password }
  await createPerson(deps, { ...pia, kind: 'printer', printer: 'hill' }, 'test')
})
after(() => database.close())

/** A separate server for tests that use up the attempts of an address. */
function newServer(url = 'http://127.0.0.1:3000') {
  const publicUrl = new URL(url)
  const sendReset = async (reset: PasswordReset) => void resets.push(reset)
  const authSecrets = [{ version: 1, value: 'a secret of more than thirty-two characters' }] as const
  const { db } = deps
  const people = openPeople({
    db,
    log: silentLog,
    publicUrl,
    authSecrets,
    requireStaffSecondFactor: false,
    mayStaffUsePasswords: true,
    sendReset,
  })
  const parts = { ...deps, people, publicUrl, authSecrets, mayStaffUsePasswords: true, sendEmail: async () => {} }
  const settings = testSettings({ publicUrl, keyring, sessions: sessionsOf(people) })
  const catalog = createCatalog(JSON.parse(readFileSync('operator/catalog.json', 'utf8')))
  const whoAmI = route({
    method: 'GET',
    path: '/who',
    operationId: 'whoAmI',
    callers: ['customer_key'],
    scope: 'orders:read',
    tag: 'Test',
    summary: 'Who',
    answer: Type.Object({ accountId: Type.String(), mode: Type.String() }),
    handle: ({ caller }) => caller,
  })
  return serverOf(settings, [
    whoAmI,
    ...docsRoutes(),
    ...healthRoutes(
      servicesOf({ metrics: settings.metrics, findUnready: async () => null, findDegraded: async () => [] }),
    ),
    ...peopleRoutes(servicesOf({ ...parts, signIn: openSignIn(parts) })),
    ...keyRoutes(servicesOf({ ...deps, keyring })),
    ...productRoutes(servicesOf({ db: deps.db, vault: deps.vault as ByteVault, clock, catalog, operator, publicUrl })),
  ])
}

async function ask(
  method: InjectOptions['method'] & string,
  url: string,
  cookie: string,
  payload?: object,
  on = server,
) {
  const headers = { cookie, ...(payload ? { 'content-type': 'application/json' } : {}) }
  const answer = await on.inject({ method: method as 'GET', url, headers, ...(payload ? { payload } : {}) })
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json(), headers: answer.headers }
}

async function signIn(email: string, word = password, on = server) {
  const answer = await ask('POST', '/auth/sign-in/email', '', { email, password: word }, on)
  const cookies = [answer.headers['set-cookie'] ?? []].flat()
  return { ...answer, setCookie: cookies.join(), cookie: cookies.map(line => line.split(';')[0]).join('; ') }
}

test('a member signs in, is known by the cookie, and signs out', async () => {
  const { status, body, cookie, setCookie } = await signIn('ANN@acme.example')
  assert.equal(status, 200)
  assert.deepEqual([body.name, body.kind, body.accountId], ['Ann', 'customer', acme.accountId])
  assert.match(setCookie, /^octavo\.session_token=[^;]+;.*HttpOnly.*SameSite=Lax/i)
  assert.doesNotMatch(setCookie, /Secure/)
  assert.deepEqual((await ask('GET', '/auth/session', cookie)).body, body)
  assert.equal((await ask('POST', '/auth/sign-out', cookie)).status, 204)
  assert.equal((await ask('GET', '/auth/session', cookie)).status, 401)
})

test("the session of a printer's person names the printer", async () => {
  const { body, cookie } = await signIn('pia@hill.example')
  assert.deepEqual([body.kind, body.printer], ['printer', 'hill'])
  assert.equal((await ask('GET', '/auth/session', cookie)).body.printer, 'hill')
  assert.equal((await signIn('ann@acme.example')).body.printer, null)
})

test('behind https the cookie is for https only', async () => {
  const { setCookie } = await signIn('ann@acme.example', password, await newServer('https://books.example'))
  assert.match(setCookie, /^__Host-octavo\.session_token=.*Secure/)
})

test('a wrong password and an unknown person get the same answer', async () => {
  const wrong = await signIn('ann@acme.example', 'wrong')
  const unknown = await signIn('nobody@acme.example', 'wrong')
  assert.deepEqual([wrong.status, wrong.body.code, wrong.setCookie], [401, 'not_authenticated', ''])
  assert.deepEqual({ ...unknown.body, requestId: '' }, { ...wrong.body, requestId: '' })
})

test('a tampered cookie is refused', async () => {
  const { cookie } = await signIn('ann@acme.example')
  const [name, value] = cookie.split('=')
  assert.equal((await ask('GET', '/auth/session', `${name}=x${value}`)).status, 401)
})

test('a foreign page cannot sign somebody in', async () => {
  const answer = await server.inject({
    method: 'POST',
    url: '/auth/sign-in/email',
    headers: { 'content-type': 'application/json', origin: 'https://evil.example' },
    payload: { email: 'ann@acme.example', password },
  })
  assert.equal(answer.statusCode, 403)
})

test('password attempts for one email address are limited', async () => {
  const on = await newServer()
  const statuses = []
  for (let i = 0; i < 12; i++) statuses.push((await signIn('nobody@acme.example', 'wrong', on)).status)
  assert.deepEqual(statuses.slice(9), [401, 429, 429])
  assert.equal((await signIn('ann@acme.example', password, on)).status, 200)
})

test('the token in the email resets a forgotten password once, and ends all sessions', async () => {
  const before = await signIn('gil@globex.example')
  resets.length = 0
  assert.equal((await ask('POST', '/auth/request-password-reset', '', { email: 'nobody@acme.example' })).status, 202)
  assert.equal(resets.length, 0)
  assert.equal((await ask('POST', '/auth/request-password-reset', '', { email: 'gil@globex.example' })).status, 202)
  assert.equal(resets[0]?.to, 'gil@globex.example')
  const token = /#token=(\w+)/.exec(resets[0]!.url)![1]!
  const reset = (newPassword: string) => ask('POST', '/auth/reset-password', '', { token, newPassword })
  assert.equal((await reset('short')).status, 400)
  assert.equal((await reset('another long password')).status, 204)
  assert.equal((await reset('a third long password')).status, 400)
  assert.equal((await ask('GET', '/auth/session', before.cookie)).status, 401)
  assert.equal((await signIn('gil@globex.example')).status, 401)
  assert.equal((await signIn('gil@globex.example', 'another long password')).status, 200)
})

/** The token of a mail that the person asks for. */
async function resetToken(email: string, on: FastifyInstance): Promise<string> {
  resets.length = 0
  await ask('POST', '/auth/request-password-reset', '', { email }, on)
  return /#token=(\w+)/.exec(resets[0]!.url)![1]!
}

test('a new password ends the links that were mailed for another one', async () => {
  const on = await newServer() // with tries of its own
  const email = 'lou@globex.example'
  await createPerson(deps, { name: 'Lou', email, password, kind: 'staff' }, 'test')
  const reset = async (token: string, newPassword: string) =>
    (await ask('POST', '/auth/reset-password', '', { token, newPassword }, on)).status

  const [first, second] = [await resetToken(email, on), await resetToken(email, on)]
  assert.equal(await reset(second, 'set by the second'), 204)
  assert.equal(await reset(first, 'set by the first'), 400)

  const link = await resetToken(email, on)
  const { cookie } = await signIn(email, 'set by the second', on)
  const change = { currentPassword: 'set by the second', newPassword: 'changed by hand' }
  const changed = await ask('POST', '/auth/change-password', cookie, change, on)
  assert.equal(changed.status, 204)
  assert.equal(await reset(link, 'set by the link'), 400)
  assert.equal((await signIn(email, 'changed by hand', on)).status, 200)
  const own = [changed.headers['set-cookie'] ?? []].flat().map(line => line.split(';')[0])
  assert.equal((await ask('GET', '/auth/session', own.join('; '), undefined, on)).status, 200)
  assert.equal((await ask('GET', '/auth/session', cookie, undefined, on)).status, 401) // so a copy of it is useless
})

test('a link and a change of the password, or two links, that are used at once leave one password, and its user knows it', async () => {
  const on = await newServer()
  const email = 'lou@globex.example'
  const reset = async (newPassword: string) => {
    const token = await resetToken(email, on)
    return { newPassword, use: () => ask('POST', '/auth/reset-password', '', { token, newPassword }, on) }
  }
  const links = [await reset('set by the first'), await reset('set by the second')]
  const { cookie } = await signIn(email, 'changed by hand', on)
  const change = { currentPassword: 'changed by hand', newPassword: 'changed once more' }
  const answers = await Promise.all([
    ask('POST', '/auth/change-password', cookie, change, on),
    ...links.map(({ use }) => use()),
  ])
  // A link ends the sessions: a change that comes after it may find its password wrong, or its session over.
  const statuses = answers.map(({ status }) => (status === 401 ? 400 : status))
  assert.deepEqual(statuses.sort(), [204, 400, 400])
  const won = answers.findIndex(({ status }) => status === 204)
  const password = [change, ...links][won]!.newPassword
  assert.equal((await signIn(email, password, on)).status, 200)
})

test('a new password ends the other sessions', async () => {
  const one = await signIn('sue@octavo.example')
  const other = await signIn('sue@octavo.example')
  const change = { currentPassword: password, newPassword: 'a new long password' }
  assert.equal(
    (await ask('POST', '/auth/change-password', one.cookie, { ...change, currentPassword: 'no' })).status,
    400,
  )
  assert.equal((await ask('POST', '/auth/change-password', one.cookie, change)).status, 204)
  assert.equal((await ask('GET', '/auth/session', other.cookie)).status, 401)
  assert.equal((await signIn('sue@octavo.example', 'a new long password')).status, 200)
})

const who = async (authorization: string) => {
  const answer = await server.inject({ url: '/who', headers: { authorization } })
  return answer.statusCode === 200 ? answer.json() : answer.statusCode
}

test('a key opens its own account and mode until it is revoked', async () => {
  const { cookie } = await signIn('ann@acme.example')
  for (const mode of modes) {
    const made = await ask('POST', `/dashboard/api/${mode}/keys`, cookie, { label: 'shop' })
    assert.equal(made.status, 201)
    const { keyId, authorization } = made.body
    assert.deepEqual(await who(authorization), { accountId: acme.accountId, mode })

    const [shown] = (await ask('GET', `/dashboard/api/${mode}/keys`, cookie)).body.keys
    assert.equal(shown.keyId, keyId)
    assert.equal(shown.authorization, mode === 'sandbox' ? authorization : null)

    const revoke = () => ask('DELETE', `/dashboard/api/${mode}/keys/${keyId}`, cookie)
    assert.deepEqual([(await revoke()).status, (await revoke()).status], [204, 204])
    assert.equal(await who(authorization), 401)
    assert.equal((await ask('GET', `/dashboard/api/${mode}/keys`, cookie)).body.keys[0].authorization, null)
  }
})

test('the last use of keys is recorded in one statement', async () => {
  const { authorization, keyId } = await createKey(
    deps,
    { kind: 'customer', mode: 'sandbox', accountId: acme.accountId },
    'used',
    'test',
  )
  await who(authorization)
  await who(authorization)
  assert.ok((await keyring.recordUse(clock())) >= 1)
  assert.equal(await keyring.recordUse(clock()), 0)
  const { rows } = await sql<{ at: Date }>`select last_used_at as at from api_keys where key_id = ${keyId}`.execute(
    deps.db,
  )
  assert.deepEqual(rows[0]?.at, clock())
})

test('a member sees nothing of another account', async () => {
  const ann = await signIn('ann@acme.example')
  const gil = await signIn('gil@globex.example', 'another long password')
  const { keyId } = await createKey(
    deps,
    { kind: 'customer', mode: 'sandbox', accountId: acme.accountId },
    'private',
    'test',
  )
  assert.equal((await ask('DELETE', `/dashboard/api/sandbox/keys/${keyId}`, gil.cookie)).status, 404)
  assert.equal((await ask('DELETE', `/dashboard/api/production/keys/${keyId}`, ann.cookie)).status, 404)
  assert.deepEqual((await ask('GET', '/dashboard/api/sandbox/keys', gil.cookie)).body.keys, [])
  const product = { sku: 'private', name: 'P', manufacturingSku: 'PB-0425X0688-BW-60C' }
  assert.equal((await ask('POST', '/dashboard/api/products', ann.cookie, product)).status, 201)
  assert.equal((await ask('GET', '/dashboard/api/products/private', gil.cookie)).status, 404)
  assert.equal((await ask('PATCH', '/dashboard/api/products/private', gil.cookie, { name: 'mine' })).status, 404)
  assert.equal((await ask('POST', '/dashboard/api/products', gil.cookie, product)).status, 201)
})

test('staff are not members', async () => {
  const { cookie } = await signIn('sue@octavo.example', 'a new long password')
  assert.equal((await ask('GET', '/dashboard/api/sandbox/keys', cookie)).status, 403)
  assert.match(
    (await server.inject({ url: '/metrics', headers: { cookie } })).body,
    /octavo_http_request_seconds_count/,
  )
})

test('a product is made, edited, archived and restored', async () => {
  const { cookie } = await signIn('ann@acme.example')
  const url = `/dashboard/api/products/${encodeURIComponent('a/b ☕')}`
  const product = { sku: 'a/b ☕', name: 'Book', manufacturingSku: 'PB-0425X0688-BW-60C', pageCount: 100 }
  const made = await ask('POST', '/dashboard/api/products', cookie, product)
  assert.equal(made.status, 201)
  assert.equal(made.body.attributes.cover, 'paperback')
  assert.equal((await ask('POST', '/dashboard/api/products', cookie, product)).status, 409)
  const edited = await ask('PATCH', url, cookie, {
    name: 'New',
    coverUrl: 'https://files.example/c.pdf',
    pageCount: null,
  })
  assert.deepEqual(
    [edited.body.name, edited.body.coverUrl, edited.body.pageCount],
    ['New', 'https://files.example/c.pdf', null],
  )
  assert.notEqual((await ask('POST', `${url}/archive`, cookie)).body.archivedAt, null)
  const list = async (query: string) =>
    (await ask('GET', `/dashboard/api/products${query}`, cookie)).body.products.map((one: { sku: string }) => one.sku)
  assert.deepEqual(await list('?archived=true'), ['a/b ☕'])
  assert.ok(!(await list('')).includes('a/b ☕'))
  assert.equal((await ask('POST', `${url}/restore`, cookie)).body.archivedAt, null)
  assert.ok((await list('')).includes('a/b ☕'))
  const first = (await ask('GET', '/dashboard/api/products?limit=1', cookie)).body
  assert.equal(first.nextCursor, 'a/b ☕')
  assert.equal(
    (await ask('GET', `/dashboard/api/products?cursor=${encodeURIComponent(first.nextCursor)}`, cookie)).body
      .nextCursor,
    null,
  )
  const byName = (await ask('GET', '/dashboard/api/products?sort=-name&limit=1', cookie)).body
  assert.match(byName.nextCursor, /^-name\./)
  for (const cursor of [first.nextCursor, `name.${first.nextCursor}`, '-name.nowhere']) {
    const refused = await ask('GET', `/dashboard/api/products?sort=-name&cursor=${encodeURIComponent(cursor)}`, cookie)
    assert.deepEqual([refused.status, refused.body.errors[0].pointer], [400, '?cursor'], cursor)
  }
  const names = (await ask('GET', '/dashboard/api/products?sort=-name', cookie)).body.products
  const renamed = `/dashboard/api/products/${encodeURIComponent(byName.products[0].sku)}`
  await ask('PATCH', renamed, cookie, { name: 'A name that comes first' })
  const next = await ask('GET', `/dashboard/api/products?sort=-name&limit=1&cursor=${byName.nextCursor}`, cookie)
  assert.deepEqual([byName.products[0].sku, next.body.products[0].sku], [names[0].sku, names[1].sku])
})

const wrong: [what: string, product: object, code: string][] = [
  ['an unknown manufacturing SKU', { manufacturingSku: 'NONE-1' }, 'unknown_manufacturing_sku'],
  ['a page count that it cannot have', { pageCount: 33 }, 'page_count_not_allowed'],
  ['a file that is no URL', { coverUrl: 'c.pdf' }, 'wrong_format'],
  ['a URL with a password', { gutsUrl: 'https://me:pw@files.example/' }, 'wrong_format'],
  ['NUL in its name', { name: 'a\0' }, 'wrong_format'],
  ['a field that we do not know', { price: 1 }, 'unknown_field'],
  ['a SKU of 101 characters', { sku: '☕'.repeat(101) }, 'too_long'],
  ['no SKU', { sku: undefined }, 'missing'],
]
for (const [what, change, code] of wrong) {
  test(`a product with ${what} is refused`, async () => {
    const { cookie } = await signIn('ann@acme.example', password, await newServer())
    const product = { sku: 'w', name: 'W', manufacturingSku: 'PB-0425X0688-BW-60C', ...change }
    const answer = await ask('POST', '/dashboard/api/products', cookie, product)
    assert.equal(answer.status, 400)
    assert.deepEqual(
      answer.body.errors.map((one: { code: string }) => one.code),
      [code],
    )
  })
}

test('every action on an account is in the audit log', async () => {
  const { rows } = await sql<{ action: string }>`
    select distinct action from audit_log where account_id = ${acme.accountId} order by action`.execute(deps.db)
  assert.deepEqual(
    rows.map(row => row.action),
    ['account_created', 'key_created', 'key_revoked', 'person_created', 'signed_in'],
  )
})
