// Emails about tax exemption certificates.

import { type EmailContent, emailBody, line, table } from '../emailBody.ts'

export type ExemptionDetails = {
  accountName: string
  jurisdiction: string
  status: 'approved' | 'refused'
  reason: string | null
  expiresAt: Date | null
}

export const exemptionDecided = ({
  accountName,
  jurisdiction,
  status,
  reason,
  expiresAt,
}: ExemptionDetails): EmailContent => {
  const state = jurisdiction.replace('US-', '')
  return {
    subject: line`Your tax exemption certificate for ${state} was ${status}`,
    body: emailBody(
      accountName,
      status === 'approved'
        ? line`Your tax exemption certificate for ${state} was approved. We charge no sales tax on orders to ${state} that are priced from now until ${expiresAt!}.`
        : line`Your tax exemption certificate for ${state} was refused. We charge sales tax on orders to ${state}.`,
      ...(reason === null ? [] : [table({ Reason: reason })]),
      status === 'approved'
        ? 'Upload a new certificate before this certificate expires.'
        : 'You can upload another certificate in the dashboard.',
    ),
  }
}
