// The numbers of invoices and credit notes: one series of the operator. Documents of an account that came from another
// installation keep their numbers, which are of another series: they are stored with this much less, so below zero.

import { type RawBuilder, sql } from 'kysely'

export const formerSeries = 1_000_000_000

export const shownNumber = (number: number): number => (number < 0 ? number + formerSeries : number)

/** For a query: the number of a document as it was issued. */
export const issuedNumber = (number: string): RawBuilder<unknown> =>
  sql`case when ${sql.ref(number)} < 0 then ${sql.ref(number)} + ${sql.lit(formerSeries)} else ${sql.ref(number)} end`

/** How the number of an invoice, a credit note or a statement's invoice is written. */
export const numberText = (number: number): string => String(shownNumber(number)).padStart(6, '0')
