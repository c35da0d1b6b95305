// Emails about the statements of enterprise accounts: issued, and overdue.

import { button, type EmailContent, emailBody, line, money, monthName, table } from '../emailBody.ts'

/** `month` and `dueOn` are days such as 2026-03-01 at the operator. */
type StatementDetails = {
  accountName: string
  number: number
  month: string
  dueOn: string
  purchaseOrder: string | null
  totalCents: number
  paidCents: number
  billingUrl: string
}

export const statementIssued = (details: StatementDetails): EmailContent => ({
  subject: line`Statement ${String(details.number)} for ${monthName(details.month)}: ${money(details.totalCents)}`,
  body: emailBody(
    details.accountName,
    line`Here is your statement for ${monthName(details.month)}.`,
    statementFacts(details),
    button('View the statement', details.billingUrl),
  ),
})

export const statementOverdue = (details: StatementDetails): EmailContent => ({
  subject: line`Statement ${String(details.number)} is overdue: ${money(openCents(details))} to pay`,
  body: emailBody(
    details.accountName,
    line`Statement ${String(details.number)} for ${monthName(details.month)} was due on ${dayName(details.dueOn)}, and ${money(openCents(details))} is still to be paid.`,
    statementFacts(details),
    button('View the statement', details.billingUrl),
    'If you have sent the money in the last days, you need not do anything.',
  ),
})

const openCents = ({ totalCents, paidCents }: StatementDetails): number => Math.max(totalCents - paidCents, 0)

const statementFacts = (details: StatementDetails): string =>
  table({
    Statement: String(details.number),
    'Purchase order': details.purchaseOrder,
    Total: money(details.totalCents),
    Paid: details.paidCents > 0 ? money(details.paidCents) : null,
    Due: openCents(details) > 0 ? dayName(details.dueOn) : null,
  })

const dayName = (day: string): string => Temporal.PlainDate.from(day).toLocaleString('en-US', { dateStyle: 'long' })
