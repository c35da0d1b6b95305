// Messages from the payment provider. A message is not trusted for the state of its subject: it makes a check due, and
// a sweep reads the state from the provider. So a message that comes late, twice, or out of order does no harm, and a
// lost message only costs time.

import { operatorAccount } from '../../base/operator.ts'
import { storableTexts } from '../../base/text/storableTexts.ts'
import { hasMoved } from '../../db/movedAccounts.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import { scheduleSyncOfCustomer } from '../../payments/cards/cardStore.ts'
import { makeChargeDue, makeRefundDue } from '../../payments/chargeStore.ts'
import { insertMessage } from '../../payments/messages/providerMessageStore.ts'
import type { ProviderMessage } from '../../payments/payments.ts'
import { requestDisputeCheck } from './disputes.ts'
import { requestPaymentCheck, requestTransferCheck } from './onlinePayments.ts'

/** Processes a message whose signature was checked. A repeated message changes nothing. */
export async function receiveProviderMessage(
  transactor: Transactor,
  provider: string,
  received: ProviderMessage,
  now: Date,
): Promise<'new' | 'repeated'> {
  const message = storableTexts(received)
  return transact(transactor, { now, actor: provider }, async work => {
    const { id, kind, subject } = message
    const accountId = 'accountId' in subject ? subject.accountId : operatorAccount
    const isNew = await insertMessage(work.tx, { accountId, provider, messageId: id, kind }, now)
    if (!isNew) return 'repeated'
    // The installation to which the account has moved gets the message, too.
    if (!(await hasMoved(work.tx, accountId))) await requestCheck(work, provider, message)
    return 'new'
  })
}

async function requestCheck(work: UnitOfWork, provider: string, { subject }: ProviderMessage): Promise<void> {
  const { tx, now, wake } = work
  switch (subject.about) {
    case 'charge':
      await makeChargeDue(tx, subject.accountId, subject.chargeKey, now)
      wake('charge_cards', now)
      return requestPaymentCheck(work, subject.accountId, subject.chargeKey)
    case 'refund':
      await makeRefundDue(tx, subject.accountId, subject.refundKey, now)
      return wake('refund_payments', now)
    case 'cards':
      if ((await scheduleSyncOfCustomer(tx, provider, subject.customerRef, now)) !== undefined) wake('sync_cards', now)
      return
    case 'transfers':
      return requestTransferCheck(work, provider, subject.customerRef)
    case 'dispute':
      return requestDisputeCheck(work, provider, subject.disputeRef)
    case 'other':
      return
    default:
      return subject satisfies never
  }
}
