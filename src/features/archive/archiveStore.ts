// The rows of the archive: which orders may leave, what each file contains, and how rows come back from a file.

import { type RawBuilder, sql } from 'kysely'
import { day, earlier, hour, later, monthEnd } from '../../base/clock.ts'
import { sortableBound } from '../../base/secrets/ids.ts'
import type { Db, Tx } from '../../db/db.ts'
import { date, json, rowsOf, text } from '../../db/rows.ts'
import type { NamedOrder } from '../../orders/orderStore.ts'
import { letterCases } from '../../orders/view/searchOrders.ts'
import { titledItems } from '../../payments/orderDetails.ts'
import type { KeptOfPostings } from './archivedPostings.ts'
import type { ArchiveObject } from './archiveFile.ts'

/** Everything that belongs to an order and leaves with it, in the order in which rows can come back. */
const archivedTables = [
  'orders',
  'order_contents',
  'order_events',
  'order_search',
  'print_jobs',
  'print_tickets',
  'shipping_labels',
  'followed_parcels',
  'printer_messages',
  'webhook_deliveries',
  'webhook_attempts',
  'proof_comments',
  'order_messages',
  'ledger_postings',
] as const

/**
 * Whether a row `r` of a table belongs to an order `o`. The ids of the postings about an order begin with the order's,
 * and are sorted by their bytes: a zero follows a slash.
 */
const belongs = (table: (typeof archivedTables)[number]) =>
  table === 'ledger_postings'
    ? sql`r.account_id = o.account_id and r.posting_id > o.order_id || '/' and r.posting_id < o.order_id || '0'`
    : sql`r.account_id = o.account_id and r.mode = o.mode and r.order_id = o.order_id`

/** Of one file: reading an order reads all of it. */
const maxOrders = 100
/** The requests of a file together. Rows of a usual order have ten times the bytes of its request. */
const maxRequestBytes = 1024 * 1024

/** More than one, so that a file that cannot be read does not stop the others. */
const maxFilesToErase = 100

/** Many accounts may have the same identifier or number. */
const maxNamed = 10_000
const maxFound = 20

/** A bank may return a refund that was made within this time, and the books of its days are compared. */
const refundSettlesMs = 90 * day

/** An archived order is in production: the orders of a sandbox are deleted, and never archived. */
const mode = 'production' as const

/** `endedBefore`: only orders that ended earlier. `eraseFirst`: only orders whose recipient is erased. */
export type Leaving = { endedBefore: Date; eraseFirst: boolean; now: Date }

/**
 * Whether an order `o` has ended, is paid or paid back, and nothing about it is waited for. Where exports to accounting
 * were made, its postings wait for theirs.
 */
