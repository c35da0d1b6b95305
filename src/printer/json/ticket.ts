// A job in the JSON protocol. Fields are added, never removed.

import { barcodeOf, type PrintJob } from '../printer.ts'

export const presentTicket = ({
  jobId,
  accountId,
  enterprise,
  agreedPrices,
  dueDate,
  createdAt,
  ticket,
}: PrintJob) => ({
  jobId,
  accountId,
  enterprise,
  agreedPrices,
  dueDate,
  createdAt: createdAt.toISOString(),
  ...ticket,
  items: ticket.items.map((item, i) => ({ ...item, barcode: barcodeOf(jobId, i) })),
})
