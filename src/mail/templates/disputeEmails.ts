// Emails to every member of the staff about disputes of cardholders.

import { button, type EmailContent, emailBody, line, money, table } from '../emailBody.ts'

type DisputeDetails = {
  name: string
  accountName: string
  amountCents: number
  withdrawnCents: number
  feeCents: number
  reason: string
  status: 'needs_response' | 'under_review' | 'won' | 'lost' | 'closed'
  evidenceDueAt: Date | null
  orderCount: number
  providerRef: string
  disputesUrl: string
}

export const disputeOfCharge = (details: DisputeDetails): EmailContent => {
  const needsEvidence = details.status === 'needs_response' && details.evidenceDueAt !== null
  return {
    subject: line`${disputeSubjects[details.status]}: ${money(details.amountCents)} from ${details.accountName}`,
    body: emailBody(
      details.name,
      disputeSentences[details.status],
      table({
        Account: details.accountName,
        'Disputed amount': money(details.amountCents),
        Reason: details.reason.replaceAll('_', ' '),
        Orders: details.orderCount,
        'Withdrawn by the payment provider': money(details.withdrawnCents),
        Fees: money(details.feeCents),
        'Evidence due': needsEvidence ? details.evidenceDueAt : null,
        'Provider’s reference': details.providerRef,
      }),
      ...(needsEvidence ? ['Submit your evidence to the payment provider in time.'] : []),
      button('See the dispute', details.disputesUrl),
    ),
  }
}

const disputeSubjects = {
  needs_response: 'New dispute',
  under_review: 'New dispute',
  won: 'Dispute won',
  lost: 'Dispute lost',
  closed: 'Dispute closed',
}
const disputeSentences = {
  needs_response: 'A cardholder disputes a payment.',
  under_review: 'A cardholder disputes a payment, and the bank is reviewing it.',
  won: 'You won a dispute.',
  lost: 'You lost a dispute: the money stays with the cardholder.',
  closed: 'A dispute was closed without a decision.',
}
