// Sign-in. better-auth (betterAuth.ts) handles passwords, second factors, passkeys, sessions and reset tokens. The
// permissions of a person are in our own membership rows.

import { verifyPassword } from 'better-auth/crypto'
import type { Language } from '../../../languages/languages.ts'
import { systemClock } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import type { Db } from '../../db/db.ts'
import { type Kind, type Membership, readPerson } from '../accountStore.ts'
import type { AuthSecrets } from '../signIn/authSecrets.ts'
import type { Auth, ResetToken } from '../signIn/betterAuth.ts'
import { mustUseProvider } from '../signIn/localSignIn.ts'
import { readSecondFactorRoles } from '../signIn/secondFactorRoles.ts'
import { readPasswordHash, readSessionOwner, type SessionOwner } from '../signIn/sessions.ts'
import { useCode } from '../signIn/usedCodes.ts'
import type { StaffRole } from './staffRoles.ts'

export type PasswordReset = { accountId: string | null; to: string; name: string; url: string; expiresAt: Date }

/** Emails a person who requested a new password; must not wait for the mail server. */
type SendReset = (reset: PasswordReset) => Promise<void>

export type PeopleDeps = {
  db: Db
  log: Log
  publicUrl: URL
  authSecrets: AuthSecrets
  /** When true, staff without a second factor may only set one up; otherwise it depends on their role. */
  requireStaffSecondFactor: boolean
  /** Otherwise the staff sign in through the identity provider only. */
  mayStaffUsePasswords: boolean
  sendReset: SendReset
}

type AuthRequest = { method: 'GET' | 'POST'; path: string; headers: Headers; body?: unknown }
/** `body` is JSON, or null if there is none. `cookies` are whole Set-Cookie values. */
type AuthResponse = { status: number; body: unknown; cookies: string[] }

type SignedInPerson = SessionOwner & { sessionId: string; confirmedMsAgo: number; mustEnrol: boolean }
/** `token` ends the session; see sessions.ts. */
type OpenedSession = { token: string; cookies: string[] }

export type People = {
  /** Starts to load better-auth, for a person who is about to sign in. */
  preload(): void
  /** Passes a request on to an endpoint of better-auth; `path` is for example `/sign-in/email`. */
  handle(request: AuthRequest): Promise<AuthResponse>
  /** Opens a session of a person whom the identity provider has signed in; `headers` belong to the request. */
  openSession(userId: string, headers: Headers): Promise<OpenedSession>
  /** The owner of the session of the cookies; null without a session, and for an owner without a membership. */
  readSignedInPerson(headers: Headers): Promise<SignedInPerson | null>
  isPassword(userId: string, password: string): Promise<boolean>
  /** False for a code of an authenticator app that was used before. The code must be correct. */
  useCode(userId: string, code: string): Promise<boolean>
  mustHaveSecondFactor(person: Pick<Membership, 'kind' | 'role'>): Promise<boolean>
}

/** The header that carries the client address to better-auth. Callers cannot set it, because `handle` does. */
export const addressHeader = 'x-octavo-address'

