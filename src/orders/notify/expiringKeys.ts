// Emails to holders of accounts about API keys that expire soon.

import { claimExpiringKeys } from '../../accounts/expiringKeys.ts'
import { type Transactor, transact } from '../core/transact.ts'
import { notifyOfExpiringKey } from './accountEmails.ts'

/** Task `watch_keys`. `keysUrl` is the page of a production account's keys. */
export const notifyOfExpiringKeys =
  ({ transactor, keysUrl }: { transactor: Transactor; keysUrl: string }) =>
  (now: Date): Promise<number> =>
    transact(transactor, { now, actor: 'system' }, async work => {
      const { checked, expiring } = await claimExpiringKeys(work.tx, now)
      for (const key of expiring) await notifyOfExpiringKey(work, key, keysUrl)
      return checked
    })
