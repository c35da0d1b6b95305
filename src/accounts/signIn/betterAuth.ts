// better-auth on our database, with our table names. It uses the machine's time: a manual clock does not affect
// sessions.

import { passkey } from '@better-auth/passkey'
import { type BetterAuthPlugin, betterAuth } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { z } from 'zod'
import { hour, later, second, systemClock } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import type { Db } from '../../db/db.ts'
import type { AuthSecrets } from './authSecrets.ts'
import { passwordLength } from './passwordRules.ts'

/** A session lasts one working day even when in use, so that a forgotten browser is signed out the next day. */
const sessionSeconds = (12 * hour) / second
const resetTokenSeconds = hour / second
/** The time allowed between the password and the second factor. */
const secondStepSeconds = 600

export type ResetToken = { userId: string; email: string; name: string; token: string; expiresAt: Date }

export type AuthDeps = {
  db: Db
  log: Log
  publicUrl: URL
  secrets: AuthSecrets
  /** The header with the caller's address. */
  addressHeader: string
  sendReset(reset: ResetToken): Promise<void>
}

export type Auth = ReturnType<typeof openAuth>

export function openAuth({ db, log, publicUrl, secrets, addressHeader, sendReset }: AuthDeps) {
  return betterAuth({
    appName: 'Octavo',
    baseURL: publicUrl.origin,
    basePath: '/auth',
    secrets: [...secrets],
    // PGlite has one connection, so better-auth must not hold a transaction open while our email is queued.
    database: { db, type: 'postgres', transaction: false },
    trustedOrigins: [publicUrl.origin],
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
      resetPasswordTokenExpiresIn: resetTokenSeconds,
      sendResetPassword: ({ user, token }) => {
        const expiresAt = later(systemClock(), resetTokenSeconds * second)
        return sendReset({ userId: user.id, email: user.email, name: user.name, token, expiresAt })
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
      storeIdentifier: 'hashed', // it contains the token of an emailed link
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    advanced: {
      cookiePrefix: 'octavo',
      useSecureCookies: publicUrl.protocol === 'https:',
      ipAddress: { ipAddressHeaders: [addressHeader] },
      database: { validateSchema: false }, // the migrations and a test of the sign-in check it
    },
    plugins: [
      singleSignOn,
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
        rpName: publicUrl.hostname,
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
    rateLimit: { enabled: false }, // http/people/profile.ts limits by client address and by email address
    telemetry: { enabled: false },
    // Without a level: with a level, better-auth prints refusals to the console.
    logger: {
      // Error messages may quote a person's input, so only their first word is logged.
      log(level, message) {
        const [firstWord] = String(message).split(/\W/, 1)
        if (level === 'error') log.warn({ source: 'sign-in', message: firstWord }, 'sign-in trouble')
      },
    },
  })
}

/** Opens the session of a person whom the identity provider has signed in. No request can reach it. */
const singleSignOn = {
  id: 'single-sign-on',
  endpoints: {
    openSession: createAuthEndpoint.serverOnly(
      { method: 'POST', body: z.object({ userId: z.string() }) },
      async ctx => {
        const user = await ctx.context.internalAdapter.findUserById(ctx.body.userId)
        if (user === null) throw new APIError('UNAUTHORIZED')
        const session = await ctx.context.internalAdapter.createSession(user.id)
        await setSessionCookie(ctx, { session, user })
        return ctx.json({ token: session.token })
      },
    ),
  },
} satisfies BetterAuthPlugin

/** A passkey counts as two factors, so the authenticator must have verified its owner, not only their presence. */
async function requireVerified(info: { userVerified: boolean } | undefined): Promise<void> {
  if (info?.userVerified !== true) throw new APIError('BAD_REQUEST', { code: 'USER_NOT_VERIFIED' })
}

/** Browsers accept only host names for passkeys, never IP addresses; the local machine is localhost. */
function relyingParty({ hostname, origin, protocol, port }: URL): { rpID: string; origin: string[] } {
  if (!/^(127\.|\[::1\]$)/.test(hostname)) return { rpID: hostname, origin: [origin] }
  return { rpID: 'localhost', origin: [origin, `${protocol}//localhost${port && `:${port}`}`] }
}
