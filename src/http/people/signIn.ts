// Shared by the sign-in routes: requests to better-auth, and the steps of each sign-in. Each sign-in is recorded in the
// audit log, and a sign-in from an unknown browser is reported to the person by email.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { languageCodes } from '../../../languages/languages.ts'
import { say, type Words } from '../../../languages/texts.ts'
import { type Kind, type Membership, readPerson } from '../../accounts/accountStore.ts'
import { maxEmailLength } from '../../accounts/accounts.ts'
import { keepBrowserZone } from '../../accounts/people/emailChoices.ts'
import { addressHeader, type People } from '../../accounts/people/people.ts'
import { recordSignInLanguage } from '../../accounts/people/personLanguage.ts'
import { permissions, type Role, roleNames, roles } from '../../accounts/people/roles.ts'
import {
  permissionsOf,
  type StaffRole,
  staffPermissionNames,
  staffRoleNames,
} from '../../accounts/people/staffRoles.ts'
import type { AuthSecrets } from '../../accounts/signIn/authSecrets.ts'
import { openKnownBrowsers } from '../../accounts/signIn/knownBrowsers.ts'
import { mustUseProvider } from '../../accounts/signIn/localSignIn.ts'
import { passwordLength } from '../../accounts/signIn/passwordRules.ts'
import {
  endSession,
  endSessionByToken,
  hasSecondFactor,
  markSingleSignOn,
  recordSignIn,
  type SessionOwner,
} from '../../accounts/signIn/sessions.ts'
import { type Clock, minute, systemClock } from '../../base/clock.ts'
import { Refusal, type RefusalCode } from '../../base/refusal.ts'
import type { NewId } from '../../base/secrets/ids.ts'
import type { Db } from '../../db/db.ts'
import type { EmailContent } from '../../mail/emails.ts'
import { nullable, oneOf, Text } from '../objects/common.ts'
import { browserZone } from '../server/browserZone.ts'
import { answerLanguage } from '../server/pageLanguage.ts'
import { tooMany } from '../server/rateLimits.ts'
import { type Attempts, openAttempts } from './attempts.ts'

const lockoutMs = 15 * minute
/** Wrong second-factor codes before the lockout; better-auth sets the number and the time. */
const maxCodeAttempts = 10

export const Email = Text(maxEmailLength, { format: 'email' })
export const Password = Type.String({ minLength: 1, maxLength: passwordLength.max })
export const NewPassword = Type.String({ minLength: passwordLength.min, maxLength: passwordLength.max })
export const Token = Text(200)

export const PersonKind = oneOf(['customer', 'staff', 'printer'])

export const AnyRole = oneOf([...new Set([...roleNames, ...staffRoleNames])], {
  description: 'The role in the account, or on the staff; null for people of printers.',
})
const anyPermission = [...new Set([...permissions, ...staffPermissionNames])]

export const Person = Type.Object({
  userId: Type.String(),
  name: Type.String(),
  email: Type.String(),
  kind: PersonKind,
  accountId: nullable(Type.String({ description: 'The account for which a customer acts.' })),
  accountName: nullable(Type.String({ description: 'The name of the account.' })),
  role: nullable(AnyRole),
  printer: nullable(
    Type.String({ description: 'The printer that a person of kind printer works for; null for all printers.' }),
  ),
  language: nullable(
    oneOf(languageCodes, { description: 'The language that the person chose; null: that of the browser.' }),
  ),
  permissions: Type.Array(oneOf(anyPermission), { description: 'What the role allows the person to change.' }),
  secondFactor: Type.Boolean({ description: 'Whether a second factor is set up.' }),
  hasPassword: Type.Boolean({ description: 'False for a person who signs in through single sign-on only.' }),
  viewing: Type.Unsafe<{ accountId: string; accountName: string; isSuspended: boolean } | null>({
    ...Type.Object({ accountId: Type.String(), accountName: Type.String(), isSuspended: Type.Boolean() }),
    type: ['object', 'null'],
    description: 'The account that a person of the staff sees as its customers do.',
  }),
  mustEnrol: Type.Boolean({ description: 'True: the person must set up a second factor before any other request.' }),
})

