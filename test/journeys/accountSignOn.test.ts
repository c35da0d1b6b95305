// The members of an account sign in through the identity provider of their company.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { day, later, minute, systemClock } from '../../src/base/clock.ts'
import { checkDomains } from '../../src/features/notify/domainProofs.ts'
import { minNoticeMs } from '../../src/features/shop/operatorVersions.ts'
import { confirmAccess } from '../support/confirmAccess.ts'
import { type ForgedProvider, startForgedProvider } from '../support/forgedProvider.ts'
import { type IdentityProvider, startIdentityProvider } from '../support/identityProvider.ts'
import { operatorDraft } from '../support/operatorDraft.ts'
import { linkIn, mailsTo, tokenIn, type Visitor, visitor } from '../support/visitor.ts'
import { startWorld, type World, type WorldOptions } from '../support/world.ts'

const origin = 'http://127.0.0.1:3000'
const path = '/auth/single-sign-on'
const own = '/dashboard/api/single-sign-on'
const password = 'correct horse battery'

type Account = World['charged']
type Settings = Record<string, unknown>

const callbackOf = ({ accountId }: Account) => `${origin}${path}/callback/${accountId}`
const staffPath = ({ accountId }: Account) => `/staff/accounts/${accountId}/single-sign-on`

const settingsOf = (
  { issuer, clientId, clientSecret }: Pick<IdentityProvider, 'clientId' | 'clientSecret'> & { issuer: URL | string },
  changes: Settings = {},
): Settings => ({
  issuer: String(issuer),
  clientId,
  clientSecret,
  scope: 'openid profile email groups',
  groupsClaim: 'groups',
  roles: [
    { group: 'lantern-owners', role: 'owner' },
    { group: 'lantern-editors', role: 'developer' },
  ],
  defaultRole: null,
  localSignIn: true,
  domains: ['lantern.example'],
  ...changes,
})

/** In person: acts of the staff that give access take no key. An owner confirms them. */
async function byStaff(world: World, method: 'GET' | 'PUT' | 'DELETE' | 'POST', at: string, body?: object) {
  const send = async () => world.call(at, { method, cookie: await cookieOf(world), ...(body && { body }) })
  let answer = await send()
  if (answer.status === 401) {
    staffCookies.delete(world)
    answer = await send()
  }
  if (answer.status !== 202) return answer
  const account = [world.charged, world.enterprise].find(({ accountId }) => at.includes(accountId))!
  const confirmed = await confirmAccess(world, account.user, answer)
  if (confirmed.status !== 204) return confirmed
  return world.call(staffPath(account), { as: world.demo.staff.authorization })
}

const staffCookies = new WeakMap<World, Promise<string>>()

function cookieOf(world: World): Promise<string> {
  const cookie = staffCookies.get(world) ?? world.signIn(world.demo.staff)
  staffCookies.set(world, cookie)
  return cookie
}

/** Saves the settings, and confirms the domains, as the staff. */
async function setUp(world: World, account: Account, settings: Settings) {
  const saved = await byStaff(world, 'PUT', staffPath(account), settings)
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  for (const domain of settings.domains as string[]) {
    const confirmed = await byStaff(world, 'POST', `${staffPath(account)}/domains/${domain}/confirm`)
    assert.equal(confirmed.status, 200, JSON.stringify(confirmed.body))
  }
}

/** Leaves for the provider; answers its address. */
async function leave(who: Visitor, query = '?domain=lantern.example') {
  const left = await who.ask('GET', `${path}/start${query}`)
  assert.equal(left.status, 302, JSON.stringify(left.body))
  return String(left.headers.location)
}

/** Signs in through the provider; answers where the browser ends up. */
async function signIn(provider: IdentityProvider, who: Visitor, as: string | null, query?: string) {
  const back = await provider.walk(await leave(who, query), as)
  const { status, headers } = await who.ask('GET', back.pathname + back.search)
  assert.equal(status, 302)
  return String(headers.location)
}

const session = async (who: Visitor) => (await who.ask('GET', '/auth/session')).body
const failed = (failure: string) => `/dashboard/sign-in?failure=${failure}`

/** A world with a provider of its first account, which is set up. */
async function startScene(options: WorldOptions = {}, changes: Settings = {}) {
  const world = await startWorld(options)
  const provider = await startIdentityProvider(callbackOf(world.charged))
  await setUp(world, world.charged, settingsOf(provider, changes))
  return {
    world,
    provider,
    async [Symbol.asyncDispose]() {
      await provider[Symbol.asyncDispose]()
      await world[Symbol.asyncDispose]()
    },
  }
}
type Scene = Awaited<ReturnType<typeof startScene>>

async function ownerOf(world: World): Promise<Visitor> {
  const owner = visitor(world)
  assert.equal((await owner.ask('POST', '/auth/sign-in/email', world.charged.user)).status, 200)
  return owner
}

