// Emails about tax exemption certificates that expire soon.

import { claimExpiringExemptions } from '../../accounts/exemptions/expiringExemptions.ts'
import type { Log } from '../../base/log.ts'
import { notifyEach } from '../../jobs/isolateFailures.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import { notifyOfExpiringExemption } from './accountEmails.ts'

/** Of the task `notify_of_expiry`. `exemptionsUrl` is the page where a new certificate is uploaded. */
export const notifyOfExpiringExemptions =
  ({ transactor, exemptionsUrl, log }: { transactor: Transactor; exemptionsUrl: string; log: Log }) =>
  (now: Date): Promise<number> =>
    transact(transactor, { now, actor: 'system' }, async work => {
      const expiring = await claimExpiringExemptions(work.tx, now)
      const keyOf = ({ accountId, exemptionId }: (typeof expiring)[number]) => ({ accountId, exemptionId })
      return notifyEach(work, expiring, one => notifyOfExpiringExemption(work, one, exemptionsUrl), { keyOf, log })
    })
