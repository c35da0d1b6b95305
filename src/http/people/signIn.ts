// What the sign-in routes share: counting attempts, and passing requests on to better-auth. Attempts are limited by
// client address and by e-mail address, right or wrong, known or not, so the limit does not reveal which addresses
// exist.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { longestEmail, passwordLength } from '../../accounts/accounts.ts'
import { addressHeader, type People } from '../../accounts/people.ts'
import { type Permission, permissions, roleNames, roles } from '../../accounts/roles.ts'
import { hasSecondFactor } from '../../accounts/sessions.ts'
import { readPerson } from '../../accounts/store.ts'
import { minute } from '../../base/clock.ts'
import { Refusal, type RefusalCode } from '../../base/refusal.ts'
import type { Db } from '../../db/db.ts'
import { isSameOrigin, originCheck } from '../auth.ts'
import { addressGroup, type Rate, tokenBuckets, tooMany } from '../limits.ts'
import { nullable, oneOf, Text } from '../schemas.ts'

/**
 * A burst for a person who tries several passwords; then one attempt in 6 s, or in 30 s for the same e-mail address.
 */
const triesByAddress: Rate = { perSecond: 1 / 6, burst: 30 }
const triesByEmail: Rate = { perSecond: 1 / 30, burst: 10 }
const lockedOutMs = 15 * minute
/** Wrong codes of a second factor until then; the number and the time are better-auth's own. */
const triesOfCodes = 10

export const Email = Text(longestEmail, { format: 'email' })
export const Password = Type.String({ minLength: 1, maxLength: passwordLength.most })
export const NewPassword = Type.String({ minLength: passwordLength.least, maxLength: passwordLength.most })
export const Token = Text(200)

export const Person = Type.Object({
  userId: Type.String(),
  name: Type.String(),
  email: Type.String(),
  kind: oneOf(['customer', 'staff', 'printer']),
  accountId: nullable(Type.String({ description: 'The account for which a customer acts.' })),
  accountName: nullable(Type.String({ description: 'The name of that account.' })),
  role: nullable(oneOf(roleNames, { description: 'The role in that account.' })),
  printer: nullable(
    Type.String({ description: 'The printer whose jobs a person of kind printer sees; null for all.' }),
  ),
  permissions: Type.Array(oneOf(permissions), { description: 'What the role allows changing.' }),
  secondFactor: Type.Boolean({ description: 'Whether a second factor is set up.' }),
  mustEnrol: Type.Boolean({ description: 'When true, nothing else is allowed until a second factor is set up.' }),
})

export type SignInParts = { db: Db; people: People; publicUrl: URL }

type Credentials = { email: string; password: string }
type Passed = { path: string; method?: 'GET' | 'POST'; body?: object; withoutSession?: true }

export type SignIn = {
  /** Refuses pages of other sites, and callers that try too often. `email` is the address tried, or null. */
  countTry(request: FastifyRequest, email: string | null): void
  /** Lets better-auth answer, and passes its cookies on. Its refusals become ours. */
  pass(request: FastifyRequest, reply: FastifyReply, ask: Passed): Promise<unknown>
  /** Signs in a person who has just been given a sign-in. */
  enter(request: FastifyRequest, reply: FastifyReply, credentials: Credentials): Promise<Static<typeof Person>>
  /** Refuses a person without a membership with not_allowed. */
  person(userId: string): Promise<Static<typeof Person>>
}