describe('the owner of an account with an identity provider', () => {
  let world: World
  let owner: Visitor
  let provider: IdentityProvider
  const texts = new Map<string, string[]>()
  before(async () => {
    world = await startWorld({
      async readDnsText(name) {
        if (name.includes('silent')) throw new Error('no answer')
        return texts.get(name) ?? []
      },
    })
    provider = await startIdentityProvider(callbackOf(world.charged))
    owner = await ownerOf(world)
  })
  after(async () => {
    await provider?.[Symbol.asyncDispose]()
    await world?.[Symbol.asyncDispose]()
  })

  it('the owner of an account enters the provider, proves the domain, and is never shown the secret again', async () => {
    assert.deepEqual((await owner.ask('GET', own)).body, {
      redirectUrl: callbackOf(world.charged),
      settings: null,
      domains: [],
    })
    const saved = await owner.ask('PUT', own, settingsOf(provider, { domains: ['Lantern.example'] }))
    assert.equal(saved.status, 200, JSON.stringify(saved.body))
    const { proof, confirmedAt, domain } = saved.body.domains[0]
    assert.deepEqual([domain, confirmedAt, proof.name], ['lantern.example', null, '_single-sign-on.lantern.example'])
    assert.deepEqual((await visitor(world).ask('GET', `${path}?domain=lantern.example`)).body.singleSignOn, false)
    assert.equal(await leave(visitor(world)), failed('not_allowed'))

    const prove = () => owner.ask('POST', `${own}/domains/lantern.example/confirm`)
    assert.equal((await prove()).body.code, 'wrong_state')
    texts.set(proof.name, ['v=spf1 -all', `${proof.value}x`])
    assert.equal((await prove()).body.code, 'wrong_state')
    texts.set(proof.name, ['v=spf1 -all', proof.value])
    assert.notEqual((await prove()).body.domains[0].confirmedAt, null)
    assert.deepEqual((await visitor(world).ask('GET', `${path}?domain=LANTERN.example`)).body.singleSignOn, true)

    const stays = await owner.ask('PUT', own, settingsOf(provider, { clientSecret: undefined, defaultRole: 'viewer' }))
    assert.notEqual(stays.body.domains[0].confirmedAt, null)
    assert.equal((await owner.ask('POST', `${own}/test`)).body.problem, null)

    const { entries } = (await owner.ask('GET', '/dashboard/api/audit')).body
    const [changed, confirmed, first] = entries
    assert.deepEqual([changed.action, confirmed.action], ['single_sign_on_changed', 'domain_confirmed'])
    assert.deepEqual([changed.details.before.defaultRole, changed.details.after.defaultRole], [null, 'viewer'])
    assert.deepEqual([first.details.before, first.details.newClientSecret], [null, true])
    const { rows } = await sql`select * from account_sign_ons`.execute(world.app.database.db)
    const everything = [entries, rows, (await owner.ask('GET', own)).body, saved.body].map(one => JSON.stringify(one))
    for (const text of everything) assert.ok(!text.includes(provider.clientSecret))
    assert.ok(!Buffer.from((rows[0] as { sealed_secret: Buffer }).sealed_secret).includes(provider.clientSecret))
  })

  it('a domain whose DNS record is gone stays confirmed for 30 days, with an email to the owners each week', async () => {
    const own2 = await startWorld({ readDnsText: async name => texts.get(name) ?? [] })
    await using _ = own2
    const ann = await ownerOf(own2)
    const saved = await ann.ask('PUT', own, settingsOf(provider, { domains: ['moved.example', 'seen.example'] }))
    const proofs = new Map<string, { name: string; value: string }>(
      saved.body.domains.map(({ domain, proof }: { domain: string; proof: object }) => [domain, proof]),
    )
    const { name, value } = proofs.get('moved.example')!
    texts.set(name, [value])
    assert.equal((await ann.ask('POST', `${own}/domains/moved.example/confirm`)).status, 200)
    await byStaff(own2, 'POST', `${staffPath(own2.charged)}/domains/seen.example/confirm`)

    const teamUrl = `${origin}/dashboard/production/settings?tab=team`
    let answer: () => string[] = () => texts.get(name)!
    const readDnsText = async () => answer()
    const start = own2.now()
    const look = async (days: number) => {
      const { transactor } = own2.app
      const asked = await checkDomains({ transactor, readDnsText, teamUrl })(later(start, days * day))
      const { domains } = (await ann.ask('GET', own)).body
      const [moved, seen] = domains as { confirmedAt: string | null; proofMissingSince: string | null }[]
      assert.notEqual(seen!.confirmedAt, null)
      const mails = await mailsTo(own2, own2.charged.user.email)
      return [asked, moved!.confirmedAt !== null, moved!.proofMissingSince !== null, mails.length]
    }
    const mails = (await mailsTo(own2, own2.charged.user.email)).length
    assert.deepEqual(await look(0.5), [0, true, false, mails], 'not due yet')
    assert.deepEqual(await look(1), [1, true, false, mails])
    answer = () => []
    assert.deepEqual(await look(2), [1, true, true, mails + 1])
    assert.deepEqual(await look(3), [1, true, true, mails + 1])
    assert.deepEqual(await look(9), [1, true, true, mails + 2])
    // An answer that the DNS does not give changes nothing; the record is back, and gone again later.
    answer = () => {
      throw new Error('no answer')
    }
    assert.deepEqual(await look(40), [1, true, true, mails + 2])
    answer = () => texts.get(name)!
    assert.deepEqual(await look(41), [1, true, false, mails + 2])
    answer = () => ['v=spf1 -all']
    assert.deepEqual(await look(50), [1, true, true, mails + 3])
    const sent = await mailsTo(own2, own2.charged.user.email)
    const missing = sent.find(({ subject }) => subject === 'The DNS record of moved.example is gone')
    assert.match(missing!.body, /no longer find the record in the DNS that proves that moved\.example is yours/)
    assert.ok(missing!.body.includes(value) && missing!.body.includes(teamUrl))
    assert.deepEqual(await look(79), [1, true, true, mails + 4])
    assert.deepEqual(await look(80), [1, false, false, mails + 5])
    assert.deepEqual((await visitor(own2).ask('GET', `${path}?domain=moved.example`)).body.singleSignOn, false)
    assert.deepEqual(await look(81), [0, false, false, mails + 5])
    const { entries } = (await ann.ask('GET', '/dashboard/api/audit')).body
    assert.deepEqual(
      entries.slice(0, 3).map(({ action }: { action: string }) => action),
      ['domain_confirmation_ended', 'domain_proof_missing', 'domain_proof_missing'],
    )
    texts.set(name, [value])
    assert.equal((await ann.ask('POST', `${own}/domains/moved.example/confirm`)).status, 200)
  })

  it('the owner of an account hears what is wrong with the settings', async () => {
    const pointerOf = async (changes: Settings) => {
      const { status, body } = await owner.ask('PUT', own, settingsOf(provider, changes))
      return [status, body.errors?.[0]?.pointer]
    }
    assert.deepEqual(await pointerOf({ issuer: 'http://10.0.0.1/' }), [400, '/issuer'])
    assert.deepEqual(await pointerOf({ issuer: 'https://login.example/?tenant=1' }), [400, '/issuer'])
    assert.deepEqual(await pointerOf({ issuer: 'https://a.example/.well-known/openid-configuration' }), [
      400,
      '/issuer',
    ])
    assert.deepEqual(await pointerOf({ issuer: 'not an address' }), [400, '/issuer'])
    assert.deepEqual(await pointerOf({ scope: 'profile email' }), [400, '/scope'])
    assert.deepEqual(await pointerOf({ domains: ['lantern.example', 'lantern'] }), [400, '/domains/1'])
    assert.deepEqual(await pointerOf({ domains: ['10.0.0.1'] }), [400, '/domains/0'])
    assert.deepEqual(await pointerOf({ roles: [{ group: 'x', role: 'king' }] }), [400, '/roles/0/role'])
    // Otherwise the stored secret would be sent to an address that its writer chose.
    const elsewhere = { issuer: 'https://elsewhere.example/', clientSecret: undefined }
    assert.deepEqual(await pointerOf(elsewhere), [400, '/clientSecret'])
    assert.deepEqual(await pointerOf({ clientId: 'another', clientSecret: undefined }), [400, '/clientSecret'])
    assert.equal((await owner.ask('POST', `${own}/domains/other.example/confirm`)).status, 404)
    await owner.ask('PUT', own, settingsOf(provider, { domains: ['silent.example'] }))
    assert.match((await owner.ask('POST', `${own}/domains/silent.example/confirm`)).body.detail, /did not answer/)
    for (const role of ['developer', 'viewer'])
      await sql`update memberships set role = ${role} where user_id = ${(await session(owner)).userId}`
        .execute(world.app.database.db)
        .then(async () => assert.equal((await owner.ask('GET', own)).status, 403))
  })

  it('the settings in production name an https provider', async () => {
    const strict = await startWorld({ config: { production: true } })
    await using _ = strict
    const { status, body } = await byStaff(strict, 'PUT', staffPath(strict.charged), settingsOf(provider))
    assert.deepEqual([status, body.errors?.[0]?.pointer], [400, '/issuer'], JSON.stringify(body))
  })
})