const mayLeave = ({ endedBefore, eraseFirst, now }: Leaving) => sql`
      o.ended_at < ${endedBefore} and o.order_id < ${sortableBound('ord', endedBefore)}
      and (o.recipient_erased_at is not null or not ${eraseFirst}::boolean)
      and not exists (
        select from restored_orders r
        where r.account_id = o.account_id and r.mode = o.mode and r.order_id = o.order_id and r.kept_until > ${now})
      and not exists (
        select from webhook_deliveries d
        where d.account_id = o.account_id and d.mode = o.mode and d.order_id = o.order_id and d.status = 'pending')
      and not exists (
        select from print_jobs j
        where j.account_id = o.account_id and j.mode = o.mode and j.order_id = o.order_id
          and (j.next_step_at is not null or j.watch_due_at is not null))
      and not exists (
        select from shipping_labels l
        where l.account_id = o.account_id and l.mode = o.mode and l.order_id = o.order_id and l.next_attempt_at is not null)
      and not exists (
        select from followed_parcels f
        where f.account_id = o.account_id and f.mode = o.mode and f.order_id = o.order_id
          and (f.next_attempt_at is not null or f.status = 'returned' and f.return_decision is null))
      and not exists (
        select from tax_waits w
        where w.account_id = o.account_id and w.mode = o.mode and w.order_id = o.order_id)
      and not exists (
        select from charge_orders p
        join charges c using (account_id, charge_id)
        where p.account_id = o.account_id and p.order_id = o.order_id and c.next_attempt_at is not null)
      and not exists (
        select from charge_orders p
        join disputes d using (account_id, charge_id)
        where p.account_id = o.account_id and p.order_id = o.order_id and d.closed_at is null)
      and not exists (
        select from refunds r
        where r.account_id = o.account_id and r.order_id = o.order_id
          and (r.status = 'pending' or r.next_attempt_at is not null
            or greatest(r.settled_at, r.manual_at) > ${earlier(now, refundSettlesMs)}))
      and not exists (
        select from tax_reports t
        where t.account_id = o.account_id and t.order_id = o.order_id and t.next_attempt_at is not null)
      and not exists (
        select from statement_lines l
        left join statements s on s.account_id = l.account_id and s.number = l.statement
        where l.account_id = o.account_id and l.order_id = o.order_id
          and (s.number is null or s.paid_cents < s.total_cents))
      and not exists (
        select from ledger_postings r
        where ${belongs('ledger_postings')} and r.number > (select max(last_posting) from accounting_exports))
      and not exists (
        select from binding_mismatches b
        where b.account_id = o.account_id and b.mode = o.mode and b.order_id = o.order_id and b.resolved_at is null)
      and not exists (
        select from approvals p
        where p.account_id = o.account_id and p.customer_order_id = o.customer_order_id and p.status = 'open')`

/** A file to be written: orders of one account that were created in one month, by rising order id. */
export type Portion = { accountId: string; month: string; orderIds: string[] }

/** The next orders of one account that may leave, after the order `after`; null when no order may leave. */
export async function findPortion(db: Db, after: string, leaving: Leaving): Promise<Portion | null> {
  const first = await sql<{ accountId: string; orderId: string; createdAt: Date }>`
    select found.account_id as "accountId", found.order_id as "orderId", found.created_at as "createdAt"
    from unnest(array['SHIPPED', 'CANCELLED', 'FAILED']) as ended (status)
    cross join lateral (
      select o.account_id, o.order_id, o.created_at
      from orders o
      where o.mode = ${mode} and o.status = ended.status and o.order_id > ${after} and ${mayLeave(leaving)}
      order by o.order_id
      limit 1
    ) found
    order by found.order_id
    limit 1`.execute(db)
  if (first.rows.length === 0) return null
  const { accountId, orderId, createdAt } = first.rows[0]!
  const month = monthOf(createdAt)
  const end = monthEnd(createdAt, 'UTC')
  const { rows } = await sql<{ orderId: string; before: number }>`
    select order_id as "orderId",
      (sum(octet_length(c.request::text)) over (order by order_id) - octet_length(c.request::text))::float8 as before
    from (
      select o.account_id, o.mode, o.order_id
      from orders o
      where o.account_id = ${accountId} and o.mode = ${mode} and o.order_id >= ${orderId}
        and o.order_id < ${sortableBound('ord', later(end, hour))} and o.created_at < ${end}
        and o.status in ('SHIPPED', 'CANCELLED', 'FAILED') and ${mayLeave(leaving)}
      order by o.order_id
      limit ${maxOrders}
    ) o
    join order_contents c using (account_id, mode, order_id)
    order by order_id`.execute(db)
  return { accountId, month, orderIds: rows.filter(({ before }) => before < maxRequestBytes).map(row => row.orderId) }
}

/** An order as a file has it, and the row that stays in the database. */
export type ArchivedRows = { orderId: string; line: string; endedAt: Date; isErased: boolean }

