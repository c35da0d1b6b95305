// Emails about API keys that expire soon, to the people of accounts and to the staff.

import { claimExpiringKeys, type ExpiringOperatorKey } from '../../accounts/expiringKeys.ts'
import { listOtherStaff } from '../../accounts/operators.ts'
import { operatorKeyExpires } from '../../mail/templates/keyEmails.ts'
import { type Transactor, transact } from '../core/transact.ts'
import type { UnitOfWork } from '../core/transition.ts'
import { notifyOfExpiringKey } from './accountEmails.ts'
import { notifyStaff } from './staffEmails.ts'

type Pages = {
  /** The page of a production account's keys. */
  keysUrl: string
  staffKeysUrl: string
}

/** Task `notify_of_expiry`. */
export const notifyOfExpiringKeys =
  ({ transactor, keysUrl, staffKeysUrl }: { transactor: Transactor } & Pages) =>
  (now: Date): Promise<number> =>
    transact(transactor, { now, actor: 'system' }, async work => {
      const { checked, ofAccounts, ofOperator } = await claimExpiringKeys(work.tx, now)
      for (const key of ofAccounts) await notifyOfExpiringKey(work, key, keysUrl)
      for (const key of ofOperator) await notifyStaffOfExpiringKey(work, key, staffKeysUrl)
      return checked
    })

/** To the owner; of a key without an owner, to everybody who may manage keys. */
async function notifyStaffOfExpiringKey(work: UnitOfWork, key: ExpiringOperatorKey, keysUrl: string): Promise<void> {
  const people = key.owner === null ? await listOtherStaff(work.tx, work.actor, 'people') : [key.owner]
  await notifyStaff(
    work,
    people.map(({ name, email }) => ({ recipient: email, ...operatorKeyExpires({ ...key, name, keysUrl }) })),
  )
}
