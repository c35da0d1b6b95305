// The destination of an order, line by line.

import type { Order } from '../../api.ts'
import { countryName } from '../layout/Values.tsx'

type Destination = { [name in keyof Order['destination']]?: string | null } & { country: string }

export const addressLinesOf = (to: Destination): string[] =>
  [
    to.name,
    to.company,
    to.address1,
    to.address2,
    [to.city, to.state, to.postal].filter(Boolean).join(' '),
    countryName(to.country),
    to.phone,
    to.email,
  ].filter((line): line is string => Boolean(line))
