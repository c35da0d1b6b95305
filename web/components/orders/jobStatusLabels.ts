import type { PrintJob } from '../../apiTypes.ts'
import { t } from '../../language.ts'

/** The status of a print job, for the press and the staff. */
export const jobStatusLabels: Record<PrintJob['status'], string> = {
  NEW: t('New'),
  RECEIVED: t('Received'),
  ACCEPTED: t('Accepted'),
  PRINTED: t('Printed'),
  SHIPPED: t('Shipped'),
  CANCELLED: t('Canceled'),
  REFUSED: t('Refused'),
  PROBLEM: t('Problem'),
  WITHDRAWN: t('Withdrawn'),
}
