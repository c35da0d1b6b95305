// Emails about API keys that expire soon, to the people of accounts and to the staff.

import { claimExpiringKeys, type ExpiringOperatorKey } from '../../accounts/keys/expiringKeys.ts'
import { listOtherStaff } from '../../accounts/people/operators.ts'
import type { Log } from '../../base/log.ts'
import { notifyEach } from '../../jobs/isolateFailures.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import { notifyOfExpiringKey } from './accountEmails.ts'
import { notifyStaff } from './staffEmails.ts'

type Pages = {
  /** The page of a production account's keys. */
  keysUrl: string
  staffKeysUrl: string
}

/** Task `notify_of_expiry`. */
export const notifyOfExpiringKeys =
  ({ transactor, keysUrl, staffKeysUrl, log }: { transactor: Transactor; log: Log } & Pages) =>
  (now: Date): Promise<number> =>
    transact(transactor, { now, actor: 'system' }, async work => {
      const { checked, ofAccounts, ofOperator } = await claimExpiringKeys(work.tx, now)
      const named = { keyOf: ({ keyId }: { keyId: string }) => ({ keyId }), log }
      await notifyEach(work, ofAccounts, key => notifyOfExpiringKey(work, key, keysUrl), named)
      await notifyEach(work, ofOperator, key => notifyStaffOfExpiringKey(work, key, staffKeysUrl), named)
      return checked
    })

/** To the owner; of a key without an owner, to all people who may manage keys. */
async function notifyStaffOfExpiringKey(work: UnitOfWork, key: ExpiringOperatorKey, keysUrl: string): Promise<void> {
  const people = key.owner === null ? await listOtherStaff(work.tx, work.actor, 'people') : [key.owner]
  const { label, expiresAt } = key
  await notifyStaff(
    work,
    people.map(({ name, email }) => ({
      ...{ recipient: email, kind: 'staff_key_expires', values: { name, label, expiresAt, keysUrl } },
    })),
  )
}
