// What a list for the staff shows of an order besides its name: who gets it, and what it costs.

import { sql } from 'kysely'
import { readText } from '../../db/json.ts'

export type Glance = { to: { name: string; city: string; country: string }; totalCents: number | null }

export type GlanceRow = { toName: string; toCity: string; toCountry: string; totalCents: number | null }

/** Of orders `o`. */
export const glanceColumns = sql`
  o.request -> 'destination' ->> 'name' as "toName", o.request -> 'destination' ->> 'city' as "toCity",
  o.request -> 'destination' ->> 'country' as "toCountry", (o.state -> 'pricing' ->> 'orderCents')::bigint as "totalCents"`

export const glanceOf = <Row extends GlanceRow>({ toName, toCity, toCountry, ...row }: Row) => ({
  ...row,
  to: { name: readText(toName), city: readText(toCity), country: toCountry },
})
