// Fills a database with orders that have lived, many more than could live here: copies of orders that the service took
// from create to SHIPPED in a database of its own, with all their rows. Each copy has ids, names, numbers and times of
// its own. Sums, counters and limits are those of the copies, so the audit finds nothing.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { createAccount } from '../src/accounts/accounts.ts'
import { localStorage } from '../src/artwork/storage.ts'
import { day, earlier, later, manualClock } from '../src/base/clock.ts'
import { silentLog } from '../src/base/log.ts'
import { operatorAccount } from '../src/base/operator.ts'
import { sortableIds } from '../src/base/secrets/ids.ts'
import { openArchive } from '../src/features/archive/archive.ts'
import { sumReports } from '../src/features/reports/sumReports.ts'
import { type Lives, startLives } from '../test/support/lives.ts'

/** Orders of one account and day, which were charged together. All rows of a table, as JSON. */
type Batch = { accountId: string; orders: number; tables: Map<string, Row[]> }
type Row = Record<string, unknown>

const liveTables = [
  ...['orders', 'order_contents', 'order_events', 'order_search', 'webhook_deliveries', 'print_jobs', 'print_tickets'],
  ...['printer_messages', 'charges', 'charge_orders', 'sales', 'ledger_postings', 'tax_entries', 'documents'],
  'simulated_gateway_charges',
]
/** What stays of an order when it has left for the archive. */
const archivedTables = [
  ...['archive_files', 'archived_orders', 'used_identifiers', 'charges', 'charge_orders', 'sales', 'documents'],
  ...['tax_entries', 'archived_days', 'simulated_gateway_charges'],
]
const accountCount = 1001
const sumTables = ['ledger_sums', 'report_sums', 'printer_days', 'tax_sums']

/** Takes orders of one account from create to SHIPPED, and into the archive. */
export async function liveBatchOf(orders: number, { archived }: { archived: boolean }): Promise<Batch> {
  await using lives = await startLives()
  const { world, db } = lives
  await lives.live(orders)
  const count = sumReports(db)
  while ((await count(later(world.now(), day))) > 0);
  if (archived) {
    const archive = openArchive({
      ...{ transactor: world.app.transactor, clock: world.app.clock, log: silentLog, crash: () => {} },
      ...{ storage: localStorage(join(world.dataDir, 'files')), scratch: join(world.dataDir, 'scratch') },
      ...{ days: 366, recipientRetentionDays: null },
    })
    assert.equal(await archive.archiveOrders(later(world.now(), 400 * day)), orders)
  }
  const { accountId } = world.charged
  const tables = new Map<string, Row[]>()
  for (const table of [...(archived ? archivedTables : liveTables), ...sumTables]) {
    const isOfAccount = table !== 'printer_days' && table !== 'tax_sums'
    const { rows } = await sql<{ row: string }>`
      select row_to_json(t) as row from ${sql.table(table)} t
      ${isOfAccount ? sql`where account_id = any (${[accountId, ...(table === 'report_sums' ? [operatorAccount] : [])]})` : sql``}`.execute(
      db,
    )
    assert.ok(rows.length > 0, `${table} has rows of the batch`)
    tables.set(
      table,
      rows.map(({ row }) => JSON.parse(row) as Row),
    )
  }
  return { accountId, orders, tables }
}

/** A thousand accounts and a large one, so many days old, with limits that are never reached. */
export async function openAccounts({ db, world }: Lives, daysAgo: number): Promise<string[]> {
  const clock = manualClock(earlier(world.now(), daysAgo * day))
  const deps = { db, clock, newId: sortableIds(clock), vault: world.app.vault }
  const accountIds: string[] = []
  for (let number = 0; number < accountCount; number++) {
    const holderEmail = `owner@customer${number}.example`
    const account = { name: `Customer ${number}`, holderEmail, enterprise: false }
    accountIds.push((await createAccount(deps, account, 'bench')).accountId)
  }
  for (const table of ['order_limits', 'limit_changes'])
    await sql`
      update ${sql.table(table)} set orders_per_24h = 10000000, queue_ceiling = 10000000
      where account_id = any (${accountIds}::text[])`.execute(db)
  return accountIds
}

