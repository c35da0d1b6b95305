// People: signing up, second factors, passkeys, sessions, and confirming the password.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { day, earlier, hour, systemClock } from '../../src/base/clock.ts'
import { minNoticeMs } from '../../src/features/shop/operatorVersions.ts'
import { makeAuthenticator } from '../support/authenticator.ts'
import { confirmAccess } from '../support/confirmAccess.ts'
import { operatorDraft } from '../support/operatorDraft.ts'
import { mailsTo, tokenIn, totpOf, type Visitor, visitor } from '../support/visitor.ts'
import { startWorld, type World } from '../support/world.ts'

const password = 'correct horse battery'
const ada = { accountName: 'Analytical Books', name: 'Ada', email: 'ada@analytical.example', password }

const signIn = (who: Visitor, { email, password }: { email: string; password: string }) =>
  who.ask('POST', '/auth/sign-in/email', { email, password })

/** The app shows it in half a minute; the service takes it now, for clocks that are ahead. */
const nextCode = (totpUri: string) => totpOf(totpUri, Date.now() + 30_000)

const everyoneSignedInFor = (world: World, ms: number) =>
  sql`update sessions set created_at = ${earlier(systemClock(), ms)}`.execute(world.app.database.db)

it('emails are in the time zone of the first browser in which a person signs in, until the person chooses another', async () => {
  await using world = await startWorld()
  const zoneAfter = async (named: string) => {
    const who = visitor(world)
    who.cookies.set('octavo-time-zone', named)
    assert.equal((await signIn(who, world.charged.user)).status, 200)
    return [who, (await who.ask('GET', '/auth/email-settings')).body.timeZone] as const
  }
  for (const unknown of ['Mars/Olympus', 'undefined', `${'x'.repeat(5000)}`])
    assert.equal((await zoneAfter(unknown))[1], null, unknown)
  assert.equal((await zoneAfter('America/New_York'))[1], 'America/New_York')
  const [who, kept] = await zoneAfter('Asia/Tokyo')
  assert.equal(kept, 'America/New_York')
  for (const utc of ['UTC', null]) {
    const chosen = await who.ask('PATCH', '/auth/email-settings', { timeZone: utc })
    assert.deepEqual([chosen.status, chosen.body.timeZone], [200, 'UTC'])
    assert.equal((await zoneAfter('Asia/Tokyo'))[1], 'UTC')
  }
})

