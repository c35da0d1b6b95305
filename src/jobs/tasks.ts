// The names of what runs in the background. What each does, and when it is due by the clock: src/app/tasks.ts.

export const taskNames = [
  'check_files',
  'answer_checks',
  'charge_cards',
  'refund_payments',
  'report_taxes',
  'sum_ledger',
  'sync_cards',
  'end_holds',
  'step_jobs',
  'watch_printers',
  'release_queued',
  'deliver_webhooks',
  'send_notices',
  'watch_webhooks',
  'watch_keys',
  'send_mail',
  'expire_approvals',
  'reconcile',
  'clean_up',
  'vacuum',
  'audit',
  'compare_books',
  'compare_printers',
] as const

export type TaskName = (typeof taskNames)[number]