/** Copies of a batch over the days before it, from `firstDay`, the oldest, to `lastDay`; 1 is the day before. */
type Copies = { batch: Batch; count: number; firstDay: number; lastDay: number }

/** Copies the batches, the oldest first. The first account gets a tenth of all orders, the others share the rest. */
export async function copyBatches(
  databaseUrl: string,
  { accountIds, parts, now }: { accountIds: string[]; parts: Copies[]; now: Date },
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('set session_replication_role = replica') // the copies keep the references
    const next = new Places(accountIds)
    for (const part of parts) await copyBatch(client, part, next)
    await setCounters(client, now)
    await client.query('vacuum (freeze, analyze)')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}

async function copyBatch(client: pg.Client, { batch, count, firstDay, lastDay }: Copies, next: Places): Promise<void> {
  await client.query(`create temporary table if not exists places (
    account_id text, code text, orders_before bigint, invoices_before integer, run integer, transaction_number bigint,
    name text, parcel text)`)
  const statements = await prepareCopies(client, batch)
  const days = firstDay - lastDay + 1
  for (let done = 0, daysBefore = firstDay; daysBefore >= lastDay; daysBefore--) {
    const end = Math.round((count * (firstDay - daysBefore + 1)) / days)
    if (end === done) continue
    await client.query('truncate places')
    await client.query('insert into places select * from json_populate_recordset(null::places, $1)', [
      JSON.stringify(next.take(end - done, batch.orders)),
    ])
    for (const { text, rows } of statements) await client.query(text, [JSON.stringify(shifted(rows, -daysBefore))])
    done = end
  }
}

/** Gives each copy an account, a code, and its numbers in the account. */
class Places {
  #count = 0
  readonly #orders = new Map<string, number>()
  readonly #accountIds: string[]

  constructor(accountIds: string[]) {
    this.#accountIds = accountIds
  }

  /** Those of one day. */
  take(count: number, orders: number) {
    const runs = new Map<string, number>()
    return Array.from({ length: count }, () => {
      const n = this.#count++
      const [large, ...others] = this.#accountIds as [string, ...string[]]
      const accountId = n % 10 === 0 ? large : others[n % others.length]!
      const add = (to: Map<string, number>, more: number): number => {
        const before = to.get(accountId) ?? 0
        to.set(accountId, before + more)
        return before
      }
      return {
        ...{ account_id: accountId, code: codeOf(n), name: nameOf(n), parcel: String(n).padStart(9, '0') },
        ...{ orders_before: add(this.#orders, orders), invoices_before: n, run: add(runs, 1) },
        transaction_number: firstTransaction + n,
      }
    })
  }
}

/** More than a new database has counted. */
const firstTransaction = 1_000_000
const crockford = '0123456789abcdefghjkmnpqrstvwxyz'
const codeLength = 5
const timeLength = 10

function encode(value: number, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest = Math.floor(rest / 32)) text = crockford[rest % 32] + text
  return text
}

const codeOf = (n: number) => encode(n, codeLength)

const decode = (text: string): number => [...text].reduce((value, letter) => value * 32 + crockford.indexOf(letter), 0)

const syllables = 'ba del fin gor hal ka lin mar no per ros sta tor vi wen zu'.split(' ')

/** One of 65,536 names. */
function nameOf(n: number): string {
  const mixed = (n * 40_503) % 65_536
  const parts = [0, 4, 8, 12].map(shift => syllables[(mixed >> shift) & 15]!)
  const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1)
  return `${capital(parts[0]! + parts[1]!)} ${capital(parts[2]! + parts[3]!)}`
}

/** Marks what each copy has for itself; the statements put it in. */
const marks = { account: '@account@', code: '@code@', Name: '@Name@', name: '@name@', parcel: '@parcel@' }

type Statement = { text: string; rows: Row[] }

