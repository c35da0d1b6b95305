// Single sign-on: people sign in at the identity provider of their company (OpenID Connect, authorization code with
// PKCE). openid-client speaks the protocol and checks the signatures. The same code serves the staff, whose provider
// the operator has chosen, and the members of an account, whose provider is called through the guarded client.

import type { ClientAuth, CustomFetch } from 'openid-client'
import { say, type Translatable } from '../../../languages/texts.ts'
import { type Clock, day, hour, instant, minute, second, systemClock } from '../../base/clock.ts'
import type { Outbound } from '../../base/network/outbound.ts'
import { OutboundError, type OutboundFailure } from '../../base/network/outboundFailure.ts'

/** The role of the members of a group; the group `*` is everyone. */
export type GroupRole<Role> = { group: string; role: Role }

export type ProviderSettings = {
  issuer: URL
  clientId: string
  clientSecret: string
  groupsClaim: string
  /** Separated by spaces. */
  scope: string
}

/** The data that the browser keeps between leaving for the provider and coming back. */
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
  /** The language of the person, such as `de-DE`. */
  locale: string | null
  groups: string[]
  authenticatedAt: Date | null
}

export type SingleSignOn = {
  /** `url` is the address of the provider. `isFresh`: the person must sign in there again, also with a session. */
  startSignIn(options: { isFresh: boolean; next: string }): Promise<{ url: URL; authorization: AuthorizationRequest }>
  /** Reads who came back. Throws for an answer that does not belong to the request, or is not of the provider. */
  finishSignIn(answer: URL, authorization: AuthorizationRequest): Promise<Identity>
  /** Asks the provider for its addresses, and whether it knows the client and its secret. */
  findProblem(): Promise<ProviderProblem | null>
}

export type ProviderProblem = { code: ProviderProblemCode; detail: Translatable }
type ProviderProblemCode = (typeof providerProblemCodes)[number]
export const providerProblemCodes = [
  'unreachable',
  'not_a_provider',
  'other_issuer',
  'wrong_client',
  'refused',
] as const

/** The time in which a person must come back from the provider. */
export const maxSignInMs = 15 * minute

export const callbackPath = '/auth/single-sign-on/callback'
/** How long a sign-in at the provider counts. After it, the provider asks for the password again. */
const providerSessionMs = day / 2
const clockToleranceMs = minute
const discoverAgainMs = hour
const maxAnswerSeconds = 10

type Options = {
  /** The address to which the provider sends people back. */
  redirectUri: URL
  /** The guarded client, for a provider that a customer has chosen; null: it is called directly. */
  outbound: Pick<Outbound, 'fetch'> | null
  clock?: Clock
  /** For each request to the provider. */
  timeoutSeconds?: number
}

export function openSingleSignOn(
  { issuer, clientId, clientSecret, groupsClaim, scope }: ProviderSettings,
  { redirectUri, outbound, clock = systemClock, timeoutSeconds = maxAnswerSeconds }: Options,
): SingleSignOn {
  const redirect_uri = redirectUri.href

  async function discover() {
    const library = await import('openid-client')
    // Without these checks the library trusts the connection to the provider, and reads no signature.
    const execute = [library.enableNonRepudiationChecks]
    if (issuer.protocol === 'http:') execute.push(library.allowInsecureRequests)
    const options = {
      timeout: timeoutSeconds,
      execute,
      ...(outbound !== null && { [library.customFetch]: outbound.fetch as unknown as CustomFetch }),
    }
    const provider = await library.discovery(issuer, clientId, {}, authenticationBy(library), options)
    const { issuer: name } = provider.serverMetadata()
    if (URL.parse(name)?.href !== issuer.href) throw new OtherIssuer(name)
    return { library, provider }
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
      if (token.sub === '') throw new Error('the provider did not tell who signed in')
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
        isEmailVerified: isEmailVerified(token.iss, claims),
        name: textOf(claims.name),
        locale: textOf(claims.locale),
        groups: [claims[groupsClaim] ?? []].flat().filter(group => typeof group === 'string'),
        authenticatedAt,
      }
    },
    async findProblem() {
      try {
        const { library, provider } = await discover()
        if (provider.serverMetadata().authorization_endpoint === undefined)
          return problems.not_a_provider(say('its document names no authorization_endpoint'))
        // A code that no provider has given: it answers invalid_grant once it has accepted the client.
        await library.genericGrantRequest(provider, 'authorization_code', { code: 'a-test-of-octavo', redirect_uri })
        return null
      } catch (error) {
        return problemOf(error)
      }
    },
  }

  function problemOf(error: unknown): ProviderProblem | null {
    const failure = outboundFailureOf(error)
    if (failure !== null) return problems.unreachable(issuer.host, failureTexts[failure])
    const { cause, error: answer, code } = error as { cause?: unknown; error?: unknown; code?: unknown }
    // Of a 401 the library tells the challenge, and not the body.
    if (code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE') return problems.wrong_client('invalid_client')
    if (answer === 'invalid_grant') return null
    if (answer === 'invalid_client' || answer === 'unauthorized_client') return problems.wrong_client(answer)
    if (typeof answer === 'string') return problems.refused(answer.slice(0, maxQuoted))
    const name = error instanceof OtherIssuer ? error.got : (cause as { body?: { issuer?: unknown } })?.body?.issuer
    if (typeof name === 'string') return problems.other_issuer(issuer.href, name.slice(0, maxQuoted))
    if (cause instanceof Response && cause.status !== 200)
      return problems.not_a_provider(say('it answered {status}', { status: cause.status }))
    return problems.not_a_provider(say('its answer is not as OpenID Connect demands'))
  }
}

