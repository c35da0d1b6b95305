// Acts of the staff that give access to an account wait for one of its owners, where there is one who can sign in.

import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { createAccount, createPerson } from '../../src/accounts/accounts.ts'
import { day, later } from '../../src/base/clock.ts'
import { ownersDecideAloneMs } from '../../src/features/staff/approvals.ts'
import { databasesOfForm } from '../support/databases.ts'
import { mailsTo, tokenIn } from '../support/visitor.ts'
import { startWorld, type World } from '../support/world.ts'

const password = 'correct horse battery'
const answered = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]
const invitation = { email: 'stranger@elsewhere.example', role: 'owner' }
const provider = {
  ...{ issuer: 'https://login.elsewhere.example/', clientId: 'octavo', clientSecret: 'the secret of the provider' },
  ...{ scope: 'openid email', groupsClaim: 'groups', roles: [{ group: '*', role: 'owner' }], defaultRole: null },
  ...{ localSignIn: true, domains: ['harbor.example'] },
}

for (const { name, fresh } of databasesOfForm)
  describe(`access to an account, on ${name}`, () => {
    let world: World
    /** The cookies of two people of the staff, and of the owner of the account. */
    let [anna, ben, owner] = ['', '', '']
    let path: string
    beforeEach(async () => {
      const { database } = await fresh() // closed by the world
      world = await startWorld({ database })
      const other = { name: 'Ben Second', email: 'ben@example.com', password }
      await createPerson({ ...world.app, db: world.app.database.db }, { kind: 'staff', ...other }, 'test')
      anna = await world.signIn(world.demo.staff)
      ben = await world.signIn(other)
      owner = await world.signIn(world.charged.user)
      path = `/staff/accounts/${world.charged.accountId}`
    })
    afterEach(async () => {
      await world.assertSound()
      await world[Symbol.asyncDispose]()
    })

    const staff = (method: 'POST' | 'PUT' | 'DELETE', rest: string, body?: object) =>
      world.call(`${path}${rest}`, { method, cookie: anna, ...(body && { body }) })
    const invite = (body: object = invitation) => staff('POST', '/invitations', body)
    const team = async () => (await world.call('/dashboard/api/team', { cookie: owner })).body
    const decide = (approvalId: string, decision: 'confirm' | 'refuse', cookie = owner) =>
      world.call(`/dashboard/api/team/requests/${approvalId}/${decision}`, { method: 'POST', cookie })
    const approve = (approvalId: string, cookie: string) =>
      world.call(`/staff/approvals/${approvalId}/approve`, { method: 'POST', cookie })
    const subjects = async (email: string) => (await mailsTo(world, email)).map(({ subject }) => subject)
    const actions = async (of: string, cookie: string) => {
      const { entries } = (await world.call(of, { cookie })).body
      return entries.map(({ action, by }: { action: string; by: unknown }) => [action, String(by)])
    }

    it('an invitation by the staff is sent only when an owner confirms it, and confirming again changes nothing', async () => {
      const asked = await invite()
      assert.deepEqual(
        [asked.status, asked.body.kind, asked.body.status, asked.body.email, asked.body.role],
        [202, 'invitation', 'open', invitation.email, 'owner'],
      )
      assert.equal((await invite()).body.approvalId, asked.body.approvalId)
      const { invitations, requests } = await team()
      assert.deepEqual([invitations, requests.length, requests[0].email], [[], 1, invitation.email])
      assert.deepEqual(await mailsTo(world, invitation.email), [])
      const mail = (await mailsTo(world, world.charged.user.email)).at(-1)!
      assert.equal(mail.subject, 'Our support staff asks for your confirmation')
      assert.match(mail.body, /asked to invite stranger@elsewhere\.example to your account as owner/)
      assert.match(mail.body, /settings\?tab=team/)

      const { approvalId } = asked.body
      assert.equal((await decide(approvalId, 'confirm')).status, 204)
      assert.equal((await decide(approvalId, 'confirm')).status, 204)
      assert.deepEqual(answered(await decide(approvalId, 'refuse')), [409, 'wrong_state'])
      const after = await team()
      assert.deepEqual([after.invitations.length, after.requests], [1, []])
      assert.notEqual(tokenIn((await mailsTo(world, invitation.email))[0]), '')
      assert.equal(
        (await subjects(world.charged.user.email)).at(-1),
        'Our support staff changed who can sign in to your account',
      )
      assert.equal((await subjects(world.demo.staff.email)).at(-1), 'An invitation that you requested was approved')
      const { name } = (await world.call('/auth/session', { cookie: owner })).body
      assert.deepEqual((await actions('/dashboard/api/audit', owner)).slice(0, 1), [['member_invited', name]])
      const seen = await actions(`/staff/audit?accountId=${world.charged.accountId}`, anna)
      const steps = seen
        .filter(([action]: string[]) => /^(approval_|member_)/.test(action!))
        .map(([action]: string[]) => action)
      assert.deepEqual(steps.toReversed(), ['approval_asked', 'member_invited', 'approval_approved'])
    })

    it('an owner refuses a request, and nobody of another account or without the role decides about it', async () => {
      const { approvalId } = (await invite()).body
      const stranger = await world.signIn(world.enterprise.user)
      const viewer = { email: 'vera@lantern.example', password, name: 'Vera' }
      const deps = { ...world.app, db: world.app.database.db }
      const { accountId } = world.charged
      await createPerson(deps, { kind: 'customer', accountId, role: 'viewer', ...viewer }, 'test')
      for (const decision of ['confirm', 'refuse'] as const) {
        assert.deepEqual(answered(await decide(approvalId, decision, stranger)), [404, 'not_found'])
        assert.deepEqual(answered(await decide(approvalId, decision, await world.signIn(viewer))), [403, 'not_allowed'])
      }
      assert.equal((await decide(approvalId, 'refuse')).status, 204)
      assert.deepEqual(answered(await decide(approvalId, 'confirm')), [409, 'wrong_state'])
      assert.deepEqual([(await team()).invitations, (await team()).requests], [[], []])
      assert.equal((await subjects(world.demo.staff.email)).at(-1), 'An invitation that you requested was declined')
    })

    it('a second person of the staff approves only after a week without an answer of the owners', async () => {
      const { approvalId, approvableAt, expiresAt } = (await invite()).body
      assert.equal(approvableAt, later(world.now(), ownersDecideAloneMs).toISOString())
      assert.equal(expiresAt, later(world.now(), 14 * day).toISOString())
      assert.deepEqual(answered(await approve(approvalId, ben)), [403, 'not_allowed'])
      await world.advance(ownersDecideAloneMs)
      assert.deepEqual(answered(await approve(approvalId, anna)), [403, 'not_allowed'])
      assert.equal((await approve(approvalId, ben)).status, 200)
      assert.equal((await team()).invitations.length, 1)
    })

    it('a request without an answer expires after two weeks', async () => {
      const { approvalId } = (await invite()).body
      await world.advance(14 * day)
      assert.deepEqual(answered(await decide(approvalId, 'confirm')), [409, 'wrong_state'])
      assert.deepEqual((await team()).requests, [])
    })

    it('the identity provider that the staff set waits for an owner, with its secret sealed', async () => {
      const asked = await staff('PUT', '/single-sign-on', provider)
      const { clientSecret: _, ...shown } = provider
      assert.deepEqual([asked.status, asked.body.kind, asked.body.singleSignOn], [202, 'single_sign_on', shown])
      const stored = await world.app.database.db
        .selectFrom('approvals' as never)
        .selectAll()
        .execute()
      assert.ok(!JSON.stringify(stored).includes(provider.clientSecret))
      const own = async () => (await world.call('/dashboard/api/single-sign-on', { cookie: owner })).body
      assert.equal((await own()).settings, null)
      assert.deepEqual(answered(await staff('PUT', '/single-sign-on', provider)), [409, 'wrong_state'])
      assert.equal((await decide(asked.body.approvalId, 'confirm')).status, 204)
      assert.equal((await own()).settings.issuer, provider.issuer)

      const domain = await staff('POST', '/single-sign-on/domains/harbor.example/confirm')
      assert.deepEqual([domain.status, domain.body.kind, domain.body.domain], [202, 'domain', 'harbor.example'])
      assert.equal((await own()).domains[0].confirmedAt, null)
      assert.equal((await decide(domain.body.approvalId, 'confirm')).status, 204)
      assert.notEqual((await own()).domains[0].confirmedAt, null)
      assert.equal((await staff('POST', '/single-sign-on/domains/harbor.example/confirm')).status, 200)
    })

    it('what lets nobody else sign in takes effect at once, and the owners get emails', async () => {
      await world.call('/dashboard/api/single-sign-on', { method: 'PUT', cookie: owner, body: provider })
      const { clientSecret: _, ...same } = provider
      assert.equal((await staff('PUT', '/single-sign-on', { ...same, domains: [] })).status, 200)
      const wider = { ...same, defaultRole: 'viewer' }
      assert.equal((await staff('PUT', '/single-sign-on', wider)).status, 202)
      assert.equal((await staff('DELETE', '/single-sign-on')).status, 204)
      const emails = (await subjects(world.charged.user.email)).filter(subject => subject.includes('changed who can'))
      assert.equal(emails.length, 2)
    })

    it('a request is checked when it is made, and again when an owner confirms it', async () => {
      const known = { email: world.charged.user.email, role: 'owner' }
      assert.deepEqual(answered(await invite(known)), [409, 'already_exists'])
      assert.deepEqual(answered(await staff('POST', '/single-sign-on/domains/harbor.example/confirm')), [
        404,
        'not_found',
      ])
      const { approvalId } = (await invite()).body
      const deps = { ...world.app, db: world.app.database.db }
      const { accountId } = world.charged
      await createPerson(
        deps,
        { kind: 'customer', accountId, role: 'viewer', name: 'Sam', email: invitation.email, password },
        'test',
      )
      assert.deepEqual(answered(await decide(approvalId, 'confirm')), [409, 'already_exists'])
      assert.equal((await team()).requests.length, 1)
    })

    it('where no owner can sign in, the acts of the staff take effect at once', async () => {
      const account = { name: 'Empty', holderEmail: 'empty@example.com', enterprise: false }
      const { accountId } = await createAccount({ ...world.app, db: world.app.database.db }, account, 'test')
      path = `/staff/accounts/${accountId}`
      assert.equal((await invite()).status, 201)
      assert.notEqual(tokenIn((await mailsTo(world, invitation.email))[0]), '')
      assert.equal((await staff('PUT', '/single-sign-on', provider)).status, 200)
      assert.equal((await staff('POST', '/single-sign-on/domains/harbor.example/confirm')).status, 200)
    })
  })