describe('the members of an account with an identity provider', () => {
  let scene: Scene
  before(async () => {
    scene = await startScene()
  })
  after(() => scene?.[Symbol.asyncDispose]())

  it('a person of a group becomes a member with the role of the group, without a password', async () => {
    const { world, provider } = scene
    const groups = ['everybody', 'lantern-editors']
    provider.people.set('ada', { email: 'ada@lantern.example', email_verified: true, name: 'Ada Lantern', groups })
    const invitation = { email: 'ada@lantern.example', role: 'viewer' }
    await byStaff(world, 'POST', `/staff/accounts/${world.charged.accountId}/invitations`, invitation)
    const ada = visitor(world)
    const query = `?domain=lantern.example&next=${encodeURIComponent('/dashboard/sandbox/orders?q=1')}`
    assert.equal(await signIn(provider, ada, 'ada', query), '/dashboard/sandbox/orders?q=1')
    const { email, name, kind, role, hasPassword, accountId } = await session(ada)
    assert.deepEqual([email, name, kind, role], ['ada@lantern.example', 'Ada Lantern', 'customer', 'developer'])
    assert.deepEqual([hasPassword, accountId], [false, world.charged.accountId])
    const team = (await ada.ask('GET', '/dashboard/api/team')).body
    assert.deepEqual([team.members.length, team.invitations], [2, []])
    const { sessions } = (await ada.ask('GET', '/auth/sessions')).body
    const lastsMs = Date.parse(sessions[0].expiresAt) - Date.parse(sessions[0].createdAt)
    assert.equal(Math.round(lastsMs / minute), 12 * 60)
    const { entries } = (await byStaff(world, 'GET', `/staff/audit?accountId=${accountId}`)).body
    const actions = entries.slice(0, 3).map(({ action }: { action: string }) => action)
    assert.deepEqual(actions, ['signed_in', 'single_sign_on_added', 'person_created'])
  })

  it('a new member gets emails in the language that the provider names at the first sign-in, until the member chooses', async () => {
    const { world, provider } = scene
    const languageOf = async (as: string, locale?: string) => {
      const email = `${as}@lantern.example`
      const groups = ['lantern-editors']
      provider.people.set(as, { email, email_verified: true, groups, ...(locale !== undefined && { locale }) })
      await signIn(provider, visitor(world), as)
      const { rows } = await sql<{ language: string | null }>`
        select coalesce(m.language, m.sign_in_language) as language
        from memberships m
        join users u on u.id = m.user_id
        where u.email = ${email}`.execute(world.app.database.db)
      return rows[0]!.language
    }
    assert.deepEqual([await languageOf('ina', 'de-AT'), await languageOf('ina', 'en')], ['de', 'de'])
    assert.deepEqual([await languageOf('ivo', 'de_DE'), await languageOf('ira', 'fr-FR')], ['de', 'en'])
    assert.equal(await languageOf('isa'), null)
  })

  it('a member whose groups change has another role at the next sign-in, and none ends the sessions', async () => {
    const { world, provider } = scene
    provider.people.set('bo', { email: 'bo@lantern.example', email_verified: true, groups: ['lantern-editors'] })
    const bo = visitor(world)
    await signIn(provider, bo, 'bo')
    const { userId } = await session(bo)
    provider.people.get('bo')!.groups = ['lantern-editors', 'lantern-owners']
    await signIn(provider, bo, 'bo')
    assert.deepEqual([(await session(bo)).userId, (await session(bo)).role], [userId, 'owner'])
    provider.people.get('bo')!.groups = ['everybody']
    assert.equal(await signIn(provider, visitor(world), 'bo'), failed('not_allowed'))
    assert.equal((await bo.ask('GET', '/auth/session')).status, 401)
  })

  it('a member with a password keeps the sign-in, and the last owner the role, unless the provider doubts the address', async () => {
    const own = await startScene({}, { domains: ['paperlantern.example'] })
    await using _ = own
    const { email } = own.world.charged.user
    const domain = email.split('@')[1]
    await setUp(own.world, own.world.charged, settingsOf(own.provider, { domains: [domain] }))
    own.provider.people.set('cy', { email, email_verified: false, groups: ['lantern-editors'] })
    const cy = visitor(own.world)
    assert.equal(await signIn(own.provider, cy, 'cy', `?domain=${domain}`), failed('already_exists'))
    delete own.provider.people.get('cy')!.email_verified
    assert.equal(await signIn(own.provider, cy, 'cy', `?domain=${domain}`), '/dashboard')
    assert.deepEqual([(await session(cy)).role, (await session(cy)).hasPassword], ['owner', true])
    own.provider.people.set('not-cy', { email, email_verified: true, groups: ['lantern-editors'] })
    const other = await signIn(own.provider, visitor(own.world), 'not-cy', `?domain=${domain}`)
    assert.equal(other, failed('already_exists'))
  })

  it('a person in no group has the default role, where the account has one', async () => {
    const own = await startScene({}, { defaultRole: 'viewer' })
    await using _ = own
    own.provider.people.set('di', { email: 'di@lantern.example', email_verified: true })
    const di = visitor(own.world)
    assert.equal(await signIn(own.provider, di, 'di'), '/dashboard')
    assert.equal((await session(di)).role, 'viewer')
  })

  it('a person with an address of another domain is refused, whatever the provider says', async () => {
    const { world, provider } = scene
    const groups = ['lantern-owners']
    for (const [as, email] of Object.entries({
      ed: 'ed@elsewhere.example',
      el: 'el@sub.lantern.example',
      em: undefined,
    })) {
      provider.people.set(as, { ...(email && { email }), email_verified: true, groups })
      assert.equal(await signIn(provider, visitor(world), as), failed('not_allowed'))
    }
    provider.people.set('ef', { email: 'ef@lantern.example', email_verified: false, groups })
    assert.equal(await signIn(provider, visitor(world), 'ef'), failed('already_exists'))
  })

  it('a person who gives up, and an address outside the dashboard, end on our own pages', async () => {
    const { world, provider } = scene
    assert.equal(await signIn(provider, visitor(world), null), failed('sign_in_failed'))
    provider.people.set('gil', { email: 'gil@lantern.example', email_verified: true, groups: ['lantern-editors'] })
    for (const next of ['https://evil.example/', '//evil.example', '/dashboardx', '/staff', '/dashboard\\evil']) {
      const query = `?domain=lantern.example&next=${encodeURIComponent(next)}`
      assert.equal(await signIn(provider, visitor(world), 'gil', query), '/dashboard')
    }
  })

  it('a person whom a page of another site sends here is asked on the sign-in page, and not signed in', async () => {
    const { world } = scene
    const sent = async (site: string, next: string) => {
      const query = `?domain=lantern.example&next=${encodeURIComponent(next)}`
      const headers = { 'sec-fetch-site': site }
      const answer = await world.call(`${path}/start${query}`, { headers })
      assert.equal(answer.status, 302)
      return answer
    }
    const asked = await sent('cross-site', '/dashboard/sandbox/orders?q=1')
    const signInPage = '/dashboard/sign-in?company=lantern.example'
    assert.equal(asked.headers.location, `${signInPage}&next=%2Fsandbox%2Forders%3Fq%3D1`)
    assert.equal(asked.headers['set-cookie'], undefined)
    assert.equal((await sent('same-site', 'https://evil.example')).headers.location, signInPage)
    for (const site of ['same-origin', 'none'])
      assert.match(String((await sent(site, '/dashboard')).headers.location), /\/auth\?.*client_id=octavo/)
  })

  it('an act that needs a recent password is allowed after another sign-in at the provider, which asks again', async () => {
    const { world, provider } = scene
    provider.people.set('hal', { email: 'hal@lantern.example', email_verified: true, groups: ['lantern-owners'] })
    const hal = visitor(world)
    await signIn(provider, hal, 'hal')
    await sql`update sessions set confirmed_at = null`.execute(world.app.database.db)
    const invite = () => hal.ask('POST', '/dashboard/api/team/invitations', { email: 'x@y.example', role: 'viewer' })
    assert.equal((await invite()).body.code, 'reauthentication_required')
    const left = new URL(await leave(hal, '?domain=lantern.example&fresh=yes'))
    assert.deepEqual([left.searchParams.get('prompt'), left.searchParams.get('max_age')], ['login', '0'])
    const back = await provider.walk(left.href, 'hal')
    await hal.ask('GET', back.pathname + back.search)
    assert.equal((await invite()).status, 201)
  })

  it('an account that is suspended lets nobody in, also one who is at the provider already', async () => {
    const own = await startScene()
    await using _ = own
    const { world, provider } = own
    provider.people.set('ida', { email: 'ida@lantern.example', email_verified: true, groups: ['lantern-editors'] })
    const ida = visitor(world)
    const left = await leave(ida)
    await byStaff(world, 'POST', `/staff/accounts/${world.charged.accountId}/suspend`, { reason: 'A test' })
    const back = await provider.walk(left, 'ida')
    const answer = await ida.ask('GET', back.pathname + back.search)
    assert.equal(answer.headers.location, failed('account_suspended'))
    assert.equal(await leave(ida), failed('not_allowed'))
  })
})

