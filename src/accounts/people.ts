// How people sign in: better-auth on our database, under our table names. It decides about passwords, second factors,
// passkeys, sessions and reset tokens; what a person may do is our membership row. better-auth keeps its own time, the
// machine's: a hand-moved clock moves orders, not sessions.

import { passkey } from '@better-auth/passkey'
import { betterAuth } from 'better-auth'
import { APIError } from 'better-auth/api'
import { verifyPassword } from 'better-auth/crypto'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { hour, later, second, systemClock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Db } from '../db/db.ts'
import { passwordLength } from './accounts.ts'
import { readPasswordHash, readSessionOwner, type SessionOwner } from './sessions.ts'
import { type Kind, readPerson } from './store.ts'

/** A sign-in lasts a working day, however busy, so a forgotten browser lets nobody in tomorrow. */
const sessionSeconds = (12 * hour) / second
const resetTokenSeconds = hour / second
/** Between the password and the second factor. */
const secondStepSeconds = 600

export type PasswordReset = { accountId: string | null; to: string; name: string; url: string; expiresAt: Date }

/** Writes to a person who asked for a new password; it must not wait for the mail server. */
type SendReset = (reset: PasswordReset) => Promise<void>

export type PeopleDeps = {
  db: Db
  log: Log
  publicUrl: URL
  authSecret: string
  /** Staff without a second factor may then do nothing but set one up. */
  requireStaffSecondFactor: boolean
  sendReset: SendReset
}

type Ask = { method: 'GET' | 'POST'; path: string; headers: Headers; body?: unknown }
/** `body` is JSON, or null where there is none. `cookies` are whole Set-Cookie values. */
type Answer = { status: number; body: unknown; cookies: string[] }

type WhoIs = SessionOwner & { sessionId: string; confirmedMsAgo: number; mustEnrol: boolean }

export type People = {
  /** Passes one of better-auth's own requests on. `path` as in `/sign-in/email`. */
  handle(ask: Ask): Promise<Answer>
  /** Whose session the cookies are; null when there is none, or its owner is a member of nothing. */
  whoIs(headers: Headers): Promise<WhoIs | null>
  passwordFits(userId: string, password: string): Promise<boolean>
  mustHaveSecondFactor(kind: Kind): boolean
}

/** The header in which the caller's address reaches better-auth; nothing from outside sets it, since `handle` does. */
export const addressHeader = 'x-octavo-address'

