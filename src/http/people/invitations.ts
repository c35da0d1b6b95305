// Invitations to an account, by its owners and by the staff, and to the staff and printers: the emails, and the form of
// an invitation.

import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { type Language, languageCodes } from '../../../languages/languages.ts'
import type { OperatorInvitation as OperatorInvitationRow } from '../../accounts/people/operators.ts'
import { pageUrl } from '../../accounts/people/people.ts'
import { roleNames } from '../../accounts/people/roles.ts'
import type { Invitation as InvitationRow, IssuedInvitation } from '../../accounts/people/team.ts'
import { invitationEmail } from '../../features/notify/accessEmails.ts'
import type { EmailContent } from '../../mail/emails.ts'
import { Instant, oneOf } from '../objects/common.ts'
import { answerLanguage } from '../server/pageLanguage.ts'
import type { Services } from '../server/services.ts'

export const RoleName = oneOf(roleNames)

export const InvitationLanguage = Type.Optional(
  oneOf(languageCodes, {
    description: 'Of the email and of the page that it opens. Otherwise the email is in the language of the inviter.',
  }),
)

/** The inviter hands over the link where no email can. */
export const InvitationLink = Type.Optional(
  Type.String({
    description:
      'The link of the invitation, only in this answer, and only if no mail server is set up: the email is not sent.',
  }),
)

export const Invitation = Type.Object({
  invitationId: Type.String(),
  email: Type.String(),
  role: RoleName,
  createdAt: Instant,
  expiresAt: Instant,
})
export const NewInvitation = Type.Object({ ...Invitation.properties, link: InvitationLink })

type Sending = Pick<Services, 'publicUrl' | 'sendEmail' | 'hasMailServer'>
type Sent<Row> = Row & { link?: string }

/** Queues the email of a new invitation, in the language that was chosen, or else in that of the inviter. */
export async function sendInvitation(
  { publicUrl, sendEmail, hasMailServer }: Sending,
  accountId: string,
  issued: IssuedInvitation,
  { request, language }: { request: FastifyRequest; language: Language | undefined },
): Promise<Sent<InvitationRow>> {
  const languages = { chosen: language, ofInviter: answerLanguage(request.headers) }
  const { email, url } = invitationEmail(publicUrl, issued, languages)
  await sendEmail(accountId, issued.invitation.email, email)
  return withLink(issued.invitation, url, hasMailServer)
}

export const withLink = (invitation: InvitationRow, url: string | null, hasMailServer: boolean): Sent<InvitationRow> =>
  hasMailServer || url === null ? invitation : { ...invitation, link: url }

/** The same for the staff or a printer. */
export async function sendOperatorInvitation(
  { publicUrl, sendEmail, hasMailServer }: Sending,
  { invitation: issued, token }: { invitation: OperatorInvitationRow; token: string },
  { request, language }: { request: FastifyRequest; language: Language | undefined },
): Promise<Sent<OperatorInvitationRow>> {
  const { email, kind, role, printer, expiresAt } = issued
  const url = pageUrl(publicUrl, kind, 'invitation', token, language)
  const link = { name: email, url, expiresAt }
  const message: EmailContent =
    kind === 'staff'
      ? { kind: 'staff_invitation', values: { ...link, role: role! } }
      : { kind: 'printer_invitation', values: { ...link, printer } }
  await sendEmail(null, email, { ...message, language: language ?? answerLanguage(request.headers) })
  return hasMailServer ? issued : { ...issued, link: url }
}
