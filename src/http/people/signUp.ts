// Self-service sign-up, where the operator allows it (SIGN_UP).

import { Type } from 'typebox'
import { type AccountDeps, longestName } from '../../accounts/accounts.ts'
import { pageUrl } from '../../accounts/people.ts'
import { confirmSignUp, startSignUp } from '../../accounts/signUp.ts'
import { Refusal } from '../../base/refusal.ts'
import { type Letter, signUpConfirmation, signUpKnown } from '../../mail/letters.ts'
import { type Route, route } from '../route.ts'
import { oneOf, Text } from '../schemas.ts'
import { tag } from './people.ts'
import { Email, NewPassword, Password, Person, type SignIn, Token } from './signIn.ts'

export type SignUpParts = AccountDeps & {
  signIn: SignIn
  publicUrl: URL
  mayAnybodySignUp: boolean
  /** Queues a letter; `accountId` is null while there is no account. */
  sendLetter(accountId: string | null, to: string, letter: Letter): Promise<void>
}

export function signUpRoutes(parts: SignUpParts): Route[] {
  const { signIn, publicUrl, mayAnybodySignUp, sendLetter } = parts

  function requireOpen(): void {
    if (!mayAnybodySignUp) throw new Refusal('not_allowed', 'Sign-up is closed here; ask the operator for an account.')
  }

  return [
    route({
      method: 'GET',
      path: '/auth/sign-up',
      callers: ['public'],
      tag,
      summary: 'Read whether sign-up is open',
      answer: Type.Object({ signUp: oneOf(['open', 'closed']) }),
      handle: () => ({ signUp: mayAnybodySignUp ? ('open' as const) : ('closed' as const) }),
    }),
    route({
      method: 'POST',
      path: '/auth/sign-up',
      callers: ['public'],
      tag,
      summary: 'Sign up for an account',
      description:
        'The account is opened by /auth/sign-up/confirm, with the token from the mail. The answer is the same whether or not the e-mail address already has a sign-in.',
      body: Type.Object(
        { accountName: Text(longestName), name: Text(longestName), email: Email, password: NewPassword },
        { additionalProperties: false },
      ),
      status: 202,
      answer: Type.Object({ status: oneOf(['accepted']) }),
      refuses: ['malformed_request', 'not_allowed'],
      async handle({ request, body }) {
        requireOpen()
        signIn.countTry(request, body.email)
        const { accountName, name, email } = body
        const news = await startSignUp(parts, body)
        const letter =
          news.token === null
            ? signUpKnown({ name: news.knownAs, url: new URL('/dashboard', publicUrl).href })
            : signUpConfirmation({
                accountName,
                name,
                url: pageUrl(publicUrl, 'customer', 'confirm', news.token),
                expiresAt: news.expiresAt,
              })
        await sendLetter(null, email, letter)
        return { status: 'accepted' as const }
      },
    }),
    route({
      method: 'POST',
      path: '/auth/sign-up/confirm',
      callers: ['public'],
      tag,
      summary: 'Confirm the e-mail address, open the account, and sign in',
      description: 'With the token from the mail and the password of the sign-up, within a day.',
      body: Type.Object({ token: Token, password: Password }, { additionalProperties: false }),
      status: 201,
      answer: Person,
      refuses: ['malformed_request', 'not_authenticated', 'not_allowed', 'not_found', 'already_exists'],
      async handle({ request, reply, body }) {
        requireOpen()
        signIn.countTry(request, null)
        const { email } = await confirmSignUp(parts, body)
        return signIn.enter(request, reply, { email, password: body.password })
      },
    }),
  ]
}
