// Keys that may do only a part, come only from some addresses, and are replaced without a gap.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { hour } from '../../src/base/clock.ts'
import { member } from '../support/actors.ts'
import { orderBody, startWorld, type World } from '../support/world.ts'

/** The rows of test/routes.md for customers' keys. */
const rows = [
  ...readFileSync(new URL('../routes.md', import.meta.url), 'utf8').matchAll(
    /^\| (\w+) \| `(\S+)` \| customer_key:(\w+):(\w+)/gm,
  ),
].map(([, method = '', path = '', resource = '', action = '']) => ({ method, path, resource, action }))

const plenty = { perSecond: 1e6, burst: 1e6 }
const unlimited = { config: { rateLimits: { key: plenty, address: plenty }, trustProxy: true } }

async function keyMaker(world: World) {
  const owner = await member(world, world.charged)
  return async (limits: object): Promise<{ keyId: string; authorization: string }> => {
    const { status, body } = await owner.ask('POST', '/sandbox/keys', { label: 'Shop', ...limits })
    assert.equal(status, 201, JSON.stringify(body))
    return body
  }
}

describe('a restricted key', () => {
  it('a restricted key may send the requests of its scopes, and each other request is refused with the scope that is missing', async () => {
    await using world = await startWorld(unlimited)
    const create = await keyMaker(world)
    assert.ok(rows.length > 20)
    const scopes = [...new Set(rows.map(({ resource, action }) => `${resource}:${action}`))]
    const keys = new Map<string, string>()
    for (const scope of [...scopes, 'products:write'])
      keys.set(scope, (await create({ scopes: [scope] })).authorization)
    for (const { method, path, resource, action } of rows) {
      const filled = path.replaceAll(/:\w+/g, 'none')
      for (const [scope, as] of keys) {
        const { body } = await world.call(filled, {
          method: method as 'GET',
          as,
          ...(method === 'GET' ? {} : { body: {} }),
        })
        const isMissing = scope !== `${resource}:${action}` && scope !== `${resource}:write`
        const wanted = isMissing ? ['scope_missing', `${resource}:${action}`] : [undefined]
        const got = body?.code === 'scope_missing' ? [body.code, body.missingScope] : [undefined]
        assert.deepEqual(got, wanted, `${method} ${path} with ${scope}`)
      }
    }
  })

  it('the keys of an account are listed in pages, and the id of a key is no cursor', async () => {
    await using world = await startWorld(unlimited)
    const create = await keyMaker(world)
    for (const scope of ['webhooks:read', 'billing:read', 'files:write']) await create({ scopes: [scope] })
    const owner = await member(world, world.charged)
    type KeyPage = { keys: { keyId: string }[]; nextCursor: string | null }
    const { keys: all } = (await owner.ask('GET', '/sandbox/keys')).body as KeyPage
    const listed: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await owner.ask('GET', `/sandbox/keys?limit=1${cursor && `&cursor=${cursor}`}`)
      const page = body as KeyPage
      for (const { keyId } of page.keys) listed.push(keyId)
      cursor = page.nextCursor
    }
    assert.deepEqual(
      listed,
      all.map(({ keyId }) => keyId),
    )
    assert.equal((await owner.ask('GET', `/sandbox/keys?cursor=${listed[0]}`)).status, 400)
  })

  it('a key reads its own account, whatever its scopes', async () => {
    await using world = await startWorld(unlimited)
    const create = await keyMaker(world)
    for (const scope of ['webhooks:read', 'billing:read', 'files:write']) {
      const { status, body } = await world.call('/account', { as: (await create({ scopes: [scope] })).authorization })
      assert.deepEqual([status, body.key.scopes], [200, [scope]])
    }
    const { authorization: as } = await create({ scopes: ['files:read'], addresses: ['203.0.113.0/24'] })
    const elsewhere = await world.call('/account', { as, headers: { 'x-forwarded-for': '198.51.100.7' } })
    assert.equal(elsewhere.body.code, 'address_not_allowed')
  })

  it('a restricted key does not work from another address', async () => {
    await using world = await startWorld(unlimited)
    const create = await keyMaker(world)
    const { authorization: as } = await create({ addresses: ['203.0.113.0/24', '2001:db8::7'] })
    const from = (address: string) => world.call('/orders', { as, headers: { 'x-forwarded-for': address } })
    assert.equal((await from('203.0.113.77')).status, 200)
    assert.equal((await from('2001:db8::7')).status, 200)
    const refused = await from('198.51.100.7')
    assert.deepEqual([refused.status, refused.body.code], [403, 'address_not_allowed'])
    assert.match(refused.body.detail, /198\.51\.100\.7/)
  })

  it('a restricted key is shown with its restrictions, and malformed restrictions are refused', async () => {
    await using world = await startWorld(unlimited)
    const owner = await member(world, world.charged)
    const create = await keyMaker(world)
    const { keyId } = await create({ scopes: ['orders:read', 'webhooks:write'], addresses: ['203.0.113.7'] })
    const { keys } = (await owner.ask('GET', '/sandbox/keys')).body
    const listed = keys.find((key: { keyId: string }) => key.keyId === keyId)
    assert.deepEqual([listed.scopes, listed.addresses], [['orders:read', 'webhooks:write'], ['203.0.113.7']])
    for (const limits of [
      { scopes: [] },
      { scopes: ['orders:cancel'] },
      { addresses: ['shop.example'] },
      { addresses: [] },
    ])
      assert.equal((await owner.ask('POST', '/sandbox/keys', { label: 'Bad', ...limits })).status, 400)
  })
})

