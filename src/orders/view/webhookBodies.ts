// The bodies of webhooks: the order object as it was at the event, or the finished file check.

import type { FileCheck } from '../../artwork/checkStore.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { Db } from '../../db/db.ts'
import { deliveryOutbox } from '../../webhooks/deliveryStore.ts'
import { insertNotice } from '../../webhooks/notices.ts'
import { webhookBody } from '../../webhooks/request.ts'
import type { Status } from '../lifecycle.ts'
import { constantColumns } from '../orderStore.ts'
import { mergeStates } from '../stepStore.ts'
import type { UnitOfWork } from '../transition.ts'
import { presentCheck } from './presentCheck.ts'
import { type PublicOrder, present } from './presentOrder.ts'

/** The webhooks of orders, each with the order as it was at its event. */
export const orderOutbox = (db: Db, orderJson: (order: PublicOrder) => string) =>
  deliveryOutbox(db, {
    orderColumns: constantColumns,
    bodyOf: ({ states, ...row }) => {
      const step = { status: row.status as Status, state: mergeStates(states), updatedAt: row.at }
      return webhookBody(row, orderJson(present({ ...row, request: JSON.parse(row.request) }, step)))
    },
  })

/** The kinds of webhooks about a file check, and about an invoice or a credit note; all others are in the lifecycle. */
export const checkKind = 'FilesChecked' as const
export const invoiceKind = 'InvoiceCreated' as const
export const noticeKinds = [checkKind, invoiceKind] as const

/** Writes the webhook of a finished file check. */
export const announceCheck =
  (catalog: Catalog, publicUrl: URL) =>
  async (work: UnitOfWork, check: FileCheck): Promise<void> => {
    const { accountId, mode, webhookUrl } = check
    if (webhookUrl === null) return
    await insertNotice(work.tx, {
      accountId,
      mode,
      noticeId: work.newId('evt'),
      kind: checkKind,
      url: webhookUrl,
      at: work.now,
      data: presentCheck(catalog, publicUrl.origin, check),
    })
    work.wake('send_notices', work.now)
  }
