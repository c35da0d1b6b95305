// Who gets an order, as it is searched for: each new order's first step keeps it, because steps are never changed, so
// that its indexes are written once an order.

import { keepable } from '../base/keepable.ts'
import type { Destination } from './order.ts'

export type Recipient = { name: string; email: string | null }

/** Characters; more would tell no two people apart, and an index takes no text of any length. */
const longest = 100

export const recipientOf = ({ name, email }: Destination): Recipient => ({
  name: searchable(name),
  email: email === undefined ? null : searchable(email),
})

/** In lower case, with single spaces, without what text in the database cannot hold. */
export const searchable = (text: string): string =>
  keepable(text).normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase().slice(0, longest)
