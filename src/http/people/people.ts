// Signing in and out, passwords and sessions, for browsers. better-auth has many more endpoints than one would expect;
// only those declared here, in secondFactor.ts and in passkeys.ts are served.

import { Type } from 'typebox'
import { appendAudit } from '../../accounts/audit.ts'
import { changePassword, resetPassword } from '../../accounts/passwords.ts'
import type { People } from '../../accounts/people.ts'
import { confirmSession, endOtherSessions, endSession, listSessions } from '../../accounts/sessions.ts'
import { type Clock, systemClock } from '../../base/clock.ts'
import type { NewId } from '../../base/ids.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Db } from '../../db/db.ts'
import type { Sessions } from '../auth.ts'
import { type Caller, type Route, route } from '../route.ts'
import { Instant, Nothing, nullable, oneOf, Text } from '../schemas.ts'
import { Email, NewPassword, Password, Person, type SignIn, Token } from './signIn.ts'

export type PeopleParts = { db: Db; clock: Clock; newId: NewId; people: People; signIn: SignIn }

/** Reads the session cookie of a request for the gate. */
export const sessionsOf =
  (people: People): Sessions =>
  async headers => {
    const person = await people.whoIs(new Headers({ cookie: headers.cookie ?? '' }))
    if (person === null) return null
    const { userId, kind, accountId, role, printer, confirmedMsAgo, mustEnrol } = person
    const session = { userId, confirmedMsAgo, mustEnrol }
    if (kind === 'customer') return { ...session, kind, accountId: accountId!, role: role! }
    return kind === 'printer' ? { ...session, kind, printer } : { ...session, kind }
  }

export const tag = 'Sign-in'
export const everybody = ['member', 'staff', 'printer'] as const

const Session = Type.Object({
  sessionId: Type.String(),
  createdAt: Instant,
  expiresAt: Instant,
  ipAddress: nullable(Type.String()),
  userAgent: nullable(Type.String()),
  current: Type.Boolean({ description: 'Whether it is the session that sends this request.' }),
})

/** Records an act of a person on their own sign-in in the audit log of the account. */
export async function auditOwn(
  { db, clock, newId }: Pick<PeopleParts, 'db' | 'clock' | 'newId'>,
  caller: Extract<Caller, { kind: 'member' | 'staff' | 'printer' }>,
  action: string,
): Promise<void> {
  const accountId = caller.kind === 'member' ? caller.accountId : null
  const act = { at: clock(), actor: caller.actor, action, accountId, subject: caller.userId }
  await db.transaction().execute(tx => appendAudit(tx, newId, act))
}

