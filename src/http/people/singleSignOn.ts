// Single sign-on: the browser goes to the identity provider of the person's company and comes back with a code. The
// staff have the provider of the operator; the members of an account have the provider of the account, which is found
// by the domain of their email address. Both requests are navigations, so they answer with redirections, and a failed
// sign-in with the sign-in page. A new member of an account first accepts the operator's terms: until then there is
// neither a person nor a session, and a sealed cookie holds what the provider said.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { say } from '../../../languages/texts.ts'
import { readAccountName } from '../../accounts/people/team.ts'
import { findAccountOfDomain } from '../../accounts/singleSignOn/accountSignOn.ts'
import { admitIdentity, type Served } from '../../accounts/singleSignOn/identities.ts'
import {
  type AuthorizationRequest,
  briefly,
  callbackPath,
  type Identity,
  maxSignInMs,
  outboundFailureOf,
  type SingleSignOn,
} from '../../accounts/singleSignOn/singleSignOn.ts'
import { instant, second } from '../../base/clock.ts'
import { Refusal } from '../../base/refusal.ts'
import { openOrNull } from '../../base/secrets/vault.ts'
import { Closed, nullable, oneOf, Redirected, Text } from '../objects/common.ts'
import { type Route, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { tag } from './profile.ts'
import { Person } from './signIn.ts'
import { acceptTerms, ShownTerms, showTerms, TermsVersion } from './terms.ts'

/** A provider with those whom it serves. */
type Company = { provider: SingleSignOn; served: Served }

/** Why a sign-in failed, for the sign-in page. */
const failures = [
  'provider_unavailable',
  'not_allowed',
  'already_exists',
  'account_suspended',
  'wrong_state',
  'sign_in_failed',
] as const
type Failure = (typeof failures)[number]

const path = '/auth/single-sign-on'
const found = 302

const Domain = Text(253, { description: 'The domain of an email address, for the members of an account.' })

export const singleSignOnRoutes = tagged(tag, (services: Services): Route[] => [
  ...startRoutes(services),
  ...returnRoutes(services),
  ...newMemberRoutes(services),
])

const startRoutes = (services: Services): Route[] => {
  const { db, signIn, staffSignOn, mayStaffUsePasswords, log } = services
  const { requests } = cookiesOf(services)

  return [
    route({
      method: 'GET',
      path,
      operationId: 'getSingleSignOn',
      callers: ['public'],
      summary: 'Read how the staff, or the people of a domain, sign in',
      description:
        'With a `domain`, the answer is about the members of the account that has confirmed it. Lookups are limited as attempts to sign in are.',
      query: Closed({ domain: Type.Optional(Domain) }),
      answer: Type.Object({
        singleSignOn: Type.Boolean({ description: 'Whether people can sign in through an identity provider.' }),
        passwords: Type.Boolean({
          description: 'Whether the staff can sign in with passwords and passkeys. Always true with a `domain`.',
        }),
      }),
      refuses: ['not_allowed', 'too_many_requests'],
      async handle({ request, query: { domain } }) {
        if (domain === undefined) return { singleSignOn: staffSignOn !== null, passwords: mayStaffUsePasswords }
        signIn.countLookup(request)
        return { singleSignOn: (await findAccountOfDomain(db, domain)) !== null, passwords: true }
      },
    }),
    route({
      method: 'GET',
      path: `${path}/start`,
      hidden: true,
      callers: ['public'],
      summary: 'Go to the identity provider',
      query: Closed({
        domain: Type.Optional(Domain),
        next: Type.Optional(Text(2000, { description: 'The page to open afterwards, within the area.' })),
        fresh: Type.Optional(oneOf(['yes'], { description: 'Ask for the password at the provider in any case.' })),
      }),
      answer: Redirected,
      refuses: ['not_found'],
      async handle({ request, reply, query: { domain, next, fresh } }) {
        const area = domain === undefined ? '/staff' : '/dashboard'
        if (domain !== undefined && isFromElsewhere(request)) return askFirst(reply, domain, next)
        const company = domain === undefined ? requireStaffSignOn(staffSignOn) : await findCompany(services, domain)
        if (company === null) return fail(reply, area, 'not_allowed')
        const accountId = accountOf(company)
        try {
          const { url, authorization } = await company.provider.startSignIn({
            isFresh: fresh === 'yes',
            next: isInArea(area, next) ? next : area,
          })
          return reply.header('set-cookie', requests.write({ ...authorization, accountId })).redirect(url.href, found)
        } catch (error) {
          log.warn({ reason: reasonOf(error), accountId }, 'the identity provider cannot be reached')
          return fail(reply, area, 'provider_unavailable')
        }
      },
    }),
  ]
}

const returnRoutes = (services: Services): Route[] => {
  const { staffSignOn, accountProviders } = services

  return [
    route({
      method: 'GET',
      path: callbackPath,
      hidden: true,
      callers: ['public'],
      summary: 'Come back from the identity provider of the staff',
      answer: Redirected,
      refuses: ['not_found', 'too_many_requests'],
      handle: exchange => finish(services, exchange, requireStaffSignOn(staffSignOn), null),
    }),
    route({
      method: 'GET',
      path: `${callbackPath}/:accountId`,
      hidden: true,
      callers: ['public'],
      summary: 'Come back from the identity provider of an account',
      answer: Redirected,
      refuses: ['too_many_requests'],
      async handle({ params: { accountId }, ...exchange }) {
        const company = await accountProviders.find(accountId)
        if (company?.isSuspended) return fail(exchange.reply, '/dashboard', 'account_suspended')
        return finish(services, exchange, company, accountId)
      },
    }),
  ]
}

const newMemberRoutes = (services: Services): Route[] => {
  const { db, signIn } = services
  const { newMembers } = cookiesOf(services)

  return [
    route({
      method: 'GET',
      path: `${path}/terms`,
      operationId: 'getNewMember',
      callers: ['public'],
      summary: 'Read which account a new member joins through single sign-on, and the terms to accept',
      description:
        'For 15 minutes after the identity provider has sent the person back, with the cookie of that answer.',
      answer: Type.Object({ accountName: Type.String(), email: nullable(Type.String()), terms: ShownTerms }),
      refuses: ['not_found', 'account_suspended'],
      async handle({ request }) {
        const { accountId, identity } = await readNewMember(services, request)
        return {
          accountName: await readAccountName(db, accountId),
          email: identity.email,
          terms: showTerms(services, request.headers),
        }
      },
    }),
    route({
      method: 'POST',
      path: `${path}/terms`,
      operationId: 'acceptTerms',
      callers: ['public'],
      summary: 'Accept the terms as a new member, which completes the sign-in through single sign-on',
      body: Closed({ terms: TermsVersion }),
      status: 201,
      answer: Person,
      refuses: ['not_found', 'not_allowed', 'already_exists', 'account_suspended', 'wrong_state', 'terms_not_accepted'],
      before: signIn.countTry,
      async handle({ request, reply, body: { terms } }) {
        const { identity, served } = await readNewMember(services, request)
        const { userId } = await enter(services, { request, reply }, { identity, served, terms })
        reply.header('set-cookie', newMembers.end)
        return signIn.person(userId, { mustEnrol: false, hasPassword: false })
      },
    }),
  ]
}

type Area = '/staff' | '/dashboard'

const fail = (reply: FastifyReply, area: Area, failure: Failure) =>
  reply.redirect(`${area}/sign-in?failure=${failure}`, found)

function requireStaffSignOn(staffSignOn: Services['staffSignOn']): Company {
  if (staffSignOn === null) throw new Refusal('not_found', say('The staff have no single sign-on.'))
  return staffSignOn
}

async function findCompany({ db, accountProviders }: Services, domain: string): Promise<Company | null> {
  const accountId = await findAccountOfDomain(db, domain)
  return accountId === null ? null : accountProviders.find(accountId)
}

/** `terms`: the version that a new member accepts. */
async function enter(
  services: Services,
  { request, reply }: Exchange,
  { identity, served, terms }: { identity: Identity; served: Served; terms?: string | undefined },
): Promise<{ userId: string }> {
  const { userId } = await admitIdentity(services, {
    identity,
    served,
    acceptTerms: () => acceptTerms(services, terms),
  })
  await services.signIn.enterFromProvider(request, reply, { userId, authenticatedAt: identity.authenticatedAt })
  return { userId }
}

/** Refuses with not_found a person who does not come from the provider, or whom it sent too long ago. */
async function readNewMember(services: Services, request: FastifyRequest) {
  const member = cookiesOf(services).newMembers.read(request)
  const isInTime = member !== null && services.clock().getTime() <= member.until
  const company = isInTime ? await services.accountProviders.find(member.accountId) : null
  if (member === null || company === null)
    throw new Refusal('not_found', say('The sign-in took too long. Start again.'))
  if (company.isSuspended) throw new Refusal('account_suspended', say('This account is suspended. Contact support.'))
  const { accountId, identity } = member
  const authenticatedAt = member.authenticatedAt === null ? null : instant(member.authenticatedAt)
  return { accountId, identity: { ...identity, authenticatedAt }, served: company.served }
}

/** `company` is null if the account has no provider any longer. */
async function finish(
  services: Services,
  { request, reply }: Exchange,
  company: Company | null,
  accountId: string | null,
) {
  const { requests, newMembers } = cookiesOf(services)
  const area = accountId === null ? '/staff' : '/dashboard'
  services.signIn.countCallback(request)
  const authorization = requests.read(request)
  reply.header('set-cookie', requests.end)
  if (authorization === null || company === null || authorization.accountId !== accountId)
    return fail(reply, area, 'sign_in_failed')
  const { provider, served } = company
  let identity: Identity | null = null
  try {
    identity = await provider.finishSignIn(new URL(request.url, services.publicUrl), authorization)
    await enter(services, { request, reply }, { identity, served })
    return reply.redirect(authorization.next, found)
  } catch (error) {
    const isNew = error instanceof Refusal && error.code === 'terms_not_accepted'
    if (isNew && identity !== null && accountId !== null) {
      const until = services.clock().getTime() + maxSignInMs
      const authenticatedAt = identity.authenticatedAt?.toISOString() ?? null
      const member = { accountId, identity: briefly(identity, served.roles), authenticatedAt, until }
      return reply
        .header('set-cookie', newMembers.write(member))
        .redirect(pageOf('accept-terms', {}, authorization.next), found)
    }
    services.log.warn({ reason: reasonOf(error), accountId }, 'a sign-in through the identity provider failed')
    return fail(reply, area, failureOf(error))
  }
}

const cookiesOf = (services: Services) => ({
  requests: sealedCookie<SentRequest>(services, 'single_sign_on'),
  newMembers: sealedCookie<NewMember>(services, 'new_member'),
})

/**
 * The provider of an account may sign in everybody at once, as anyone of its people. A page of another site could then
 * put its visitors into an account of its choice, so the sign-in page asks them first.
 */
function askFirst(reply: FastifyReply, domain: string, next: string | undefined): FastifyReply {
  return reply.redirect(pageOf('sign-in', { company: domain }, next), found)
}

/** A page of the dashboard that leads to the page `next`. */
function pageOf(name: string, values: Record<string, string>, next: string | undefined): string {
  const page = isInArea('/dashboard', next) ? next.slice('/dashboard'.length) : ''
  const query = new URLSearchParams({ ...values, ...(page !== '' && { next: page }) })
  return `/dashboard/${name}${query.size === 0 ? '' : `?${query}`}`
}

const isFromElsewhere = ({ headers }: FastifyRequest): boolean =>
  ['cross-site', 'same-site'].includes(String(headers['sec-fetch-site']))

type Exchange = { request: FastifyRequest; reply: FastifyReply }
/** The account whose provider the browser left for; null: that of the staff. */
type SentRequest = AuthorizationRequest & { accountId: string | null }
/** Whom the provider of the account has just described, and who has not accepted the terms yet. */
type NewMember = {
  accountId: string
  identity: Omit<Identity, 'authenticatedAt'>
  authenticatedAt: string | null
  until: number
}

const accountOf = ({ served }: Company): string | null => (served.kind === 'staff' ? null : served.accountId)

/** Without the message, which may quote what the provider or the person sent. */
const reasonOf = (error: unknown): string =>
  outboundFailureOf(error) ??
  (error instanceof Error ? String((error as Error & { code?: unknown }).code ?? error.name) : 'unknown')

function failureOf(error: unknown): Failure {
  if (outboundFailureOf(error) !== null) return 'provider_unavailable'
  const code = error instanceof Refusal ? error.code : undefined
  return failures.find(failure => failure === code) ?? 'sign_in_failed'
}

/** Otherwise `next` could lead people who trust our address to another site. */
const isInArea = (area: Area, next: string | undefined): next is string =>
  next?.startsWith(area) === true && /^(?:[/?#][\x21-\x7e]*)?$/.test(next.slice(area.length))

/** A sealed cookie, which ties one step of a sign-in to the browser that took the step before. */
function sealedCookie<Content>({ publicUrl, vault }: Pick<Services, 'publicUrl' | 'vault'>, of: string) {
  const isHttps = publicUrl.protocol === 'https:'
  const name = `${isHttps ? '__Host-' : ''}octavo.${of}`
  // Lax, because the browser comes back from the provider's site.
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`
  return {
    write: (content: Content): string =>
      `${name}=${vault.seal(JSON.stringify(content)).toString('base64url')}; Max-Age=${maxSignInMs / second}; ${attributes}`,
    end: `${name}=; Max-Age=0; ${attributes}`,
    read({ headers: { cookie = '' } }: FastifyRequest): Content | null {
      const value = cookie
        .split(/; */)
        .find(text => text.startsWith(`${name}=`))
        ?.slice(name.length + 1)
      if (value === undefined) return null
      return openOrNull(() => JSON.parse(vault.open(Buffer.from(value, 'base64url'))) as Content)
    },
  }
}