describe('an account whose members may not use passwords', () => {
  it('an account turns passwords off only after an owner came through the provider, and the staff turn them on again', async () => {
    const email = (world: World) => world.charged.user.email
    const scene = await startScene({}, { domains: [] })
    await using _ = scene
    const { world, provider } = scene
    const domain = email(world).split('@')[1]!
    const off = settingsOf(provider, { localSignIn: false, domains: [domain] })
    await setUp(world, world.charged, { ...off, localSignIn: true })
    const refused = await byStaff(world, 'PUT', staffPath(world.charged), off)
    assert.deepEqual([refused.status, refused.body.code], [409, 'wrong_state'])

    const byPassword = await ownerOf(world)
    const asked = await visitor(world).ask('POST', '/auth/request-password-reset', { email: email(world) })
    assert.equal(asked.status, 202)
    const earlierLink = tokenIn((await mailsTo(world, email(world))).at(-1))
    const invited = await byPassword.ask('POST', '/dashboard/api/team/invitations', {
      email: 'new@x.example',
      role: 'viewer',
    })
    assert.equal(invited.status, 201)
    const invitation = tokenIn((await mailsTo(world, 'new@x.example')).at(-1))
    provider.people.set('jo', { email: email(world), email_verified: true, groups: ['lantern-owners'] })
    const jo = visitor(world)
    assert.equal(await signIn(provider, jo, 'jo', `?domain=${domain}`), '/dashboard')
    const turnedOff = await jo.ask('PUT', own, off)
    assert.equal(turnedOff.status, 200, JSON.stringify(turnedOff.body))

    assert.equal((await byPassword.ask('GET', '/auth/session')).status, 401)
    assert.equal((await jo.ask('GET', '/auth/session')).body.hasPassword, false)
    const attempt = (secret: string) =>
      visitor(world).ask('POST', '/auth/sign-in/email', { email: email(world), password: secret })
    assert.equal((await attempt('wrong password')).body.code, 'not_authenticated')
    const rightPassword = await attempt(world.charged.user.password)
    assert.deepEqual([rightPassword.status, rightPassword.body.code], [403, 'not_allowed'])
    assert.equal(rightPassword.headers['set-cookie'], undefined)
    const before = (await mailsTo(world, email(world))).length
    await visitor(world).ask('POST', '/auth/request-password-reset', { email: email(world) })
    assert.equal((await mailsTo(world, email(world))).length, before)
    await visitor(world).ask('POST', '/auth/reset-password', { token: earlierLink, newPassword: password })
    assert.equal((await attempt(password)).status, 403)
    const confirming = await jo.ask('POST', '/auth/confirm-password', { password })
    assert.equal(confirming.status, 401, 'the reset has ended the session')
    const joining = await visitor(world).ask('POST', '/auth/invitations/accept', {
      token: invitation,
      name: 'New',
      password,
    })
    assert.deepEqual([joining.status, joining.body.code], [409, 'wrong_state'])
    const inviting = await byStaff(world, 'POST', `/staff/accounts/${world.charged.accountId}/invitations`, {
      email: 'more@x.example',
      role: 'viewer',
    })
    assert.equal(inviting.body.code, 'wrong_state')

    // Another provider, or a domain less, would lock everyone out.
    const changes: Settings[] = [{ issuer: 'https://elsewhere.example' }, { clientId: 'other' }, { domains: [] }]
    for (const change of changes) {
      const locked = await byStaff(world, 'PUT', staffPath(world.charged), { ...off, ...change })
      assert.equal(locked.body.code, 'wrong_state', JSON.stringify(locked.body))
    }
    const restored = await byStaff(world, 'PUT', staffPath(world.charged), { ...off, localSignIn: true })
    assert.equal(restored.body.settings.localSignIn, true)
    assert.equal((await attempt(password)).status, 200)
  })

  it('a member who came through the provider sets a first password where passwords are allowed, and stays if it is removed', async () => {
    const scene = await startScene()
    await using _ = scene
    const { world, provider } = scene
    const email = 'kim@lantern.example'
    provider.people.set('kim', { email, email_verified: true, groups: ['lantern-editors'] })
    await signIn(provider, visitor(world), 'kim')
    assert.equal((await byStaff(world, 'DELETE', staffPath(world.charged))).status, 204)
    assert.equal((await byStaff(world, 'DELETE', staffPath(world.charged))).status, 404)
    assert.equal(await leave(visitor(world)), failed('not_allowed'))
    await visitor(world).ask('POST', '/auth/request-password-reset', { email })
    const mail = (await mailsTo(world, email)).at(-1)!
    assert.match(linkIn(mail.body), /reset-password/)
    const set = { token: tokenIn(mail), newPassword: password }
    assert.equal((await visitor(world).ask('POST', '/auth/reset-password', set)).status, 204)
    assert.equal((await visitor(world).ask('POST', '/auth/reset-password', set)).status, 400)
    const kim = await visitor(world).ask('POST', '/auth/sign-in/email', { email, password })
    assert.deepEqual([kim.status, kim.body.role], [200, 'developer'])
  })
})

