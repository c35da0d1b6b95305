// The people of an account: invited by mail, each with a role, never without an owner, and everything they do recorded.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createPerson } from '../../src/accounts/accounts.ts'
import { day, hour } from '../../src/base/clock.ts'
import { mailsTo, tokenIn, type Visitor, visitor } from '../support/visitor.ts'
import { startWorld, type World } from '../support/world.ts'

const password = 'correct horse battery'

describe('a team', () => {
  let world: World
  let owner: Visitor
  before(async () => {
    world = await startWorld()
    owner = visitor(world)
    await owner.ask('POST', '/auth/sign-in/email', world.charged.user)
  })
  after(() => world?.[Symbol.asyncDispose]())

  const invite = (email: string, role = 'viewer', by = owner) =>
    by.ask('POST', '/dashboard/api/team/invitations', { email, role })
  const lastToken = async (email: string) => tokenIn((await mailsTo(world, email)).at(-1))
  const team = async () => (await owner.ask('GET', '/dashboard/api/team')).body
  async function join(email: string, role: string) {
    assert.equal((await invite(email, role)).status, 201)
    const who = visitor(world)
    const token = await lastToken(email)
    const joined = await who.ask('POST', '/auth/invitations/accept', { token, name: email.split('@')[0], password })
    assert.equal(joined.status, 201, JSON.stringify(joined.body))
    return { who, userId: joined.body.userId as string, joined }
  }

  it('a team grows by invitations, which the mail alone can accept, once', async () => {
    const email = 'Dev@lantern.example'
    assert.equal((await invite(email, 'developer')).status, 201)
    const first = await lastToken(email.toLowerCase())
    assert.equal((await invite(email, 'developer')).status, 201)
    const token = await lastToken(email.toLowerCase())
    assert.equal((await team()).invitations.length, 1)

    const who = visitor(world)
    const read = (token: string) => who.ask('POST', '/auth/invitations/read', { token })
    assert.equal((await read(first)).status, 404) // the newer one took its place
    assert.deepEqual((await read(token)).body, {
      accountName: world.charged.name,
      email: email.toLowerCase(),
      role: 'developer',
      kind: 'customer',
      printer: null,
      terms: null,
    })
    const accept = (body: object) =>
      who.ask('POST', '/auth/invitations/accept', { token, name: 'Dev', password, ...body })
    assert.equal((await accept({ password: 'short' })).status, 400)
    const joined = await accept({})
    assert.deepEqual(
      [joined.status, joined.body.role, joined.body.accountId],
      [201, 'developer', world.charged.accountId],
    )
    assert.equal((await accept({})).status, 404)
    assert.equal((await invite(email)).body.code, 'already_exists')

    assert.equal((await who.ask('POST', '/dashboard/api/sandbox/keys', { label: 'mine' })).status, 201)
    assert.equal((await invite('friend@dev.example', 'owner', who)).status, 403)
    const { members, invitations } = await team()
    assert.deepEqual(members.map((one: { role: string }) => one.role).sort(), ['developer', 'owner'])
    assert.deepEqual(invitations, [])
  })

  it('an invitation reveals nothing to the inviter about other accounts, and explains to the invited person why they cannot join', async () => {
    const elsewhere = world.enterprise.user.email
    const answer = await invite(elsewhere)
    assert.equal(answer.status, 201)
    const [mail] = await mailsTo(world, elsewhere)
    assert.match(mail!.body, /already has a sign-in for another account/)
    assert.equal(tokenIn(mail), '')
  })

  it('invitations to a team can be withdrawn by its owners only', async () => {
    const email = 'late@lantern.example'
    const { invitationId } = (await invite(email)).body
    const stranger = visitor(world)
    await stranger.ask('POST', '/auth/sign-in/email', world.enterprise.user)
    const withdraw = (by: Visitor) => by.ask('DELETE', `/dashboard/api/team/invitations/${invitationId}`)
    assert.equal((await withdraw(stranger)).status, 404)
    assert.deepEqual([(await withdraw(owner)).status, (await withdraw(owner)).status], [204, 404])
    assert.equal((await owner.ask('POST', '/auth/invitations/read', { token: await lastToken(email) })).status, 404)
  })

  it('a team changes roles at once, and always keeps an owner', async () => {
    const { who, userId } = await join('books@lantern.example', 'bookkeeper')
    const setRole = (userId: string, role: string, by = owner) =>
      by.ask('PATCH', `/dashboard/api/team/members/${userId}`, { role })
    assert.equal((await who.ask('POST', '/dashboard/api/sandbox/keys', { label: 'x' })).status, 403)
    assert.equal((await setRole(userId, 'developer')).body.role, 'developer')
    assert.equal((await who.ask('POST', '/dashboard/api/sandbox/keys', { label: 'x' })).status, 201)
    assert.equal((await setRole(userId, 'owner', who)).status, 403)

    const stranger = visitor(world)
    await stranger.ask('POST', '/auth/sign-in/email', world.enterprise.user)
    assert.equal((await setRole(userId, 'viewer', stranger)).status, 404)

    const me = (await owner.ask('GET', '/auth/session')).body.userId
    assert.equal((await setRole(me, 'viewer')).body.code, 'wrong_state')
    assert.equal((await owner.ask('DELETE', `/dashboard/api/team/members/${me}`)).body.code, 'wrong_state')
    assert.equal((await setRole(userId, 'owner')).status, 200)
    // Two owners who take each other away at the same time: one of them stays.
    const statuses = await Promise.all([
      owner.ask('DELETE', `/dashboard/api/team/members/${userId}`),
      who.ask('DELETE', `/dashboard/api/team/members/${me}`),
    ])
    assert.equal(statuses.filter(({ status }) => status === 204).length, 1)
    if (statuses[0].status !== 204) owner = who
    const owners = (await team()).members.filter((one: { role: string }) => one.role === 'owner')
    assert.equal(owners.length, 1)
  })

  it('a member who is removed from a team loses their sign-in, and can be invited again', async () => {
    const email = 'gone@lantern.example'
    const { who, userId } = await join(email, 'viewer')
    assert.equal((await who.ask('GET', '/dashboard/api/team')).status, 200)
    assert.equal((await owner.ask('DELETE', `/dashboard/api/team/members/${userId}`)).status, 204)
    assert.equal((await who.ask('GET', '/dashboard/api/team')).status, 401)
    assert.equal((await who.ask('POST', '/auth/sign-in/email', { email, password })).status, 401)
    await join(email, 'viewer')
  })

  it("the audit log of a team hides the names and reasons of the operator's staff", async () => {
    const staff = world.demo.staff.authorization
    const change = { limits: { sandbox: { queueCeiling: 77 } }, reason: 'pays late' }
    const { accountId } = world.charged
    const path = `/staff/accounts/${accountId}`
    assert.equal((await world.call(path, { method: 'PATCH', as: staff, body: change })).status, 200)
    const first = (await owner.ask('GET', '/dashboard/api/audit?limit=3')).body
    assert.equal(first.entries[0].action, 'account_changed')
    assert.equal(first.entries[0].by, 'Support')
    assert.doesNotMatch(JSON.stringify(first), /pays late/)
    const rest = (await owner.ask('GET', `/dashboard/api/audit?limit=200&cursor=${first.nextCursor}`)).body.entries
    const actions = [...first.entries, ...rest].map((one: { action: string }) => one.action)
    for (const action of ['member_invited', 'role_changed', 'member_removed', 'key_created', 'account_created'])
      assert.ok(actions.includes(action), action)
    const stranger = visitor(world)
    await stranger.ask('POST', '/auth/sign-in/email', world.enterprise.user)
    const theirs = (await stranger.ask('GET', '/dashboard/api/audit')).body.entries
    assert.ok(theirs.every((one: { action: string }) => one.action !== 'role_changed'))
  })

  it('a team saves views of lists, shares some of them, and sees none of other accounts', async () => {
    const { who: dev } = await join('views@lantern.example', 'developer')
    const { who: reader } = await join('reader@lantern.example', 'viewer')
    const signedIn = async ({ email, password }: { email: string; password: string }) => {
      const who = visitor(world)
      const { status, body } = await who.ask('POST', '/auth/sign-in/email', { email, password })
      assert.equal(status, 200, JSON.stringify(body))
      return who
    }
    const path = '/dashboard/api/views'
    const save = (who: Visitor, view: object, at = path) => who.ask('POST', at, { list: 'orders', ...view })
    async function views(who: Visitor, at = path, list = 'orders') {
      const { status, body } = await who.ask('GET', `${at}?list=${list}`)
      assert.equal(status, 200, JSON.stringify(body))
      return body.views
    }
    const named = async (...of: Parameters<typeof views>) =>
      (await views(...of)).map((one: { name: string }) => one.name)

    const failed = await save(dev, { name: 'Failed', shared: true, query: 'status=SHIPPED' })
    assert.equal((await save(dev, { name: 'To Canada', query: 'country=CA' })).status, 200)
    const replaced = await save(dev, { name: 'Failed', shared: true, query: 'status=FAILED' })
    assert.equal(replaced.body.viewId, failed.body.viewId)
    assert.deepEqual(await named(dev), ['Failed', 'To Canada'])
    const { viewId, ...shared } = (await views(reader))[0]
    const seen = { name: 'Failed', shared: true, mine: false, mayDelete: false, by: 'views', query: 'status=FAILED' }
    assert.deepEqual(shared, seen)
    assert.deepEqual(await views(dev, path, 'webhooks'), [])

    // Others see nothing of it, and cannot delete it.
    const stranger = await signedIn(world.enterprise.user)
    const staff = await signedIn(world.demo.staff)
    for (const [who, at] of [
      [stranger, path],
      [staff, '/staff/views'],
      [reader, path],
    ] as const) {
      assert.deepEqual(await named(who, at), who === reader ? ['Failed'] : [])
      assert.equal((await who.ask('DELETE', `${at}/${viewId}`)).status, 404)
    }
    assert.equal((await save(staff, { name: 'Stopped', query: 'status=EXCEPTION' }, '/staff/views')).status, 200)
    assert.deepEqual(await named(staff, '/staff/views'), ['Stopped'])
    const key = { as: world.demo.staff.authorization, method: 'GET' } as const
    assert.equal((await world.call('/staff/views?list=orders', key)).status, 401)

    // A role that only reads changes nothing that others see.
    const sharing = await save(reader, { name: 'Mine', shared: true, query: '' })
    assert.deepEqual([sharing.status, sharing.body.code], [403, 'not_allowed'])
    const person = { name: 'Rae', email: 'rae@example.com', password: 'correct horse battery' }
    const deps = { ...world.app, db: world.app.database.db }
    await createPerson(deps, { kind: 'staff', role: 'read_only', ...person }, 'test')
    const rae = await signedIn(person)
    const ofStaff = await save(staff, { name: 'Shared', shared: true, query: '' }, '/staff/views')
    assert.equal((await rae.ask('DELETE', `/staff/views/${ofStaff.body.viewId}`)).status, 404)
    assert.equal((await save(rae, { name: 'Mine', shared: true, query: '' }, '/staff/views')).status, 403)
    assert.equal((await save(rae, { name: 'Mine', query: '' }, '/staff/views')).status, 200)
    assert.equal((await staff.ask('DELETE', `/staff/views/${ofStaff.body.viewId}`)).status, 204)

    // What people search for is not kept.
    assert.equal((await save(reader, { name: 'Ada', query: 'search=ada' })).body.errors[0].pointer, '/query')
    await save(reader, { name: 'View 1', query: 'sku=NOVEL' })
    await sql`
      insert into saved_views
      select view_id || n::text, owner, list, user_id, 'View ' || n::text, shared, query, created_at, updated_at
      from saved_views, generate_series(2, 50) n
      where name = 'View 1'`.execute(world.app.database.db)
    assert.equal((await save(reader, { name: 'View 51', query: '' })).body.code, 'wrong_state')
    assert.equal((await save(reader, { name: 'View 50', query: '' })).status, 200)

    // An owner tidies up what colleagues shared, and nothing else.
    const [, mine] = await views(dev)
    assert.equal((await owner.ask('DELETE', `${path}/${mine.viewId}`)).status, 404)
    assert.equal((await owner.ask('DELETE', `${path}/${viewId}`)).status, 204)
    assert.deepEqual(await named(dev), ['To Canada'])
  })

  it('invitations to a team are valid for seven days', async () => {
    const email = 'slow@lantern.example'
    assert.equal((await invite(email)).status, 201)
    await world.advance(7 * day + hour)
    const read = { token: await lastToken(email) }
    assert.equal((await visitor(world).ask('POST', '/auth/invitations/read', read)).status, 404)
    assert.deepEqual((await team()).invitations, [])
  })
})

