import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { day, later, second } from '../../src/base/clock.ts'
import { holderMails, member } from '../support/actors.ts'
import { mailsTo } from '../support/visitor.ts'
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
    const keyEmails = async () =>
      (await holderMails(world, world.charged)).filter(({ subject }) => subject === 'Your API key expires soon')
    await world.advance(3 * day - second)
    assert.deepEqual(await keyEmails(), [])
    await world.advance(day)
    const [mail] = await keyEmails()
    assert.match(mail!.body, /key "Shop" expires soon[\s\S]*Expires: March 12, 2026 at 12:00 PM UTC\n/)
    await world.advance(6 * day)
    assert.ok(await isAccepted(used))
    await world.advance(second)
    for (const as of [used, inSandbox, unused]) assert.equal(await isAccepted(as), false)
    assert.equal((await keyEmails()).length, 1)
    const { keys } = (await ask('GET', '/production/keys')).body
    const shop = keys.find(({ label }: { label: string }) => label === 'Shop')
    assert.deepEqual([shop.expiresAt, shop.revokedAt], [end.toISOString(), null])
  })

  it('a key of the staff that expires works until then and is then refused by name, and its owner gets an email a week before', async () => {
    await using world = await startWorld()
    const { db } = world.app.database
    const cookie = await world.signIn(world.demo.staff)
    const create = (body: object) => world.call('/staff/keys', { method: 'POST', cookie, body })
    const end = later(world.now(), 10 * day)
    const expiresAt = end.toISOString()
    const { status, body: key } = await create({ kind: 'staff', role: 'read_only', label: 'Bookkeeping', expiresAt })
    assert.deepEqual([status, key.expiresAt], [201, expiresAt])
    await create({ kind: 'metrics', label: 'Prometheus', expiresAt })
    await create({ kind: 'staff', label: 'Nobody', expiresAt })
    const past = await create({ kind: 'staff', label: 'x', expiresAt: world.now().toISOString() })
    assert.deepEqual([past.status, past.body.errors[0].pointer], [400, '/expiresAt'])
    await sql`update api_keys set last_used_at = created_at where label <> 'Nobody'`.execute(db)

    const subject = 'A key of the staff expires soon'
    const sent = async () =>
      (await mailsTo(world, world.demo.staff.email)).filter(mail => mail.subject === subject).map(({ body }) => body)
    await world.advance(3 * day - second)
    assert.deepEqual(await sent(), [])
    await world.advance(day)
    const emails = (await sent()).toSorted()
    assert.equal(emails.length, 2, 'the unused key needs no notice')
    assert.match(emails[0]!, /key "Bookkeeping" expires soon[\s\S]*Expires: March 12, 2026 at 12:00 PM UTC\n/)
    assert.match(emails[1]!, /key "Prometheus" expires soon/)

    const read = () => world.call('/staff/accounts', { as: key.authorization })
    await world.advance(6 * day)
    assert.equal((await read()).status, 200)
    await world.advance(second)
    const refused = await read()
    assert.deepEqual([refused.status, refused.body.code], [401, 'not_authenticated'])
    assert.equal(refused.body.detail, `This API key expired at ${expiresAt}: create a new key.`)
    const { keys } = (await world.call('/staff/keys', { cookie: await world.signIn(world.demo.staff) })).body
    const listed = keys.find(({ label }: { label: string }) => label === 'Bookkeeping')
    assert.deepEqual([listed.expiresAt, listed.role, listed.owner], [expiresAt, 'read_only', world.demo.staff.email])
    assert.equal((await sent()).length, 2)
  })

  it('an account gets one email 30 days before the card that is charged expires', async () => {
    await using world = await startWorld()
    await sql`update cards set expires_on = '2026-04-30'`.execute(world.app.database.db)
    const sent = async () =>
      (await holderMails(world, world.charged)).filter(({ subject }) => subject === 'Your card expires soon')
    await world.advance(28 * day)
    assert.deepEqual(await sent(), [])
    await world.advance(2 * day)
    const [mail] = await sent()
    assert.match(
      mail!.body,
      /Your card Simulated ending in 0001 expires at the end of April 2026\. We charge your orders/,
    )
    await world.advance(day)
    assert.equal((await sent()).length, 1)
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