/** The rows of these orders, by rising order id. Equal rows have equal lines. */
export async function readRows(db: Db | Tx, { accountId, orderIds }: Omit<Portion, 'month'>): Promise<ArchivedRows[]> {
  const tables = archivedTables.map(
    table => sql`${sql.lit(table)}, (
      select json_agg(row_to_json(r) order by row_to_json(r)::text)
      from ${sql.table(table)} r
      where ${belongs(table)})`,
  )
  const { rows } = await sql<ArchivedRows>`
    select o.order_id as "orderId", o.ended_at as "endedAt", o.recipient_erased_at is not null as "isErased",
      json_build_object(${sql.join(tables)})::text as line
    from orders o
    where o.account_id = ${accountId} and o.mode = ${mode} and o.order_id = any (${orderIds}::text[])
    order by o.order_id`.execute(db)
  // The text of a stored JSON may have line breaks between its tokens, where any other space means the same.
  return rows.map(row => ({ ...row, line: row.line.replaceAll(/[\r\n]+/g, ' ') }))
}

/** Locks the orders of a portion that may still leave. False when some may not. */
export async function lockPortion(tx: Tx, { accountId, orderIds }: Portion, leaving: Leaving): Promise<boolean> {
  const { rows } = await sql`
    select o.order_id
    from orders o
    where o.account_id = ${accountId} and o.mode = ${mode} and o.order_id = any (${orderIds}::text[])
      and ${mayLeave(leaving)}
    order by o.order_id
    for update of o`.execute(tx)
  return rows.length === orderIds.length
}

export type NewArchiveFile = ArchiveObject & {
  accountId: string
  archiveId: string
  /** Such as 2026-05: when its orders were created, in UTC. */
  month: string
  orders: number
  firstEndedAt: Date
  lastEndedAt: Date
  hasRecipients: boolean
}

/**
 * Records a file and its orders, which are locked and still stored. Their numbers no longer count within the limit of
 * the account, which has long forgotten them.
 */
export async function insertArchiveFile(
  tx: Tx,
  file: NewArchiveFile & KeptOfPostings,
  orderIds: string[],
  now: Date,
): Promise<void> {
  const { accountId, archiveId } = file
  await sql`
    insert into archive_files (account_id, mode, archive_id, month, storage_key, sha256, bytes, orders, first_ended_at,
      last_ended_at, has_recipients, first_posted_at, last_posted_at, archived_at, checked_at)
    values (${accountId}, ${mode}, ${archiveId}, ${firstDay(file.month)}::date, ${file.storageKey}, ${file.sha256}, ${file.bytes}, ${file.orders},
      ${file.firstEndedAt}, ${file.lastEndedAt}, ${file.hasRecipients}, ${file.firstPostedAt}, ${file.lastPostedAt},
      ${now}, ${now})`.execute(tx)
  const days = rowsOf(file.days, 'd', { day: date(d => d.day), sums: json(d => d.sums) })
  await sql`
    insert into archived_days (account_id, archive_id, ${days.columns})
    select ${accountId}, ${archiveId}, d.* from ${days.from}`.execute(tx)
  const those = sql`o.account_id = ${accountId} and o.mode = ${mode} and o.order_id = any (${orderIds}::text[])`
  await sql`
    with kept as (
      select o.account_id, o.mode, o.order_id, o.customer_order_id, c.order_number, o.reprint_of,
        o.state -> 'pricing' -> 'priceList' ->> 'name' as price_list,
        nullif(trim(c.request ->> 'purchaseOrderNumber'), '') as purchase_order, ${titledItems} as items
      from orders o
      join order_contents c using (account_id, mode, order_id)
      where ${those}
    )
    insert into archived_orders (
      account_id, mode, order_id, archive_id, customer_order_id, order_number, reprint_of, price_list,
      purchase_order, items)
    select account_id, mode, order_id, ${archiveId}, customer_order_id, order_number, reprint_of, price_list,
      purchase_order, items
    from kept`.execute(tx)
  await sql`
    update order_limits
    set emptied_number = greatest(emptied_number, coalesce((select max(received_number) from orders o where ${those}), 0))
    where account_id = ${accountId} and mode = ${mode}`.execute(tx)
}

