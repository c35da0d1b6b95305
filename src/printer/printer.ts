// The port of printers. The service calls its functions; a printer sends messages about jobs, in its answers or by
// itself. features/printing/decideMessage.ts decides about all messages in the same way; an adapter only translates. A
// message has the printer's own id, so it may come twice, late, or out of order.

import type { Language } from '../../languages/languages.ts'
import type { Words } from '../../languages/texts.ts'
import type { Mode } from '../base/mode.ts'

/**
 * NEW: no message yet. RECEIVED, ACCEPTED, PRINTED: as the printer reported. SHIPPED: the whole order left. CANCELLED:
 * the cancellation was granted, or came in time. REFUSED: the printer declines the job. PROBLEM: the printer cannot
 * make it. WITHDRAWN: the job was taken back, and another printer has the order.
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
export const endedJobStatuses: readonly JobStatus[] = ['SHIPPED', 'CANCELLED', 'REFUSED', 'PROBLEM', 'WITHDRAWN']
export const jobStatuses: readonly JobStatus[] = [...openJobStatuses, ...endedJobStatuses]

/** A file of a book. Its SHA-256 (hexadecimal) is missing until its bytes have been read. */
export type PrintFile = { url: string; sha256: string | null }

type Size = { widthInches: number; heightInches: number }

type Coating = 'none' | 'coated' | 'gloss' | 'matte' | 'satin'

/** A paper and how it is printed, from the operator's catalog. */
type Paper = {
  stock: string
  weightGsm: number
  thicknessInches: number | null
  coating: Coating
  /** Where only one side is coated, or each in its own way; absent where both are the same. */
  backCoating?: Coating
  color?: 'white' | 'cream'
  /** PS1 to PS8 of ISO 12647-2. */
  isoSubstrate: string | null
  printStandard: string | null
}

/** A book of that SKU and page count, in the words of the operator's catalog. */
export type BookSpecification = {
  name: string
  size: string
  cover: string
  paperType: string
  textColor: string
  bleed: boolean
  binding: 'soft' | 'hard' | 'stapled' | 'coil'
  /** The finished page. */
  trim: Size
  /** A page of the file, with bleed. */
  page: Size
  /** The cover of the file, opened flat, with bleed or wrap. */
  coverSheet: Size
  /** The cover opened flat as it is on the book. */
  finishedCover: Size
  /** Of the pages. */
  bleedInches: number
  /** At the binding, where it differs. */
  bindingBleedInches?: number
  /** How much larger the cover sheet is on each side: bleed that is cut off, or wrap that is folded. */
  wrapInches: number
  /** The groove on both sides of a hard cover's spine. */
  hingeInches: number
  spineInches: number
  /** Of a dust jacket, which is then the cover of the file, on both outer sides; and the fold around the boards. */
  flapInches?: number
  flapFoldInches?: number
  /** Of a coil-bound book: the strip along the binding in which the holes are. */
  punchInches?: number
  /** Page 1 is a left-hand page, and the cover file has its back at the right. Absent of a book bound at its left. */
  bindingEdge?: 'right'
  /** Each of the two boards of a hard cover. */
  board: (Size & { thicknessInches: number | null }) | null
  /** Colors on the front and on the back of a sheet: 1/1 is black, 4/0 is CMYK on one side. */
  colors: { pages: string; cover: string }
  /** Null when the catalog does not say. */
  papers: { pages: Paper | null; cover: Paper | null }
  lamination: 'none' | 'gloss' | 'matte' | 'soft touch' | null
  /** Of a hard cover, where the catalog says so. */
  endpapers?: string
  spineShape?: 'flat' | 'round'
  /** Per copy: one for two pages; for a stapled book, one folded sheet for four pages. */
  sheets: number
  /** Per copy; null when the catalog does not give the pages of a signature. */
  signatures: number | null
  copyGrams: number
}

