// Changing the email address of a sign-in: both mailboxes must confirm.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { day, earlier, hour, minute, systemClock } from '../../src/base/clock.ts'
import { mailsTo, tokenIn, type Visitor, visitor } from '../support/visitor.ts'
import { startWorld, type World } from '../support/world.ts'

describe('a change of email address', () => {
  let world: World
  /** One session for most: signing in is limited by address. */
  let who: Visitor
  before(async () => {
    world = await startWorld()
    who = await signedIn(world.enterprise.user)
  })
  after(() => world?.[Symbol.asyncDispose]())

  const signedIn = async ({ email, password }: { email: string; password: string }) => {
    const who = visitor(world)
    const answer = await who.ask('POST', '/auth/sign-in/email', { email, password })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return who
  }
  const want = (who: Visitor, newEmail: string) => who.ask('POST', '/auth/change-email', { newEmail })
  const confirm = (token: string) => visitor(world).ask('POST', '/auth/change-email/confirm', { token })
  const lastToken = async (email: string) => tokenIn((await mailsTo(world, email)).at(-1))
  const underWay = async (who: Visitor) => (await who.ask('GET', '/auth/change-email')).body.change

  it('a change of email address counts with the second confirmation, ends all sessions, and moves the emails of the account', async () => {
    const { charged, call, demo } = world
    const old = charged.user.email
    const owner = await signedIn(charged.user)
    const other = await signedIn(charged.user)
    await visitor(world).ask('POST', '/auth/request-password-reset', { email: old })
    const reset = await lastToken(old)
    const newEmail = 'New@lantern.example'
    assert.deepEqual((await want(owner, newEmail)).body, { status: 'accepted' })
    const [toOld, toNew] = [await lastToken(old), await lastToken('new@lantern.example')]
    assert.notEqual(toOld, toNew)
    const { expiresAt: _, ...asked } = await underWay(owner)
    assert.deepEqual(asked, { newEmail: 'new@lantern.example', oldConfirmed: false, newConfirmed: false })

    assert.equal((await confirm('made-up')).status, 404)
    assert.deepEqual((await confirm(toNew)).body, { newEmail: 'new@lantern.example', waitsFor: 'old' })
    assert.deepEqual((await confirm(toNew)).body.waitsFor, 'old', 'one mailbox is not both')
    assert.equal((await underWay(owner)).newConfirmed, true)
    assert.deepEqual((await confirm(toOld)).body.waitsFor, null)

    for (const session of [owner, other]) assert.equal((await session.ask('GET', '/auth/session')).status, 401)
    const { password } = charged.user
    assert.equal((await visitor(world).ask('POST', '/auth/sign-in/email', { email: old, password })).status, 401)
    const again = await signedIn({ email: 'new@lantern.example', password })
    assert.equal(await underWay(again), null)
    const set = { token: reset, newPassword: 'an old mail must not open' }
    assert.equal((await visitor(world).ask('POST', '/auth/reset-password', set)).status, 400)
    const account = await call(`/staff/accounts/${charged.accountId}`, { as: demo.staff.authorization })
    assert.equal(account.body.holderEmail, 'new@lantern.example')
    const found = async (search: string) =>
      (await call(`/staff/accounts?search=${search}`, { as: demo.staff.authorization })).body.accounts.length
    assert.deepEqual([await found('new@lantern'), await found(old)], [1, 0])
    const { entries } = (await again.ask('GET', '/dashboard/api/audit')).body
    const changes = entries.filter(({ action }: { action: string }) => action.startsWith('email_change'))
    assert.deepEqual(
      changes.slice(0, 2).map(({ action, details }: { action: string; details: object }) => [action, details]),
      ['email_changed', 'email_change_asked'].map(action => [action, { from: old, to: 'new@lantern.example' }]),
    )
  })

  it('a change to an email address that somebody else has looks the same, and changes nothing', async () => {
    const { enterprise, demo } = world
    assert.equal((await want(who, demo.staff.email)).status, 202)
    const [mail] = await mailsTo(world, demo.staff.email)
    assert.match(mail!.body, /nothing was changed/)
    assert.equal(tokenIn(mail), '')
    assert.deepEqual((await confirm(await lastToken(enterprise.user.email))).body.waitsFor, 'new')
    assert.equal((await want(who, enterprise.user.email.toUpperCase())).status, 400)
    assert.equal((await who.ask('GET', '/auth/session')).body.email, enterprise.user.email)
  })

  it('a change of email address can be canceled, is replaced by the next change, and waits for a day', async () => {
    const { enterprise } = world
    const { email } = enterprise.user
    await want(who, 'first@binding.example')
    const first = await lastToken('first@binding.example')
    await want(who, 'second@binding.example')
    assert.equal((await confirm(first)).status, 404)
    const second = [await lastToken(email), await lastToken('second@binding.example')]
    assert.equal((await confirm(second[0]!)).status, 200)
    assert.equal((await who.ask('DELETE', '/auth/change-email')).status, 204)
    assert.equal((await confirm(second[1]!)).status, 404)
    await want(who, 'third@binding.example')
    const third = await lastToken('third@binding.example')
    await world.advance(day + hour)
    assert.equal((await confirm(third)).status, 404)
    assert.equal(await underWay(who), null)
    const { rows } = await sql`select user_id from email_changes`.execute(world.app.database.db)
    assert.deepEqual(rows, [])
  })

  it('a change of email address asks for the password again an hour after it was given', async () => {
    const { staff } = world.demo
    const helper = await signedIn(staff)
    await sql`
      update sessions set created_at = ${earlier(systemClock(), 61 * minute)}
      where user_id = (select id from users where email = ${staff.email})`.execute(world.app.database.db)
    assert.equal((await want(helper, 'help@octavo.example')).body.code, 'reauthentication_required')
    assert.equal((await helper.ask('POST', '/auth/confirm-password', { password: staff.password })).status, 204)
    assert.equal((await want(helper, 'help@octavo.example')).status, 202)
    const [mail] = await mailsTo(world, 'help@octavo.example')
    assert.match(mail!.body, /\/staff\/change-email#token=/)
  })

  it('a change of email address takes no address that somebody else took meanwhile', async () => {
    const { enterprise } = world
    await want(who, 'wanted@binding.example')
    const tokens = [await lastToken(enterprise.user.email), await lastToken('wanted@binding.example')]
    await sql`update users set email = 'wanted@binding.example' where email = ${world.demo.printer.email}`.execute(
      world.app.database.db,
    )
    assert.equal((await confirm(tokens[0]!)).status, 200)
    assert.equal((await confirm(tokens[1]!)).body.code, 'already_exists')
    assert.equal((await who.ask('GET', '/auth/session')).body.email, enterprise.user.email)
  })
})
