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
