// An account that the staff suspend and resume, and acts of the staff that ask for the password again.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { day, earlier, minute, systemClock } from '../../src/base/clock.ts'
import { program } from '../support/actors.ts'
import { visitor } from '../support/visitor.ts'
import { orderBody, startWorld, type World } from '../support/world.ts'

const reason = 'payments under investigation'

describe('an account that the staff suspend', () => {
  let world: World
  let staff: string
  before(async () => {
    world = await startWorld()
    staff = await world.signIn(world.demo.staff)
  })
  after(() => world?.[Symbol.asyncDispose]())

  const act = (name: string, accountId = world.charged.accountId) =>
    world.call(`/staff/accounts/${accountId}/${name}`, { method: 'POST', cookie: staff, body: { reason } })
  const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]

  it('the staff rename an account, and the audit log has both names', async () => {
    const { accountId } = world.enterprise
    const rename = (name: string, of = accountId) =>
      world.call(`/staff/accounts/${of}/name`, { method: 'PUT', cookie: staff, body: { name } })
    const { name: before } = (await world.call(`/staff/accounts/${accountId}`, { cookie: staff })).body
    const renamed = await rename('Birch & Daughters')
    assert.deepEqual([renamed.status, renamed.body.name], [200, 'Birch & Daughters'])
    assert.equal((await rename('Birch & Daughters')).status, 200)
    const { entries } = (await world.call('/staff/audit?action=account_renamed', { cookie: staff })).body
    assert.deepEqual(
      entries.map(({ details }: { details: object }) => details),
      [{ before, after: 'Birch & Daughters' }],
    )
    assert.deepEqual(codeOf(await rename('')), [400, 'malformed_request'])
    assert.deepEqual(codeOf(await rename('Birch', 'acc_unknown')), [404, 'not_found'])
  })

  it('a suspended account places no orders and allows no sign-in until it is resumed, and its accepted orders continue', async () => {
    const { charged, enterprise } = world
    const own = program(world, charged, 'production')
    await own.place('accepted')
    const person = visitor(world)
    const signIn = (who = person, password = charged.user.password) =>
      who.ask('POST', '/auth/sign-in/email', { email: charged.user.email, password })
    assert.equal((await signIn()).status, 200)

    const suspended = await act('suspend')
    assert.deepEqual(
      [suspended.status, suspended.body.suspendedAt, suspended.body.suspensionReason],
      [200, world.now().toISOString(), reason],
    )
    assert.equal((await act('suspend')).status, 200)
    const body = orderBody({ customerOrderId: 'late' })
    for (const mode of ['production', 'sandbox'] as const) {
      const as = charged[mode].authorization
      assert.deepEqual(codeOf(await world.call('/orders/create', { method: 'POST', as, body })), [
        403,
        'account_suspended',
      ])
      assert.deepEqual(codeOf(await world.call('/orders', { as })), [403, 'account_suspended'])
    }
    assert.equal((await person.ask('GET', '/auth/session')).status, 401)
    const again = visitor(world)
    assert.deepEqual(codeOf(await signIn(again)), [403, 'account_suspended'])
    assert.deepEqual(codeOf(await signIn(again, 'a wrong password')), [401, 'not_authenticated'])
    assert.equal((await again.ask('GET', '/auth/session')).status, 401)
    const other = enterprise.production.authorization
    assert.equal((await world.call('/orders', { as: other })).status, 200)

    await world.advance(day)
    const order = await world.call(`/staff/orders/${charged.accountId}/accepted`, { cookie: staff })
    assert.equal(order.body.order.status, 'PRINTING')
    assert.equal(order.body.order.paymentInfo.status, 'SUCCEEDED')

    assert.equal((await act('resume')).body.suspendedAt, null)
    assert.equal((await own.create(body)).status, 201)
    assert.equal((await signIn()).status, 200)
    const { entries } = (await world.call(`/staff/audit?accountId=${charged.accountId}`, { cookie: staff })).body
    const acts = entries.filter(({ action }: { action: string }) => /^account_(suspended|resumed)$/.test(action))
    assert.deepEqual(
      acts.map(({ action, by, details }: { action: string; by: string; details: object }) => [action, by, details]),
      [
        ['account_resumed', 'Support', { reason }],
        ['account_suspended', 'Support', { reason, endedSessions: 1 }],
      ],
    )
    const seen = (await person.ask('GET', '/dashboard/api/audit')).body.entries
    assert.ok(!JSON.stringify(seen).includes(reason), 'the reason is for the staff')
    await world.assertSound()
  })

  it('an account that the staff suspend may have its people signed out and nothing else, and must exist', async () => {
    const person = visitor(world)
    await person.ask('POST', '/auth/sign-in/email', world.enterprise.user)
    assert.deepEqual((await act('end-sessions', world.enterprise.accountId)).body, { endedSessions: 1 })
    assert.equal((await person.ask('GET', '/auth/session')).status, 401)
    assert.equal((await person.ask('POST', '/auth/sign-in/email', world.enterprise.user)).status, 200)
    for (const name of ['suspend', 'resume', 'end-sessions'])
      assert.deepEqual(codeOf(await act(name, 'acc_none')), [404, 'not_found'])
  })

  it('an account that the staff suspend is suspended, and money moved, only by staff who gave their password within 15 minutes', async () => {
    await sql`update sessions set created_at = ${earlier(systemClock(), 16 * minute)}`.execute(world.app.database.db)
    const { accountId } = world.charged
    const costly: [method: 'POST' | 'PATCH', path: string, body?: object][] = [
      ['POST', `/accounts/${accountId}/suspend`, { reason }],
      ['POST', `/orders/${accountId}/accepted/refund`, { reason }],
      ['POST', `/orders/${accountId}/accepted/abandon`, { reason }],
      ['POST', `/orders/${accountId}/accepted/reprint`, { reason }],
      ['PATCH', `/accounts/${accountId}`, { enterprise: true }],
      ['POST', '/approvals/apr_0000000000000000000000/approve'],
      ['POST', `/charges/${accountId}/chg_none/not-taken`, { reason }],
      ['POST', `/refunds/${accountId}/ref_none/given-back`, { reason, reference: 're_1' }],
    ]
    for (const [method, path, body] of costly) {
      const answer = await world.call(`/staff${path}`, { method, cookie: staff, body })
      assert.deepEqual(codeOf(answer), [403, 'reauthentication_required'], path)
      assert.match(answer.body.detail, new RegExp(`more than ${(15 * minute) / minute} minutes`))
    }
    assert.equal((await world.call(`/staff/accounts/${accountId}`, { cookie: staff })).status, 200)
    const { password } = world.demo.staff
    const confirmed = await world.call('/auth/confirm-password', { method: 'POST', cookie: staff, body: { password } })
    assert.equal(confirmed.status, 204)
    assert.equal((await act('suspend')).status, 200)
  })
})