/** One for all routes, because its buckets do the counting. */
export function openSignIn({ db, people, publicUrl }: SignInParts): SignIn {
  const isOurOrigin = originCheck(publicUrl)
  const byAddress = tokenBuckets(triesByAddress)
  const byEmail = tokenBuckets(triesByEmail)
  const signIn: SignIn = {
    countTry(request, email) {
      if (!isSameOrigin(request, { isOurOrigin })) {
        throw new Refusal('not_allowed', 'A page of another site may not do that.')
      }
      const left = byAddress.take(addressGroup(request.ip))
      if (left < 0) throw tooMany(-left, 'address', triesByAddress)
      const leftForEmail = email === null ? 0 : byEmail.take(email.toLowerCase())
      if (leftForEmail < 0) throw tooMany(-leftForEmail, 'e-mail address', triesByEmail)
    },
    async pass(request, reply, { path, method = 'POST', body = {}, withoutSession }) {
      const headers = headersFor(request, withoutSession)
      const answer = await people.handle({ method, path, headers, ...(method === 'GET' ? {} : { body }) })
      if (answer.cookies.length > 0) reply.header('set-cookie', answer.cookies)
      if (answer.status < 400) return answer.body
      throw refusalOf(answer.status, answer.body as Parameters<typeof refusalOf>[1])
    },
    async enter(request, reply, body) {
      const passed = await signIn.pass(request, reply, { path: '/sign-in/email', body, withoutSession: true })
      return signIn.person((passed as { user: { id: string } }).user.id)
    },
    async person(userId) {
      const person = await readPerson(db, userId)
      if (person === null) throw new Refusal('not_allowed', 'This sign-in does not belong to any account.')
      const secondFactor = await hasSecondFactor(db, userId)
      return {
        ...person,
        permissions: person.role === null ? [] : ([...roles[person.role].may] as Permission[]),
        secondFactor,
        mustEnrol: people.mustHaveSecondFactor(person.kind) && !secondFactor,
      }
    },
  }
  return signIn
}

function headersFor({ ip, headers: given }: FastifyRequest, withoutSession?: true): Headers {
  const headers = new Headers({ [addressHeader]: ip })
  const { cookie, 'user-agent': agent } = given
  const kept = withoutSession ? cookie?.split(';').filter(isNoSession).join(';') : cookie
  if (kept !== undefined) headers.set('cookie', kept)
  if (agent !== undefined) headers.set('user-agent', agent.slice(0, 200))
  return headers
}

const isNoSession = (cookie: string): boolean => !cookie.split('=', 1)[0]!.includes('session_token')

/** Translates better-auth's refusals into ours; a failure of its own is our bug. */
function refusalOf(status: number, body: { code?: string; message?: string } | null): Error {
  const [code, detail] = sentences[body?.code ?? ''] ?? []
  if (code === 'too_many_requests') return tooMany(lockedOutMs, 'person', triesOfCodes)
  if (code !== undefined) return new Refusal(code, detail!)
  if (status === 401) return new Refusal('not_authenticated', 'The e-mail address or the password is wrong.')
  if (status === 403) return new Refusal('not_allowed', 'That is not allowed.')
  if (status === 409) return new Refusal('wrong_state', 'Somebody else did that at the same time; try again.')
  return new Error(`the sign-in library answered ${status} ${body?.code ?? ''}`)
}

const challengeGone = 'It took too long, or was tried too often; start again.'

const sentences: Record<string, [RefusalCode, string]> = {
  INVALID_PASSWORD: ['malformed_request', 'The password is wrong.'],
  INVALID_EMAIL: ['malformed_request', 'That is not an e-mail address.'],
  PASSWORD_TOO_SHORT: ['malformed_request', `A password must have at least ${passwordLength.least} characters.`],
  PASSWORD_TOO_LONG: ['malformed_request', `A password can have at most ${passwordLength.most} characters.`],
  VALIDATION_ERROR: ['malformed_request', 'The request is malformed.'],
  INVALID_CODE: ['malformed_request', 'That code is not valid now.'],
  INVALID_BACKUP_CODE: ['malformed_request', 'That is not a recovery code, or it was already used.'],
  INVALID_TWO_FACTOR_COOKIE: ['not_authenticated', challengeGone],
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: ['not_authenticated', challengeGone],
  ACCOUNT_TEMPORARILY_LOCKED: ['too_many_requests', ''],
  TOTP_NOT_ENABLED: ['wrong_state', 'No second factor is set up.'],
  TWO_FACTOR_NOT_ENABLED: ['wrong_state', 'No second factor is set up.'],
  BACKUP_CODES_NOT_ENABLED: ['wrong_state', 'No second factor is set up.'],
  TOTP_ALREADY_ENABLED: ['wrong_state', 'A second factor is already set up.'],
  CHALLENGE_NOT_FOUND: ['not_authenticated', challengeGone],
  PASSKEY_NOT_FOUND: ['not_authenticated', 'That passkey is unknown.'],
  AUTHENTICATION_FAILED: ['not_authenticated', 'The passkey did not prove who you are.'],
  USER_NOT_VERIFIED: ['not_allowed', 'The passkey must ask for your fingerprint, face or PIN.'],
  FAILED_TO_VERIFY_REGISTRATION: ['malformed_request', 'The passkey could not be verified.'],
}
