// The people of an account: invited by mail, each with a role, never without an owner, and everything they do recorded.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
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
    assert.equal(first.entries[0].by, 'Octavo support')
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

  it('invitations to a team are valid for seven days', async () => {
    const email = 'slow@lantern.example'
    assert.equal((await invite(email)).status, 201)
    await world.advance(7 * day + hour)
    const read = { token: await lastToken(email) }
    assert.equal((await visitor(world).ask('POST', '/auth/invitations/read', read)).status, 404)
    assert.deepEqual((await team()).invitations, [])
  })
})