type SignInDeps = {
  db: Db
  clock: Clock
  newId: NewId
  people: People
  publicUrl: URL
  authSecrets: AuthSecrets
  /** Otherwise the staff sign in through the identity provider only. */
  mayStaffUsePasswords: boolean
  /** Queues an email; `accountId` is null for people of no account. */
  sendEmail(accountId: string | null, to: string, email: EmailContent): Promise<void>
}

type Credentials = { email: string; password: string }
type AuthRequest = { path: string; method?: 'GET' | 'POST'; body?: object; withoutSession?: true }

/** The answer of better-auth after it has opened a session. */
type OpenedSession = { token?: string; session?: { token: string }; user: { id: string } }
/** The part of a session that screens show. */
type ShownSession = { mustEnrol: boolean; hasPassword: boolean } & Partial<
  Pick<SessionOwner, 'viewedAccountId' | 'viewedAccountName' | 'viewedIsSuspended'>
>
/** How a person has signed in. */
type SignInMethod = 'password' | 'authenticator' | 'recovery_code' | 'passkey'

export type SignIn = Attempts & {
  /** Sends a request to better-auth and passes on its cookies. Its refusals become ours. */
  pass(request: FastifyRequest, reply: FastifyReply, ask: AuthRequest): Promise<unknown>
  /** Sends the last step of a sign-in to better-auth, and admits the person; `code` is from an authenticator app. */
  finish(
    request: FastifyRequest,
    reply: FastifyReply,
    ask: AuthRequest & { way: SignInMethod; code?: string },
  ): Promise<PersonObject>
  /** Signs in a person who has proved the identity to the provider at that time; null if it does not tell. */
  enterFromProvider(
    request: FastifyRequest,
    reply: FastifyReply,
    member: { userId: string; authenticatedAt: Date | null },
  ): Promise<void>
  /** Signs in a person whose sign-in has just been created. */
  enter(request: FastifyRequest, reply: FastifyReply, credentials: Credentials): Promise<PersonObject>
  /** Marks this browser as known for the person. */
  remember(reply: FastifyReply, userId: string): Promise<void>
  /** `session` is null while it opens. Refuses with not_allowed without a membership, and with account_suspended. */
  person(userId: string, session?: ShownSession | null): Promise<PersonObject>
}

type PersonObject = Static<typeof Person>

