import type { ResponseBody } from '../api.ts'
import { t } from '../language.ts'

export type Dispute = ResponseBody<'/staff/disputes'>['disputes'][number]

/** The status of a dispute, for the staff. */
export const disputeLabels: Record<Dispute['status'], string> = {
  needs_response: t('Evidence needed'),
  under_review: t('Under review'),
  won: t('Won'),
  lost: t('Lost'),
  closed: t('Closed without decision'),
}

/** A reason as the payment provider names it, within a sentence. */
export const disputeReason = (reason: string): string => reasons[reason] ?? reason.replaceAll('_', ' ')

const reasons: Record<string, string> = {
  bank_cannot_process: t('bank cannot process'),
  check_returned: t('check returned'),
  credit_not_processed: t('credit not processed'),
  customer_initiated: t('customer initiated'),
  debit_not_authorized: t('debit not authorized'),
  duplicate: t('duplicate'),
  fraudulent: t('fraudulent'),
  general: t('general'),
  incorrect_account_details: t('incorrect account details'),
  insufficient_funds: t('insufficient funds'),
  noncompliant: t('noncompliant'),
  product_not_received: t('product not received'),
  product_unacceptable: t('product unacceptable'),
  subscription_canceled: t('subscription canceled'),
  unrecognized: t('unrecognized'),
}