it('an account sends twenty invitations a day, and names nobody by the address of a web page', async () => {
  await using world = await startWorld()
  const owner = visitor(world)
  await owner.ask('POST', '/auth/sign-in/email', world.charged.user)
  const invite = (email: string) => owner.ask('POST', '/dashboard/api/team/invitations', { email, role: 'viewer' })
  assert.equal((await invite('first@lantern.example')).status, 201)
  const [invitation] = await mailsTo(world, 'first@lantern.example')
  assert.equal(invitation!.subject, 'You are invited to an account')
  const lure = { token: tokenIn(invitation), name: 'Claim it at https://prize.example', password }
  const named = await visitor(world).ask('POST', '/auth/invitations/accept', lure)
  assert.deepEqual([named.status, named.body.errors[0]?.pointer], [400, '/name'])
  await sql`
    insert into audit_log (audit_id, at, actor, action, account_id, subject, details)
    select audit_id || n::text, at, actor, action, account_id, subject, details
    from audit_log, generate_series(2, 20) n
    where action = 'member_invited'`.execute(world.app.database.db)
  const refused = await invite('one.more@lantern.example')
  assert.deepEqual([refused.status, refused.body.code], [429, 'too_many_requests'])
  assert.deepEqual(await mailsTo(world, 'one.more@lantern.example'), [])
})