describe('signing up', () => {
  let world: World
  before(async () => {
    world = await startWorld()
  })
  after(() => world?.[Symbol.asyncDispose]())

  it('signing up opens an account when the email is confirmed, once, with the same password', async () => {
    const who = visitor(world)
    assert.equal((await who.ask('GET', '/auth/sign-up')).body.signUp, 'open')
    const answer = await who.ask('POST', '/auth/sign-up', ada)
    assert.deepEqual([answer.status, answer.body], [202, { status: 'accepted' }])
    assert.equal((await signIn(who, ada)).status, 401)

    const token = tokenIn((await mailsTo(world, ada.email))[0])
    const confirm = (changes = {}) => who.ask('POST', '/auth/sign-up/confirm', { token, password, ...changes })
    assert.equal((await confirm({ token: 'made-up' })).status, 404)
    assert.equal((await confirm({ password: 'something else' })).status, 401)
    const confirmed = await confirm()
    assert.equal(confirmed.status, 201)
    const { accountId, role, permissions } = confirmed.body
    assert.deepEqual([role, permissions.length], ['owner', 6])
    assert.equal((await confirm()).status, 404)

    // It is an account like any other: a key of it can ask for its orders.
    const key = await who.ask('POST', '/dashboard/api/sandbox/keys', { label: 'first' })
    assert.deepEqual((await world.call('/orders', { as: key.body.authorization })).body.orders, [])
    const staff = await world.call(`/staff/accounts/${accountId}`, { as: world.demo.staff.authorization })
    assert.deepEqual([staff.body.name, staff.body.holderEmail], ['Analytical Books', ada.email])
    await world.assertSound()
  })

  it('signing up reveals that an address exists only to its owner', async () => {
    const who = visitor(world)
    const bob = { ...ada, email: 'bob@analytical.example' }
    const known = { ...ada, email: world.charged.user.email }
    const answers = [await who.ask('POST', '/auth/sign-up', known), await who.ask('POST', '/auth/sign-up', bob)]
    const [one, other] = answers.map(({ status, body, headers }) => {
      const { 'request-id': _, date, 'ratelimit-remaining': left, 'ratelimit-reset': reset, ...rest } = headers
      return { status, body, rest }
    })
    assert.deepEqual(one, other)
    assert.doesNotMatch((await mailsTo(world, bob.email))[0]!.body, /Ada|Analytical Books/, 'a stranger typed them')
    assert.match((await mailsTo(world, known.email))[0]!.body, /already has a sign-in/)
    assert.equal(tokenIn((await mailsTo(world, known.email))[0]), '')
    assert.deepEqual(
      [(await signIn(who, known)).body.detail, (await signIn(who, { ...ada, email: 'no@one.example' })).body.detail],
      Array(2).fill('The email address or password is wrong.'),
    )
    assert.equal((await signIn(who, world.charged.user)).status, 200)
  })

  it('links of the sign-up work for a day', async () => {
    const who = visitor(world)
    const eve = { ...ada, email: 'eve@analytical.example' }
    await who.ask('POST', '/auth/sign-up', eve)
    const token = tokenIn((await mailsTo(world, eve.email))[0])
    await world.advance(day + hour)
    assert.equal((await who.ask('POST', '/auth/sign-up/confirm', { token, password })).status, 404)
  })

  it('new members accept the terms in effect, and the staff see which version and when', async () => {
    const { edit, publish } = operatorDraft(world)
    const terms = (version: string) =>
      edit(content => {
        content.texts = {
          terms: { version, link: { en: 'https://acme.example/terms' }, text: { en: 'Pay.', de: 'Zahlen Sie.' } },
        }
      })
    const who = visitor(world)
    assert.equal((await who.ask('GET', '/auth/sign-up')).body.terms, null)
    await terms('2026-11')
    assert.equal((await publish()).status, 201)
    await world.advance(minNoticeMs)
    assert.deepEqual((await who.ask('GET', '/auth/sign-up')).body.terms, {
      version: '2026-11',
      link: 'https://acme.example/terms',
      text: 'Pay.',
    })
    const german = await world.call('/auth/sign-up', { headers: { 'accept-language': 'de' } })
    assert.equal(german.body.terms.text, 'Zahlen Sie.')

    const lia = { ...ada, email: 'lia@analytical.example' }
    const signUp = (more: object) => who.ask('POST', '/auth/sign-up', { ...lia, ...more })
    for (const more of [{}, { terms: '2026-10' }]) {
      const refused = await signUp(more)
      assert.deepEqual([refused.status, refused.body.code], [409, 'terms_not_accepted'])
    }
    assert.deepEqual(await mailsTo(world, lia.email), [])
    assert.equal((await signUp({ terms: '2026-11' })).status, 202)
    const acceptedAt = world.now().toISOString()
    await world.advance(hour)
    const token = tokenIn((await mailsTo(world, lia.email))[0])
    const { accountId } = (await who.ask('POST', '/auth/sign-up/confirm', { token, password })).body
    const as = world.demo.staff.authorization
    const membersOf = async () => (await world.call(`/staff/accounts/${accountId}/members`, { as })).body.members
    assert.deepEqual((await membersOf())[0].terms, { version: '2026-11', operatorVersion: 2, acceptedAt })

    await terms('2026-12')
    assert.equal((await publish()).status, 201)
    await world.advance(minNoticeMs)
    const invitation = { email: 'tom@analytical.example', role: 'developer' }
    const cookie = await world.signIn(world.demo.staff)
    const path = `/staff/accounts/${accountId}/invitations`
    await confirmAccess(world, lia, await world.call(path, { method: 'POST', cookie, body: invitation }))
    const invited = tokenIn((await mailsTo(world, invitation.email))[0])
    const tom = visitor(world)
    assert.equal((await tom.ask('POST', '/auth/invitations/read', { token: invited })).body.terms.version, '2026-12')
    const accept = (more: object) =>
      tom.ask('POST', '/auth/invitations/accept', { token: invited, name: 'Tom', password, ...more })
    assert.equal((await accept({ terms: '2026-11' })).body.code, 'terms_not_accepted')
    assert.equal((await accept({ terms: '2026-12' })).status, 201)
    assert.deepEqual(
      (await membersOf()).map(({ terms }: { terms: { version: string } }) => terms.version),
      ['2026-11', '2026-12'],
    )
    const entries = (await world.call('/staff/audit', { as })).body.entries
    const created = entries.find(({ action }: { action: string }) => action === 'person_created')
    assert.deepEqual([created.details.email, created.details.terms], [invitation.email, '2026-12'])

    await edit(content => {
      delete content.texts
    })
    await publish()
    await world.advance(minNoticeMs)
  })

  it('staff open an account by inviting its first owner, and invite other people to it', async () => {
    const as = world.demo.staff.authorization
    const opening = { name: 'Paper Lantern', email: 'Mina@Lantern.example' }
    const opened = await world.call('/staff/accounts', { method: 'POST', as, body: opening })
    assert.deepEqual(
      [opened.status, opened.body.name, opened.body.holderEmail],
      [201, 'Paper Lantern', 'mina@lantern.example'],
    )
    const path = `/staff/accounts/${opened.body.accountId}`
    const again = await world.call('/staff/accounts', { method: 'POST', as, body: opening })
    assert.deepEqual([again.status, again.body.code], [409, 'already_exists'])
    const known = { ...opening, email: world.charged.user.email }
    assert.equal((await world.call('/staff/accounts', { method: 'POST', as, body: known })).status, 409)
    assert.equal(
      (await world.call('/staff/accounts', { method: 'POST', as, body: { ...opening, name: ' ' } })).status,
      400,
    )

    const mina = visitor(world)
    const token = tokenIn((await mailsTo(world, 'mina@lantern.example'))[0])
    const accepted = await mina.ask('POST', '/auth/invitations/accept', { token, name: 'Mina', password })
    assert.deepEqual([accepted.status, accepted.body.role], [201, 'owner'])

    const invite = { email: 'books@lantern.example', role: 'bookkeeper' }
    const byKey = await world.call(`${path}/invitations`, { method: 'POST', as, body: invite })
    assert.deepEqual([byKey.status, byKey.body.code], [401, 'not_authenticated'])
    const cookie = await world.signIn(world.demo.staff)
    const { db } = world.app.database
    await sql`alter table emails add constraint none check (kind <> 'access_request') not valid`.execute(db)
    const unannounced = await world.call(`${path}/invitations`, { method: 'POST', cookie, body: invite })
    await sql`alter table emails drop constraint none`.execute(db)
    const before = (await world.call(`${path}/members`, { as })).body
    assert.deepEqual([unannounced.status, before.invitations, before.requests], [500, [], []], 'no owner was asked')
    const asked = await world.call(`${path}/invitations`, { method: 'POST', cookie, body: invite })
    await confirmAccess(world, { email: 'mina@lantern.example', password }, asked)
    const email = (await mailsTo(world, 'mina@lantern.example')).at(-1)!
    assert.equal(email.subject, 'Our support staff changed who can sign in to your account')
    assert.match(email.body, /invited books@lantern\.example to your account as bookkeeper/)
    const people = await world.call(`${path}/members`, { as })
    assert.deepEqual(
      [people.body.members.map((member: { name: string }) => member.name), people.body.invitations[0].role],
      [['Mina'], 'bookkeeper'],
    )
    assert.match((await mailsTo(world, invite.email))[0]!.body, /"Paper Lantern" as bookkeeper/)
    const invitationPath = `${path}/invitations/${people.body.invitations[0].invitationId}`
    assert.equal((await world.call(invitationPath, { method: 'DELETE', as })).status, 204)
    assert.equal((await world.call(invitationPath, { method: 'DELETE', as })).status, 404)
    assert.equal(
      (await world.call('/staff/accounts/acc_none/invitations', { method: 'POST', cookie, body: invite })).status,
      404,
    )
    const { entries } = (await world.call(`/staff/audit?accountId=${opened.body.accountId}`, { as })).body
    const actions = entries.map(({ action }: { action: string }) => action).reverse()
    assert.deepEqual(actions.slice(0, 2), ['account_created', 'member_invited'])
    await world.assertSound()
  })

  it('signing up is not possible where the operator has turned it off', async () => {
    await using world = await startWorld({
      config: { people: { mayAnybodySignUp: false, requireStaffSecondFactor: true, mayStaffUsePasswords: true } },
    })
    const who = visitor(world)
    assert.equal((await who.ask('GET', '/auth/sign-up')).body.signUp, 'closed')
    assert.equal((await who.ask('POST', '/auth/sign-up', ada)).status, 403)

    // Staff who must have a second factor may only set one up.
    const { staff } = world.demo
    assert.equal((await signIn(who, staff)).body.mustEnrol, true)
    const refused = await who.ask('GET', '/staff/accounts')
    assert.deepEqual([refused.status, refused.body.code], [403, 'second_factor_enrolment_required'])
    assert.equal(
      (await who.ask('POST', '/auth/change-password', { currentPassword: 'x', newPassword: password })).status,
      403,
    )
    assert.equal((await who.ask('GET', '/auth/session')).body.mustEnrol, true)
    const { totpUri } = (await who.ask('POST', '/auth/second-factor/enrol', { password: staff.password })).body
    const confirmed = await who.ask('POST', '/auth/second-factor/confirm', { code: totpOf(totpUri) })
    assert.deepEqual([confirmed.status, confirmed.body.mustEnrol], [200, false])
    assert.equal((await who.ask('GET', '/staff/accounts')).status, 200)
    const removal = await who.ask('POST', '/auth/second-factor/remove', { password: staff.password })
    assert.equal(removal.body.code, 'wrong_state')
    assert.equal((await world.call('/staff/accounts', { as: staff.authorization })).status, 200) // keys keep working
  })
})

