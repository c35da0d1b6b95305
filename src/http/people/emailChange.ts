// Changing the e-mail address of a sign-in, confirmed from both mailboxes.

import { Type } from 'typebox'
import {
  confirmEmailChange,
  readEmailChange,
  startEmailChange,
  withdrawEmailChange,
} from '../../accounts/emailChange.ts'
import { pageUrl } from '../../accounts/people.ts'
import { emailChangeAsked, emailChangeConfirmation, emailChangeTaken } from '../../mail/letters.ts'
import type { TeamParts } from '../customers/team.ts'
import { type Route, recentlyMs, route } from '../route.ts'
import { Instant, Nothing, nullable, oneOf } from '../schemas.ts'
import { everybody, tag } from './people.ts'
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

export function emailChangeRoutes(parts: TeamParts): Route[] {
  const { db, clock, signIn, publicUrl, sendLetter } = parts
  return [
    route({
      method: 'GET',
      path: '/auth/change-email',
      callers: everybody,
      sessionOnly: true,
      tag,
      summary: 'Read the pending change of your e-mail address',
      answer: Type.Object({ change: Change }),
      handle: async ({ caller }) => ({ change: await readEmailChange(db, caller.userId!, clock()) }),
    }),
    route({
      method: 'POST',
      path: '/auth/change-email',
      callers: everybody,
      needs: null,
      sessionOnly: true,
      freshWithinMs: recentlyMs,
      tag,
      summary: 'Change your e-mail address',
      description:
        'Sends a mail to both addresses; each contains a token for /auth/change-email/confirm, valid for a day. Replaces an earlier request. The answer is the same whether or not the new address already has a sign-in.',
      body: Type.Object({ newEmail: Email }, { additionalProperties: false }),
      status: 202,
      answer: Type.Object({ status: oneOf(['accepted']) }),
      refuses: ['malformed_request', 'not_allowed', 'too_many_requests'],
      async handle({ caller, request, body: { newEmail } }) {
        signIn.countTry(request, newEmail) // it sends mail to an address that the caller chose
        const asked = { userId: caller.userId!, email: newEmail, actor: caller.actor }
        const { name, expiresAt, oldToken, newToken, ...change } = await startEmailChange(parts, asked)
        const accountId = caller.kind === 'member' ? caller.accountId : null
        const kind = caller.kind === 'member' ? 'customer' : caller.kind
        const urlOf = (token: string) => pageUrl(publicUrl, kind, 'change-email', token)
        const facts = { name, ...change, expiresAt }
        await sendLetter(accountId, change.oldEmail, emailChangeAsked({ ...facts, url: urlOf(oldToken) }))
        await sendLetter(
          accountId,
          change.newEmail,
          newToken === null
            ? emailChangeTaken({ name: change.newEmail })
            : emailChangeConfirmation({ ...facts, url: urlOf(newToken) }),
        )
        return { status: 'accepted' as const }
      },
    }),
    route({
      method: 'DELETE',
      path: '/auth/change-email',
      callers: everybody,
      needs: null,
      sessionOnly: true,
      tag,
      summary: 'Cancel the change of your e-mail address',
      status: 204,
      answer: Nothing,
      async handle({ caller }) {
        await withdrawEmailChange(db, caller.userId!)
      },
    }),
    route({
      method: 'POST',
      path: '/auth/change-email/confirm',
      callers: ['public'],
      tag,
      summary: 'Confirm a new e-mail address from one of the two mailboxes',
      description:
        'The second confirmation changes the address: all sessions of the person end, and password mails become invalid. Second factor and passkeys stay.',
      body: Type.Object({ token: Token }, { additionalProperties: false }),
      answer: Type.Object({
        newEmail: Type.String(),
        waitsFor: nullable(
          oneOf(['old', 'new'], {
            description: 'The mailbox that has not confirmed yet; null once the address has changed.',
          }),
        ),
      }),
      refuses: ['malformed_request', 'not_allowed', 'not_found', 'already_exists'],
      async handle({ request, body: { token } }) {
        signIn.countTry(request, null)
        return confirmEmailChange(parts, token)
      },
    }),
  ]
}
