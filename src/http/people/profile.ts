// Signing in and out, passwords and sessions, for browsers. better-auth has many more endpoints; only those declared
// here, in secondFactor.ts and in passkeys.ts are served.

import { Type } from 'typebox'
import { languageCodes } from '../../../languages/languages.ts'
import { say } from '../../../languages/texts.ts'
import { readPerson } from '../../accounts/accountStore.ts'
import { appendAudit } from '../../accounts/auditLog.ts'
import type { People } from '../../accounts/people/people.ts'
import { changePersonLanguage } from '../../accounts/people/personLanguage.ts'
import type { Role } from '../../accounts/people/roles.ts'
import type { StaffRole } from '../../accounts/people/staffRoles.ts'
import { changePassword, resetPassword } from '../../accounts/signIn/passwords.ts'
import { confirmSession, endOtherSessions, endSession, listSessions } from '../../accounts/signIn/sessions.ts'
import { systemClock } from '../../base/clock.ts'
import { malformedField, Refusal } from '../../base/refusal.ts'
import type { SignInChange } from '../../mail/templates/signInEmails.ts'
import { Closed, Instant, Nothing, nullable, oneOf } from '../objects/common.ts'
import type { Sessions } from '../server/auth.ts'
import { type Route, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { Email, NewPassword, Password, Person, profileUrl, Token } from './signIn.ts'

/** Reads the session cookie of a request for the gate. */
export const sessionsOf =
  (people: People): Sessions =>
  async headers => {
    const person = await people.readSignedInPerson(new Headers({ cookie: headers.cookie ?? '' }))
    if (person === null) return null
    const { userId, kind, accountId, role, printer, confirmedMsAgo, mustEnrol, viewedAccountId } = person
    const session = { userId, confirmedMsAgo, mustEnrol }
    if (kind === 'customer') return { ...session, kind, accountId: accountId!, role: role as Role }
    return kind === 'printer'
      ? { ...session, kind, printer }
      : { ...session, kind, role: role as StaffRole, viewedAccountId }
  }

export const tag = 'Sign-in'
export const anyone = ['member', 'staff', 'printer'] as const
/** The acts of all people about themselves, in a session only. */
export const ofPerson = { callers: anyone, needs: null, sessionOnly: true } as const

const Session = Type.Object({
  sessionId: Type.String(),
  createdAt: Instant,
  expiresAt: Instant,
  ipAddress: nullable(Type.String()),
  userAgent: nullable(Type.String()),
  current: Type.Boolean({ description: 'Whether this request uses the session.' }),
})

/** Records a change of a sign-in in the audit log, and notifies the person, who may not have made the change. */
export async function recordChange(
  { db, clock, newId, publicUrl, sendEmail }: Services,
  userId: string,
  action: SignInChange,
): Promise<void> {
  const { kind, accountId, email, name } = (await readPerson(db, userId))!
  const act = { at: clock(), actor: `user ${userId}`, action, accountId, subject: userId }
  await db.transaction().execute(tx => appendAudit(tx, newId, act))
  const values = { name, action, at: systemClock(), url: profileUrl(publicUrl, kind) }
  await sendEmail(accountId, email, { kind: 'sign_in_changed', values })
}

export const peopleRoutes = tagged('Sign-in', (services: Services): Route[] => [
  ...signInRoutes(services),
  ...currentSessionRoutes(services),
  ...sessionListRoutes(services),
  ...passwordRoutes(services),
  ...passwordResetRoutes(services),
])

const signInRoutes = ({ people, signIn }: Services): Route[] => [
  route({
    method: 'POST',
    path: '/auth/sign-in/email',
    operationId: 'signIn',
    callers: ['public'],
    summary: 'Sign in with email address and password',
    description:
      'The answer sets the session cookie, which lasts 12 hours. For a person with a second factor, the answer is `second_factor_required` with another cookie: continue with /auth/sign-in/totp or /auth/sign-in/recovery-code within 10 minutes.',
    body: Closed({ email: Email, password: Password }),
    answer: Person,
    refuses: ['not_authenticated', 'second_factor_required', 'not_allowed'],
    before: signIn.countTry,
    async handle({ request, reply, body }) {
      await signIn.countGuess(request, body.email)
      return signIn.finish(request, reply, { path: '/sign-in/email', body, way: 'password' })
    },
  }),
  route({
    method: 'GET',
    path: '/auth/session',
    operationId: 'getSession',
    callers: anyone,
    beforeSecondFactor: true,
    summary: 'Read the signed-in person',
    answer: Person,
    refuses: ['not_found'],
    async handle({ caller, request }) {
      if (caller.userId === null)
        throw new Refusal('not_found', 'API keys have no profile: sign in to use this address.')
      return signIn.person(caller.userId, await sessionOf(people, request.headers.cookie))
    },
  }),
]

const currentSessionRoutes = ({ db, signIn }: Services): Route[] => [
  route({
    method: 'PUT',
    path: '/auth/language',
    operationId: 'changeLanguage',
    ...ofPerson,
    summary: 'Choose your language',
    description: 'The language of screens and emails. The API itself is in English.',
    body: Closed({ language: nullable(oneOf(languageCodes, { description: 'Null: the language of the browser.' })) }),
    answer: Nothing,
    async handle({ caller, body: { language } }) {
      await changePersonLanguage(db, caller.userId!, language)
    },
  }),
  route({
    method: 'POST',
    path: '/auth/sign-out',
    operationId: 'signOut',
    callers: anyone,
    needs: null,
    beforeSecondFactor: true,
    summary: 'Sign out',
    answer: Nothing,
    async handle({ request, reply }) {
      await signIn.pass(request, reply, { path: '/sign-out' })
    },
  }),
]

const sessionListRoutes = ({ db, people }: Services): Route[] => [
  route({
    method: 'GET',
    path: '/auth/sessions',
    operationId: 'listSessions',
    callers: anyone,
    sessionOnly: true,
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
    operationId: 'endSession',
    ...ofPerson,
    summary: 'End one of your sessions',
    answer: Nothing,
    async handle({ caller, params: { sessionId } }) {
      if (!(await endSession(db, caller.userId!, sessionId)))
        throw new Refusal('not_found', say('The session does not exist.'))
    },
  }),
  route({
    method: 'POST',
    path: '/auth/sessions/end-others',
    operationId: 'endOtherSessions',
    ...ofPerson,
    summary: 'End all your sessions except this one',
    answer: Nothing,
    async handle({ caller, request }) {
      const current = await sessionIdOf(people, request.headers.cookie)
      if (current !== null) await endOtherSessions(db, caller.userId!, current)
    },
  }),
]

function passwordRoutes(services: Services): Route[] {
  const { db, people, signIn } = services
  return [
    route({
      method: 'POST',
      path: '/auth/confirm-password',
      operationId: 'confirmPassword',
      ...ofPerson,
      beforeSecondFactor: true,
      summary: 'Confirm your password before working with keys, cards and secrets',
      description: 'Call it after `reauthentication_required`, then repeat the refused request.',
      body: Closed({ password: Password }),
      answer: Nothing,
      async handle({ caller, request, body }) {
        signIn.countConfirmation(request, caller.userId!)
        if (!(await people.isPassword(caller.userId!, body.password))) {
          throw malformedField('/password', 'wrong_password', say('The password is wrong.'))
        }
        const current = await sessionIdOf(people, request.headers.cookie)
        if (current !== null) await confirmSession(db, current, systemClock())
      },
    }),
    route({
      method: 'POST',
      path: '/auth/change-password',
      operationId: 'changePassword',
      ...ofPerson,
      summary: 'Change your password, and end all your other sessions',
      description: 'Pending password emails become invalid.',
      body: Closed({ currentPassword: Password, newPassword: NewPassword }),
      answer: Nothing,
      async handle({ caller, request, reply, body }) {
        const userId = caller.userId!
        signIn.countConfirmation(request, userId)
        await changePassword(db, { userId, ...body }, systemClock())
        // Setting the same password again makes better-auth issue a new session for this browser and end all others.
        const same = { currentPassword: body.newPassword, newPassword: body.newPassword, revokeOtherSessions: true }
        await signIn.pass(request, reply, { path: '/change-password', body: same })
        await signIn.remember(reply, userId)
        await recordChange(services, userId, 'password_changed')
      },
    }),
  ]
}

function passwordResetRoutes(services: Services): Route[] {
  const { signIn } = services
  return [
    route({
      method: 'POST',
      path: '/auth/request-password-reset',
      operationId: 'requestPasswordReset',
      callers: ['public'],
      summary: 'Request an email to set a new password',
      description: 'The answer is the same whether or not the email address has a sign-in.',
      body: Closed({ email: Email }),
      status: 202,
      answer: Type.Object({ status: oneOf(['accepted']) }),
      refuses: ['not_allowed'],
      before: signIn.countTry,
      async handle({ request, reply, body }) {
        signIn.countMail(request, body.email)
        await signIn.pass(request, reply, { path: '/request-password-reset', body })
        return { status: 'accepted' as const }
      },
    }),
    route({
      method: 'POST',
      path: '/auth/reset-password',
      operationId: 'resetPassword',
      callers: ['public'],
      summary: 'Set a new password with the token from the email',
      description: 'Ends all sessions of the person and invalidates all other password emails. A second factor stays.',
      body: Closed({ token: Token, newPassword: NewPassword }),
      answer: Nothing,
      refuses: ['not_allowed'],
      before: signIn.countTry,
      async handle({ reply, body }) {
        const { userId } = await resetPassword(services, body, systemClock())
        // The mailbox has proved the person's identity, so guesses from elsewhere must not lock this browser out.
        await signIn.remember(reply, userId)
        await recordChange(services, userId, 'password_reset')
      },
    }),
  ]
}

const sessionOf = (people: People, cookie = '') => people.readSignedInPerson(new Headers({ cookie }))
export const sessionIdOf = async (people: People, cookie?: string) =>
  (await sessionOf(people, cookie))?.sessionId ?? null