describe('a second factor', () => {
  it('a second factor is asked for at each sign-in once it is confirmed, and can be replaced by a recovery code, once', async () => {
    await using world = await startWorld()
    const { user } = world.charged
    const elsewhere = visitor(world)
    await signIn(elsewhere, user)
    const who = visitor(world)
    await signIn(who, user)
    assert.equal((await who.ask('POST', '/auth/second-factor/enrol', { password: 'wrong' })).status, 400)
    const { totpUri, recoveryCodes } = (await who.ask('POST', '/auth/second-factor/enrol', { password: user.password }))
      .body
    assert.match(totpUri, /^otpauth:\/\/totp\/Octavo:/)
    assert.equal(recoveryCodes.length, 10)
    assert.equal((await signIn(visitor(world), user)).status, 200) // it does not count before it is confirmed
    assert.equal((await who.ask('POST', '/auth/second-factor/confirm', { code: '000000' })).status, 400)
    const confirmed = await who.ask('POST', '/auth/second-factor/confirm', { code: totpOf(totpUri) })
    assert.deepEqual([confirmed.status, confirmed.body.secondFactor], [200, true])
    assert.equal((await who.ask('GET', '/auth/session')).status, 200)
    assert.equal((await elsewhere.ask('GET', '/auth/session')).status, 401) // sessions without it end

    const later = visitor(world)
    const first = await signIn(later, user)
    assert.deepEqual([first.status, first.body.code], [401, 'second_factor_required'])
    assert.equal((await later.ask('GET', '/auth/session')).status, 401)
    assert.equal((await later.ask('POST', '/auth/sign-in/totp', { code: '000000' })).status, 400)
    const signedIn = await later.ask('POST', '/auth/sign-in/totp', { code: nextCode(totpUri) })
    assert.deepEqual([signedIn.status, signedIn.body.email], [200, user.email])
    assert.equal((await later.ask('GET', '/dashboard/api/cards')).status, 200)

    const [code] = recoveryCodes
    const without = visitor(world)
    await signIn(without, user)
    assert.equal((await without.ask('POST', '/auth/sign-in/recovery-code', { code })).status, 200)
    const again = visitor(world)
    await signIn(again, user)
    assert.equal((await again.ask('POST', '/auth/sign-in/recovery-code', { code })).status, 400)
    for (let i = 0; i < 5; i++) await again.ask('POST', '/auth/sign-in/totp', { code: '000000' })
    assert.equal((await again.ask('POST', '/auth/sign-in/totp', { code: nextCode(totpUri) })).status, 401) // begin again
    assert.equal((await visitor(world).ask('POST', '/auth/sign-in/totp', { code: nextCode(totpUri) })).status, 401)

    const made = await who.ask('POST', '/auth/second-factor/recovery-codes', { password: user.password })
    assert.equal(made.body.recoveryCodes.length, 10)
    assert.equal((await who.ask('POST', '/auth/second-factor/remove', { password: user.password })).status, 204)
    assert.equal((await signIn(visitor(world), user)).status, 200)
  })
})

