// A job as the JSON protocol tells it. Fields are added, never taken away.

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