export function openPeople(deps: PeopleDeps): People {
  const { db, log, publicUrl, authSecret, requireStaffSecondFactor, sendReset } = deps
  const cookieNames = hostCookies(publicUrl)
  const mustHaveSecondFactor = (kind: Kind) => requireStaffSecondFactor && kind === 'staff'
  const auth = betterAuth({
    appName: 'Octavo',
    baseURL: publicUrl.origin,
    basePath: '/auth',
    secret: authSecret,
    // PGlite has one connection, so better-auth's statements must not sit in a transaction while our mail is queued.
    database: { db, type: 'postgres', transaction: false },
    trustedOrigins: [publicUrl.origin],
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordLength.least,
      maxPasswordLength: passwordLength.most,
      resetPasswordTokenExpiresIn: resetTokenSeconds,
      revokeSessionsOnPasswordReset: true,
      async sendResetPassword({ user, token }) {
        const person = await readPerson(db, user.id)
        await sendReset({
          accountId: person?.accountId ?? null,
          to: user.email,
          name: user.name,
          url: pageUrl(publicUrl, person?.kind ?? 'customer', 'reset-password', token),
          expiresAt: later(systemClock(), resetTokenSeconds * second),
        })
      },
    },
    session: {
      modelName: 'sessions',
      expiresIn: sessionSeconds,
      disableSessionRefresh: true,
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    account: {
      modelName: 'credentials',
      accountLinking: { enabled: false },
      fields: {
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    advanced: {
      cookiePrefix: 'octavo',
      useSecureCookies: publicUrl.protocol === 'https:',
      ipAddress: { ipAddressHeaders: [addressHeader] },
      database: { validateSchema: false }, // the migrations and a test of the sign-in see to it
    },
    plugins: [
      twoFactor({
        issuer: 'Octavo',
        twoFactorCookieMaxAge: secondStepSeconds,
        schema: {
          user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
          twoFactor: {
            modelName: 'two_factors',
            fields: {
              userId: 'user_id',
              backupCodes: 'backup_codes',
              failedVerificationCount: 'failed_verification_count',
              lockedUntil: 'locked_until',
            },
          },
        },
      }),
      passkey({
        ...relyingParty(publicUrl),
        rpName: 'Octavo',
        advanced: { webAuthnChallengeCookie: 'passkey' },
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        registration: { afterVerification: ({ verification }) => requireVerified(verification.registrationInfo) },
        authentication: { afterVerification: ({ verification }) => requireVerified(verification.authenticationInfo) },
        schema: {
          passkey: {
            modelName: 'passkeys',
            fields: {
              userId: 'user_id',
              publicKey: 'public_key',
              credentialID: 'credential_id',
              deviceType: 'device_type',
              backedUp: 'backed_up',
              createdAt: 'created_at',
            },
          },
        },
      }),
    ],
    rateLimit: { enabled: false }, // ours counts by address and by e-mail address: see http/people.ts
    telemetry: { enabled: false },
    logger: {
      level: 'warn',
      // Its lines may quote what a person typed, so only their level and first word reach the log.
      log: (level, message) =>
        level === 'error' ? log.warn({ source: 'sign-in', message }, 'sign-in trouble') : undefined,
    },
  })

  return {
    async handle({ method, path, headers, body }) {
      headers.set('origin', publicUrl.origin) // http/signIn.ts has checked the real one
      headers.set('content-type', 'application/json')
      headers.set('cookie', cookieNames.inward(headers.get('cookie') ?? ''))
      const url = new URL(`/auth${path}`, publicUrl)
      const request = new Request(url, { method, headers, body: body === undefined ? null : JSON.stringify(body) })
      const answer = await auth.handler(request)
      return {
        status: answer.status,
        body: await answer.json().catch(() => null),
        cookies: answer.headers.getSetCookie().map(cookieNames.outward),
      }
    },
    async whoIs(headers) {
      headers.set('cookie', cookieNames.inward(headers.get('cookie') ?? ''))
      const found = await auth.api.getSession({ headers })
      const owner = found === null ? null : await readSessionOwner(db, found.session.id)
      if (found === null || owner === null) return null
      return {
        ...owner,
        sessionId: found.session.id,
        confirmedMsAgo: systemClock().getTime() - owner.confirmedAt.getTime(),
        mustEnrol: mustHaveSecondFactor(owner.kind) && !owner.secondFactor,
      }
    },
    async passwordFits(userId, password) {
      const hash = await readPasswordHash(db, userId)
      return hash !== null && verifyPassword({ hash, password })
    },
    mustHaveSecondFactor,
  }
}

/** A passkey stands for two factors, so whoever holds it must have shown to be its owner, not only be near. */
async function requireVerified(info: { userVerified: boolean } | undefined): Promise<void> {
  if (info?.userVerified !== true) throw new APIError('BAD_REQUEST', { code: 'USER_NOT_VERIFIED' })
}

/** Browsers take a name for passkeys, never a bare address; on one's own machine that name is localhost. */
function relyingParty({ hostname, origin, protocol, port }: URL): { rpID: string; origin: string[] } {
  if (!/^(127\.|\[::1\]$)/.test(hostname)) return { rpID: hostname, origin: [origin] }
  return { rpID: 'localhost', origin: [origin, `${protocol}//localhost${port && `:${port}`}`] }
}

/**
 * With https the cookies are `__Host-` ones, which no other host and no other path can set. better-auth knows only the
 * weaker `__Secure-`, so the names are changed on the way.
 */
function hostCookies({ protocol }: URL) {
  if (protocol !== 'https:') return { inward: (header: string) => header, outward: (cookie: string) => cookie }
  return {
    inward: (header: string) =>
      header
        .split(/; */)
        .filter(one => !one.startsWith('__Secure-'))
        .map(one => one.replace(/^__Host-/, '__Secure-'))
        .join('; '),
    outward: (cookie: string) => cookie.replace(/^__Secure-/, '__Host-'),
  }
}

/** Where a person does in the browser what a mail asked for. */
export function pageUrl(publicUrl: URL, kind: Kind, page: string, token: string): string {
  const url = new URL(`/${areas[kind]}/${page}`, publicUrl)
  url.searchParams.set('token', token)
  return url.href
}

const areas: Record<Kind, string> = { customer: 'dashboard', staff: 'staff', printer: 'press' }
