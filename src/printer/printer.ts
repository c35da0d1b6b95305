// A printer as the service sees it. What the service wants of it are the functions of this port; what it says, in its
// answers or by itself, are messages about a job, and orders/judge.ts judges every one of them in the same way.

export type JobStatus = 'NEW' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'PROBLEM'
export const jobStatuses: readonly JobStatus[] = ['NEW', 'ACCEPTED', 'SHIPPED', 'CANCELLED', 'PROBLEM']
export const openJobStatuses: readonly JobStatus[] = ['NEW', 'ACCEPTED']

/** A file of a book; without a SHA-256 until its bytes have been read. */
type PrintFile = { url: string; sha256: string | null }

/** `retailPrice` is dollars as the customer wrote them, for customs. A sandbox job may lack files. */
type TicketItem = {
  sku: string
  manufacturingSku: string
  quantity: number
  pageCount: number
  files: { cover: PrintFile | null; guts: PrintFile | null }
  itemDescription: string | null
  retailPrice: string | null
}

/** All that a printer needs to make and send an order. It never changes. */
type Ticket = {
  customerOrderId: string
  destination: {
    name: string
    company?: string
    address1: string
    address2?: string
    city: string
    state?: string
    postal: string
    country: string
    phone?: string
    email?: string
  }
  shippingClassification: string
  items: TicketItem[]
}

/** One attempt to have an order printed. A resumed order gets another job. */
export type PrintJob = {
  accountId: string
  mode: 'sandbox' | 'production'
  orderId: string
  attempt: number
  /** Cannot be guessed, and sorts by time. */
  jobId: string
  printer: string
  status: JobStatus
  cancellationRequested: boolean
  /** The printer sets the prices. */
  enterprise: boolean
  ticket: Ticket
  /** The calendar day by which it is to be shipped. */
  dueDate: string | null
  submittedAt: Date | null
  nextStepAt: Date | null
  attempts: number
  problem: string | null
  createdAt: Date
  updatedAt: Date
}

export type JobShipment = {
  masterTrackingNumber: string
  carrier: string
  packages: { trackingNumber: string; altTrackingNumber: string; trackingUrl: string }[]
}

/** What a printer says of a job. Prices are cents, and count only where the printer sets them. */
export type Message =
  | { kind: 'accepted'; itemsCents: number | null; taxesCents: number | null }
  | { kind: 'shipped'; shipments: JobShipment[]; shippingCents: number | null }
  | { kind: 'cancellation'; decision: 'accept' | 'refuse'; reason: string }
  | { kind: 'problem'; reason: string }

/** `heard`: the printer has it, and may have said something at once. `unavailable`: it is to be told again later. */
export type Answer = { kind: 'heard'; says: Message | null } | { kind: 'unavailable'; cause: string }

/**
 * Every function may be called again with the same job: a printer knows a job by its jobId and does nothing twice. None
 * is called inside a transaction.
 */
export type Printer = {
  submit(job: PrintJob): Promise<Answer>
  requestCancellation(job: PrintJob): Promise<Answer>
  askForNews(job: PrintJob): Promise<Answer>
  /** When to ask for news of a job that was submitted, at the earliest `now`; null when the printer tells by itself. */
  newsDueAt(job: PrintJob, now: Date): Date | null
}

export type PrinterName = 'desk' | 'simulator'
export type Printers = Record<PrinterName, Printer>

/** No sandbox job ever reaches a printer that prints. */
export const printerFor = (mode: 'sandbox' | 'production'): PrinterName => (mode === 'sandbox' ? 'simulator' : 'desk')

export const isOpen = ({ status }: Pick<PrintJob, 'status'>): boolean => openJobStatuses.includes(status)
