// The names of the background tasks. src/app/tasks.ts has their sweeps and their schedule.

export const taskNames = [
  'check_files',
  'answer_checks',
  'charge_cards',
  'refund_payments',
  'follow_disputes',
  'report_taxes',
  'sum_ledger',
  'sum_reports',
  'sync_cards',
  'end_holds',
  'step_jobs',
  'watch_printers',
  'release_queued',
  'work_sandboxes',
  'deliver_webhooks',
  'send_notices',
  'watch_webhooks',
  'watch_keys',
  'email_orders',
  'send_mail',
  'expire_approvals',
  'expire_proofs',
  'clean_up',
  'vacuum',
  'audit',
  'compare_books',
  'compare_printers',
] as const

export type TaskName = (typeof taskNames)[number]
