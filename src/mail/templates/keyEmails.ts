// Emails about API keys.

import { type Block, button, type EmailTime, table, template, type Words } from '../template.ts'

type ExpiringKey = { label: string; expiresAt: EmailTime; keysUrl: string }

export const keyEmails = {
  key_expires: template<ExpiringKey & { accountName: string }>({
    group: 'account',
    subject: 'Your API key expires soon',
    opening: 'Your production key "{key}" expires soon. Requests with this key will then fail.',
    required: [],
    shown: ({ accountName, label }) => ({ account: accountName, key: label }),
    rest: (key, words) => rest(key, words, words.t('Create a new key, and update your programs before then.')),
    sample: ({ accountName, inDays, page }) => ({
      ...{ accountName, label: 'Shop', expiresAt: inDays(7), keysUrl: page('/dashboard/production/keys') },
    }),
  }),

  /** To the staff, about a key of the operator. */
  staff_key_expires: template<ExpiringKey & { name: string }>({
    group: 'staff',
    subject: 'A key of the staff expires soon',
    opening: 'The key "{key}" expires soon. Requests with this key will then fail.',
    shown: ({ name, label }) => ({ account: name, key: label }),
    rest: (key, words) =>
      rest(key, words, words.t('Create a new key, and update the programs that use it before then.')),
    sample: ({ staffName, inDays, page }) => ({
      ...{ name: staffName, label: 'Bookkeeping export', expiresAt: inDays(7), keysUrl: page('/staff/keys') },
    }),
  }),
}

const rest = ({ label, expiresAt, keysUrl }: ExpiringKey, { t, time }: Words, advice: string): (string | Block)[] => [
  table({ [t('Key')]: label, [t('Expires')]: time(expiresAt) }),
  advice,
  button(t('Create a new key'), keysUrl),
]
