// Work that waits for a time, except orders: the column of each kind of work that holds its due time, with an index of
// the rows where it is set, and the task that does it. The keys are the kinds of work, as people read them.

import type { TaskName } from './tasks.ts'

export type Wait = { table: string; column: string; task: TaskName }

export const waits = {
  release: { table: 'order_limits', column: 'release_due_at', task: 'release_queued' },
  sandbox: { table: 'sandbox_tasks', column: 'due_at', task: 'work_sandboxes' },
  charge: { table: 'charges', column: 'next_attempt_at', task: 'charge_cards' },
  cards: { table: 'payment_customers', column: 'sync_due_at', task: 'sync_cards' },
  refund: { table: 'refunds', column: 'next_attempt_at', task: 'refund_payments' },
  dispute: { table: 'dispute_checks', column: 'next_check_at', task: 'follow_disputes' },
  'tax report': { table: 'tax_reports', column: 'next_attempt_at', task: 'report_taxes' },
  statement: { table: 'billing_terms', column: 'statement_due_at', task: 'bill_accounts' },
  'late fee': { table: 'billing_terms', column: 'late_fee_due_at', task: 'bill_accounts' },
  payment: { table: 'online_payments', column: 'next_check_at', task: 'follow_payments' },
  transfer: { table: 'payment_customers', column: 'transfers_due_at', task: 'follow_payments' },
  reminder: { table: 'statements', column: 'reminder_due_at', task: 'bill_accounts' },
  'print job': { table: 'print_jobs', column: 'next_step_at', task: 'step_jobs' },
  'printer watch': { table: 'print_jobs', column: 'watch_due_at', task: 'watch_printers' },
  label: { table: 'shipping_labels', column: 'next_attempt_at', task: 'buy_labels' },
  manifest: { table: 'carrier_manifests', column: 'next_attempt_at', task: 'buy_labels' },
  parcel: { table: 'followed_parcels', column: 'next_attempt_at', task: 'follow_parcels' },
  webhook: { table: 'webhook_deliveries', column: 'next_attempt_at', task: 'deliver_webhooks' },
  'webhook of a check': { table: 'webhook_notices', column: 'next_attempt_at', task: 'send_notices' },
  'file check': { table: 'file_checks', column: 'due_at', task: 'answer_checks' },
  'file fetch': { table: 'file_fetches', column: 'due_at', task: 'fetch_files' },
  approval: { table: 'approvals', column: 'due_at', task: 'expire_approvals' },
  'morning email': { table: 'memberships', column: 'morning_due_at', task: 'email_orders' },
  quote: { table: 'quotes', column: 'due_at', task: 'expire_quotes' },
  'email about orders': { table: 'order_digests', column: 'due_at', task: 'email_orders' },
  email: { table: 'emails', column: 'next_attempt_at', task: 'send_mail' },
} as const satisfies Record<string, Wait>

export type WaitKind = keyof typeof waits