/** `retailPrice` is in dollars as the customer wrote it, for customs. A sandbox job may lack files. */
export type TicketItem = {
  sku: string
  /** The customer's name of the book. Absent in some older jobs. */
  title?: string
  manufacturingSku: string
  quantity: number
  pageCount: number
  files: { cover: PrintFile | null; guts: PrintFile | null }
  itemDescription: string | null
  retailPrice: string | null
  book: BookSpecification
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

/** The data of a customs declaration. DAP: the recipient pays duties. Values are dollars with two decimals. */
export type Customs = {
  terms: 'DAP' | null
  contentType: 'merchandise'
  originCountry: string
  currency: 'USD'
  value: string
  weightGrams: number
  /** A line for each item, in the same order. */
  lines: {
    description: string
    hsCode: string
    quantity: number
    unitValue: string
    value: string
    weightGrams: number
  }[]
}

/**
 * The slip in the parcel, if its customer chose what it says. `blind`: the parcel names neither the printer nor the
 * operator, and `shipFrom` is the return address. `url` is a link to the slip as PDF, for printers' systems.
 */
export type PackingSlip = {
  blind: boolean
  message: string | null
  giftMessage: string | null
  returnAddress: TicketAddress | null
  /** Of the slip's labels; absent for English. */
  language?: Language
  url?: string
}

/** Everything that a printer needs to make and send an order. Only a change that its printer accepts changes it. */
export type Ticket = {
  /** The operator tries the press desk: nothing is sold, and nothing is owed. */
  practice?: true
  customerOrderId: string
  /** The name of the order for people; absent if that is its identifier. */
  orderTitle?: string
  destination: TicketAddress
  shippingClassification: string
  items: TicketItem[]
  /** Absent in some older jobs. */
  shipFrom?: TicketAddress
  packingSlip?: PackingSlip
  /** Null when the parcel passes no customs. */
  customs?: Customs | null
}

export type JobShipment = {
  masterTrackingNumber: string
  carrier: string
  packages: { trackingNumber: string; altTrackingNumber: string; trackingUrl: string }[]
}

/** The step of a job that a printer has not reported in time. */
export const alarmSteps = ['submission', 'acceptance', 'shipping', 'cancellation', 'change'] as const
export type AlarmStep = (typeof alarmSteps)[number]

/** One attempt to have an order printed. A resumed or rerouted order gets a new job. */
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
  /** The number of requests to cancel so far; an answer names the number of its request. */
  cancellationRequests: number
  /** A request to cancel was refused before. */
  cancellationRefused: boolean
  /** The customer wants another address or shipping class; the state of the order has the wish. */
  changeRequestedAt: Date | null
  /** The service itself requests the cancellation, to give the job to another printer. */
  withdrawing: boolean
  /** The printer sets the prices. */
  enterprise: boolean
  /** Prices that the printer of an enterprise job does not name are the agreed prices of the account. */
  agreedPrices: boolean
  ticket: Ticket
  /** Its printer compares covers and pages by codes in their files (bindingCodes.ts). */
  hasBindingCodes: boolean
  /** The day by which it should be shipped, as of the hand-over. */
  dueDate: string | null
  /** The ship date that the printer announced last; null when it announced none. */
  expectedShipDate: string | null
  /** When the printer announced that, by its own clock. */
  delayAnnouncedAt: Date | null
  /** Parcels that left before the order was complete. */
  collected: JobShipment[]
  /** Since this time a printer may have seen the job. Null: certainly no printer has. */
  offeredAt: Date | null
  /** Since this time the printer has the job. */
  submittedAt: Date | null
  acceptedAt: Date | null
  nextStepAt: Date | null
  /** The total time of fast-forwards; 0 outside of sandboxes. */
  forwardedMs: number
  attempts: number
  /** The number of claims of its steps; a worker whose claim is not the newest reports late. */
  claims: number
  problem: Words | null
  watchDueAt: Date | null
  alarm: AlarmStep | null
  alarmedAt: Date | null
  createdAt: Date
  updatedAt: Date
}

/**
 * The content of a printer message. Prices are in cents, and count only where the printer sets them (`job.enterprise`);
 * `notTaken` is the reason why a price of the message was not accepted, and `reason` why it is above the agreed price.
 *
 * * `received`: the printer has the job, but has not decided.
 * * `accepted`: it will print the job. An enterprise job needs both prices, unless prices are agreed.
 * * `refused`: it will not print the job, but another printer may. After the acceptance this is a `problem`.
 * * `printed`: the job is printed, but not yet shipped.
 * * `delayed`: it will be shipped on another day, `until` (ISO date); earlier days are accepted too.
 * * `packages`: parcels of the order have left, and more will follow. They are collected, but not announced yet.
 * * `shipped`: the whole order has left. `shipments` are all parcels except those reported with `packages`, which are
 *   added; it may then be empty. Values that the carrier did not give are ''; carrier and link are derived from the
 *   number where possible.
 * * `cancellation`: the answer to a request to cancel, and nothing else. A printer that stops by itself sends
 *   `problem`.
 * * `change`: the answer to a request to change the address or the shipping class. An adapter whose protocol has no
 *   such request sends none: the staff answer for its printer.
 * * `problem`: the job cannot be made; a person must look into it.
 */
