// Emails to the owners of an account about acts of the staff that give access to it. Nobody can turn them off.

import { button, type EmailTime, template, type Words } from '../template.ts'
import { roleIn } from './invitationEmails.ts'

/** What the staff did. */
export type AccessAct =
  | { kind: 'invitation'; email: string; role: string }
  | { kind: 'single_sign_on'; issuer: string }
  | { kind: 'single_sign_on_removed' }
  | { kind: 'domain'; domain: string }

type Access = { accountName: string; act: AccessAct; at: EmailTime; teamUrl: string }

export const accessEmails = {
  access_by_staff: template<Access>({
    group: 'account',
    subject: 'Our support staff changed who can sign in to your account',
    opening: '{act}',
    shown: (access, words) => ({ account: access.accountName, act: actIn(access, words) }),
    rest: ({ teamUrl }, { t }) => [
      t('If you did not ask for this, remove it under Team and contact us.'),
      button(t('Open the team'), teamUrl),
    ],
    sample: ({ accountName, at, page }) => ({
      ...{ accountName, at, teamUrl: page('/dashboard/production/settings?tab=team') },
      act: { kind: 'invitation', email: 'tom@lantern.example', role: 'developer' },
    }),
  }),
}

function actIn({ act, at }: Access, words: Words): string {
  const { t } = words
  const time = words.time(at)
  switch (act.kind) {
    case 'invitation':
      return t('On {time} our support staff invited {email} to your account as {role}.', {
        time,
        email: act.email,
        role: roleIn(t, act.role),
      })
    case 'single_sign_on':
      return t(
        'On {time} our support staff changed the single sign-on of your account. Members can sign in through {issuer}.',
        { time, issuer: act.issuer },
      )
    case 'single_sign_on_removed':
      return t(
        'On {time} our support staff removed the single sign-on of your account. Members sign in with passwords and passkeys.',
        { time },
      )
    case 'domain':
      return t(
        'On {time} our support staff confirmed the domain {domain} for your account. People with addresses of this domain are led to your single sign-on.',
        { time, domain: act.domain },
      )
  }
}