describe('a key that is rolled', () => {
  it('a key that is rolled works beside the new key for the chosen time, and the new key may do the same', async () => {
    await using world = await startWorld()
    const owner = await member(world, world.charged)
    const create = await keyMaker(world)
    const old = await create({ scopes: ['orders:read'] })
    const statusOf = async (as: string) => (await world.call('/orders', { as })).status
    assert.equal(await statusOf(old.authorization), 200)
    const rolled = await owner.ask('POST', `/sandbox/keys/${old.keyId}/roll`, { overlapHours: 2 })
    assert.equal(rolled.status, 201, JSON.stringify(rolled.body))
    const { authorization, label, scopes, expiresAt } = rolled.body
    assert.deepEqual([label, scopes, expiresAt], ['Shop', ['orders:read'], null])
    assert.deepEqual([await statusOf(old.authorization), await statusOf(authorization)], [200, 200])
    const refused = await world.call('/orders/create', { method: 'POST', as: authorization, body: orderBody() })
    assert.equal(refused.body.missingScope, 'orders:write')
    await world.advance(2 * hour)
    assert.deepEqual([await statusOf(old.authorization), await statusOf(authorization)], [401, 200])
    assert.equal((await owner.ask('POST', `/sandbox/keys/${old.keyId}/roll`, { overlapHours: 2 })).status, 404)
  })

  it('a key that is rolled ends at once without an overlap, and is followed by a key that lives as long', async () => {
    await using world = await startWorld()
    const owner = await member(world, world.charged)
    const create = await keyMaker(world)
    const expiresAt = new Date(world.app.clock().getTime() + 48 * hour).toISOString()
    const old = await create({ expiresAt })
    await world.advance(hour)
    const rolled = await owner.ask('POST', `/sandbox/keys/${old.keyId}/roll`, { overlapHours: 0 })
    assert.equal(rolled.body.expiresAt, new Date(world.app.clock().getTime() + 48 * hour).toISOString())
    assert.equal((await world.call('/orders', { as: old.authorization })).status, 401)
    for (const overlapHours of [-1, 169, 1.5])
      assert.equal((await owner.ask('POST', `/sandbox/keys/${rolled.body.keyId}/roll`, { overlapHours })).status, 400)
  })
})
