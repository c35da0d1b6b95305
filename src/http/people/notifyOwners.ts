// Tells the owners of an account what the staff did that gives access to it, so that no such act stays unnoticed.

import { readOwners } from '../../accounts/singleSignOn/domainProofs.ts'
import type { Clock } from '../../base/clock.ts'
import type { Db } from '../../db/db.ts'
import type { AccessAct } from '../../mail/templates/accessEmails.ts'
import type { SignUpParts } from './signUp.ts'

export type NotifyOwnersParts = Pick<SignUpParts, 'publicUrl' | 'sendEmail'> & { db: Db; clock: Clock }

/** To every owner with a sign-in. */
export async function notifyOwners(
  { db, clock, publicUrl, sendEmail }: NotifyOwnersParts,
  accountId: string,
  act: AccessAct,
): Promise<void> {
  const teamUrl = new URL('/dashboard/production/settings?tab=team', publicUrl).href
  for (const { accountName, email } of await readOwners(db, accountId))
    await sendEmail(accountId, email, { kind: 'access_by_staff', values: { accountName, act, at: clock(), teamUrl } })
}
