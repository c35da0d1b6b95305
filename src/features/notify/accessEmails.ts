// Emails about access to an account: to its owners about acts of the staff that give it, and the invitation itself.

import type { InvitationLanguages } from '../../accounts/people/invitations.ts'
import { pageUrl } from '../../accounts/people/people.ts'
import { type IssuedInvitation, readOwners } from '../../accounts/people/team.ts'
import type { EmailContent } from '../../mail/emails.ts'
import type { AccessAct, RequestedAccess } from '../../mail/templates/accessEmails.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import type { AccessAct as StoredAct } from '../staff/approvalStore.ts'
import { emailRecipients } from './emailRecipients.ts'

/** The screen where the owners of an account see its members, and decide about requests. */
export const teamPage = (publicUrl: URL): string => new URL('/dashboard/production/settings?tab=team', publicUrl).href

/** The words for an act in the emails. */
export function accessOf(act: StoredAct): RequestedAccess {
  if (act.kind === 'invitation') return { kind: act.kind, email: act.email, role: act.role }
  return act.kind === 'domain' ? act : { kind: act.kind, issuer: act.settings.issuer }
}

type Access = { accountId: string; teamUrl: string }

/** To every owner with a sign-in, in the transaction of the act: neither is without the other. */
export async function notifyOwnersOfAccess(
  work: UnitOfWork,
  { accountId, act, teamUrl }: Access & { act: AccessAct },
): Promise<void> {
  await emailRecipients(work, await readOwners(work.tx, accountId), { accountId }, accountName => ({
    kind: 'access_by_staff',
    values: { accountName, act, at: work.now, teamUrl },
  }))
}

/** To every owner, of whom one has to confirm the act. */
export async function askOwners(
  work: UnitOfWork,
  { accountId, act, teamUrl, expiresAt }: Access & { act: RequestedAccess; expiresAt: Date },
): Promise<void> {
  await emailRecipients(work, await readOwners(work.tx, accountId), { accountId }, accountName => ({
    kind: 'access_request',
    values: { accountName, act, at: work.now, expiresAt, teamUrl },
  }))
}

/** Emails the invited person in the transaction of the invitation, and returns the link. */
export async function emailInvited(
  work: UnitOfWork,
  { accountId, issued, publicUrl, languages }: Invited,
): Promise<string | null> {
  const { accountName, invitation } = issued
  const { email, url } = invitationEmail(publicUrl, issued, languages)
  await emailRecipients(work, [{ accountName, email: invitation.email }], { accountId }, () => email)
  return url
}

type Invited = { accountId: string; issued: IssuedInvitation; publicUrl: URL; languages: InvitationLanguages }

/** The email of a new invitation, and its link; without one for an address that has a sign-in elsewhere. */
export function invitationEmail(
  publicUrl: URL,
  { invitation: { email, role, expiresAt }, token, accountName }: IssuedInvitation,
  { chosen, ofInviter }: InvitationLanguages,
): { email: EmailContent; url: string | null } {
  const language = chosen ?? ofInviter
  if (token === null)
    return { email: { kind: 'invitation_elsewhere', values: { name: email, accountName }, language }, url: null }
  const url = pageUrl(publicUrl, 'customer', 'invitation', token, chosen)
  return { email: { kind: 'invitation', values: { name: email, accountName, role, expiresAt, url }, language }, url }
}