/** Create it once for all routes, because they share its buckets. */
export function openSignIn(parts: SignInDeps): SignIn {
  const { db, clock, newId, people, publicUrl, authSecrets, mayStaffUsePasswords, sendEmail } = parts
  const browsers = openKnownBrowsers({ db, publicUrl, secret: authSecrets[0].value })

  async function admit(
    request: FastifyRequest,
    reply: FastifyReply,
    userId: string,
    way: SignInMethod,
  ): Promise<PersonObject> {
    const person = await signIn.person(userId)
    const { email, name, kind, accountId } = person
    if (kind === 'staff' && !mayStaffUsePasswords)
      throw new Refusal('not_allowed', say('The staff sign in through single sign-on.'))
    if (await mustUseProvider(db, userId))
      throw new Refusal('not_allowed', say('The members of your account sign in with their company account.'))
    const isKnown = (await browsers.recognize(request.headers.cookie, email, systemClock())) !== null
    const at = clock()
    const details = { way, browser: isKnown ? 'known' : 'new', address: request.ip }
    const { isFirst } = await recordSignIn({ db, newId }, { userId, accountId, at, details })
    if (request.headers['accept-language'] !== undefined)
      await recordSignInLanguage(db, userId, answerLanguage(request.headers))
    await keepZone(request, userId)
    if (isKnown) return person
    await signIn.remember(reply, userId)
    if (!isFirst) {
      const values = { name, at: systemClock(), address: request.ip, url: profileUrl(publicUrl, kind) }
      await sendEmail(accountId, email, { kind: 'new_sign_in', values })
    }
    return person
  }

  async function keepZone({ headers }: FastifyRequest, userId: string): Promise<void> {
    const zone = browserZone(headers)
    if (zone !== null) await keepBrowserZone(db, userId, clock(), zone)
  }

  const signIn: SignIn = {
    ...openAttempts({ browsers, publicUrl }),
    async pass(request, reply, { path, method = 'POST', body = {}, withoutSession }) {
      const headers = headersFor(request, withoutSession)
      const answer = await people.handle({ method, path, headers, ...(method === 'GET' ? {} : { body }) })
      if (answer.cookies.length > 0) reply.header('set-cookie', answer.cookies)
      if (answer.status < 400) return answer.body
      throw refusalOf(answer.status, answer.body as Parameters<typeof refusalOf>[1])
    },
    async finish(request, reply, { way, code, ...ask }) {
      const opened = (await signIn.pass(request, reply, { ...ask, withoutSession: true })) as
        | OpenedSession
        | { twoFactorRedirect: true }
      if (!('user' in opened)) {
        throw new Refusal(
          'second_factor_required',
          say('Enter the code of your authenticator app, or a recovery code.'),
        )
      }
      const { id: userId } = opened.user
      try {
        if (code !== undefined && !(await people.useCode(userId, code))) throw codeUsed()
        return await admit(request, reply, userId, way)
      } catch (error) {
        // The session already exists, but must not be used.
        reply.removeHeader('set-cookie')
        await endSessionByToken(db, opened.token ?? opened.session!.token)
        throw error
      }
    },
    async enterFromProvider(request, reply, { userId, authenticatedAt }) {
      const { accountId } = await signIn.person(userId)
      const { token, cookies } = await people.openSession(userId, headersFor(request, true))
      await markSingleSignOn(db, token, authenticatedAt)
      const before = await people.readSignedInPerson(headersFor(request))
      if (before?.userId === userId) await endSession(db, userId, before.sessionId)
      const details = { way: 'single_sign_on', address: request.ip }
      await recordSignIn({ db, newId }, { userId, accountId, at: clock(), details })
      await keepZone(request, userId)
      reply.header('set-cookie', cookies)
    },
    enter(request, reply, body) {
      return signIn.finish(request, reply, { path: '/sign-in/email', body, way: 'password' })
    },
    async remember(reply, userId) {
      const cookies = [reply.getHeader('set-cookie') ?? []].flat().map(String)
      reply.header('set-cookie', [...cookies, await browsers.cookieFor(userId, systemClock())])
    },
    async person(userId, session = null) {
      const person = await readPerson(db, userId)
      if (person === null) throw new Refusal('not_allowed', say('This sign-in does not belong to any account.'))
      const { isSuspended, ...about } = person
      if (isSuspended) throw new Refusal('account_suspended', say('This account is suspended. Contact support.'))
      const secondFactor = await hasSecondFactor(db, userId)
      const permissions = permissionsOfPerson(person)
      return {
        ...about,
        permissions,
        secondFactor,
        viewing: permissions.includes('customers') ? viewingOf(session ?? {}) : null,
        mustEnrol: session?.mustEnrol ?? (!secondFactor && (await people.mustHaveSecondFactor(person))),
        hasPassword: session?.hasPassword ?? true,
      }
    },
  }
  return signIn
}

const viewingOf = ({ viewedAccountId = null, viewedAccountName, viewedIsSuspended = false }: Partial<ShownSession>) =>
  viewedAccountId === null
    ? null
    : { accountId: viewedAccountId, accountName: viewedAccountName!, isSuspended: viewedIsSuspended }

/** The page on which a person manages the own sign-in. */
export const profileUrl = (publicUrl: URL, kind: Kind): string => new URL(profilePaths[kind], publicUrl).href
const profilePaths: Record<Kind, string> = {
  customer: '/dashboard/production/settings',
  staff: '/staff/you',
  printer: '/press/you',
}

