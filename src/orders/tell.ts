// What a webhook says: the order object as it was at the step that it tells of.

import { webhookBody } from '../webhooks/sign.ts'
import type { Claimed } from '../webhooks/store.ts'
import type { Status } from './lifecycle.ts'
import type { Billing } from './order.ts'
import { presentJson } from './present.ts'

export const renderBodies = (claimed: Claimed[]): string[] =>
  claimed.map(row => {
    const data = presentJson({
      ...row,
      status: row.status as Status,
      billing: row.billing as Billing,
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.at.toISOString(),
    })
    return webhookBody(row, data)
  })
