// Changing the email address of a sign-in, confirmed from both mailboxes.

import { Type } from 'typebox'
import {
  confirmEmailChange,
  readEmailChange,
  startEmailChange,
  withdrawEmailChange,
} from '../../accounts/people/emailChange.ts'
import { pageUrl } from '../../accounts/people/people.ts'
import { Closed, Instant, Nothing, nullable, oneOf } from '../objects/common.ts'
import { type Route, recentPasswordMs, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { anyone, ofPerson, tag } from './profile.ts'
import { Email, Token } from './signIn.ts'

/** `null` or the object: fast-json-stringify needs an explicit type. */
const Change = Type.Unsafe<{
  newEmail: string
  oldConfirmed: boolean
  newConfirmed: boolean
  expiresAt: Date
} | null>({
  ...Type.Object({
    newEmail: Type.String(),
    oldConfirmed: Type.Boolean({ description: 'The current address has been confirmed.' }),
    newConfirmed: Type.Boolean({ description: 'The new address has been confirmed.' }),
    expiresAt: Instant,
  }),
  type: ['object', 'null'],
  description: 'Null when no change is pending.',
})

export const emailChangeRoutes = tagged(tag, (services: Services): Route[] => [
  ...requestedChangeRoutes(services),
  ...endedChangeRoutes(services),
])

function requestedChangeRoutes(services: Services): Route[] {
  const { db, clock, signIn, publicUrl, sendEmail } = services
  return [
    route({
      method: 'GET',
      path: '/auth/change-email',
      operationId: 'getEmailChange',
      callers: anyone,
      sessionOnly: true,
      summary: 'Read the pending change of your email address',
      answer: Type.Object({ change: Change }),
      handle: async ({ caller }) => ({ change: await readEmailChange(db, caller.userId!, clock()) }),
    }),
    route({
      method: 'POST',
      path: '/auth/change-email',
      operationId: 'requestEmailChange',
      ...ofPerson,
      freshWithinMs: recentPasswordMs,
      summary: 'Change your email address',
      description:
        'Sends an email to both addresses. Each email contains a token for /auth/change-email/confirm, valid for a day. Replaces an earlier request. The answer is the same whether or not the new address already has a sign-in.',
      body: Closed({ newEmail: Email }),
      status: 202,
      answer: Type.Object({ status: oneOf(['accepted']) }),
      refuses: ['not_allowed', 'too_many_requests'],
      async handle({ caller, request, body: { newEmail } }) {
        signIn.countMail(request, newEmail)
        const asked = { userId: caller.userId!, email: newEmail, actor: caller.actor }
        const {
          name,
          expiresAt,
          oldToken,
          newToken,
          oldEmail,
          newEmail: toEmail,
        } = await startEmailChange(services, asked)
        const accountId = caller.kind === 'member' ? caller.accountId : null
        const kind = caller.kind === 'member' ? 'customer' : caller.kind
        const urlOf = (token: string) => pageUrl(publicUrl, kind, 'change-email', token)
        await sendEmail(accountId, oldEmail, {
          kind: 'email_change',
          values: { name, newEmail: toEmail, expiresAt, url: urlOf(oldToken) },
        })
        await sendEmail(
          accountId,
          toEmail,
          newToken === null
            ? { kind: 'email_change_taken', values: { name: toEmail } }
            : {
                kind: 'email_change_confirmation',
                values: { name: toEmail, oldEmail, expiresAt, url: urlOf(newToken) },
              },
        )
        return { status: 'accepted' as const }
      },
    }),
  ]
}

function endedChangeRoutes(services: Services): Route[] {
  const { db, signIn } = services
  return [
    route({
      method: 'DELETE',
      path: '/auth/change-email',
      operationId: 'cancelEmailChange',
      ...ofPerson,
      summary: 'Cancel the change of your email address',
      answer: Nothing,
      async handle({ caller }) {
        await withdrawEmailChange(db, caller.userId!)
      },
    }),
    route({
      method: 'POST',
      path: '/auth/change-email/confirm',
      operationId: 'confirmEmailChange',
      callers: ['public'],
      summary: 'Confirm a new email address from one of the two mailboxes',
      description:
        'The second confirmation changes the address: all sessions of the person end, and pending password emails become invalid. The second factor and passkeys stay.',
      body: Closed({ token: Token }),
      answer: Type.Object({
        newEmail: Type.String(),
        waitsFor: nullable(
          oneOf(['old', 'new'], {
            description: 'The mailbox that has not confirmed yet; null once the address has changed.',
          }),
        ),
      }),
      refuses: ['not_allowed', 'not_found', 'already_exists'],
      before: signIn.countTry,
      async handle({ body: { token } }) {
        return confirmEmailChange(services, token)
      },
    }),
  ]
}