export function peopleRoutes(parts: PeopleParts): Route[] {
  const { db, people, signIn } = parts
  return [
    route({
      method: 'POST',
      path: '/auth/sign-in/email',
      callers: ['public'],
      tag,
      summary: 'Sign in with e-mail address and password',
      description:
        'The answer sets the session cookie, which lasts 12 hours. For a person with a second factor it is `second_factor_required` with another cookie; continue with /auth/sign-in/totp or /auth/sign-in/recovery-code within 10 minutes.',
      body: Type.Object({ email: Email, password: Password }, { additionalProperties: false }),
      answer: Person,
      refuses: ['malformed_request', 'not_authenticated', 'second_factor_required', 'not_allowed'],
      async handle({ request, reply, body }) {
        signIn.countTry(request, body.email)
        const passed = await signIn.pass(request, reply, { path: '/sign-in/email', body, withoutSession: true })
        const { user, twoFactorRedirect } = passed as { user?: { id: string }; twoFactorRedirect?: boolean }
        if (twoFactorRedirect) {
          throw new Refusal('second_factor_required', 'Enter the code of your authenticator app, or a recovery code.')
        }
        return signIn.person(user!.id)
      },
    }),
    route({
      method: 'GET',
      path: '/auth/session',
      callers: everybody,
      beforeSecondFactor: true,
      tag,
      summary: 'Read who is signed in',
      answer: Person,
      refuses: ['not_found'],
      async handle({ caller }) {
        if (caller.userId === null) throw new Refusal('not_found', 'A key does not belong to a person.')
        return signIn.person(caller.userId)
      },
    }),
    route({
      method: 'POST',
      path: '/auth/sign-out',
      callers: everybody,
      needs: null,
      beforeSecondFactor: true,
      tag,
      summary: 'Sign out',
      status: 204,
      answer: Nothing,
      async handle({ request, reply }) {
        await signIn.pass(request, reply, { path: '/sign-out' })
      },
    }),
    route({
      method: 'GET',
      path: '/auth/sessions',
      callers: everybody,
      sessionOnly: true,
      tag,
      summary: 'List your sessions',
      answer: Type.Object({ sessions: Type.Array(Session) }),
      async handle({ caller, request }) {
        const sessions = await listSessions(db, caller.userId!, systemClock())
        const current = await sessionIdOf(people, request.headers.cookie)
        return { sessions: sessions.map(one => ({ ...one, current: one.sessionId === current })) }
      },
    }),
    route({
      method: 'DELETE',
      path: '/auth/sessions/:sessionId',
      callers: everybody,
      needs: null,
      sessionOnly: true,
      tag,
      summary: 'End one of your sessions',
      params: Type.Object({ sessionId: Text(64) }),
      status: 204,
      answer: Nothing,
      refuses: ['not_found'],
      async handle({ caller, params: { sessionId } }) {
        if (!(await endSession(db, caller.userId!, sessionId))) throw new Refusal('not_found', 'No such session.')
      },
    }),
    route({
      method: 'POST',
      path: '/auth/sessions/end-others',
      callers: everybody,
      needs: null,
      sessionOnly: true,
      tag,
      summary: 'End all your sessions except this one',
      status: 204,
      answer: Nothing,
      async handle({ caller, request }) {
        const current = await sessionIdOf(people, request.headers.cookie)
        if (current !== null) await endOtherSessions(db, caller.userId!, current)
      },
    }),
    route({
      method: 'POST',
      path: '/auth/confirm-password',
      callers: everybody,
      needs: null,
      sessionOnly: true,
      beforeSecondFactor: true,
      tag,
      summary: 'Confirm your password, as keys, cards and secrets require',
      description: 'Call it after `reauthentication_required`, then repeat the refused request.',
      body: Type.Object({ password: Password }, { additionalProperties: false }),
      status: 204,
      answer: Nothing,
      refuses: ['malformed_request'],
      async handle({ caller, request, body }) {
        signIn.countTry(request, caller.userId)
        if (!(await people.passwordFits(caller.userId!, body.password))) {
          throw new Refusal('malformed_request', 'The password is wrong.')
        }
        const current = await sessionIdOf(people, request.headers.cookie)
        if (current !== null) await confirmSession(db, current, systemClock())
      },
    }),
    route({
      method: 'POST',
      path: '/auth/change-password',
      callers: everybody,
      needs: null,
      sessionOnly: true,
      tag,
      summary: 'Change your password, and end all your other sessions',
      description: 'Password mails become invalid too.',
      body: Type.Object({ currentPassword: Password, newPassword: NewPassword }, { additionalProperties: false }),
      status: 204,
      answer: Nothing,
      refuses: ['malformed_request'],
      async handle({ caller, request, reply, body }) {
        signIn.countTry(request, caller.userId)
        await changePassword(db, { userId: caller.userId!, ...body }, systemClock())
        // Changing the password to itself makes better-auth issue a new session for this browser, and end all others.
        const same = { currentPassword: body.newPassword, newPassword: body.newPassword, revokeOtherSessions: true }
        await signIn.pass(request, reply, { path: '/change-password', body: same })
        await auditOwn(parts, caller, 'password_changed')
      },
    }),
    route({
      method: 'POST',
      path: '/auth/request-password-reset',
      callers: ['public'],
      tag,
      summary: 'Request a mail to set a new password',
      description: 'The answer is the same whether or not the e-mail address has a sign-in.',
      body: Type.Object({ email: Email }, { additionalProperties: false }),
      status: 202,
      answer: Type.Object({ status: oneOf(['accepted']) }),
      refuses: ['malformed_request', 'not_allowed'],
      async handle({ request, reply, body }) {
        signIn.countTry(request, body.email)
        await signIn.pass(request, reply, { path: '/request-password-reset', body })
        return { status: 'accepted' as const }
      },
    }),
    route({
      method: 'POST',
      path: '/auth/reset-password',
      callers: ['public'],
      tag,
      summary: 'Set a new password with the token from the mail',
      description: 'Ends all sessions of the person and invalidates all other password mails. A second factor stays.',
      body: Type.Object({ token: Token, newPassword: NewPassword }, { additionalProperties: false }),
      status: 204,
      answer: Nothing,
      refuses: ['malformed_request', 'not_allowed'],
      async handle({ request, body }) {
        signIn.countTry(request, null)
        await resetPassword(db, body, systemClock())
      },
    }),
  ]
}

const sessionIdOf = async (people: People, cookie = '') =>
  (await people.whoIs(new Headers({ cookie })))?.sessionId ?? null
