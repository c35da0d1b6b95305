// A printer as the service sees it. What the service wants of it are the functions of this port; what it says, in its
// answers or by itself, are messages about a job, and orders/judge.ts judges every one of them in the same way: an adapter
// only translates. A message has an id of the printer's own, so it may come twice, late, or out of order.

/**
 * NEW: no word yet. RECEIVED, ACCEPTED, PRINTED: it said so. SHIPPED: the whole order left. CANCELLED: the customer's request
 * was granted, or came in time. REFUSED: the printer will not make it. PROBLEM: it cannot. WITHDRAWN: it was taken back, and
 * another printer has it.
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
export const jobStatuses: readonly JobStatus[] = [
  ...openJobStatuses,
  'SHIPPED',
  'CANCELLED',
  'REFUSED',
  'PROBLEM',
  'WITHDRAWN',
]

/** A file of a book; without a SHA-256 (hexadecimal) until its bytes have been read. */
export type PrintFile = { url: string; sha256: string | null }

type Size = { widthInches: number; heightInches: number }

/** What the catalogue says of a book of that SKU and page count: the words are the operator's. */
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
  /** Of one copy: two pages each; for a stapled book the folded sheets, of four pages each. */
  sheets: number
  /** Of one copy; null where the catalogue does not say how many pages a signature has. */
  signatures: number | null
  copyGrams: number
}