describe('a code of an authenticator app', () => {
  it('a code of an authenticator app works once, and no older code works after it', async () => {
    await using world = await startWorld()
    const { user } = world.charged
    const who = visitor(world)
    await signIn(who, user)
    const { totpUri } = (await who.ask('POST', '/auth/second-factor/enrol', { password: user.password })).body
    const confirming = totpOf(totpUri)
    assert.equal((await who.ask('POST', '/auth/second-factor/confirm', { code: confirming })).status, 200)
    const use = async (code: string) => {
      const thief = visitor(world)
      assert.equal((await signIn(thief, user)).body.code, 'second_factor_required')
      const answer = await thief.ask('POST', '/auth/sign-in/totp', { code })
      return [answer.status, (await thief.ask('GET', '/auth/session')).status]
    }
    assert.deepEqual(await use(confirming), [401, 401])
    const code = nextCode(totpUri)
    assert.deepEqual(await use(code), [200, 200])
    assert.deepEqual(await use(code), [401, 401])
    assert.deepEqual(await use(confirming), [401, 401])
    assert.equal((await who.ask('GET', '/auth/sessions')).body.sessions.length, 2, 'no session is left of the refused')
  })
})

describe('a passkey', () => {
  it('a passkey signs its owner in, from our own pages, once a challenge', async () => {
    await using world = await startWorld({ config: { publicUrl: 'https://books.example' } })
    const { user } = world.charged
    const device = makeAuthenticator({ origin: 'https://books.example' })
    const who = visitor(world)
    await signIn(who, user)
    const add = async (credential: object) => who.ask('POST', '/auth/passkeys', { name: 'Laptop', credential })
    const options = async () => (await who.ask('POST', '/auth/passkeys/options')).body
    const elsewhere = makeAuthenticator({ origin: 'https://books.example.evil' })
    assert.equal((await add(elsewhere.create(await options()))).status, 400)
    const careless = makeAuthenticator({ origin: 'https://books.example', verifies: false })
    assert.equal((await add(careless.create(await options()))).status, 403)
    const asked = await options()
    assert.equal(asked.rp.id, 'books.example')
    const added = await add(device.create(asked))
    assert.equal(added.status, 201, JSON.stringify(added.body))
    assert.equal((await add(device.create(asked))).status, 401) // the challenge is used up
    const { passkeys } = (await who.ask('GET', '/auth/passkeys')).body
    assert.deepEqual([passkeys.length, passkeys[0].name], [1, 'Laptop'])

    const later = visitor(world)
    const challenge = async () => (await later.ask('POST', '/auth/sign-in/passkey/options')).body
    const use = (credential: object) => later.ask('POST', '/auth/sign-in/passkey', { credential })
    assert.equal((await use(makeAuthenticator({ origin: 'https://books.example' }).get(await challenge()))).status, 401)
    const forged = device.get(await challenge())
    forged.response.signature = device.get({ challenge: 'AAAA', rpId: 'books.example' }).response.signature
    assert.equal((await use(forged)).status, 401)
    assert.equal((await challenge()).userVerification, 'required')
    const signedIn = await use(device.get(await challenge()))
    assert.deepEqual([signedIn.status, signedIn.body.email], [200, user.email], JSON.stringify(signedIn.body))
    assert.equal((await later.ask('GET', '/dashboard/api/cards')).status, 200)
    assert.ok(
      [...later.cookies.keys()].every(name => name.startsWith('__Host-octavo.')),
      [...later.cookies.keys()].join(),
    )

    const { passkeyId } = passkeys[0]
    const stranger = visitor(world)
    await signIn(stranger, world.enterprise.user)
    assert.equal((await stranger.ask('DELETE', `/auth/passkeys/${passkeyId}`)).status, 404)
    assert.equal((await who.ask('DELETE', `/auth/passkeys/${passkeyId}`)).status, 204)
    assert.equal((await use(device.get(await challenge()))).status, 401)
  })
})

