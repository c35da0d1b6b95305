// The one list of what moves when an account leaves for another installation: every table of the schema is here or in
// `stayingTables`, which a test compares with the schema. The rows are in the order in which they can be inserted.

import { type RawBuilder, sql } from 'kysely'
import { movingReason } from '../../accounts/settings/suspension.ts'
import { formerSeries } from '../../payments/documentNumber.ts'
import { waitColumns } from '../background/waitColumns.ts'

type Sql = RawBuilder<unknown>

/** The names of the destination, which it knows before it inserts rows. */
export type Here = {
  accountId: string
  /** The ids of the people who move. */
  people: string[]
  /** The numbers of versions of the operator's data. */
  versions: Record<string, number>
  /** The archive files as they are stored there, by archiveId. */
  archive: Record<string, { storageKey: string; sha256: string; bytes: number }>
  /** Whether it uses the same account of the payment provider. */
  hasProvider: boolean
}

export type MovedTable = {
  table: string
  /** The rows of an account; by default those with its id. */
  rows?: (accountId: string) => Sql
  /** How columns of a row `r` are written at the destination, if not as they are. */
  columns?: (here: Here) => Record<string, Sql>
  /** Which rows `r` the destination inserts; by default all. */
  which?: (here: Here) => Sql
  /** A sealed column, and the column that names its context. */
  sealed?: { column: string; context?: string }
  /** The importer handles its rows itself. */
  isSpecial?: true
  /** Only rows of people who move are inserted. A row of any other table must have the `account_id` of the account. */
  isOfPeople?: true
}

/** A due time of an account whose work is stopped is this much later. Every 400 years have the same dates. */
export const stoppedFor = sql`interval '1200 years'`

const ofMembers = (table: string, user: string) => (accountId: string) =>
  sql`
  select t.* from ${sql.table(table)} t
  where t.${sql.ref(user)} in (select user_id from memberships where account_id = ${accountId})`
const ofAMovedPerson = (column: string) => ({
  which: ({ people }: Here) => sql`r.${sql.ref(column)} = any (${people}::text[])`,
})
const ofProvider = { which: ({ hasProvider }: Here) => sql`${hasProvider}::boolean` }
/** Money that another account of a provider took: it is refunded by hand, and in no books of the provider here. */
const providerHere = ({ hasProvider }: Here): Record<string, Sql> =>
  hasProvider ? {} : { provider: sql`r.provider || ' at another installation'` }
const versionHere = ({ versions }: Here, column: string) =>
  sql`(${JSON.stringify(versions)}::json ->> r.${sql.ref(column)}::text)::integer`
const archiveHere = ({ archive }: Here, field: string) =>
  sql`(${JSON.stringify(archive)}::json #>> array[r.archive_id, ${sql.lit(field)}])`
const unlessMoving = (column: string) =>
  sql`case when r.suspension_reason <> ${movingReason} then r.${sql.ref(column)} end`
const plain = (...tables: string[]): MovedTable[] => tables.map(table => ({ table }))

