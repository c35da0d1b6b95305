import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { day, later, second } from '../../src/base/clock.ts'
import { holderMails, member } from '../support/actors.ts'
import { startWorld } from '../support/world.ts'

describe('a key with an end', () => {
  it('a key that expires works until then, and its account gets one email a week before, if the key is in use', async () => {
    await using world = await startWorld()
    const { ask } = await member(world, world.charged)
    const end = later(world.now(), 10 * day)
    const create = async (mode: string, label: string, expiresAt: Date) =>
      (await ask('POST', `/${mode}/keys`, { label, expiresAt: expiresAt.toISOString() })).body.authorization as string
    const used = await create('production', 'Shop', end)
    const inSandbox = await create('sandbox', 'Tests', end)
    const unused = await create('production', 'Nobody', end)
    await create('production', 'Far away', later(end, 100 * day))
    const isAccepted = async (as: string) => (await world.call('/orders', { as })).status === 200
    for (const as of [used, inSandbox]) assert.ok(await isAccepted(as))
    // The use of keys is written down once a minute of the machine's time.
    await sql`update api_keys set last_used_at = created_at where label <> 'Nobody'`.execute(world.app.database.db)
    const told = async () =>
      (await holderMails(world, world.charged)).filter(({ subject }) => subject === 'Your API key expires soon')
    await world.advance(3 * day - second)
    assert.deepEqual(await told(), [])
    await world.advance(day)
    const [mail] = await told()
    assert.match(mail!.body, /key "Shop" expires soon[\s\S]*Expires: March 12, 2026 at 12:00 PM UTC\n/)
    await world.advance(6 * day)
    assert.ok(await isAccepted(used))
    await world.advance(second)
    for (const as of [used, inSandbox, unused]) assert.equal(await isAccepted(as), false)
    assert.equal((await told()).length, 1)
    const { keys } = (await ask('GET', '/production/keys')).body
    const shop = keys.find(({ label }: { label: string }) => label === 'Shop')
    assert.deepEqual([shop.expiresAt, shop.revokedAt], [end.toISOString(), null])
  })

  it('a key cannot expire in the past, nor later than in three years', async () => {
    await using world = await startWorld()
    const { ask } = await member(world, world.charged)
    for (const ms of [0, -1, 3 * 366 * day + 1]) {
      const expiresAt = later(world.now(), ms).toISOString()
      const { status, body } = await ask('POST', '/production/keys', { label: 'x', expiresAt })
      assert.deepEqual([status, body.errors[0].pointer, body.errors[0].code], [400, '/expiresAt', 'out_of_range'])
    }
  })
})