/** `retailPrice` is dollars as the customer wrote them, for customs. A sandbox job may lack files. */
export type TicketItem = {
  sku: string
  manufacturingSku: string
  quantity: number
  pageCount: number
  files: { cover: PrintFile | null; guts: PrintFile | null }
  itemDescription: string | null
  retailPrice: string | null
  /** Absent on jobs from before it was kept. */
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

/** What a customs declaration asks for. DAP: the recipient pays duties. */
type Customs = {
  terms: 'DAP' | null
  originCountry: string
  /** Dollars for all copies, two decimals. */
  value: string
  weightGrams: number
}

/** All that a printer needs to make and send an order. It never changes. */
export type Ticket = {
  customerOrderId: string
  destination: TicketAddress
  shippingClassification: string
  items: TicketItem[]
  /** Absent on jobs from before it was kept. */
  shipFrom?: TicketAddress
  /** Null where no customs are passed. */
  customs?: Customs | null
}

export type JobShipment = {
  masterTrackingNumber: string
  carrier: string
  packages: { trackingNumber: string; altTrackingNumber: string; trackingUrl: string }[]
}

/** Which silence of its printer a job suffers from. */
export type AlarmStep = 'submission' | 'acceptance' | 'shipping' | 'cancellation'

/** One attempt to have an order printed. A resumed or re-routed order gets another job. */
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
  cancellationRequestedAt: Date | null
  /** A request to cancel was refused before. */
  cancellationRefused: boolean
  /** The request to cancel is the service's own, which wants to give the job to another printer. */
  withdrawing: boolean
  /** The printer sets the prices. */
  enterprise: boolean
  ticket: Ticket
  /** The calendar day by which it was to be shipped when it was handed over. */
  dueDate: string | null
  /** The day that the printer named instead; null when it named none. */
  expectedShipDate: string | null
  delaySaidAt: Date | null
  /** Parcels that left before the order was complete. */
  collected: JobShipment[]
  /** The job may have left the service. Null: certainly no printer ever saw it. */
  offeredAt: Date | null
  /** The printer has it. */
  submittedAt: Date | null
  acceptedAt: Date | null
  nextStepAt: Date | null
  /** By how much fast-forward has made time pass for it; 0 outside of sandboxes. */
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
 * What a printer says of a job. Prices are cents, and count only where the printer sets them (`job.enterprise`).
 *
 * * `received`: it has the job, and has decided nothing.
 * * `accepted`: it will make it. For an enterprise job both prices are needed.
 * * `refused`: it will not make it, though another printer might. After acceptance this is a `problem`.
 * * `printed`: made, not yet sent.
 * * `delayed`: it will be shipped on another day, `until` (ISO date); earlier days are taken too.
 * * `packages`: parcels of the order have left; more will follow. They are collected, and nothing is told yet.
 * * `shipped`: the whole order has left. `shipments` are all parcels but those that `packages` told, which are added; it
 *   may be empty then. Values that the carrier did not give are ''; carrier and link are made from the number where they can be.
 * * `cancellation`: the answer to a request to cancel, and only that. A printer that stops by itself says `problem`.
 * * `problem`: the job cannot be made; a person must look at it.
 */
export type Message =
  | { kind: 'received' }
  | { kind: 'accepted'; itemsCents: number | null; taxesCents: number | null }
  | { kind: 'refused'; reason: string }
  | { kind: 'printed' }
  | { kind: 'delayed'; until: string; reason: string }
  | { kind: 'packages'; shipments: JobShipment[] }
  | { kind: 'shipped'; shipments: JobShipment[]; shippingCents: number | null }
  | { kind: 'cancellation'; decision: 'accept' | 'refuse'; reason: string }
  | { kind: 'problem'; reason: string }

/**
 * A message as it came. `messageId` is the printer's own for this message about this job, at most 200 characters; where its
 * protocol has none, make it of what makes the message that one (kind, its time, a parcel's number). The same id with
 * the same content is a repetition; with other content it contradicts. `saidAt` is the printer's time of it, null when
 * it does not tell; of two delays the one said later counts.
 */
export type Told = { messageId: string; saidAt: Date | null; message: Message }

/**
 * `heard`: the printer has what it was told, and may have said something at once. `unavailable`: it is to be told again
 * later, by the service's back-off; `reached` says whether the printer may have got it all the same: 'no' only when that
 * is certain (no connection was made; it answered that it took nothing), since an order that reached no printer is
 * cancelled at once. A refusal of the job is no failure: it is heard, and says `refused`.
 */
export type Answer = { kind: 'heard'; says: Told[] } | { kind: 'unavailable'; cause: string; reached: 'no' | 'unknown' }

/**
 * Every function may be called again with the same job: a printer knows a job by its jobId and does nothing twice. None
 * is called inside a transaction, and each answers within a minute and a half: set time-outs below that. One that throws
 * is taken for `unavailable`, reached unknown.
 */
export type Printer = {
  /** Of how many jobs it is told together while nobody knows how quick it is; left out where nobody has to be called. */
  firstBatch?: number
  submit(job: PrintJob): Promise<Answer>
  /**
   * May come for a job whose submission had no answer (`job.submittedAt` null): an adapter whose printer does not know
   * the job then says `cancellation` accepted.
   */
  requestCancellation(job: PrintJob): Promise<Answer>
  askForNews(job: PrintJob): Promise<Answer>
  /** When to ask for news of a job that was submitted, at the earliest `now`; null when the printer tells by itself. */
  newsDueAt(job: PrintJob, now: Date): Date | null
  /**
   * The ids of all jobs that the printer has open, for the daily comparison; null when they cannot be had just now. Left out
   * where the printer cannot list them. May take a call, and its time-out, for each page.
   */
  openJobs?(): Promise<string[] | null>
  /**
   * Whether the printer has a job open, for the daily comparison with printers that cannot list theirs; null when that cannot
   * be learnt just now. It changes nothing, and is asked of jobs that are over here, too.
   */
  hasOpen?(job: PrintJob): Promise<'open' | 'over' | 'unknown' | null>
}

/** By the name that the operator gave the printer. */
export type Printers = Readonly<Record<string, Printer>>

export const isOpen = ({ status }: Pick<PrintJob, 'status'>): boolean => openJobStatuses.includes(status)

/** `heard` with one message or none. */
export const heard = (...says: Told[]): Answer => ({ kind: 'heard', says })
