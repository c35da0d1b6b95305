// The staff sign in through the identity provider of their company.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { openSingleSignOn } from '../../src/accounts/singleSignOn/singleSignOn.ts'
import { createApp } from '../../src/app/app.ts'
import { hour, later, manualClock, minute, systemClock } from '../../src/base/clock.ts'
import { silentLog } from '../../src/base/log.ts'
import { readConfig } from '../../src/config/config.ts'
import { type IdentityProvider, startIdentityProvider } from '../support/identityProvider.ts'
import { type Visitor, visitor } from '../support/visitor.ts'
import { startWorld, type World } from '../support/world.ts'

const origin = 'http://127.0.0.1:3000'
const path = '/auth/single-sign-on'
const roles: [string, string][] = [
  ['print-owners', 'owner'],
  ['print-support', 'support'],
]

describe('the staff of a company with an identity provider', () => {
  let provider: IdentityProvider
  let world: World
  before(async () => {
    provider = await startIdentityProvider(`${origin}${path}/callback`)
    world = await startWorld(optionsOf({ mayStaffUsePasswords: true }))
  })
  after(async () => {
    await world?.[Symbol.asyncDispose]()
    await provider?.[Symbol.asyncDispose]()
  })

  const optionsOf = ({ mayStaffUsePasswords }: { mayStaffUsePasswords: boolean }) => {
    const { issuer, clientId, clientSecret } = provider
    const singleSignOn = {
      issuer,
      clientId,
      clientSecret,
      roles,
      groupsClaim: 'groups',
      scope: 'openid profile email groups',
    }
    return {
      config: {
        people: { mayAnybodySignUp: true, requireStaffSecondFactor: true, mayStaffUsePasswords },
        singleSignOn,
      },
    }
  }
  /** Signs in through the provider; answers where the browser ends up. */
  async function signIn(who: Visitor, as: string | null, { query = '', cookies = new Map<string, string>() } = {}) {
    const left = await who.ask('GET', `${path}/start${query}`)
    assert.equal(left.status, 302, JSON.stringify(left.body))
    const back = await provider.walk(String(left.headers.location), as, cookies)
    const { status, headers } = await who.ask('GET', back.pathname + back.search)
    assert.equal(status, 302)
    return { page: String(headers.location), back, left: new URL(String(left.headers.location)) }
  }
  const session = async (who: Visitor) => (await who.ask('GET', '/auth/session')).body

  it('a person of a group gets a sign-in with the role of the group, without a password and without a second factor of ours', async () => {
    provider.people.set('ada', {
      email: 'ada@company.example',
      name: 'Ada Binder',
      groups: ['everybody', 'print-support'],
    })
    const ada = visitor(world)
    const { page } = await signIn(ada, 'ada', { query: '?next=%2Fstaff%2Forders%3Fq%3D1' })
    assert.equal(page, '/staff/orders?q=1')
    const { email, name, kind, role, hasPassword, mustEnrol } = await session(ada)
    assert.deepEqual([email, name, kind, role], ['ada@company.example', 'Ada Binder', 'staff', 'support'])
    assert.deepEqual([hasPassword, mustEnrol], [false, false])
    assert.equal((await ada.ask('GET', '/staff/people')).status, 200)
  })

  it('a person whose groups change has another role at the next sign-in, and none ends every session', async () => {
    provider.people.set('bo', { email: 'bo@company.example', groups: ['print-support'] })
    const bo = visitor(world)
    await signIn(bo, 'bo')
    const { userId } = await session(bo)
    provider.people.get('bo')!.groups = ['print-support', 'print-owners']
    await signIn(bo, 'bo')
    assert.deepEqual([(await session(bo)).userId, (await session(bo)).role], [userId, 'owner'])
    provider.people.get('bo')!.groups = ['everybody']
    assert.equal((await signIn(visitor(world), 'bo')).page, '/staff/sign-in?failure=not_allowed')
    assert.equal((await bo.ask('GET', '/auth/session')).status, 401)
  })

  it('a member of the staff with a password keeps the sign-in only if the provider has verified the email address', async () => {
    const { email } = world.demo.staff
    provider.people.set('cy', { email, email_verified: false, groups: ['print-owners'] })
    assert.equal((await signIn(visitor(world), 'cy')).page, '/staff/sign-in?failure=already_exists')
    provider.people.get('cy')!.email_verified = true
    const cy = visitor(world)
    assert.equal((await signIn(cy, 'cy')).page, '/staff')
    assert.deepEqual([(await session(cy)).email, (await session(cy)).hasPassword], [email, true])
    const { people } = (await cy.ask('GET', '/staff/people')).body
    assert.equal(people.find((one: { email: string }) => one.email === email).singleSignOn, true)
  })

  it('an email address that passes to another person at the provider does not give that person the sign-in', async () => {
    const email = 'desk@company.example'
    provider.people.set('jo', { email, email_verified: true, groups: ['print-support'] })
    assert.equal((await signIn(visitor(world), 'jo')).page, '/staff')
    provider.people.set('kim', { email, email_verified: true, groups: ['print-owners'] })
    assert.equal((await signIn(visitor(world), 'kim')).page, '/staff/sign-in?failure=already_exists')
    provider.people.set('lou', { email: 'lou@company.example', email_verified: false, groups: ['print-support'] })
    assert.equal((await signIn(visitor(world), 'lou')).page, '/staff/sign-in?failure=already_exists')
  })

  it('a customer does not become a member of the staff by an email address at the provider', async () => {
    const { email } = world.charged.user
    provider.people.set('dee', { email, email_verified: true, groups: ['print-owners'] })
    assert.equal((await signIn(visitor(world), 'dee')).page, '/staff/sign-in?failure=already_exists')
  })

  it('the last owner of the staff stays an owner, whatever the groups say', async () => {
    const own = await startWorld(optionsOf({ mayStaffUsePasswords: false }))
    await using _ = own
    const { email } = own.demo.staff
    provider.people.set('eve', { email, email_verified: true, groups: ['print-support'] })
    const eve = visitor(own)
    const left = await eve.ask('GET', `${path}/start`)
    const back = await provider.walk(String(left.headers.location), 'eve')
    await eve.ask('GET', back.pathname + back.search)
    assert.equal((await session(eve)).role, 'owner')
  })

  it('a code is of use only in the browser that left for it, and once', async () => {
    provider.people.set('flo', { email: 'flo@company.example', groups: ['print-support'] })
    const flo = visitor(world)
    const { headers } = await flo.ask('GET', `${path}/start`)
    const back = await provider.walk(String(headers.location), 'flo')
    const elsewhere = visitor(world)
    const stolen = await elsewhere.ask('GET', back.pathname + back.search)
    assert.equal(stolen.headers.location, '/staff/sign-in?failure=sign_in_failed')
    const of = await visitor(world).ask('GET', `${path}/start`)
    const other = visitor(world)
    for (const line of [of.headers['set-cookie']].flat() as string[]) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      other.cookies.set(name!, value!)
    }
    const mixed = await other.ask('GET', back.pathname + back.search)
    assert.equal(mixed.headers.location, '/staff/sign-in?failure=sign_in_failed')
    assert.equal((await flo.ask('GET', back.pathname + back.search)).headers.location, '/staff')
    assert.equal(
      (await visitor(world).ask('GET', back.pathname + back.search)).headers.location,
      mixed.headers.location,
    )
  })

  it('a person who gives up at the provider, and an address outside the console, end on our own pages', async () => {
    assert.equal((await signIn(visitor(world), null)).page, '/staff/sign-in?failure=sign_in_failed')
    provider.people.set('gil', { email: 'gil@company.example', groups: ['print-support'] })
    for (const next of ['https://evil.example/', '//evil.example', '/staffroom', '/dashboard', '/staff/日'])
      assert.equal((await signIn(visitor(world), 'gil', { query: `?next=${encodeURIComponent(next)}` })).page, '/staff')
  })

  it('an act that needs a recent password is allowed after another sign-in at the provider, which asks again', async () => {
    provider.people.set('hal', { email: 'hal@company.example', groups: ['print-owners'] })
    const [hal, cookies] = [visitor(world), new Map<string, string>()]
    await signIn(hal, 'hal', { cookies })
    const { left } = await signIn(hal, 'hal', { query: '?fresh=yes', cookies })
    assert.deepEqual([left.searchParams.get('prompt'), left.searchParams.get('max_age')], ['login', '0'])
    await sql`update sessions set confirmed_at = null`.execute(world.app.database.db)
    const invitation = { email: 'press@company.example', kind: 'printer', printer: null }
    assert.equal(
      (await hal.ask('POST', '/staff/people/invitations', invitation)).body.code,
      'reauthentication_required',
    )
    await signIn(hal, 'hal', { query: '?fresh=yes', cookies })
    assert.equal((await hal.ask('POST', '/staff/people/invitations', invitation)).status, 201)
    const { sessions } = (await hal.ask('GET', '/auth/sessions')).body
    assert.equal(sessions.length, 1)
  })

  it('a person without a password gets no email to set one', async () => {
    provider.people.set('ida', { email: 'ida@company.example', groups: ['print-support'] })
    await signIn(visitor(world), 'ida')
    const before = world.sentMails.size
    const asked = await visitor(world).ask('POST', '/auth/request-password-reset', { email: 'ida@company.example' })
    assert.equal(asked.status, 202)
    await world.settle()
    assert.equal(world.sentMails.size, before)
  })

  it('where the staff may not use passwords, only the provider signs them in and says who they are', async () => {
    const own = await startWorld(optionsOf({ mayStaffUsePasswords: false }))
    await using _ = own
    const { email, password } = own.demo.staff
    const refused = await visitor(own).ask('POST', '/auth/sign-in/email', { email, password })
    assert.deepEqual([refused.status, refused.body.code], [403, 'not_allowed'])
    assert.match(refused.body.detail, /single sign-on/)
    assert.deepEqual((await visitor(own).ask('GET', path)).body, { singleSignOn: true, passwords: false })
    const { rows } = await sql<{ token: string }>`select token from sessions`.execute(own.app.database.db)
    assert.equal(rows.length, 0)
    const customer = await visitor(own).ask('POST', '/auth/sign-in/email', own.charged.user)
    assert.equal(customer.status, 200, JSON.stringify(customer.body))
  })

  it('a person who comes back late, or signed in at the provider too long ago, has to sign in again', async () => {
    const { singleSignOn } = optionsOf({ mayStaffUsePasswords: true }).config
    provider.people.set('max', { email: 'max@company.example', groups: ['print-support'] })
    const attempt = async (startsLaterMs: number, takesMs: number) => {
      const start = later(systemClock(), startsLaterMs)
      const clock = manualClock(start)
      const redirectUri = new URL(`${origin}${path}/callback`)
      const company = openSingleSignOn(singleSignOn, { redirectUri, outbound: null, clock })
      const { url, authorization } = await company.startSignIn({ isFresh: false, next: '/staff' })
      const back = await provider.walk(url.href, 'max')
      clock.set(later(start, takesMs))
      return company.finishSignIn(back, authorization)
    }
    assert.equal((await attempt(0, minute)).email, 'max@company.example')
    await assert.rejects(attempt(0, 16 * minute), /took too long/)
    await assert.rejects(attempt(13 * hour, minute), /too old/)
  })

  it('a role that the staff do not have stops the start', async () => {
    const { singleSignOn } = optionsOf({ mayStaffUsePasswords: true }).config
    const roles: [string, string][] = [['print-owners', 'boss']]
    const config = { ...readConfig([], {}), secretKey: Buffer.alloc(32), singleSignOn: { ...singleSignOn, roles } }
    await assert.rejects(createApp(config, silentLog), /gives print-owners the role "boss"/)
  })

  it('a provider that cannot be reached sends the person back to the sign-in page', async () => {
    const options = optionsOf({ mayStaffUsePasswords: true })
    const singleSignOn = { ...options.config.singleSignOn, issuer: new URL('http://127.0.0.1:9/') }
    const own = await startWorld({ config: { ...options.config, singleSignOn } })
    await using _ = own
    const answer = await visitor(own).ask('GET', `${path}/start`)
    assert.deepEqual([answer.status, answer.headers.location], [302, '/staff/sign-in?failure=provider_unavailable'])
  })
})
