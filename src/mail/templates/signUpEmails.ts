// Emails to people who sign up.

import { button, type EmailTime, template } from '../template.ts'

export const signUpEmails = {
  /** Repeats nothing from the form: anybody can enter the email address of somebody else. `url` contains a secret. */
  sign_up: template<{ email: string; url: string; expiresAt: EmailTime }>({
    group: 'sign_in',
    subject: 'Confirm your email address',
    opening: 'Welcome. Confirm your address to open your account.',
    required: [],
    shown: ({ email }) => ({ account: email }),
    rest: ({ url, expiresAt }, { t, time }) => [
      button(t('Confirm your address'), url),
      t(
        'The link works once, until {time}. If you did not sign up, ignore this email: no account is opened without the link.',
        { time: time(expiresAt) },
      ),
    ],
    sample: ({ link }) => ({ email: 'mina@lantern.example', ...link('/dashboard/confirm') }),
  }),

  sign_up_again: template<{ name: string; url: string }>({
    group: 'sign_in',
    subject: 'You already have a sign-in',
    opening:
      'You, or someone who knows your email address, tried to sign up with it, but it already has a sign-in. Nothing was changed.',
    shown: ({ name }) => ({ account: name }),
    rest: ({ url }, { t }) => [t('Sign in, or request a new password there.'), button(t('Sign in'), url)],
    sample: ({ name, page }) => ({ name, url: page('/dashboard') }),
  }),
}