export function openPeople(deps: PeopleDeps): People {
  const { db, log, publicUrl, authSecrets: secrets, requireStaffSecondFactor, mayStaffUsePasswords } = deps
  const cookieNames = hostCookies(publicUrl)
  const sendReset = async ({ userId, email, name, token, expiresAt }: ResetToken) => {
    const person = await readPerson(db, userId)
    // The person signs in at the identity provider. A member who did so can set a first password where the account
    // allows passwords, in case the provider fails.
    const isWithoutPassword =
      person?.kind === 'customer' ? await mustUseProvider(db, userId) : (await readPasswordHash(db, userId)) === null
    if (isWithoutPassword) return
    await deps.sendReset({
      accountId: person?.accountId ?? null,
      to: email,
      name,
      url: pageUrl(publicUrl, person?.kind ?? 'customer', 'reset-password', token),
      expiresAt,
    })
  }
  let opened: Promise<Auth> | null = null
  /**
   * Loaded at the first sign-in: it takes 40 MB and a third of a second, and a service that is used only by programs
   * does not need it.
   */
  const auth = (): Promise<Auth> => {
    opened ??= import('../signIn/betterAuth.ts').then(({ openAuth }) =>
      openAuth({ db, log, publicUrl, secrets, addressHeader, sendReset }),
    )
    return opened
  }

  return {
    preload() {
      auth().catch(() => {}) // the sign-in itself will report it
    },
    async handle({ method, path, headers, body }) {
      headers.set('origin', publicUrl.origin) // http/people/signIn.ts has checked the real origin
      headers.set('content-type', 'application/json')
      headers.set('cookie', cookieNames.inward(headers.get('cookie') ?? ''))
      const url = new URL(`/auth${path}`, publicUrl)
      const request = new Request(url, { method, headers, body: body === undefined ? null : JSON.stringify(body) })
      const { handler } = await auth()
      const answer = await handler(request)
      return {
        status: answer.status,
        body: await answer.json().catch(() => null),
        cookies: answer.headers.getSetCookie().map(cookieNames.outward),
      }
    },
    async openSession(userId, headers) {
      const { api } = await auth()
      const answer = await api.openSession({ body: { userId }, headers, asResponse: true })
      if (!answer.ok) throw new Error(`no session could be opened: ${answer.status}`)
      const { token } = (await answer.json()) as { token: string }
      return { token, cookies: answer.headers.getSetCookie().map(cookieNames.outward) }
    },
    async readSignedInPerson(headers) {
      headers.set('cookie', cookieNames.inward(headers.get('cookie') ?? ''))
      const { api } = await auth()
      const found = await api.getSession({ headers })
      const owner = found === null ? null : await readSessionOwner(db, found.session.id, systemClock())
      if (found === null || owner === null) return null
      if (owner.kind === 'staff' && !owner.isSingleSignOn && !mayStaffUsePasswords) return null
      return {
        ...owner,
        sessionId: found.session.id,
        confirmedMsAgo: systemClock().getTime() - (owner.confirmedAt?.getTime() ?? 0),
        mustEnrol:
          owner.kind === 'staff' &&
          (requireStaffSecondFactor || owner.mustByRole) &&
          !owner.secondFactor &&
          !owner.isSingleSignOn,
      }
    },
    async isPassword(userId, password) {
      const hash = await readPasswordHash(db, userId)
      return hash !== null && verifyPassword({ hash, password })
    },
    async useCode(userId, code) {
      const { $context } = await auth()
      const { secretConfig } = await $context
      return useCode(db, { userId, code, secretConfig, now: systemClock() })
    },
    async mustHaveSecondFactor({ kind, role }) {
      if (kind !== 'staff') return false
      return requireStaffSecondFactor || (await readSecondFactorRoles(db)).includes(role as StaffRole)
    },
  }
}

/**
 * With https the cookies are `__Host-` ones, which no other host or path can set. better-auth supports only the weaker
 * `__Secure-`, so the names are translated.
 */
function hostCookies({ protocol }: URL) {
  if (protocol !== 'https:') return { inward: (header: string) => header, outward: (cookie: string) => cookie }
  return {
    inward: (header: string) =>
      header
        .split(/; */)
        .filter(cookie => !cookie.startsWith('__Secure-'))
        .map(cookie => cookie.replace(/^__Host-/, '__Secure-'))
        .join('; '),
    outward: (cookie: string) => cookie.replace(/^__Secure-/, '__Host-'),
  }
}

/**
 * The address of a page with the token of an email; the page is in the language, if there is one. The token is in the
 * fragment, which browsers never send: addresses are written into logs, and into the Referer of other requests.
 */
export function pageUrl(publicUrl: URL, kind: Kind, page: string, token: string, language?: Language): string {
  const url = new URL(`/${areas[kind]}/${page}`, publicUrl)
  if (language !== undefined) url.searchParams.set('language', language)
  url.hash = `token=${token}`
  return url.href
}

const areas: Record<Kind, string> = { customer: 'dashboard', staff: 'staff', printer: 'press' }
