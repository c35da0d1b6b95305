// The states of print jobs in words, for the staff.

import type { SilentJob } from '../../apiTypes.ts'
import { t } from '../../language.ts'

export const jobStatusLabels: Record<SilentJob['status'], string> = {
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
