// Signing in and out, for browsers. better-auth knows many more addresses than a newcomer would expect; only these are
// served. Trying passwords is limited by address and by e-mail address, right or wrong, known or not, so the limit tells
// nobody which addresses exist.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { passwordLength } from '../accounts/accounts.ts'
import { addressHeader, type People } from '../accounts/people.ts'
import { readPerson } from '../accounts/store.ts'
import { Refusal } from '../base/refusal.ts'
import type { Db } from '../db/db.ts'
import { isSameOrigin, originCheck, type Sessions } from './auth.ts'
import { addressGroup, type Rate, TooMany, tokenBuckets } from './limits.ts'
import { type Route, route } from './route.ts'
import { Nothing, nullable, oneOf, Text } from './schemas.ts'

/** A burst for a person who looks for the right password; then one try in 6 s, or in 30 s for the same e-mail address. */
const triesByAddress: Rate = { perSecond: 1 / 6, burst: 30 }
const triesByEmail: Rate = { perSecond: 1 / 30, burst: 10 }

export type PeopleParts = { db: Db; people: People; publicUrl: URL }

/** Reads the session cookie of a request for the gate. */
export const sessionsOf =
  (people: People): Sessions =>
  async headers => {
    const person = await people.whoIs(new Headers({ cookie: headers.cookie ?? '' }))
    if (person === null) return null
    const { userId, kind, accountId } = person
    return kind === 'customer' ? { kind, userId, accountId: accountId! } : { kind, userId }
  }

const Person = Type.Object({
  userId: Type.String(),
  name: Type.String(),
  email: Type.String(),
  kind: oneOf(['customer', 'staff', 'printer']),
  accountId: nullable(Type.String({ description: 'The account that a customer acts for.' })),
})

const Email = Text(254, { format: 'email' })
const Password = Type.String({ minLength: 1, maxLength: passwordLength.most })
const NewPassword = Type.String({ minLength: passwordLength.least, maxLength: passwordLength.most })

