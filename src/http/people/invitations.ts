// Invitations to an account, by its owners and by the staff, and to the staff and printers: the emails, and the form of
// an invitation.

import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { type Language, languageCodes } from '../../../languages/languages.ts'
import type { OperatorInvitation as OperatorInvitationRow } from '../../accounts/people/operators.ts'
import { pageUrl } from '../../accounts/people/people.ts'
import { roleNames } from '../../accounts/people/roles.ts'
import type { Invitation as InvitationRow, IssuedInvitation } from '../../accounts/people/team.ts'
import type { EmailContent } from '../../mail/emails.ts'
import { Instant, oneOf } from '../objects/common.ts'
import { answerLanguage } from '../server/pageLanguage.ts'
import type { SignUpParts } from './signUp.ts'

export const RoleName = oneOf(roleNames)

export const InvitationLanguage = Type.Optional(
  oneOf(languageCodes, {
    description: 'Of the email and of the page that it opens. Otherwise the email is in the language of the inviter.',
  }),
)

export const Invitation = Type.Object({
  invitationId: Type.String(),
  email: Type.String(),
  role: RoleName,
  createdAt: Instant,
  expiresAt: Instant,
})

/** Sends the email of a new invitation, in the language that was chosen, or else in that of the inviter. */
export async function sendInvitation(
  { publicUrl, sendEmail }: Pick<SignUpParts, 'publicUrl' | 'sendEmail'>,
  accountId: string,
  { invitation: issued, token, accountName }: IssuedInvitation,
  { request, language }: { request: FastifyRequest; language: Language | undefined },
): Promise<InvitationRow> {
  const { email, role, expiresAt } = issued
  const message: EmailContent =
    token === null
      ? { kind: 'invitation_elsewhere', values: { name: email, accountName } }
      : {
          kind: 'invitation',
          values: {
            ...{ name: email, accountName, role, expiresAt },
            url: pageUrl(publicUrl, 'customer', 'invitation', token, language),
          },
        }
  await sendEmail(accountId, email, { ...message, language: language ?? answerLanguage(request.headers) })
  return issued
}

/** The same for the staff or a printer. */
export async function sendOperatorInvitation(
  { publicUrl, sendEmail }: Pick<SignUpParts, 'publicUrl' | 'sendEmail'>,
  { invitation: issued, token }: { invitation: OperatorInvitationRow; token: string },
  { request, language }: { request: FastifyRequest; language: Language | undefined },
): Promise<OperatorInvitationRow> {
  const { email, kind, role, printer, expiresAt } = issued
  const url = pageUrl(publicUrl, kind, 'invitation', token, language)
  const link = { name: email, url, expiresAt }
  const message: EmailContent =
    kind === 'staff'
      ? { kind: 'staff_invitation', values: { ...link, role: role! } }
      : { kind: 'printer_invitation', values: { ...link, printer } }
  await sendEmail(null, email, { ...message, language: language ?? answerLanguage(request.headers) })
  return issued
}
