// Emails to the owners of an account about acts of the staff that give access to it. They are always sent.

import { button, type EmailTime, template, type Words } from '../template.ts'
import { roleIn } from './invitationEmails.ts'

/** The act of the staff. */
export type AccessAct = RequestedAccess | { kind: 'single_sign_on_removed' }
/** The act that the staff do, or want to do. */
export type RequestedAccess =
  | { kind: 'invitation'; email: string; role: string }
  | { kind: 'single_sign_on'; issuer: string }
  | { kind: 'domain'; domain: string }

type Access = { accountName: string; act: AccessAct; at: EmailTime; teamUrl: string }
type Request = Omit<Access, 'act'> & { act: RequestedAccess; expiresAt: EmailTime }

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

  /** Before the act, which waits for one of the owners. */
  access_request: template<Request>({
    group: 'account',
    subject: 'Our support staff asks for your confirmation',
    opening: '{act}',
    shown: (request, words) => ({ account: request.accountName, act: requestIn(request, words) }),
    rest: ({ teamUrl, expiresAt }, { t, time }) => [
      t('Nothing happens until an owner of the account confirms it. The request expires on {time}.', {
        time: time(expiresAt),
      }),
      t('If you did not ask for this, refuse it and contact us.'),
      button(t('Read the request and decide'), teamUrl),
    ],
    sample: ({ accountName, at, page, inDays }) => ({
      ...{ accountName, at, teamUrl: page('/dashboard/production/settings?tab=team'), expiresAt: inDays(14) },
      act: { kind: 'invitation', email: 'tom@lantern.example', role: 'developer' },
    }),
  }),
}

function requestIn({ act, at }: Request, words: Words): string {
  const { t } = words
  const time = words.time(at)
  switch (act.kind) {
    case 'invitation':
      return t('On {time} our support staff asked to invite {email} to your account as {role}.', {
        time,
        email: act.email,
        role: roleIn(t, act.role),
      })
    case 'single_sign_on':
      return t(
        'On {time} our support staff asked to change the single sign-on of your account. Members could then sign in through {issuer}.',
        { time, issuer: act.issuer },
      )
    case 'domain':
      return t(
        'On {time} our support staff asked to confirm the domain {domain} for your account. People with addresses of this domain would then be led to your single sign-on.',
        { time, domain: act.domain },
      )
  }
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