export function peopleRoutes({ db, people, publicUrl }: PeopleParts): Route[] {
  const isOurOrigin = originCheck(publicUrl)
  const byAddress = tokenBuckets(triesByAddress)
  const byEmail = tokenBuckets(triesByEmail)

  function countTry(request: FastifyRequest, email: string | null): void {
    if (!isSameOrigin(request, { isOurOrigin })) {
      throw new Refusal('not_allowed', 'A page of another site may not do that.')
    }
    const left = byAddress.take(addressGroup(request.ip))
    if (left < 0) throw new TooMany(-left, 'address')
    const leftForEmail = email === null ? 0 : byEmail.take(email.toLowerCase())
    if (leftForEmail < 0) throw new TooMany(-leftForEmail, 'e-mail address')
  }

  /** Has better-auth answer, and passes its cookies on. A refusal of its own becomes one of ours. */
  async function pass(request: FastifyRequest, reply: FastifyReply, path: string, body?: object): Promise<unknown> {
    const answer = await people.handle({ method: 'POST', path, headers: headersFor(request), body: body ?? {} })
    if (!answer.ok)
      throw refusalOf(answer.status, (await answer.json().catch(() => null)) as Parameters<typeof refusalOf>[1])
    const cookies = answer.headers.getSetCookie()
    if (cookies.length > 0) reply.header('set-cookie', cookies)
    return answer.json()
  }

  return [
    route({
      method: 'POST',
      path: '/auth/sign-in/email',
      callers: ['public'],
      tag: 'Sign-in',
      summary: 'Sign in with e-mail address and password',
      description: 'The session is the cookie that the answer sets. It lasts 12 hours.',
      body: Type.Object({ email: Email, password: Password }, { additionalProperties: false }),
      answer: Person,
      refuses: ['malformed_request', 'not_authenticated', 'not_allowed'],
      async handle({ request, reply, body }) {
        countTry(request, body.email)
        const answer = (await pass(request, reply, '/sign-in/email', body)) as { user: { id: string } }
        const person = await readPerson(db, answer.user.id)
        if (person === null) throw new Refusal('not_allowed', 'This sign-in is a member of nothing.')
        return person
      },
    }),
    route({
      method: 'GET',
      path: '/auth/session',
      callers: ['member', 'staff', 'printer'],
      tag: 'Sign-in',
      summary: 'Who is signed in',
      answer: Person,
      refuses: ['not_found'],
      async handle({ caller }) {
        const person = caller.userId === null ? null : await readPerson(db, caller.userId)
        if (person === null) throw new Refusal('not_found', 'A key is nobody in person.')
        return person
      },
    }),
    route({
      method: 'POST',
      path: '/auth/sign-out',
      callers: ['member', 'staff', 'printer'],
      tag: 'Sign-in',
      summary: 'End the session',
      status: 204,
      answer: Nothing,
      async handle({ request, reply }) {
        await pass(request, reply, '/sign-out')
      },
    }),
    route({
      method: 'POST',
      path: '/auth/change-password',
      callers: ['member', 'staff', 'printer'],
      tag: 'Sign-in',
      summary: 'Change the own password, and end all other sessions',
      body: Type.Object({ currentPassword: Password, newPassword: NewPassword }, { additionalProperties: false }),
      status: 204,
      answer: Nothing,
      refuses: ['malformed_request'],
      async handle({ request, reply, body }) {
        countTry(request, null)
        await pass(request, reply, '/change-password', { ...body, revokeOtherSessions: true })
      },
    }),
    route({
      method: 'POST',
      path: '/auth/request-password-reset',
      callers: ['public'],
      tag: 'Sign-in',
      summary: 'Ask for a mail to set a new password',
      description: 'The answer is the same whether or not somebody has that e-mail address.',
      body: Type.Object({ email: Email }, { additionalProperties: false }),
      status: 202,
      answer: Type.Object({ status: oneOf(['accepted']) }),
      refuses: ['malformed_request', 'not_allowed'],
      async handle({ request, reply, body }) {
        countTry(request, body.email)
        await pass(request, reply, '/request-password-reset', body)
        return { status: 'accepted' as const }
      },
    }),
    route({
      method: 'POST',
      path: '/auth/reset-password',
      callers: ['public'],
      tag: 'Sign-in',
      summary: 'Set a new password with the token of the mail',
      description: 'Ends all sessions of the person.',
      body: Type.Object({ token: Text(200), newPassword: NewPassword }, { additionalProperties: false }),
      status: 204,
      answer: Nothing,
      refuses: ['malformed_request', 'not_allowed'],
      async handle({ request, reply, body }) {
        countTry(request, null)
        await pass(request, reply, '/reset-password', body)
      },
    }),
  ]
}

function headersFor(request: FastifyRequest): Headers {
  const headers = new Headers({ [addressHeader]: request.ip })
  const { cookie, 'user-agent': agent } = request.headers
  if (cookie !== undefined) headers.set('cookie', cookie)
  if (agent !== undefined) headers.set('user-agent', agent.slice(0, 200))
  return headers
}

/** What better-auth refuses, in our words; a failure of its own is a bug of ours. */
function refusalOf(status: number, body: { code?: string; message?: string } | null): Error {
  if (status === 401) return new Refusal('not_authenticated', 'E-mail address and password do not belong together.')
  if (status === 403) return new Refusal('not_allowed', 'That is not allowed.')
  const detail = status < 500 ? sentences[body?.code ?? ''] : undefined
  if (detail !== undefined) return new Refusal('malformed_request', detail)
  return new Error(`the sign-in library answered ${status} ${body?.code ?? ''}`)
}

const sentences: Record<string, string> = {
  INVALID_TOKEN: 'The token is wrong, used or too old; ask for another mail.',
  INVALID_PASSWORD: 'The current password is wrong.',
  INVALID_EMAIL: 'That is not an e-mail address.',
  PASSWORD_TOO_SHORT: `A password has at least ${passwordLength.least} characters.`,
  PASSWORD_TOO_LONG: `A password has at most ${passwordLength.most} characters.`,
  VALIDATION_ERROR: 'The request is malformed.',
}
