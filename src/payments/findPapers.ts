// Invoices, credit notes and statements of all accounts, as the staff search them: by number, with or without the
// account, by the account alone, and statements by part of their purchase order number. Invoices and credit notes are
// one series; statements are numbered within their account, so each account is searched by its key.

import { sql } from 'kysely'
import { searchable } from '../base/text/searchable.ts'
import { containing } from '../db/containing.ts'
import type { Db } from '../db/db.ts'

export type FoundPaper = {
  kind: 'invoice' | 'credit_note' | 'statement'
  accountId: string
  accountName: string
  number: number
  /** Of an invoice, and of a credit note. */
  chargeId: string | null
  refundId: string | null
  /** Of the credit note of a credit of the staff. */
  paymentId: string | null
  /** Of the document of a statement. */
  statement: number | null
  purchaseOrder: string | null
  totalCents: number
  issuedAt: Date
}

/** The newest accounts that are searched for the number of a statement. */
const maxAccounts = 10_000
/** For a text without a number: papers of the first accounts that have it. */
const maxNamedAccounts = 10
const maxOfAccount = 3
/** Shorter parts of purchase order numbers are in too many of them. */
const minPurchaseOrderChars = 3

const kinds: { kind: FoundPaper['kind']; called: string[] }[] = [
  { kind: 'invoice', called: ['invoice'] },
  { kind: 'credit_note', called: ['credit', 'note'] },
  { kind: 'statement', called: ['statement'] },
]

type Sought = { name: string | null; kind: FoundPaper['kind'] | null; number: number | null }

/** `Paper Lantern invoice 12`: the name, the kind and the number. Without a number, all is a name. */
function soughtBy(text: string): Sought {
  const words = text.split(' ')
  const [, digits] = /^#?0*([1-9]\d{0,8})$/.exec(words.at(-1) ?? '') ?? []
  if (digits === undefined) return { name: text, kind: null, number: null }
  const before = words.slice(0, -1)
  const kind = kinds.find(({ called }) => before.slice(-called.length).join(' ') === called.join(' '))
  const name = before.slice(0, before.length - (kind?.called.length ?? 0)).join(' ')
  return { name: name || null, kind: kind?.kind ?? null, number: Number(digits) }
}

/** The newest first. */
export async function findPapers(db: Db, text: string, limit: number): Promise<FoundPaper[]> {
  const words = searchable(text)
  const { name, kind, number } = soughtBy(words)
  const isNamed = sql`search_words like ${containing(name ?? '')}`
  const accounts =
    number === null
      ? sql`select account_id, name from accounts where ${isNamed} order by account_id limit ${maxNamedAccounts}`
      : sql`
        select account_id, name from accounts
        where ${name === null ? sql`true` : isNamed}
        order by account_id desc
        limit ${maxAccounts}`
  const isPaper = kind === null ? sql`true` : sql`d.kind = ${kind}`
  const documents =
    number === null
      ? sql`
        select a.name, d.*
        from searched a
        cross join lateral (
          select * from documents d where d.account_id = a.account_id order by d.number desc limit ${maxOfAccount}
        ) d`
      : sql`
        select a.name, d.*
        from documents d
        join accounts a using (account_id)
        where d.number > 0 and d.number = ${number} and ${isPaper} and ${name === null ? sql`true` : isNamed}`
  const isNumber = number === null ? sql`true` : sql`number = ${number}`
  const hasPurchaseOrder = words.length >= minPurchaseOrderChars
  const { rows } = await sql<FoundPaper>`
    with searched as materialized (${accounts}), found as (
      select
        d.kind, d.account_id, d.name, d.number, d.charge_id, d.refund_id, d.payment_id, d.statement, null as purchase_order,
        d.amount_cents as total_cents, d.issued_at
      from (${documents}) d
      union all
      select
        'statement', a.account_id, a.name, s.number, null, null, null, s.number, s.purchase_order, s.total_cents, s.issued_at
      from searched a
      cross join lateral (
        select number, purchase_order, total_cents, issued_at
        from statements
        where account_id = a.account_id and ${isNumber} and ${kind === null || kind === 'statement'}
        order by number desc
        limit ${maxOfAccount}
      ) s
      union
      select
        'statement', s.account_id, a.name, s.number, null, null, null, s.number, s.purchase_order, s.total_cents, s.issued_at
      from statements s
      join accounts a using (account_id)
      where ${hasPurchaseOrder} and s.search_words like ${containing(words)}
    )
    select kind, account_id as "accountId", name as "accountName", number, charge_id as "chargeId",
      refund_id as "refundId", payment_id as "paymentId", statement, purchase_order as "purchaseOrder", total_cents as "totalCents", issued_at as "issuedAt"
    from found
    order by issued_at desc, account_id, kind
    limit ${limit}`.execute(db)
  return rows
}
