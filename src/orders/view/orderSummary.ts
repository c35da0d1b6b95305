// The columns that lists for the staff show of an order besides its name: its recipient and its price.

import { sql } from 'kysely'
import type { Mode } from '../../base/mode.ts'
import { readText } from '../../base/text/storableText.ts'
import type { Status } from '../lifecycle.ts'

export type OrderSummary = { to: { name: string; city: string; country: string }; totalCents: number | null }

/** An order in a list of the orders of all accounts. */
export type AccountOrder = OrderSummary & {
  accountId: string
  accountName: string
  mode: Mode
  orderId: string
  customerOrderId: string
  orderNumber: string
  status: Status
}

export type OrderSummaryRow = { toName: string; toCity: string; toCountry: string; totalCents: number | null }

/** For queries with `orders o` and its `contents`: where the order goes. */
export const destination = sql`coalesce(o.state -> 'edited', request) -> 'destination'`

/** For queries with `orders o` and its `contents`. */
export const orderSummaryColumns = sql`
  ${destination} ->> 'name' as "toName", ${destination} ->> 'city' as "toCity",
  ${destination} ->> 'country' as "toCountry", (o.state -> 'pricing' ->> 'orderCents')::bigint as "totalCents"`

export const orderSummaryOf = <Row extends OrderSummaryRow>({ toName, toCity, toCountry, ...row }: Row) => ({
  ...row,
  to: { name: readText(toName), city: readText(toCity), country: toCountry },
})
