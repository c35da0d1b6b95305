// Emails to the owners of an account about acts of the staff that give access to it. Nobody can turn them off.

import { button, type EmailContent, emailBody, line } from '../emailBody.ts'

/** What the staff did. */
export type AccessAct =
  | { kind: 'invitation'; email: string; role: string }
  | { kind: 'single_sign_on'; issuer: string }
  | { kind: 'single_sign_on_removed' }
  | { kind: 'domain'; domain: string }

type AccessDetails = { accountName: string; act: AccessAct; at: Date; teamUrl: string }

export const accessByStaff = ({ accountName, act, at, teamUrl }: AccessDetails): EmailContent => ({
  subject: 'Our support staff changed who can sign in to your account',
  body: emailBody(
    accountName,
    describe(act, at),
    'If you did not ask for this, remove it under Team and contact us.',
    button('Open the team', teamUrl),
  ),
})

function describe(act: AccessAct, at: Date): string {
  switch (act.kind) {
    case 'invitation':
      return line`On ${at} our support staff invited ${act.email} to your account as ${act.role}.`
    case 'single_sign_on':
      return line`On ${at} our support staff changed the single sign-on of your account. Members can sign in through ${act.issuer}.`
    case 'single_sign_on_removed':
      return line`On ${at} our support staff removed the single sign-on of your account. Members sign in with passwords and passkeys.`
    case 'domain':
      return line`On ${at} our support staff confirmed the domain ${act.domain} for your account. People with addresses of this domain are led to your single sign-on.`
  }
}
