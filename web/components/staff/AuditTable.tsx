// Lines of an audit log in words: "Webhook secret rotated", "Production orders per 24 hours: 8".

import { Text } from '@mantine/core'
import { t } from '../../language.ts'
import { capitalize } from '../layout/Values.tsx'
import { jurisdictionName } from '../orders/states.ts'
import { type AuditDetails, detailTexts, isId } from './auditDetails.ts'

type AuditEntry = {
  action: string
  subject: string | null
  subjectName: string | null
  customerOrderId: string | null
  orderTitle?: string
  details: AuditDetails
}

/** `label`: for an action that no customer sees. */
export const ActionName = ({ action, label }: Pick<AuditEntry, 'action'> & { label?: string | undefined }) => (
  <Text span fw={500}>
    {label ?? actionLabels[action] ?? capitalize(action.replaceAll('_', ' '))}
  </Text>
)

export const actionLabels: Record<string, string> = {
  account_billing_changed: t('Account billing changed'),
  account_changed: t('Account changed'),
  account_created: t('Account created'),
  account_exported: t('Account exported to another installation'),
  account_imported: t('Account imported from another installation'),
  account_mapping_changed: t('Account mapping changed'),
  account_price_list_changed: t('Account price list changed'),
  account_resumed: t('Account resumed'),
  account_sessions_ended: t('Account sessions ended'),
  account_viewed: t('Account viewed by support'),
  account_view_ended: t('View of the account ended by support'),
  account_renamed: t('Account renamed'),
  account_suspended: t('Account suspended'),
  approval_approved: t('Request approved'),
  approval_asked: t('Approval requested'),
  approval_declined: t('Request declined'),
  approval_expired: t('Request expired'),
  billing_details_changed: t('Billing details changed'),
  charge_settled_as_not_taken: t('Charge settled as not taken'),
  contact_phone_changed: t('Contact phone changed'),
  email_change_asked: t('Email change asked'),
  email_changed: t('Email changed'),
  email_verified: t('Email verified'),
  domain_confirmed: t('Domain confirmed'),
  domain_proof_missing: t('DNS record of a domain missing'),
  domain_confirmation_ended: t('Confirmation of a domain ended'),
  exemption_approved: t('Exemption approved'),
  quote_offered: t('Quote offered'),
  quote_declined: t('Quote declined'),
  exemption_refused: t('Exemption refused'),
  exemption_submitted: t('Exemption submitted'),
  exemption_viewed: t('Exemption viewed'),
  key_created: t('Key created'),
  key_revoked: t('Key revoked'),
  key_rolled: t('Key rolled'),
  ledger_exported: t('Ledger exported'),
  tax_return_filed: t('Tax return filed'),
  member_invited: t('Member invited'),
  member_removed: t('Member removed'),
  order_abandoned: t('Order canceled'),
  order_change_requested: t('Change of an order requested'),
  order_edited: t('Order changed'),
  order_cancelled: t('Order canceled for the customer'),
  order_file_replaced: t('File of an order replaced'),
  order_message_sent: t('Message sent to the customer'),
  order_note_added: t('Note added to an order'),
  order_proof_link_created: t('Order proof link created'),
  order_proof_link_revoked: t('Order proof link revoked'),
  order_refunded: t('Order refunded'),
  order_reprinted: t('Order reprinted'),
  order_resumed: t('Order resumed'),
  order_revalidated: t('File check restarted'),
  packing_slip_changed: t('Packing slip changed'),
  passkey_added: t('Passkey added'),
  passkey_removed: t('Passkey removed'),
  password_changed: t('Password changed'),
  person_created: t('Person created'),
  proof_required_changed: t('Proof required changed'),
  reader_tracking_changed: t('Tracking for readers changed'),
  role_changed: t('Role changed'),
  sandbox_emptied: t('Sandbox emptied'),
  sandbox_pace_changed: t('Sandbox pace changed'),
  sandbox_payments_changed: t('Sandbox payments changed'),
  second_factor_removed: t('Second factor removed'),
  signed_in: t('Signed in'),
  single_sign_on_added: t('Single sign-on added'),
  single_sign_on_changed: t('Single sign-on changed'),
  single_sign_on_removed: t('Single sign-on removed'),
  two_factor_enabled: t('Two factor enabled'),
  webhook_endpoint_changed: t('Webhook endpoint changed'),
  webhook_endpoint_created: t('Webhook endpoint created'),
  webhook_endpoint_deleted: t('Webhook endpoint deleted'),
  webhook_key_ended: t('Webhook key ended'),
  webhook_key_rotated: t('Webhook key rotated'),
  webhook_secret_rotated: t('Webhook secret rotated'),
  webhook_test_sent: t('Webhook test sent'),
  webhooks_redelivered: t('Webhooks redelivered'),
}

/** The subject of the action by its name. Its id says nothing to people, and is there for look-ups. */
export function SubjectText({ subject, subjectName, customerOrderId, orderTitle, details }: AuditEntry) {
  const { label, email, name, jurisdiction } = details
  const certificate =
    subject?.startsWith('exm_') && typeof jurisdiction === 'string'
      ? t('Certificate for {place}', { place: jurisdictionName(jurisdiction) })
      : null
  const names = [orderTitle, customerOrderId, subjectName, label, name, email, certificate]
  const known = names.find((text): text is string => typeof text === 'string')
  return (
    <span className="wrap" title={subject ?? undefined}>
      {known ?? (subject === null || isId(subject) ? '–' : subject)}
    </span>
  )
}

export function DetailText({ details }: Pick<AuditEntry, 'details'>) {
  const rows = detailTexts(details)
  if (rows.length === 0 && typeof details.reason === 'string') return null
  return (
    <Text span size="sm" c="dimmed" className="wrap">
      {rows.length === 0 ? '–' : capitalize(rows.join(', '))}
    </Text>
  )
}
