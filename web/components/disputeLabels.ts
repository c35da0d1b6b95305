import type { ResponseBody } from '../api.ts'

export type Dispute = ResponseBody<'/staff/disputes'>['disputes'][number]

/** The status of a dispute, for the staff. */
export const disputeLabels: Record<Dispute['status'], string> = {
  needs_response: 'Evidence needed',
  under_review: 'Under review',
  won: 'Won',
  lost: 'Lost',
  closed: 'Closed without decision',
}
