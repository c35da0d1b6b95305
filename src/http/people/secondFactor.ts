// The second factor: a code from an authenticator app (TOTP), and recovery codes for when the app is lost.

import { Type } from 'typebox'
import { say } from '../../../languages/texts.ts'
import { endOtherSessions } from '../../accounts/signIn/sessions.ts'
import { Refusal } from '../../base/refusal.ts'
import { Closed, Nothing } from '../objects/common.ts'
import { type Route, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { ofPerson, recordChange, tag } from './profile.ts'
import { Password, Person } from './signIn.ts'

const Code = Type.String({ pattern: '^\\d{6}$', 'x-expected': 'six digits' })
const RecoveryCode = Type.String({
  pattern: '^[A-Za-z0-9]{5}-[A-Za-z0-9]{5}$',
  'x-expected': 'a code like abcde-12345',
})
const WithPassword = Closed({ password: Password })
const RecoveryCodes = Type.Array(Type.String(), { description: 'Each code works once. The codes are not shown again.' })

export const secondFactorRoutes = tagged(tag, (services: Services & Services): Route[] => [
  ...secondStepRoutes(services),
  ...secondFactorSetUpRoutes(services),
  ...secondFactorChangeRoutes(services),
])

function secondStepRoutes({ signIn }: Services & Services): Route[] {
  type Step = {
    path: string
    operationId: string
    passedTo: string
    way: 'authenticator' | 'recovery_code'
    summary: string
    code: typeof Code
  }
  const secondStepRoute = ({ path, operationId, passedTo, way, summary, code }: Step) =>
    route({
      method: 'POST',
      path,
      operationId,
      callers: ['public'],
      summary,
      description:
        'Call it after `second_factor_required`, with the cookie from that answer. A wrong code is `malformed_request`; after five wrong codes, or ten minutes, start again.',
      body: Closed({ code }),
      answer: Person,
      refuses: ['not_authenticated', 'not_allowed'],
      before: signIn.countTry,
      async handle({ request, reply, body }) {
        const used = way === 'authenticator' ? { code: body.code } : {}
        return signIn.finish(request, reply, { path: passedTo, body, way, ...used })
      },
    })
  return [
    secondStepRoute({
      path: '/auth/sign-in/totp',
      operationId: 'finishSignInWithTotp',
      passedTo: '/two-factor/verify-totp',
      way: 'authenticator',
      summary: 'Finish a sign-in with a code from the app; each code works once',
      code: Code,
    }),
    secondStepRoute({
      path: '/auth/sign-in/recovery-code',
      operationId: 'finishSignInWithRecoveryCode',
      passedTo: '/two-factor/verify-backup-code',
      way: 'recovery_code',
      summary: 'Finish a sign-in with a recovery code; each code works once',
      code: RecoveryCode,
    }),
  ]
}

function secondFactorSetUpRoutes(services: Services & Services): Route[] {
  const { db, people, signIn, operator } = services
  return [
    route({
      method: 'POST',
      path: '/auth/second-factor/enrol',
      operationId: 'startSecondFactor',
      ...ofPerson,
      beforeSecondFactor: true,
      summary: 'Start setting up a second factor',
      description:
        'The second factor takes effect when the first code is confirmed. Until then this request can be repeated.',
      body: WithPassword,
      answer: Type.Object({
        totpUri: Type.String({ description: 'An otpauth:// URL, to be shown as a QR code for an authenticator app.' }),
        recoveryCodes: RecoveryCodes,
      }),
      refuses: ['wrong_state'],
      async handle({ caller, request, reply, body }) {
        signIn.countConfirmation(request, caller.userId!)
        const passed = await signIn.pass(request, reply, {
          path: '/two-factor/enable',
          // As the authenticator app names the code.
          body: { ...body, issuer: operator.brand.name },
        })
        const { totpURI, backupCodes } = passed as { totpURI: string; backupCodes: string[] }
        return { totpUri: totpURI, recoveryCodes: backupCodes }
      },
    }),
    route({
      method: 'POST',
      path: '/auth/second-factor/confirm',
      operationId: 'confirmSecondFactor',
      ...ofPerson,
      beforeSecondFactor: true,
      summary: 'Confirm the second factor with a first code',
      description: 'Ends all other sessions. This session continues with a new cookie.',
      body: Closed({ code: Code }),
      answer: Person,
      refuses: ['wrong_state'],
      async handle({ caller, request, reply, body }) {
        signIn.countConfirmation(request, caller.userId!)
        if ((await signIn.person(caller.userId!)).secondFactor) throw alreadySetUp()
        await signIn.pass(request, reply, { path: '/two-factor/verify-totp', body })
        await people.useCode(caller.userId!, body.code) // so that the code cannot be used for a sign-in too
        const current = await people.readSignedInPerson(
          new Headers({ cookie: cookiesSetBy(reply.getHeader('set-cookie')) }),
        )
        await endOtherSessions(db, caller.userId!, current?.sessionId ?? '')
        await recordChange(services, caller.userId!, 'second_factor_set_up')
        return signIn.person(caller.userId!)
      },
    }),
  ]
}

function secondFactorChangeRoutes(services: Services & Services): Route[] {
  const { people, signIn } = services
  return [
    route({
      method: 'POST',
      path: '/auth/second-factor/recovery-codes',
      operationId: 'renewRecoveryCodes',
      ...ofPerson,
      summary: 'Create new recovery codes; the old codes become invalid',
      body: WithPassword,
      answer: Type.Object({ recoveryCodes: RecoveryCodes }),
      refuses: ['wrong_state'],
      async handle({ caller, request, reply, body }) {
        signIn.countConfirmation(request, caller.userId!)
        const passed = await signIn.pass(request, reply, { path: '/two-factor/generate-backup-codes', body })
        await recordChange(services, caller.userId!, 'recovery_codes_made')
        return { recoveryCodes: (passed as { backupCodes: string[] }).backupCodes }
      },
    }),
    route({
      method: 'POST',
      path: '/auth/second-factor/remove',
      operationId: 'removeSecondFactor',
      ...ofPerson,
      summary: 'Remove your second factor',
      description: 'Not available to members of the staff who must have a second factor.',
      body: WithPassword,
      answer: Nothing,
      refuses: ['wrong_state'],
      async handle({ caller, request, reply, body }) {
        signIn.countConfirmation(request, caller.userId!)
        const person = await signIn.person(caller.userId!)
        if (!person.secondFactor) throw new Refusal('wrong_state', say('You have not set up a second factor.'))
        if (await people.mustHaveSecondFactor(person))
          throw new Refusal('wrong_state', say('You must have a second factor and cannot remove it.'))
        await signIn.pass(request, reply, { path: '/two-factor/disable', body })
        await recordChange(services, caller.userId!, 'second_factor_removed')
      },
    }),
  ]
}

const alreadySetUp = () => new Refusal('wrong_state', say('You already have a second factor.'))

/** The Cookie header of a browser after this answer. */
const cookiesSetBy = (setCookie: unknown): string =>
  [setCookie]
    .flat()
    .map(cookie => String(cookie).split(';', 1)[0])
    .join('; ')
