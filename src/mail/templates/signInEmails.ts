// Emails that warn a person about sign-ins and changes of the sign-in. Nobody can turn them off.

import { button, type EmailContent, emailBody, line, table } from '../emailBody.ts'

type SignInDetails = { name: string; at: Date; address: string; url: string }

export const newSignIn = ({ name, at, address, url }: SignInDetails): EmailContent => ({
  subject: 'New sign-in from another browser',
  body: emailBody(
    name,
    'Someone signed in as you from a new browser.',
    table({ Time: at, 'IP address': address }),
    'If it was you, you do not need to do anything. If not, set a new password now. That also ends all other sessions.',
    button('Review your sign-in', url),
  ),
})

const changeTexts = {
  password_changed: 'your password was changed',
  password_reset: 'a new password was set with a link from an email',
  second_factor_set_up: 'a second factor was set up',
  second_factor_removed: 'your second factor was removed',
  recovery_codes_made: 'new recovery codes were created, and the old codes no longer work',
  passkey_added: 'a passkey was added',
  passkey_removed: 'a passkey was removed',
} as const
export type SignInChange = keyof typeof changeTexts

type ChangeDetails = { name: string; action: SignInChange; at: Date; url: string }

export const signInChanged = ({ name, action, at, url }: ChangeDetails): EmailContent => ({
  subject: 'Your sign-in was changed',
  body: emailBody(
    name,
    line`On ${at} ${changeTexts[action]}.`,
    'If it was you, you do not need to do anything. If not, request a new password now with "Forgot your password?", and check your sessions, second factor and passkeys.',
    button('Review your sign-in', url),
  ),
})
