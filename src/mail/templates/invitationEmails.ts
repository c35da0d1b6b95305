// Invitations to an account, to the operator's staff and to a press desk.

import { type Block, button, type EmailTime, template, type Words } from '../template.ts'

/** `url` contains a secret that works once. */
type Link = { name: string; url: string; expiresAt: EmailTime }

export const invitationEmails = {
  invitation: template<Link & { accountName: string; role: string }>({
    group: 'account',
    subject: 'You are invited to an account',
    opening: 'You are invited to join the account "{team}" as {role}.',
    required: ['team'],
    shown: ({ name, accountName, role }, { t }) => ({ account: name, team: accountName, role: roleIn(t, role) }),
    rest: acceptance,
    sample: ({ name, accountName, link }) => ({
      name,
      accountName,
      role: 'developer',
      ...link('/dashboard/invitation'),
    }),
  }),

  invitation_elsewhere: template<{ name: string; accountName: string }>({
    group: 'account',
    subject: 'You are invited to an account',
    opening:
      'You are invited to join the account "{team}", but your email address already has a sign-in for another account. An email address can belong to only one account.',
    shown: ({ name, accountName }) => ({ account: name, team: accountName }),
    rest: (_, { t }) => [t('To join, ask for an invitation to another email address.')],
    sample: ({ name, accountName }) => ({ name, accountName }),
  }),

  staff_invitation: template<Link & { role: string }>({
    group: 'staff',
    subject: 'You are invited to the support staff',
    opening: 'You are invited to join the support staff in the role {role}.',
    shown: ({ name, role }, { t }) => ({ account: name, role: staffRoleIn(t, role) }),
    rest: acceptance,
    sample: ({ link }) => ({ name: 'ben@press.example', role: 'support', ...link('/staff/invitation') }),
  }),

  /** `printer` is null for all printers. */
  printer_invitation: template<Link & { printer: string | null }>({
    group: 'staff',
    subject: 'You are invited as a printer: {printer}',
    opening: 'You are invited to join as a printer: {printer}.',
    shown: ({ name, printer }, { t }) => ({ account: name, printer: printer ?? t('all printers') }),
    rest: acceptance,
    sample: ({ link }) => ({ name: 'ben@press.example', printer: 'Rochester', ...link('/press/invitation') }),
  }),
}

function acceptance({ url, expiresAt }: Link, { t, time }: Words): (string | Block)[] {
  return [
    button(t('Accept the invitation'), url),
    t('The link works once, until {time}. If you do not know who invited you, ignore this email.', {
      time: time(expiresAt),
    }),
  ]
}

/** The role of a member of an account. */
export const roleIn = (t: Words['t'], role: string): string =>
  ({ owner: t('owner'), developer: t('developer'), bookkeeper: t('bookkeeper'), viewer: t('viewer') })[role] ?? role

const staffRoleIn = (t: Words['t'], role: string): string =>
  ({
    owner: t('owner'),
    support: t('support'),
    finance: t('finance'),
    production: t('print production'), // “production” alone is a mode of the service
    read_only: t('read-only'),
  })[role] ?? role
