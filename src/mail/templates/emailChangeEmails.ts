// Emails about a change of a person's email address, which both addresses confirm.

import { button, type EmailContent, emailBody, line } from '../emailBody.ts'

/** `url` contains a secret that works once. */
type EmailChangeDetails = { name: string; url: string; expiresAt: Date; oldEmail: string; newEmail: string }

/** Sent to the current address. */
export const emailChangeRequest = ({
  name,
  newEmail,
  url,
  expiresAt,
}: Omit<EmailChangeDetails, 'oldEmail'>): EmailContent => ({
  subject: 'Confirm the change of your email address',
  body: emailBody(
    name,
    line`You, or someone signed in as you, asked to change your email address to ${newEmail}. If it was you, confirm the change.`,
    button('Confirm the change', url),
    line`The link works until ${expiresAt}. We sent another email to the new address. Both links must be opened.`,
    'If it was not you, do not open the link: without it, nothing changes. Set a new password now, and end all other sessions under Settings.',
  ),
})

/** Sent to the new address. */
export const emailChangeConfirmation = ({
  name,
  oldEmail,
  url,
  expiresAt,
}: Omit<EmailChangeDetails, 'newEmail'>): EmailContent => ({
  subject: 'Confirm your new email address',
  body: emailBody(
    name,
    line`You asked to sign in with this address instead of ${oldEmail}.`,
    button('Confirm this address', url),
    line`The link works until ${expiresAt}. We sent another email to the old address. Both links must be opened. You are then signed out everywhere, and can sign in with the new address and your password.`,
    'If it was not you, ignore this email.',
  ),
})

/** Sent to the new address when it already has a sign-in. */
export const emailChangeTaken = ({ name }: { name: string }): EmailContent => ({
  subject: 'Your email address already has a sign-in',
  body: emailBody(
    name,
    'Someone tried to use your email address for another sign-in. An address can have only one sign-in, so nothing was changed.',
    'If it was you, use another address, or have your existing sign-in removed first.',
  ),
})
