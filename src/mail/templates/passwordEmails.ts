// Emails with a link to set a password.

import { button, type EmailContent, emailBody, line } from '../emailBody.ts'

/** `url` contains a secret that works once. */
export const passwordReset = ({
  name,
  url,
  expiresAt,
}: {
  name: string
  url: string
  expiresAt: Date
}): EmailContent => ({
  subject: 'Set a new password',
  body: emailBody(
    name,
    'You, or someone who knows your email address, requested a new password.',
    button('Choose a new password', url),
    line`The link works once, until ${expiresAt}. If you did not request it, ignore this email: your password stays unchanged.`,
  ),
})
