// Invitations to an account, to the operator's staff and to a press desk.

import { button, type EmailContent, emailBody, line } from '../emailBody.ts'

/** `url` contains a secret that works once. */
type LinkDetails = { name: string; url: string; expiresAt: Date }

export const invitation = (details: LinkDetails & { accountName: string; role: string }): EmailContent => ({
  subject: 'You are invited to an account',
  body: emailBody(
    details.name,
    line`You are invited to join the account "${details.accountName}" as ${details.role}.`,
    ...acceptance(details),
  ),
})

export const invitationToExistingUser = ({
  name,
  accountName,
}: {
  name: string
  accountName: string
}): EmailContent => ({
  subject: 'You are invited to an account',
  body: emailBody(
    name,
    line`You are invited to join the account "${accountName}", but your email address already has a sign-in for another account. An email address can belong to only one account.`,
    'To join, ask for an invitation to another email address.',
  ),
})

type OperatorInvitationDetails = LinkDetails & {
  kind: 'staff' | 'printer'
  role: string | null
  printer: string | null
}

/** `role` is null for people of printers; `printer` is null for all printers, and for the staff. */
export function operatorInvitation({ kind, role, printer, ...link }: OperatorInvitationDetails): EmailContent {
  const desk = printer ?? 'all printers'
  const [subject, text] =
    kind === 'staff'
      ? [
          'You are invited to the support staff',
          line`You are invited to join the support staff in the role ${staffRoles[role!] ?? role!}.`,
        ]
      : [line`You are invited to the press desk of ${desk}`, line`You are invited to join the press desk of ${desk}.`]
  return { subject, body: emailBody(link.name, text, ...acceptance(link)) }
}

/** “production” alone is a mode of the service. */
const staffRoles: Record<string, string> = { production: 'print production', read_only: 'read-only' }

const acceptance = ({ url, expiresAt }: LinkDetails): string[] => [
  button('Accept the invitation', url),
  line`The link works once, until ${expiresAt}. If you do not know who invited you, ignore this email.`,
]