export const movedTables: readonly MovedTable[] = [
  {
    table: 'operator_versions', // whose numbers the exporter adds
    isSpecial: true,
  },
  {
    table: 'stored_files',
    rows: accountId => sql`
      select s.* from stored_files s where sha256 in (select sha256 from files where account_id = ${accountId})`,
    isSpecial: true,
  },
  {
    table: 'accounts',
    // One that was suspended before stays so.
    columns: () => ({
      ...{ moving_since: sql`null`, moved_at: sql`null` },
      ...{ suspended_at: unlessMoving('suspended_at'), suspension_reason: unlessMoving('suspension_reason') },
    }),
  },
  {
    table: 'users',
    rows: ofMembers('users', 'id'),
    columns: here => ({
      two_factor_enabled: sql`false`,
      terms_operator_version: versionHere(here, 'terms_operator_version'),
    }),
    isOfPeople: true,
    ...ofAMovedPerson('id'),
  },
  { table: 'memberships', ...ofAMovedPerson('user_id') },
  {
    table: 'email_choices',
    rows: ofMembers('email_choices', 'user_id'),
    isOfPeople: true,
    ...ofAMovedPerson('user_id'),
  },
  ...plain('account_domains', 'account_logos'),
  { table: 'account_sign_ons', sealed: { column: 'sealed_secret' } },
  { table: 'api_keys', sealed: { column: 'sealed_secret' } },
  ...plain('approvals', 'audit_log', 'billing_details', 'billing_terms', 'order_limits', 'limit_changes'),
  ...plain('webhook_endpoints', 'webhook_alarms'),
  { table: 'webhook_secrets', sealed: { column: 'sealed_secret' } },
  { table: 'exemptions', sealed: { column: 'sealed_file', context: 'exemption_id' } },
  ...plain('files', 'file_sources', 'products', 'product_files', 'file_checks'),
  { table: 'cards', ...ofProvider },
  { table: 'payment_customers', ...ofProvider },
  ...plain('quotes'),
  { table: 'orders', columns: here => ({ operator_version: versionHere(here, 'operator_version') }) },
  ...plain('order_contents'),
  // Before every transaction of the destination, so that no email tells of them again.
  { table: 'order_events', columns: () => ({ transaction_number: sql`0` }) },
  ...plain('order_search', 'file_fetches', 'tax_waits', 'restored_orders', 'create_requests', 'reprint_requests'),
  ...plain('print_jobs', 'print_tickets', 'binding_codes', 'binding_mismatches'),
  { table: 'shipping_labels', columns: () => ({ manifest_id: sql`null` }) },
  ...plain('label_files', 'followed_parcels', 'printer_messages', 'webhook_deliveries', 'webhook_attempts'),
  ...plain('webhook_notices', 'webhook_notice_attempts', 'proof_comments', 'proof_links', 'order_messages'),
  ...plain('order_digests', 'emails'),
  {
    table: 'archive_files',
    columns: here => ({
      storage_key: archiveHere(here, 'storageKey'),
      sha256: archiveHere(here, 'sha256'),
      bytes: sql`${archiveHere(here, 'bytes')}::bigint`,
    }),
  },
  ...plain('archived_days', 'archived_orders', 'used_identifiers'),
  { table: 'charges', columns: providerHere },
  { table: 'charge_orders', columns: () => ({ refunded_cents: sql`0` }) }, // a trigger counts the refunds
  ...plain('refunds', 'statements', 'statement_lines', 'received_payments'),
  { table: 'online_payments', columns: providerHere },
  { table: 'disputes', columns: providerHere },
  ...plain('dispute_movements'),
  {
    table: 'documents',
    columns: () => ({ number: sql`case when r.number > 0 then r.number - ${sql.lit(formerSeries)} else r.number end` }),
  },
  ...plain('sales', 'order_margins', 'tax_reports'),
  // Below every export to accounting: the installation where they were posted exports them.
  { table: 'ledger_postings', columns: () => ({ number: sql`-nextval('ledger_posting_numbers')` }) },
  {
    // The sums of days, too: the sweep that adds up deltas adds them to those of all accounts.
    table: 'ledger_deltas',
    rows: accountId => sql`
      select * from ledger_deltas where account_id = ${accountId}
      union all
      select account_id, 'moved/' || starts_on, starts_on, ledger_account, part, jurisdiction, debit_cents, credit_cents
      from ledger_sums
      where account_id = ${accountId} and span = 'day'`,
  },
  {
    table: 'tax_entries',
    columns: () => ({ entry_id: sql`nextval('tax_entry_numbers')`, return_id: sql`null`, is_summed: sql`false` }),
  },
  { table: 'simulated_gateway_charges', ...ofProvider },
  { table: 'simulated_gateway_refunds', ...ofProvider },
  { table: 'simulated_gateway_transfers', ...ofProvider },
]

const installation = 'of the installation'
const signIn = 'people sign in anew: each sets a password by "Forgot password", and then a second factor'

/** The tables whose rows stay, each with the reason. */
export const stayingTables: Record<string, string> = {
  accounting_exports: 'the installation where a posting was made exports it',
  accounting_mapping: installation,
  audit_runs: installation,
  carrier_manifests: installation,
  credentials: signIn,
  dispute_checks: 'an account with an open dispute does not move',
  document_series: 'the destination continues its own series',
  email_changes: signIn,
  installation_settings: installation,
  invitations: 'a link leads to the source: invite again',
  ledger_sums: 'move as ledger_deltas',
  operator_draft: installation,
  passkeys: signIn,
  printer_comparisons: installation,
  printer_days: installation,
  printer_settings: installation,
  printer_states: installation,
  provider_messages: installation,
  reconciliations: installation,
  report_progress: installation,
  report_sums: 'counted anew from the steps that move',
  sandbox_tasks: 'an account whose sandbox is being emptied does not move',
  saved_views: 'a person saves views anew',
  scheduled_runs: installation,
  schema_migrations: installation,
  sessions: signIn,
  settings: installation,
  sign_ups: installation,
  simulated_carrier_events: 'of the simulated carrier',
  simulated_carrier_shipments: 'of the simulated carrier',
  simulated_gateway_disputes: 'an account with an open dispute does not move',
  stored_trash: installation,
  tax_rate_editions: 'the same release has the same editions',
  tax_returns: 'the installation where a sale was made files its tax',
  tax_sums: 'the installation where a sale was made files its tax',
  two_factors: signIn,
  upload_parts: 'an upload is begun anew',
  uploads: 'an upload is begun anew',
  verifications: signIn,
}

/** The columns in which the work of an account waits, by table. Those of other tables have no rows of an account. */
export const waitsOf = (table: string): string[] => [
  ...new Set(waitColumns.filter(wait => wait.table === table).map(({ column }) => column)),
]
