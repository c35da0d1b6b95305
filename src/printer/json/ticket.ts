// A job in the JSON protocol. Fields are added, never removed.

import type { PrintJob } from '../printer.ts'

export type TicketWords = (job: PrintJob) => unknown

export const ticketWords: TicketWords = ({ jobId, accountId, enterprise, dueDate, createdAt, ticket }) => ({
  jobId,
  accountId,
  enterprise,
  dueDate,
  createdAt: createdAt.toISOString(),
  ...ticket,
})
