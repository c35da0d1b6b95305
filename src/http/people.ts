// Signing in and out, passwords and sessions, for browsers. better-auth knows many more addresses than a newcomer would
// expect; only those that are declared here, in secondFactor.ts and in passkeys.ts are served.

import { Type } from 'typebox'
import { appendAudit } from '../accounts/audit.ts'
import { changePassword, resetPassword } from '../accounts/passwords.ts'
import type { People } from '../accounts/people.ts'
import { confirmSession, endOtherSessions, endSession, listSessions } from '../accounts/sessions.ts'
import { type Clock, systemClock } from '../base/clock.ts'
import type { NewId } from '../base/ids.ts'
import { Refusal } from '../base/refusal.ts'
import type { Db } from '../db/db.ts'
import type { Sessions } from './auth.ts'
import { type Caller, type Route, route } from './route.ts'
import { Instant, Nothing, nullable, oneOf, Text } from './schemas.ts'
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
  current: Type.Boolean({ description: 'The one that asks.' }),
})

/** The act of a person upon the own sign-in, for the audit log of the account. */
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
        'The session is the cookie that the answer sets. It lasts 12 hours. Who has a second factor is answered `second_factor_required` with another cookie, and goes on with /auth/sign-in/totp or /auth/sign-in/recovery-code within 10 minutes.',
      body: Type.Object({ email: Email, password: Password }, { additionalProperties: false }),
      answer: Person,
      refuses: ['malformed_request', 'not_authenticated', 'second_factor_required', 'not_allowed'],
      async handle({ request, reply, body }) {
        signIn.countTry(request, body.email)
        const passed = await signIn.pass(request, reply, { path: '/sign-in/email', body, withoutSession: true })
        const { user, twoFactorRedirect } = passed as { user?: { id: string }; twoFactorRedirect?: boolean }
        if (twoFactorRedirect) {
          throw new Refusal('second_factor_required', 'Give the code of your authenticator app, or a recovery code.')
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
      summary: 'Who is signed in',
      answer: Person,
      refuses: ['not_found'],
      async handle({ caller }) {
        if (caller.userId === null) throw new Refusal('not_found', 'A key is nobody in person.')
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
      summary: 'End the session',
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
      summary: 'Where the person is signed in',
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
      summary: 'End one of the own sessions',
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
      summary: 'End all own sessions but this one',
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
      summary: 'Give the password again, as keys, cards and secrets ask for',
      description: 'After `reauthentication_required`; then ask again.',
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
      summary: 'Change the own password, and end all other sessions',
      description: 'Ends the mails for a new password too.',
      body: Type.Object({ currentPassword: Password, newPassword: NewPassword }, { additionalProperties: false }),
      status: 204,
      answer: Nothing,
      refuses: ['malformed_request'],
      async handle({ caller, request, reply, body }) {
        signIn.countTry(request, caller.userId)
        await changePassword(db, { userId: caller.userId!, ...body }, systemClock())
        // From the new password to itself: better-auth then gives this browser another session, and ends all others.
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
      summary: 'Ask for a mail to set a new password',
      description: 'The answer is the same whether or not somebody has that e-mail address.',
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
      summary: 'Set a new password with the token of the mail',
      description: 'Ends all sessions of the person, and all other mails for a new password. A second factor stays.',
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
