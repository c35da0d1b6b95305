// What a webhook says: the order object as it was at the step that it tells of.

import { webhookBody } from '../webhooks/sign.ts'
import type { Claimed } from '../webhooks/store.ts'
import type { Status } from './lifecycle.ts'
import type { Billing } from './order.ts'
import { present } from './present.ts'

export const renderBodies = (claimed: Claimed[]): string[] =>
  claimed.map(row => {
    const order = { ...row, billing: row.billing as Billing, request: JSON.parse(row.requestJson) }
    const moment = { status: row.status as Status, state: JSON.parse(row.stateJson), updatedAt: row.at }
    return webhookBody(row, JSON.stringify(present(order, moment)))
  })