describe('two accounts with identity providers', () => {
  it('an account cannot take the people of another account or of the staff', async () => {
    const scene = await startScene({}, { domains: ['octavo.example', 'lantern.example'] })
    await using _ = scene
    const { world, provider } = scene
    const theirs = world.enterprise.user.email
    const domain = theirs.split('@')[1]!
    // The staff were deceived: the domain is confirmed for the wrong account.
    await setUp(world, world.charged, settingsOf(provider, { domains: [domain, 'octavo.example'] }))
    provider.people.set('thief', { email: theirs, email_verified: true, groups: ['lantern-owners'] })
    assert.equal(await signIn(provider, visitor(world), 'thief', `?domain=${domain}`), failed('already_exists'))
    provider.people.get('thief')!.email = world.demo.staff.email
    assert.equal(await signIn(provider, visitor(world), 'thief', `?domain=${domain}`), failed('already_exists'))
    assert.equal((await visitor(world).ask('POST', '/auth/sign-in/email', world.enterprise.user)).status, 200)
  })

  it('a domain belongs to one account, also of two who confirm it at the same time', async () => {
    const world = await startWorld()
    await using _ = world
    const { charged, enterprise } = world
    const provider = { issuer: 'https://login.example/', clientId: 'a', clientSecret: 'b' }
    for (const account of [charged, enterprise])
      assert.equal((await byStaff(world, 'PUT', staffPath(account), settingsOf(provider))).status, 200)
    const confirm = (account: Account) =>
      byStaff(world, 'POST', `${staffPath(account)}/domains/lantern.example/confirm`)
    const answers = await Promise.all([charged, enterprise].map(confirm))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
    assert.equal(answers.find(({ status }) => status === 409)!.body.code, 'already_exists')
    const [winner, loser] = answers[0]!.status === 200 ? [charged, enterprise] : [enterprise, charged]
    await byStaff(world, 'PUT', staffPath(winner), settingsOf(provider, { domains: [] }))
    assert.equal((await confirm(loser)).status, 200)
  })

  it('the same subject at the same provider is another person in each account, and for the staff', async () => {
    const forged = await startForgedProvider()
    await using _ = forged
    const staffSignOn = {
      issuer: new URL(forged.issuer),
      clientId: 'staff',
      clientSecret: 'secret',
      roles: [['*', 'support']] as [string, string][],
      groupsClaim: 'groups',
      scope: 'openid',
    }
    const world = await startWorld({ config: { singleSignOn: staffSignOn } })
    await using __ = world
    const { charged, enterprise } = world
    const all = { roles: [{ group: '*', role: 'viewer' }] }
    const by = { issuer: forged.issuer, clientSecret: 'secret' }
    await setUp(world, charged, settingsOf({ ...by, clientId: 'one' }, { ...all, domains: ['one.example'] }))
    await setUp(world, enterprise, settingsOf({ ...by, clientId: 'two' }, { ...all, domains: ['two.example'] }))
    const people: unknown[] = []
    for (const [clientId, query, email] of [
      ['one', '?domain=one.example', 'lee@one.example'],
      ['two', '?domain=two.example', 'lee@two.example'],
      ['staff', '', 'lee@three.example'],
    ]) {
      const lee = visitor(world)
      await returnFrom(forged, lee, await leave(lee, query), { aud: clientId, email, email_verified: true })
      const { accountId, kind } = await session(lee)
      people.push([kind, accountId])
    }
    assert.deepEqual(people, [
      ['customer', charged.accountId],
      ['customer', enterprise.accountId],
      ['staff', null],
    ])
  })
})

