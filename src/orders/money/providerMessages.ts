// Messages that the payment provider sends by itself. A message says where to look, but is not trusted: its subject is
// made due, and the sweep asks the provider for the state. So a message that comes late, twice, or out of order does no
// harm, and a lost one only costs time.

import { keepableIn } from '../../base/keepable.ts'
import { operatorAccount } from '../../base/operator.ts'
import { dueSyncOf } from '../../payments/cards/store.ts'
import { insertMessage } from '../../payments/messages/store.ts'
import type { ProviderMessage } from '../../payments/payments.ts'
import { hastenCharge, hastenRefund } from '../../payments/store.ts'
import type { Work } from '../transition.ts'
import { inOneWork, type Shell } from '../work.ts'

/** Processes a message that is known to be the provider's. A repeated message changes nothing. */
export async function takeMessage(
  shell: Shell,
  provider: string,
  told: ProviderMessage,
  now: Date,
): Promise<'new' | 'known'> {
  const message = keepableIn(told)
  return inOneWork(shell, { now, actor: provider }, async work => {
    const { id, kind, subject } = message
    const accountId = 'accountId' in subject ? subject.accountId : operatorAccount
    const isNew = await insertMessage(work.tx, { accountId, provider, messageId: id, kind }, now)
    if (!isNew) return 'known'
    await look(work, provider, message)
    return 'new'
  })
}

async function look({ tx, now, wake }: Work, provider: string, { subject }: ProviderMessage): Promise<void> {
  switch (subject.about) {
    case 'charge':
      await hastenCharge(tx, subject.accountId, subject.chargeKey, now)
      return wake('charge_cards', now)
    case 'refund':
      await hastenRefund(tx, subject.accountId, subject.refundKey, now)
      return wake('refund_payments', now)
    case 'cards':
      if ((await dueSyncOf(tx, provider, subject.customerRef, now)) !== undefined) wake('sync_cards', now)
      return
    case 'other':
      return
    default:
      return subject satisfies never
  }
}
