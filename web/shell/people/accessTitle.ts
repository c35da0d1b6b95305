// Acts of the staff that give access to an account, in words for its owners and for the staff.

import type { ResponseBody } from '../../api.ts'
import { roleLabel } from '../../components/people/Invitations.tsx'
import { t } from '../../language.ts'

export type AccessRequest = ResponseBody<'/dashboard/api/team'>['requests'][number]

export function accessTitle({
  kind,
  email,
  role,
  singleSignOn,
  domain,
}: Omit<AccessRequest, 'approvalId' | 'askedAt' | 'expiresAt'>): string {
  switch (kind) {
    case 'invitation':
      return t('Invite {email} as {role}', { email: String(email), role: roleLabel(role!) })
    case 'single_sign_on':
      return t('Let members sign in through {issuer}', { issuer: String(singleSignOn?.issuer) })
    case 'domain':
      return t('Confirm the domain {domain}', { domain: String(domain) })
  }
}

/** Shown after an act that waits for an owner. */
export const ownersAskedText = t('Request sent. An owner of the account has to confirm it.')
