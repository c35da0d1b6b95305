// An action of the audit log of all accounts. Actions of a customer's own log have their words in AuditTable.tsx.

import { t } from '../../language.ts'
import { ActionName, actionLabels } from './AuditTable.tsx'

export const StaffActionName = ({ action }: { action: string }) => (
  <ActionName action={action} label={staffLabels[action]} />
)

const staffLabels: Record<string, string> = {
  account_charged: t('Account charged'),
  charge_removed: t('Charge removed'),
  binding_mismatch_found: t('Binding mismatch found'),
  binding_mismatch_resolved: t('Binding mismatch resolved'),
  copy_detached: t('Copy of the database detached'),
  installation_setting_removed: t('Installation setting removed'),
  installation_setting_saved: t('Installation setting saved'),
  invitation_withdrawn: t('Invitation withdrawn'),
  late_fees_waived: t('Late fees taken back'),
  job_rerouted: t('Job rerouted'),
  operator_data_published: t('Operator data published'),
  operator_draft_discarded: t('Operator draft discarded'),
  operator_draft_saved: t('Operator draft saved'),
  orders_restored: t('Orders restored'),
  payment_received: t('Payment received'),
  payment_restored: t('Payment restored'),
  online_payment_settled: t('Refused transfer settled'),
  payment_reversed: t('Payment reversed'),
  person_invited: t('Person invited'),
  person_removed: t('Person removed'),
  printer_added: t('Printer added'),
  printer_changed: t('Printer changed'),
  printer_held: t('Printer held'),
  printer_message_recorded: t('Printer message recorded'),
  printer_released: t('Printer released'),
  printer_removed: t('Printer removed'),
  printer_times_changed: t('Times of printers changed'),
  recipient_forgotten: t('Recipient forgotten'),
  refund_given_back_by_hand: t('Refund given back by hand'),
  returned_parcels_decided: t('Returned parcels decided'),
  second_factor_roles_changed: t('Second factor roles changed'),
  secret_key_adopted: t('Secret key adopted'),
  secrets_resealed: t('Secrets resealed'),
}

/** All actions, for a filter. */
export const staffActionOptions = Object.entries({ ...actionLabels, ...staffLabels })
  .map(([value, label]) => ({ value, label }))
  .sort((a, b) => a.label.localeCompare(b.label))