/** Comes back from a forged provider with a code; answers the page. */
async function returnFrom(forged: ForgedProvider, who: Visitor, left: string, claims: Settings, to?: string) {
  const { searchParams } = new URL(left)
  const seconds = Math.floor(systemClock().getTime() / 1000)
  forged.claims = {
    iss: forged.issuer,
    sub: 'lee',
    aud: searchParams.get('client_id'),
    iat: seconds,
    exp: seconds + 60,
    auth_time: seconds,
    nonce: searchParams.get('nonce'),
    ...claims,
  }
  const { pathname } = new URL(to ?? searchParams.get('redirect_uri')!)
  const query = new URLSearchParams({ code: 'a code', state: searchParams.get('state')! })
  const { headers } = await who.ask('GET', `${pathname}?${query}`)
  return String(headers.location)
}

describe('an answer that is not of the provider, or not for us', () => {
  let forged: ForgedProvider
  let world: World
  const all = { roles: [{ group: '*', role: 'viewer' }] }
  before(async () => {
    forged = await startForgedProvider()
    world = await startWorld()
    const by = { issuer: forged.issuer, clientId: 'octavo', clientSecret: 'secret' }
    await setUp(world, world.charged, settingsOf(by, all))
  })
  after(async () => {
    await world?.[Symbol.asyncDispose]()
    await forged?.[Symbol.asyncDispose]()
  })
  const lee = { email: 'lee@lantern.example', email_verified: true }

  it('an answer is refused with another issuer, audience, nonce, time or signature, and accepted with the right ones', async () => {
    const wrong: Settings[] = [
      { iss: 'https://elsewhere.example' },
      { aud: 'another client' },
      { aud: ['octavo', 'another client'], azp: 'another client' },
      { nonce: 'another nonce' },
      { nonce: undefined },
      { exp: 1 },
      { sub: '' },
    ]
    for (const claims of wrong) {
      const who = visitor(world)
      const page = await returnFrom(forged, who, await leave(who), { ...lee, ...claims })
      assert.equal(page, failed('sign_in_failed'), JSON.stringify(claims))
    }
    const who = visitor(world)
    forged.signed = 'wrongly'
    assert.equal(await returnFrom(forged, who, await leave(who), lee), failed('sign_in_failed'))
    forged.signed = 'rightly'
    const left = await leave(who)
    assert.equal(await returnFrom(forged, who, left, lee), '/dashboard')
    const exchange = forged.exchanges.at(-1)!
    assert.ok(exchange.get('code_verifier')!.length >= 43)
    assert.equal(new URL(left).searchParams.get('code_challenge_method'), 'S256')
    // The browser has left for nothing any longer.
    assert.equal(await returnFrom(forged, who, left, lee), failed('sign_in_failed'))
    const stranger = visitor(world)
    assert.equal(await returnFrom(forged, stranger, left, lee), failed('sign_in_failed'))
    const state = left.replace(/state=[^&]+/, 'state=another')
    const again = visitor(world)
    await leave(again)
    assert.equal(await returnFrom(forged, again, state, lee), failed('sign_in_failed'))
  })

  it('an answer of the provider of one account is no use at the address of another, or of the staff', async () => {
    const honest = await startForgedProvider()
    await using _ = honest
    const by = { issuer: honest.issuer, clientId: 'octavo', clientSecret: 'secret' }
    await setUp(world, world.enterprise, settingsOf(by, { ...all, domains: ['honest.example'] }))
    const victim = visitor(world)
    // The first provider sends the browser on to the second, which sends it to its own address of ours with its code.
    const left = await leave(victim)
    const sent = forged.exchanges.length
    const page = await returnFrom(forged, victim, left, lee, callbackOf(world.enterprise))
    assert.equal(page, failed('sign_in_failed'))
    assert.equal(forged.exchanges.length, sent, 'no code reaches the first provider')
    assert.equal(honest.exchanges.length, 0)
    const noStaff = await victim.ask('GET', `${path}/callback?code=x&state=y`)
    assert.equal(noStaff.status, 404)
  })

  it('an answer does not come from a provider that is down: the person is told so', async () => {
    const who = visitor(world)
    const left = await leave(who)
    forged.answer = request => request.socket.destroy()
    assert.equal(await returnFrom(forged, who, left, lee), failed('provider_unavailable'))
    forged.answer = null
  })
})

