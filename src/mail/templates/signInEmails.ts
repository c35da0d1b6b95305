// Emails that warn a person about sign-ins and changes of the sign-in. They are always sent.

import { button, type EmailTime, table, template, type Words } from '../template.ts'

const changes = {
  password_changed: ({ t }) => t('your password was changed'),
  password_reset: ({ t }) => t('a new password was set with a link from an email'),
  second_factor_set_up: ({ t }) => t('a second factor was set up'),
  second_factor_removed: ({ t }) => t('your second factor was removed'),
  recovery_codes_made: ({ t }) => t('new recovery codes were created, and the old codes no longer work'),
  passkey_added: ({ t }) => t('a passkey was added'),
  passkey_removed: ({ t }) => t('a passkey was removed'),
} as const satisfies Record<string, (words: Words) => string>
export type SignInChange = keyof typeof changes

export const signInEmails = {
  new_sign_in: template<{ name: string; at: EmailTime; address: string; url: string }>({
    group: 'sign_in',
    subject: 'New sign-in from another browser',
    opening: 'Someone signed in as you from a new browser.',
    required: [],
    shown: ({ name }) => ({ account: name }),
    rest: ({ at, address, url }, { t, time }) => [
      table({ [t('Time')]: time(at), [t('IP address')]: address }),
      t(
        'If it was you, you do not need to do anything. If not, set a new password now. That also ends all other sessions.',
      ),
      button(t('Review your sign-in'), url),
    ],
    sample: ({ name, at, page }) => ({
      ...{ name, at, address: '203.0.113.7', url: page('/dashboard/production/settings') },
    }),
  }),

  sign_in_changed: template<{ name: string; action: SignInChange; at: EmailTime; url: string }>({
    group: 'sign_in',
    subject: 'Your sign-in was changed',
    opening: 'On {time} {change}.',
    shown: ({ name, action, at }, words) => ({ account: name, time: words.time(at), change: changes[action](words) }),
    rest: ({ url }, { t }) => [
      t(
        'If it was you, you do not need to do anything. If not, request a new password now with "Forgot your password?", and check your sessions, second factor and passkeys.',
      ),
      button(t('Review your sign-in'), url),
    ],
    sample: ({ name, at, page }) => ({
      ...{ name, action: 'password_changed', at, url: page('/dashboard/production/settings') },
    }),
  }),
}