async function prepareCopies(client: pg.Client, { accountId, tables }: Batch): Promise<Statement[]> {
  const orderIds = [...new Set((tables.get('sales') ?? []).map(({ order_id }) => String(order_id)))].sort()
  const { rows: columns } = await client.query<{ table: string; column: string; type: string }>(
    `select table_name as table, column_name as column, data_type as type from information_schema.columns
     where table_schema = current_schema() order by ordinal_position`,
  )
  return [...tables].map(([table, rows]) => {
    if (sumTables.includes(table)) return sumStatement(table, rows, accountId)
    const marked = rows.map(row => {
      const parcel = `${marks.parcel}${orderIds.indexOf(String(row.order_id)) % 10}`
      return deep(row, text => mark(text, { accountId, parcel })) as Row
    })
    const its = columns.filter(one => one.table === table)
    const names = its.map(({ column }) => column)
    const values = its.map(({ column, type }) => copiedValue(table, column, type, JSON.stringify(marked)))
    return {
      text: `insert into ${table} (${names}) select ${values} from json_populate_recordset(null::${table}, $1) t, places p`,
      rows: marked,
    }
  })
}

function mark(text: string, { accountId, parcel }: { accountId: string; parcel: string }): string {
  return text
    .replaceAll(accountId, marks.account)
    .replaceAll(/(_[0-9a-hjkmnp-tv-z]{10})[0-9a-hjkmnp-tv-z]{5}([0-9a-hjkmnp-tv-z]{7})/g, `$1${marks.code}$2`)
    .replaceAll(/\bb0-(\d+)/g, `b0-$1-${marks.code}`)
    .replaceAll('Ada Reader', marks.Name)
    .replaceAll('ada reader', marks.name)
    .replaceAll(/(1z999aa1)0123456784/gi, `$1${parcel}`)
}

/** The numbers of a copy in its account, and of its invoice, follow those of the copies before. */
const numbered: Record<string, string> = {
  'orders.received_number': 't.received_number + p.orders_before',
  'order_contents.order_number': '(t.order_number::bigint + p.orders_before)::text',
  'archived_orders.order_number': '(t.order_number::bigint + p.orders_before)::text',
  'order_events.transaction_number': 'p.transaction_number',
  'charges.run': 'p.run',
  'documents.number': 'p.invoices_before + 1',
}

function copiedValue(table: string, column: string, type: string, rows: string): string {
  const own = numbered[`${table}.${column}`]
  if (own !== undefined) return own
  if (column === 'account_id') return 'p.account_id'
  if (type !== 'text' && type !== 'json') return `t.${column}`
  const puts = {
    ...{ [marks.account]: 'p.account_id', [marks.code]: 'p.code', [marks.parcel]: 'p.parcel' },
    ...{ [marks.Name]: 'p.name', [marks.name]: 'lower(p.name)' },
  }
  let value = type === 'json' ? `t.${column}::text` : `t.${column}`
  for (const [marked, put] of Object.entries(puts))
    if (rows.includes(marked)) value = `replace(${value}, '${marked}', ${put})`
  if (`${table}.${column}` === 'order_search.words')
    value = `coalesce(regexp_replace(${value}, '^#\\d+', '#' || (substring(t.words from '^#(\\d+)')::bigint + p.orders_before)), ${value})`
  return type === 'json' ? `(${value})::json` : value
}