export type MessageContent =
  | { kind: 'received' }
  | { kind: 'accepted'; itemsCents: number | null; taxesCents: number | null; notTaken?: string; reason?: string }
  | { kind: 'refused'; reason: Words }
  | { kind: 'printed' }
  | { kind: 'delayed'; until: string; reason: Words }
  | { kind: 'packages'; shipments: JobShipment[] }
  | { kind: 'shipped'; shipments: JobShipment[]; shippingCents: number | null; notTaken?: string; reason?: string }
  | { kind: 'cancellation'; decision: 'accept' | 'refuse'; reason: Words }
  /** `requestedAt` names the request that is answered. */
  | { kind: 'change'; decision: 'accept' | 'refuse'; requestedAt: string; reason: Words }
  | { kind: 'problem'; reason: Words }

/**
 * A message of a printer. `messageId` is the printer's own id for this message about this job, at most 200 characters;
 * if its protocol has none, derive one from the facts that identify the message (kind, time, a parcel's number). The
 * same id with the same content is a repetition; with different content it is a contradiction. `sentAt` is the
 * printer's time of the message, null if not given; of two delays, the delay that was sent later counts.
 */
export type PrinterMessage = { messageId: string; sentAt: Date | null; content: MessageContent }

/**
 * `answered`: the printer received the request, and may have sent messages with its answer. `unavailable`: the service
 * retries later, with back-off. `reached` is 'no' only when the printer certainly did not receive the request (no
 * connection was made, or the printer answered that it did not take the job), because an order that reached no printer
 * is canceled at once. The refusal of a job is no failure: the answer has the message `refused`.
 */
export type Answer =
  | { kind: 'answered'; messages: PrinterMessage[] }
  | { kind: 'unavailable'; cause: string; reached: 'no' | 'unknown' }

/**
 * The ids of the jobs that a printer has open and, if it lists them too, the jobs that ended there, with the printer's
 * own status.
 */
export type ListedJobs = { open: string[]; ended: { jobId: string; listedAs: string }[] }

/**
 * Every function may be called again with the same job: a printer identifies a job by its jobId and does nothing twice.
 * None is called inside a transaction, and each must return within a minute and a half: set time-outs below that. A
 * function that throws counts as `unavailable`, reached unknown.
 */
export type Printer = {
  /** How many jobs are submitted together until its speed is known; absent when no call is needed. */
  firstBatch?: number
  submit(job: PrintJob): Promise<Answer>
  /**
   * May be called for a job whose submission had no answer (`job.submittedAt` null): if the printer does not know the
   * job, the adapter then returns an accepted `cancellation`.
   */
  requestCancellation(job: PrintJob): Promise<Answer>
  fetchUpdates(job: PrintJob): Promise<Answer>
  /** When to poll a submitted job, at the earliest `now`; null when the printer reports by itself. */
  nextUpdateAt(job: PrintJob, now: Date): Date | null
  /**
   * The jobs that the printer lists, for the daily comparison; null when they are not available now. Absent when the
   * printer cannot list them. May take a call, and its time-out, per page.
   */
  listJobs?(): Promise<ListedJobs | null>
  /**
   * Whether the printer has a job open, for the daily comparison with printers that cannot list their jobs; null when
   * that cannot be determined now. It changes nothing, and is also called for jobs that ended here.
   */
  readJobState?(job: PrintJob): Promise<'open' | 'over' | 'unknown' | null>
}

/** By the name that the operator gave the printer. */
export type Printers = Readonly<Record<string, Printer>>

export const isOpen = ({ status }: Pick<PrintJob, 'status'>): boolean => openJobStatuses.includes(status)

/** The barcode of one of the job's books, in all documents: no two books have the same. */
export const barcodeOf = (jobId: string, item: number): string => `${jobId}-${item + 1}`

/** The job and the number of the book in such a barcode. */
export const barcodePattern = /^(job_[0-9A-Za-z]{22,60})-([1-9]\d{0,2})$/

/** An answer with these messages. */
export const answered = (...messages: PrinterMessage[]): Answer => ({ kind: 'answered', messages })
