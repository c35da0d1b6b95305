// The key that sealed the secrets in the database is lost, and the operator switches to another.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { commands } from '../../src/app/commands.ts'
import { createVault } from '../../src/base/secrets/vault.ts'
import { insertNotice, noticeTables } from '../../src/webhooks/notices.ts'
import { readAttempts } from '../../src/webhooks/outbox.ts'
import { startIdentityProvider } from '../support/identityProvider.ts'
import { startWorld } from '../support/world.ts'

const world = await startWorld()
after(() => world[Symbol.asyncDispose]())
const { charged, app } = world
const { db } = app.database

const lost = createVault(Buffer.alloc(32, 8))
await sql`update webhook_secrets set sealed_secret = ${lost.seal('whsec_b2xk')}`.execute(db)
await sql`update api_keys set sealed_secret = ${lost.seal('old')} where sealed_secret is not null`.execute(db)
await sql`update settings set value = ${lost.seal('octavo').toString('base64')} where name = 'secret_key_probe'`.execute(
  db,
)
await commands['adopt-secret-key']!.run(app, [])

const cookie = await world.signIn(charged.user)

test('an account whose provider has a lost secret is told so by a test, and enters the secret again', async () => {
  await using provider = await startIdentityProvider('http://127.0.0.1:3000/anywhere')
  const { issuer, clientId, clientSecret } = provider
  const path = '/dashboard/api/single-sign-on'
  const settings = { issuer: String(issuer), clientId, roles: [], defaultRole: null, localSignIn: true, domains: [] }
  const save = () => world.call(path, { method: 'PUT', cookie, body: { ...settings, clientSecret } })
  const problem = async () => (await world.call(`${path}/test`, { method: 'POST', cookie })).body.problem
  assert.equal((await save()).status, 200)
  await sql`update account_sign_ons set sealed_secret = ${lost.seal(clientSecret)}`.execute(db)
  assert.equal((await problem()).code, 'wrong_client')
  assert.equal((await save()).status, 200)
  assert.equal(await problem(), null)
})

const sandbox = '/dashboard/api/sandbox'

test('a sandbox key is listed, cannot be shown, and still works', async () => {
  const { status, body } = await world.call(`${sandbox}/keys`, { cookie })
  assert.deepEqual([status, body.keys.length, body.keys[0].authorization], [200, 1, null])
  assert.equal((await world.call('/orders', { as: charged.sandbox.authorization })).status, 200)
})

test('a webhook without an order is not sent without a signature: it waits for a secret', async () => {
  const { accountId } = charged
  const url = 'http://127.0.0.1:9/hook'
  const notice = { accountId, mode: 'sandbox', noticeId: 'evt_1', kind: 'FilesChecked', url } as const
  await insertNotice(db, { ...notice, at: world.now(), data: {} })
  await world.settle()
  const attempts = await readAttempts(db, noticeTables, notice)
  assert.deepEqual(
    attempts!.map(({ failure }) => failure),
    ['no_secret'],
  )
})

test('a lost webhook secret cannot be shown; a new secret is created and shown, and the lost secret no longer signs', async () => {
  const path = `${sandbox}/webhook-secret`
  const old = await world.call(path, { cookie })
  assert.deepEqual([old.status, old.body.secret, old.body.previous], [200, null, null])
  const fresh = await world.call(`${path}/rotate`, { method: 'POST', cookie })
  assert.equal(fresh.status, 200)
  assert.match(fresh.body.secret, /^whsec_/)
  assert.equal(fresh.body.previous, null)
})