/** Adds the sums of the copies of one day, of each account, of all accounts, and of each month. */
function sumStatement(table: string, rows: Row[], accountId: string): Statement {
  const keys = {
    ledger_sums: ['account_id', 'span', 'starts_on', 'ledger_account', 'part', 'jurisdiction'],
    report_sums: ['account_id', 'mode', 'span', 'fact', 'starts_on', 'printer', 'detail'],
    printer_days: ['printer', 'day'],
    tax_sums: ['day', 'registration', 'jurisdiction'],
  }[table]!
  const sums = Object.keys(rows[0]!).filter(column => !keys.includes(column))
  const isOfAccounts = keys.includes('account_id')
  const accounts = isOfAccounts
    ? `select account_id, count(*) as copies from places group by 1 union all select '${operatorAccount}', count(*) from places`
    : 'select count(*) as copies from places'
  // Reports of all accounts name books as the catalog does, those of an account by its products.
  const hasOwn = table === 'report_sums'
  const names = [...keys, ...sums]
  const values = names.map(name =>
    name === 'account_id' ? 'p.account_id' : sums.includes(name) ? `sum(t.${name} * p.copies)` : `t.${name}`,
  )
  return {
    text: `
      insert into ${table} (${names}) select ${values}
      from json_populate_recordset(null::${table}, $1) t, (${accounts}) p
      ${hasOwn ? `where (t.account_id = '${operatorAccount}') = (p.account_id = '${operatorAccount}')` : ''}
      group by ${keys.map(key => (key === 'account_id' ? 'p.account_id' : `t.${key}`))}
      on conflict (${keys}) do update set ${sums.map(sum => `${sum} = ${table}.${sum} + excluded.${sum}`)}`,
    rows: isOfAccounts
      ? rows.filter(
          row => row.span === 'day' && (row.account_id === accountId || (hasOwn && row.account_id === 'operator')),
        )
      : rows,
  }
}

/** The rows so many days later. Each sum of a day is also one of its month. */
function shifted(rows: Row[], days: number): Row[] {
  const moved = rows.map(row => deep(row, text => shiftText(text, days)) as Row)
  for (const row of moved) if ('month' in row) row.month = `${String(row.first_ended_at).slice(0, 7)}-01`
  const months = moved
    .filter(({ span }) => span === 'day')
    .map(row => ({ ...row, span: 'month', starts_on: `${String(row.starts_on).slice(0, 7)}-01` }))
  return [...moved, ...months]
}

const dayAfter = (date: string, days: number) => Temporal.PlainDate.from(date).add({ days }).toString()

function shiftText(text: string, days: number): string {
  // Times keep their offset from UTC.
  if (/^\d{4}-\d\d-\d\d(T|$)/.test(text)) return dayAfter(text.slice(0, 10), days) + text.slice(10)
  return text.replaceAll(
    /_([0-9a-hjkmnp-tv-z]{10})@code@/g,
    (_, time: string) => `_${encode(decode(time) + days * day, timeLength)}${marks.code}`,
  )
}

function deep(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map(one => deep(one, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, deep(one, change)]))
}

/** What the service counts while orders live. */
async function setCounters(client: pg.Client, now: Date): Promise<void> {
  await client.query(`
    update order_limits l
    set last_number = greatest(n.stored, n.archived), last_order_number = greatest(n.stored, n.archived),
      last_received_at = n.at, emptied_number = n.archived
    from (
      select a.account_id,
        (select coalesce(max(received_number), 0) from orders o where o.account_id = a.account_id and mode = 'production')
          as stored,
        (select max(received_at) from orders o where o.account_id = a.account_id and mode = 'production') as at,
        (select coalesce(max(order_number::bigint), 0) from archived_orders o where o.account_id = a.account_id) as archived
      from accounts a
    ) n
    where l.account_id = n.account_id and l.mode = 'production' and greatest(n.stored, n.archived) > 0`)
  await client.query(`
    insert into document_series (series, last_number, last_issued_at)
    select 'operator', max(number), max(issued_at) from documents having count(*) > 0
    on conflict (series) do update
    set last_number = excluded.last_number, last_issued_at = excluded.last_issued_at`)
  // As after a takeover by another server: the numbers of later transactions are higher than those of the copies.
  await client.query(`insert into settings values ('transaction_offset', (2 ^ 40)::bigint::text)
    on conflict (name) do update set value = excluded.value`)
  await client.query(`update settings set value = transaction_number() || ' ' where name = 'order_emails_after'`)
  await client.query(
    `insert into report_progress values ('sums', transaction_number(), $1), ('webhooks', 0, $1)
     on conflict (name) do update set counted_below = excluded.counted_below, counted_at = excluded.counted_at`,
    [now],
  )
  await client.query('update archive_files set checked_at = $1', [now])
}
