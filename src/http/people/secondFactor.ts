// The second factor: a code from an authenticator app (TOTP), and recovery codes for when the app is lost.

import { Type } from 'typebox'
import { endOtherSessions } from '../../accounts/sessions.ts'
import { Refusal } from '../../base/refusal.ts'
import { type Route, route } from '../route.ts'
import { Nothing } from '../schemas.ts'
import { auditOwn, everybody, type PeopleParts, tag } from './people.ts'
import { Password, Person } from './signIn.ts'

const Code = Type.String({ pattern: '^\\d{6}$', 'x-expected': 'six digits' })
const RecoveryCode = Type.String({
  pattern: '^[A-Za-z0-9]{5}-[A-Za-z0-9]{5}$',
  'x-expected': 'a code like abcde-12345',
})
const WithPassword = Type.Object({ password: Password }, { additionalProperties: false })
const RecoveryCodes = Type.Array(Type.String(), { description: 'Each works once. They are not shown again.' })

export function secondFactorRoutes(parts: PeopleParts): Route[] {
  const { db, people, signIn } = parts

  const secondStep = (path: string, passedTo: string, summary: string, code: typeof Code) =>
    route({
      method: 'POST',
      path,
      callers: ['public'],
      tag,
      summary,
      description:
        'Call it after `second_factor_required`, with the cookie from that answer. A wrong code is `malformed_request`; after five wrong codes, or ten minutes, start again.',
      body: Type.Object({ code }, { additionalProperties: false }),
      answer: Person,
      refuses: ['malformed_request', 'not_authenticated', 'not_allowed'],
      async handle({ request, reply, body }) {
        signIn.countTry(request, null)
        const passed = await signIn.pass(request, reply, { path: passedTo, body, withoutSession: true })
        return signIn.person((passed as { user: { id: string } }).user.id)
      },
    })

  return [
    secondStep('/auth/sign-in/totp', '/two-factor/verify-totp', 'Finish a sign-in with a code from the app', Code),
    secondStep(
      '/auth/sign-in/recovery-code',
      '/two-factor/verify-backup-code',
      'Finish a sign-in with a recovery code, which is used up',
      RecoveryCode,
    ),
    route({
      method: 'POST',
      path: '/auth/second-factor/enrol',
      callers: everybody,
      needs: null,
      sessionOnly: true,
      beforeSecondFactor: true,
      tag,
      summary: 'Start to set up a second factor',
      description: 'It takes effect when the first code is confirmed; until then this can be repeated.',
      body: WithPassword,
      answer: Type.Object({
        totpUri: Type.String({ description: 'An otpauth:// address for the QR code that an authenticator app reads.' }),
        recoveryCodes: RecoveryCodes,
      }),
      refuses: ['malformed_request', 'wrong_state'],
      async handle({ caller, request, reply, body }) {
        signIn.countTry(request, caller.userId)
        const passed = await signIn.pass(request, reply, { path: '/two-factor/enable', body })
        const { totpURI, backupCodes } = passed as { totpURI: string; backupCodes: string[] }
        return { totpUri: totpURI, recoveryCodes: backupCodes }
      },
    }),
    route({
      method: 'POST',
      path: '/auth/second-factor/confirm',
      callers: everybody,
      needs: null,
      sessionOnly: true,
      beforeSecondFactor: true,
      tag,
      summary: 'Confirm the second factor with a first code',
      description: 'Ends all other sessions, which were opened without it. This session continues with a new cookie.',
      body: Type.Object({ code: Code }, { additionalProperties: false }),
      answer: Person,
      refuses: ['malformed_request', 'wrong_state'],
      async handle({ caller, request, reply, body }) {
        signIn.countTry(request, caller.userId)
        if ((await signIn.person(caller.userId!)).secondFactor) throw alreadySetUp()
        await signIn.pass(request, reply, { path: '/two-factor/verify-totp', body })
        const current = await people.whoIs(new Headers({ cookie: cookiesSetBy(reply.getHeader('set-cookie')) }))
        await endOtherSessions(db, caller.userId!, current?.sessionId ?? '')
        await auditOwn(parts, caller, 'second_factor_set_up')
        return signIn.person(caller.userId!)
      },
    }),
    route({
      method: 'POST',
      path: '/auth/second-factor/recovery-codes',
      callers: everybody,
      needs: null,
      sessionOnly: true,
      tag,
      summary: 'Create new recovery codes; the old ones become invalid',
      body: WithPassword,
      answer: Type.Object({ recoveryCodes: RecoveryCodes }),
      refuses: ['malformed_request', 'wrong_state'],
      async handle({ caller, request, reply, body }) {
        signIn.countTry(request, caller.userId)
        const passed = await signIn.pass(request, reply, { path: '/two-factor/generate-backup-codes', body })
        await auditOwn(parts, caller, 'recovery_codes_made')
        return { recoveryCodes: (passed as { backupCodes: string[] }).backupCodes }
      },
    }),
    route({
      method: 'POST',
      path: '/auth/second-factor/remove',
      callers: everybody,
      needs: null,
      sessionOnly: true,
      tag,
      summary: 'Remove your second factor',
      description: 'Not available to staff who must have one.',
      body: WithPassword,
      status: 204,
      answer: Nothing,
      refuses: ['malformed_request', 'wrong_state'],
      async handle({ caller, request, reply, body }) {
        signIn.countTry(request, caller.userId)
        const { kind, secondFactor } = await signIn.person(caller.userId!)
        if (!secondFactor) throw new Refusal('wrong_state', 'No second factor is set up.')
        if (people.mustHaveSecondFactor(kind)) throw new Refusal('wrong_state', 'Staff must have a second factor.')
        await signIn.pass(request, reply, { path: '/two-factor/disable', body })
        await auditOwn(parts, caller, 'second_factor_removed')
      },
    }),
  ]
}

const alreadySetUp = () => new Refusal('wrong_state', 'A second factor is already set up.')

/** The Cookie header of a browser after this answer. */
const cookiesSetBy = (setCookie: unknown): string =>
  [setCookie]
    .flat()
    .map(cookie => String(cookie).split(';', 1)[0])
    .join('; ')