describe("the operator's terms", () => {
  let scene: Scene
  before(async () => {
    scene = await startScene({}, { domains: ['lantern.example', 'paperlantern.example'] })
    await publishTerms('2026-11')
  })
  after(() => scene?.[Symbol.asyncDispose]())

  async function publishTerms(version: string) {
    const { edit, publish } = operatorDraft(scene.world)
    await edit(content => {
      content.texts = { terms: { version, text: { en: 'Pay.' } } }
    })
    assert.equal((await publish()).status, 201)
    await scene.world.advance(minNoticeMs)
  }
  const terms = `${path}/terms`
  const membersOf = async () =>
    (await byStaff(scene.world, 'GET', `/staff/accounts/${scene.world.charged.accountId}/members`)).body.members
  /** A person of so many groups that no cookie could hold them. */
  const newPerson = (email: string) => ({
    email,
    email_verified: true,
    groups: [...Array.from({ length: 300 }, (_, i) => `group-of-the-company-${i}`), 'lantern-editors'],
  })

  it('a new member accepts the terms before there is a person or a session, and once', async () => {
    const { world, provider } = scene
    provider.people.set('ada', newPerson('ada@lantern.example'))
    const ada = visitor(world)
    const query = '?domain=lantern.example&next=%2Fdashboard%2Fsandbox%2Forders'
    assert.equal(await signIn(provider, ada, 'ada', query), '/dashboard/accept-terms?next=%2Fsandbox%2Forders')
    assert.ok([...ada.cookies].every(([name, value]) => name.length + value.length < 4000))
    assert.equal((await ada.ask('GET', '/auth/session')).status, 401)
    assert.equal((await ada.ask('GET', '/dashboard/api/team')).status, 401)
    const before = await membersOf()
    assert.equal(before.length, 1)

    const shown = await ada.ask('GET', terms)
    assert.deepEqual(shown.body, {
      accountName: (await byStaff(world, 'GET', `/staff/accounts/${world.charged.accountId}`)).body.name,
      email: 'ada@lantern.example',
      terms: { version: '2026-11', link: null, text: 'Pay.' },
    })
    for (const body of [{}, { terms: '2026-10' }]) {
      const refused = await ada.ask('POST', terms, body)
      assert.deepEqual([refused.status, refused.body.code], [409, 'terms_not_accepted'])
    }
    assert.equal((await ada.ask('GET', '/auth/session')).status, 401)
    assert.equal((await membersOf()).length, 1)

    const accepted = await ada.ask('POST', terms, { terms: '2026-11' })
    assert.deepEqual(
      [accepted.status, accepted.body.email, accepted.body.role],
      [201, 'ada@lantern.example', 'developer'],
    )
    assert.equal((await session(ada)).userId, accepted.body.userId)
    const member = (await membersOf()).find(({ email }: { email: string }) => email === 'ada@lantern.example')
    assert.deepEqual(member.terms, { version: '2026-11', operatorVersion: 2, acceptedAt: world.now().toISOString() })
    assert.equal((await ada.ask('POST', terms, { terms: '2026-11' })).status, 404)
    assert.equal(await signIn(provider, visitor(world), 'ada'), '/dashboard')
  })

  it('a member who joined with a password is not asked, since the terms were accepted then', async () => {
    const { world, provider } = scene
    const { email } = world.charged.user
    provider.people.set('mina', { ...newPerson(email), groups: ['lantern-owners'] })
    assert.equal(await signIn(provider, visitor(world), 'mina', `?domain=${email.split('@')[1]}`), '/dashboard')
  })

  it('a new member who has no group, or whose account is suspended or has no provider any more, is not let in', async () => {
    const { world, provider } = scene
    provider.people.set('bo', { ...newPerson('bo@lantern.example'), groups: [] })
    assert.equal(await signIn(provider, visitor(world), 'bo'), failed('not_allowed'))
    provider.people.set('cy', newPerson('cy@lantern.example'))
    const cy = visitor(world)
    await signIn(provider, cy, 'cy')
    const accept = async () => (await cy.ask('POST', terms, { terms: '2026-11' })).body.code
    const account = `/staff/accounts/${world.charged.accountId}`
    const reason = { reason: 'a test' }
    assert.equal((await byStaff(world, 'POST', `${account}/suspend`, reason)).status, 200)
    assert.equal(await accept(), 'account_suspended')
    assert.equal((await byStaff(world, 'POST', `${account}/resume`, reason)).status, 200)
    await byStaff(
      world,
      'PUT',
      staffPath(world.charged),
      settingsOf(provider, { roles: [], domains: ['lantern.example'] }),
    )
    assert.equal(await accept(), 'not_allowed')
    await byStaff(world, 'DELETE', staffPath(world.charged))
    assert.equal(await accept(), 'not_found')
    await setUp(world, world.charged, settingsOf(provider))
  })

  it('what the provider said counts for a quarter of an hour, in the browser that it sent, and is not to be forged', async () => {
    const { world, provider } = scene
    provider.people.set('di', newPerson('di@lantern.example'))
    const di = visitor(world)
    await signIn(provider, di, 'di')
    const [[name, value]] = [...di.cookies].filter(([name]) => name.endsWith('new_member')) as [[string, string]]
    assert.equal((await visitor(world).ask('POST', terms, { terms: '2026-11' })).status, 404)
    const forger = visitor(world)
    forger.cookies.set(name, `${value.slice(0, -4)}AAAA`)
    assert.equal((await forger.ask('POST', terms, { terms: '2026-11' })).status, 404)
    const elsewhere = await world.call(terms, {
      method: 'POST',
      cookie: `${name}=${value}`,
      headers: { origin: 'https://evil.example' },
      body: { terms: '2026-11' },
    })
    assert.equal(elsewhere.body.code, 'not_allowed')
    assert.equal((await di.ask('GET', terms)).status, 200)
    await world.advance(16 * minute)
    assert.equal((await di.ask('GET', terms)).status, 404)
    assert.equal((await di.ask('POST', terms, { terms: '2026-11' })).status, 404)
  })
})

describe('attempts to find or use an identity provider', () => {
  it('attempts are limited by address, as those with passwords are', async () => {
    const world = await startWorld()
    await using _ = world
    const address = '192.0.2.1'
    const statuses: number[] = []
    for (let attempt = 0; attempt < 32; attempt++)
      statuses.push((await visitor(world, address).ask('GET', `${path}?domain=company${attempt}.example`)).status)
    assert.deepEqual([statuses[0], statuses.at(-1)], [200, 429])
    assert.equal((await visitor(world, address).ask('POST', '/auth/sign-in/email', world.charged.user)).status, 200)
    const callback = `${path}/callback/${world.charged.accountId}?code=x&state=y`
    const backs: number[] = []
    for (let attempt = 0; attempt < 31; attempt++)
      backs.push((await visitor(world, address).ask('GET', callback)).status)
    assert.deepEqual([backs[0], backs.at(-1)], [302, 429])
    assert.equal((await visitor(world, address).ask('POST', '/auth/sign-in/email', world.charged.user)).status, 429)
  })
})
