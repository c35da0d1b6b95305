// The printer of the sandbox: it prints nothing, accepts every job at once, and ships when the job is due. It grants a
// cancellation, though only after a while, so that whoever tries the service out has the time to refuse it by hand.
// Whatever it invents follows from the job alone: two runs, or two messages, never differ.

import { createHash } from 'node:crypto'
import { instant, latest, minute } from '../base/clock.ts'
import { roundCents } from '../base/money.ts'
import { heard, type JobShipment, type Message, type Printer, type PrintJob, type Told } from './printer.ts'

/** How long a request to cancel lies with the simulated printer before it is granted. */
export const simulatedThoughtMs = 15 * minute

/** The hour of its due day, in UTC, at which a job leaves: late in the working day everywhere in the United States. */
const shipHourUtc = 21
const copiesInAPackage = 20
const mostPackages = 5

// Prices of a printer that exists nowhere, in cents, for accounts whose printer sets them.
const copyCents = 350
const pageCents = 3
const parcelCents = 499
const parcelCopyCents = 75
const taxRate = 0.07

const carriers: Record<string, string> = { standard: 'USPS', expedited: 'UPS', rush: 'FedEx' }

export function simulatedPrinter(): Printer {
  return {
    submit: async job => heard(told(simulatedAcceptance(job))),
    requestCancellation: async () =>
      heard(told({ kind: 'cancellation', decision: 'accept', reason: 'the simulated printer had not begun' })),
    // It is asked when it said that it would have news; fast-forward may have brought that moment before the due date.
    askForNews: async job => heard(told(job.acceptedAt === null ? simulatedAcceptance(job) : simulatedShipping(job))),
    newsDueAt: ({ dueDate, expectedShipDate }, now) => {
      const shipDate = expectedShipDate ?? dueDate
      return shipDate === null ? now : latest(instant(`${shipDate}T${shipHourUtc}:00:00Z`), now)
    },
  }
}

/** It says each thing once. */
const told = (message: Message): Told => ({ messageId: `simulated:${message.kind}`, saidAt: null, message })

export function simulatedAcceptance(job: PrintJob): Extract<Message, { kind: 'accepted' }> {
  if (!job.enterprise) return { kind: 'accepted', itemsCents: null, taxesCents: null }
  let itemsCents = 0
  for (const { quantity, pageCount } of job.ticket.items) itemsCents += quantity * (copyCents + pageCount * pageCents)
  return { kind: 'accepted', itemsCents, taxesCents: roundCents(itemsCents * taxRate) }
}

export function simulatedShipping(job: PrintJob): Extract<Message, { kind: 'shipped' }> {
  const copies = job.ticket.items.reduce((sum, { quantity }) => sum + quantity, 0)
  return {
    kind: 'shipped',
    shipments: [shipmentOf(job, Math.min(Math.ceil(copies / copiesInAPackage), mostPackages))],
    shippingCents: job.enterprise ? parcelCents + copies * parcelCopyCents : null,
  }
}

/** The numbers begin with SIM and the links lead nowhere, so that nobody looks for a stranger's parcel. */
function shipmentOf({ jobId, ticket }: PrintJob, packages: number): JobShipment {
  const numberOf = (part: string) => {
    const digest = createHash('sha256').update(`${jobId} ${part}`).digest()
    return `SIM${(digest.readBigUInt64BE() % 10n ** 15n).toString().padStart(15, '0')}`
  }
  return {
    masterTrackingNumber: numberOf('master'),
    carrier: carriers[ticket.shippingClassification] ?? 'USPS',
    packages: Array.from({ length: packages }, (_, i) => {
      const trackingNumber = numberOf(`package ${i + 1}`)
      return { trackingNumber, altTrackingNumber: '', trackingUrl: `https://tracking.example/${trackingNumber}` }
    }),
  }
}
