// The invoices and credit notes of all accounts in one list, for the support staff. Their sequence is by the time when
// they were issued, then by their name. An index has both.

import { type RawBuilder, sql } from 'kysely'
import { instant } from '../base/clock.ts'
import type { Db } from '../db/db.ts'
import type { TimePage } from '../db/timePages.ts'
import type { ListSums } from './chargeQueries.ts'
import { formerSeries } from './documentNumber.ts'
import { type DocumentKind, type DocumentRow, documentColumns } from './documentStore.ts'

export type DocumentOfAccount = DocumentRow & { accountId: string; accountName: string }

/** Null is any. */
export type DocumentFilter = {
  accountId: string | null
  kind: DocumentKind | null
  number: number | null
  minCents: number | null
  maxCents: number | null
}

/** The name of a document among all, by its time: what a page begins after. */
export const documentPosition = ({ issuedAt, accountId, kind, number }: DocumentOfAccount): string =>
  `${issuedAt.getTime()}/${accountId}/${kind}/${number}`
export const positionPattern = '[0-9]{1,13}/[^/ ]{1,64}/(?:invoice|credit_note)/-?[1-9][0-9]{0,9}'

function matchingDocuments(
  { accountId, kind, number, minCents, maxCents }: DocumentFilter,
  { isNewestFirst, from, to, after, limit }: TimePage,
) {
  const [direction, beyond] = isNewestFirst ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
  return sql`
      from documents d
      where true
        ${accountId === null ? sql`` : sql`and d.account_id = ${accountId}`}
        ${kind === null ? sql`` : sql`and d.kind = ${kind}`}
        ${number === null ? sql`` : sql`and d.number in (${number}, ${number} - ${formerSeries}::int)`}
        ${minCents === null ? sql`` : sql`and d.amount_cents >= ${minCents}`}
        ${maxCents === null ? sql`` : sql`and d.amount_cents <= ${maxCents}`}
        ${from === null ? sql`` : sql`and d.issued_at >= ${from}`}
        ${to === null ? sql`` : sql`and d.issued_at < ${to}`}
        ${after === null ? sql`` : sql`and (d.issued_at, d.account_id, d.kind, d.number) ${beyond} ${positionAt(after)}`}
      order by d.issued_at ${direction}, d.account_id ${direction}, d.kind ${direction}, d.number ${direction}
      limit ${limit}`
}

function positionAt(position: string): RawBuilder<unknown> {
  const [ms, accountId, kind, number] = position.split('/')
  return sql`(${instant(Number(ms))}::timestamptz, ${accountId}::text, ${kind}::text, ${Number(number)}::int)`
}

export async function listAllDocuments(db: Db, filter: DocumentFilter, page: TimePage): Promise<DocumentOfAccount[]> {
  const { rows } = await sql<DocumentOfAccount>`
    select d.*, a.name as "accountName"
    from (
      select d.account_id as "accountId", ${documentColumns}
      ${matchingDocuments(filter, page)}
    ) d
    join accounts a on a.account_id = d."accountId"
    order by ${page.isNewestFirst ? sql`"issuedAt" desc, "accountId" desc, kind desc, number desc` : sql`"issuedAt", "accountId", kind, number`}`.execute(
    db,
  )
  return rows
}

/** Credit notes are subtracted. */
export async function sumDocuments(db: Db, filter: DocumentFilter, page: TimePage): Promise<ListSums> {
  const { rows } = await sql<ListSums>`
    select count(*)::int as count, coalesce(sum(cents), 0)::bigint as "totalCents"
    from (
      select case d.kind when 'invoice' then d.amount_cents else -d.amount_cents end as cents
      ${matchingDocuments(filter, page)}
    ) d`.execute(db)
  return rows[0]!
}