export type ArchiveFileRow = NewArchiveFile & { archivedAt: Date; checkedAt: Date }

const fileColumns = sql`
  f.account_id as "accountId", f.archive_id as "archiveId", to_char(f.month, 'YYYY-MM') as month, f.storage_key as "storageKey", f.sha256, f.bytes, f.orders,
  f.first_ended_at as "firstEndedAt", f.last_ended_at as "lastEndedAt", f.has_recipients as "hasRecipients",
  f.archived_at as "archivedAt", f.checked_at as "checkedAt"`

/** The file with an order, and the order's id; undefined when no such order is archived. */
export async function findArchived(
  db: Db | Tx,
  { accountId, customerOrderId }: Omit<NamedOrder, 'mode'>,
): Promise<(ArchiveFileRow & { orderId: string }) | undefined> {
  const { rows } = await sql<ArchiveFileRow & { orderId: string }>`
    select ${fileColumns}, a.order_id as "orderId"
    from archived_orders a
    join archive_files f using (account_id, archive_id)
    where a.account_id = ${accountId} and a.customer_order_id = ${customerOrderId}`.execute(db)
  return rows[0]
}

export async function findArchivedById(
  db: Db,
  { accountId, orderId }: { accountId: string; orderId: string },
): Promise<ArchiveFileRow | undefined> {
  const { rows } = await sql<ArchiveFileRow>`
    select ${fileColumns}
    from archived_orders a
    join archive_files f using (account_id, archive_id)
    where a.account_id = ${accountId} and a.order_id = ${orderId}`.execute(db)
  return rows[0]
}

/** The files of an account, or of all accounts (null), by account and age. */
export async function listArchiveFiles(db: Db, accountId: string | null): Promise<ArchiveFileRow[]> {
  const { rows } = await sql<ArchiveFileRow>`
    select ${fileColumns}
    from archive_files f
    where ${accountId}::text is null or f.account_id = ${accountId}
    order by f.account_id, f.archive_id`.execute(db)
  return rows
}

export type ArchivedMonth = { month: string; orders: number }

/** The months with archived orders of an account, of a period if it has bounds, the newest first. */
export async function listMonths(
  db: Db,
  accountId: string,
  { from, to }: { from: string | null; to: string | null },
): Promise<ArchivedMonth[]> {
  const { rows } = await sql<ArchivedMonth>`
    select to_char(month, 'YYYY-MM') as month, sum(orders)::int as orders
    from archive_files
    where account_id = ${accountId}
      and month >= coalesce(${from === null ? null : firstDay(from)}::date, '-infinity')
      and month <= coalesce(${to === null ? null : firstDay(to)}::date, 'infinity')
    group by archive_files.month
    order by archive_files.month desc`.execute(db)
  return rows
}

/** The months with archived orders of all accounts, the newest first. */
export async function listMonthsOfAll(db: Db): Promise<ArchivedMonth[]> {
  const { rows } = await sql<ArchivedMonth>`
    select to_char(month, 'YYYY-MM') as month, sum(orders)::int as orders
    from archive_files
    group by archive_files.month
    order by archive_files.month desc`.execute(db)
  return rows
}

export type ArchivedAccount = { accountId: string; accountName: string; orders: number }

/** The accounts with archived orders of a month, after the account `after`, by account id. */
export async function listAccountsOfMonth(
  db: Db,
  { month, after, limit }: { month: string; after: string; limit: number },
): Promise<ArchivedAccount[]> {
  const { rows } = await sql<ArchivedAccount>`
    select a.account_id as "accountId", a.name as "accountName", f.orders
    from (
      select account_id, sum(orders)::int as orders
      from archive_files
      where month = ${firstDay(month)}::date and account_id > ${after}
      group by account_id
      order by account_id
      limit ${limit}
    ) f
    join accounts a using (account_id)
    order by a.account_id`.execute(db)
  return rows
}

