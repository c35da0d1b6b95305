// A printer as the service sees it. The functions of this port are what the service asks of it; what the printer says,
// in answers or by itself, are messages about a job. orders/printing/judge.ts judges all of them in the same way; an
// adapter only translates. A message has the printer's own id, so it may come twice, late, or out of order.

import type { Mode } from '../base/mode.ts'

/**
 * NEW: no message yet. RECEIVED, ACCEPTED, PRINTED: as the printer reported. SHIPPED: the whole order left. CANCELLED:
 * the customer's request was granted, or came in time. REFUSED: the printer declines the job. PROBLEM: it cannot make
 * it. WITHDRAWN: it was taken back, and another printer has it.
 */
export type JobStatus =
  | 'NEW'
  | 'RECEIVED'
  | 'ACCEPTED'
  | 'PRINTED'
  | 'SHIPPED'
  | 'CANCELLED'
  | 'REFUSED'
  | 'PROBLEM'
  | 'WITHDRAWN'
export const openJobStatuses: readonly JobStatus[] = ['NEW', 'RECEIVED', 'ACCEPTED', 'PRINTED']
export const overJobStatuses: readonly JobStatus[] = ['SHIPPED', 'CANCELLED', 'REFUSED', 'PROBLEM', 'WITHDRAWN']
export const jobStatuses: readonly JobStatus[] = [...openJobStatuses, ...overJobStatuses]

/** A file of a book. Its SHA-256 (hexadecimal) is missing until its bytes have been read. */
export type PrintFile = { url: string; sha256: string | null }

type Size = { widthInches: number; heightInches: number }

/** What the catalogue says about a book of that SKU and page count, in the operator's words. */
export type BookFacts = {
  name: string
  size: string
  cover: string
  paperType: string
  textColor: string
  bleed: boolean
  binding: 'soft' | 'hard' | 'stapled'
  /** The finished page. */
  trim: Size
  /** A page of the file, with bleed. */
  page: Size
  /** The cover of the file, opened flat, with bleed or wrap. */
  coverSheet: Size
  bleedInches: number
  spineInches: number
  /** Per copy: one for two pages; for a stapled book, one folded sheet for four pages. */
  sheets: number
  /** Per copy; null when the catalogue does not say how many pages a signature has. */
  signatures: number | null
  copyGrams: number
}

/** `retailPrice` is in dollars as the customer wrote it, for customs. A sandbox job may lack files. */
export type TicketItem = {
  sku: string
  manufacturingSku: string
  quantity: number
  pageCount: number
  files: { cover: PrintFile | null; guts: PrintFile | null }
  itemDescription: string | null
  retailPrice: string | null
  /** Absent on jobs from before this was stored. */
  book?: BookFacts
}

