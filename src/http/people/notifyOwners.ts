// Tells the owners of an account what the staff did that gives access to it, so that no such act stays unnoticed.

import { readOwners } from '../../accounts/singleSignOn/domainProofs.ts'
import type { Clock } from '../../base/clock.ts'
import type { Tx } from '../../db/db.ts'
import type { AccessAct } from '../../mail/templates/accessEmails.ts'
import type { SignUpParts } from './signUp.ts'

export type NotifyOwnersParts = Pick<SignUpParts, 'publicUrl' | 'sendEmail'> & { clock: Clock }

/** To every owner with a sign-in, in the transaction of the act: neither is without the other. */
export const notifyOwners =
  ({ clock, publicUrl, sendEmail }: NotifyOwnersParts, accountId: string, act: AccessAct) =>
  async (tx: Tx): Promise<void> => {
    const teamUrl = new URL('/dashboard/production/settings?tab=team', publicUrl).href
    for (const { accountName, email } of await readOwners(tx, accountId)) {
      const values = { accountName, act, at: clock(), teamUrl }
      await sendEmail(accountId, email, { kind: 'access_by_staff', values }, tx)
    }
  }
