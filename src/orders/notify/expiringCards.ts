// Emails about cards that expire soon.

import { claimExpiringCards } from '../../payments/cards/expiringCards.ts'
import { type Transactor, transact } from '../core/transact.ts'
import { notifyOfExpiringCard } from './accountEmails.ts'

/** Of the task `notify_of_expiry`. `billingUrl` is the page of the cards. */
export const notifyOfExpiringCards =
  ({ transactor, billingUrl }: { transactor: Transactor; billingUrl: string }) =>
  (now: Date): Promise<number> =>
    transact(transactor, { now, actor: 'system' }, async work => {
      const cards = await claimExpiringCards(work.tx, now)
      for (const card of cards) await notifyOfExpiringCard(work, card, billingUrl)
      return cards.length
    })
