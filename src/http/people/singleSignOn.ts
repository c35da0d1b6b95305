// Single sign-on of the staff: the browser goes to the identity provider of the company and comes back with a code.
// Both requests are navigations, so they answer with redirections, and a failed sign-in with the sign-in page.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { AccountDeps } from '../../accounts/accounts.ts'
import { type AuthorizationRequest, maxSignInMs, type SingleSignOn } from '../../accounts/singleSignOn.ts'
import { admitIdentity } from '../../accounts/staffIdentities.ts'
import { second } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import { Refusal } from '../../base/refusal.ts'
import { openOrNull } from '../../base/vault.ts'
import { type Route, route } from '../route.ts'
import { Nothing, oneOf, Text } from '../schemas.ts'
import { tag } from './people.ts'
import type { SignIn } from './signIn.ts'

export type SingleSignOnParts = AccountDeps & {
  signIn: SignIn
  publicUrl: URL
  log: Log
  /** Null when the operator has no identity provider. */
  singleSignOn: SingleSignOn | null
  mayStaffUsePasswords: boolean
}

/** Why a sign-in failed, for the sign-in page. */
const failures = ['provider_unavailable', 'not_allowed', 'already_exists', 'sign_in_failed'] as const
type Failure = (typeof failures)[number]

const path = '/auth/single-sign-on'
const found = 302

export function singleSignOnRoutes(parts: SingleSignOnParts): Route[] {
  const { signIn, singleSignOn, mayStaffUsePasswords, log } = parts
  const requests = requestCookie(parts)

  const fail = (reply: FastifyReply, failure: Failure) => reply.redirect(`/staff/sign-in?failure=${failure}`, found)

  function requireProvider(): SingleSignOn {
    if (singleSignOn === null) throw new Refusal('not_found', 'This service has no single sign-on.')
    return singleSignOn
  }

  return [
    route({
      method: 'GET',
      path,
      operationId: 'getSingleSignOn',
      callers: ['public'],
      tag,
      summary: 'Read how the staff sign in',
      answer: Type.Object({
        singleSignOn: Type.Boolean({ description: 'Whether the staff can sign in through an identity provider.' }),
        passwords: Type.Boolean({ description: 'Whether the staff can sign in with passwords and passkeys.' }),
      }),
      handle: () => ({ singleSignOn: singleSignOn !== null, passwords: mayStaffUsePasswords }),
    }),
    route({
      method: 'GET',
      path: `${path}/start`,
      hidden: true,
      callers: ['public'],
      tag,
      summary: 'Go to the identity provider',
      query: Type.Object(
        {
          next: Type.Optional(Text(2000, { description: 'The page to open afterwards, within the staff console.' })),
          fresh: Type.Optional(oneOf(['yes'], { description: 'Ask for the password at the provider in any case.' })),
        },
        { additionalProperties: false },
      ),
      answer: Nothing,
      refuses: ['malformed_request', 'not_found'],
      async handle({ reply, query: { next = '/staff', fresh } }) {
        const provider = requireProvider()
        try {
          const { url, authorization } = await provider.startSignIn({
            isFresh: fresh === 'yes',
            next: isInConsole(next) ? next : '/staff',
          })
          return reply.header('set-cookie', requests.write(authorization)).redirect(url.href, found)
        } catch (error) {
          log.warn({ reason: reasonOf(error) }, 'the identity provider of the staff cannot be reached')
          return fail(reply, 'provider_unavailable')
        }
      },
    }),
    route({
      method: 'GET',
      path: `${path}/callback`,
      hidden: true,
      callers: ['public'],
      tag,
      summary: 'Come back from the identity provider',
      answer: Nothing,
      refuses: ['not_found', 'too_many_requests'],
      async handle({ request, reply }) {
        const provider = requireProvider()
        signIn.countCallback(request)
        const authorization = requests.read(request)
        if (authorization === null) return fail(reply, 'sign_in_failed')
        try {
          const identity = await provider.finishSignIn(new URL(request.url, parts.publicUrl), authorization)
          const { userId } = await admitIdentity(parts, identity, provider.roles)
          await signIn.enterFromProvider(request, reply, { userId, authenticatedAt: identity.authenticatedAt })
          return reply.header('set-cookie', requests.end).redirect(authorization.next, found)
        } catch (error) {
          const code = error instanceof Refusal ? error.code : undefined
          log.warn({ reason: reasonOf(error) }, 'a sign-in through the identity provider failed')
          return fail(reply.header('set-cookie', requests.end), failures.find(one => one === code) ?? 'sign_in_failed')
        }
      },
    }),
  ]
}

/** Without the message, which may quote what the provider or the person sent. */
const reasonOf = (error: unknown): string =>
  error instanceof Error ? String((error as Error & { code?: unknown }).code ?? error.name) : 'unknown'

/** Otherwise `next` could lead people who trust our address to another site. */
const isInConsole = (next: string): boolean => /^\/staff(?:[/?#][\x21-\x7e]*)?$/.test(next)

/** The sealed cookie that ties the way back to the browser that left. */
function requestCookie({ publicUrl, vault }: Pick<SingleSignOnParts, 'publicUrl' | 'vault'>) {
  const isHttps = publicUrl.protocol === 'https:'
  const name = `${isHttps ? '__Host-' : ''}octavo.single_sign_on`
  // Lax, because the browser comes back from the provider's site.
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`
  return {
    write: (authorization: AuthorizationRequest): string =>
      `${name}=${vault.seal(JSON.stringify(authorization)).toString('base64url')}; Max-Age=${maxSignInMs / second}; ${attributes}`,
    end: `${name}=; Max-Age=0; ${attributes}`,
    read({ headers: { cookie = '' } }: FastifyRequest): AuthorizationRequest | null {
      const value = cookie
        .split(/; */)
        .find(text => text.startsWith(`${name}=`))
        ?.slice(name.length + 1)
      if (value === undefined) return null
      return openOrNull(() => JSON.parse(vault.open(Buffer.from(value, 'base64url'))) as AuthorizationRequest)
    },
  }
}
