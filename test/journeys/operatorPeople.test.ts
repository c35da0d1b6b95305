// The people of the operator: invited by mail to the staff or to a printer, and removed with everything that is theirs.

import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { removeOperator } from '../../src/accounts/people/operators.ts'
import { mailsTo, tokenIn, totpOf, type Visitor, visitor } from '../support/visitor.ts'
import { startWorld, type World } from '../support/world.ts'

const password = 'correct horse battery'

describe('the people of the operator', () => {
  let world: World
  let admin: Visitor
  beforeEach(async () => {
    world = await startWorld()
    admin = visitor(world)
    const { email, password } = world.demo.staff
    const { status, body } = await admin.ask('POST', '/auth/sign-in/email', { email, password })
    assert.equal(status, 200, JSON.stringify(body))
  })
  afterEach(() => world?.[Symbol.asyncDispose]())

  const lastToken = async (email: string) => tokenIn((await mailsTo(world, email)).at(-1))
  const path = '/staff/people'
  const people = async () => (await admin.ask('GET', path)).body
  const call = (body: object, by = admin) => by.ask('POST', `${path}/invitations`, body)
  async function accepted(body: { email: string; kind: string; role?: string; printer?: string | null }) {
    const invited = await call(body)
    assert.equal(invited.status, 201, JSON.stringify(invited.body))
    const who = visitor(world)
    const token = await lastToken(body.email)
    const read = await who.ask('POST', '/auth/invitations/read', { token })
    const name = body.email.split('@')[0]
    const joined = await who.ask('POST', '/auth/invitations/accept', { token, name, password })
    assert.equal(joined.status, 201, JSON.stringify(joined.body))
    return { who, read: read.body, userId: joined.body.userId as string }
  }
  const newest = async () => (await admin.ask('GET', '/staff/audit?limit=1')).body.entries[0]

  it('a person of a printer is invited by mail, sees the jobs of that printer only, and stays what the invitation says', async () => {
    const email = 'press@bindery.example'
    const { who, read } = await accepted({ email, kind: 'printer', printer: 'desk' })
    assert.deepEqual(read, { kind: 'printer', accountName: null, email, role: null, printer: 'desk', terms: null })
    assert.match((await mailsTo(world, email))[0]!.body, /join as a printer: desk.*press\/invitation/s)
    assert.equal((await who.ask('GET', '/press/jobs')).status, 200)
    assert.equal((await who.ask('GET', path)).status, 403)
    assert.equal((await call({ email: 'x@bindery.example', kind: 'staff', role: 'owner' }, who)).status, 403)
    const of = async (email: string) => (await people()).people.find((one: { email: string }) => one.email === email)
    const { kind, printer, secondFactor, lastSignInAt } = await of(email)
    assert.deepEqual([kind, printer, secondFactor], ['printer', 'desk', false])
    assert.ok(lastSignInAt !== null)
    await accepted({ email: 'all@bindery.example', kind: 'printer', printer: null })
    assert.equal((await of('all@bindery.example')).printer, null)
  })

  it('a person of a printer and a member of the staff are invited in a language', async () => {
    const email = 'presse@buchbinderei.example'
    assert.equal((await call({ email, kind: 'printer', printer: 'desk', language: 'de' })).status, 201)
    await call({ email: 'alle@buchbinderei.example', kind: 'printer', printer: null, language: 'de' })
    await world.settle()
    const [mail] = await mailsTo(world, email)
    assert.match(mail!.body, /Sie sind eingeladen, als Druckerei beizutreten: desk\./)
    assert.match(mail!.body, /press\/invitation\?language=de#token=[\w-]+/)
    assert.match(
      (await mailsTo(world, 'alle@buchbinderei.example'))[0]!.body,
      /als Druckerei beizutreten: alle Druckereien/,
    )
    await call({ email: 'neu@octavo.example', kind: 'staff', role: 'finance', language: 'de' })
    await world.settle()
    const [toStaff] = await mailsTo(world, 'neu@octavo.example')
    assert.match(toStaff!.body, /Sie sind eingeladen, dem Support-Team in der Rolle „Finanzen“ beizutreten\./)
    assert.match(toStaff!.body, /staff\/invitation\?language=de#token=[\w-]+/)
    const refused = await call({ email, kind: 'printer', printer: 'desk', language: 'xx' })
    assert.deepEqual([refused.status, refused.body.errors[0].pointer], [400, '/language'])
  })

  it('a member of the staff is invited, and is removed with every session and key', async () => {
    const email = 'new@staff.example'
    const { who, userId } = await accepted({ email, kind: 'staff', role: 'owner' })
    assert.equal((await call({ email, kind: 'staff', role: 'owner' })).body.code, 'already_exists')
    const { authorization: as } = (await who.ask('POST', '/staff/keys', { kind: 'staff', label: 'Mine' })).body
    assert.equal((await world.call(path, { as })).status, 200)
    assert.equal((await world.call(`${path}/${userId}`, { method: 'DELETE', as })).status, 401)

    assert.equal((await admin.ask('DELETE', `${path}/${userId}`)).status, 204)
    assert.equal((await world.call(path, { as })).status, 401)
    assert.equal((await who.ask('GET', path)).status, 401)
    assert.equal((await who.ask('POST', '/auth/sign-in/email', { email, password })).status, 401)
    assert.equal((await admin.ask('DELETE', `${path}/${userId}`)).body.code, 'not_found')
    const { action, details, byEmail } = await newest()
    const { revokedKeys, ...gone } = details
    assert.deepEqual(
      [action, gone, byEmail],
      ['person_removed', { name: 'new', email, kind: 'staff', role: 'owner' }, world.demo.staff.email],
    )
    assert.equal(revokedKeys.length, 1)
  })

  it('an invitation to the staff is revoked, and tells what was wrong with it', async () => {
    const email = 'late@staff.example'
    const invited = await call({ email: 'Late@staff.example', kind: 'staff', role: 'owner' })
    const { invitationId } = invited.body
    assert.deepEqual(
      (await people()).invitations.map((one: { email: string; kind: string }) => [one.email, one.kind]),
      [[email, 'staff']],
    )
    const customer = visitor(world)
    await customer.ask('POST', '/auth/sign-in/email', world.charged.user)
    assert.equal((await customer.ask('DELETE', `/dashboard/api/team/invitations/${invitationId}`)).status, 404)
    const revoke = () => admin.ask('DELETE', `${path}/invitations/${invitationId}`)
    assert.deepEqual([(await revoke()).status, (await revoke()).status], [204, 404])
    assert.deepEqual((await newest()).details, { email, kind: 'staff', role: 'owner' })
    const token = await lastToken(email)
    assert.equal((await admin.ask('POST', '/auth/invitations/read', { token })).status, 404)

    const faultOf = async (body: object) => {
      const { status, body: problem } = await call({ email, ...body })
      assert.deepEqual([status, problem.code], [400, 'malformed_request'])
      return problem.errors[0]
    }
    assert.deepEqual(await faultOf({ kind: 'printer', printer: 'nowhere' }), {
      pointer: '/printer',
      code: 'unknown_printer',
      detail: `printer: got "nowhere"; expected ${(await people()).printers.join(', ')}, or null for all printers`,
    })
    assert.equal((await faultOf({ kind: 'printer' })).code, 'required')
    assert.equal((await faultOf({ kind: 'staff', role: 'owner', printer: 'desk' })).code, 'not_allowed')
    assert.deepEqual(await faultOf({ kind: 'staff' }), {
      pointer: '/role',
      code: 'required',
      detail: 'role: got nothing; expected owner, support, finance, production, read_only',
    })
    assert.equal((await faultOf({ kind: 'printer', printer: null, role: 'owner' })).pointer, '/role')
    assert.equal(
      (await call({ email: world.charged.user.email, kind: 'staff', role: 'owner' })).body.code,
      'already_exists',
    )
  })

  it('a role decides what a member of the staff may change, and a change of it takes effect at once', async () => {
    const { who, userId, read } = await accepted({ email: 'role@staff.example', kind: 'staff', role: 'finance' })
    assert.equal(read.role, 'finance')
    assert.match((await mailsTo(world, 'role@staff.example'))[0]!.body, /join the support staff in the role finance/)
    const session = (await who.ask('GET', '/auth/session')).body
    assert.deepEqual([session.role, session.permissions], ['finance', ['refunds', 'approvals', 'money', 'catalog']])
    const hold = () => who.ask('POST', '/staff/printers/desk/hold', { reason: 'Oil' })
    const refused = await hold()
    assert.equal(
      `${refused.status} ${refused.body.detail}`,
      '403 Your role is finance; this request needs the permission printing, of the role owner or production.',
    )
    const setRole = (userId: string, role: string, by = admin) => by.ask('PATCH', `${path}/${userId}`, { role })
    assert.equal((await setRole(userId, 'owner', who)).status, 403)
    assert.equal((await setRole(userId, 'production')).body.role, 'production')
    assert.deepEqual((await newest()).details, { email: 'role@staff.example', from: 'finance', to: 'production' })
    assert.equal((await hold()).status, 200)
    assert.equal((await who.ask('POST', '/staff/printers/desk/release', {})).status, 200)

    const me = (await admin.ask('GET', '/auth/session')).body.userId
    const last = await setRole(me, 'support')
    assert.deepEqual([last.status, last.body.code], [409, 'wrong_state'])
    const { people: all } = await people()
    const printer = all.find((one: { kind: string }) => one.kind === 'printer')
    assert.equal((await setRole(printer.userId, 'owner')).body.code, 'not_found')
  })

  it('a staff key may do no more than its role and the present role of its owner', async () => {
    const { who, userId } = await accepted({ email: 'keys@staff.example', kind: 'staff', role: 'support' })
    const create = (body: object) => who.ask('POST', '/staff/keys', { label: 'Mine', ...body })
    assert.deepEqual((await who.ask('GET', '/staff/keys')).body.roles, ['support', 'read_only'])
    assert.deepEqual((await create({ kind: 'staff', role: 'finance' })).body.errors[0], {
      pointer: '/role',
      code: 'not_allowed',
      detail: 'role: got finance; expected a role that may do no more than yours, without approvals, money, catalog',
    })
    assert.equal((await create({ kind: 'metrics' })).status, 403)
    const reader = (await create({ kind: 'staff', role: 'read_only' })).body
    const { authorization, keyId } = (await create({ kind: 'staff' })).body
    const { authorization: unused } = (await create({ kind: 'staff' })).body
    const { accountId } = world.charged
    const end = async (as: string) => {
      const body = { reason: 'lost phone' }
      return world.call(`/staff/accounts/${accountId}/end-sessions`, { method: 'POST', as, body })
    }
    assert.equal((await world.call('/staff/accounts', { as: reader.authorization })).status, 200)
    assert.match((await end(reader.authorization)).body.detail, /^This key has the role read_only, and no more than/)
    assert.equal((await end(authorization)).status, 200)

    await admin.ask('PATCH', `${path}/${userId}`, { role: 'production' })
    // A key that was just used stays in the cache for seconds.
    assert.equal((await end(unused)).status, 403)
    const roleOf = async () =>
      (await admin.ask('GET', '/staff/keys')).body.keys.find((one: { keyId: string }) => one.keyId === keyId).role
    assert.equal(await roleOf(), 'support')

    // Of others' keys, only owners revoke some.
    const theirs = (await admin.ask('POST', '/staff/keys', { kind: 'metrics', label: 'Prometheus' })).body.keyId
    assert.equal((await who.ask('DELETE', `/staff/keys/${theirs}`)).status, 403)
    assert.equal((await who.ask('DELETE', `/staff/keys/${reader.keyId}`)).status, 204)
    assert.equal((await admin.ask('DELETE', `/staff/keys/${keyId}`)).status, 204)
  })

  it('a role of the staff can require a second factor: who has none sets one up first, and cannot remove it', async () => {
    const rule = async () => (await people()).secondFactor
    assert.deepEqual(await rule(), { everyone: false, roles: [] })
    const { who, userId } = await accepted({ email: 'factor@staff.example', kind: 'staff', role: 'support' })
    const list = () => who.ask('GET', '/staff/accounts')
    const require = (roles: string[]) => admin.ask('PUT', `${path}/second-factor`, { roles })
    assert.equal((await list()).status, 200)
    const unknown = await require(['accountant'])
    assert.deepEqual([unknown.status, unknown.body.errors[0].pointer], [400, '/roles/0'])
    assert.equal((await who.ask('PUT', `${path}/second-factor`, { roles: [] })).status, 403)

    assert.deepEqual((await require(['support', 'finance'])).body, { everyone: false, roles: ['support', 'finance'] })
    const refused = await list()
    assert.deepEqual([refused.status, refused.body.code], [403, 'second_factor_enrolment_required'])
    assert.equal((await who.ask('GET', '/auth/session')).body.mustEnrol, true)
    assert.equal((await admin.ask('GET', '/staff/accounts')).status, 200, 'the role of an owner requires none')
    await admin.ask('PATCH', `${path}/${userId}`, { role: 'read_only' })
    assert.equal((await list()).status, 200, 'nor does the new role')
    await admin.ask('PATCH', `${path}/${userId}`, { role: 'finance' })
    assert.equal((await list()).status, 403)

    const { totpUri } = (await who.ask('POST', '/auth/second-factor/enrol', { password })).body
    const confirmed = await who.ask('POST', '/auth/second-factor/confirm', { code: totpOf(totpUri) })
    assert.deepEqual([confirmed.status, confirmed.body.mustEnrol], [200, false])
    assert.equal((await list()).status, 200)
    assert.equal((await who.ask('POST', '/auth/second-factor/remove', { password })).body.code, 'wrong_state')
    assert.deepEqual((await require([])).body.roles, [])
    const { action, details } = await newest()
    assert.deepEqual([action, details], ['second_factor_roles_changed', { from: ['support', 'finance'], to: [] }])
    assert.equal((await who.ask('POST', '/auth/second-factor/remove', { password })).status, 204)
  })

  it('nobody removes themselves, and two owners who remove each other leave one of them', async () => {
    const { who, userId } = await accepted({ email: 'second@staff.example', kind: 'staff', role: 'owner' })
    const me = (await admin.ask('GET', '/auth/session')).body.userId
    const own = await admin.ask('DELETE', `${path}/${me}`)
    assert.deepEqual(
      [own.body.code, own.body.detail],
      ['wrong_state', 'You cannot remove yourself: ask another member of the staff.'],
    )
    const answers = await Promise.all([admin.ask('DELETE', `${path}/${userId}`), who.ask('DELETE', `${path}/${me}`)])
    assert.equal(answers.filter(({ status }) => status === 204).length, 1)
    const left = answers[0].status === 204 ? admin : who
    const owners = (await left.ask('GET', path)).body.people.filter((one: { role: string }) => one.role === 'owner')
    assert.equal(owners.length, 1)
    const remove = removeOperator({ ...world.app, db: world.app.database.db }, { email: owners[0].email }, 'command')
    await assert.rejects(remove, /must have at least one owner/)
  })
})