export type TicketAddress = {
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

/** What a customs declaration requires. DAP: the recipient pays duties. */
type Customs = {
  terms: 'DAP' | null
  originCountry: string
  /** Dollars for all copies, with two decimals. */
  value: string
  weightGrams: number
}

/** Everything that a printer needs to make and send an order. It never changes. */
export type Ticket = {
  customerOrderId: string
  destination: TicketAddress
  shippingClassification: string
  items: TicketItem[]
  /** Absent on jobs from before this was stored. */
  shipFrom?: TicketAddress
  /** Null when the parcel passes no customs. */
  customs?: Customs | null
}

export type JobShipment = {
  masterTrackingNumber: string
  carrier: string
  packages: { trackingNumber: string; altTrackingNumber: string; trackingUrl: string }[]
}

/** The step of a job that a printer has not reported in time. */
export type AlarmStep = 'submission' | 'acceptance' | 'shipping' | 'cancellation'

/** One attempt to have an order printed. A resumed or re-routed order gets a new job. */
export type PrintJob = {
  accountId: string
  mode: Mode
  orderId: string
  attempt: number
  /** Hard to guess, and sortable by time. */
  jobId: string
  printer: string
  status: JobStatus
  cancellationRequested: boolean
  cancellationRequestedAt: Date | null
  /** How often it was requested so far: the number of the newest request, which says to whom an answer belongs. */
  cancellationRequests: number
  /** A request to cancel was refused before. */
  cancellationRefused: boolean
  /** The service itself requests the cancellation, to give the job to another printer. */
  withdrawing: boolean
  /** The printer sets the prices. */
  enterprise: boolean
  ticket: Ticket
  /** The calendar day by which it was to be shipped, as of the hand-over. */
  dueDate: string | null
  /** A later day that the printer announced; null when it announced none. */
  expectedShipDate: string | null
  delaySaidAt: Date | null
  /** Parcels that left before the order was complete. */
  collected: JobShipment[]
  /** Since when the job may have left the service. Null: certainly no printer ever saw it. */
  offeredAt: Date | null
  /** Since when the printer has it. */
  submittedAt: Date | null
  acceptedAt: Date | null
  nextStepAt: Date | null
  /** By how much fast-forward has moved its time; 0 outside of sandboxes. */
  forwardedMs: number
  attempts: number
  problem: string | null
  watchDueAt: Date | null
  alarm: AlarmStep | null
  alarmedAt: Date | null
  createdAt: Date
  updatedAt: Date
}

/**
 * What a printer says about a job. Prices are in cents, and count only where the printer sets them (`job.enterprise`);
 * `notTaken` gives the reason why a price that it sent is not among them.
 *
 * * `received`: it has the job, but has not decided.
 * * `accepted`: it will make it. An enterprise job needs both prices.
 * * `refused`: it will not make it, though another printer might. After acceptance this is a `problem`.
 * * `printed`: made, but not yet sent.
 * * `delayed`: it will be shipped on another day, `until` (ISO date); earlier days are accepted too.
 * * `packages`: parcels of the order have left, and more will follow. They are collected, but not announced yet.
 * * `shipped`: the whole order has left. `shipments` are all parcels except those reported with `packages`, which are
 *   added; it may then be empty. Values that the carrier did not give are ''; carrier and link are derived from the
 *   number where possible.
 * * `cancellation`: the answer to a request to cancel, and nothing else. A printer that stops by itself says `problem`.
 * * `problem`: the job cannot be made; a person must look into it.
 */
export type Message =
  | { kind: 'received' }
  | { kind: 'accepted'; itemsCents: number | null; taxesCents: number | null; notTaken?: string }
  | { kind: 'refused'; reason: string }
  | { kind: 'printed' }
  | { kind: 'delayed'; until: string; reason: string }
  | { kind: 'packages'; shipments: JobShipment[] }
  | { kind: 'shipped'; shipments: JobShipment[]; shippingCents: number | null; notTaken?: string }
  | { kind: 'cancellation'; decision: 'accept' | 'refuse'; reason: string }
  | { kind: 'problem'; reason: string }

/**
 * A message as it came. `messageId` is the printer's own id for this message about this job, at most 200 characters; if
 * its protocol has none, derive one from what identifies the message (kind, time, a parcel's number). The same id with
 * the same content is a repetition; with different content it is a contradiction. `saidAt` is the printer's time of the
 * message, null if not given; of two delays the one said later counts.
 */
export type Told = { messageId: string; saidAt: Date | null; message: Message }

/**
 * `heard`: the printer received the request, and may have answered at once. `unavailable`: the service retries later,
 * with back-off; `reached` says whether the printer may have received it all the same. It is 'no' only when that is
 * certain (no connection was made, or the printer answered that it took nothing), because an order that reached no
 * printer is cancelled at once. The refusal of a job is not a failure: it is heard, with the message `refused`.
 */
export type Answer = { kind: 'heard'; says: Told[] } | { kind: 'unavailable'; cause: string; reached: 'no' | 'unknown' }

/**
 * The ids of all jobs that a printer has open and, if it lists those too, the jobs that are over there, with its word
 * for that.
 */
export type Listed = { open: string[]; over: { jobId: string; as: string }[] }

/**
 * Every function may be called again with the same job: a printer identifies a job by its jobId and does nothing twice.
 * None is called inside a transaction, and each must return within a minute and a half: set time-outs below that. A
 * function that throws counts as `unavailable`, reached unknown.
 */
export type Printer = {
  /** How many jobs are submitted together until its speed is known; left out when no call is needed. */
  firstBatch?: number
  submit(job: PrintJob): Promise<Answer>
  /**
   * May be called for a job whose submission had no answer (`job.submittedAt` null): if its printer does not know the
   * job, the adapter then says `cancellation` accepted.
   */
  requestCancellation(job: PrintJob): Promise<Answer>
  askForNews(job: PrintJob): Promise<Answer>
  /** When to ask for news of a submitted job, at the earliest `now`; null when the printer reports by itself. */
  newsDueAt(job: PrintJob, now: Date): Date | null
  /**
   * The jobs that the printer lists, for the daily comparison; null when they are not available just now. Left out when
   * the printer cannot list them. May take a call, and its time-out, per page.
   */
  listJobs?(): Promise<Listed | null>
  /**
   * Whether the printer has a job open, for the daily comparison with printers that cannot list theirs; null when that
   * cannot be determined just now. It changes nothing, and is also called for jobs that are over here.
   */
  hasOpen?(job: PrintJob): Promise<'open' | 'over' | 'unknown' | null>
}

/** By the name that the operator gave the printer. */
export type Printers = Readonly<Record<string, Printer>>

export const isOpen = ({ status }: Pick<PrintJob, 'status'>): boolean => openJobStatuses.includes(status)

/** `heard` with one message or none. */
export const heard = (...says: Told[]): Answer => ({ kind: 'heard', says })