describe('a sign-in', () => {
  const subjects = async (world: World, email: string) => (await mailsTo(world, email)).map(({ subject }) => subject)

  it('a sign-in from an unknown browser is mailed to the person, and every sign-in is in the audit log', async () => {
    await using world = await startWorld()
    const { user } = world.charged
    const own = visitor(world, '127.0.0.1')
    await signIn(own, user)
    await signIn(own, user)
    assert.deepEqual(await subjects(world, user.email), [])
    const stranger = visitor(world, '127.0.0.1')
    await signIn(stranger, user)
    const [mail, ...more] = await mailsTo(world, user.email)
    assert.deepEqual([mail?.subject, more], ['New sign-in from another browser', []])
    assert.match(mail!.body, /IP address: 127\.0\.0\.1\n/)
    const { entries } = (await own.ask('GET', '/dashboard/api/audit')).body
    const seen = entries.filter(({ action }: { action: string }) => action === 'signed_in')
    assert.deepEqual(
      seen.map(({ details }: { details: object }) => details).toReversed(),
      ['new', 'known', 'new'].map(browser => ({ way: 'password', browser, address: '127.0.0.1' })),
    )
    await signIn(stranger, world.demo.staff)
    assert.deepEqual(await subjects(world, world.demo.staff.email), [])
  })

  it('a browser is known until the password changes, and each change of a sign-in is mailed to the person', async () => {
    await using world = await startWorld()
    const { user } = world.charged
    const [own, other] = [visitor(world), visitor(world)]
    await signIn(own, user)
    await signIn(other, user)
    const changed = { ...user, password: 'another battery, correct' }
    const change = { currentPassword: user.password, newPassword: changed.password }
    assert.equal((await own.ask('POST', '/auth/change-password', change)).status, 204)
    await signIn(own, changed)
    assert.deepEqual(await subjects(world, user.email), [
      'New sign-in from another browser',
      'Your sign-in was changed',
    ])
    await signIn(other, changed)
    assert.equal((await subjects(world, user.email)).length, 3)

    await other.ask('POST', '/auth/request-password-reset', { email: user.email })
    await world.settle()
    const token = tokenIn((await mailsTo(world, user.email)).at(-1))
    const newPassword = 'a third battery, correct'
    assert.equal((await other.ask('POST', '/auth/reset-password', { token, newPassword })).status, 204)
    const { body } = (await mailsTo(world, user.email)).at(-1)!
    assert.match(body, /a new password was set with a link/)
    await signIn(other, { ...user, password: newPassword })
    assert.equal((await subjects(world, user.email)).length, 5, 'the browser that used the link is known')

    const { totpUri } = (await other.ask('POST', '/auth/second-factor/enrol', { password: newPassword })).body
    await other.ask('POST', '/auth/second-factor/confirm', { code: totpOf(totpUri) })
    await other.ask('POST', '/auth/second-factor/remove', { password: newPassword })
    const last = (await mailsTo(world, user.email)).slice(-2)
    assert.match(last.map(({ body }) => body).join(), /a second factor was set up.*your second factor was removed/s)
  })
})