it('emails are in the language that a person chose, or else that of the sign-in or the inviter', async () => {
  await using world = await startWorld()
  const { user } = world.enterprise
  const german = { origin: 'http://127.0.0.1:3000', 'accept-language': 'de-DE' }
  const cookie = await world.signIn(user, german)
  const askInGerman = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
    world.call(path, { method, cookie, headers: german, ...(body === undefined ? {} : { body }) })
  const lastMail = async (email: string) => {
    await world.settle()
    return (await mailsTo(world, email)).at(-1)!.body
  }
  const email = 'leserin@lantern.example'
  await askInGerman('POST', '/dashboard/api/team/invitations', { email, role: 'viewer' })
  assert.match(await lastMail(email), /^Guten Tag leserin@[\s\S]*in der Rolle: nur Lesen\.[\s\S]*Freundliche Grüße/)
  await askInGerman('POST', '/dashboard/api/team/invitations', { email, role: 'viewer', language: 'en' })
  assert.match(await lastMail(email), /^Hello leserin@[\s\S]*invitation\?language=en#token=[\w-]+/)
  const missing = await askInGerman('GET', '/dashboard/api/production/orders/NONE')
  assert.match(missing.body.detail, /[Kk]eine Bestellung NONE/)

  const signInElsewhere = () => world.call('/auth/sign-in/email', { method: 'POST', headers: german, body: user })
  await signInElsewhere()
  assert.match(await lastMail(user.email), /jemand hat sich in einem neuen Browser mit Ihren Daten angemeldet/)
  assert.equal((await askInGerman('PUT', '/auth/language', { language: 'en' })).status, 204)
  await signInElsewhere()
  assert.match(await lastMail(user.email), /^Hello [\s\S]*Someone signed in as you/)
})
