// An operator replaces the secret key, and loses nothing.

import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { callbackOf } from '../../src/accounts/singleSignOn/accountProviders.ts'
import { type App, createApp } from '../../src/app/app.ts'
import { commands } from '../../src/app/commands.ts'
import { silentLog } from '../../src/base/log.ts'
import type { Config } from '../../src/config/config.ts'
import { startIdentityProvider } from '../support/identityProvider.ts'
import { totpOf, visitor } from '../support/visitor.ts'
import { startWorld, type World } from '../support/world.ts'

const newKey = Buffer.alloc(32, 9)
const pdf = Buffer.from('%PDF-1.7\n%%EOF\n')

let world: World
let oldKey: Buffer
before(async () => {
  world = await startWorld()
  oldKey = world.app.config.secretKey
})
after(() => world[Symbol.asyncDispose]())

/** Another process on the database of the world, seen through the world's eyes. */
async function processWith(keys: Pick<Config, 'secretKey' | 'secondSecretKey'>) {
  const database = { ...world.app.database, close: async () => {} } // it is the first one's to close
  const app: App = await createApp({ ...world.app.config, ...keys }, silentLog, { database, clock: world.app.clock })
  const call: World['call'] = async (path, { method = 'GET', as, cookie, body, headers } = {}) => {
    const answer = await app.server.inject({
      method,
      url: path,
      headers: { ...(as && { authorization: as }), ...(cookie && { cookie }), ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    const isJson = /json/.test(String(answer.headers['content-type']))
    return { status: answer.statusCode, body: isJson ? answer.json() : answer.body, headers: answer.headers }
  }
  return { app, world: { ...world, app, call }, [Symbol.asyncDispose]: () => app.close() }
}

async function signedIn(at: World, { email, password }: { email: string; password: string }) {
  const person = visitor(at)
  await person.ask('POST', '/auth/sign-in/email', { email, password })
  return person
}

it('a new secret key opens everything that the old one sealed, as a second key first, and alone once all is sealed anew', async () => {
  const { user, accountId } = world.charged
  await using provider = await startIdentityProvider(callbackOf(new URL('http://127.0.0.1:3000'), accountId).href)
  const owner = await signedIn(world, user)
  const secretOf = async (person: typeof owner) =>
    (await person.ask('GET', '/dashboard/api/sandbox/webhook-secret')).body
  const keyOf = async (person: typeof owner) => (await person.ask('GET', '/dashboard/api/sandbox/keys')).body.keys[0]
  const [secret, { authorization }] = [await secretOf(owner), await keyOf(owner)]
  assert.ok(secret.secret && authorization)
  const [cookie, headers] = [await world.signIn(user), { 'content-type': 'application/pdf' }]
  const path = '/dashboard/api/exemptions?state=NY'
  const { exemptionId } = (await world.call(path, { method: 'POST', cookie, body: pdf, headers })).body
  const signOnPath = '/dashboard/api/single-sign-on'
  const signOn = {
    ...{ issuer: String(provider.issuer), clientId: provider.clientId, clientSecret: provider.clientSecret },
    ...{ roles: [], defaultRole: null, localSignIn: true, domains: [] },
  }
  assert.equal((await owner.ask('PUT', signOnPath, signOn)).status, 200)
  const { totpUri, recoveryCodes } = (await owner.ask('POST', '/auth/second-factor/enrol', { password: user.password }))
    .body
  await owner.ask('POST', '/auth/second-factor/confirm', { code: totpOf(totpUri) })
  const { body: events } = await world.call('/events?since=2020-01-01T00:00:00Z', { as: authorization })

  await assert.rejects(processWith({ secretKey: newKey, secondSecretKey: null }), /SECRET_KEY is not the one/)
  const assertKept = async (at: World, code: string) => {
    const person = await signedIn(at, user)
    assert.equal((await person.ask('POST', '/auth/sign-in/recovery-code', { code })).status, 200)
    assert.deepEqual([await secretOf(person), (await keyOf(person)).authorization], [secret, authorization])
    assert.equal((await person.ask('POST', `${signOnPath}/test`)).body.problem, null)
    const staff = await signedIn(at, world.demo.staff)
    assert.equal((await staff.ask('GET', `/staff/exemptions/${accountId}/${exemptionId}/file`)).body, pdf.toString())
  }
  {
    // A process that does not seal with the new key yet, and one that does, at the same time.
    await using ahead = await processWith({ secretKey: oldKey, secondSecretKey: newKey })
    await using next = await processWith({ secretKey: newKey, secondSecretKey: oldKey })
    await assertKept(next.world, recoveryCodes[0])
    const person = await signedIn(next.world, user)
    await person.ask('POST', '/auth/sign-in/recovery-code', { code: recoveryCodes[1] })
    await person.ask('POST', '/dashboard/api/sandbox/webhook-secret/rotate')
    Object.assign(secret, await secretOf(person))
    await assertKept(ahead.world, recoveryCodes[2])
    const feed = `/events?cursor=${events.nextCursor}`
    assert.equal((await next.world.call(feed, { as: authorization })).status, 200)

    const resealed = await commands['reseal-secrets']!.run(next.app, [])
    assert.ok(Number(resealed.resealed) > 5 && resealed.closed === 0, JSON.stringify(resealed))
    assert.deepEqual(await commands['reseal-secrets']!.run(next.app, []), { resealed: 0, closed: 0 })
    await assertKept(next.world, recoveryCodes[3])
  }
  await using last = await processWith({ secretKey: newKey, secondSecretKey: null })
  await assertKept(last.world, recoveryCodes[4])
  await assert.rejects(processWith({ secretKey: oldKey, secondSecretKey: null }), /SECRET_KEY is not the one/)
})