/** Months such as 2026-05, both inclusive. */
export type ArchivedPeriod = { first: string; last: string }

/** The first and the last month with archived orders within bounds, of an account or of all (null). Null: none. */
export async function findArchivedPeriod(
  db: Db,
  accountId: string | null,
  { from, to }: { from: string | null; to: string | null },
): Promise<ArchivedPeriod | null> {
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select to_char(min(month), 'YYYY-MM') as first, to_char(max(month), 'YYYY-MM') as last
    from archive_files
    where ${accountId === null ? sql`true` : sql`account_id = ${accountId}`}
      and month >= coalesce(${from === null ? null : firstDay(from)}::date, '-infinity')
      and month <= coalesce(${to === null ? null : firstDay(to)}::date, 'infinity')`.execute(db)
  const { first, last } = rows[0]!
  return first === null || last === null ? null : { first, last }
}

/** The next file of a month, after the file `after`, and whether it is the last one. */
export async function nextFile(
  db: Db,
  { accountId, month, after }: { accountId: string; month: string; after: string },
): Promise<{ file: ArchiveFileRow; isLast: boolean } | null> {
  const { rows } = await sql<ArchiveFileRow>`
    select ${fileColumns}
    from archive_files f
    where f.account_id = ${accountId} and f.month = ${firstDay(month)}::date and f.archive_id > ${after}
    order by f.archive_id
    limit 2`.execute(db)
  return rows.length === 0 ? null : { file: rows[0]!, isLast: rows.length === 1 }
}

export type FoundArchived = {
  accountId: string
  accountName: string
  customerOrderId: string
  orderNumber: string
  month: string
}

/** The archived orders with exactly this identifier or number, of one account or of all (null). */
export async function findByName(db: Db, accountId: string | null, name: string): Promise<FoundArchived[]> {
  const identifiers = letterCases(name.trim())
  const number = name.trim().replace(/^#/, '').toUpperCase()
  const searched = accountId === null ? sql`true` : sql`account_id = ${accountId}`
  const { rows } = await sql<FoundArchived>`
    select
      a.account_id as "accountId", a.name as "accountName", found.customer_order_id as "customerOrderId",
      found.order_number as "orderNumber", to_char(f.month, 'YYYY-MM') as month
    from (
      (
        select account_id, order_id, archive_id, customer_order_id, order_number
        from archived_orders
        where customer_order_id = any (${identifiers}::text[]) and ${searched}
        limit ${maxNamed}
      )
      union
      (
        select account_id, order_id, archive_id, customer_order_id, order_number
        from archived_orders
        where order_number = ${number} and ${searched}
        limit ${maxNamed}
      )
    ) found
    join accounts a on a.account_id = found.account_id
    join archive_files f on f.account_id = found.account_id and f.archive_id = found.archive_id
    order by found.order_id desc
    limit ${maxFound}`.execute(db)
  return rows
}

/** At most `max` files that were last checked by an instant, the longest ago first. */
export async function filesToCheck(db: Db, by: Date, max: number): Promise<ArchiveFileRow[]> {
  const { rows } = await sql<ArchiveFileRow>`
    select ${fileColumns} from archive_files f where f.checked_at <= ${by} order by f.checked_at limit ${max}`.execute(
    db,
  )
  return rows
}

/** The sums of the postings in a file, as they were kept; undefined when the file is gone. */
export async function readArchivedDays(
  db: Db,
  { accountId, archiveId }: ArchiveFileRow,
): Promise<KeptOfPostings['days'] | undefined> {
  const { rows } = await sql<{ day: string | null; sums: string }>`
    select d.day, d.sums
    from archive_files f
    left join archived_days d using (account_id, archive_id)
    where f.account_id = ${accountId} and f.archive_id = ${archiveId}
    order by d.day`.execute(db)
  return rows.length === 0
    ? undefined
    : rows.flatMap(({ day, sums }) => (day === null ? [] : [{ day, sums: JSON.parse(sums) }]))
}

export async function markChecked(db: Db, { accountId, archiveId }: ArchiveFileRow, now: Date): Promise<void> {
  await sql`
    update archive_files set checked_at = ${now}
    where account_id = ${accountId} and archive_id = ${archiveId}`.execute(db)
}

/** The first files with a recipient that must be erased because its order ended by an instant. */
export async function filesToErase(db: Db, endedBy: Date): Promise<ArchiveFileRow[]> {
  const { rows } = await sql<ArchiveFileRow>`
    select ${fileColumns}
    from archive_files f
    where f.has_recipients and f.first_ended_at <= ${endedBy}
    order by f.first_ended_at
    limit ${maxFilesToErase}`.execute(db)
  return rows
}

/** Removes the record of a file and its orders, whose identifiers are free for the rows that come back. False: gone. */
export async function deleteArchiveFile(tx: Tx, { accountId, archiveId }: ArchiveFileRow): Promise<boolean> {
  const { rows } = await sql`
    select from archive_files where account_id = ${accountId} and archive_id = ${archiveId} for update`.execute(tx)
  if (rows.length === 0) return false
  await sql`
    with gone as (
      delete from archived_orders where account_id = ${accountId} and archive_id = ${archiveId}
      returning customer_order_id
    )
    delete from used_identifiers
    where account_id = ${accountId} and customer_order_id in (select customer_order_id from gone)`.execute(tx)
  await sql`delete from archived_days where account_id = ${accountId} and archive_id = ${archiveId}`.execute(tx)
  await sql`delete from archive_files where account_id = ${accountId} and archive_id = ${archiveId}`.execute(tx)
  return true
}

/** Inserts the rows of a file again. A column that a later version added gets its default. */
export async function insertRows(tx: Tx, lines: string[]): Promise<void> {
  const orders = `[${lines.join(',')}]`
  for (const table of archivedTables) {
    const { rows } = await sql<{ name: string }>`
      select a.attname as name
      from pg_attribute a
      where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        and a.attname in (
          select json_object_keys(r)
          from json_array_elements(${orders}::json) o
          cross join lateral json_array_elements(case json_typeof(o -> ${table}) when 'array' then o -> ${table} else '[]' end) r
        )
      order by a.attnum`.execute(tx)
    if (rows.length === 0) continue
    const columns: RawBuilder<unknown> = sql.join(rows.map(({ name }) => sql.ref(name)))
    await sql`
      insert into ${sql.table(table)} (${columns})
      select ${columns}
      from json_array_elements(${orders}::json) o
      cross join lateral json_populate_recordset(
        null::${sql.table(table)}, case json_typeof(o -> ${table}) when 'array' then o -> ${table} else '[]' end)`.execute(
      tx,
    )
  }
}

/** Deletes the postings about orders that have just been recorded as archived. */
export async function deletePostings(tx: Tx, { accountId, orderIds }: Omit<Portion, 'month'>): Promise<void> {
  await sql`
    delete from ledger_postings
    where account_id = ${accountId} and posting_id > ${`${orderIds[0]}/`} and posting_id < ${`${orderIds.at(-1)}0`}
      and order_id = any (${orderIds}::text[])`.execute(tx)
}

/** Such as 2026-05, in UTC. */
export const monthOf = (at: Date): string => at.toISOString().slice(0, 7)

const firstDay = (month: string): string => `${month}-01`

/** The orders of a file are not archived again before that time. */
export async function keepRestored(tx: Tx, accountId: string, orderIds: string[], until: Date): Promise<void> {
  const { from } = rowsOf(orderIds, 'k', { orderId: text(id => id) })
  await sql`
    insert into restored_orders (account_id, mode, order_id, kept_until)
    select ${accountId}, ${mode}, k.order_id, ${until} from ${from}`.execute(tx)
}
