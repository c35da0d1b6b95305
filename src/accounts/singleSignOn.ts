// Single sign-on: the staff sign in at the identity provider of their company (OpenID Connect, authorization code with
// PKCE). openid-client speaks the protocol and checks the signatures. The operator has chosen the provider, so its
// addresses are called directly.

import type { ClientAuth } from 'openid-client'
import { type Clock, day, hour, instant, minute, second, systemClock } from '../base/clock.ts'
import type { StaffRole } from './staffRoles.ts'

/** The role of the members of a group; the group `*` is everyone. */
export type GroupRole = { group: string; role: StaffRole }

export type SingleSignOnSettings = {
  issuer: URL
  clientId: string
  clientSecret: string
  /** The first group of a person decides. */
  roles: readonly GroupRole[]
  groupsClaim: string
  /** Separated by spaces. */
  scope: string
}

/** What the browser keeps between leaving for the provider and coming back. */
export type AuthorizationRequest = {
  state: string
  nonce: string
  codeVerifier: string
  startedAt: number
  /** The page to open afterwards. */
  next: string
}

/** A person as the provider describes them. `authenticatedAt`: the last sign-in there; null if it does not tell. */
export type Identity = {
  issuer: string
  subject: string
  email: string | null
  /** Null if the provider does not tell. */
  isEmailVerified: boolean | null
  name: string | null
  groups: string[]
  authenticatedAt: Date | null
}

export type SingleSignOn = {
  roles: readonly GroupRole[]
  /** `url` is the address of the provider. `isFresh`: the person must sign in there again, also with a session. */
  startSignIn(options: { isFresh: boolean; next: string }): Promise<{ url: URL; authorization: AuthorizationRequest }>
  /** Reads who came back. Throws for an answer that does not belong to the request, or is not of the provider. */
  finishSignIn(answer: URL, authorization: AuthorizationRequest): Promise<Identity>
}

/** The time in which a person must come back from the provider. */
export const maxSignInMs = 15 * minute

const callbackPath = '/auth/single-sign-on/callback'
/** How long a sign-in at the provider counts. After it, the provider asks for the password again. */
const providerSessionMs = day / 2
const clockToleranceMs = minute
const discoverAgainMs = hour
const timeoutSeconds = 10

export function openSingleSignOn(
  settings: SingleSignOnSettings,
  publicUrl: URL,
  clock: Clock = systemClock,
): SingleSignOn {
  const { issuer, clientId, clientSecret, roles, groupsClaim, scope } = settings
  const redirect_uri = new URL(callbackPath, publicUrl).href

  async function discover() {
    const library = await import('openid-client')
    const options = {
      timeout: timeoutSeconds,
      ...(issuer.protocol === 'http:' && { execute: [library.allowInsecureRequests] }),
    }
    return { library, provider: await library.discovery(issuer, clientId, {}, authenticationBy(library), options) }
  }
  /** The provider names the ways in which it takes the secret; without a list it is the first (OpenID Connect). */
  function authenticationBy({ ClientSecretBasic, ClientSecretPost }: typeof import('openid-client')): ClientAuth {
    const [inHeader, inBody] = [ClientSecretBasic(clientSecret), ClientSecretPost(clientSecret)]
    return (server, ...request) => {
      const { token_endpoint_auth_methods_supported: ways = ['client_secret_basic'] } = server
      return (ways.includes('client_secret_basic') ? inHeader : inBody)(server, ...request)
    }
  }
  let known: { discovered: ReturnType<typeof discover>; at: number } | null = null
  /** The provider's addresses and keys. A failure is forgotten, so that the next sign-in tries again. */
  function connect(): ReturnType<typeof discover> {
    const now = clock().getTime()
    if (known !== null && now - known.at < discoverAgainMs) return known.discovered
    const discovered = discover()
    known = { discovered, at: now }
    discovered.catch(() => {
      if (known?.discovered === discovered) known = null
    })
    return discovered
  }

  return {
    roles,
    async startSignIn({ isFresh, next }) {
      const { library, provider } = await connect()
      const [state, nonce, codeVerifier] = [
        library.randomState(),
        library.randomNonce(),
        library.randomPKCECodeVerifier(),
      ]
      const url = library.buildAuthorizationUrl(provider, {
        redirect_uri,
        scope,
        state,
        nonce,
        code_challenge: await library.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        // The provider must then tell when the person signed in; some do only if the claim is named.
        max_age: String(isFresh ? 0 : providerSessionMs / second),
        claims: JSON.stringify({ id_token: { auth_time: { essential: true } } }),
        ...(isFresh && { prompt: 'login' }),
      })
      return { url, authorization: { state, nonce, codeVerifier, startedAt: clock().getTime(), next } }
    },
    async finishSignIn(answer, { state, nonce, codeVerifier, startedAt }) {
      if (clock().getTime() - startedAt > maxSignInMs) throw new Error('the sign-in took too long')
      const { library, provider } = await connect()
      const url = new URL(redirect_uri)
      url.search = answer.search
      const tokens = await library.authorizationCodeGrant(provider, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      })
      const token = tokens.claims()!
      // A provider may tell some claims only at its second address.
      const isComplete = token[groupsClaim] !== undefined && token.email !== undefined
      const more =
        isComplete || provider.serverMetadata().userinfo_endpoint === undefined
          ? {}
          : await library.fetchUserInfo(provider, tokens.access_token, token.sub)
      const claims: Record<string, unknown> = { ...more, ...token }
      const authenticatedAt = typeof token.auth_time === 'number' ? instant(token.auth_time * second) : null
      if (authenticatedAt !== null && startedAt - authenticatedAt.getTime() > providerSessionMs + clockToleranceMs)
        throw new Error('the sign-in at the provider is too old')
      return {
        issuer: token.iss,
        subject: token.sub,
        email: textOf(claims.email),
        isEmailVerified: typeof claims.email_verified === 'boolean' ? claims.email_verified : null,
        name: textOf(claims.name),
        groups: [claims[groupsClaim] ?? []].flat().filter(group => typeof group === 'string'),
        authenticatedAt,
      }
    },
  }
}

const textOf = (claim: unknown): string | null => (typeof claim === 'string' && claim.trim() !== '' ? claim : null)

/** The role that the groups of a person give; null for a person whom the provider may sign in, but not here. */
export const roleOfGroups = (roles: readonly GroupRole[], groups: readonly string[]): StaffRole | null =>
  roles.find(({ group }) => group === '*' || groups.includes(group))?.role ?? null
