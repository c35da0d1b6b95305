// Emails with a link to set a password.

import { button, type EmailTime, template } from '../template.ts'

export const passwordEmails = {
  /** `url` contains a secret that works once. */
  password_reset: template<{ name: string; url: string; expiresAt: EmailTime }>({
    group: 'sign_in',
    subject: 'Set a new password',
    opening: 'You, or someone who knows your email address, requested a new password.',
    required: [],
    shown: ({ name }) => ({ account: name }),
    rest: ({ url, expiresAt }, { t, time }) => [
      button(t('Choose a new password'), url),
      t(
        'The link works once, until {time}. If you did not request it, ignore this email: your password stays unchanged.',
        { time: time(expiresAt) },
      ),
    ],
    sample: ({ name, link }) => ({ name, ...link('/dashboard/reset-password') }),
  }),
}