/**
 * Microsoft's address for people of all companies: the library would take it, and with it any company's administrator
 * could sign in as anybody.
 */
class OtherIssuer extends Error {
  readonly got: string
  constructor(got: string) {
    super('the provider is another issuer')
    this.got = got
  }
}

const maxQuoted = 200

/** Sentences for the owner of an account, and for the staff. */
const problems = {
  unreachable: (host: string, why: Translatable): ProviderProblem => ({
    code: 'unreachable',
    detail: say('The provider at {host} cannot be reached: {why}.', { host, why }),
  }),
  not_a_provider: (why: Translatable): ProviderProblem => ({
    code: 'not_a_provider',
    detail: say('The issuer has no usable document at /.well-known/openid-configuration: {why}.', { why }),
  }),
  other_issuer: (wanted: string, got: string): ProviderProblem => ({
    code: 'other_issuer',
    detail: say('The provider calls itself {got}, not {wanted}: enter exactly that address as the issuer.', {
      got,
      wanted,
    }),
  }),
  wrong_client: (answer: string): ProviderProblem => ({
    code: 'wrong_client',
    detail: say('The provider does not accept the client ID with this client secret ({answer}).', { answer }),
  }),
  refused: (answer: string): ProviderProblem => ({
    code: 'refused',
    detail: say(
      'The provider refuses the request for tokens ({answer}): check the redirect address and the allowed grants.',
      { answer },
    ),
  }),
}

const failureTexts: Record<OutboundFailure, Translatable> = {
  url_blocked: say('the address leads to a private network'),
  dns_failed: say('the host name does not exist'),
  timeout: say('it did not answer in time'),
  connect_failed: say('the connection failed'),
  tls_failed: say('the connection is not secure'),
  bad_answer: say('the connection broke, or the answer is too long'),
}

/** Why the guarded client failed; null for any other error. */
export function outboundFailureOf(error: unknown): OutboundFailure | null {
  if (error instanceof OutboundError) return error.failure
  const cause = error instanceof Error ? error.cause : undefined
  return cause === undefined ? null : outboundFailureOf(cause)
}

/**
 * Anyone can open an account at Google with the address of a company, and keep it after leaving. Only `hd` says that
 * the company itself manages the account.
 */
export function isEmailVerified(issuer: string, { email, email_verified, hd }: Record<string, unknown>) {
  if (typeof email_verified !== 'boolean') return null
  if (issuer !== 'https://accounts.google.com') return email_verified
  return email_verified && typeof email === 'string' && domainOf(email) === hd
}

/** The domain of an email address, in lower case. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

const textOf = (claim: unknown): string | null => (typeof claim === 'string' && claim.trim() !== '' ? claim : null)

/** The role that the groups of a person give; null for a person whom the provider may sign in, but not here. */
export const roleOfGroups = <Role>(roles: readonly GroupRole<Role>[], groups: readonly string[]): Role | null =>
  decidingGroup(roles, groups)?.role ?? null

const decidingGroup = <Role>(roles: readonly GroupRole<Role>[], groups: readonly string[]) =>
  roles.find(({ group }) => group === '*' || groups.includes(group))

/** The part of an identity that admits the person: some providers send hundreds of groups. */
export const briefly = (identity: Identity, roles: readonly GroupRole<unknown>[]): Identity => {
  const deciding = decidingGroup(roles, identity.groups)
  return { ...identity, name: identity.name?.slice(0, 200) ?? null, groups: deciding ? [deciding.group] : [] }
}
