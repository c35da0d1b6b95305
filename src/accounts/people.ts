// How people sign in: better-auth on our database, under our table names. It decides about passwords, sessions and reset
// tokens; what a person may do is our membership row. Nobody signs up by himself. better-auth keeps its own time, the
// machine's: a hand-moved clock moves orders, not sessions.

import { betterAuth } from 'better-auth'
import { hour, later, second, systemClock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Db } from '../db/db.ts'
import { passwordLength } from './accounts.ts'
import { type Membership, type Person, readPerson } from './store.ts'

/** A sign-in lasts a working day, however busy, so a forgotten browser lets nobody in tomorrow. */
const sessionSeconds = (12 * hour) / second
const resetTokenSeconds = hour / second

export type PasswordReset = { accountId: string | null; to: string; name: string; url: string; expiresAt: Date }

/** Writes to a person who asked for a new password; it must not wait for the mail server. */
type SendReset = (reset: PasswordReset) => Promise<void>

export type PeopleDeps = { db: Db; log: Log; publicUrl: URL; authSecret: string; sendReset: SendReset }

export type People = {
  /** Passes one of better-auth's own requests on: its answer with status, JSON and cookies. `path` as in `/sign-in/email`. */
  handle(ask: { method: 'GET' | 'POST'; path: string; headers: Headers; body?: unknown }): Promise<Response>
  /** Whose session the cookies are; null when there is none, or its owner is a member of nothing. */
  whoIs(headers: Headers): Promise<(Person & Membership) | null>
}

/** The header in which the caller's address reaches better-auth; nothing from outside sets it, since `handle` does. */
export const addressHeader = 'x-octavo-address'

export function openPeople({ db, log, publicUrl, authSecret, sendReset }: PeopleDeps): People {
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
    handle({ method, path, headers, body }) {
      headers.set('origin', publicUrl.origin) // http/people.ts has checked the real one
      headers.set('content-type', 'application/json')
      const url = new URL(`/auth${path}`, publicUrl)
      return auth.handler(new Request(url, { method, headers, body: body === undefined ? null : JSON.stringify(body) }))
    },
    async whoIs(headers) {
      const session = await auth.api.getSession({ headers })
      return session === null ? null : readPerson(db, session.user.id)
    },
  }
}

/** Where a person does in the browser what a mail asked for. */
function pageUrl(publicUrl: URL, kind: Membership['kind'], page: string, token: string): string {
  const url = new URL(`/${areas[kind]}/${page}`, publicUrl)
  url.searchParams.set('token', token)
  return url.href
}

const areas: Record<Membership['kind'], string> = { customer: 'dashboard', staff: 'staff', printer: 'press' }
