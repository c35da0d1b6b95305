// The summary of an order in lists for the staff.

import { Type } from 'typebox'
import { dollarsOrNull } from '../../base/money.ts'
import type { OrderSummary } from '../../orders/view/orderSummary.ts'
import { Dollars, nullable } from './common.ts'

export const orderSummaryFields = {
  to: Type.Object({ name: Type.String(), city: Type.String(), country: Type.String() }),
  total: nullable(Dollars),
}

export const presentOrderSummary = <Row extends OrderSummary>({ totalCents, ...row }: Row) => ({
  ...row,
  total: dollarsOrNull(totalCents),
})
