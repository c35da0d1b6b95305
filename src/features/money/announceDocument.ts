// The webhook of an invoice or a credit note, written in the transaction that issues it: to each endpoint of the
// account that receives such events.

import { dollars } from '../../base/money.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import { invoiceKind } from '../../orders/view/webhookBodies.ts'
import { readDocumentRow } from '../../payments/documentStore.ts'
import { endpointsFor } from '../../webhooks/endpointStore.ts'
import { insertNotice } from '../../webhooks/notices.ts'

export async function announceDocument(work: UnitOfWork, accountId: string, number: number): Promise<void> {
  const { tx, now, newId } = work
  const owner = { accountId, mode: 'production' } as const
  const endpoints = await endpointsFor(tx, owner, invoiceKind)
  if (endpoints.length === 0) return
  const { amountCents, ...row } = (await readDocumentRow(tx, accountId, number))!
  const data = { ...row, amount: dollars(amountCents) }
  for (const endpoint of endpoints)
    await insertNotice(tx, { ...owner, ...endpoint, noticeId: newId('evt'), kind: invoiceKind, at: now, data })
  work.wake('send_notices', now)
}
