// Emails about a change of a person's email address, which both addresses confirm.

import { button, type EmailTime, template } from '../template.ts'

/** `url` contains a secret that works once. */
type Change = { name: string; url: string; expiresAt: EmailTime }

export const emailChangeEmails = {
  /** To the current address. */
  email_change: template<Change & { newEmail: string }>({
    group: 'sign_in',
    subject: 'Confirm the change of your email address',
    opening:
      'You, or someone signed in as you, asked to change your email address to {address}. If it was you, confirm the change.',
    shown: ({ name, newEmail }) => ({ account: name, address: newEmail }),
    rest: ({ url, expiresAt }, { t, time }) => [
      button(t('Confirm the change'), url),
      t('The link works until {time}. We sent another email to the new address. Both links must be opened.', {
        time: time(expiresAt),
      }),
      t(
        'If it was not you, do not open the link: without it, nothing changes. Set a new password now, and end all other sessions under Settings.',
      ),
    ],
    sample: ({ name, link }) => ({
      ...{ name, newEmail: 'mina.okafor@lantern.example', ...link('/dashboard/change-email') },
    }),
  }),

  /** To the new address. */
  email_change_confirmation: template<Change & { oldEmail: string }>({
    group: 'sign_in',
    subject: 'Confirm your new email address',
    opening: 'You asked to sign in with this address instead of {address}.',
    shown: ({ name, oldEmail }) => ({ account: name, address: oldEmail }),
    rest: ({ url, expiresAt }, { t, time }) => [
      button(t('Confirm this address'), url),
      t(
        'The link works until {time}. We sent another email to the old address. Both links must be opened. You are then signed out everywhere, and can sign in with the new address and your password.',
        { time: time(expiresAt) },
      ),
      t('If it was not you, ignore this email.'),
    ],
    sample: ({ name, link }) => ({ name, oldEmail: 'mina@lantern.example', ...link('/dashboard/change-email') }),
  }),

  /** To the new address when it already has a sign-in. */
  email_change_taken: template<{ name: string }>({
    group: 'sign_in',
    subject: 'Your email address already has a sign-in',
    opening:
      'Someone tried to use your email address for another sign-in. An address can have only one sign-in, so nothing was changed.',
    shown: ({ name }) => ({ account: name }),
    rest: (_, { t }) => [t('If it was you, use another address, or have your existing sign-in removed first.')],
    sample: ({ name }) => ({ name }),
  }),
}
