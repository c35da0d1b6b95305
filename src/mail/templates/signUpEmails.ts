// Emails to people who sign up.

import { button, type EmailContent, emailBody, line } from '../emailBody.ts'

/** Repeats nothing from the form: anybody can enter the email address of somebody else. `url` contains a secret. */
export const signUpConfirmation = ({
  email,
  url,
  expiresAt,
}: {
  email: string
  url: string
  expiresAt: Date
}): EmailContent => ({
  subject: 'Confirm your email address',
  body: emailBody(
    email,
    'Welcome. Confirm your address to open your account.',
    button('Confirm your address', url),
    line`The link works once, until ${expiresAt}. If you did not sign up, ignore this email: no account is opened without the link.`,
  ),
})

export const signUpByExistingUser = ({ name, url }: { name: string; url: string }): EmailContent => ({
  subject: 'You already have a sign-in',
  body: emailBody(
    name,
    'You, or someone who knows your email address, tried to sign up with it, but it already has a sign-in. Nothing was changed.',
    'Sign in, or request a new password there.',
    button('Sign in', url),
  ),
})
