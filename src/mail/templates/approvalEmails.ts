// Emails to the staff about acts that need a second person.

import { button, type EmailContent, emailBody, line, money } from '../emailBody.ts'

/** A staff action that needs a second person. `customerOrderId` is null if the action concerns an account. */
export type PendingApproval = {
  kind: 'refund' | 'abandon' | 'enterprise'
  accountName: string
  customerOrderId: string | null
  amountCents: number | null
  requestedAt: Date
}

type ApprovalRequestDetails = PendingApproval & {
  name: string
  requestedBy: string
  expiresAt: Date
  approvalsUrl: string
}

/** Sent to every member of the staff except the requester. Without the reason, which may name a recipient. */
export const approvalRequest = (details: ApprovalRequestDetails): EmailContent => ({
  subject: `${actionNames[details.kind]} needs your approval`,
  body: emailBody(
    details.name,
    line`On ${details.requestedAt} ${details.requestedBy} asked to ${describe(details)}. This needs the approval of a second person.`,
    line`Nothing happens until somebody approves it. The request expires on ${details.expiresAt}.`,
    button('Read the reason and decide', details.approvalsUrl),
  ),
})

type ApprovalDecisionDetails = PendingApproval & {
  name: string
  status: 'approved' | 'declined' | 'expired'
  decidedBy: string
  decidedAt: Date
}

/** Sent to the requester. */
export const approvalDecision = (details: ApprovalDecisionDetails): EmailContent => ({
  subject: `${actionNames[details.kind]} that you requested ${decisions[details.status]}`,
  body: emailBody(
    details.name,
    line`On ${details.requestedAt} you asked to ${describe(details)}. This needed the approval of a second person.`,
    describeDecision(details),
  ),
})

function describeDecision({ status, decidedBy, decidedAt }: ApprovalDecisionDetails): string {
  switch (status) {
    case 'approved':
      return line`${decidedBy} approved the request on ${decidedAt}, and it is done.`
    case 'declined':
      return line`${decidedBy} declined the request on ${decidedAt}, and nothing was done. The reason is in the staff console, under Approvals.`
    case 'expired':
      return line`Nobody approved the request by ${decidedAt}, and nothing was done. You can ask again.`
  }
}

const decisions = { approved: 'was approved', declined: 'was declined', expired: 'has expired' }

const actionNames = { refund: 'A refund', abandon: 'A cancellation', enterprise: 'An enterprise account' }

function describe({ kind, accountName, customerOrderId, amountCents }: PendingApproval): string {
  if (kind === 'enterprise') return line`make ${accountName} an enterprise account, which is never charged`
  const order = line`order ${customerOrderId!} of ${accountName}`
  return kind === 'refund'
    ? `refund ${money(amountCents!)} of ${order}`
    : `cancel ${order}, which refunds ${money(amountCents!)}`
}
