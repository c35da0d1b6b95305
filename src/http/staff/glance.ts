// What lists for the staff show of an order besides its name.

import { Type } from 'typebox'
import { dollarsOrNull } from '../../base/money.ts'
import type { Glance } from '../../orders/desk/glance.ts'
import { Dollars, nullable } from '../schemas.ts'

export const glanceFields = {
  to: Type.Object({ name: Type.String(), city: Type.String(), country: Type.String() }),
  total: nullable(Dollars),
}

export const presentGlance = <Row extends Glance>({ totalCents, ...row }: Row) => ({
  ...row,
  total: dollarsOrNull(totalCents),
})
