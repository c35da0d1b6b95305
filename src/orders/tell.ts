// The content of webhooks: the order object as it was at the reported step, or the finished check of files.

import type { FileCheck } from '../artwork/checks.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { insertNotice } from '../webhooks/notices.ts'
import { webhookBody } from '../webhooks/request.ts'
import type { Claimed } from '../webhooks/store.ts'
import { presentCheck } from './files/presentCheck.ts'
import type { Status } from './lifecycle.ts'
import type { Billing } from './order.ts'
import { presentJson } from './present.ts'
import type { Work } from './transition.ts'

export const renderBodies = (claimed: Claimed[]): string[] =>
  claimed.map(row => {
    const data = presentJson({
      ...row,
      status: row.status as Status,
      billing: row.billing as Billing,
      updatedAt: row.at,
    })
    return webhookBody(row, data)
  })

/** Reports a check of files; the other kinds are those of the lifecycle. */
export const checkKind = 'FilesChecked' as const

/** Writes the webhook of a finished check. */
export const tellOfCheck =
  (catalog: Catalog, publicUrl: URL) =>
  async (work: Work, check: FileCheck): Promise<void> => {
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
