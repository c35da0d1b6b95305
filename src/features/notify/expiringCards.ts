// Emails about cards that expire soon.

import type { Log } from '../../base/log.ts'
import { notifyEach } from '../../jobs/isolateFailures.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import { claimExpiringCards } from '../../payments/cards/expiringCards.ts'
import { notifyOfExpiringCard } from './accountEmails.ts'

/** Of the task `notify_of_expiry`. `billingUrl` is the page of the cards. */
export const notifyOfExpiringCards =
  ({ transactor, billingUrl, log }: { transactor: Transactor; billingUrl: string; log: Log }) =>
  (now: Date): Promise<number> =>
    transact(transactor, { now, actor: 'system' }, async work => {
      const cards = await claimExpiringCards(work.tx, now)
      const keyOf = ({ accountId }: { accountId: string }) => ({ accountId })
      return notifyEach(work, cards, card => notifyOfExpiringCard(work, card, billingUrl), { keyOf, log })
    })