describe('a session', () => {
  let world: World
  before(async () => {
    world = await startWorld()
  })
  after(() => world?.[Symbol.asyncDispose]())

  it('a session is seen and ended by its owner alone', async () => {
    const [one, two, stranger] = [visitor(world), visitor(world), visitor(world)]
    await signIn(one, world.charged.user)
    await signIn(two, world.charged.user)
    await signIn(stranger, world.enterprise.user)
    const { sessions } = (await one.ask('GET', '/auth/sessions')).body
    assert.deepEqual(sessions.map((each: { current: boolean }) => each.current).sort(), [false, true])
    const other = sessions.find((each: { current: boolean }) => !each.current)
    assert.equal((await stranger.ask('DELETE', `/auth/sessions/${other.sessionId}`)).status, 404)
    assert.equal((await one.ask('DELETE', `/auth/sessions/${other.sessionId}`)).status, 204)
    assert.equal((await two.ask('GET', '/auth/session')).status, 401)
    await signIn(two, world.charged.user)
    assert.equal((await one.ask('POST', '/auth/sessions/end-others')).status, 204)
    assert.equal((await two.ask('GET', '/auth/session')).status, 401)
    assert.equal((await one.ask('GET', '/auth/session')).status, 200)
  })

  it('a session asks for the password again before keys, cards and secrets, when it was given long ago', async () => {
    const who = visitor(world)
    await signIn(who, world.charged.user)
    const sensitive = [
      ['POST', '/dashboard/api/sandbox/keys', { label: 'new' }],
      ['POST', '/dashboard/api/cards', { testCard: 'sim_success' }],
      ['GET', '/dashboard/api/production/webhook-secret', undefined],
      ['POST', '/dashboard/api/sandbox/webhook-secret/rotate', undefined],
      ['POST', '/auth/passkeys/options', undefined],
    ] as const
    const tried = async () => {
      const answers = []
      for (const [method, path, body] of sensitive) answers.push(await who.ask(method, path, body))
      return answers.map(({ status, body }) => (status < 300 ? 'done' : body.code))
    }
    await everyoneSignedInFor(world, hour + 1000)
    assert.deepEqual(await tried(), Array(sensitive.length).fill('reauthentication_required'))
    assert.equal((await who.ask('GET', '/dashboard/api/sandbox/orders')).status, 200)
    assert.equal((await who.ask('POST', '/auth/confirm-password', { password: 'wrong' })).status, 400)
    const { user } = world.charged
    assert.equal((await who.ask('POST', '/auth/confirm-password', { password: user.password })).status, 204)
    assert.deepEqual(await tried(), Array(sensitive.length).fill('done'))
  })

  it('a session cannot be used by a form of another page', async () => {
    const who = visitor(world)
    const answer = await signIn(who, world.charged.user)
    assert.match(String(answer.headers['set-cookie']), /HttpOnly; SameSite=Lax/)
    const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const post = (headers: Record<string, string>) =>
      world.app.server.inject({
        method: 'POST',
        url: '/dashboard/api/sandbox/keys',
        headers: { cookie, ...headers },
        payload: 'label=stolen',
      })
    assert.equal((await post(form)).statusCode, 415)
    assert.equal((await post({ ...form, origin: 'https://evil.example' })).statusCode, 403)
    assert.equal((await post({ ...form, 'sec-fetch-site': 'same-site' })).statusCode, 403)
    assert.equal((await post({ 'content-type': 'text/plain' })).statusCode, 415)
    const { keys } = (await who.ask('GET', '/dashboard/api/sandbox/keys')).body
    assert.ok(keys.every((key: { label: string }) => key.label !== 'stolen'))
  })

  it('confirming a password in a session is limited as the sign-in is', async () => {
    const who = visitor(world)
    await signIn(who, world.charged.user)
    const statuses = []
    for (let i = 0; i < 11; i++)
      statuses.push((await who.ask('POST', '/auth/confirm-password', { password: 'wrong' })).status)
    assert.equal(statuses.at(-1), 429)
  })
})