const codeUsed = () =>
  new Refusal(
    'not_authenticated',
    say('This code was already used. Wait for the next code in your app and sign in again.'),
  )

function headersFor({ ip, headers: given }: FastifyRequest, withoutSession?: true): Headers {
  const headers = new Headers({ [addressHeader]: ip })
  const { cookie, 'user-agent': agent } = given
  const kept = withoutSession ? cookie?.split(';').filter(isNotSessionCookie).join(';') : cookie
  if (kept !== undefined) headers.set('cookie', kept)
  if (agent !== undefined) headers.set('user-agent', agent.slice(0, 200))
  return headers
}

const isNotSessionCookie = (cookie: string): boolean => !cookie.split('=', 1)[0]!.includes('session_token')

/** Translates better-auth's refusals into ours; its internal failures are bugs. */
function refusalOf(status: number, body: { code?: string; message?: string } | null): Error {
  const [code, detail] = refusalsByCode[body?.code ?? ''] ?? []
  if (code === 'too_many_requests') return tooMany(lockoutMs, 'person', maxCodeAttempts)
  if (code !== undefined) return new Refusal(code, detail!)
  if (status === 401) return new Refusal('not_authenticated', say('The email address or password is wrong.'))
  if (status === 403) return new Refusal('not_allowed', say('You are not allowed to do this.'))
  if (status === 409)
    return new Refusal('wrong_state', say('Another request changed the same data at the same time. Try again.'))
  return new Error(`the sign-in library answered ${status} ${body?.code ?? ''}`)
}

const startAgain = say('The sign-in took too long, or there were too many attempts. Start again.')

const refusalsByCode: Record<string, [RefusalCode, Words]> = {
  INVALID_PASSWORD: ['malformed_request', say('The password is wrong.')],
  INVALID_EMAIL: ['malformed_request', say('This is not a valid email address.')],
  PASSWORD_TOO_SHORT: [
    'malformed_request',
    say('A password must have at least {min} characters.', { min: passwordLength.min }),
  ],
  PASSWORD_TOO_LONG: [
    'malformed_request',
    say('A password can have at most {max} characters.', { max: passwordLength.max }),
  ],
  VALIDATION_ERROR: ['malformed_request', say('The request is malformed.')],
  INVALID_CODE: ['malformed_request', say('The code is not valid at the moment.')],
  INVALID_BACKUP_CODE: ['malformed_request', say('The recovery code is wrong or was already used.')],
  INVALID_TWO_FACTOR_COOKIE: ['not_authenticated', startAgain],
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: ['not_authenticated', startAgain],
  ACCOUNT_TEMPORARILY_LOCKED: ['too_many_requests', ''],
  TOTP_NOT_ENABLED: ['wrong_state', say('You have not set up a second factor.')],
  TWO_FACTOR_NOT_ENABLED: ['wrong_state', say('You have not set up a second factor.')],
  BACKUP_CODES_NOT_ENABLED: ['wrong_state', say('You have not set up a second factor.')],
  TOTP_ALREADY_ENABLED: ['wrong_state', say('You already have a second factor.')],
  CHALLENGE_NOT_FOUND: ['not_authenticated', startAgain],
  PASSKEY_NOT_FOUND: ['not_authenticated', say('The passkey is unknown.')],
  AUTHENTICATION_FAILED: ['not_authenticated', say('The passkey did not verify your identity.')],
  USER_NOT_VERIFIED: ['not_allowed', say('The passkey must ask for your fingerprint, face or PIN.')],
  FAILED_TO_VERIFY_REGISTRATION: ['malformed_request', say('The passkey could not be verified.')],
}

function permissionsOfPerson({ kind, role }: Pick<Membership, 'kind' | 'role'>): (typeof anyPermission)[number][] {
  if (kind === 'printer') return []
  return kind === 'staff' ? [...permissionsOf(role as StaffRole)] : [...roles[role as Role].may]
}
