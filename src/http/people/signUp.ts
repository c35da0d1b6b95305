// Self-service sign-up, where the operator allows it (SIGN_UP).

import { Type } from 'typebox'
import { say } from '../../../languages/texts.ts'
import { maxNameLength } from '../../accounts/accounts.ts'
import { pageUrl } from '../../accounts/people/people.ts'
import { confirmSignUp, startSignUp } from '../../accounts/signIn/signUp.ts'
import { Refusal } from '../../base/refusal.ts'
import type { EmailContent } from '../../mail/emails.ts'
import { Closed, oneOf, Text } from '../objects/common.ts'
import { answerLanguage } from '../server/pageLanguage.ts'
import { type Route, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { tag } from './profile.ts'
import { Email, NewPassword, Password, Person, Token } from './signIn.ts'
import { acceptTerms, ShownTerms, showTerms, TermsVersion } from './terms.ts'

const NewAccount = Closed({
  accountName: Text(maxNameLength),
  name: Text(maxNameLength),
  email: Email,
  password: NewPassword,
  terms: TermsVersion,
})

export const signUpRoutes = tagged(tag, (services: Services): Route[] => {
  const { signIn, publicUrl, mayAnybodySignUp, sendEmail } = services

  return [
    route({
      method: 'GET',
      path: '/auth/sign-up',
      operationId: 'getSignUpState',
      callers: ['public'],
      summary: 'Read whether sign-up is open, and the terms',
      answer: Type.Object({ signUp: oneOf(['open', 'closed']), terms: ShownTerms }),
      handle: ({ request: { headers } }) => ({
        signUp: mayAnybodySignUp ? ('open' as const) : ('closed' as const),
        terms: showTerms(services, headers),
      }),
    }),
    route({
      method: 'POST',
      path: '/auth/sign-up',
      operationId: 'signUp',
      callers: ['public'],
      summary: 'Sign up for an account',
      description:
        'POST /auth/sign-up/confirm opens the account with the token from the email. The answer is the same whether or not the email address already has a sign-in.',
      body: NewAccount,
      status: 202,
      answer: Type.Object({ status: oneOf(['accepted']) }),
      refuses: ['not_allowed', 'terms_not_accepted'],
      before: signIn.countTry,
      async handle({ request, body }) {
        requireOpen(services)
        const terms = acceptTerms(services, body.terms)
        signIn.countMail(request, body.email)
        const message = messageOf(publicUrl, body.email, await startSignUp(services, { ...body, terms }))
        await sendEmail(null, body.email, { ...message, language: answerLanguage(request.headers) })
        return { status: 'accepted' as const }
      },
    }),
    route({
      method: 'POST',
      path: '/auth/sign-up/confirm',
      operationId: 'confirmSignUp',
      callers: ['public'],
      summary: 'Confirm the email address, open the account, and sign in',
      description: 'Needs the token from the email and the password chosen at sign-up, within a day.',
      body: Closed({ token: Token, password: Password }),
      status: 201,
      answer: Person,
      refuses: ['not_authenticated', 'not_allowed', 'not_found', 'already_exists'],
      before: signIn.countTry,
      async handle({ request, reply, body }) {
        requireOpen(services)
        const { email } = await confirmSignUp(services, body)
        return signIn.enter(request, reply, { email, password: body.password })
      },
    }),
  ]
})

function requireOpen({ mayAnybodySignUp }: Services): void {
  if (!mayAnybodySignUp) throw new Refusal('not_allowed', say('Sign-up is closed: ask the operator for an account.'))
}

function messageOf(publicUrl: URL, email: string, signUp: Awaited<ReturnType<typeof startSignUp>>): EmailContent {
  if (signUp.token === null)
    return { kind: 'sign_up_again', values: { name: signUp.knownAs, url: new URL('/dashboard', publicUrl).href } }
  const url = pageUrl(publicUrl, 'customer', 'confirm', signUp.token)
  return { kind: 'sign_up', values: { email, expiresAt: signUp.expiresAt, url } }
}
