// The kinds of email whose texts can be replaced.

import { t } from '../../../language.ts'

export const emailTitle = (kind: string): string => titles[kind] ?? kind.replaceAll('_', ' ')

const titles: Record<string, string> = {
  order_failed: t('Order failed'),
  orders_failed: t('Orders failed'),
  order_on_hold: t('Order on hold'),
  order_shipped: t('Order shipped'),
  orders_shipped: t('Orders shipped [[email]]'),
  reader_shipped: t('Order shipped, to the reader'),
  order_message: t('Message about an order'),
  proof_reminder: t('Proof reminder'),
  orders_queued: t('Orders queued [[email]]'),
  orders_held_by_credit: t('Orders held by credit'),
  orders_rejected: t('Orders rejected'),
  payment_declined: t('Payment declined'),
  payment_to_confirm: t('Payment to confirm'),
  card_expires: t('Card expires'),
  invoice: t('Invoice [[email]]'),
  statement: t('Statement [[email]]'),
  statement_due_soon: t('Statement due soon'),
  statement_overdue: t('Statement overdue'),
  statement_credit: t('Statement credit'),
  statement_payment_failed: t('Statement payment failed'),
  refund: t('Refund [[email]]'),
  refund_returned: t('Refund returned'),
  exemption: t('Exemption [[email]]'),
  quote_requested: t('Quote requested'),
  quote_offered: t('Quote offered'),
  quote_declined: t('Quote declined'),
  quote_expires: t('Quote expires'),
  change_refused: t('Change of an order refused'),
  exemption_refused: t('Exemption refused'),
  exemption_expires: t('Exemption expires'),
  invitation: t('Invitation [[email]]'),
  key_expires: t('Key expires'),
  webhooks_failing: t('Webhooks failing'),
  sign_up: t('Sign up'),
  password_reset: t('Password reset'),
  new_sign_in: t('New sign in'),
}
